// The shape of a value that a comment may describe. Knows values, not comments.
import type { IntTuple } from '../../algebra/leaf';
import type { Layout } from '../../algebra/types';
import { isA, isTuple } from '../../values/convert';
import type { Value } from '../../values/value';

/** The shape of a tensor, a layout, or a tuple that may be a shape; for a composed layout, the shape of its domain. */
export function shapeOf(value: Value): IntTuple | undefined {
  if (isA(value, 'tensor')) return affine(value.layout)?.shape;
  if (isA(value, 'layout') || isA(value, 'composed')) return affine(value)?.shape;
  return isShape(value) ? value : undefined;
}

export function affine(value: Value): Layout | undefined {
  if (isA(value, 'layout')) return value;
  return isA(value, 'composed') ? affine(value.b) : undefined;
}

function isShape(value: Value): value is readonly IntTuple[] {
  return (
    isTuple(value) &&
    value.length > 0 &&
    value.every((part) => isA(part, 'static') || isA(part, 'dynamic') || isShape(part))
  );
}
