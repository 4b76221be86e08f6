// textDocument/codeLens: what launches make of kernels, and what can be done about them.
import type { CodeLens, CodeLensParams } from 'vscode-languageserver-protocol';
import { codeLenses } from '../../../core/src/ide/index';
import { commands } from '../../../protocol/src/requests';
import { toCodeLens } from '../lsp/to-lsp';
import { fileOfUri } from '../paths';
import type { Session } from '../session';

/** A lens is offered once its command exists. */
const offers = (['visualize', 'verify'] as const).filter((name) => name in commands);

export async function handleCodeLens(session: Session, { textDocument: { uri } }: CodeLensParams): Promise<CodeLens[] | null> {
  const analyzed = await session.analyzed(uri);
  const document = session.document(uri);
  if (!document || !analyzed?.config.codeLensEnabled) return null;
  const { analysis, active } = analyzed;
  return codeLenses({ analysis, file: fileOfUri(uri), active, offers }).map((lens) => toCodeLens(lens, document, uri));
}
