// textDocument/completion and completionItem/resolve: CuTe's names, and the words of our own comments.
import type { CompletionItem, CompletionList, CompletionParams } from 'vscode-languageserver-protocol';
import { completionDocumentation, completions } from '../../../core/src/ide/index';
import { toCompletionItem, toMarkdownContent } from '../lsp/to-lsp';
import { fileOfUri } from '../paths';
import type { Session } from '../session';

export async function handleCompletion(session: Session, { textDocument: { uri }, position }: CompletionParams): Promise<CompletionList | null> {
  const analyzed = await session.analyzed(uri);
  const document = session.document(uri);
  if (!document || !analyzed?.config.completionEnabled) return null;
  const found = completions({ analysis: analyzed.analysis, file: fileOfUri(uri), offset: document.offsetAt(position), text: document.getText() });
  if (!found) return null;
  const range = { start: document.positionAt(found.start), end: position };
  return { isIncomplete: found.incomplete, items: found.items.map((item) => toCompletionItem(item, range)) };
}

export function handleCompletionResolve(item: CompletionItem): CompletionItem {
  const key: unknown = item.data;
  if (typeof key !== 'string') return item;
  return { ...item, documentation: toMarkdownContent(completionDocumentation(key), { uri: '', textOf: () => undefined }) };
}
