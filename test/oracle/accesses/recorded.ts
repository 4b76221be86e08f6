// The record of random kernels: how the last run on the host and the last one on a GPU came out, and some kernels of
// each with a digest of what their threads accessed, which the unit tests replay without a compiler.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../support/fixture';
import type { AccessTally } from '../accesses';
import type { Touched } from './judge';
import type { Kernel } from './kernel';

export interface RecordedKernel extends Omit<Kernel, 'numbers'> {
  readonly numbers: readonly (readonly [string, number])[];
  /** By block. */
  readonly digests: Readonly<Record<string, string>>;
}

export interface RecordedRun {
  /** Commit or version. */
  readonly cutlass: string;
  readonly tally: AccessTally;
  readonly kernels: readonly RecordedKernel[];
}

interface GpuRun extends RecordedRun {
  readonly gpu: string;
  readonly compiler: string;
  /** Kernels that were compiled again so that no access is removed, and those that lack reads then, too. */
  readonly again: number;
  readonly removed: number;
}

interface Recorded {
  readonly host?: RecordedRun;
  readonly gpu?: GpuRun;
}

const path = join(ROOT, 'test/oracle/accesses.json');

export const recordedAccesses = (): Recorded =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Recorded) : {};

/** Keeps a run in place of the last one of its kind. */
export function recordAccesses(run: Recorded): void {
  writeFileSync(path, `${JSON.stringify({ ...recordedAccesses(), ...run }, null, 1)}\n`);
}

/** A digest of what the threads of each block access. */
export function digestsOf(touched: readonly Touched[]): Readonly<Record<string, string>> {
  const lines = new Map<string, string[]>();
  for (const { block, thread, buffer, writes, bytes } of touched)
    lines.set(block, [...(lines.get(block) ?? []), `${thread} ${buffer} ${String(writes)} ${bytes}`]);
  const digest = (text: readonly string[]): string =>
    createHash('sha256')
      .update([...text].sort().join('\n'))
      .digest('hex')
      .slice(0, 16);
  return Object.fromEntries([...lines].map(([block, text]) => [block, digest(text)]));
}

export function recordOf({ numbers, ...kernel }: Kernel, touched: readonly Touched[]): RecordedKernel {
  return { ...kernel, numbers: [...numbers], digests: digestsOf(touched) };
}
