// Handles textDocument/hover: the fact under the mouse pointer, from the file's own analysis or from one of a file that
// includes it.
import { say } from '../../../core/src/base/say';
import type { Hover, HoverParams } from 'vscode-languageserver-protocol';
import { hover, plain, type Block, type Hover as CoreHover } from '../../../core/src/ide/index';
import { explain } from '../../../core/src/index';
import { commands } from '../../../protocol/src/requests';
import { nowhere, toContent, toHover } from '../lsp/to-lsp';
import { fileOfUri, uriOfFile } from '../paths';
import type { Session } from '../worker/session';
import type { Looked } from '../worker/snapshot';

/** Takes the first analysis that knows the value, verified programs first; if none knows it, the first that can say why
 *  it is unknown. */
export function handleHover(session: Session, { textDocument: { uri }, position }: HoverParams): Hover | null {
  const document = session.document(uri);
  if (!document) return null;
  const offset = document.offsetAt(position);
  const about = session.lookAbout(uri).filter(({ config }) => config.hoverEnabled);
  const found = about.flatMap((looked) => {
    const here = hoverIn(session, looked, uri, offset);
    return here ? [here] : [];
  });
  const best =
    found.find(({ here, verified }) => here.known && verified) ?? found.find(({ here }) => here.known) ?? found[0];
  const { shows } = session;
  if (best) return toHover(best.here, { uri, rangeOf: best.rangeOf, shows }, shows.hover);
  // Something was written here that no analysis has seen yet.
  const isNew = about.some(({ fresh, before }) => !fresh && before(fileOfUri(uri), offset) === undefined);
  return isNew && /\w/.test(document.getText().slice(Math.max(0, offset - 1), offset + 1))
    ? { contents: toContent([noted(say`The value is being computed.`)], nowhere(shows), shows.hover) }
    : null;
}

function hoverIn(
  session: Session,
  looked: Looked,
  uri: string,
  offset: number,
): { here: CoreHover; verified: boolean; rangeOf: Looked['rangeOf'] } | undefined {
  const { analysis, active, textOf, rangeOf, before, fresh } = looked;
  const file = fileOfUri(uri);
  const at = before(file, offset);
  if (at === undefined) return undefined;
  const verdictAt = session.verdicts.of(session.openAt(analysis.entry)?.uri ?? uriOfFile(analysis.entry), textOf);
  const here = hover({
    analysis,
    file,
    offset: at,
    active,
    textOf,
    explain,
    canVerify: true,
    canDetail: session.shows.commands.includes(commands.details),
    canShare: session.shows.commands.includes(commands.share),
    ...(verdictAt ? { verdictAt } : {}),
  });
  return here && { here: fresh ? here : unfinished(here, looked), rangeOf, verified: verdictAt !== undefined };
}

const noted = (text: string): Block => ({ is: 'line', content: [plain(text)] });

/** Marks a hover from an older analysis: the value may have changed. If the line itself was edited, no value is
 *  shown. */
function unfinished(hover: CoreHover, { isUntouched, complete, held }: Looked): CoreHover {
  if (held !== undefined)
    return {
      ...hover,
      blocks: [...hover.blocks.slice(0, 1), noted(held), ...hover.blocks.slice(1)],
    };
  if (!isUntouched(hover.span)) return { ...hover, known: false, blocks: [noted(say`The value is being computed.`)] };
  const [first, ...rest] = hover.blocks;
  const note = complete
    ? say`The value is being computed again; this one is from before the last edit.`
    : say`The analysis is still running; this is its result so far.`;
  return { ...hover, blocks: [...(first ? [first] : []), noted(note), ...rest] };
}
