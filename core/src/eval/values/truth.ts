// A value as a C++ condition, and as a number, where these are known.
import type { Value } from '../../values/value';
import { isList } from './inspect';

/** True, false, or undefined where the number is not known. */
export function truth(value: Value): boolean | undefined {
  const n = asNumber(value);
  return n === undefined ? undefined : n !== 0;
}

/** The number of an integer or scalar. A type that wraps a constant (`is_static<L>`) counts as its value. */
export function asNumber(value: Value): number | undefined {
  if (isList(value)) return undefined;
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

/** Ids of assumptions behind a condition's number. */
export function assumptionsBehind(value: Value): readonly number[] {
  return !isList(value) && value.is === 'dynamic' ? (value.from ?? []) : [];
}
