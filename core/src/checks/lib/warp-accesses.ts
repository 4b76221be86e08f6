// The memory accesses of one warp in a copy: the byte addresses of its 32 threads for each instruction. Evaluation
// follows one thread; the addresses of the others are computed with the partition that the thread's tensor came from.
// The cost of accesses is known to core/src/access. Where the partition is not certain, there is no access.
import { remembered } from '../../base/remembered';
import { say } from '../../base/say';
import type { Call } from '../../analysis';
import { isAccessWidth, LINE_BYTES, type AccessWidth, type WarpAddresses } from '../../access/index';
import {
  compile,
  number,
  offset_of,
  print,
  size,
  zipped_divide,
  get_flat_coord,
  rank,
  slice,
  product_each,
  dice,
  int,
  crd2idx,
} from '../../algebra/index';
import { known } from '../../algebra/errors';
import { spend } from '../../base/meter';
import { dyn, isTuple as isIntTuple, underscore, type IntTuple } from '../../algebra/leaf';
import type { AnyLayout } from '../../algebra/types';
import { addressing, assignment, type Addressing } from '../../atoms/copy_addressing';
import { type CopyMeans, meansOfCopy, tidfrg, type Side } from '../../atoms/copy_atom';
import { mmaSlice, partition, type Operand } from '../../atoms/mma_atom';
import { asInt, isA, isTuple, numbersOf } from '../../values/convert';
import { copyVector, isInVectors } from '../../values/copy_width';
import { sizeofBits } from '../../values/scalars';
import type { Tensor, TiledMma, Value } from '../../values/value';
import type { Facts } from './facts';
import { isThreadIndex } from './origin';
import { refused } from '../../values/refused';

/** One side of a copy in shared or global memory, for the first warp of a block. */
export type WarpAccess = Addressing & {
  readonly call: Call;
  /** The index of the operand of the call. */
  readonly operand: number;
  readonly space: 'smem' | 'gmem';
  /** The bytes at each address. */
  readonly bytes: AccessWidth;
  /** The copy operation, where the copy names one: `UniversalCopy<float>`. Absent for `copy(source, destination)`. */
  readonly atom?: string;
  /** The bits of an element of the tensor. */
  readonly elementBits: number;
  /** The tensor before it was partitioned among the threads. */
  readonly root: Tensor;
  /** The addresses of each instruction by lane, from the start of the root's memory. */
  readonly instructions: readonly WarpAddresses[];
  /** For cp.async, the accesses of the first instructions on the other side, which determine the cost. */
  readonly counterpart?: Counterpart;
  /** The same accesses if the root had another layout. Throws: AlgebraError. */
  readonly with: (layout: AnyLayout) => readonly WarpAddresses[];
};

/** The other side of cp.async; addresses count from the start of its tensor's memory. */
interface Counterpart {
  readonly op: WarpAccess['op'];
  readonly root: Tensor;
  readonly instructions: readonly WarpAddresses[];
}

/** The largest number of instructions that are examined. Further ones usually repeat them. */
const mostInstructions = 64;
const lanes = 32;

/** All accesses of copies whose addresses are known for the whole warp. */
export const warpAccesses = remembered(allAccesses);

function allAccesses(facts: Facts): readonly WarpAccess[] {
  const origins = new Origins(facts);
  return facts.calls('copy', 'copy_if', 'copy_aligned').flatMap((call) => accessesOf(call, origins, facts));
}

/** The accesses of one copy whose addresses are known for the whole warp. */
export function warpAccessesOf(call: Call, facts: Facts): readonly WarpAccess[] {
  return accessesOf(call, new Origins(facts), facts);
}

function accessesOf(call: Call, origins: Origins, facts: Facts): readonly WarpAccess[] {
  if (!isWholeWarp(call, facts)) return [];
  const tensors = call.operands.flatMap(({ value }, at) => (isA(value, 'tensor') ? [{ tensor: value, at }] : []));
  const [source, destination] = tensors.slice(-2);
  if (!source || !destination || tensors.length > 2 || source.at !== call.operands.length - 2) return [];
  const means = meansOfCopy(call.name, call.operands[0]?.value);
  const isByElements = 'mostBits' in means && (means.mostBits === undefined || call.name === 'copy_if');
  if (source.at !== 0 && isByElements) return [];
  const reads = known(() => accessOf(call, source, 'S', means, destination.tensor, origins)) ?? [];
  const writes = known(() => accessOf(call, destination, 'D', means, source.tensor, origins)) ?? [];
  const [read, write] = [reads[0], writes[0]];
  if (!read || !write?.op.startsWith('async')) return [...reads, ...writes];
  const count = Math.min(
    ...[source, destination].map(
      ({ tensor }) => (numbersOf([size(tensor.layout)])?.[0] ?? 0) / ((read.bytes * 8) / read.elementBits),
    ),
    read.instructions.length,
    write.instructions.length,
  );
  const side = ({ op, root, instructions }: WarpAccess): { readonly counterpart: Counterpart } => ({
    counterpart: { op, root, instructions: instructions.slice(0, count) },
  });
  return [
    { ...read, ...side(write) },
    { ...write, ...side(read) },
  ];
}

/** True where warps consist of neighbouring threads in x: the rows of the block consist of whole warps. */
function isWholeWarp(call: Call, facts: Facts): boolean {
  const [x] = numbersOf((facts.instance(call.instance)?.launch?.block ?? []).slice(0, 1)) ?? [];
  return x !== undefined && x % lanes === 0;
}

/** The access of an instruction on one side, and the number of elements that it moves for a thread. */
function shapeOf(
  means: CopyMeans,
  side: Side,
  mine: Tensor,
  other: Tensor,
): { readonly how: Addressing; readonly values: number } | undefined {
  if ('mostBits' in means) {
    const [source, destination] = side === 'S' ? [mine, other] : [other, mine];
    const values = copyVector(source, destination, means.mostBits);
    // The instructions are told from the elements in their order.
    return isInVectors(mine.layout, values) ? { how: assignment[side], values } : undefined;
  }
  const { atom } = means;
  const how = addressing(atom.op, side);
  return how && { how, values: number(size(side === 'S' ? atom.layoutSrc : atom.layoutDst, 1)) };
}

function accessOf(
  call: Call,
  { tensor, at }: { tensor: Tensor; at: number },
  side: Side,
  means: CopyMeans,
  other: Tensor,
  origins: Origins,
): readonly WarpAccess[] {
  const { space, element, swizzle } = tensor.data;
  if ((space !== 'smem' && space !== 'gmem') || swizzle !== undefined) return [];
  const elementBits = sizeofBits(element);
  const shape = shapeOf(means, side, tensor, other);
  const origin = shape && origins.of(tensor);
  const bytes = ((shape?.values ?? 0) * elementBits) / 8;
  if (!shape || !origin || !isAccessWidth(bytes) || (shape.how.matrices > 0 && bytes !== 16)) return [];
  const addresses = (layout: AnyLayout): readonly WarpAddresses[] =>
    instructionsOf(origin.offsets({ ...origin.root, layout }), shape.values, elementBits);
  const instructions = origins.instructions(origin, shape.values, elementBits, () => addresses(origin.root.layout));
  if (instructions.length === 0) return [];
  return [
    {
      call,
      operand: at,
      space,
      ...shape.how,
      bytes,
      ...('atom' in means && { atom: means.atom.op }),
      elementBits,
      root: origin.root,
      instructions,
      with: addresses,
    },
  ];
}

/** The offset of each value of each thread, in elements, and the number of values of a thread. */
interface Offsets {
  readonly values: number;
  readonly at: (lane: number, value: number) => number;
}

/** The cost of an address that the algebra computes. */
const unitsOfAddress = 16;

function instructionsOf(
  { values, at }: Offsets,
  perInstruction: number,
  elementBits: number,
): readonly WarpAddresses[] {
  const count = Math.min(mostInstructions, Math.floor(values / perInstruction));
  const instructions: number[][] = [];
  for (let i = 0; i < count; i++) {
    const addresses: number[] = [];
    spend(unitsOfAddress * lanes, 'addresses');
    for (let lane = 0; lane < lanes; lane++) addresses.push((at(lane, i * perInstruction) * elementBits) / 8);
    instructions.push(addresses);
  }
  return instructions;
}

// ---- Where a thread's tensor comes from
// -------------------------------------------------------------------------------

interface Origin {
  readonly root: Tensor;
  readonly offsets: (root: Tensor) => Offsets;
}

/** Finds the partition that made a tensor. A slice of a partition keeps the values of an instruction, so it counts
 *  as the whole partition. */
class Origins {
  private readonly makers = new Map<Value, Call>();
  /** A loop copies slices of the same partition repeatedly. */
  private readonly origins = new Map<Call, Origin | undefined>();
  private readonly addresses = new Map<Origin, Map<string, readonly WarpAddresses[]>>();

  constructor(private readonly facts: Facts) {
    for (const call of facts.calls(
      'partition_S',
      'partition_D',
      'local_partition',
      'partition_A',
      'partition_B',
      'partition_C',
      'operator()',
    )) {
      if (isA(call.result, 'tensor') && !this.makers.has(call.result)) this.makers.set(call.result, call);
    }
  }

  of(tensor: Tensor, depth = 0): Origin | undefined {
    const call = this.makers.get(tensor);
    if (!call || depth > 4) return undefined;
    if (call.name === 'operator()') return this.ofSlice(call, depth);
    if (!this.origins.has(call)) this.origins.set(call, this.ofPartition(call));
    return this.origins.get(call);
  }

  /** The addresses for instructions of this many values of an origin; `compute` runs once for each. Throws: what
   *  `compute` throws. */
  instructions(
    origin: Origin,
    values: number,
    bits: number,
    compute: () => readonly WarpAddresses[],
  ): readonly WarpAddresses[] {
    const known = this.addresses.get(origin) ?? new Map<string, readonly WarpAddresses[]>();
    const key = `${values} of ${bits}`;
    const found = known.get(key) ?? compute();
    this.addresses.set(origin, known.set(key, found));
    return found;
  }

  private ofSlice({ operands }: Call, depth: number): Origin | undefined {
    const [object, coordinate] = operands.map(({ value }) => value);
    return object !== undefined && isA(object, 'tensor') && isA(coordinate ?? object, 'underscore')
      ? this.of(object, depth + 1)
      : undefined;
  }

  private ofPartition(call: Call): Origin | undefined {
    const [object, ...given] = call.operands.map(({ value }) => value);
    if (object === undefined) return undefined;
    if (call.name === 'local_partition') return this.ofLocalPartition(call, object, given);
    const [root] = given;
    if (root === undefined || !isA(root, 'tensor') || this.makers.has(root)) return undefined;
    if (isA(object, 'thr-copy') && this.isThread(call, object.index)) {
      const side: Side = call.name.endsWith('S') ? 'S' : 'D';
      return { root, offsets: ({ layout }) => offsetsOfThreads(tidfrg(object.copy, side, layout), dyn(0)) };
    }
    if (isA(object, 'thr-mma') && this.isThread(call, object.vmnk)) {
      const operand = operandOf.get(call.name);
      return operand && { root, offsets: (from) => offsetsOfOperand(object.mma, operand, from) };
    }
    return undefined;
  }

  private ofLocalPartition(
    call: Call,
    root: Value,
    [threads, index, projection]: readonly Value[],
  ): Origin | undefined {
    if (
      !isA(root, 'tensor') ||
      this.makers.has(root) ||
      threads === undefined ||
      !isA(threads, 'layout') ||
      index === undefined
    )
      return undefined;
    if (!isThreadIndex(this.facts, call.operands[2]?.span)) return undefined;
    const kept = projection === undefined ? threads : dice(projection, threads);
    const tile = product_each(kept.shape);
    return {
      root,
      offsets: ({ layout }) => {
        const divided = zipped_divide(layout, tile);
        const place = (lane: number): number => offset(crd2idx(get_flat_coord(kept, dyn(lane)), tile));
        return offsetsOfThreads(divided, get_flat_coord(kept, dyn(0)), place);
      },
    };
  }

  /** True where the slice was taken for `threadIdx.x`, according to the operand of `get_slice`. */
  private isThread(partitioned: Call, index: IntTuple): boolean {
    const slices = this.facts
      .calls('get_slice', 'get_thread_slice')
      .filter(
        ({ instance, result }) =>
          instance === partitioned.instance && isSliceAt(result, partitioned.operands[0]?.value, index),
      );
    return slices.length > 0 && slices.every((slice) => isThreadIndex(this.facts, slice.operands[1]?.span));
  }
}

/** True where the slice is the one that partitioned the tensor, or prints the same. */
function isSliceAt(slice: Value, used: Value | undefined, index: IntTuple): boolean {
  if (slice === used) return true;
  if (used === undefined || isTuple(slice) || isTuple(used) || slice.is !== used.is) return false;
  if (isA(slice, 'thr-copy') && isA(used, 'thr-copy'))
    return slice.copy === used.copy && print(slice.index) === print(index);
  return isA(slice, 'thr-mma') && isA(used, 'thr-mma') && slice.mma === used.mma && print(slice.vmnk) === print(index);
}

/** Offsets from a layout `(threads, values, rest…)`; `place` gives the index of a lane in mode 0. Throws: AlgebraError
 *  where CuTe refuses to slice the layout at a thread of the run, `thread`, as of some swizzled ones. */
function offsetsOfThreads(
  layout: AnyLayout,
  thread: IntTuple,
  place: (lane: number) => number = (lane) => lane,
): Offsets {
  if (layout.is === 'composed') {
    const rest = new Array<IntTuple>(number(rank(layout)) - 1).fill(underscore);
    slice([thread, ...rest], layout);
  }
  const known = knownModes(layout);
  const threads = number(size(known, 0));
  if (threads < lanes) throw refused('range')`less than a warp takes part`;
  const at = compile(known);
  return { values: number(size(known)) / threads, at: (lane, value) => at(place(lane) + threads * value) };
}

/** The layout without modes of unknown extent behind the values. Accesses repeat along such modes. */
function knownModes(layout: AnyLayout): AnyLayout {
  if (layout.is !== 'layout' || !isIntTuple(layout.shape) || !isIntTuple(layout.stride)) return layout;
  const strides = layout.stride;
  const kept = layout.shape
    .map((extent, mode) => ({ extent, stride: strides[mode] ?? int(0) }))
    .filter(({ extent, stride }, mode) => mode < 2 || isKnown(extent, stride));
  return { is: 'layout', shape: kept.map(({ extent }) => extent), stride: kept.map(({ stride }) => stride) };
}

function isKnown(extent: IntTuple, stride: IntTuple): boolean {
  const leaves = (t: IntTuple): readonly Value[] => (isIntTuple(t) ? t.flatMap(leaves) : [t]);
  return numbersOf([...leaves(extent), ...leaves(stride)]) !== undefined;
}

const operandOf: ReadonlyMap<string, Operand> = new Map([
  ['partition_A', 'A'],
  ['partition_B', 'B'],
  ['partition_C', 'C'],
]);

function offsetsOfOperand(mma: TiledMma, operand: Operand, whole: Tensor): Offsets {
  return offsetsOfTensors(whole, (lane) => partition(mmaSlice(mma, dyn(lane)), operand, whole));
}

function offsetsOfTensors(root: Tensor, tensorOf: (lane: number) => Tensor): Offsets {
  const tensors = Array.from({ length: lanes }, (_, lane) => tensorOf(lane));
  const start = number(asInt(root.data.offset, 'a tensor'), say`where the tensor starts`);
  const bases = tensors.map(({ data }) => number(asInt(data.offset, 'a tensor'), say`where a thread starts`) - start);
  const first = tensors[0];
  if (!first) throw refused('range')`no thread takes part`;
  return {
    values: number(size(first.layout)),
    at: (lane, value) => (bases[lane] ?? 0) + offset(offset_of(tensors[lane]?.layout ?? first.layout, int(value))),
  };
}

/** An offset as a number. Throws: AlgebraError for an unknown one, and for a coordinate. */
const offset = (value: Value): number => number(asInt(value, say`an address`));

/** The start of a tensor in bytes, modulo the size of a line; undefined where it is not known. */
export function startOf({ data }: Tensor): number | undefined {
  const [offset] = numbersOf([data.offset]) ?? [];
  return offset === undefined ? undefined : ((offset * sizeofBits(data.element)) / 8) % LINE_BYTES;
}

export function moved(addresses: WarpAddresses, by: number): WarpAddresses {
  return addresses.map((address) => (address === undefined ? undefined : address + by));
}
