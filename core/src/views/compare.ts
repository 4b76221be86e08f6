// View: two values side by side with their differences marked: two layouts, two instances of one name, or a prediction
// and a measurement.
import { say, words } from '../base/say';
import type { Value } from '../values/value';
import type { Picture, ViewModel } from './model';
import { defineView, type Subject, type View } from './view';
import { layoutView } from './layout';
import { tiledCopyView } from './cute/tiled-copy';
import { tiledMmaView } from './cute/tiled-mma';

const comparable = [tiledMmaView, tiledCopyView, layoutView];

export const compareView = defineView({
  id: 'compare',
  title: words`Compare`,
  find: sidesOf,
  draw: ({ view, other }, subject, limits) => {
    const [one, two] = [view.build(subject, limits), view.build(other, limits)];
    const [rows, columns] = [
      Math.max(...one.pictures.map(({ at }) => at.row)) + 1,
      Math.max(...one.pictures.map(({ at }) => at.column)) + 1,
    ];
    // A model whose pictures are in a row gets the other row below it.
    const shift = columns > rows ? { row: rows, column: 0 } : { row: 0, column: columns };
    const side = (model: ViewModel, name: string, by: Picture['at'], against: string): Picture[] =>
      model.pictures.map((picture) => ({
        ...picture,
        id: `${name} ${picture.id}`,
        title: [model.title, picture.title].filter(Boolean).join(' · '),
        at: { row: picture.at.row + by.row, column: picture.at.column + by.column },
        differsFrom: `${against} ${picture.id}`,
      }));
    const isSame = one.printed === two.printed;
    return {
      ...one,
      title: say`${one.title} and ${two.title}`,
      printed: one.printed === two.printed ? one.printed : `${one.printed}\n${two.printed}`,
      pictures: [...side(one, 'left', { row: 0, column: 0 }, 'right'), ...side(two, 'right', shift, 'left')],
      colourBy: 'difference',
      summary: isSame
        ? say`${one.title} and ${two.title} are the same: ${one.summary}`
        : say`${one.title} beside ${two.title}; cells that differ are marked.`,
      notes: [...new Set([...(isSame ? [say`Both are the same.`] : []), ...notesOf(one, two), ...notesOf(two, one)])],
    };
  },
});

/** The notes of one side, with its name before what the other side does not say too. The note about a part of a picture
 *  is said anew where the part moves (`Picture.part`), and stays as it is. */
function notesOf({ title, notes, pictures }: ViewModel, other: ViewModel): readonly string[] {
  const ofParts = pictures.flatMap(({ part }) => (part ? [part.note] : []));
  return notes.map((note) => (other.notes.includes(note) || ofParts.includes(note) ? note : `${title}: ${note}`));
}

/** True if the value is of a kind that can be compared. */
export function canBeCompared(value: Value): boolean {
  return comparable.some((view) => view.accepts({ value, title: '', steps: () => [] }));
}

/** The view that draws both sides, and the subject of the other side. */
function sidesOf(subject: Subject): { readonly view: View; readonly other: Subject } | undefined {
  if (!subject.other) return undefined;
  const other: Subject = { value: subject.other.value, title: subject.other.title, steps: () => [] };
  const view = comparable.find((one) => one.accepts(subject) && one.accepts(other));
  return view && { view, other };
}
