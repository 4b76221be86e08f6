// What `run.sh` of bundles recorded on a GPU.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { kernelOf } from '../generate';
import { judgedIn, type Judged } from '../judge';
import { digestOf, type Bundle } from './bundle';

export interface Played {
  readonly gpu: string;
  readonly compiler: string;
  readonly cutlass: string;
  /** By seed. */
  readonly judged: ReadonlyMap<number, Judged>;
  /** The seeds of kernels that were recorded again, in another file. */
  readonly again: ReadonlySet<number>;
}

/** Reads files that `run.sh` wrote: where several have a kernel, the last one counts. */
export function readPlayed(paths: readonly string[]): Played {
  const judged = new Map<number, Judged>();
  const again = new Set<number>();
  let [gpu, compiler, cutlass] = ['', '', ''];
  for (const path of paths) {
    const [about = '', ...rest] = gunzipSync(readFileSync(path)).toString('latin1').split('\n');
    const { seeds, digest, ...bundle } = JSON.parse(about) as Bundle & { readonly digest: string };
    if (digestOf(seeds.map(kernelOf)) !== digest)
      throw new Error(`${path}: the generator makes other kernels of these seeds now`);
    [gpu = '', compiler = ''] = rest;
    cutlass = bundle.cutlass;
    for (const [i, one] of judgedIn(rest.slice(2).join('\n'), seeds.length).entries()) {
      const seed = seeds[i] ?? 0;
      if (judged.has(seed)) again.add(seed);
      judged.set(seed, one);
    }
  }
  return { gpu, compiler, cutlass, judged, again };
}
