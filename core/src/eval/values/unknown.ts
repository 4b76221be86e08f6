// What is said where a value is not known: why, and what would have to be known.
import type { Span } from '../../base/span';
import type { Cause, Unknown } from '../../values/value';

export function unknown(code: Cause['code'], message: string, at?: Span, needs?: readonly string[]): Unknown {
  return { is: 'unknown', cause: { code, message, ...(needs && { needs }) }, at };
}
