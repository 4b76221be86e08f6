// CUTLASS's own functions on integers, beside those of CuTe of the same names.
// Source: cutlass/fast_math.h.
import * as a from '../../algebra/index';
import { hole, type Dynamic, type Int, withNumber, withSign } from '../../algebra/leaf';
import { unknownAs } from '../../algebra/unknowns';
import { modulo } from '../../algebra/unsigned';
import { refused } from '../../values/refused';
import { isA, untype } from '../../values/convert';
import { anInt, fn, type Entry } from '../entry';
import type { BuiltinCall, Family } from '../registry';

const entries: Readonly<Record<string, Entry>> = {
  ceil_div: fn('a, b', 'a / b rounded up, of `int`s', ['cutlass::ceil_div(_7{}, 2) // 4'], (c) =>
    a.ceilDiv(operand(c, 0), operand(c, 1), 'ceil_div'),
  ),
  round_up: fn('a, b', 'a rounded up to a multiple of b, of `int`s', ['cutlass::round_up(_7{}, 2) // 8'], (c) =>
    a.round_up(operand(c, 0), operand(c, 1)),
  ),
  gcd: fn('<T>(a, b)', 'the greatest common divisor, which is not negative', ['cutlass::gcd(-4, 6) // 2'], (c) =>
    a.abs(a.gcd2(...alike(c))),
  ),
  lcm: fn('<T>(a, b)', 'the least common multiple, which is not negative', ['cutlass::lcm(-4, 6) // 12'], (c) =>
    a.abs(a.lcm(...alike(c))),
  ),
};

export const fastMath: Family = {
  header: 'cutlass/fast_math.h',
  entries: new Map(
    Object.entries(entries).map(([name, entry]) => [`cutlass::${name}`, { kind: 'function' as const, ...entry }]),
  ),
  methods: new Map(),
  members: new Map(),
};

/** An operand as a parameter of type `int`, or of another type, holds it. */
function operand(c: BuiltinCall, i: number, type: Dynamic = hole()): Dynamic {
  const given = a.asDynamic(anInt(c, i, 'this function'));
  if (given.n === undefined) return unknownAs(given, type.bits, type.unsigned);
  const { bits, unsigned } = type;
  const n = bits === 64 && !unsigned ? given.n : modulo(given.n, bits);
  return withSign(withNumber(given, bits === 32 && !unsigned ? n | 0 : n, bits), unsigned);
}

/** Both operands as the type that is written, or that they have. */
function alike(c: BuiltinCall): readonly [Int, Int] {
  const type = c.targs[0] && untype(c.targs[0]);
  if (type !== undefined && isA(type, 'dynamic')) return [operand(c, 0, type), operand(c, 1, type)];
  const [x, y] = [anInt(c, 0, 'this function'), anInt(c, 1, 'this function')];
  const isAlike = x.is === 'dynamic' && y.is === 'dynamic' && x.bits === y.bits && x.unsigned === y.unsigned;
  if (!isAlike || type !== undefined) throw refused('type')`the arguments have different types`;
  return [x, y];
}
