// Handles textDocument/signatureHelp: the parameters of the CuTe function that is being called, and what it returns.
import type { SignatureHelp, SignatureHelpParams } from 'vscode-languageserver-protocol';
import { signatureHelp } from '../../../core/src/ide/index';
import { toSignatureHelp } from '../lsp/to-lsp';
import { fileOfUri } from '../paths';
import type { Session } from '../worker/session';

export function handleSignatureHelp(
  session: Session,
  { textDocument: { uri }, position }: SignatureHelpParams,
): SignatureHelp | null {
  const known = session.look(uri);
  const document = session.document(uri);
  if (!document || !known?.config.signatureHelpEnabled) return null;
  const file = fileOfUri(uri);
  const found = signatureHelp({
    analysis: known.analysis,
    file,
    offset: document.offsetAt(position),
    text: document.getText(),
    analysed: (offset) => known.before(file, offset),
  });
  return found ? toSignatureHelp(found, session.shows) : null;
}
