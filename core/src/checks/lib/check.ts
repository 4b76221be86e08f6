// What a check is: a rule that programs break, how serious that is, and how it is found in what evaluation gave.
// A check sees facts, calls, launches and comments; neither the syntax nor the front end, and it changes nothing.
import type { Fix, Level, Related } from '../../analysis';
import type { Span } from '../../base/span';
import type { Facts } from './facts';

export type Topic =
  'tiling' | 'launch' | 'ownership' | 'memory' | 'performance' | 'rules' | 'silent' | 'comments' | 'cutile';

export interface Check {
  /** Stable: settings, suppressions and scripts use it. Kebab case. */
  readonly slug: string;
  readonly topic: Topic;
  /** What the programs are written in that it looks at; absent for CUDA C++. */
  readonly language?: 'cutile-rust';
  readonly level: Level;
  /** The rule in one line, as a statement: "The tile does not divide the extent". */
  readonly title: string;
  /** What goes wrong, what is looked at, and what makes the check stay silent. Markdown. */
  readonly explains: string;
  /** A program, or statements of a function, that it finds something in; and the same done right. Both are run as
   *  tests. */
  readonly bad: string;
  readonly good: string;
  /** Everything it has to say. One finding for each place and instance; the list drops repeats. */
  readonly find: (facts: Facts) => Iterable<Finding>;
}

/** Something that is wrong at a place. */
export interface Finding {
  readonly span: Span;
  /** With both sides: "the tile of 48 does not divide mode 0 of (_128,_64), of 128". */
  readonly message: string;
  /** The instance it was found in. */
  readonly instance?: number;
  readonly related?: readonly Related[];
  readonly fixes?: readonly Fix[];
}
