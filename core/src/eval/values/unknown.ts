// Makes unknown values, with the reason and the names that the user could pin to make them known.
import type { Span } from '../../base/span';
import type { Cause, Unknown } from '../../values/value';

export function unknown(code: Cause['code'], message: string, at?: Span, needs?: readonly string[]): Unknown {
  return { is: 'unknown', cause: { code, message, ...(needs && { needs }) }, at };
}
