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
import { both, isEmpty, threadsOf } from '../../access/masks';
import type { AccessPlace } from '../../analysis';
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import { spend } from '../../base/meter';
import type { CopyAtom, Pointer, Tensor, Value } from '../../values/value';
import { loseAccesses, spreading } from '../memory/accesses';
import { bytesOf, lanesIn, placesOf, startsOf } from '../memory/addresses';
import type { Machine } from '../state/machine';
import type { Mask } from '../state/running';
import type { Simt } from '../state/simt';
import type { BarrierAt, Runs } from '../state/waits';
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
    const access = accessOf(simt, source, ofBlocks(simt, active, [0]), false);
    if (!access) return loseAccesses(m, say`what a copy by TMA reads is not known`, undefined);
    simt.outputs.lose();
    for (const one of access)
      simt.waits.begin(placeOf(source.data, false, span), { ...one, byProxy: 'copy' }, 'stores');
    return;
  }
  const part = loads.has(atom.op) ? partOfBox(atom) : undefined;
  const access = part && accessOf(simt, destination, active, true, part);
  const told = atom.barrier && barriersOf(simt, atom.barrier);
  const masks = atom.op.endsWith('MULTICAST') ? atom.mask && ranksIn(simt, atom.mask) : ownRanks(simt);
  const isForPair = atom.op.startsWith('SM100_TMA_2SM');
  if (!access || !told || !masks || (isForPair && simt.together.byRank.length % 2 !== 0))
    return loseAccesses(m, say`a copy by a descriptor is not followed`, undefined);
  simt.outputs.lose();
  const bytes = (number(size(destination.layout)) * bytesOf(destination.data) * part.first) / part.of;
  const place = placeOf(destination.data, true, span);
  // A copy for a pair of blocks tells the barrier of the first of the pair.
  for (const { at, rank, who } of inRanks(simt, told, masks, isForPair ? 2 : 1))
    for (const one of access) {
      const begins = both(one.who, who);
      if (!isEmpty(begins))
        simt.waits.copy(place, { ...one, who: begins }, at, bytes, simt.together.byRank[rank] === 0);
    }
}

/** Threads begin a copy of so many bytes that reports to a barrier; false where it is not known which. `counted`: the
 *  phase of the barrier expects the bytes. */
export function copyToBarrier(simt: Simt, destination: Tensor, barrier: Pointer, counted: number, span: Span): boolean {
  const access = accessOf(simt, destination, simt.running.active, true);
  const told = barriersOf(simt, barrier);
  if (!access || !told) return false;
  const place = placeOf(destination.data, true, span);
  for (const { at, who } of told)
    for (const one of access) {
      const begins = both(one.who, who);
      if (!isEmpty(begins)) simt.waits.copy(place, { ...one, who: begins }, at, counted, true);
    }
  return true;
}

const loads: ReadonlySet<string> = new Set([
  'SM90_TMA_LOAD',
  'SM90_TMA_LOAD_MULTICAST',
  'SM100_TMA_2SM_LOAD',
  'SM100_TMA_2SM_LOAD_MULTICAST',
]);

/** Of each so many elements the first are meant. */
interface Part {
  readonly first: number;
  readonly of: number;
}

const everything: Part = { first: 1, of: 1 };

/** What a block loads of each box: the first part, where several blocks load a part of it. Source:
 *  `make_tma_copy_desc`. */
function partOfBox({ op, loaders, layoutSrc }: CopyAtom): Part | undefined {
  const blocks = loaders?.n ?? (op.endsWith('MULTICAST') ? undefined : 1);
  const of = number(size(layoutSrc, 1));
  if (blocks === 1) return everything;
  return blocks !== undefined && of % blocks === 0 ? { first: of / blocks, of } : undefined;
}

interface Told {
  readonly at: BarrierAt;
  readonly who: Mask;
}

/** The barriers at the same place in other blocks of the cluster: for each rank the one in the first block of its
 *  `group`, and the threads that mean it. Source: PTX ISA, `cp.async.bulk.tensor`, `.multicast::cluster`,
 *  `.cta_group`; `tcgen05.commit`. */
function inRanks(
  { together: { byRank }, count }: Simt,
  barriers: readonly Told[],
  masks: Float64Array,
  group: number,
): readonly (Told & { readonly rank: number })[] {
  const found = new Map<string, Told & { readonly rank: number }>();
  for (const { at, who } of barriers)
    for (const thread of threadsOf(who))
      for (const rank of byRank.keys()) {
        if ((((masks[thread] ?? 0) >> rank) & 1) === 0) continue;
        const block = byRank[rank - (rank % group)] ?? 0;
        const key = `${at.byte} ${rank}`;
        const one = found.get(key) ?? { at: { ...at, block }, rank, who: new Uint8Array(count) };
        one.who[thread] = 1;
        found.set(key, one);
      }
  return [...found.values()];
}

const ownRanks = (simt: Simt): Float64Array => simt.ranks.map((rank) => 2 ** rank);

/** For each thread that runs, the blocks of the cluster that are meant, one bit for each; undefined where they are not
 *  known, or not followed. */
function ranksIn(simt: Simt, mask: Value): Float64Array | undefined {
  const lanes = lanesIn(simt, mask);
  const all = 2 ** simt.together.byRank.length - 1;
  const isMeant = (bits: number): boolean => bits > 0 && bits <= all;
  return lanes?.every((bits, i) => simt.running.active[i] === 0 || isMeant(bits)) === true ? lanes : undefined;
}

/** A product of a warpgroup reads an operand, or one into tensor memory, of which a thread of each warp begins one, and
 *  which may be one of a pair of blocks; false where that is not known. PTX asks for a fence before the latter, too,
 *  and kernels that work have none. */
export function readByProduct(
  simt: Simt,
  operand: Tensor,
  of: 'products' | 'tensor-products',
  isOfPair: boolean,
  span: Span,
): boolean {
  const { view } = operand.data;
  const { byRank } = simt.together;
  const who = firstOfWarps(simt);
  const isWhole = who !== undefined && (of === 'tensor-products' || who.filter((one) => one === 1).length % 4 === 0);
  if (!view || !isWhole || (isOfPair && byRank.length % 2 !== 0)) return false;
  // Of the memory of the block that is looked at, the other one of its pair reads, too.
  const own = byRank.indexOf(0);
  const readers = isOfPair ? [0, byRank[own - (own % 2) + ((own + 1) % 2)]] : [0];
  const reading = ofBlocks(simt, who, readers);
  const access = accessOf(simt, operand, reading, false);
  const others = who.map((one, i) => (reading[i] === 1 ? 0 : one));
  if (others.includes(1)) simt.waits.step({ is: 'begin', of }, others);
  for (const one of access ?? [])
    simt.waits.begin(placeOf(view.data, false, span), of === 'products' ? { ...one, byProxy: 'product' } : one, of);
  return access !== undefined;
}

/** `umma_arrive(&barrier)`: a thread of each warp lets the barrier know when its products are done, or the barriers of
 *  all blocks of a mask. */
export function reportProducts(
  m: Machine,
  simt: Simt,
  barrier: Pointer | undefined,
  mask: Value | undefined,
  span: Span,
): void {
  const who = firstOfWarps(simt);
  const masks = mask ? ranksIn(simt, mask) : ownRanks(simt);
  const told = barrier && barriersOf(simt, barrier);
  if (!told || !who || !masks) return loseAccesses(m, say`which barrier is meant is not known`, undefined);
  for (const { at, who: threads } of inRanks(simt, told, masks, 1)) {
    const site = simt.waits.site(simt.placeOf(span), at.name);
    const reporting = both(threads, who);
    if (!isEmpty(reporting)) simt.waits.step({ is: 'report', barrier: simt.waits.numberOf(at), site }, reporting);
  }
}

function ofBlocks({ blocks }: Simt, who: Mask, some: readonly (number | undefined)[]): Mask {
  return who.map((one, i) => (some.includes(blocks[i]) ? one : 0));
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
  part = everything,
): readonly Omit<BlockAccess, 'site'>[] | undefined {
  const { data, layout } = tensor;
  const { view } = data;
  const of = view?.data ?? data;
  const starts = startsOf(simt, of);
  // Descriptors count 16 bytes.
  const moved = view && placesOf(simt, data);
  const bytes = bytesOf(of);
  const key = [bytes, part.first, part.of, print(layout), ...(view ? [print(view.layout)] : [])].join(' ');
  const offsets = simt.waits.offsetsOf(key, () =>
    unlessRefused(
      () => (view ? offsetsBehind(layout, view.layout, bytes) : offsetsOf(layout, bytes, part)),
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

function offsetsOf(layout: AnyLayout, bytes: number, { first, of }: Part = everything): Float64Array | undefined {
  const count = number(size(layout));
  if (count < 0 || count > mostElements) return undefined;
  spend(count, 'addresses');
  const at = compile(layout);
  return new Float64Array((count / of) * first).map((_, i) => at(Math.floor(i / first) * of + (i % first)) * bytes);
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
