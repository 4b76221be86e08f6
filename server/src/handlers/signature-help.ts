// Handles textDocument/signatureHelp: the parameters of the CuTe function that is being called, and what it returns.
import type { SignatureHelp, SignatureHelpParams } from 'vscode-languageserver-protocol';
import { signatureHelp } from '../../../core/src/ide/index';
import { toSignatureHelp } from '../lsp/to-lsp';
import { atCursor } from './about';
import type { Session } from '../worker/session';

export function handleSignatureHelp(
  session: Session,
  { textDocument: { uri }, position }: SignatureHelpParams,
): SignatureHelp | null {
  const known = session.look(uri);
  if (!known?.config.signatureHelpEnabled) return null;
  const cursor = atCursor(session, known, uri, position);
  const found = cursor && signatureHelp(cursor);
  return found ? toSignatureHelp(found, session.shows) : null;
}
