// A value as a C++ condition and as a number, where these are known.
import { wideOf } from '../../algebra/wide';
import type { Value } from '../../values/value';
import { fromOf, isTuple } from './inspect';
import { targetOf } from './kinds';
import { isDynamicIntValue } from './template-args';

/** True, false, or undefined where the number is not known. */
export function truth(value: Value): boolean | undefined {
  const n = asNumber(value);
  if (n !== undefined) return n !== 0;
  return !isTuple(value) && value.is === 'dynamic' && wideOf(value) !== undefined ? true : undefined;
}

/** What an address, a function or a literal is as a `bool`: none of them is null. Undefined for all others. */
export function truthOfAddress(value: Value): 1 | undefined {
  if (isTuple(value)) return undefined;
  if (value.is === 'text') return value.of === undefined ? 1 : undefined;
  const target = targetOf(value);
  const isOne =
    target?.kind === 'address' ? target.as !== 'reference' : /^(?:functions|lambda)$/.test(target?.kind ?? '');
  return isOne ? 1 : undefined;
}

/** The number of an integer or scalar, undefined where it is not known. A type that wraps a constant
 *  (`is_static<L>`) counts as its value. */
export function asNumber(value: Value): number | undefined {
  if (isTuple(value)) return undefined;
  switch (value.is) {
    case 'static':
    case 'dynamic':
      return value.n;
    case 'underscore':
      return 0;
    case 'scalar':
      return value.n;
    case 'struct':
      return value.name === 'optional' && value.cls === undefined
        ? asNumber(value.fields.get('#has') ?? value)
        : undefined;
    case 'pointer':
      return value.null ? 0 : undefined;
    default:
      return undefined;
  }
}

/** The assumptions, by id, on which the number of a condition rests. */
export function assumptionsBehind(value: Value): readonly number[] {
  return value.is === 'dynamic' ? (value.from ?? []) : [];
}

/** A number chosen by a condition rests on what the condition rests on. */
export function withFrom(value: Value, cond: Value): Value {
  const from = fromOf(cond);
  if (!from || !isDynamicIntValue(value)) return value;
  return { ...value, from: [...new Set([...(value.from ?? []), ...from])].sort((a, b) => a - b) };
}
