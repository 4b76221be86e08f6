// textDocument/hover: the fact under the pointer, from the file's own analysis or from one that includes it.
import type { Hover, HoverParams } from 'vscode-languageserver-protocol';
import { hover } from '../../../core/src/ide/index';
import { explain } from '../../../core/src/index';
import { toHover } from '../lsp/to-lsp';
import { fileOfUri, uriOfFile } from '../paths';
import type { Session } from '../session';

/** The first that knows the value, a program that was verified before others; else the first that can say why it is not known. */
export async function handleHover(session: Session, params: HoverParams): Promise<Hover | null> {
  const { uri } = params.textDocument;
  const about = await session.analysesAbout(uri);
  const document = session.document(uri);
  if (!document) return null;
  const offset = document.offsetAt(params.position);
  const found = about.filter(({ config }) => config.hoverEnabled).flatMap(({ analysis, active, textOf }) => {
    const verdictAt = session.verdicts.of(uriOfFile(analysis.entry), textOf);
    const here = hover({ analysis, file: fileOfUri(uri), offset, active, textOf, explain, canVerify: true, ...(verdictAt ? { verdictAt } : {}) });
    return here ? [{ here, textOf, verified: verdictAt !== undefined }] : [];
  });
  const best = found.find(({ here, verified }) => here.known && verified) ?? found.find(({ here }) => here.known) ?? found[0];
  return best ? toHover(best.here, document, { uri, textOf: best.textOf }) : null;
}
