// Extreme texts: reading them ends, costs time in proportion to their length, and reports what was left out.
import { beforeAll, describe, expect, it } from 'vitest';
import { Abandoned, Meter, metered } from '../../../core/src/base/meter';
import type { FrontEnd } from '../../../core/src/frontends/front-end';
import type { Program } from '../../../core/src/ir/program';
import { cudaFrontEnd, rustFrontEnd } from '../../support/front-end';
import { stmtsText } from '../../support/ir-text';
import { present } from '../../support/present';

let cuda: FrontEnd;
let rust: FrontEnd;
beforeAll(async () => void ([cuda, rust] = [await cudaFrontEnd(), await rustFrontEnd()]));

const filled = (part: string, length: number): string => part.repeat(Math.ceil(length / part.length));
const levels = (n: number, line: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => line(i)).join('');

function read(frontEnd: FrontEnd, text: string): { readonly program: Program; readonly spent: number } {
  const document = frontEnd.open(frontEnd === rust ? 'a.rs' : 'a.cu', text);
  const meter = new Meter();
  try {
    return { program: metered(meter, () => document.program()), spent: meter.spent };
  } finally {
    document.dispose();
  }
}

const cpp: Readonly<Record<string, (n: number) => string>> = {
  parentheses: (n) => filled('(', n / 2) + filled(')', n / 2),
  'parentheses that nothing closes': (n) => filled('(', n),
  'braces that nothing closes': (n) => filled('{', n),
  'braces that nothing opens': (n) => filled('}', n),
  'parentheses closed by braces': (n) => filled('(', n / 2) + filled('}', n / 2),
  'semicolons in parentheses': (n) => `void f(){${filled('(', n / 2)}${filled(';', n / 2)}`,
  'template arguments': (n) => filled('A<', n / 2) + filled('>', n / 2),
  'comparisons closed by parentheses': (n) => filled('a<', n / 2) + filled(')', n / 2),
  'comparisons and logical operators': (n) => filled('a < ', n / 2) + filled('&& ', n / 2),
  'launches that nothing closes': (n) => filled('k<<<', n),
  'raw strings without an end': (n) => filled('R" ', n),
  'calls of a macro that nothing closes': (n) => `#define D(x) x x\nint y = ${filled('D(', n)}`,
  conditions: (n) => filled('#if 1\n', n),
  'a condition of many': (n) => `#if ${filled('1?', n)}\n#endif\nint x;\n`,
  'one damaged line': (n) => `void f() { ) ${filled('int a = b ; ', n)}`,
  'one line of blanks': (n) => `} ${filled(' ', n)} int a;`,
  'NUL, halves of characters, marks of byte order': (n) => filled('\0\ud800\ufeff a;\n', n),
};

describe('C++', () => {
  it.each(Object.entries(cpp))('%s', (_, text) => {
    const [small, large] = [read(cuda, text(2_000)), read(cuda, text(20_000))];
    expect(large.spent).toBeLessThan(20 * small.spent + 400_000);
    expect(large.program.text).toHaveLength(text(20_000).length);
  });

  it('with macros that grow without end says so, expands none of them in part, and reads what stands before', () => {
    const laughs = `#define A0 1\n${levels(60, (i) => `#define A${i + 1} A${i} + A${i}\n`)}`;
    const doubled = '#define D(x) x + x\n';
    const many =
      '#define S(x) #x #x\n#define T0(x) S(x)\n' + levels(40, (i) => `#define T${i + 1}(x) T${i}(S(x) S(x))\n`);
    for (const [macros, use] of [
      [laughs, 'A60'],
      [doubled, `${'D('.repeat(40)}1${')'.repeat(40)}`],
      [many, 'T40(a)'],
    ]) {
      const { program, spent } = read(cuda, `${macros ?? ''}int before = 2;\nint x = ${use ?? ''};\n`);
      expect(stmtsText(program.items)).toBe('int before = 2; int x = ?;');
      expect(program.problems.map(({ message }) => message)).toEqual([
        'Macros grow beyond all bounds here: from here on they are not expanded.',
      ]);
      expect(spent).toBeLessThan(5_000_000);
    }
  });

  it('with template arguments that are nested too deeply does not read those, and reads what stands around them', () => {
    const nested = (n: number): string => `${'Box<'.repeat(n)}2 * 8${'>'.repeat(n)}`;
    const { program, spent } = read(
      cuda,
      `using Fine = ${nested(3)};\nusing Deep = Pair<${nested(300)}, A<float>>;\nint after = 1;\n${levels(200, (i) => `using D${i} = ${nested(300)};\n`)}`,
    );
    expect(stmtsText(program.items)).toContain(
      'using Fine = Box<Box<Box<(2 * 8)>>>; using Deep = Pair<?, A<float>>; int after = 1;',
    );
    expect(JSON.stringify(program.items)).toContain('Template arguments are nested too deeply here to be read.');
    expect(spent).toBeLessThan(5_000_000);
  });

  it('that the parser cannot afford is given up with a sentence', () => {
    const { program } = read(cuda, `int first = 1;\n${levels(20_000, (i) => `a${i} } `)}`);
    expect(program.problems.some(({ message }) => message.includes('not read'))).toBe(true);
  });

  it('of more than two million characters is not read, and says so, in both languages', () => {
    for (const frontEnd of [cuda, rust]) {
      const { program, spent } = read(frontEnd, filled('a', 2_000_001));
      expect(program.problems.map(({ message }) => message)).toEqual([
        'This file could not be read: it has more than 2,000,000 characters.',
      ]);
      expect(spent).toBe(0);
    }
  });

  it('is read again where the host stopped it', () => {
    const document = cuda.open('a.cu', filled('void f(int a) { int b = a + 1; }\n', 100_000));
    let polls = 0;
    expect(() =>
      metered(new Meter(Infinity, () => (++polls > 3 ? 'abandon' : 'go on')), () => document.program()),
    ).toThrow(Abandoned);
    expect(document.program().problems).toEqual([]);
    expect(document.program().items.length).toBeGreaterThan(2_900);
    document.dispose();
  });
});

const rs: Readonly<Record<string, (n: number) => string>> = {
  parentheses: present(cpp['parentheses']),
  'braces that nothing closes': present(cpp['braces that nothing closes']),
  'braces that nothing opens': present(cpp['braces that nothing opens']),
  'strings without an end': (n) => filled('r#"a ', n),
  'a comment without an end': (n) => `/*${filled(' a', n)}`,
  'functions in functions': (n) => filled('fn f() { ', n),
  'uses in uses': (n) => `use ${filled('a::{', n)}`,
  'lists in lists': (n) => `fn f() { let x = ${filled('vec![', n)}`,
};

describe('Rust', () => {
  it.each(Object.entries(rs))('%s', (_, text) => {
    const [small, large] = [read(rust, text(2_000)), read(rust, text(20_000))];
    expect(large.spent).toBeLessThan(20 * small.spent + 400_000);
  });
});
