// cuteLens/explain: the derivation of the value that a hover at the place shows, as a page.
import { explanationAt } from '../../../core/src/ide/index';
import { explain } from '../../../core/src/index';
import type { ExplainParams, ExplainResult } from '../../../protocol/src/requests';
import { toPage } from '../lsp/to-lsp';
import { fileOfUri } from '../paths';
import type { Session } from '../session';

/** The first analysis that can tell: the file's own, else one that includes it. */
export async function handleExplain(session: Session, { uri, position }: ExplainParams): Promise<ExplainResult | null> {
  const about = await session.analysesAbout(uri);
  const offset = session.document(uri)?.offsetAt(position);
  if (offset === undefined) return null;
  for (const { analysis, active, textOf } of about) {
    const found = explanationAt({ analysis, file: fileOfUri(uri), offset, active, textOf, explain });
    if (found) return { title: found.title, markdown: toPage(found.title, found.explanation) };
  }
  return null;
}
