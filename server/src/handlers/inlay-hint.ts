// Handles textDocument/inlayHint and inlayHint/resolve: layouts behind declarations. The tooltip of a hint is the hover
// of the declared name.
import type { InlayHint, InlayHintParams } from 'vscode-languageserver-protocol';
import { hover, inlayHints, type InlayHint as CoreHint } from '../../../core/src/ide/index';
import { explain } from '../../../core/src/index';
import { toContent, toInlayHint } from '../lsp/to-lsp';
import { fileOfUri } from '../paths';
import type { Session } from '../worker/session';
import type { Looked } from '../worker/snapshot';
import { propertyOf, textAt } from '../unknown';

/** The data of a hint, from which its tooltip is computed when the user asks for it. */
interface Kept {
  readonly uri: string;
  /** The offset of the declared name, and its line. The client reads the line. */
  readonly name: number;
  readonly line: number;
  readonly version: number;
}

/** The placeholder for a value that is being evaluated again. */
const unfinished = '…';

/** Hints come from the file's own analysis, and for code that it does not reach, from analyses of files that include
 *  the file. A value that a machine has refuted is not shown. */
export function handleInlayHints(
  session: Session,
  { textDocument: { uri }, range }: InlayHintParams,
): InlayHint[] | null {
  const document = session.document(uri);
  if (!document) return null;
  const wanted = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
  const refuted = new Set(
    session.verdicts
      .refutedIn(fileOfUri(uri))
      .map(({ row }) => document.offsetAt({ line: row.line - 1, character: row.column - 1 })),
  );
  const first = new Map<number, InlayHint>();
  for (const looked of session.lookAbout(uri).filter(({ config }) => config.inlayHintsEnabled)) {
    for (const hint of hintsIn(looked, fileOfUri(uri), wanted)) {
      const at = placed(looked, fileOfUri(uri), hint);
      const [offset, name] = at ? [document.offsetAt(at.position), document.offsetAt(at.name)] : [-1, -1];
      if (!at || name < wanted.start || name > wanted.end || first.has(offset) || refuted.has(name)) continue;
      first.set(
        offset,
        toInlayHint({ label: at.label }, at.position, {
          uri,
          name,
          line: at.name.line,
          version: document.version,
        } satisfies Kept),
      );
    }
  }
  return [...first].sort(([a], [b]) => a - b).map(([, hint]) => hint);
}

/** The data of a hint that came back; undefined where it is not ours. */
function keptIn(data: unknown): Pick<Kept, 'uri' | 'name' | 'version'> | undefined {
  const [uri, name, version] = [textAt(data, 'uri'), propertyOf(data, 'name'), propertyOf(data, 'version')];
  if (uri === undefined || typeof name !== 'number' || typeof version !== 'number') return undefined;
  return { uri, name, version };
}

/** The hints of one analysis, at positions in the text that was analysed. */
function hintsIn(
  { analysis, active, textOf, config: { inlayHintLength: maxLength }, fresh, before }: Looked,
  file: string,
  { start, end }: { start: number; end: number },
): readonly CoreHint[] {
  const range = fresh ? { start, end } : { start: before(file, start) ?? 0, end: before(file, end) ?? Infinity };
  return inlayHints({ analysis, file, range, active, textOf, maxLength });
}

function placed({ rangeOf, isUntouched, fresh }: Looked, file: string, { offset, name, label }: CoreHint) {
  const at = (place: number) => rangeOf({ file, start: place, end: place })?.start;
  const [position, declared] = [at(offset), at(name)];
  if (!position || !declared) return undefined;
  const isNow =
    fresh || (isUntouched({ file, start: name, end: name }) && isUntouched({ file, start: offset, end: offset }));
  return { position, name: declared, label: isNow ? label : unfinished };
}

export function handleInlayHintResolve(session: Session, hint: InlayHint): InlayHint {
  const kept = keptIn(hint.data);
  if (!kept) return hint;
  const { uri, name, version } = kept;
  if (session.document(uri)?.version !== version) return hint;
  const file = fileOfUri(uri);
  const { shows } = session;
  for (const { analysis, active, textOf, rangeOf, fresh, before } of session.lookAbout(uri)) {
    const offset = fresh ? before(file, name) : undefined;
    const found = offset === undefined ? undefined : hover({ analysis, file, offset, active, textOf, explain });
    if (found?.known) return { ...hint, tooltip: toContent(found.blocks, { uri, rangeOf, shows }, shows.hover) };
  }
  return hint;
}
