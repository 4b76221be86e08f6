// A random program about the language: some idioms of one class.
import { random } from '../../support/random';
import type { Source } from '../programs/generate';
import { languageClasses } from './classes';
import { Draft } from './draft';

/** The program of a seed and a class. `only` leaves just one of its idioms. */
export function languageProgram(className: string, seed: number, only = ''): Source {
  const idioms = Object.entries(languageClasses[className] ?? {}).filter(([name]) => only === '' || name === only);
  const draft = new Draft(random(seed));
  for (const [name, idiom] of draft.some(idioms, 2, 4)) {
    draft.stem = `${name}_`;
    idiom(draft);
  }
  const text = [
    '#include <cute/tensor.hpp>',
    'using namespace cute;',
    ...draft.top,
    'int main() {',
    ...draft.body,
    '  return 0;',
    '}',
    '',
  ].join('\n');
  return { id: `${className}-${seed}`, text };
}
