// What the analysis thread works on, and what comes of it.
import type { Analysis, Evaluation, Fact, FileId } from '../../../core/src/index';
import type { SourceSet } from '../sources';
import type { Open } from './open-document';
import type { Looked } from './snapshot';

/** An expression with the analysis that it was evaluated in; without a fact where it could not be read. */
export interface Evaluated extends Pick<Looked, 'analysis' | 'active' | 'textOf'> {
  readonly fact: Fact | undefined;
}

/** An analysis that is under way. */
export interface Job {
  readonly uri: string;
  readonly version: number;
  readonly generation: number;
  readonly started: number;
  /** What it has seen so far, while it runs. */
  peek: (() => Evaluation) | undefined;
  files: ReadonlySet<FileId> | undefined;
  incomplete: boolean;
  marks: ReadonlyMap<FileId, number>;
}

export function begin({ uri, document, generation }: Open, started: number): Job {
  const nothing = { peek: undefined, files: undefined, incomplete: false, marks: new Map() };
  return { uri, version: document.version, generation, started, ...nothing };
}

/** Where there is nothing else to answer from, what an abandoned analysis has seen is better than nothing. */
export function keepBegun(open: Open, { peek, marks }: Job): void {
  const seen = open.done ? undefined : peek?.();
  if (seen && seen.stats.steps > (open.begun?.analysis.stats.steps ?? 0))
    open.begun = { analysis: { ...seen, diagnostics: [] }, complete: false, marks };
}

/** What an analysis gave, of which files, and when it ended. */
interface Outcome {
  readonly analysis: Analysis;
  readonly files: SourceSet['files'];
  readonly ended: number;
}

/** The analysis becomes the document's last one. Edits that no analysis needs any more are forgotten, of `all`
 *  documents. */
export function finish(open: Open, job: Job, { analysis, files, ended }: Outcome, all: Iterable<Open>): void {
  const marks = new Map([...job.marks].filter(([file]) => files.has(file)));
  const { generation, incomplete, started } = job;
  const isFirst = open.done === undefined;
  open.begun = undefined;
  open.done = {
    analysis,
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

/** The oldest text of a document that some analysis is of. */
function oldestMark(open: Open, all: readonly Open[]): number {
  const marks = all.map(({ done, begun }) => (done ?? begun)?.marks.get(open.file) ?? Infinity);
  return Math.min(open.changes.mark(), ...marks, ...(open.held ? [0] : []));
}
