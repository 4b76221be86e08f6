// The HTML of the visualizer's page, for a panel of VS Code and for a file that can be sent to a colleague. The content
// security policy allows one style sheet and one script, and no network access.

/** A script or style sheet: by its URI, or its text. */
export type Asset = { readonly uri: string } | { readonly text: string };

export interface PageParts {
  readonly title: string;
  readonly script: Asset;
  readonly style: Asset;
  /** Unguessable, new for each page. */
  readonly nonce: string;
  /** The origin of assets that have a URI: `webview.cspSource`. */
  readonly source?: string;
  /** JSON of the ViewModel that a page without VS Code shows. */
  readonly model?: string;
  /** The language of the person, and texts in it by their English ones; English without them. */
  readonly language?: string;
  readonly texts?: Readonly<Record<string, string>>;
}

export function page({ title, script, style, nonce, source, model, language = 'en', texts }: PageParts): string {
  const from = source === undefined ? '' : ` ${source}`;
  // Controls style themselves with constructed style sheets, which need no exception here.
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'${from}`,
    'img-src data: blob:',
    `font-src${from === '' ? " 'none'" : from}`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta property="csp-nonce" content="${nonce}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
${styleElement(style, nonce)}
</head>
<body>
<div id="app"></div>
${texts === undefined ? '' : dataElement('texts', JSON.stringify(texts))}${
    model === undefined ? '' : dataElement('model', model)
  }${scriptElement(script, nonce)}
</body>
</html>
`;
}

function styleElement(style: Asset, nonce: string): string {
  if ('uri' in style) return `<link rel="stylesheet" nonce="${nonce}" href="${escaped(style.uri)}">`;
  return `<style nonce="${nonce}">${style.text.replace(/<\/style/gi, '<\\/style')}</style>`;
}

function scriptElement(script: Asset, nonce: string): string {
  if ('uri' in script) return `<script nonce="${nonce}" src="${escaped(script.uri)}"></script>`;
  return `<script nonce="${nonce}">${script.text.replace(/<\/script/gi, '<\\/script')}</script>`;
}

function dataElement(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${json.replace(/</g, '\\u003c')}</script>\n`;
}

function escaped(text: string): string {
  return text.replace(
    /[&<>"]/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? character,
  );
}
