// Small models for tests of the page, and a page that shows one.
import type { Picture, ViewModel } from '../../../core/src/views/model';
import type { Shown } from '../../../protocol/src/webview';
import { initialState, reduce, type Action, type State } from '../../../webview/src/state';

export function picture(over: Partial<Picture> = {}): Picture {
  return {
    id: 'a',
    title: 'A',
    at: { row: 0, column: 0 },
    shape: '(_4,_8)',
    axes: { rows: [0], columns: [1], fixed: [0, 0] },
    layout: '(_4,_8):(_8,_1)',
    ...over,
  };
}

export function model(over: Partial<ViewModel> = {}): ViewModel {
  return {
    view: 'layout',
    title: 'gA',
    printed: '(_4,_8):(_8,_1)',
    summary: 'A layout of 4 by 8.',
    pictures: [picture()],
    labelBy: 'offset',
    colourBy: 'offset',
    notes: [],
    ...over,
  };
}

/** Thread t of 8 holds column t; its values go down the rows. */
export const owners = { tv: '(_8,_4):(_4,_1)', tile: [4, 8], names: { thread: 'T', value: 'V' } } as const;

export function shown(over: Partial<ViewModel> = {}): Shown {
  return {
    model: model(over),
    views: [
      { id: 'layout', title: 'Layout' },
      { id: 'banks', title: 'Banks' },
    ],
    place: 'a.cu:3',
    follows: false,
    compares: false,
  };
}

export const extent = { width: 800, height: 600 };

/** A page of 800 by 600 pixels that shows a model, after some actions. */
export function page(over: Partial<ViewModel> = {}, ...actions: readonly Action[]): State {
  const first: Action[] = [
    { type: 'resize', extent, density: 1 },
    { type: 'show', shown: shown(over) },
  ];
  return [...first, ...actions].reduce((state, action) => reduce(state, action)[0], initialState);
}
