// Members of CUDA's vector types, `v.x` of a `float4`.
import { hole, int, ofType, withLongLong } from '../../algebra/leaf';
import { say } from '../../base/say';
import type { Expr } from '../../ir/program';
import { advance, recastPointer } from '../../values/pointer';
import type { Pointer, Value } from '../../values/value';
import type { Machine } from '../state/machine';
import type { Cell } from '../values/cells';
import { isTuple } from '../values/inspect';

/** `v.x` of CUDA's vectors (`uint2`, `float4`): in memory a part of it, else something of which only the type is known,
 *  since nothing is kept of their contents. */
export function component(
  m: Machine,
  value: Value,
  place: Cell | undefined,
  e: Expr & { is: 'Member' },
): Value | undefined {
  const index = ['x', 'y', 'z', 'w'].indexOf(e.id);
  if (isTuple(value) || index < 0) return undefined;
  const vector = m.simt && vectorInMemory(value, e);
  // What is narrower than `int` counts as one once it is read, and says nothing of its size.
  const part = vector && !isNarrow(vector.element) ? partOfVector(vector.element) : undefined;
  if (vector && part) return { is: 'element', pointer: advance(recastPointer(vector, part), int(index)) };
  const type = partOfVector(value);
  if (!type || isTuple(type) || type.is !== 'dynamic') return type;
  const name = `${place?.name ?? (value.is === 'scalar' ? value.type : '')}.${e.id}`;
  return ofType(m.unknownInt(name, say`${name} is a part of a vector`, 'input', e.idSpan, type.bits), type);
}

/** `p[i].x`, `p->x`. */
function vectorInMemory(value: Value, { arrow }: Expr & { is: 'Member' }): Pointer | undefined {
  if (isTuple(value)) return undefined;
  if (arrow) return value.is === 'pointer' ? value : undefined;
  return value.is === 'element' ? value.pointer : undefined;
}

const isNarrow = (vector: Value): boolean =>
  !isTuple(vector) && vector.is === 'scalar' && /short|char/.test(vector.type);

/** What the components of a vector are, by example. */
function partOfVector(vector: Value): Value | undefined {
  if (isTuple(vector) || vector.is !== 'scalar') return undefined;
  const [, unsigned, of] = /^(u?)(int|short|char|longlong|long|float|double)[1-4]$/.exec(vector.type) ?? [];
  if (of === undefined) return undefined;
  if (of === 'float' || of === 'double') return { is: 'scalar', type: of, bits: of === 'float' ? 32 : 64 };
  const bits = of.startsWith('long') ? 64 : 32;
  return withLongLong(hole(bits, unsigned === 'u' || undefined), of === 'longlong' || undefined);
}
