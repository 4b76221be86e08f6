// How a function reports what it does on the way (`explain`). A function that CuTe defines by others takes a `Note`
// last, and tells it each intermediate result as it computes it. Nothing is computed for the note alone.
import type { IntTuple } from './leaf';
import type { Composable, Tiler } from './types';

/** Told one step: CuTe's function, its result, what it is for in a few words, and the operand that those words are
 *  about. */
export type NoteOf<V> = (op: string, value: V, text?: string, by?: V) => void;

/** The note as functions of the algebra see it. */
export type Note = NoteOf<IntTuple | Composable | Tiler>;

/** A step whose result still lacks what a composed layout has around it. */
export function noteWhole<L extends Composable>(note: Note | undefined, op: string, given: Composable, result: L): L {
  if (given.is === 'composed') note?.(op, result, 'of the inner layout, the rest of the composition around it');
  return result;
}
