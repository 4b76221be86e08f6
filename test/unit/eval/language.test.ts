// Random programs about the language with what g++ and clang++ print in them (`npm run test:oracle -- language
// --record`): no value is shown that is another one in C++.
import { expect, test } from 'vitest';
import { languageClasses } from '../../oracle/language/classes';
import { verdicts } from '../../oracle/language/compare';
import { languageProgram } from '../../oracle/language/generate';
import { mend } from '../../oracle/language/judge';
import { recordedLanguage } from '../../oracle/language/recorded';
import { atLeast } from '../../support/cases';
import { cudaFrontEnd } from '../../support/front-end';

const recorded = recordedLanguage();
const classes = Object.keys(languageClasses);

test.each(atLeast(10, classes))('recorded programs: %s', async (name) => {
  const reader = await cudaFrontEnd();
  const programs = recorded.filter(({ id }) => id.startsWith(`${name}-`));
  expect(programs.length).toBeGreaterThan(0);
  const all = programs.flatMap((one) =>
    verdicts(one, one.printed, reader).map((verdict) => ({ id: one.id, ...verdict })),
  );
  expect(all.filter(({ is }) => is === 'wrong')).toEqual([]);
  expect(all.filter(({ is }) => is === 'equal').length / all.length).toBeGreaterThan(0.3);
});

test('there are recorded programs', () => {
  expect(recorded.length).toBeGreaterThan(150);
});

test.each(atLeast(10, classes))('a program of a seed is always the same: %s', (name) => {
  expect(languageProgram(name, 7)).toEqual(languageProgram(name, 7));
  expect(languageProgram(name, 7).text).not.toBe(languageProgram(name, 8).text);
});

test('another value, and a static integer for a dynamic one, are wrong; a value that is not known is not', async () => {
  const text =
    'namespace {}\nusing namespace cute;\nint main() {\n  int a = 3; //? a\n  auto b = unheard(); //? b\n}\n';
  const reader = await cudaFrontEnd();
  const said = (printed: readonly string[]) => verdicts({ id: '', text }, [printed, ['4']], reader);
  expect(said(['3']).map(({ is }) => is)).toEqual(['equal', 'unknown']);
  expect(said(['_3'])[0]).toMatchObject({ is: 'wrong', real: '_3', shown: '3' });
  expect(said(['4'])[0]).toMatchObject({ is: 'wrong', real: '4', shown: '3' });
});

test('lines of main that do not compile are taken out, others make the program useless', () => {
  const source = { id: 'x', text: 'auto f();\nint main() {\n  f(1);\n  f(2);\n}\n' };
  expect(mend(source, [2])?.text).toBe('auto f();\nint main() {\n  f(2);\n}\n');
  expect(mend(source, [0])).toBeUndefined();
});
