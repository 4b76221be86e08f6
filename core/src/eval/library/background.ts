// What runs in the background while threads go on: copies by TMA, and products of warpgroups, whose operands are
// behind descriptors. Sources: cute/arch/copy_sm90_tma.hpp, cute/atom/mma_traits_sm90_gmma.hpp; PTX ISA,
// `cp.async.bulk.tensor` and `wgmma`. One thread begins a copy; a product is begun by the warps of a warpgroup, and
// each of them counts as one that reads all of the operands. Which memory a copy out of shared memory writes is not
// followed.
import { compile } from '../../algebra/compile';
import { unlessRefused } from '../../algebra/errors';
import { gcdOfNumbers } from '../../algebra/gcd';
import { number, print, size } from '../../algebra/index';
import type { AnyLayout } from '../../algebra/types';
import { WARP_THREADS } from '../../access/shared';
import type { BlockAccess } from '../../access/hazards';
import type { AccessPlace } from '../../analysis';
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import { spend } from '../../base/meter';
import type { CopyAtom, Pointer, Tensor } from '../../values/value';
import { loseAccesses, spreading } from '../memory/accesses';
import { bytesOf, placesOf, startsOf } from '../memory/addresses';
import type { Machine } from '../state/machine';
import type { Mask, Simt } from '../state/simt';
import type { Runs } from '../state/waits';
import { barriersOf } from './phase-barriers';

const mostElements = 1 << 15;

/** Whether an operation is one of TMA. */
export function isByTma({ op }: CopyAtom): boolean {
  return /^SM\d+_TMA_/.test(op);
}

/** A copy by TMA: each thread that runs begins one. */
export function copyByTma(
  m: Machine,
  simt: Simt,
  atom: CopyAtom,
  [source, destination]: readonly [Tensor, Tensor],
  span: Span,
): void {
  const { active } = simt.running;
  if (/^SM90_TMA_(STORE|REDUCE_ADD)$/.test(atom.op)) {
    const access = accessOf(simt, source, active, false);
    if (!access) return loseAccesses(m, say`what a copy by TMA reads is not known`, undefined);
    simt.outputs.lose();
    for (const one of access)
      simt.waits.begin(placeOf(source.data, false, span), { ...one, byProxy: 'copy' }, 'stores');
    return;
  }
  const access = accessOf(simt, destination, active, true);
  const barriers = atom.barrier && barriersOf(simt, atom.barrier);
  if (atom.op !== 'SM90_TMA_LOAD' || !access || barriers?.length !== 1)
    return loseAccesses(m, say`a copy by a descriptor is not followed`, undefined);
  simt.outputs.lose();
  const bytes = number(size(destination.layout)) * bytesOf(destination.data);
  for (const { at } of barriers)
    for (const one of access) simt.waits.copy(placeOf(destination.data, true, span), one, at, bytes);
}

/** A product of a warpgroup reads an operand, or one into tensor memory, of which a thread of each warp begins one;
 *  false where that is not known. PTX asks for a fence before the latter, too, and kernels that work have none. */
export function readByProduct(simt: Simt, operand: Tensor, of: 'products' | 'tensor-products', span: Span): boolean {
  const { view } = operand.data;
  const who = firstOfWarps(simt);
  const isWhole = who !== undefined && (of === 'tensor-products' || who.filter((one) => one === 1).length % 4 === 0);
  if (!view || !isWhole) return false;
  const access = accessOf(simt, operand, who, false);
  for (const one of access ?? [])
    simt.waits.begin(placeOf(view.data, false, span), of === 'products' ? { ...one, byProxy: 'product' } : one, of);
  return access !== undefined;
}

/** `umma_arrive(&barrier)`: a thread of each warp lets the barrier know when its products are done. */
export function reportProducts(m: Machine, simt: Simt, barrier: Pointer | undefined, span: Span): void {
  const at = barrier && barriersOf(simt, barrier);
  const who = firstOfWarps(simt);
  if (!at || !who) return loseAccesses(m, say`which barrier is meant is not known`, undefined);
  for (const { at: one, who: threads } of at) {
    const site = simt.waits.site(simt.placeOf(span), one.name);
    const reporting = who.map((first, i) => (first === 1 && threads[i] === 1 ? 1 : 0));
    simt.waits.step({ is: 'report', barrier: simt.waits.numberOf(one), site }, reporting);
  }
}

/** The first thread of each warp that runs; undefined where parts of warps do. */
function firstOfWarps({ running: { active } }: Simt): Mask | undefined {
  const isWhole = active.every((one, i) => one === active[i - (i % WARP_THREADS)]);
  return isWhole ? active.map((one, i) => (i % WARP_THREADS === 0 ? one : 0)) : undefined;
}

function placeOf({ allocation, part }: Pointer, writes: boolean, span: Span): AccessPlace {
  return { span, writes, memory: allocation ?? { name: '?', isShared: true }, ...(part && { part }) };
}

/** All bytes of a tensor in shared memory, for threads that begin at the same place; undefined where they are not
 *  known. */
function accessOf(
  simt: Simt,
  tensor: Tensor,
  who: Mask,
  writes: boolean,
): readonly Omit<BlockAccess, 'site'>[] | undefined {
  const { data, layout } = tensor;
  const { view } = data;
  const of = view?.data ?? data;
  const starts = startsOf(simt, of);
  // Descriptors count 16 bytes.
  const moved = view && placesOf(simt, data);
  const bytes = bytesOf(of);
  const key = [bytes, print(layout), ...(view ? [print(view.layout)] : [])].join(' ');
  const offsets = simt.waits.offsetsOf(key, () =>
    unlessRefused(
      () => (view ? offsetsBehind(layout, view.layout, bytes) : offsetsOf(layout, bytes)),
      () => undefined,
    ),
  );
  if (of.allocation?.isShared !== true || !starts || (view && !moved) || !offsets || !Number.isInteger(bytes))
    return undefined;
  const groups = new Map<number, Uint8Array>();
  for (const [i, one] of who.entries()) {
    if (one === 0) continue;
    const start = (starts[i] ?? NaN) + 16 * (moved?.[i] ?? 0);
    if (Number.isNaN(start)) return undefined;
    const group = groups.get(start) ?? new Uint8Array(simt.count);
    group[i] = 2;
    groups.set(start, group);
  }
  return [...groups].map(([start, group]) => {
    const { begins, length } = simt.waits.runsOf(`${swizzleText(of)} ${key}`, start, () =>
      runsOf(of, start, offsets, bytes),
    );
    spend((begins.length * length * group.filter((one) => one !== 0).length) / 4, 'accesses');
    return {
      writes,
      starts: new Float64Array(simt.count),
      offsets: begins,
      bytes: length,
      element: bytes,
      vector: 1,
      alignment: 1,
      who: group,
    };
  });
}

function offsetsOf(layout: AnyLayout, bytes: number): Float64Array | undefined {
  const count = number(size(layout));
  if (count < 0 || count > mostElements) return undefined;
  spend(count, 'addresses');
  const at = compile(layout);
  return new Float64Array(count).map((_, i) => at(i) * bytes);
}

/** What products read through descriptors: each leads to a part of this layout. */
function offsetsBehind(descriptors: AnyLayout, part: AnyLayout, bytes: number): Float64Array | undefined {
  const [begins, inside] = [offsetsOf(descriptors, 16), offsetsOf(part, bytes)];
  if (!begins || !inside || begins.length * inside.length > mostElements) return undefined;
  spend(begins.length * inside.length, 'addresses');
  const { length } = inside;
  return new Float64Array(begins.length * length).map(
    (_, i) => (begins[Math.floor(i / length)] ?? NaN) + (inside[i % length] ?? NaN),
  );
}

function swizzleText({ swizzle }: Pointer): string {
  return swizzle ? [swizzle.bits, swizzle.base, swizzle.shift].join() : '';
}

/** The bytes that elements have, in runs of one length. */
function runsOf({ swizzle }: Pointer, start: number, offsets: Float64Array, bytes: number): Runs {
  const spread = swizzle && spreading(swizzle);
  const at = Float64Array.from(offsets, (offset) => (spread ? spread(start + offset) : start + offset)).sort();
  const runs: { begin: number; end: number }[] = [];
  for (const byte of at) {
    const last = runs.at(-1);
    if (last && byte <= last.end) last.end = Math.max(last.end, byte + bytes);
    else runs.push({ begin: byte, end: byte + bytes });
  }
  const length = runs.reduce((common, { begin, end }) => gcdOfNumbers(common, end - begin), 0);
  const begins = runs.flatMap(({ begin, end }) =>
    Array.from({ length: (end - begin) / length }, (_, i) => begin + i * length),
  );
  return { begins: Float64Array.from(begins), length };
}
