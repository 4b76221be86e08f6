// How functions of tensors, copies and MMAs report what they do on the way; algebra/steps.ts says how to use it.
import type { NoteOf } from '../algebra/steps';
import type { Value } from './value';

/** Told one step: CuTe's function, its result, what it is for in a few words, and the operand that those words are
 *  about. */
export type Note = NoteOf<Value>;
