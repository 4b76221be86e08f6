// The parent of the fuzzing processes: starts them, detects that one died or does not finish, finds out which input it
// was working on, and starts another one after that input. Does not know what is tried.
import { fork, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tooLarge, type ChildMessage, type Task } from './child';
import type { Failure } from './verdict';

export interface PoolInput {
  /** What is forked: this program itself where it is absent. */
  readonly program?: string;
  /** What a child does: a subcommand of the program that forks itself. */
  readonly command: 'child-inputs' | 'child-sessions';
  readonly jobs: number;
  readonly seed: number;
  readonly first: number;
  readonly count: number;
  /** Of every so many inputs everything is asked. */
  readonly ask: number;
  readonly seconds: number;
  /** Work on one index may take so much processor time until it is ended, and `patience` times as much by the clock. */
  readonly hangMs: number;
  readonly onFailure: (index: number, failure: Failure) => void;
  readonly onProgress: (tally: Tally) => void;
}

export interface Tally {
  readonly times: number[];
  done: number;
  exhausted: number;
  mostSteps: number;
  peakBytes: number;
}

/** A process that waits for something that never comes spends no processor time. */
const patience = 10;

/** V8 gives up here; with what lies outside of its heap, a process stays below the limit. */
export const heapFlags = ['--max-old-space-size=1024'];

/** Settled when all is done, or the time is over. */
export async function runPool(input: PoolInput): Promise<Tally> {
  const tally: Tally = { times: [], done: 0, exhausted: 0, mostSteps: 0, peakBytes: 0 };
  const until = Date.now() + input.seconds * 1000;
  await Promise.all(
    Array.from({ length: Math.min(input.jobs, input.count) }, (_, job) => runJob(input, job, until, tally)),
  );
  return tally;
}

async function runJob(input: PoolInput, job: number, until: number, tally: Tally): Promise<void> {
  const note = join(tmpdir(), `cute-lens-fuzz-${process.pid}-${input.command}-${job}`);
  const end = input.first + input.count;
  let first = input.first + job;
  try {
    while (first < end && Date.now() < until) {
      const { code, signal, words, hung } = await runChild(
        input,
        { seed: input.seed, first, step: input.jobs, end, ask: input.ask, until, note },
        tally,
      );
      if (code === 0) return;
      const { index } = readNote(note);
      if (index < first && code !== tooLarge)
        throw new Error(`a process did not start (${code ?? signal ?? ''}): ${words}`);
      if (hung) input.onFailure(index, { kind: 'hangs', part: 'process', message: `no end after ${input.hangMs} ms` });
      else if (code !== tooLarge)
        input.onFailure(index, {
          kind: 'died',
          part: 'process',
          message: `${signal ?? `exit ${code ?? '?'}`}\n${words}`,
        });
      if (code !== tooLarge) tally.done++;
      first = index + input.jobs;
    }
  } finally {
    rmSync(note, { force: true });
  }
}

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  /** The last words on standard error. */
  readonly words: string;
  readonly hung: boolean;
}

function runChild(input: PoolInput, task: Task, tally: Tally): Promise<Ended> {
  rmSync(task.note, { force: true });
  const child = forkSelf(input.command, [JSON.stringify(task)], input.program);
  let words = '';
  let hung = false;
  child.stderr?.on('data', (data: Buffer) => (words = (words + data.toString()).slice(-4000)));
  child.on('message', (message: ChildMessage) => {
    if (message.is === 'failure') input.onFailure(message.index, message.failure);
    if (message.is !== 'progress') return;
    for (const time of message.times) tally.times.push(time);
    tally.done += message.done;
    tally.exhausted += message.exhausted;
    tally.mostSteps = Math.max(tally.mostSteps, message.mostSteps);
    tally.peakBytes = Math.max(tally.peakBytes, message.peakBytes);
    input.onProgress(tally);
  });
  let watched = { index: -1, spent: 0 };
  const watch = setInterval(() => {
    const { index, since } = readNote(task.note);
    if (index < 0) return;
    const passed = Date.now() - since;
    const spent = processorTime(child.pid) ?? passed;
    if (index !== watched.index) watched = { index, spent: Math.max(0, spent - passed) };
    if (spent - watched.spent < input.hangMs && passed < patience * input.hangMs) return;
    hung = true;
    child.kill('SIGKILL');
  }, 500);
  return new Promise((done) =>
    child.on('close', (code, signal) => {
      clearInterval(watch);
      done({ code, signal, words, hung });
    }),
  );
}

/** Processor time of a process, ms: other work on the machine does not count. Undefined where the system does not tell
 *  it. */
function processorTime(pid: number | undefined): number | undefined {
  try {
    // Behind the name, which may contain anything: the state is field 3, user and system time are fields 14 and 15.
    const fields = readFileSync(`/proc/${pid ?? 0}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return undefined;
  }
}

/** This program once more, as a child. */
export function forkSelf(command: string, args: readonly string[], program = process.argv[1] ?? ''): ChildProcess {
  return fork(program, [command, ...args], { execArgv: heapFlags, stdio: ['ignore', 'inherit', 'pipe', 'ipc'] });
}

function readNote(path: string): { readonly index: number; readonly since: number } {
  const record = Buffer.alloc(16);
  try {
    const file = openSync(path, 'r');
    const read = readSync(file, record, 0, 16, 0);
    closeSync(file);
    return read === 16 ? { index: record.readDoubleLE(0), since: record.readDoubleLE(8) } : { index: -1, since: 0 };
  } catch {
    return { index: -1, since: 0 };
  }
}
