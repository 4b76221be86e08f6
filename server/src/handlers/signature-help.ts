// textDocument/signatureHelp: the parameters of the CuTe function that is being called, and what it gives.
import type { SignatureHelp, SignatureHelpParams } from 'vscode-languageserver-protocol';
import { signatureHelp } from '../../../core/src/ide/index';
import { toSignatureHelp } from '../lsp/to-lsp';
import { fileOfUri } from '../paths';
import type { Session } from '../session';

export async function handleSignatureHelp(session: Session, { textDocument: { uri }, position }: SignatureHelpParams): Promise<SignatureHelp | null> {
  const analyzed = await session.analyzed(uri);
  const document = session.document(uri);
  if (!document || !analyzed?.config.signatureHelpEnabled) return null;
  const found = signatureHelp({ analysis: analyzed.analysis, file: fileOfUri(uri), offset: document.offsetAt(position), text: document.getText() });
  return found ? toSignatureHelp(found) : null;
}
