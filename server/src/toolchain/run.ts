// Runs a program with probes, on this machine or behind a launcher, and reads what it recorded. The program lies in a
// folder of its own with its settings in a file beside it, since a launcher may not pass on the environment.
import { say } from '../../../core/src/base/say';
import { chmodSync, copyFileSync, existsSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { diskProblem } from './compile';
import { execute, launched, type Limits, type Outcome } from './execute';
import type { Problem } from './find';
import { inTemporaryFolder } from './temporary';

/** The threads and blocks that record, at most eight of each: a number from the start, -1 for the last, or -1000 - n
 *  for the n-th thousandth. */
export interface Sampling {
  readonly threads: readonly number[];
  readonly blocks: readonly number[];
  /** The number of elements of a tensor that are recorded, in the sampled threads and in every thread of the first
   *  block. */
  readonly elements: number;
  readonly owned: number;
}

export interface RunJob {
  readonly program: string;
  readonly args: readonly string[];
  /** The working folder; undefined for a private one, which is removed afterwards. */
  readonly cwd: string | undefined;
  readonly launcher: readonly string[];
  /** The folder into which the program is copied; empty for the folder of temporary files. The machine behind a
   *  launcher must see it too. */
  readonly folder: string;
  readonly sampling: Sampling;
  readonly limits: Limits;
  readonly signal?: AbortSignal;
  readonly onOutput?: (text: string) => void;
}

export interface Ran {
  readonly outcome: Outcome;
  /** The records; empty if the program wrote none. */
  readonly records: Uint8Array;
  /** Facts that the program reported about itself: `gpu`, `arch`, `driver`, `start`, `finish`. */
  readonly notes: ReadonlyMap<string, string>;
}

export async function run(job: RunJob): Promise<Ran | Problem> {
  try {
    return await inTemporaryFolder(job.folder === '' ? tmpdir() : job.folder, (folder) => runIn(folder, job));
  } catch (error) {
    return diskProblem(error);
  }
}

async function runIn(
  folder: string,
  { program, args, cwd, launcher, sampling, limits, signal, onOutput }: RunJob,
): Promise<Ran | Problem> {
  const copy = join(folder, 'program');
  copyFileSync(program, copy);
  chmodSync(copy, 0o755);
  writeFileSync(`${copy}.settings`, settingsText(sampling));
  const outcome = await execute(launched(launcher, [copy, ...args]), {
    cwd: cwd ?? folder,
    limits,
    ...(signal ? { signal } : {}),
    ...(onOutput ? { onOutput } : {}),
  });
  if (outcome.ended === 'cancelled') return { code: 'cancelled', message: say`Cancelled while the program ran.` };
  if (outcome.ended === 'not-started') return notStarted(launcher, outcome.error ?? '');
  const notes = notesOf(`${copy}.notes`);
  const isWritten = existsSync(`${copy}.records`);
  if (
    !isWritten &&
    outcome.ended === 'exit' &&
    outcome.signal === null &&
    ['cudaSuccess', 'host'].includes(notes.get('start') ?? '')
  )
    return unwritten(folder, outcome);
  return { outcome, records: isWritten ? readFileSync(`${copy}.records`) : new Uint8Array(), notes };
}

/** The problem to report if there are no records. Probes write them when the program ends, unless it ends by `_exit` or
 *  the disk is full. */
function unwritten(folder: string, { stdout, stderr }: Outcome): Problem {
  const { bavail, bsize } = statfsSync(folder);
  const details = stderr || stdout;
  const action = { do: 'setting', title: say`Set Folder`, setting: 'cuteLens.run.folder' } as const;
  if (bavail * bsize < mostRecordBytes)
    return {
      code: 'disk',
      message: say`The disk is full: the program could not write what it recorded into ${folder}. Set cuteLens.run.folder to a folder with room.`,
      details,
      action,
    };
  return {
    code: 'run',
    message: say`The program left no records in ${folder}: it ended by _exit, or the machine that it ran on writes another folder (cuteLens.run.folder).`,
    details,
    action,
  };
}

/** The largest size of the records of one program. */
const mostRecordBytes = 1 << 26;

function notStarted(launcher: readonly string[], error: string): Problem {
  if (launcher.length === 0)
    return {
      code: 'run',
      message: say`The program could not be started (${error}). If programs may not run in ${tmpdir()}, set cuteLens.run.folder.`,
      action: { do: 'setting', title: say`Set Folder`, setting: 'cuteLens.run.folder' },
    };
  return {
    code: 'run',
    message: say`The launcher ${launcher[0]} could not be started (${error}).`,
    action: { do: 'setting', title: say`Set Launcher`, setting: 'cuteLens.run.launcher' },
  };
}

function settingsText({ threads, blocks, elements, owned }: Sampling): string {
  const eight = (codes: readonly number[]): readonly number[] =>
    [...codes.slice(0, 8), ...Array<number>(8).fill(-2)].slice(0, 8);
  return `${[...eight(threads), ...eight(blocks), elements, owned].join(' ')}\n`;
}

function notesOf(path: string): ReadonlyMap<string, string> {
  if (!existsSync(path)) return new Map();
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.includes('\t'));
  return new Map(lines.map((line) => [line.slice(0, line.indexOf('\t')), line.slice(line.indexOf('\t') + 1)]));
}
