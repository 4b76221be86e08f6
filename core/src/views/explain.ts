// View: a derivation as a sequence of pictures, in about as many rows as columns. The colour of a cell follows its
// offset, so the reader recognises an element in every picture whose offsets have the same meaning.
import { say, words } from '../base/say';
import { elementAt } from '../base/assert';
import { factText } from '../values/print';
import type { Value } from '../values/value';
import { canBeDrawn, layoutPicture } from './layout';
import type { Picture } from './model';
import { cosizeOf, drawnIn, layoutOfValue, printed, setOf } from './parts';
import { defineView, type Limits, type Step, type Subject } from './view';
import { isTensor } from '../values/convert';

export const explainView = defineView({
  id: 'explain',
  title: words`Step by step`,
  find: stepsOf,
  draw: (steps, subject, limits) => {
    const stages = stagesOf(subject, steps);
    const count = Math.max(...stages.map(({ value }) => cosizeOf(drawnIn(value).layout) ?? 1));
    const across = Math.ceil(Math.sqrt(stages.length));
    const made = stages.map((stage, at) => {
      const element = { count, ...elementOf(subject, stages, at) };
      return stagePicture(
        stage,
        {
          id: `step ${at}`,
          title: stage.op === given ? say`given` : `${at}. ${stage.op}`,
          at: { row: Math.floor(at / across), column: at % across },
          element,
        },
        limits,
      );
    });
    const { title, value, source, why } = subject;
    return {
      title,
      printed: factText(value),
      labelBy: 'offset',
      colourBy: 'element',
      summary: say`How ${title} comes about by ${why?.by ?? 'CuTe'}, in ${stages.length} pictures: ${stages.map(({ op }) => op).join(', ')}.`,
      pictures: made.map(({ picture }) => picture),
      notes: [say`The same colour is the same element.`, ...new Set(made.flatMap(({ notes }) => notes))],
      ...(source && { source }),
    };
  },
});

/** The steps that can be drawn; undefined where there are none. */
function stepsOf(subject: Subject): readonly Step[] | undefined {
  if (!canBeDrawn(subject.value)) return undefined;
  const steps = subject.steps().filter(({ value }) => canBeDrawn(value));
  return steps.length === 0 ? undefined : steps;
}

/** The operand of the call, then its steps. A step that changes nothing is left out. */
function stagesOf(subject: Subject, steps: readonly Step[]): readonly Step[] {
  const operand = (subject.why?.operands ?? []).find(({ value }) => canBeDrawn(value));
  const start: readonly Step[] = operand ? [{ op: given, text: operand.text, value: operand.value }] : [];
  const stages = [...start, ...steps];
  return stages.filter(({ value }, at) => {
    const before = stages[at - 1]?.value;
    return before === undefined || factText(value) !== factText(before) || isTensor(value) !== isTensor(before);
  });
}

function stagePicture(
  { text, by, value }: Step,
  place: Pick<Picture, 'id' | 'title' | 'at' | 'element'>,
  limits: Limits,
): { readonly picture: Picture; readonly notes: readonly string[] } {
  return layoutPicture(
    value,
    { ...place, caption: [reason(text, by), factText(value)].filter(Boolean).join('\n') },
    limits,
  );
}

type Element = NonNullable<Picture['element']>;

/** Which element a cell of a step shows. It is the one at the cell's offset; if the given layout is composed with
 *  the step's layout, the one that the given layout has at that index; if the step counts something else, one of a
 *  set of its own. */
function elementOf(
  { value, why }: Subject,
  stages: readonly Step[],
  at: number,
): Pick<Element, 'set' | 'by' | 'through'> {
  const stage = elementAt(stages, at);
  const start = elementAt(stages, 0);
  const counts =
    stage.op === given
      ? 'offsets'
      : countsOf(
          why?.by ?? '',
          stages.map(({ op }) => op),
          at,
        );
  const isCoordinates = isTensor(stage.value) && stage.value.data.space === 'coordinates';
  const through = layoutOfValue(start.value);
  const whole = { set: setOf(value), by: 'offset' } as const;
  const own = { set: `step ${at}`, by: 'offset' } as const;
  if (counts === 'other' || isCoordinates) return own;
  if (counts === 'offsets') return whole;
  const isPlain = start.op === given && !isTensor(start.value);
  return isPlain && through?.is === 'layout' ? { ...whole, through: printed(through) } : own;
}

/** The meaning of a step's values: offsets in the memory of the result, indices into the given layout, or something
 *  else. */
function countsOf(by: string, ops: readonly string[], at: number): 'offsets' | 'indices' | 'other' {
  const isLast = at === ops.length - 1;
  if (by === 'logical_divide') return ops.includes('complement') && !isLast ? 'indices' : 'offsets';
  if (by === 'with_shape') return isLast ? 'offsets' : 'indices';
  if (by === 'max_common_layout' || by === 'max_common_vector')
    return ops[at] === 'right_inverse' ? 'indices' : 'offsets';
  if (by === 'right_inverse' || by === 'left_inverse')
    return at <= 1 && ops[at] === 'coalesce' && ops.includes('sort') ? 'offsets' : 'indices';
  if (by === 'tile_to_shape') return isLast ? 'offsets' : 'other';
  return sameMemory.has(by) && !ofThreads.has(ops[at] ?? '') ? 'offsets' : 'other';
}

/** Functions all of whose steps have the offsets of their operand. */
const sameMemory: ReadonlySet<string> = new Set([
  'composition',
  'complement',
  'coalesce',
  'filter',
  'zipped_divide',
  'tiled_divide',
  'flat_divide',
  'logical_product',
  'zipped_product',
  'tiled_product',
  'flat_product',
  'blocked_product',
  'raked_product',
  'local_tile',
  'local_partition',
  'inner_partition',
  'outer_partition',
  'partition_A',
  'partition_B',
  'partition_C',
  'partition_S',
  'partition_D',
]);

/** Steps whose layout is that of the tiler or the threads. */
const ofThreads: ReadonlySet<string> = new Set(['dice', 'product_each', 'get_flat_coord']);

const given = 'given';

const longestReason = 48;

/** The text of the step with its operand, or without it where it gets too long. */
function reason(text: string, by: Value | undefined): string {
  const whole = by === undefined ? text : `${text} ${factText(by)}`;
  return whole.length <= longestReason && !whole.includes('\n') ? whole : text.replace(/[,:]?\s*(?:by)?$/, '');
}
