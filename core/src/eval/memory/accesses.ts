// What code does to memory, thread by thread: reads and writes of elements and of tensors, for the block that is being
// evaluated with all its threads (state/simt.ts). Registers are not memory here. What is written at an unknown place
// may have set any element of that memory; after an access to an unknown memory, nothing is claimed any more.
import { remembered } from '../../base/remembered';
import { say } from '../../base/say';
import { isTuple as isIntTuple, number, offset_of, size } from '../../algebra/index';
import { int, isInt } from '../../algebra/leaf';
import { unlessRefused } from '../../algebra/errors';
import { compile } from '../../algebra/compile';
import type { WarpOperation } from '../../access/shared';
import { assignment, type Addressing } from '../../atoms/copy_addressing';
import type { Span } from '../../base/span';
import { spend } from '../../base/meter';
import type { BlockAccess } from '../../access/hazards';
import type { Given } from '../../access/output';
import { advance, isOffset } from '../../values/pointer';
import type { Pointer, Tensor, Value } from '../../values/value';
import type { Machine } from '../state/machine';
import type { Simt } from '../state/simt';
import type { AsyncCopy, InstructionKind } from '../../analysis';
import { isTuple, isUnknown } from '../values/inspect';
import { alignmentOf, bytesOf, lanesIn, placesOf, startsOf } from './addresses';
import { noteRegisters, overrunsIn } from './overruns';
import { elementsInOrder, forgetRegisters, isProxy, writeRegister } from './registers';
import { type Named, straysIn } from './strays';

/** How an access is made, beside where. */
export interface Manner {
  /** Threads that write the same byte do so by atomic operations, or may all write the same value. */
  readonly together?: BlockAccess['together'];
  /** The atomic operation sets an element that had no value, as an exchange does and a sum does not. */
  readonly sets?: boolean;
  /** By an instruction that copies asynchronously. */
  readonly isAsync?: boolean;
  /** What is written, where it is known of two threads whether they write the same. */
  readonly given?: Given;
  /** The elements of the tensor that are meant, by their number, where not all of them are. */
  readonly only?: readonly number[];
  /** The instruction of a copy that makes it, and the asynchronous copy that it is a side of. */
  readonly instruction?: WarpOperation;
  readonly by?: AsyncCopy | undefined;
  /** The tensor as the program names it, where its elements are taken in another order. */
  readonly named?: Tensor;
}

/** The instruction of one side of a copy. */
export function byInstruction(side: Addressing, by?: AsyncCopy): Manner {
  return { instruction: side.op === 'async' || side.op === 'async-bypass' ? assignment.D : side, by };
}

/** Elements of a tensor that are followed. */
const mostElements = 1 << 14;
const mostElementsByThread = 1 << 9;
/** Elements of threads that are looked at for one unit of the meter: in shared memory each is compared with what was
 *  done to it before, in global memory it is noted who writes it. */
const sharedElements = 1;
const writtenElements = 2;
const readElements = 8;

/** The block whose threads are evaluated, where what the code does to memory counts: it runs, and not only its type is
 *  asked for. */
export function followed(m: Machine): Simt | undefined {
  const { simt, mode } = m;
  return simt && simt.lost === undefined && !mode.unevaluated && !mode.speculative && !mode.probing ? simt : undefined;
}

/** An element of memory is read or written. */
export function accessElement(m: Machine, pointer: Pointer, writes: boolean, span: Span, how: Manner = {}): void {
  const simt = followed(m);
  if (!simt) return;
  const single = { how: writes ? assignment.D : assignment.S, isCopy: false, elements: 1 };
  const named = { of: { is: 'element' as const, pointer } };
  if (pointer.space !== 'rmem') return accessAt(simt, pointer, [0], 1, writes, span, how, named, single);
  if (pointer.beyond) noteRegisters(simt, pointer, [0], writes, span);
  if (writes) writeRegister(simt, pointer, numbersOf(how));
}

/** All elements of a tensor are read or written, by instructions that move `vector` elements each. */
export function accessTensor(
  m: Machine,
  tensor: Tensor,
  vector: number,
  writes: boolean,
  span: Span,
  how: Manner = {},
): void {
  const simt = followed(m);
  if (!simt) return;
  if (tensor.data.space === 'rmem' && tensor.data.beyond)
    noteRegisters(
      simt,
      tensor.data,
      unlessRefused(() => offsetsOf(tensor) ?? [], none),
      writes,
      span,
    );
  if (writes && tensor.data.space === 'rmem') return writeRegisters(simt, tensor, how);
  if (!isMemory(tensor.data)) return;
  const { only } = how;
  const all = unlessRefused(
    () => offsetsOf(tensor),
    () => undefined,
  );
  const offsets = all && only ? only.map((i) => all[i] ?? NaN) : all;
  const instruction = !only || isInVectors(only, vector) ? instructionOf(how, vector) : undefined;
  const named = { of: how.named ?? tensor, only };
  if (offsets) return accessAt(simt, tensor.data, offsets, vector, writes, span, how, named, instruction);
  const elements = unlessRefused(
    () => elementsOf(tensor),
    () => undefined,
  );
  if (!elements) return loseMemory(simt, tensor.data);
  for (const [i, n] of (only ?? Array.from(elements.keys())).entries()) {
    const pointer = elements[n];
    const single = i % vector === 0 ? instruction : undefined;
    if (pointer) accessAt(simt, pointer, [0], 1, writes, span, how, { of: named.of, only: [n] }, single);
  }
}

function instructionOf({ instruction, by }: Manner, elements: number): InstructionKind | undefined {
  return instruction && { how: instruction, isCopy: true, elements, ...(by && { by }) };
}

/** Whether elements with these numbers are whole vectors. */
function isInVectors(only: readonly number[], vector: number): boolean {
  return only.every((n, i) => (i % vector === 0 ? n % vector === 0 : n === (only[i - 1] ?? NaN) + 1));
}

const none = (): readonly number[] => [];

/** All elements of a tensor in registers are set to one number, or to what is not known. */
function writeRegisters(simt: Simt, tensor: Tensor, how: Manner): void {
  const { registers } = simt;
  if (!registers.isUsed || (!tensor.data.allocation && !isProxy(tensor.data))) return;
  const elements = elementsInOrder(tensor);
  if (!elements) return forgetRegisters(simt, tensor.data);
  for (const pointer of elements) writeRegister(simt, pointer, numbersOf(how));
}

function numbersOf({ given }: Manner): Float64Array | undefined {
  return given?.source === numbers ? given.at : undefined;
}

/** Each element of a tensor whose layout differs between threads, as one does that is cut out of a swizzled tensor at
 *  the place of a thread. */
function elementsOf({ layout, data }: Tensor): readonly Pointer[] | undefined {
  const count = number(size(layout));
  if (count < 0 || count > mostElementsByThread) return undefined;
  spend(count * 16, 'addresses');
  const elements = Array.from({ length: count }, (_, i) => advance(data, offset_of(layout, int(i))));
  return elements.every(({ offset }) => isOffset(offset) && !isIntTuple(offset) && isInt(offset))
    ? elements
    : undefined;
}

function offsetsOf({ layout }: Tensor): readonly number[] | undefined {
  const count = number(size(layout));
  if (count < 0 || count > mostElements) return undefined;
  spend(count * 4, 'addresses');
  const at = compile(layout);
  return Array.from({ length: count }, (_, i) => at(i));
}

/** Pointers that lead to memory that threads share. */
function isMemory({ space, allocation }: Pointer): boolean {
  return !allocation?.isOwn && (space === 'smem' || space === 'gmem' || space === 'generic');
}

function noAddress({ base }: Pointer): string {
  return base === undefined ? say`an address is not known` : say`an address in \`${base}\` is not known`;
}

/** An element is accessed of which nobody knows how large it is. */
export function noteUnknownType(m: Machine, pointer: Pointer): void {
  const simt = followed(m);
  if (!simt || !isMemory(pointer)) return;
  simt.isPartial = true;
  simt.note(noType(pointer));
}

const noType = ({ base = '?' }: Pointer): string => say`the type of the elements of \`${base}\` is not known`;

/** Of the memory into which a pointer leads nothing is claimed any more. */
export function loseMemory(simt: Simt, pointer: Pointer, why = noAddress(pointer)): void {
  const { allocation, space, null: isNull } = pointer;
  if (isNull || allocation?.isOwn) return;
  if (space === 'rmem') return forgetRegisters(simt, pointer);
  if (allocation) simt.loseOne(allocation, why);
  else if (space !== 'gmem') simt.lose(why);
}

function accessAt(
  simt: Simt,
  pointer: Pointer,
  offsets: readonly number[],
  vector: number,
  writes: boolean,
  span: Span,
  { together, sets, isAsync, given }: Manner,
  named: Named,
  instruction?: InstructionKind,
): void {
  if (!isMemory(pointer) || pointer.transform !== undefined) return;
  const { swizzle } = pointer;
  const allocation = pointer.allocation ?? (pointer.null ? simt.unnamed(pointer.base ?? '?') : undefined);
  const bytes = bytesOf(pointer);
  if (!allocation || !Number.isInteger(bytes)) {
    simt.isPartial = true;
    if (writes || !allocation) loseMemory(simt, pointer);
    else simt.note(noType(pointer));
    return;
  }
  const updates = together === 'atomic' && !sets;
  const starts = startsOf(simt, pointer, bytes);
  if (!starts || starts.some((n, thread) => Number.isNaN(n) && simt.running.active[thread] === 1)) {
    simt.isPartial = true;
    // What is read from a place that is not known may be anything, and is no mistake that anybody can show.
    if (!starts && !writes) return;
    if (writes && !updates && !pointer.null) simt.note(noAddress(pointer));
  }
  const ofUnit = allocation.isShared ? sharedElements : writes ? writtenElements : readElements;
  spend(simt.count + offsets.length + (simt.count * offsets.length) / ofUnit, 'accesses');
  const { part, through } = pointer;
  const place = { span, writes, memory: allocation, ...(part && { part }), ...(through && { through }) };
  const access = {
    writes,
    starts: starts ?? new Float64Array(simt.count).fill(NaN),
    offsets: Float64Array.from(offsets, (offset) => offset * bytes),
    bytes,
    vector,
    alignment: alignmentOf(pointer),
    who: simt.who,
    spread: swizzle && spreading(swizzle),
    together,
    updates,
    isAsync,
  };
  const led = pointer.beyond ? overrunsIn(simt, pointer, access, place) : access;
  simt.access(place, straysIn(simt, named, led, place), given, instruction);
}

/** What threads write that write a number, or what is read from one place of memory. */
export function givenOf(m: Machine, value: Value, written: Value): Given | undefined {
  const { simt } = m;
  if (!simt || isTuple(value)) return undefined;
  const { pointer } = value.is === 'element' ? value : {};
  if (pointer && isMemory(pointer)) {
    const { allocation, origin } = pointer;
    const isPlain = allocation && !allocation.isShared && !origin && !pointer.swizzle;
    const at = isPlain ? placesOf(simt, pointer) : undefined;
    return at && allocation && { source: allocation, at };
  }
  const at = lanesIn(simt, written);
  return at && { source: numbers, at };
}

const numbers = {};

/** What threads write that add to what is there: each something of its own, since the sum of another one is lost. */
export function updateOf(m: Machine): Given | undefined {
  const { simt } = m;
  if (!simt) return undefined;
  const [x, y, z] = simt.at;
  const block = x + mostBlocks * (y + mostBlocks * z);
  return { source: updates, at: Float64Array.from({ length: simt.count }, (_, i) => block + i / simt.count / 2) };
}

const updates = {};
/** More than a grid has in one direction of the others. */
const mostBlocks = 1 << 16;

/** A swizzle as a function of byte addresses. Swizzles are few; each gives one function, so that accesses can be
 *  compared. */
export const spreading = remembered(({ bits, base, shift }: NonNullable<Pointer['swizzle']>) => {
  const mask = (2 ** bits - 1) * 2 ** (base + Math.max(0, shift));
  return (at: number): number => at ^ (shift >= 0 ? (at & mask) >> shift : (at & mask) << -shift);
});

/** A reference is bound to an element: what is written through it is not followed. */
export function loseReferred(m: Machine, value: Value): void {
  const simt = followed(m);
  if (simt && !isTuple(value) && value.is === 'element') loseMemory(simt, value.pointer);
}

/** Whether what threads read there is of different places: then they seldom have the same value. */
export function differsByThread({ offset, origin }: Pointer): boolean {
  const hasLanes = (part: Pointer['offset'] | undefined): boolean =>
    part !== undefined && isOffset(part) && !isIntTuple(part) && part.is === 'dynamic' && part.lanes !== undefined;
  return hasLanes(offset) || hasLanes(origin);
}

/** Code is not followed that is given these values, or that can reach every variable: what it does to memory is not
 *  known. */
export function loseAccesses(m: Machine, why: string, values: readonly Value[] | undefined): void {
  const simt = followed(m);
  if (!simt) return;
  if (values === undefined || values.some(reachesMemory)) simt.lose(why);
}

function reachesMemory(value: Value): boolean {
  if (isTuple(value)) return value.some(reachesMemory);
  switch (value.is) {
    case 'pointer':
    case 'tensor':
    case 'element':
    case 'struct':
    case 'array':
    case 'callable':
      return true;
    default:
      return isUnknown(value);
  }
}
