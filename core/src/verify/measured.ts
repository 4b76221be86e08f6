// What the machine recorded of one declaration, element by element beside the prediction. Pictures show it.
import type { Attribution } from './attribute';
import { placed, type Compared, type Predictions, type Sample } from './compare';
import type { Expected } from './predict';
import type { Records } from './records';

/** The elements of a tensor in one thread, by column-major index. An offset counts elements from the beginning of
 *  the memory where that is known, or else from the start of the tensor. In host code block and thread are 0. */
export interface MeasuredThread extends Sample {
  readonly predicted: readonly number[];
  readonly measured: readonly number[];
}

export interface Measured {
  /** The name of the memory that the offsets count from. */
  readonly from?: string;
  /** The different texts that CuTe printed. */
  readonly texts: readonly string[];
  /** The threads whose elements were recorded, in order: the sampled ones, and all threads of the first block where
   *  elements differ by thread. Empty where the declaration is no tensor, or has too many elements. */
  readonly threads: readonly MeasuredThread[];
}

/** Takes the records of the first launch that is this instance; undefined where there are none. */
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

/** Offsets from the start of the tensor, with the addresses of that start and of the beginning of the memory. */
interface Row extends MeasuredThread {
  readonly start: number;
  readonly elementBytes: number;
  readonly origin?: { readonly base: string; readonly at: number; readonly startBytes: number };
}

/** Prefers addresses to offsets, since the swizzle of a pointer exchanges bits of the address. */
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
