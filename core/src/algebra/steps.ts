// How a function of the algebra reports its steps, for `explain`. A function that CuTe defines in terms of others
// takes a `Note` as its last parameter, and calls it with each intermediate result. Nothing is computed for a note
// alone.
import { say } from '../base/say';
import type { IntTuple } from './leaf';
import type { Composable, Tiler } from './types';

/** Receives one step: CuTe's function, its result, the purpose in a few words, and the operand that these words
 *  lead up to. */
export type NoteOf<V> = (op: string, value: V, text?: string, by?: V) => void;

/** A note that receives values of the algebra. */
export type Note = NoteOf<IntTuple | Composable | Tiler>;

/** Reports a step on the inner layout of a composed layout, and gives its result. */
export function noteWhole<L extends Composable>(note: Note | undefined, op: string, given: Composable, result: L): L {
  if (given.is === 'composed')
    note?.(op, result, say`of the inner layout; the other parts of the composition stay around it`);
  return result;
}
