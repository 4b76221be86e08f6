// View: a derivation as a strip of pictures. A cell has the colour of its offset, so that an element is found again in every
// picture in which offsets mean the same.
import { factText } from '../values/print';
import type { Value } from '../values/value';
import { canBeDrawn, layoutPicture } from './layout';
import type { Picture, ViewModel } from './model';
import { cosizeOf, layoutOfValue } from './parts';
import type { Limits, Step, Subject, View } from './view';
import { isTensor } from '../values/convert';

export const explainView: View = {
  id: 'explain',
  title: 'Step by step',
  accepts: (subject) => canBeDrawn(subject.value) && subject.steps().some(({ value }) => canBeDrawn(value)),
  build: (subject, limits): ViewModel => {
    const stages = stagesOf(subject);
    const count = Math.max(...stages.map(({ value }) => cosizeOf(layoutOfValue(value) as never) ?? 1));
    const made = stages.map((stage, at) => stagePicture(stage, at, count, limits));
    const { title, value, source, why } = subject;
    return {
      view: 'explain', title, printed: factText(value), labelBy: 'offset', colourBy: 'element',
      summary: `How ${title} comes about by ${why?.by ?? 'CuTe'}, in ${stages.length} pictures: ${stages.map(({ op }) => op).join(', ')}.`,
      pictures: made.map(({ picture }) => picture),
      notes: ['The same colour is the same offset.', ...new Set(made.flatMap(({ notes }) => notes))],
      ...(source && { source }),
    };
  },
};

/** What the call was given, then each step that can be drawn. A step that changes nothing is left out. */
function stagesOf(subject: Subject): readonly Step[] {
  const given = (subject.why?.operands ?? []).find(({ value }) => canBeDrawn(value));
  const start: readonly Step[] = given ? [{ op: 'given', text: given.text, value: given.value }] : [];
  const stages = [...start, ...subject.steps().filter(({ value }) => canBeDrawn(value))];
  return stages.filter(({ value }, at) => at === 0 || factText(value) !== factText(stages[at - 1]?.value as Value) || isTensor(value) !== isTensor(stages[at - 1]?.value as Value));
}

function stagePicture({ op, text, by, value }: Step, at: number, count: number, limits: Limits): { readonly picture: Picture; readonly notes: readonly string[] } {
  const isCoordinates = isTensor(value) && value.data.space === 'coordinates';
  return layoutPicture(value, {
    id: `step ${at}`, title: at === 0 && op === 'given' ? 'given' : `${at}. ${op}`, at: { row: 0, column: at },
    caption: [reason(text, by), factText(value)].filter(Boolean).join('\n'),
    element: { set: isCoordinates ? `step ${at}` : 'offset', by: 'offset', count },
  }, limits);
}

const longestReason = 48;

/** The step's words with their operand, where there is room for it. */
function reason(text: string, by: Value | undefined): string {
  const whole = by === undefined ? text : `${text} ${factText(by)}`;
  return whole.length <= longestReason && !whole.includes('\n') ? whole : text.replace(/[,:]?\s*(?:by)?$/, '');
}
