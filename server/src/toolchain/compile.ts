// Compiles an instrumented program. The result is cached: the same text with the same tools and headers is compiled
// once. Works in a temporary folder; user paths that a tool may not handle are reached through symbolic links.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { execute } from './execute';
import type { Problem } from './find';
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
  /** Whatever else determines the result: the versions of the tools. */
  readonly key: readonly string[];
  readonly limits: { readonly milliseconds: number; readonly outputBytes: number };
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
    const folder = join(cacheFolder(), keyOf(job));
    if (isFresh(folder)) {
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
    ENOSPC: 'the disk is full',
    EDQUOT: 'the quota is used up',
    EACCES: 'it may not be written',
    EPERM: 'it may not be written',
    EROFS: 'it is read-only',
    ENOENT: 'it does not exist',
    ENOTDIR: 'it is not a folder',
  };
  const reason = code === undefined ? undefined : reasons[code];
  if (reason === undefined) throw error;
  return {
    code: 'disk',
    message: `${path ?? tmpdir()}: ${reason}. Programs are compiled in the folder for temporary files (TMPDIR) and kept in ${cacheFolder()} (XDG_CACHE_HOME).`,
  };
}

/** The folder of cached programs. */
export function cacheFolder(): string {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'cute-lens', 'verify');
}

function keyOf({ sources, mode, compiler, flags, includes, key }: CompileJob): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([[...sources], mode, compiler, flags, includes, key]));
  return hash.digest('hex').slice(0, 32);
}

async function build(job: CompileJob, scratch: string, folder: string): Promise<Compiled | Problem> {
  for (const [name, text] of job.sources) writeFileSync(join(scratch, name), text);
  const links = job.includes.map((target, at) => {
    const link = `include${at}`;
    symlinkSync(target, join(scratch, link));
    return link;
  });
  const command = [
    job.compiler,
    ...(job.mode === 'host' ? ['-x', 'c++'] : []),
    ...job.flags,
    ...links.map((link) => `-I${link}`),
    '-include',
    'prelude.hpp',
    '-MD',
    '-MF',
    'dependencies',
    '-o',
    'program',
    'program.cu',
  ];
  const limits = job.limits;
  const shared = {
    cwd: scratch,
    limits,
    env: { TMPDIR: scratch },
    ...(job.signal ? { signal: job.signal } : {}),
    ...(job.onOutput ? { onOutput: job.onOutput } : {}),
  };
  const runtime = await execute(
    [job.compiler, '-O1', ...(job.mode === 'host' ? ['-DCUTE_LENS_HOST'] : []), '-c', 'runtime.cpp', '-o', 'runtime.o'],
    shared,
  );
  const outcome =
    runtime.code === 0
      ? await execute([...command, ...(job.mode === 'host' ? ['-x', 'none'] : []), 'runtime.o'], shared)
      : runtime;
  const words = mapped(`${outcome.stderr}${outcome.stdout}`, scratch, job.includes);
  if (outcome.ended !== 'exit') return stopped(outcome.ended, job, outcome.error);
  if (outcome.code !== 0 || !existsSync(join(scratch, 'program'))) return refusal(words);
  const kept = keep(scratch, folder);
  return { program: kept, cached: false, milliseconds: outcome.milliseconds };
}

function stopped(ended: string, { compiler, limits }: CompileJob, error: string | undefined): Problem {
  if (ended === 'cancelled') return { code: 'cancelled', message: 'Cancelled while compiling.' };
  if (ended === 'not-started')
    return {
      code: 'no-nvcc',
      message: `${compiler} could not be started (${error ?? ''}).`,
      action: { do: 'setting', title: 'Set Path of nvcc', setting: 'cuteLens.nvccPath' },
    };
  const limit =
    ended === 'time'
      ? `${limits.milliseconds / 1000} s (cuteLens.verify.compileTimeout)`
      : `${limits.outputBytes >> 20} MB of output`;
  return { code: 'compile', message: `The compiler was ended after ${limit}.` };
}

/** The problem to report after a compiler error: its first error, at the user's line. */
function refusal(words: string): Problem {
  if (/no space left on device/i.test(words))
    return {
      code: 'disk',
      message: `The disk is full: the compiler could not write into ${tmpdir()}.`,
      details: words,
    };
  const errors = words.split('\n').filter((line) => /\berror\b/i.test(line));
  return {
    code: 'compile',
    message: `The program does not compile: ${errors[0]?.trim() ?? (words.trim().split('\n')[0] || 'the compiler says nothing')}`,
    details: words,
  };
}

/** Replaces paths of the temporary folder by the user's paths. */
function mapped(words: string, scratch: string, includes: readonly string[]): string {
  return words
    .replace(/(?:\.\/)?\binclude(\d+)\//g, (whole, at: string) =>
      includes[Number(at)] === undefined ? whole : `${includes[Number(at)]}/`,
    )
    .replaceAll(`${scratch}/`, '');
}

/** Moves a program into the cache in one step, so that no other process sees a half-written one. */
function keep(scratch: string, folder: string): string {
  const program = join(scratch, 'program');
  const entry = join(scratch, 'entry');
  mkdirSync(entry);
  copyFileSync(program, join(entry, 'program'));
  chmodSync(join(entry, 'program'), 0o755);
  writeFileSync(join(entry, 'headers.json'), JSON.stringify(headersOf(scratch)));
  mkdirSync(cacheFolder(), { recursive: true });
  moveInto(entry, folder);
  forgetOld();
  return join(folder, 'program');
}

function moveInto(entry: string, folder: string): void {
  const beside = `${folder}.${process.pid}`;
  mkdirSync(beside, { recursive: true });
  for (const name of readdirSync(entry)) copyFileSync(join(entry, name), join(beside, name));
  rmSync(folder, { recursive: true, force: true });
  renameSync(beside, folder);
}

/** The headers outside the temporary folder that the program was compiled from, each with a stamp that changes when the
 *  header does. */
function headersOf(scratch: string): readonly (readonly [string, string])[] {
  const file = join(scratch, 'dependencies');
  if (!existsSync(file)) return [];
  const words = readFileSync(file, 'utf8')
    .replace(/\\\n/g, ' ')
    .replace(/^[^:]*:/, '')
    .split(/(?<!\\)\s+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/\\ /g, ' '));
  const inside = realpathSync(scratch);
  return words.flatMap((word) => {
    const path = safeRealpath(join(word.startsWith('/') ? '' : scratch, word));
    return path === undefined || path.startsWith(`${inside}/`) ? [] : [[path, stamp(path)] as const];
  });
}

function safeRealpath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function stamp(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.size} ${Math.round(stats.mtimeMs)}` : 'gone';
}

function isFresh(folder: string): boolean {
  try {
    const headers: unknown = JSON.parse(readFileSync(join(folder, 'headers.json'), 'utf8'));
    const isSame = (header: unknown): boolean => {
      const [path, was]: readonly unknown[] = Array.isArray(header) ? header : [];
      return typeof path === 'string' && stamp(path) === was;
    };
    return existsSync(join(folder, 'program')) && Array.isArray(headers) && headers.every(isSame);
  } catch {
    return false;
  }
}

function forgetOld(): void {
  const entries = readdirSync(cacheFolder()).map((name) => ({
    path: join(cacheFolder(), name),
    at: statSync(join(cacheFolder(), name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  }));
  for (const { path } of entries.sort((a, b) => b.at - a.at).slice(mostKept))
    rmSync(path, { recursive: true, force: true });
}
