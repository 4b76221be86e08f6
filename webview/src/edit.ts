// Editing a shown layout in place: what is typed is read by the algebra and drawn at once, without the evaluator.
// Anything that is no layout with known numbers is left to the evaluator.
import {
  is_layout,
  numbersOf,
  parse,
  print,
  type Composable,
  type IntTuple,
  type Layout,
} from '../../core/src/algebra/index';
import { AlgebraError } from '../../core/src/algebra/errors';
import { modesOf } from '../../core/src/draw/grid';
import type { Axes, Picture, ViewModel } from '../../core/src/views/model';

/** The model with another layout, `'evaluate'` where only the evaluator can tell, or why the text is no layout. */
export type Edited =
  | { readonly is: 'model'; readonly model: ViewModel }
  | { readonly is: 'evaluate' }
  | { readonly is: 'wrong'; readonly why: string };

export function edited(model: ViewModel, text: string): Edited {
  const typed = text.trim();
  if (typed === '') return { is: 'wrong', why: 'Type a layout, such as (_4,_8):(_8,_1).' };
  try {
    const layout = parse(typed);
    if (!is_layout(layout)) return { is: 'evaluate' };
    const shape = domain(layout as Composable);
    const [picture, ...others] = model.pictures;
    if (!shape || !picture || others.length > 0 || model.view !== 'layout') return { is: 'evaluate' };
    return { is: 'model', model: withLayout(model, picture, typed, shape) };
  } catch (error) {
    if (error instanceof AlgebraError)
      return /^[\d_():,\s]*$/.test(typed) ? { is: 'wrong', why: error.message } : { is: 'evaluate' };
    throw error;
  }
}

/** The shape of what a layout maps from. Throws: AlgebraError 'symbolic' where a number is not known. */
function domain(layout: Composable): IntTuple | undefined {
  if (layout.is === 'swizzle') return undefined;
  if (layout.is === 'composed') return domain(layout.b);
  numbersOf(layout as Layout);
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
  return { ...rest, printed: text, pictures: [picture], summary: `The layout ${text}.`, notes: [] };
}

/** Rank 1 is a strip, rank 2 rows and columns; further modes are chosen from. Axes of the same rank stay as they
 *  are. */
function axesOf(modes: number, before: Axes): Axes {
  if (before.fixed.length === modes) return { ...before, fixed: before.fixed.map(() => 0) };
  const fixed = Array.from({ length: modes }, () => 0);
  return modes < 2 ? { rows: [], columns: [0], fixed } : { rows: [0], columns: [1], fixed };
}
