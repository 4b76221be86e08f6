// Handles cuteLens/annotate: text edits that insert shapes as comments behind the declarations of a file.
import { annotations } from '../../../core/src/ide/index';
import type { AnnotateParams, AnnotateResult } from '../../../protocol/src/requests';
import { fileOfUri } from '../paths';
import type { Session } from '../worker/session';

export function handleAnnotate(session: Session, { uri }: AnnotateParams): AnnotateResult | null {
  const found = session.look(uri);
  const document = session.document(uri);
  if (!found?.fresh || !document) return null;
  const edits = annotations(found.analysis, fileOfUri(uri), found.active);
  return {
    version: document.version,
    insertions: edits.map(({ span, text }) => ({ ...document.positionAt(span.start), text })),
  };
}
