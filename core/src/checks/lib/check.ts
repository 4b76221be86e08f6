// What a check is: a rule that programs break, its severity, and how violations are found in the results of evaluation.
// A check reads facts, calls, launches and comments. It sees neither the syntax nor the front end, and it changes
// nothing.
import type { Fix, Level, Related } from '../../analysis';
import type { Span } from '../../base/span';
import type { Program } from '../../ir/program';
import type { Facts } from './facts';

export type Topic =
  | 'tiling'
  | 'launch'
  | 'ownership'
  | 'memory'
  | 'accesses'
  | 'performance'
  | 'rules'
  | 'silent'
  | 'comments'
  | 'cutile';

export interface Check {
  /** The stable name in settings, suppressions and scripts. Kebab case. */
  readonly slug: string;
  readonly topic: Topic;
  /** The language of the programs that it checks; absent for CUDA C++. */
  readonly language?: Program['language'];
  readonly level: Level;
  /** It looks at what all threads do to memory, as all checks of accesses do. */
  readonly ofThreads?: true;
  /** The rule in one line, as a statement: "The tile does not divide the extent". */
  readonly title: string;
  /** What goes wrong, what the check looks at, and when it stays silent. Markdown. */
  readonly explains: string;
  /** A program, or statements of a function, that violates the rule; `good` is the same done right. Tests run both. */
  readonly bad: string;
  readonly good: string;
  /** All findings, one for each place and instance; the list of checks drops repetitions. */
  readonly find: (facts: Facts) => Iterable<Finding>;
}

/** A problem at a place in the source. */
export interface Finding {
  readonly span: Span;
  /** The message names both sides: "the tile of 48 does not divide mode 0 of (_128,_64), of 128". */
  readonly message: string;
  /** The instance in which it was found. */
  readonly instance?: number;
  /** `threadIdx.x` of the threads that take part. */
  readonly threads?: readonly number[];
  /** What follows from it in the same instance. */
  readonly leadsTo?: Consequences;
  readonly related?: readonly Related[];
  readonly fixes?: readonly Fix[];
}

/** Findings of other checks that follow from one. */
export interface Consequences {
  readonly checks: readonly string[];
  /** Only where a thread takes part whose `threadIdx.x` is this or more. */
  readonly fromThread?: number;
}
