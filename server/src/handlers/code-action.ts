// Handles textDocument/codeAction: repairs of findings, suppression comments, and the other code actions of the core.
import type { CodeAction, CodeActionParams } from 'vscode-languageserver-protocol';
import { codeActions } from '../../../core/src/ide/index';
import { commands } from '../../../protocol/src/requests';
import { toCodeAction, toSpan } from '../lsp/to-lsp';
import { fileOfUri } from '../paths';
import { bugReportActions } from './refuted';
import type { Session } from '../worker/session';

/** Repairs edit the present text, so none are offered while the last analysis is of an older text. */
export function handleCodeAction(session: Session, params: CodeActionParams): CodeAction[] {
  const {
    textDocument: { uri },
    range,
    context,
  } = params;
  const about = session.lookAbout(uri).filter(({ fresh }) => fresh);
  const document = session.document(uri);
  if (!document) return [];
  const at = toSpan(document, range, fileOfUri(uri));
  const found = about.flatMap(({ analysis, active, textOf, rangeOf }) =>
    codeActions({ analysis, at, textOf, active })
      .filter(({ shows }) => !shows || session.shows.commands.includes(commands.visualize))
      .map((action) => toCodeAction(action, rangeOf)),
  );
  const wanted = [
    ...found,
    ...(session.shows.commands.includes(commands.copyBugReport) ? bugReportActions(session, params) : []),
  ].filter((action) => context.only?.some((kind) => action.kind?.startsWith(kind)) ?? true);
  const seen = new Set<string>();
  return wanted.filter((action) => {
    const key = JSON.stringify([action.title, action.edit, action.command]);
    return !seen.has(key) && seen.add(key);
  });
}
