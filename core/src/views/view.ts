// What a view is: it finds something in a value and draws it. Each view is in a file of its own; index.ts lists them.
import type { AccessHazard, AccessMoment, Derivation } from '../analysis';
import { present } from '../base/assert';
import type { Span } from '../base/span';
import type { Tensor, Value } from '../values/value';
import type { Owners, Tiles, ViewId, ViewModel } from './model';

/** A value, and what is known about its origin. */
export interface Subject {
  /** A known value. For a type it is the example of the type. */
  readonly value: Value;
  /** The name of the value, or the expression. */
  readonly title: string;
  readonly source?: Span;
  /** The call that produced the value. */
  readonly why?: Derivation;
  /** CuTe's intermediate results, from the operands of `why` to the value. Empty where CuTe does not define the
   *  function in terms of others. */
  steps(): readonly Step[];
  /** For a loaded tile: by axis of its index, the loop that counts it. */
  readonly counted?: readonly ({ readonly name: string; readonly first: number; readonly end: number } | undefined)[];
  /** The value to compare with. */
  readonly other?: { readonly title: string; readonly value: Value };
  /** The record of a machine. */
  readonly measured?: Measured;
  /** What all threads of a block do to the memory of a finding. */
  readonly accessed?: Accessed;
  /** What a finding says of a row of things: of threads, or of elements. */
  readonly lined?: Lined;
}

/** Things in a row, some of which the finding is about. */
export interface Lined {
  /** The finding, as a sentence. */
  readonly message: string;
  /** What they are, and the number of the first one. */
  readonly caption: string;
  readonly first: number;
  /** The thread or block to which each belongs, or -1. */
  readonly owners: readonly number[];
  readonly names: Owners['names'];
  readonly marked: readonly number[];
  readonly tiles?: Tiles;
}

/** The accesses of a block to a memory, and a mistake among them, if they are shown for one. */
export interface Accessed {
  /** The finding, as a sentence, or whose accesses these are. */
  readonly message: string;
  readonly hazard?: AccessHazard;
  /** What is not followed. */
  readonly gap?: string;
  readonly moments: readonly AccessMoment[];
  /** `line 12 writes`, of one of them. */
  readonly textOf: (moment: AccessMoment) => string;
  /** Which of them is shown first: the one that makes the mistake; and which one it meets. */
  readonly at: number;
  readonly other?: number;
  /** A byte of the memory that is drawn: that of the mistake, before a swizzle. */
  readonly start: number;
  /** The tensor through which the memory is accessed. */
  readonly tensor?: Tensor;
}

/** The elements of a tensor in one thread, by column-major index: offsets from the beginning of the memory. Block
 *  and thread are linear numbers. */
export interface MeasuredThread {
  readonly block: number;
  readonly thread: number;
  readonly predicted: readonly number[];
  readonly measured: readonly number[];
}

export interface Measured {
  /** `NVIDIA H200 (sm_90a)`. */
  readonly by: string;
  /** The different texts that CuTe printed. */
  readonly texts: readonly string[];
  /** Empty where the value is no tensor, or has too many elements. */
  readonly threads: readonly MeasuredThread[];
}

export interface Step {
  readonly op: string;
  /** The purpose of the step. The text ends where `by` is inserted. */
  readonly text: string;
  readonly by?: Value;
  readonly value: Value;
}

export interface Limits {
  /** The largest number of cells of one picture. Of a larger one, the corner is shown. */
  readonly mostCells: number;
}

export interface View {
  readonly id: ViewId;
  /** The name in lists: `Tiled MMA`. */
  readonly title: string;
  accepts(subject: Subject): boolean;
  /** Called only for a subject that the view accepts. Throws: AlgebraError 'symbolic' for unknown numbers, whose
   *  names are in `needs`. */
  build(subject: Subject, limits: Limits): ViewModel;
}

/** What a view draws, without its id. */
export type Drawing = Omit<ViewModel, 'view'>;

/** A view that accepts a subject in which `find` finds something, and draws what it found. */
export function defineView<Found>({
  id,
  title,
  find,
  draw,
}: Pick<View, 'id' | 'title'> & {
  readonly find: (subject: Subject) => Found | undefined;
  readonly draw: (found: Found, subject: Subject, limits: Limits) => Drawing;
}): View {
  return {
    id,
    title,
    accepts: (subject) => find(subject) !== undefined,
    build: (subject, limits) => ({
      ...draw(present(find(subject), `the view ${id} is built only where it accepts the value`), subject, limits),
      view: id,
    }),
  };
}
