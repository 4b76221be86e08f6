// Exports the picture as a file or as text, with the labels, colours and selection that the reader chose.
import { say } from '../../protocol/src/say';
import { svg } from '../../core/src/draw/svg';
import { text } from '../../core/src/draw/text';
import { tikz } from '../../core/src/draw/tikz';
import type { ViewModel } from '../../core/src/views/model';
import type { ExportFormat, FromPage } from '../../protocol/src/webview';
import type { State } from './state';

/** The largest number of cells in exported text, TeX and SVG. Fewer cells of an SVG have labels. */
const mostCells = 1 << 18;

/** The message with the exported picture, or the reason why it cannot be exported. Pixels are drawn elsewhere. */
export function exported(
  state: State & { readonly model: ViewModel },
  what: Exclude<ExportFormat, 'png'> | 'copy',
): (FromPage & { readonly type: 'save' | 'copy' }) | string {
  const model = chosen(state);
  if (what === 'html') return { type: 'save', format: 'html', data: JSON.stringify(model) };
  const cells = state.scene.panes.reduce((sum, { width, height }) => sum + width * height, 0);
  if (cells > mostCells)
    return say`${cells.toLocaleString('en')} cells are too many for this; save a PNG of what is in sight, or an interactive page.`;
  switch (what) {
    case 'svg':
      return { type: 'save', format: 'svg', data: svg(model) };
    case 'tex':
      return { type: 'save', format: 'tex', data: tikz(model) };
    case 'txt':
      return { type: 'save', format: 'txt', data: text(model) };
    case 'copy':
      return { type: 'copy', text: text(model), what: model.title };
  }
}

/** The model with the reader's choices. */
function chosen(state: State & { readonly model: ViewModel }): ViewModel {
  const { labelBy, colourBy } = state;
  const { warp: _, ...rest } = state.selection;
  const { selection: _before, ...model } = state.model;
  return { ...model, labelBy, colourBy, ...(Object.keys(rest).length > 0 && { selection: rest }) };
}
