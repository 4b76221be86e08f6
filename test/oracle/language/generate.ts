// A random program about the language: some idioms of one class. Its macros end with it, since many programs are one
// unit.
import { random } from '../../support/random';
import type { Source } from '../programs/generate';
import { languageClasses } from './classes';
import { Draft } from './draft';

/** The program of a seed and a class. `only` leaves just one of its idioms. */
export function languageProgram(className: string, seed: number, only = ''): Source {
  const idioms = Object.entries(languageClasses[className] ?? {}).filter(([name]) => only === '' || name === only);
  const draft = new Draft(random(seed));
  for (const [name, idiom] of draft.some(idioms, 1, 3)) {
    draft.stem = `${name}_`;
    idiom(draft);
  }
  const macros = new Set(draft.top.flatMap((line) => /^#define (\w+)/.exec(line)?.[1] ?? []));
  const text = [
    '#include <cute/tensor.hpp>',
    'using namespace cute;',
    ...draft.top,
    'int main() {',
    ...draft.body,
    '  return 0;',
    '}',
    ...[...macros].map((name) => `#undef ${name}`),
    '',
  ].join('\n');
  return { id: `${className}-${seed}`, text };
}
