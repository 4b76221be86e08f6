// Coordinates outside of the shape that they index, for all threads of a block (state/simt.ts). CuTe computes an offset
// for them anyway. An index alone is no access, so the pointer that it gives keeps such coordinates
// (`Pointer.beyond`); overruns.ts looks at them where it is read or written.
import { spend } from '../../base/meter';
import type { Span } from '../../base/span';
import { coordOf } from '../../builtins/cute/tensor';
import { flatten_to_tuple, has_underscore, isTuple as isIntTuple, product } from '../../algebra/index';
import { unlessRefused } from '../../algebra/errors';
import { lanesOf } from '../../algebra/lanes';
import { isInt, type Int, type IntTuple, type Leaf } from '../../algebra/leaf';
import { anew } from '../../values/pointer';
import type { Beyond, Pointer, Tensor, Value } from '../../values/value';
import type { Machine } from '../state/machine';
import type { Simt } from '../state/simt';
import { isTuple } from '../values/inspect';
import { isInRegisters } from '../values/own-registers';
import { followed } from './accesses';
import { bytesOf } from './addresses';
import { plainPart, whole } from './parts';

/** A tensor that `make_tensor` makes of memory: what is found through it remembers it. */
export function made(m: Machine, value: Value, at: Span): Value {
  const simt = followed(m);
  if (!simt || isTuple(value) || value.is !== 'tensor' || !mayOverrun(value.data)) return value;
  const through = { tensor: value, at };
  simt.tensors.push(through);
  return whole(simt, through, { ...value, data: { ...anew(value.data), through } });
}

/** A tensor whose start `domain_offset` moves on purpose. */
export function movedOnPurpose(value: Value): Value {
  return isTuple(value) || value.is !== 'tensor' || !value.data.beyond ? value : { ...value, data: anew(value.data) };
}

/** What an index into a tensor gives: it remembers the coordinate where that is outside in some threads. */
export function indexed(m: Machine, object: Value, args: readonly Value[], value: Value, at: Span): Value {
  const simt = followed(m);
  if (!simt || isTuple(object) || object.is !== 'tensor' || isTuple(value)) return value;
  if (!object.data.through && !isInRegisters(object)) return value;
  if (value.is !== 'element' && value.is !== 'tensor') return value;
  const beyond = unlessRefused(
    () => outside(simt, object, coordOf(args), at),
    () => [],
  );
  if (beyond.length === 0) return value;
  const led = (data: Pointer): Pointer => ({ ...data, beyond: [...(data.beyond ?? []), ...beyond] });
  return value.is === 'element' ? { ...value, pointer: led(value.pointer) } : { ...value, data: led(value.data) };
}

function mayOverrun({ space, transform }: Pointer): boolean {
  return (space === 'smem' || space === 'gmem' || space === 'generic') && transform === undefined;
}

/** The integers of a coordinate, each with the modes that it indexes. */
interface Part {
  readonly crd: Int;
  readonly shape: readonly Leaf[];
  readonly stride: readonly Leaf[];
  readonly mode: readonly number[];
}

function outside(simt: Simt, tensor: Tensor, crd: IntTuple, at: Span): readonly Beyond[] {
  const { layout, data } = tensor;
  const inner = plainPart(layout);
  if (!inner) return [];
  return partsOf(crd, inner.shape, inner.stride, []).flatMap((part): readonly Beyond[] => {
    const [last, step] = [part.shape.at(-1), part.stride.at(-1)];
    const extent = product(part.shape);
    if (!last || !step || !isInt(last) || !isInt(step) || !isInt(extent)) return [];
    // A mode of stride 0 repeats its elements, and one of a single element has no direction in which it could go on.
    if (!step.n || last.n === undefined || last.n < 2 || extent.n === undefined) return [];
    const steps = overrunning(simt, part.crd, extent.n, last.n);
    if (!steps) return [];
    const stride = step.n * bytesOf(data);
    const isSlice = has_underscore(crd);
    const iterations = simt.iterations.now;
    const where = { at, tensor, crd, part: part.crd, mode: part.mode, extent: extent.n, isSlice, iterations };
    return [{ ...where, steps, count: last.n, stride }];
  });
}

function partsOf(crd: IntTuple, shape: IntTuple, stride: IntTuple, mode: readonly number[]): readonly Part[] {
  if (!isIntTuple(crd))
    return isInt(crd)
      ? [{ crd, shape: flatten_to_tuple<Leaf>(shape), stride: flatten_to_tuple<Leaf>(stride), mode }]
      : [];
  if (!isIntTuple(shape) || !isIntTuple(stride)) return [];
  return crd.flatMap((part, i) => {
    const [s, d] = [shape[i], stride[i]];
    return s && d ? partsOf(part, s, d, [...mode, i]) : [];
  });
}

/** How far each thread goes along the last of the modes that its coordinate indexes; NaN where it stays inside.
 *  Undefined where all threads do. */
function overrunning(simt: Simt, crd: Int, extent: number, last: number): Float64Array | undefined {
  if (crd.n !== undefined && crd.n >= 0 && crd.n < extent) return undefined;
  const lanes = lanesOf(crd, simt.count);
  if (!lanes) return undefined;
  spend(simt.count, 'threads');
  const before = extent / last;
  // Where several modes share a negative number, each gets a part of it.
  const isOutside = (n: number): boolean => n >= extent || (n < 0 && before === 1);
  return lanes.some(isOutside) ? lanes.map((n) => (isOutside(n) ? Math.trunc(n / before) : NaN)) : undefined;
}
