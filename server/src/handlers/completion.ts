// Handles textDocument/completion and completionItem/resolve: names of CuTe, and the words of `// cute-lens:` comments.
import type { CompletionItem, CompletionList, CompletionParams } from 'vscode-languageserver-protocol';
import { completionDocumentation, completions } from '../../../core/src/ide/index';
import { nowhere, toCompletionItem, toContent } from '../lsp/to-lsp';
import { atCursor } from './about';
import type { Session } from '../worker/session';

export function handleCompletion(
  session: Session,
  { textDocument: { uri }, position }: CompletionParams,
): CompletionList | null {
  const known = session.look(uri);
  const document = session.document(uri);
  if (!document || !known?.config.completionEnabled) return null;
  const cursor = atCursor(session, known, uri, position);
  const found = cursor && completions(cursor);
  if (!found) return null;
  const range = { start: document.positionAt(found.start), end: position };
  return { isIncomplete: found.incomplete, items: found.items.map((item) => toCompletionItem(item, range)) };
}

export function handleCompletionResolve(session: Session, item: CompletionItem): CompletionItem {
  const key: unknown = item.data;
  if (typeof key !== 'string') return item;
  const { shows } = session;
  return { ...item, documentation: toContent(completionDocumentation(key), nowhere(shows), shows.completion) };
}
