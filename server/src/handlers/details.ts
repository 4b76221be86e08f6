// Handles cuteLens/details: what CuTe prints of a value in several lines, line by line, as a page.
import { detailsAt } from '../../../core/src/ide/index';
import type { ExplainParams, ExplainResult } from '../../../protocol/src/requests';
import { nowhere, toContent } from '../lsp/to-lsp';
import { fileOfUri } from '../paths';
import type { Session } from '../worker/session';

/** Takes the first analysis that knows the value: the file's own, or one of an open file that includes it. */
export function handleDetails(session: Session, { uri, position }: ExplainParams): ExplainResult | null {
  const file = fileOfUri(uri);
  const at = session.document(uri)?.offsetAt(position);
  if (at === undefined) return null;
  for (const { analysis, active, textOf, before } of session.lookAbout(uri)) {
    const offset = before(file, at);
    const found = offset === undefined ? undefined : detailsAt({ analysis, file, offset, active, textOf });
    if (found)
      return {
        title: found.title,
        markdown: toContent(found.blocks, nowhere({ ...session.shows, commands: [] }), 'markdown').value,
      };
  }
  return null;
}
