// A sample thread as text: `5`, `5,0,0`, or with a block `5 @ 1,2`. Knows no editor.
import type { Situation, Triple } from '../../protocol/src/requests';

export interface Sample {
  readonly thread: Triple;
  readonly block: Triple;
}

/** Reads a thread, optionally followed by `@` and a block. Undefined if the text is not valid. */
export function parseSample(text: string): Sample | undefined {
  const [thread, block, ...rest] = text.split('@').map(parseTriple);
  if (rest.length > 0 || !thread || (text.includes('@') && !block)) return undefined;
  return { thread, block: block ?? [0, 0, 0] };
}

/** The shortest text that parseSample reads back. */
export function formatSample({ thread, block }: Sample): string {
  const short = ([x, y, z]: Triple): string => (z ? `${x},${y},${z}` : y ? `${x},${y}` : String(x));
  return block.some((n) => n !== 0) ? `${short(thread)} @ ${short(block)}` : short(thread);
}

/** Whether a sample lies outside the block or the grid of a launch; undefined if it lies inside, or if the extents are
 *  unknown. */
export function outside(
  { thread, block }: Sample,
  { blockDim, gridDim }: Pick<Situation, 'blockDim' | 'gridDim'>,
): 'block' | 'grid' | undefined {
  if (exceeds(thread, blockDim)) return 'block';
  return exceeds(block, gridDim) ? 'grid' : undefined;
}

function exceeds(at: Triple, dim: Triple | undefined): boolean {
  return dim !== undefined && at.some((n, mode) => n >= (dim[mode] ?? 1));
}

function parseTriple(text: string): Triple | undefined {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length > 3 || !parts.every((part) => /^\d+$/.test(part))) return undefined;
  return [Number(parts[0] ?? 0), Number(parts[1] ?? 0), Number(parts[2] ?? 0)];
}
