// Members of CUDA's vector types, `v.x` of a `float4`.
import { type Dynamic, int, ofType } from '../../algebra/leaf';
import { say } from '../../base/say';
import type { Expr } from '../../ir/program';
import { cudaVectors } from '../../values/cuda-vectors';
import { advance, recastPointer } from '../../values/pointer';
import { asLeaf, isIntegerType, scalarExample } from '../../values/scalars';
import type { Pointer, Scalar, Value } from '../../values/value';
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
  const part = vector && partOfVector(vector.element, index);
  if (vector && part) return { is: 'element', pointer: advance(recastPointer(vector, part), int(index)) };
  const of = partOfVector(value, index);
  if (!of) return undefined;
  const type = of.is === 'scalar' && isIntegerType(of) ? asLeaf(of) : of;
  if (type.is !== 'dynamic') return type;
  const name = `${place?.name ?? (value.is === 'scalar' ? value.type : '')}.${e.id}`;
  return ofType(m.unknownInt(name, say`${name} is a part of a vector`, 'input', e.idSpan, type.bits), type);
}

/** `p[i].x`, `p->x`. */
function vectorInMemory(value: Value, { arrow }: Expr & { is: 'Member' }): Pointer | undefined {
  if (isTuple(value)) return undefined;
  if (arrow) return value.is === 'pointer' ? value : undefined;
  return value.is === 'element' ? value.pointer : undefined;
}

/** What a component of a vector is, by example. */
function partOfVector(vector: Value, index: number): Scalar | Dynamic | undefined {
  const of = !isTuple(vector) && vector.is === 'scalar' ? cudaVectors.get(vector.type) : undefined;
  return of && index < of.count ? scalarExample(of.of) : undefined;
}
