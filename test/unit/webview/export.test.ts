// Exports from the page: with the chosen labels and colours, and a message if the picture is too large.
import { expect, test } from 'vitest';
import { isViewModel } from '../../../protocol/src/webview';
import { exported } from '../../../webview/src/export';
import type { Action } from '../../../webview/src/state';
import { owners, page, picture } from './support';

const take = (
  what: Parameters<typeof exported>[1],
  over = {},
  ...actions: readonly Action[]
): ReturnType<typeof exported> => {
  const state = page({ pictures: [picture({ owners, ...over })] }, ...actions);
  if (!state.model) throw new Error('nothing is shown');
  return exported({ ...state, model: state.model }, what);
};
const dataOf = (message: ReturnType<typeof exported>): string =>
  typeof message === 'object' && message.type === 'save' ? message.data : '';

test('an SVG has the labels that were chosen', () => {
  expect(dataOf(take('svg', {}, { type: 'label', by: 'owner' }))).toContain('T7');
  expect(dataOf(take('svg', {}, { type: 'label', by: 'index' }))).not.toContain('T7');
});

test('TikZ is a document', () => expect(dataOf(take('tex'))).toContain('\\begin{tikzpicture}'));

test('text is what print_layout writes', () => {
  expect(take('copy')).toMatchObject({
    type: 'copy',
    what: 'gA',
    text: expect.stringContaining('(_4,_8):(_8,_1)') as unknown,
  });
});

test('an interactive page gets the model with the choices', () => {
  const model: unknown = JSON.parse(
    dataOf(take('html', {}, { type: 'colour', by: 'thread' }, { type: 'select', selection: { thread: 2, warp: 0 } })),
  );
  expect(isViewModel(model)).toBe(true);
  expect(model).toMatchObject({ colourBy: 'thread', selection: { thread: 2 } });
});

test('a million cells are no text', () => {
  expect(take('copy', { owners: undefined, shape: '(1024,1024)', layout: '(1024,1024):(1024,1)' })).toContain(
    '1,048,576 cells',
  );
});
