// What every program of a host compiler shares, compiled once: the prelude with CuTe's headers as a precompiled header,
// and the runtime of the probes. g++ and clang++ find `prelude.hpp.gch` beside `prelude.hpp` themselves, and read the
// text instead where the flags differ. Knows nothing of programs.
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, forgetOld, headersFile, headersOf, isFresh, keyOf } from './cache';
import type { CompileJob } from './compile';
import { execute, type Execution } from './execute';

export interface Precompiled {
  /** The header to include first. */
  readonly header: string;
  readonly runtime: string;
  /** The folder of both, with links to the include folders: a precompiled header is valid only under the same paths. */
  readonly folder: string;
  readonly links: readonly string[];
}

/** A precompiled header of CuTe has about 180 MB. */
const mostKept = 2;
const made = 'prelude.hpp.gch';

/** The precompiled parts for these flags, include folders and versions of tools, from the cache or new; undefined if
 *  they do not compile. */
export async function precompiled(job: CompileJob, execution: Execution): Promise<Precompiled | undefined> {
  const { sources, compiler, flags, includes, key } = job;
  const [prelude = '', runtime = ''] = [sources.get('prelude.hpp'), sources.get('runtime.cpp')];
  const folder = join(cacheFolder('precompiled'), keyOf([prelude, runtime, compiler, flags, includes, key]));
  const parts: Precompiled = {
    header: join(folder, 'prelude.hpp'),
    runtime: join(folder, 'runtime.o'),
    folder,
    links: includes.map((_, at) => join(folder, `include${at}`)),
  };
  if (isFresh(folder, made)) utimesSync(folder, new Date(), new Date());
  else if (!(await build(job, execution, parts))) return undefined;
  return parts;
}

async function build(job: CompileJob, execution: Execution, { folder, links }: Precompiled): Promise<boolean> {
  const { sources, compiler, flags, includes } = job;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'prelude.hpp'), sources.get('prelude.hpp') ?? '');
  includes.forEach((target, at) => linkTo(target, links[at] ?? ''));
  const folders = links.map((link) => `-I${link}`);
  const outputs = ['-MD', '-MF', 'dependencies', '-o', made];
  const steps = [
    ['-O1', '-DCUTE_LENS_HOST', '-c', 'runtime.cpp', '-o', 'runtime.o'],
    ['-x', 'c++-header', ...flags, ...folders, ...outputs, join(folder, 'prelude.hpp')],
  ];
  for (const words of steps) if ((await execute([compiler, ...words], execution)).code !== 0) return false;
  if (![made, 'runtime.o'].every((name) => existsSync(join(execution.cwd, name)))) return false;
  for (const name of [made, 'runtime.o']) move(join(execution.cwd, name), join(folder, name));
  writeFileSync(join(folder, headersFile), JSON.stringify(headersOf(execution.cwd)));
  forgetOld(cacheFolder('precompiled'), mostKept);
  return true;
}

/** Copies a file to where other processes may look for it, so that they see all of it or nothing. */
function move(from: string, to: string): void {
  const beside = `${to}.${process.pid}`;
  copyFileSync(from, beside);
  renameSync(beside, to);
  rmSync(from);
}

function linkTo(target: string, link: string): void {
  if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(target, link);
}
