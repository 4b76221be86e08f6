// What evaluation says of the files of a source, over all of its translation units: for each declaration the best that
// any of them gives. A header of a library is latent in the units that include it, and has its facts all the same; it
// is read as a whole by itself, to know what it declares.
import { readFileSync } from 'node:fs';
import { analyze, type Analysis, type Program } from '../../core/src/index';
import type { FrontEnd } from '../../core/src/frontends/front-end';
import { assumptionsOf } from '../../server/src/assumptions';
import { isHeader } from '../../server/src/including';
import { cutlassFolders, noFlags, type Surroundings } from '../../server/src/includes';
import { Sources } from '../../server/src/sources';
import { layoutNames, verdictOf, type Verdict } from './coverage';
import type { Corpus } from './coverage-sources';
import { cudaFrontEnd } from './front-end';

/** How a source is evaluated. */
export interface Limits {
  /** Processor time of each unit. */
  readonly seconds: number;
  /** `__CUDA_ARCH__` where the source does not say. */
  readonly arch: number;
}

/** As many as the extension takes where nothing else is set (`cuteLens.includingFiles`). */
const mostRoots = 4;

export class Seen {
  /** Of files that are read as a whole. */
  readonly programs = new Map<string, Program>();
  readonly verdicts = new Map<string, Map<number, Verdict>>();
  /** Milliseconds of processor time of each unit. */
  readonly times = new Map<string, number>();
  /** The files of each unit. */
  private readonly includedBy = new Map<string, ReadonlySet<string>>();
  private readonly sources: Sources;
  private readonly folders: Surroundings;
  private readonly arch: number;

  private constructor(
    private readonly frontEnd: FrontEnd,
    corpus: Corpus,
    private readonly limits: Limits,
  ) {
    this.sources = new Sources(frontEnd);
    this.arch = corpus.arch ?? limits.arch;
    this.folders = {
      includePaths: corpus.includePaths,
      cutlass: cutlassFolders('', corpus.workspace),
      ...(corpus.workspace !== undefined && { workspace: corpus.workspace }),
      flagsOf: () => ({ ...noFlags, macros: corpus.macros ?? [] }),
    };
  }

  static async of(corpus: Corpus, limits: Limits): Promise<Seen> {
    return new Seen(await cudaFrontEnd(), corpus, limits);
  }

  /** A header as a user sees it who opens it: with the first units that include it. */
  evaluateHeader(header: string): void {
    const roots = [...this.includedBy].flatMap(([unit, files]) => (files.has(header) ? [unit] : []));
    this.evaluate(header, readFileSync(header, 'utf8'), roots.slice(0, mostRoots));
  }

  evaluate(unit: string, text = readFileSync(unit, 'utf8'), roots: readonly string[] = []): void {
    const from = processorTime();
    const until = from + 1000 * this.limits.seconds;
    this.sources.open(unit, text);
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
    this.times.set(unit, Math.round(processorTime() - from));
  }

  /** Reads a header as a whole, without evaluating it. */
  read(header: string): void {
    this.keep(this.sources.collect(header, this.folders, this.arch).files);
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
    for (const [file, own] of facts) {
      const known = this.verdicts.get(file) ?? new Map<number, Verdict>();
      this.verdicts.set(file, known);
      for (const fact of own) {
        if (!['declaration', 'binding', 'alias', 'member'].includes(fact.role)) continue;
        const verdict = verdictOf(fact);
        const had = known.get(fact.span.start);
        if (!had || had.is === 'unknown') known.set(fact.span.start, verdict);
      }
    }
  }
}

/** In milliseconds: what else the machine does must not decide what is reached. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
