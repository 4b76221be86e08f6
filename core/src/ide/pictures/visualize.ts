// The picture of the value at a place, or of an expression: the views that accept it, and the model of one of them. If
// there is none, the reason and the names to pin.
import { said, say } from '../../base/say';
import type { Analysis, Derivation, Fact, Instance, Observation } from '../../analysis';
import { within } from '../../base/meter';
import type { FileId, Span } from '../../base/span';
import type { AlgebraError } from '../../algebra/errors';
import { raise, unlessRefused } from '../../algebra/errors';
import { isTuple, untype } from '../../values/convert';
import { factText } from '../../values/print';
import { isTileValue } from '../../values/tile';
import type { Value } from '../../values/value';
import { boxesView } from '../../views/cute/boxes';
import { views } from '../../views/index';
import { checkDrawable } from '../../draw/index';
import type { ViewId, ViewModel, Visualization } from '../../views/model';
import type { Measured, Subject, View } from '../../views/view';
import { describe } from '../describe';
import { gives, type TextOf } from '../derivation';
import { callOf, type Explain } from '../explain';
import { accessesThrough } from './accesses-of';
import { factAt, unknownOf, viewOf } from '../fact-at';
import { loadedAxes } from '../cutile/loaded';
import { plainNames } from '../words/plain-names';
import { refused } from '../../values/refused';

export interface VisualizeInput {
  readonly analysis: Analysis;
  /** The active instance. */
  readonly active: Instance | undefined;
  readonly textOf: TextOf;
  readonly explain: Explain;
  /** The requested view. If it is absent or does not accept the value, the first view that accepts it is used. */
  readonly view?: ViewId;
  /** The label of another instance, whose value at the same place is compared. */
  readonly otherInstance?: string;
  /** Another value to compare with. */
  readonly other?: { readonly title: string; readonly value: Value };
  /** The records of a machine for a declaration, in the instance with a label (null outside kernels). */
  readonly measuredAt?: (declared: Span, instance: string | null) => Measured | undefined;
  /** The largest number of cells of one picture; of a larger one, the corner is drawn. A picture without a corner,
   *  such as a tile of threads, is refused if it has many times more cells. */
  readonly mostCells?: number;
}

/** The number of cells that the panel draws without delay. */
export const mostCells = 1 << 20;

/** The picture of the fact that a hover at `offset` shows; undefined where there is none. */
export function visualizeAt(
  input: VisualizeInput & { readonly file: FileId; readonly offset: number },
): Visualization | undefined {
  const fact = factAt(input.analysis, input.file, input.offset);
  return fact && visualizeFact(fact, input);
}

/** The picture of a fact; undefined where it has no value. */
export function visualizeFact(
  fact: Fact,
  input: VisualizeInput,
  title = fact.name ?? textOfFact(fact, input),
): Visualization | undefined {
  const seen = viewOf(fact, input.analysis, input.active);
  if (!seen) return undefined;
  const source = fact.declared ?? fact.span;
  const unknown = unknownOf(seen.lead.value);
  if (unknown) {
    const { message, needs = [] } = unknown.cause;
    return { is: 'unknown', title, ...unknownIn(message, needs), source };
  }
  const other = input.other ?? inInstance(fact, input, title);
  const measured = input.measuredAt?.(
    source,
    input.analysis.instances.find(({ id, kernel }) => id === seen.lead.instance && kernel !== '')?.label ?? null,
  );
  return visualizeValue(
    {
      ...subjectOf(fact, seen.lead, input, title),
      source,
      ...(measured && { measured }),
      ...(other && { other: { ...other, value: untype(other.value) } }),
    },
    input,
  );
}

/** The answer where all views together would cost too much. */
export function tooLargeToDraw(title: string, source: Span | undefined): Visualization {
  return { is: 'unknown', title, reason: say`It is too large to draw.`, needs: [], ...(source && { source }) };
}

/** The picture of a value. If one view fails, the next one is used, and a note says why. */
export function visualizeValue(subject: Subject, input: Pick<VisualizeInput, 'view' | 'mostCells'>): Visualization {
  const { title, source } = subject;
  const from = source && { source };
  const accepted = views.filter((view) =>
    attempt(
      () => view.accepts(subject),
      () => false,
    ),
  );
  const wanted = accepted.filter(({ id }) => id === input.view);
  const failures: { readonly view: View; readonly error: AlgebraError }[] = [];
  for (const view of [...wanted, ...accepted.filter((one) => !wanted.includes(one))]) {
    const model = attempt(
      () => built(view, subject, input.mostCells ?? mostCells),
      (error) => void failures.push({ view, error }),
    );
    if (model)
      return {
        is: 'drawn',
        views: accepted.map((one) => ({ id: one.id, title: said(one.title) })),
        model: {
          ...model,
          notes: [...comparisonNotes(subject, accepted), ...failures.map(failureNote), ...model.notes],
        },
      };
  }
  const [first] = failures;
  return {
    is: 'unknown',
    title,
    ...(first ? unknownIn(first.error.message, first.error.needs) : { reason: notDrawn(subject.value), needs: [] }),
    ...from,
  };
}

/** The reason with the names of numbers as a reader writes them. */
function unknownIn(message: string, needs: readonly string[]): { readonly reason: string; readonly needs: string[] } {
  return {
    reason: sentence(needs.length > 0 ? plainNames(message) : message),
    needs: [...new Set(needs.map(plainNames))],
  };
}

/** A picture that is drawn as a whole or not at all may have this many times the cells of one whose corner can be
 *  drawn, and at least `fewestCells`. */
const timesMore = 4;
const fewestCells = 1 << 16;

/** Refuses a model that cannot be laid out, so that renderers do not fail. */
function built(view: View, subject: Subject, cells: number): ViewModel {
  const model = view.build(subject, { mostCells: cells });
  checkDrawable(model, Math.max(cells * timesMore, fewestCells));
  return model;
}

/** The value of the fact in the instance that it is compared with. */
function inInstance(
  fact: Fact,
  { analysis, otherInstance }: VisualizeInput,
  title: string,
): { readonly title: string; readonly value: Value } | undefined {
  const instance = analysis.instances.find(({ label }) => label === otherInstance);
  const seen = instance && fact.seen.find((one) => one.instance === instance.id && unknownOf(one.value) === undefined);
  return instance && seen && { title: say`${title} in ${instance.label}`, value: seen.value };
}

/** The number of elements that one view may examine; it leaves enough for another view. */
const unitsOfView = 1 << 20;

function attempt<T, U>(compute: () => T, otherwise: (error: AlgebraError) => U): T | U {
  const tooLarge = (): never => raise(refused('limit')`it is too large to draw`);
  return unlessRefused(() => within(unitsOfView, compute, tooLarge), otherwise);
}

/** The reason why a comparison is not possible. */
function comparisonNotes({ title, value, other }: Subject, accepted: readonly View[]): readonly string[] {
  if (!other || accepted.some(({ id }) => id === 'compare')) return [];
  const unknown = unknownOf(other.value);
  const spelled = (one: Value): string =>
    describe(one)
      .map(({ text }) => text)
      .join('');
  return [
    unknown
      ? say`${other.title} cannot be compared: ${sentence(unknown.cause.message)}`
      : say`${title} (${spelled(value)}) and ${other.title} (${spelled(other.value)}) are not of a kind that can be compared.`,
  ];
}

function failureNote({ view, error }: { readonly view: View; readonly error: AlgebraError }): string {
  return say`${said(view.title)} cannot be drawn: ${error.message}.`;
}

/** True if some view accepts the value. Its numbers may still be unknown. */
export function hasPicture(value: Value): boolean {
  const content = untype(value);
  return views.some((view) => view.accepts({ value: content, title: '', steps: () => [] }));
}

/** What the link to the picture of a value is called. */
export function pictureTitle(value: Value): string {
  return boxesView.accepts({ value: untype(value), title: '', steps: () => [] })
    ? say`Visualize Boxes`
    : say`Visualize`;
}

/** The names of all views, for lists and command lines. */
export function viewList(): readonly Pick<View, 'id' | 'title'>[] {
  return views.map(({ id, title }) => ({ id, title: said(title) }));
}

function subjectOf(
  fact: Fact,
  lead: Observation,
  { analysis, explain, textOf }: VisualizeInput,
  title: string,
): Subject {
  const value = untype(lead.value);
  const call = callOf(fact, lead, analysis);
  const why = call && gives(call.result, factText(value)) && !isTuple(call.result) ? call.why : undefined;
  let steps: ReturnType<Explain> | undefined;
  const accessed =
    call?.why.by === 'make_tensor' ? accessesThrough(call.span, lead.instance, analysis, textOf) : undefined;
  const counted = why && countedBy(why, analysis);
  return {
    value,
    title,
    ...(why && { why }),
    ...(counted && { counted }),
    ...(accessed && { accessed }),
    steps: () => (steps ??= why ? explain(why, call?.result ?? value) : []),
  };
}

/** For each axis of a load's index, the loop that counts it, if its bounds are known. */
function countedBy(why: Derivation, analysis: Analysis): Subject['counted'] {
  return loadedAxes(why, analysis)?.map(({ written, loop }) =>
    loop?.end.n === undefined ? undefined : { name: written, first: loop.first, end: loop.end.n },
  );
}

function textOfFact({ span }: Fact, { textOf }: VisualizeInput): string {
  const text = (textOf(span.file)?.slice(span.start, span.end) ?? '').replace(/\s+/g, ' ');
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function notDrawn(value: Value): string {
  const what = describe(value)
    .map(({ text }) => text)
    .join('');
  if (isTileValue(value))
    return say`There is no picture of this: ${what}. Tensors that are cut into tiles, their blocks and loads can be drawn, once their numbers are known.`;
  return say`There is no picture of this: ${what}. Layouts, tensors, tiled copies, tiled MMAs, their atoms and swizzles can be drawn.`;
}

function sentence(text: string): string {
  const start = /^[a-z]\w*[(:<]/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}
