// What several handlers do first: finding a place in the analyses that know it, or the text around the cursor.
import type { Position } from 'vscode-languageserver-protocol';
import type { HoverInput, PlaceInput } from '../../../core/src/ide/index';
import { fileOfUri } from '../paths';
import type { Session } from '../worker/session';
import type { Looked } from '../worker/snapshot';

/** What the first analysis says that has something to say of a place: the file's own, or one of an open file that
 *  includes it. */
export function firstAbout<T>(
  session: Session,
  { uri, position }: { readonly uri: string; readonly position: Position },
  find: (input: HoverInput) => T | undefined,
): T | undefined {
  const file = fileOfUri(uri);
  const at = session.document(uri)?.offsetAt(position);
  if (at === undefined) return undefined;
  for (const { analysis, active, textOf, before } of session.lookAbout(uri)) {
    const offset = before(file, at);
    const found = offset === undefined ? undefined : find({ analysis, file, offset, active, textOf });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The text around the cursor, which may be newer than the analysis. */
export function atCursor(
  session: Session,
  { analysis, before }: Looked,
  uri: string,
  position: Position,
): PlaceInput | undefined {
  const document = session.document(uri);
  const file = fileOfUri(uri);
  return (
    document && {
      analysis,
      file,
      offset: document.offsetAt(position),
      text: document.getText(),
      analysed: (offset) => before(file, offset),
    }
  );
}
