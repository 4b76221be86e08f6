// The page of the playground: an editor, the picture beside it, and a link that opens both as they are. The engine is
// the language server in a worker; nothing leaves the page.
import { playgroundLink, playgroundStateIn, type PlaygroundState } from '../../protocol/src/playground';
import { counted, say } from '../../protocol/src/say';
import { createEditor, offsetAt, serverExtensions, showFindings, type Place } from './editor';
import { labelPage } from './labels';
import { speakToReader } from './language';
import { Picture } from './picture';
import { startServer } from './server';
import { followTheme } from './theme';
import { programOf } from './visualizer-link';

/** The names of the examples, which the build copies beside the page. */
declare const EXAMPLES: readonly string[];

/** Milliseconds without a change after which the address is renewed, and that a cursor rests before it is followed. */
const settleMs = 300;
const followMs = 80;

function element<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`);
  return found;
}

const examples = element('examples', HTMLSelectElement);
const share = element('share', HTMLButtonElement);
const status = element('status', HTMLOutputElement);

/** Runs `act` once nothing has asked for it for a while. */
function settled(act: () => void, milliseconds: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, milliseconds);
  };
}

async function exampleState(name: string): Promise<PlaygroundState> {
  const text = await (await fetch(`examples/${name}`)).text();
  return drawing(text, 'mine');
}

/** A text with the first declaration of a name drawn. */
function drawing(text: string, name: string): PlaygroundState {
  const before = new RegExp(`\\bauto (?=${name}\\b)`).exec(text);
  if (!before) return { text };
  const lines = text.slice(0, before.index + before[0].length).split('\n');
  return { text, at: { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 } };
}

/** What the address says, if it says something. */
async function stateOfAddress(): Promise<PlaygroundState | undefined> {
  const linked = await playgroundStateIn(location.hash);
  const program = programOf(location.search);
  return linked ?? (program && drawing(program.text, program.draws));
}

async function start(): Promise<void> {
  followTheme(document.body);
  const catalogue = await speakToReader();
  labelPage();
  const [first = ''] = EXAMPLES;
  const linked = await stateOfAddress();
  const { text, ...drawn } = linked ?? (await exampleState(first));
  const client = startServer(
    ({ layouts, findings = 0, milliseconds, warning }) => {
      const found = findings === 0 ? [] : [counted(findings, 'finding')];
      status.textContent = warning ?? [counted(layouts, 'layout'), ...found, `${milliseconds} ms`].join(', ');
      void showFindings(view, client);
      void picture.refresh();
    },
    serverExtensions,
    catalogue,
  );
  const renewAddress = settled(() => void link().then((href) => history.replaceState(null, '', href)), settleMs);
  let cursor: Place | undefined;
  const follow = settled(() => cursor && picture.cursorMoved(cursor), followMs);
  const view = createEditor(element('editor', HTMLElement), text, client, {
    edited: () => {
      examples.value = '';
      client.sync();
      renewAddress();
    },
    moved: (place) => {
      cursor = place;
      follow();
    },
  });
  const picture = new Picture(element('picture', HTMLIFrameElement), client, drawn, {
    changed: renewAddress,
    reveal: (place, length) => {
      const anchor = offsetAt(view.state, place);
      view.dispatch({ selection: { anchor, head: anchor + length }, scrollIntoView: true });
      view.focus();
    },
    link: () => void copyLink(),
  });

  function link(): Promise<string> {
    const { at, expression, view: chosen, options } = picture.state;
    return playgroundLink(location.origin + location.pathname, {
      text: view.state.doc.toString(),
      ...(at && { at }),
      ...(expression !== undefined && { expression }),
      ...(chosen && { view: chosen }),
      ...(options && { options }),
    });
  }
  async function copyLink(): Promise<void> {
    const href = await link();
    history.replaceState(null, '', href);
    await navigator.clipboard.writeText(href);
    status.textContent = say`The link is copied.`;
  }
  function open({ text: next, ...state }: PlaygroundState): void {
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    picture.replace(state);
  }

  examples.append(...EXAMPLES.map((name) => new Option(name, name)));
  examples.value = linked ? '' : first;
  examples.addEventListener('change', () => {
    const name = examples.value;
    if (name) void exampleState(name).then((state) => (open(state), (examples.value = name)));
  });
  share.addEventListener('click', () => void copyLink());
  window.addEventListener('hashchange', () => void stateOfAddress().then((state) => state && open(state)));
  document.addEventListener('click', (event) => {
    const anchor = event.target instanceof Element ? event.target.closest('a') : null;
    const place = anchor && drawnBy(anchor.href);
    if (!place) return;
    event.preventDefault();
    picture.show({ at: place });
  });
}

/** The place in a link `command:cuteLens.visualize?[uri, line, character]` of a hover. */
function drawnBy(href: string): Place | undefined {
  const [, given] = /^command:cuteLens\.visualize\?(.*)$/.exec(href) ?? [];
  if (given === undefined) return undefined;
  const [, line, character]: readonly unknown[] = JSON.parse(decodeURIComponent(given));
  return typeof line === 'number' && typeof character === 'number' ? { line, character } : undefined;
}

void start();
