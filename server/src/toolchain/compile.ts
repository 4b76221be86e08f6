// Compiles an instrumented program. The result is cached: the same text with the same tools and headers is compiled
// once. Works in a temporary folder; user paths that a tool may not handle are reached through symbolic links.
import { say } from '../../../core/src/base/say';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder, forgetOld, headersFile, headersOf, isFresh, keyOf } from './cache';
import { execute, type Execution, type Limits } from './execute';
import type { Problem } from './find';
import { precompiled, type Precompiled } from './precompiled';
import { inTemporaryFolder } from './temporary';
import { textAt } from '../unknown';

export interface CompileJob {
  /** The sources by file name. All of them are written; `program.cu` and `runtime.cpp` are compiled. */
  readonly sources: ReadonlyMap<string, string>;
  readonly mode: 'gpu' | 'host';
  readonly compiler: string;
  /** Flags without paths, then include folders in order. */
  readonly flags: readonly string[];
  readonly includes: readonly string[];
  /** Folders of the program itself, which are searched last. */
  readonly beside: readonly string[];
  /** Whatever else determines the result: the versions of the tools. */
  readonly key: readonly string[];
  readonly limits: Limits;
  readonly signal?: AbortSignal;
  readonly onOutput?: (text: string) => void;
}

export interface Compiled {
  /** The path of the executable in the cache. It must be copied before it is run. */
  readonly program: string;
  readonly cached: boolean;
  readonly milliseconds: number;
}

/** The largest number of cached programs. */
const mostKept = 30;

export async function compile(job: CompileJob): Promise<Compiled | Problem> {
  try {
    const { sources, mode, compiler, flags, includes, beside, key } = job;
    const folder = join(cacheFolder(), keyOf([[...sources], mode, compiler, flags, includes, beside, key]));
    if (isFresh(folder, 'program')) {
      utimesSync(folder, new Date(), new Date());
      return { program: join(folder, 'program'), cached: true, milliseconds: 0 };
    }
    return await inTemporaryFolder(tmpdir(), (scratch) => build(job, scratch, folder));
  } catch (error) {
    return diskProblem(error);
  }
}

/** Turns an error of the file system into a message for the user. Any other error is a bug and is thrown again. */
export function diskProblem(error: unknown): Problem {
  const [code, path] = [textAt(error, 'code'), textAt(error, 'path')];
  const reasons: Readonly<Record<string, string>> = {
    ENOSPC: say`the disk is full`,
    EDQUOT: say`the quota is used up`,
    EACCES: say`it may not be written`,
    EPERM: say`it may not be written`,
    EROFS: say`it is read-only`,
    ENOENT: say`it does not exist`,
    ENOTDIR: say`it is not a folder`,
  };
  const reason = code === undefined ? undefined : reasons[code];
  if (reason === undefined) throw error;
  return {
    code: 'disk',
    message: say`${path ?? tmpdir()}: ${reason}. Programs are compiled in the folder for temporary files (TMPDIR) and kept in ${cacheFolder()} (XDG_CACHE_HOME).`,
  };
}

async function build(job: CompileJob, scratch: string, folder: string): Promise<Compiled | Problem> {
  for (const [name, text] of job.sources) writeFileSync(join(scratch, name), text);
  const execution: Execution = {
    cwd: scratch,
    limits: job.limits,
    env: { TMPDIR: scratch },
    ...(job.signal ? { signal: job.signal } : {}),
    ...(job.onOutput ? { onOutput: job.onOutput } : {}),
  };
  const parts = job.mode === 'host' ? await precompiled(job, execution) : undefined;
  const folders = [...job.includes, ...job.beside];
  const links = folders.map((target, at) => parts?.links[at] ?? linked(target, scratch, at));
  const runtime = parts ? undefined : await execute(runtimeCommand(job), execution);
  const outcome =
    runtime === undefined || runtime.code === 0 ? await execute(programCommand(job, links, parts), execution) : runtime;
  const own = parts ? [parts.folder, scratch] : [scratch];
  const words = mapped(`${outcome.stderr}${outcome.stdout}`, own, folders);
  if (outcome.ended !== 'exit') return stopped(outcome.ended, job, outcome.error);
  if (outcome.code !== 0 || !existsSync(join(scratch, 'program'))) return refusal(words);
  const kept = keep(scratch, folder);
  return { program: kept, cached: false, milliseconds: outcome.milliseconds };
}

/** A symbolic link in the temporary folder, by a name that every tool can handle. */
function linked(target: string, scratch: string, at: number): string {
  const link = `include${at}`;
  symlinkSync(target, join(scratch, link));
  return link;
}

function runtimeCommand({ compiler, mode }: CompileJob): readonly string[] {
  const host = mode === 'host' ? ['-DCUTE_LENS_HOST'] : [];
  return [compiler, '-O1', ...host, '-c', 'runtime.cpp', '-o', 'runtime.o'];
}

function programCommand(
  { compiler, mode, flags }: CompileJob,
  links: readonly string[],
  parts: Precompiled | undefined,
): readonly string[] {
  const isHost = mode === 'host';
  return [
    compiler,
    ...(isHost ? ['-x', 'c++'] : []),
    ...flags,
    ...links.map((link) => `-I${link}`),
    '-include',
    parts?.header ?? 'prelude.hpp',
    '-MD',
    '-MF',
    'dependencies',
    '-o',
    'program',
    'program.cu',
    ...(isHost ? ['-x', 'none'] : []),
    parts?.runtime ?? 'runtime.o',
  ];
}

function stopped(ended: string, { compiler, limits }: CompileJob, error: string | undefined): Problem {
  if (ended === 'cancelled') return { code: 'cancelled', message: say`Cancelled while compiling.` };
  if (ended === 'not-started')
    return {
      code: 'no-nvcc',
      message: say`${compiler} could not be started (${error ?? ''}).`,
      action: { do: 'setting', title: say`Set Path of nvcc`, setting: 'cuteLens.nvccPath' },
    };
  const limit =
    ended === 'time'
      ? say`${limits.milliseconds / 1000} s (cuteLens.verify.compileTimeout)`
      : say`${limits.outputBytes >> 20} MB of output`;
  return { code: 'compile', message: say`The compiler was ended after ${limit}.` };
}

/** The problem to report after a compiler error: its first error, at the user's line. */
function refusal(words: string): Problem {
  if (/no space left on device/i.test(words))
    return {
      code: 'disk',
      message: say`The disk is full: the compiler could not write into ${tmpdir()}.`,
      details: words,
    };
  const errors = words.split('\n').filter((line) => /\berror\b/i.test(line));
  return {
    code: 'compile',
    message: say`The program does not compile: ${errors[0]?.trim() ?? (words.trim().split('\n')[0] || say`the compiler says nothing`)}`,
    details: words,
  };
}

/** Replaces paths of our own folders by the user's paths. */
function mapped(words: string, own: readonly string[], includes: readonly string[]): string {
  return own
    .reduce((text, folder) => text.replaceAll(`${folder}/`, ''), words)
    .replace(/(?:\.\/)?\binclude(\d+)\//g, (whole, at: string) =>
      includes[Number(at)] === undefined ? whole : `${includes[Number(at)]}/`,
    );
}

/** Moves a program into the cache in one step, so that no other process sees a half-written one. */
function keep(scratch: string, folder: string): string {
  const program = join(scratch, 'program');
  const entry = join(scratch, 'entry');
  mkdirSync(entry);
  copyFileSync(program, join(entry, 'program'));
  chmodSync(join(entry, 'program'), 0o755);
  writeFileSync(join(entry, headersFile), JSON.stringify(headersOf(scratch)));
  mkdirSync(cacheFolder(), { recursive: true });
  moveInto(entry, folder);
  forgetOld(cacheFolder(), mostKept);
  return join(folder, 'program');
}

function moveInto(entry: string, folder: string): void {
  const beside = `${folder}.${process.pid}`;
  mkdirSync(beside, { recursive: true });
  for (const name of readdirSync(entry)) copyFileSync(join(entry, name), join(beside, name));
  rmSync(folder, { recursive: true, force: true });
  renameSync(beside, folder);
}
