// Handles cuteLens/explain: the derivation of the value that a hover shows, as a page.
import { explanationAt } from '../../../core/src/ide/index';
import { explain } from '../../../core/src/index';
import type { ExplainParams, ExplainResult } from '../../../protocol/src/requests';
import { toPage } from '../lsp/to-lsp';
import { fileOfUri } from '../paths';
import type { Session } from '../worker/session';

/** Takes the first analysis that has a derivation: the file's own, or one of an open file that includes it. */
export function handleExplain(session: Session, { uri, position }: ExplainParams): ExplainResult | null {
  const file = fileOfUri(uri);
  const at = session.document(uri)?.offsetAt(position);
  if (at === undefined) return null;
  for (const { analysis, active, textOf, before } of session.lookAbout(uri)) {
    const offset = before(file, at);
    const found = offset === undefined ? undefined : explanationAt({ analysis, file, offset, active, textOf, explain });
    if (found) return { title: found.title, markdown: toPage(found.title, found.explanation) };
  }
  return null;
}
