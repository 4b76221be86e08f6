// CuTe's named constants: the static integers `_8`, `_m1` and `true_type`, and the underscore `_`.
// Source: cute/numeric/integral_constant.hpp, underscore.hpp. Reads a single name, not an expression.
import { int, underscore } from '../../algebra/leaf';
import type { Value } from '../../values/value';

const smallConstants = new Set([
  ...[-32, -24, -16, -12, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12],
  ...Array.from({ length: 31 }, (_, i) => 16 + 8 * i),
  384,
  512,
  768,
  1024,
  2048,
  4096,
  8192,
  16384,
  32768,
  65536,
  131072,
  262144,
  524288,
]);

/** `_` (a value), and the types `_8`, `_m1`, `X`, `Underscore`, `true_type`, `false_type`; undefined for other names.
 *  Only the constants that cute/numeric/integral_constant.hpp defines exist: `_11` does not. */
export function namedConstant(name: string): Value | undefined {
  switch (name) {
    case '_':
      return underscore;
    case 'X':
    case 'Underscore':
      return { is: 'type', of: underscore };
    case 'true_type':
      return { is: 'type', of: { is: 'static', n: 1, type: 'bool' } };
    case 'false_type':
      return { is: 'type', of: { is: 'static', n: 0, type: 'bool' } };
    default: {
      const digits = /^_(m?)(0|[1-9]\d*)$/.exec(name);
      if (!digits) return undefined;
      const n = Number(digits[2]) * (digits[1] ? -1 : 1);
      return smallConstants.has(n) ? { is: 'type', of: int(n) } : undefined;
    }
  }
}
