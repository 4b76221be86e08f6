// Handles cuteLens/explain: the derivation of the value that a hover shows, as a page.
import { explanationAt } from '../../../core/src/ide/index';
import { explain } from '../../../core/src/index';
import type { ExplainParams, ExplainResult } from '../../../protocol/src/requests';
import { toPage } from '../lsp/to-lsp';
import { firstAbout } from './about';
import type { Session } from '../worker/session';

export function handleExplain(session: Session, place: ExplainParams): ExplainResult | null {
  const found = firstAbout(session, place, (input) => explanationAt({ ...input, explain }));
  return found ? { title: found.title, markdown: toPage(found.title, found.explanation) } : null;
}
