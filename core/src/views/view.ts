// What a view is: it finds something in a value and draws it. Each view is one entry in a file of its own; index.ts is
// the list.
import type { Derivation } from '../analysis';
import { present } from '../base/assert';
import type { Span } from '../base/span';
import type { Value } from '../values/value';
import type { ViewId, ViewModel } from './model';

/** A value and what is known about how it came about. */
export interface Subject {
  /** Known, and not a type: of a type, its content. */
  readonly value: Value;
  /** Its name, or the expression. */
  readonly title: string;
  readonly source?: Span;
  /** The call that it is the result of. */
  readonly why?: Derivation;
  /** What CuTe computes on the way, from the operands of `why` to the value. Empty where CuTe does not define it by
   *  others. */
  steps(): readonly Step[];
  /** Of a tile that is loaded: for each axis of its index the loop that counts it. */
  readonly counted?: readonly ({ readonly name: string; readonly first: number; readonly end: number } | undefined)[];
  /** What it is compared with. */
  readonly other?: { readonly title: string; readonly value: Value };
  /** What a machine recorded of it. */
  readonly measured?: Measured;
}

/** Elements of a tensor in one thread, by column-major index: offsets from where its memory begins. Linear numbers. */
export interface MeasuredThread {
  readonly block: number;
  readonly thread: number;
  readonly predicted: readonly number[];
  readonly measured: readonly number[];
}

export interface Measured {
  /** `NVIDIA H200 (sm_90a)`. */
  readonly by: string;
  /** What CuTe printed, each text once. */
  readonly texts: readonly string[];
  /** None where the value is no tensor, or has too many elements. */
  readonly threads: readonly MeasuredThread[];
}

export interface Step {
  readonly op: string;
  /** What it is for; ends where `by` is to be read. */
  readonly text: string;
  readonly by?: Value;
  readonly value: Value;
}

export interface Limits {
  /** Cells of one picture; of more, the corner is shown. */
  readonly mostCells: number;
}

export interface View {
  readonly id: ViewId;
  /** For a list to choose from: `Tiled MMA`. */
  readonly title: string;
  accepts(subject: Subject): boolean;
  /** Called only where it accepts. Throws: AlgebraError 'symbolic' for numbers that are not known; `needs` names
   *  them. */
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
