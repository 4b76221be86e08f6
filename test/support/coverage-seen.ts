// What evaluation says of the files of a source, over all of its translation units: for each declaration the best that
// any of them gives. A header of a library is latent in the units that include it, and has its facts all the same; it
// is read as a whole by itself, to know what it declares.
import { readFileSync } from 'node:fs';
import { analyze, type Analysis, type Program } from '../../core/src/index';
import type { FrontEnd } from '../../core/src/frontends/front-end';
import { assumptionsOf } from '../../server/src/assumptions';
import { namesIn, namingOf } from '../../server/src/choose-roots';
import { bestOf, IncludingFiles, isHeader } from '../../server/src/including';
import type { Surroundings } from '../../server/src/includes';
import { settings } from '../../server/src/settings';
import { Sources } from '../../server/src/sources';
import { layoutNames, verdictOf, type Verdict } from './coverage';
import type { Corpus } from './coverage-sources';
import { surroundingsOf, writtenOf } from './coverage-units';
import { cudaFrontEnd } from './front-end';

/** How a source is evaluated. */
export interface Limits {
  /** Processor time of each unit. */
  readonly seconds: number;
  /** `__CUDA_ARCH__` where the source does not say. */
  readonly arch: number;
}

/** A unit, or a header with the units that it is seen from: some, or those that an editor finds in its workspace. */
export interface Task {
  readonly unit: string;
  readonly roots?: readonly string[] | 'of the workspace';
}

/** What evaluating some tasks gave. A process can send it to another one. */
export interface Outcome {
  readonly verdicts: ReadonlyMap<string, ReadonlyMap<number, Verdict>>;
  readonly times: ReadonlyMap<string, number>;
  readonly includedBy: ReadonlyMap<string, ReadonlySet<string>>;
}

export class Seen implements Outcome {
  /** Of files that are read as a whole. */
  readonly programs = new Map<string, Program>();
  readonly verdicts = new Map<string, Map<number, Verdict>>();
  /** Milliseconds of processor time of each unit. */
  readonly times = new Map<string, number>();
  /** The files of each unit. */
  readonly includedBy = new Map<string, ReadonlySet<string>>();
  /** The texts of the units that the project's build writes. */
  readonly written: ReadonlyMap<string, string>;
  private readonly including = new IncludingFiles();
  private readonly sources: Sources;
  private readonly folders: Surroundings;
  private readonly arch: number;

  private constructor(
    private readonly frontEnd: FrontEnd,
    corpus: Corpus,
    private readonly limits: Limits,
  ) {
    this.sources = new Sources(frontEnd);
    this.written = new Map(writtenOf(corpus).map(({ unit, text }) => [unit, text]));
    this.arch = corpus.arch ?? limits.arch;
    this.folders = surroundingsOf(corpus);
  }

  static async of(corpus: Corpus, limits: Limits): Promise<Seen> {
    const seen = new Seen(await cudaFrontEnd(), corpus, limits);
    for (const [unit, text] of seen.written) seen.sources.open(unit, text);
    return seen;
  }

  /** A header as a user sees it who opens it: with the sources that say most of it. Those that the project's build
   *  writes are in no workspace here, so where there are some, the units are chosen from. */
  asUserSees(header: string): Task {
    if (this.written.size === 0 && this.folders.workspace !== undefined)
      return { unit: header, roots: 'of the workspace' };
    const text = (file: string): string => this.written.get(file) ?? readFileSync(file, 'utf8');
    const known = new Set(namesIn({ file: header, text: text(header) }));
    const including = [...this.includedBy].flatMap(([unit, files]) =>
      files.has(header) ? [namingOf({ file: unit, text: text(unit) }, known)] : [],
    );
    return { unit: header, roots: bestOf(including, settings.includingFiles.default) };
  }

  async evaluate(task: Task): Promise<void> {
    const { unit } = task;
    const roots = await this.rootsOf(task);
    const from = processorTime();
    const until = from + 1000 * this.limits.seconds;
    this.open(unit);
    const set = this.sources.collect(unit, this.folders, this.arch, roots);
    const given = { args: '', defines: {}, thread: [0, 0, 0], block: [0, 0, 0], arch: this.arch } as const;
    const analysis = analyze({
      entry: unit,
      ...set,
      assumptions: assumptionsOf(given, this.frontEnd),
      interrupt: () => (processorTime() < until ? 'go on' : 'stop'),
    });
    for (const bug of analysis.bugs) console.log(`BUG in ${unit}: ${bug}`);
    if (processorTime() >= until) console.log(`stopped after ${this.limits.seconds} s: ${unit}`);
    else if (analysis.stats.exhausted) console.log(`budget used up in ${unit}`);
    this.keep(set.files);
    if (!isHeader(unit)) this.includedBy.set(unit, new Set(set.files.keys()));
    this.see(analysis);
    if (isHeader(unit)) this.sources.close(unit);
    this.times.set(unit, Math.round(processorTime() - from));
  }

  private async rootsOf({ unit, roots = [] }: Task): Promise<readonly string[]> {
    const { workspace } = this.folders;
    if (roots !== 'of the workspace') return roots;
    return workspace === undefined
      ? []
      : this.including.of(unit, { ...this.folders, workspace }, settings.includingFiles.default);
  }

  /** Reads a file as a whole, without evaluating it. */
  read(unit: string): void {
    this.open(unit);
    this.keep(this.sources.collect(unit, this.folders, this.arch).files);
    if (isHeader(unit)) this.sources.close(unit);
  }

  private open(unit: string): void {
    if (!this.written.has(unit)) this.sources.open(unit, readFileSync(unit, 'utf8'));
  }

  /** What another process evaluated, after the tasks before. */
  add({ verdicts, times, includedBy }: Outcome): void {
    for (const [file, own] of verdicts) for (const [at, verdict] of own) this.say(file, at, verdict);
    for (const [unit, time] of times) this.times.set(unit, time);
    for (const [unit, files] of includedBy) this.includedBy.set(unit, files);
  }

  /** The names that stand for layouts in what was read. */
  names(): ReadonlySet<string> {
    return layoutNames([...this.programs.values()]);
  }

  dispose(): void {
    for (const file of [...this.programs.keys(), ...this.times.keys()]) this.sources.close(file);
  }

  private keep(files: ReadonlyMap<string, Program>): void {
    for (const [file, program] of files) if (!program.latent) this.programs.set(file, program);
  }

  private see({ facts }: Analysis): void {
    for (const [file, own] of facts)
      for (const fact of own)
        if (['declaration', 'binding', 'alias', 'member'].includes(fact.role))
          this.say(file, fact.span.start, verdictOf(fact));
  }

  private say(file: string, at: number, verdict: Verdict): void {
    const known = this.verdicts.get(file) ?? new Map<number, Verdict>();
    this.verdicts.set(file, known);
    const had = known.get(at);
    if (!had || had.is === 'unknown') known.set(at, verdict);
  }
}

/** In milliseconds: what else the machine does must not decide what is reached. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
