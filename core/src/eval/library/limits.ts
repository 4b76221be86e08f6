// `std::numeric_limits<T>` of the arithmetic types, and the macros of <climits> and <cstdint>.
import { dyn, withLongLong, withSign } from '../../algebra/leaf';
import { held64 } from '../../algebra/wide';
import { isIntegerType, isUnsignedScalar } from '../../values/scalars';
import type { Value } from '../../values/value';
import { isTuple } from '../values/inspect';

/** Members of `numeric_limits` that are functions. */
const functions = new Set(['max', 'min', 'lowest', 'epsilon', 'infinity']);

export function isLimitFunction(name: string): boolean {
  return functions.has(name);
}

/** A member of `numeric_limits<T>`, called where it is a function; undefined where it is not modelled. */
export function limit(type: Value, name: string): Value | undefined {
  if (isTuple(type) || (type.is !== 'dynamic' && type.is !== 'scalar')) return undefined;
  if (isIntegerType(type)) return integerLimit(type, name);
  return type.is === 'scalar' && (type.type === 'float' || type.type === 'double')
    ? floatLimit(type.type, name)
    : undefined;
}

function integerLimit(type: Extract<Value, { is: 'dynamic' | 'scalar' }>, name: string): Value | undefined {
  const { bits } = type;
  const unsigned = type.is === 'dynamic' ? type.unsigned === true : isUnsignedScalar(type);
  const digits = unsigned ? bits : bits - 1;
  const number = (n: bigint): Value => {
    if (type.is === 'scalar') return { ...type, n: Number(n) };
    const held = type.bits === 64 ? held64(n, type.unsigned) : withSign(dyn(Number(n)), type.unsigned);
    return withLongLong(held, type.longLong);
  };
  switch (name) {
    case 'max':
      return number(2n ** BigInt(digits) - 1n);
    case 'min':
    case 'lowest':
      return number(unsigned ? 0n : -(2n ** BigInt(digits)));
    case 'digits':
      return dyn(digits);
    case 'digits10':
      return dyn(Math.floor(digits * Math.log10(2)));
    case 'is_signed':
      return dyn(unsigned ? 0 : 1);
    case 'is_integer':
    case 'is_exact':
    case 'is_specialized':
      return dyn(1);
    case 'epsilon':
      return number(0n);
    default:
      return undefined;
  }
}

function floatLimit(type: 'float' | 'double', name: string): Value | undefined {
  const single = type === 'float';
  const number = (n: number): Value => ({ is: 'scalar', type, bits: single ? 32 : 64, n });
  const max = single ? (2 - 2 ** -23) * 2 ** 127 : Number.MAX_VALUE;
  switch (name) {
    case 'max':
      return number(max);
    case 'lowest':
      return number(-max);
    case 'min':
      return number(single ? 2 ** -126 : 2 ** -1022);
    case 'epsilon':
      return number(single ? 2 ** -23 : 2 ** -52);
    case 'infinity':
      return number(Infinity);
    case 'digits':
      return dyn(single ? 24 : 53);
    case 'digits10':
      return dyn(single ? 6 : 15);
    case 'is_signed':
    case 'is_specialized':
    case 'has_infinity':
      return dyn(1);
    case 'is_integer':
    case 'is_exact':
      return dyn(0);
    default:
      return undefined;
  }
}

/** Of the macros: bits, and whether the type is unsigned. */
const kinds: Readonly<Record<string, readonly [bits: number, unsigned: boolean]>> = {
  CHAR: [8, false],
  SCHAR: [8, false],
  UCHAR: [8, true],
  SHRT: [16, false],
  USHRT: [16, true],
  INT: [32, false],
  UINT: [32, true],
  LONG: [64, false],
  LLONG: [64, false],
  ULONG: [64, true],
  ULLONG: [64, true],
  SIZE: [64, true],
  INT8: [8, false],
  UINT8: [8, true],
  INT16: [16, false],
  UINT16: [16, true],
  INT32: [32, false],
  UINT32: [32, true],
  INT64: [64, false],
  UINT64: [64, true],
};

/** `INT_MAX`, `UINT8_MAX`, `CHAR_BIT`; undefined for other names. */
export function limitConstant(id: string): Value | undefined {
  if (id === 'CHAR_BIT') return dyn(8);
  const [, kind, which] = /^([A-Z]+\d*)_(MAX|MIN)$/.exec(id) ?? [];
  const found = kind === undefined ? undefined : kinds[kind];
  if (!found || (which === 'MIN' && found[1])) return undefined;
  const [bits, unsigned] = found;
  const digits = unsigned ? bits : bits - 1;
  const n = which === 'MIN' ? -(2n ** BigInt(digits)) : 2n ** BigInt(digits) - 1n;
  if (bits === 64) return held64(n, unsigned || undefined);
  return withSign(dyn(Number(n)), (unsigned && bits >= 32) || undefined);
}
