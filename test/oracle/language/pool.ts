// An idiom that is a pool of text: declarations, statements, and expressions of which some are asked for. `@` in them
// is a number that no other idiom of the program has, `#` a random digit.
import type { Draft, Idiom } from './draft';

/** Defined where a compiler judges the program. */
export const JUDGE = 'CUTE_LENS_JUDGE';

export interface Pool {
  readonly declare: string;
  /** Definitions that only the compilers see. */
  readonly elsewhere?: string;
  /** Statements of `main` before the first question. */
  readonly run?: string;
  readonly ask: readonly string[];
  /** Whether CuTe's static integers and layouts can be made of what is asked for. */
  readonly constant?: boolean;
  readonly plain?: boolean;
}

export function pool({ declare, elsewhere, run, ask, constant = false, plain = false }: Pool): Idiom {
  return (draft) => {
    const at = draft.name('');
    const written = (text: string): string => filled(draft, text, at);
    draft.declare(...lines(written(declare)));
    if (elsewhere !== undefined) draft.declare(`#ifdef ${JUDGE}`, ...lines(written(elsewhere)), '#endif');
    if (run !== undefined) draft.run(...lines(written(run)));
    for (const one of draft.some(ask, 3, 7)) draft.ask(written(one), { constant, plain });
  };
}

function filled(draft: Draft, text: string, at: string): string {
  return text.replace(/@/g, at).replace(/#/g, () => String(draft.rng.int(1, 9)));
}

function lines(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
