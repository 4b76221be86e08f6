// Stores failures: one text in the folder for each class of failures, reduced, with what happened and how to reproduce
// it. Works for inputs and sessions alike.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bounds } from './shrink';
import { classOf, type Failure } from './verdict';

export interface Found {
  readonly index: number;
  readonly failure: Failure;
  readonly key: string;
  times: number;
}

/** What indices stand for. */
export interface Exhibits {
  /** What tells failures without a stack apart: the text that was damaged. */
  base(index: number): string;
  /** As it is saved; `suffix` names its kind of file, `situation` is what the text does not say. */
  exhibit(index: number): { readonly suffix: string; readonly text: string; readonly situation: string };
  /** What becomes of it while nothing else runs. */
  alone(index: number): Promise<readonly Failure[]>;
  /** A smaller text that still fails like this; undefined where it does not fail again. */
  smallest(found: Found, bounds: Bounds): Promise<string | undefined>;
  /** The option that runs an index once more. */
  readonly again: string;
  stop(): void;
}

/** Of more classes, only the names are told. */
const mostKept = 40;
/** Seconds for trying again what was slow. */
const slowSeconds = 120;

export class Findings {
  private readonly classes = new Map<string, Found>();
  total = 0;
  /** Slow only while other processes ran. */
  crowded = 0;
  private readonly slow: { readonly index: number; readonly failure: Failure }[] = [];

  constructor(
    private readonly folder: string,
    private readonly seed: number,
    private readonly exhibits: Exhibits,
  ) {}

  /** The text is on disk before anything else happens. What was slow waits until the machine is quiet. */
  add(index: number, failure: Failure): void {
    if (failure.kind === 'slow') this.slow.push({ index, failure });
    else this.note(index, failure);
  }

  /** Tries what was slow once more, when all other processes have ended: with one for each processor, each may take
   *  several times as long as alone. */
  async settle(): Promise<void> {
    const until = Date.now() + slowSeconds * 1000;
    for (const { index, failure } of this.slow.splice(0)) {
      const isSame = ({ kind, part }: Failure): boolean => kind !== 'slow' || part === failure.part;
      if (Date.now() > until || (await this.exhibits.alone(index)).some(isSame)) this.note(index, failure);
      else this.crowded++;
    }
  }

  private note(index: number, failure: Failure): void {
    this.total++;
    const key = classOf(failure, this.exhibits.base(index));
    const present = this.classes.get(key);
    if (present) return void present.times++;
    const found = { index, failure, key, times: 1 };
    this.classes.set(key, found);
    if (this.classes.size <= mostKept) this.write(found);
  }

  get count(): number {
    return this.classes.size;
  }

  /** Makes each kept exhibit smaller, in the time given. */
  async shrink(seconds: number): Promise<void> {
    const until = Date.now() + seconds * 1000;
    const kept = [...this.classes.values()].slice(0, mostKept);
    for (const [at, found] of kept.entries()) {
      if (Date.now() > until) break;
      const own = Date.now() + (until - Date.now()) / (kept.length - at);
      const small = await this.exhibits.smallest(found, { until: own, trials: 2000 });
      if (small !== undefined)
        writeFileSync(`${this.pathOf(found)}.small.${this.exhibits.exhibit(found.index).suffix}`, small);
    }
    this.exhibits.stop();
  }

  private pathOf({ index, failure }: Found): string {
    return join(this.folder, `${failure.kind}-${failure.part.replace(/\W+/g, '-')}-${index}`);
  }

  private write(found: Found): void {
    const { index, failure, key } = found;
    const { suffix, text, situation } = this.exhibits.exhibit(index);
    mkdirSync(this.folder, { recursive: true });
    writeFileSync(`${this.pathOf(found)}.${suffix}`, text);
    const words = [
      `class: ${key}`,
      `seed ${this.seed}, index ${index}, from ${this.exhibits.base(index)}`,
      situation,
      `again: npm run fuzz -- --seed ${this.seed} ${this.exhibits.again} ${index}`,
      '',
      failure.message,
      '',
    ];
    writeFileSync(`${this.pathOf(found)}.txt`, words.join('\n'));
  }

  /** One line a class, the most frequent first. */
  lines(): string[] {
    const sorted = [...this.classes.values()].sort((a, b) => b.times - a.times);
    return sorted.map((found) => {
      const [words = ''] = found.failure.message.split('\n');
      return `${String(found.times).padStart(5)} x ${this.pathOf(found)}: ${found.key}: ${words.slice(0, 160)}`;
    });
  }
}
