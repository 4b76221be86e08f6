// Handles textDocument/diagnostic: the findings in a file, from its own analysis and from those of open files that
// include it.
import type { Diagnostic } from 'vscode-languageserver-protocol';
import type { LinkOf } from '../checks-page';
import { toDiagnostic } from '../lsp/to-lsp';
import { fileOfUri } from '../paths';
import { refutedDiagnostics } from './refuted';
import type { Session } from '../worker/session';

export function diagnosticsOf(session: Session, uri: string, linkOf: LinkOf | undefined): readonly Diagnostic[] {
  if (!session.document(uri)) return [];
  const found = session
    .lookAbout(uri)
    .flatMap(({ analysis, rangeOf }) =>
      analysis.diagnostics
        .filter(({ span }) => span.file === fileOfUri(uri))
        .flatMap((diagnostic) => toDiagnostic(diagnostic, rangeOf, linkOf) ?? []),
    );
  const seen = new Set<string>();
  return [...found, ...refutedDiagnostics(session, uri)].filter(({ code, range }) => {
    const key = `${code ?? ''} ${JSON.stringify(range)}`;
    return !seen.has(key) && seen.add(key);
  });
}
