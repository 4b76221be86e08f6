// Operators whose result one static operand decides, whatever the other one is.
// Source: cute/numeric/integral_constant.hpp.
import { int, type Int, type Static } from './leaf';
import type { SymbolicOperator } from './symbols';

const zero = int(0);
const one = int(1);

/** The operations on a static and a dynamic integer whose result is static: `_0*d`, `_0/d`, `_0%d`, `d%_1`,
 *  `_0&d`, `_false&&d`, `_true||d`. */
export function mixedStatic(op: SymbolicOperator, a: Int, b: Int): Static | undefined {
  const x = a.is === 'static' ? a.n : undefined;
  const y = b.is === 'static' ? b.n : undefined;
  switch (op) {
    case 'mul':
    case 'and':
    case 'land':
      return x === 0 || y === 0 ? zero : undefined;
    case 'div':
      return x === 0 ? zero : undefined;
    case 'mod':
      return x === 0 || y === 1 || y === -1 ? zero : undefined;
    case 'lor':
      return (x !== undefined && x !== 0) || (y !== undefined && y !== 0) ? one : undefined;
    default:
      return undefined;
  }
}
