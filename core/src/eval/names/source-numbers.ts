// `__builtin_LINE()` and `__builtin_COLUMN()`: an `int` for g++ and nvcc, an `unsigned` for clang++. Knows no place.
import { say } from '../../base/say';
import type { Expr } from '../../ir/program';
import type { Unknown } from '../../values/value';
import { contested } from '../values/unknown';

/** Where the type of an expression decides on which compilers differ. */
export function contestedNumber(e: Expr): Unknown | undefined {
  const isNumber = e.is === 'Call' && e.callee.is === 'Name' && /^__builtin_(?:LINE|COLUMN)$/.test(e.callee.id);
  return isNumber ? contested(say`compilers differ on the type of the number of a line`, e.span) : undefined;
}
