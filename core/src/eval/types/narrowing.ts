// Narrowing conversions in braced lists ([dcl.init.list]/7): a number to a type that does not represent all values of
// its own. Of constants, whose value may fit, only literals are looked at.
import { isScalar, scalarTypes } from '../../values/scalars';
import type { Value } from '../../values/value';
import { isA } from '../../values/convert';
import type { Arg } from '../values/entities';

interface NumberType {
  readonly integer: boolean;
  readonly bits: number;
  readonly unsigned: boolean;
  readonly truth: boolean;
}

export function numberType(type: Value): NumberType | undefined {
  if (isA(type, 'dynamic')) {
    if (type.narrow === undefined)
      return { integer: true, bits: type.bits, unsigned: type.unsigned === true, truth: false };
    return typeof type.narrow === 'string' ? named(type.narrow) : undefined;
  }
  return isScalar(type) ? named(type.type) : undefined;
}

/** The arithmetic types of C++; the library's are classes. */
const plain = /^(bool|char|u?int(8|16|32|64)_t|char(8|16|32)_t|wchar_t|float|double|long double)$/;

function named(name: string): NumberType | undefined {
  const found = plain.test(name) ? scalarTypes.get(name) : undefined;
  if (!found) return undefined;
  const unsigned = /^(u|bool|char(8|16|32))/.test(name);
  return { integer: found.integer, bits: found.bits, unsigned, truth: name === 'bool' };
}

/** Whether an element of a list is narrowed; undefined where that depends on its value. */
export function narrows({ written }: Arg, from: Value, to: Value): boolean | undefined {
  const [a, b] = [numberType(from), numberType(to)];
  if (!a || !b || !losesValues(a, b)) return false;
  if (!a.integer && b.integer) return true;
  const is = written?.expr.is;
  if (is === 'Int' || is === 'Bool' || is === 'Char' || is === 'Float') return false;
  return is === 'Call' || is === 'Expand' ? true : undefined;
}

function losesValues(from: NumberType, to: NumberType): boolean {
  if (from.integer !== to.integer) return true;
  if (!from.integer) return from.bits > to.bits;
  if (from.truth || to.truth) return !from.truth;
  if (from.unsigned && !to.unsigned) return to.bits <= from.bits;
  return (to.unsigned && !from.unsigned) || to.bits < from.bits;
}
