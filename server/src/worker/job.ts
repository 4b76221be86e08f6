// What the analysis thread works on, and what comes of it.
import type { Evaluation, Fact, FileId } from '../../../core/src/index';
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
