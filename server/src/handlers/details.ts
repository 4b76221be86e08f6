// Handles cuteLens/details: what CuTe prints of a value in several lines, line by line, as a page.
import { detailsAt } from '../../../core/src/ide/index';
import type { ExplainParams, ExplainResult } from '../../../protocol/src/requests';
import { nowhere, toContent } from '../lsp/to-lsp';
import { firstAbout } from './about';
import type { Session } from '../worker/session';

export function handleDetails(session: Session, place: ExplainParams): ExplainResult | null {
  const found = firstAbout(session, place, detailsAt);
  return found
    ? {
        title: found.title,
        markdown: toContent(found.blocks, nowhere({ ...session.shows, commands: [] }), 'markdown').value,
      }
    : null;
}
