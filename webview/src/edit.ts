// Edits a shown layout in place. The algebra parses the typed text and the picture is drawn at once, without the
// evaluator. A text that is not a layout with known numbers is sent to the evaluator.
import { say } from '../../protocol/src/say';
import { is_layout, numbersOf, parse, print, type Composable, type IntTuple } from '../../core/src/algebra/index';
import { unlessRefused } from '../../core/src/algebra/errors';
import { modesOf } from '../../core/src/draw/grid';
import type { Axes, Picture, ViewModel } from '../../core/src/views/model';

/** The model with another layout; or `evaluate` if only the evaluator can tell; or the reason why the text is not a
 *  layout. */
export type Edited =
  | { readonly is: 'model'; readonly model: ViewModel }
  | { readonly is: 'evaluate' }
  | { readonly is: 'wrong'; readonly why: string };

export function edited(model: ViewModel, text: string): Edited {
  const typed = text.trim();
  if (typed === '') return { is: 'wrong', why: say`Type a layout, such as (_4,_8):(_8,_1).` };
  return unlessRefused(
    () => {
      const layout = parse(typed);
      if (!is_layout(layout)) return { is: 'evaluate' };
      const shape = domain(layout);
      const [picture, ...others] = model.pictures;
      if (!shape || !picture || others.length > 0 || model.view !== 'layout') return { is: 'evaluate' };
      return { is: 'model', model: withLayout(model, picture, typed, shape) };
    },
    (error) => (/^[\d_():,\s]*$/.test(typed) ? { is: 'wrong', why: error.message } : { is: 'evaluate' }),
  );
}

/** The shape of the domain of a layout. Throws: AlgebraError 'symbolic' if a number is unknown. */
function domain(layout: Composable): IntTuple | undefined {
  if (layout.is === 'swizzle') return undefined;
  if (layout.is === 'composed') return domain(layout.b);
  numbersOf(layout);
  return layout.shape;
}

function withLayout(model: ViewModel, before: Picture, text: string, shape: IntTuple): ViewModel {
  const { bounds: _bounds, owners: _owners, tiles: _tiles, ...kept } = before;
  const picture: Picture = {
    ...kept,
    caption: text,
    shape: print(shape),
    layout: text,
    axes: axesOf(modesOf(shape).length, before.axes),
  };
  const { source: _place, ...rest } = model;
  return { ...rest, printed: text, pictures: [picture], summary: say`The layout ${text}.`, notes: [] };
}

/** The axes for a shape with this number of modes: a strip for rank 1, rows and columns for rank 2; of further modes
 *  the reader chooses one element. For the same rank, the axes stay as they are. */
function axesOf(modes: number, before: Axes): Axes {
  if (before.fixed.length === modes) return { ...before, fixed: before.fixed.map(() => 0) };
  const fixed = Array.from({ length: modes }, () => 0);
  return modes < 2 ? { rows: [], columns: [0], fixed } : { rows: [0], columns: [1], fixed };
}
