// What leaves the page: the picture as a file or text.
import type { ExportFormat, FromPage } from '../../protocol/src/webview';
import type { CanvasView } from './canvas/view';
import type { State } from './state';
import type { ThemeKind } from './ui/palette';

export async function exported(_state: State, _what: ExportFormat | 'copy', _theme: ThemeKind, view: CanvasView): Promise<FromPage> {
  return { type: 'save', format: 'png', data: await png(view.image()) };
}

/** Base64 of the picture in sight, at the screen's resolution. */
async function png(canvas: HTMLCanvasElement): Promise<string> {
  const url = canvas.toDataURL('image/png');
  return Promise.resolve(url.slice(url.indexOf(',') + 1));
}
