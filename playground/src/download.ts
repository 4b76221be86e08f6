// Saves what the page of the picture exports, as a download.
import type { VisualizeResult } from '../../protocol/src/requests';
import type { FromPage } from '../../protocol/src/webview';

export function download(
  drawn: VisualizeResult | undefined,
  { format, data }: Extract<FromPage, { readonly type: 'save' }>,
): void {
  const title = drawn?.visualization.is === 'drawn' ? drawn.visualization.model.title : 'picture';
  const parts = format === 'png' ? Uint8Array.from(atob(data), (character) => character.charCodeAt(0)) : data;
  // A page that stands alone needs the bundles of the visualizer in it, which an extension has and this page has not.
  const [content, ending] = format === 'html' ? [data, 'json'] : [parts, format];
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content]));
  link.download = `${title.replace(/[^\w.-]+/g, '_').slice(0, 60) || 'picture'}.${ending}`;
  link.click();
  URL.revokeObjectURL(link.href);
}
