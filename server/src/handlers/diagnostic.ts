// textDocument/diagnostic: what the checks found in a file, by its own analysis and those of open files that include it.
import type { Diagnostic } from 'vscode-languageserver-protocol';
import type { LinkOf } from '../checks-page';
import { toDiagnostic } from '../lsp/to-lsp';
import { fileOfUri } from '../paths';
import { refutedDiagnostics } from './refuted';
import type { Session } from '../session';

export async function diagnosticsOf(session: Session, uri: string, linkOf: LinkOf | undefined): Promise<readonly Diagnostic[]> {
  const about = await session.analysesAbout(uri);
  const document = session.document(uri);
  if (!document) return [];
  const found = about.flatMap(({ analysis, textOf }) =>
    analysis.diagnostics.filter(({ span }) => span.file === fileOfUri(uri)).map((diagnostic) => toDiagnostic(diagnostic, document, textOf, linkOf)),
  );
  const seen = new Set<string>();
  return [...found, ...refutedDiagnostics(session, uri)].filter(({ code, range }) => {
    const key = `${code ?? ''} ${JSON.stringify(range)}`;
    return !seen.has(key) && seen.add(key);
  });
}
