// A child process that tries inputs or plays sessions, one after the other, and reports to its parent. Before each it
// writes the index into a file, so that the parent knows the cause if the process dies.
import { openSync, writeSync } from 'node:fs';
import { inputAt, randomAt, type Base, type Input } from './inputs';
import { tryInput } from './try-input';
import type { Failure, Verdict } from './verdict';
import { loadFrontEnd } from '../../server/src/grammar';
import type { Languages } from '../../core/src/frontends/by-language';

/** What a child is asked to do: the indices `first`, `first + step`, … below `end`. */
export interface Task {
  readonly seed: number;
  readonly first: number;
  readonly step: number;
  readonly end: number;
  /** Of every so many inputs everything is asked; of the others only the analysis. */
  readonly ask: number;
  /** Epoch milliseconds after which nothing more is begun. */
  readonly until: number;
  /** Where the index that is being worked on is written. */
  readonly note: string;
}

export type ChildMessage =
  | {
      readonly is: 'progress';
      readonly done: number;
      readonly times: readonly number[];
      readonly exhausted: number;
      readonly mostSteps: number;
      readonly peakBytes: number;
    }
  | { readonly is: 'failure'; readonly index: number; readonly failure: Failure }
  | { readonly is: 'verdict'; readonly verdict: Verdict }
  | { readonly is: 'ready' };

/** A process of more memory than this has failed. */
export const mostBytes = 1.5 * 2 ** 30;
/** Exit code of a child whose memory grew beyond that: its parent starts another. */
export const tooLarge = 86;

export const tell = (message: ChildMessage): void => void process.send?.(message);

/** Writes what is being worked on where the parent finds it, whatever happens: the index and when it was begun. */
export function noteTaker(path: string): (index: number) => void {
  const file = openSync(path, 'w+');
  const record = Buffer.alloc(16);
  return (index) => {
    record.writeDoubleLE(index, 0);
    record.writeDoubleLE(Date.now(), 8);
    writeSync(file, record, 0, 16, 0);
  };
}

export async function languagesIn(folder: string): Promise<Languages> {
  const languages = await loadFrontEnd(folder);
  await languages.allReady();
  return languages;
}

/** Tries inputs until the task or the time is at its end. */
export async function tryInputs(bases: readonly Base[], folder: string, task: Task): Promise<void> {
  const languages = await languagesIn(folder);
  const note = noteTaker(task.note);
  const batch = new Batch();
  for (let index = task.first; index < task.end && Date.now() < task.until; index += task.step) {
    note(index);
    const verdict = tried(inputAt(bases, task.seed, index), languages, task.seed, index, isTurn(index, task.ask));
    batch.add(verdict);
    batch.addDone();
    for (const failure of verdict.failures) tell({ is: 'failure', index, failure });
    if (peakBytes() > mostBytes) {
      tell({
        is: 'failure',
        index,
        failure: {
          kind: 'memory',
          part: 'process',
          message: `the process grew to ${Math.round(peakBytes() / 2 ** 20)} MiB`,
        },
      });
      batch.send();
      await drained();
      process.exit(tooLarge);
    }
    // Messages and the collector get their turn.
    if (batch.isDue()) await drained();
  }
  note(-1);
  batch.send();
}

/** Every so many indices, in each of the processes that share them. */
const isTurn = (index: number, every: number): boolean => (index + Math.floor(index / 16)) % every === 0;

/** What was slow is tried again: a first time pays for what is compiled, and a busy machine for others. */
export function tried(input: Input, languages: Languages, seed: number, index: number, asks = true): Verdict {
  const once = (): Verdict => tryInput(input, languages, randomAt(seed, index), { withEdit: isTurn(index, 8), asks });
  const verdict = once();
  if (!verdict.failures.some(({ kind }) => kind === 'slow')) return verdict;
  const again = once();
  const stays = (failure: Failure): boolean =>
    failure.kind !== 'slow' || again.failures.some(({ kind, part }) => kind === 'slow' && part === failure.part);
  return {
    ...verdict,
    milliseconds: Math.min(verdict.milliseconds, again.milliseconds),
    failures: verdict.failures.filter(stays),
  };
}

export const peakBytes = (): number => process.resourceUsage().maxRSS * 1024;

const drained = (): Promise<void> => new Promise((resume) => setImmediate(resume));

/** Times are told by the dozen. */
export class Batch {
  private times: number[] = [];
  private done = 0;
  private exhausted = 0;
  private steps = 0;
  private sent = performance.now();

  add({ milliseconds, exhausted, steps }: Pick<Verdict, 'milliseconds' | 'exhausted' | 'steps'>): void {
    this.times.push(Math.round(milliseconds * 10) / 10);
    if (exhausted) this.exhausted++;
    this.steps = Math.max(this.steps, steps);
  }

  addDone(): void {
    this.done++;
  }

  /** True where it was time to tell, and was told. */
  isDue(peak = peakBytes()): boolean {
    if (performance.now() - this.sent < 500) return false;
    this.send(peak);
    return true;
  }

  send(peak = peakBytes()): void {
    tell({
      is: 'progress',
      done: this.done,
      times: this.times,
      exhausted: this.exhausted,
      mostSteps: this.steps,
      peakBytes: peak,
    });
    this.times = [];
    this.done = 0;
    this.exhausted = 0;
    this.sent = performance.now();
  }
}

/** Tries the texts that the parent sends, for as long as it sends some: shrinking asks many times. */
export async function answerTrials(folder: string): Promise<void> {
  const languages = await languagesIn(folder);
  process.on('message', ({ input, seed, index }: { input: Input; seed: number; index: number }) => {
    const verdict = tried(input, languages, seed, index);
    const large: readonly Failure[] =
      peakBytes() > mostBytes ? [{ kind: 'memory', part: 'process', message: 'the process grew' }] : [];
    tell({ is: 'verdict', verdict: { ...verdict, failures: [...verdict.failures, ...large] } });
  });
  tell({ is: 'ready' });
}
