// What the machine recorded of one declaration, element by element beside what was predicted: for pictures, and for
// whoever wants to see more than a verdict.
import type { Attribution } from './attribute';
import { placed, type Compared, type Predictions, type Sample } from './compare';
import type { Expected } from './predict';
import type { Records } from './records';

/** The elements of a tensor in one thread, by column-major index: offsets in elements from where its memory begins,
 *  where that is known, else from where the tensor starts. In host code block and thread are 0. */
export interface MeasuredThread extends Sample {
  readonly predicted: readonly number[];
  readonly measured: readonly number[];
}

export interface Measured {
  /** The name of the memory that offsets count from. */
  readonly from?: string;
  /** What CuTe printed, each text once. */
  readonly texts: readonly string[];
  /** Threads whose elements were recorded, in order: sampled ones, and of the first block all where elements differ by
   *  thread. Nothing where the declaration is no tensor, or has too many elements. */
  readonly threads: readonly MeasuredThread[];
}

/** Of the first launch that is this instance; undefined where nothing was recorded there. */
export function measured(
  { id }: Pick<Compared, 'id'>,
  instance: number,
  records: Records,
  attribution: Attribution,
  predictions: Predictions,
): Measured | undefined {
  const isMine = ({ probe, grid }: { readonly probe: number; readonly grid: number }): boolean =>
    probe === id && (attribution.get(grid)?.includes(instance) ?? false);
  const seen = records.seen.filter(isMine);
  const first = Math.min(...seen.map(({ grid }) => grid));
  const here = seen.filter(({ grid }) => grid === first);
  if (here.length === 0) return undefined;
  const owned = records.owned
    .filter((one) => isMine(one) && one.grid === first)
    .map((one) => ({ ...one, block: 0, addresses: undefined }));
  const rows = new Map<string, Row>();
  for (const one of [...here.filter(({ hit }) => hit === 0), ...owned]) {
    const key = `${one.block} ${one.thread}`;
    const row = rows.has(key)
      ? undefined
      : rowOf(one, predictions(id, first === 0 ? undefined : one, first)?.get(instance) ?? []);
    if (row) rows.set(key, row);
  }
  const [from] = [...rows.values()].map(({ origin }) => origin);
  const threads = [...rows.values()]
    .map((row): MeasuredThread => counted(row, from))
    .sort((a, b) => a.block - b.block || a.thread - b.thread);
  return { ...(from && { from: from.base }), texts: [...new Set(here.map(({ text }) => text.trimEnd()))], threads };
}

interface Recorded extends Sample {
  readonly start?: number;
  readonly elements?: readonly number[];
  readonly addresses?: readonly number[] | undefined;
}

/** Offsets from the tensor's start, and where that and its memory's beginning lie. */
interface Row extends MeasuredThread {
  readonly start: number;
  readonly elementBytes: number;
  readonly origin?: { readonly base: string; readonly at: number; readonly startBytes: number };
}

/** Addresses say more than offsets: a swizzled pointer exchanges bits of them. */
function rowOf(
  { block, thread, start = 0, elements, addresses }: Recorded,
  [expected]: readonly Expected[],
): Row | undefined {
  if (!elements || !expected?.elements) return undefined;
  const { elementBytes = 1, base, startBytes, swizzle } = expected;
  const offsets = (bytes: readonly number[]): readonly number[] => bytes.map((one) => one / elementBytes);
  const expectedAt = offsets(expected.elements.map((one) => placed(one * elementBytes, start, swizzle)));
  return {
    block,
    thread,
    start,
    elementBytes,
    predicted: addresses ? expectedAt : expected.elements,
    measured: addresses ? offsets(addresses) : elements,
    ...(base !== undefined && startBytes !== undefined && { origin: { base, at: start - startBytes, startBytes } }),
  };
}

function counted({ block, thread, start, elementBytes, origin, ...row }: Row, from: Row['origin']): MeasuredThread {
  const shifted = (offsets: readonly number[], bytes: number): readonly number[] =>
    offsets.map((one) => one + bytes / elementBytes);
  const [predicted, seen] = origin && from ? [origin.startBytes, start - from.at] : [0, 0];
  return { block, thread, predicted: shifted(row.predicted, predicted), measured: shifted(row.measured, seen) };
}
