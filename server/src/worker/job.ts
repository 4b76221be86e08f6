// The running analysis of the analysis thread, and how its result is stored.
import type { Range } from 'vscode-languageserver-protocol';
import {
  accessChecks,
  followedKernels,
  type Analysis,
  type Diagnostic,
  type Evaluation,
  type Fact,
  type FileId,
  type Interrupt,
  type Span,
} from '../../../core/src/index';
import type { SourceSet } from '../sources';
import { hasLaunches, type Done, type Open } from './open-document';
import type { Looked } from './snapshot';

/** An evaluated expression with its analysis. `fact` is absent if the expression could not be parsed. */
export interface Evaluated extends Pick<Looked, 'analysis' | 'active' | 'textOf'> {
  readonly fact: Fact | undefined;
}

/** How an analysis is run. */
export interface Run {
  /** Polled several times a millisecond. */
  readonly interrupt: (job: Job) => ReturnType<Interrupt>;
  /** Receives the files that the analysis reads. */
  readonly began: (files: readonly FileId[]) => void;
  /** Where the user looks. */
  readonly near?: Range | undefined;
  /** Kernels are followed with all their threads. */
  readonly follows?: boolean;
}

/** How a text is analysed. */
export type How = Omit<Run, 'interrupt'> & { readonly interrupt: Interrupt };

/** A running analysis. */
export interface Job {
  readonly uri: string;
  readonly version: number;
  readonly generation: number;
  readonly started: number;
  /** The facts found so far, while the analysis runs. */
  peek: (() => Evaluation) | undefined;
  files: ReadonlySet<FileId> | undefined;
  incomplete: boolean;
  marks: ReadonlyMap<FileId, number>;
  readonly follows: boolean;
  /** Other findings than before, about a text that had an analysis. */
  news: boolean;
}

export function begin({ uri, document, generation }: Open, started: number, follows: boolean): Job {
  const nothing = { news: false, peek: undefined, files: undefined, incomplete: false, marks: new Map() };
  return { uri, version: document.version, generation, started, follows, ...nothing };
}

/** Stores what an abandoned analysis has found, if there is no other analysis of the document to answer from. */
export function keepBegun(open: Open, { peek, marks }: Job): void {
  const seen = open.done ? undefined : peek?.();
  if (seen && seen.stats.steps > (open.begun?.analysis.stats.steps ?? 0))
    open.begun = { analysis: { ...seen, diagnostics: [] }, complete: false, marks };
}

/** The result of an analysis, and the files it read. */
export interface Found {
  readonly analysis: Analysis;
  readonly files: SourceSet['files'];
}

/** Goes on where the last analysis, which read all files, has ended. */
export function continued(
  job: Job,
  { marks, files, incomplete }: Done,
  began: Run['began'],
  go: () => Analysis,
): Found {
  job.files = new Set(files.keys());
  [job.marks, job.incomplete] = [marks, incomplete];
  began([...files.keys()]);
  return { files, analysis: go() };
}

/** What an analysis found, and the time it ended. */
interface Outcome extends Found {
  readonly ended: number;
}

/** Stores the result as the document's last analysis. In `all` documents, edits that no analysis needs any more are
 *  forgotten. */
export function finish(open: Open, job: Job, { analysis, files, ended }: Outcome, all: Iterable<Open>): void {
  const marks = new Map([...job.marks].filter(([file]) => files.has(file)));
  const { generation, incomplete, started } = job;
  const isFirst = open.done === undefined;
  const kept = job.follows || !hasLaunches(analysis) ? [] : keptFindings(open);
  open.begun = undefined;
  if (job.follows) {
    open.followed = generation;
    open.kernels = followedKernels(analysis);
    job.news = JSON.stringify(analysis.diagnostics) !== JSON.stringify(open.done?.analysis.diagnostics);
  }
  open.done = {
    analysis: kept.length > 0 ? { ...analysis, diagnostics: [...analysis.diagnostics, ...kept] } : analysis,
    complete: true,
    marks,
    files,
    generation,
    incomplete,
    milliseconds: ended - started,
    isFirst,
  };
  const documents = [...all];
  for (const one of documents) one.changes.forget(oldestMark(one, documents));
}

/** What was found when kernels were followed last, in lines that were not edited since: until they are followed
 *  again. */
function keptFindings({ done, file, changes }: Open): readonly Diagnostic[] {
  const mark = done?.marks.get(file);
  if (!done || mark === undefined) return [];
  const moved = (span: Span): Span | undefined => {
    const range = span.file === file ? changes.now(span, mark) : undefined;
    return range && { file, ...range };
  };
  return done.analysis.diagnostics.flatMap((one) => {
    const span = accessChecks.has(one.code) ? moved(one.span) : undefined;
    const related = one.related.flatMap((other) => {
      const at = moved(other.span);
      return at ? [{ ...other, span: at }] : [];
    });
    return span ? [{ ...one, span, related }] : [];
  });
}

/** The mark of the oldest text of a document that some analysis refers to. */
function oldestMark(open: Open, all: readonly Open[]): number {
  const marks = all.map(({ done, begun }) => (done ?? begun)?.marks.get(open.file) ?? Infinity);
  return Math.min(open.changes.mark(), ...marks, ...(open.held ? [0] : []));
}
