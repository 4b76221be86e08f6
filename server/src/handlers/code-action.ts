// textDocument/codeAction: repairs of findings, silencing them, and the other sources of the core.
import type { CodeAction, CodeActionParams } from 'vscode-languageserver-protocol';
import { codeActions } from '../../../core/src/ide/index';
import { toCodeAction, toSpan } from '../lsp/to-lsp';
import { fileOfUri } from '../paths';
import { bugReportActions } from './refuted';
import type { Session } from '../session';

export async function handleCodeAction(session: Session, params: CodeActionParams): Promise<CodeAction[]> {
  const { textDocument: { uri }, range, context } = params;
  const about = await session.analysesAbout(uri);
  const document = session.document(uri);
  if (!document) return [];
  const at = toSpan(document, range, fileOfUri(uri));
  const found = about.flatMap(({ analysis, active, textOf }) => codeActions({ analysis, at, textOf, active }).map((action) => toCodeAction(action, textOf)));
  const wanted = [...found, ...bugReportActions(session, params)].filter((action) => context.only?.some((kind) => action.kind?.startsWith(kind)) ?? true);
  const seen = new Set<string>();
  return wanted.filter((action) => {
    const key = JSON.stringify([action.title, action.edit, action.command]);
    return !seen.has(key) && seen.add(key);
  });
}
