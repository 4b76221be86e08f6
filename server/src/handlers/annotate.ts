// cuteLens/annotate: shapes as comments behind the declarations of a file, as text edits.
import { annotations } from '../../../core/src/ide/index';
import type { AnnotateParams, AnnotateResult } from '../../../protocol/src/requests';
import { fileOfUri } from '../paths';
import type { Session } from '../session';

export async function handleAnnotate(session: Session, { uri }: AnnotateParams): Promise<AnnotateResult | null> {
  const analyzed = await session.analyzed(uri);
  const document = session.document(uri);
  if (!analyzed || !document) return null;
  const edits = annotations(analyzed.analysis, fileOfUri(uri), analyzed.active);
  return { version: document.version, insertions: edits.map(({ span, text }) => ({ ...document.positionAt(span.start), text })) };
}
