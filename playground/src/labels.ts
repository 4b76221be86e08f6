// What the page itself says, in the reader's language: index.html contains no words but the product's name.
import { said, say, words } from '../../protocol/src/say';

/** Labels the fixed parts of the page. */
export function labelPage(): void {
  document.title = `CuTe Lens ${say`playground`}`;
  for (const [id, text] of Object.entries(texts)) part(id).textContent = said(text);
  for (const [id, name] of Object.entries(names)) part(id).setAttribute('aria-label', said(name));
  const picture = part('picture');
  picture.setAttribute('title', say`Picture of a value`);
}

const texts: Readonly<Record<string, string>> = {
  playground: words`playground`,
  'examples-label': words`Example`,
  own: words`your text`,
  share: words`Copy link`,
  status: words`loading`,
};
const names: Readonly<Record<string, string>> = { editor: words`Source` };

function part(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

/** What the editor says by itself, mostly to screen readers, by its English. */
export function editorPhrases(): Readonly<Record<string, string>> {
  return {
    Completions: say`Completions`,
    Diagnostics: say`Findings`,
    'Selection deleted': say`Selection deleted`,
    'Control character': say`Control character`,
    close: say`Close`,
  };
}
