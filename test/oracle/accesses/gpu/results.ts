// What `run.sh` of a bundle recorded on a GPU.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { judgedIn, type Judged } from '../judge';
import type { Kernel } from '../kernel';
import { digestOf, kernelsFrom, type Bundle } from './bundle';

export interface Played extends Bundle {
  readonly gpu: string;
  readonly compiler: string;
  readonly kernels: readonly Kernel[];
  /** Of each kernel. */
  readonly judged: readonly Judged[];
}

/** Reads a file that `run.sh` wrote. */
export function readPlayed(path: string): Played {
  const [about = '', gpu = '', compiler = '', ...rest] = gunzipSync(readFileSync(path)).toString('latin1').split('\n');
  const { digest, ...bundle } = JSON.parse(about) as Bundle & { readonly digest: string };
  const kernels = kernelsFrom(bundle);
  if (digestOf(kernels) !== digest) throw new Error(`${path}: the generator makes other kernels of these seeds now`);
  return { ...bundle, gpu, compiler, kernels, judged: judgedIn(rest.join('\n'), kernels.length) };
}
