// textDocument/inlayHint and inlayHint/resolve: layouts behind declarations; the tooltip is the hover of the declared name.
import type { InlayHint, InlayHintParams } from 'vscode-languageserver-protocol';
import { hover, inlayHints } from '../../../core/src/ide/index';
import { explain } from '../../../core/src/index';
import { toInlayHint, toMarkdownContent } from '../lsp/to-lsp';
import { fileOfUri } from '../paths';
import type { Session } from '../session';

/** What a hint keeps until somebody looks at it. */
interface Kept {
  readonly uri: string;
  /** Offset of the declared name, and its line, which the client reads. */
  readonly name: number;
  readonly line: number;
  readonly version: number;
}

/** The file's own analysis speaks first; what it does not reach, one that includes the file may. */
export async function handleInlayHints(session: Session, { textDocument: { uri }, range }: InlayHintParams): Promise<InlayHint[] | null> {
  const about = await session.analysesAbout(uri);
  const document = session.document(uri);
  if (!document) return null;
  const wanted = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
  const found = about.filter(({ config }) => config.inlayHintsEnabled).flatMap(({ analysis, active, textOf, config: { inlayHintLength: maxLength } }) =>
    inlayHints({ analysis, file: fileOfUri(uri), range: wanted, active, textOf, maxLength }),
  );
  const first = new Map([...found].reverse().map((hint) => [hint.offset, hint]));
  return [...first.values()].sort((a, b) => a.offset - b.offset).map((hint) => toInlayHint(hint, document, { uri, name: hint.name, line: document.positionAt(hint.name).line, version: document.version } satisfies Kept));
}

export async function handleInlayHintResolve(session: Session, hint: InlayHint): Promise<InlayHint> {
  const { uri, name, version } = hint.data as Kept;
  const about = await session.analysesAbout(uri);
  if (session.document(uri)?.version !== version) return hint;
  for (const { analysis, active, textOf } of about) {
    const found = hover({ analysis, file: fileOfUri(uri), offset: name, active, textOf, explain });
    if (found?.known) return { ...hint, tooltip: toMarkdownContent(found.blocks, { uri, textOf }) };
  }
  return hint;
}
