// How functions of tensors, copies and MMAs report their steps; see algebra/steps.ts.
import type { NoteOf } from '../algebra/steps';
import type { Value } from './value';

/** Receives one step: CuTe's function, its result, the purpose in a few words, and the operand that these words
 *  lead up to. */
export type Note = NoteOf<Value>;
