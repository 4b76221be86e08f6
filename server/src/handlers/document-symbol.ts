// Handles textDocument/documentSymbol: the functions of a file with the layouts that they declare, for the editor's
// outline and for the tree of layouts.
import { say } from '../../../core/src/base/say';
import type { LayoutSymbol } from '../../../protocol/src/requests';
import { SymbolKind, type DocumentSymbol, type DocumentSymbolParams } from 'vscode-languageserver-protocol';
import { layoutOutline, type OutlineGroup, type OutlineRow } from '../../../core/src/ide/index';
import { fileOfUri } from '../paths';
import type { Session } from '../worker/session';
import type { Looked } from '../worker/snapshot';

export function handleDocumentSymbol(
  session: Session,
  { textDocument: { uri } }: DocumentSymbolParams,
): readonly DocumentSymbol[] {
  const looked = session.look(uri);
  if (!looked) return [];
  const groups = layoutOutline({ ...looked, file: fileOfUri(uri) });
  return groups.flatMap((group) => symbolsOf(group, looked));
}

function symbolsOf(group: OutlineGroup, looked: Looked): readonly DocumentSymbol[] {
  const rows = group.rows.flatMap((row) => symbolOf(row, looked) ?? []);
  const [range, selectionRange] = [looked.rangeOf(group.span), looked.rangeOf(group.nameSpan)];
  if (group.name === '' || !range || !selectionRange) return rows;
  const { name, detail } = group;
  return [{ name, detail, kind: SymbolKind.Function, range, selectionRange, children: rows }];
}

function symbolOf(
  { name, text, known, span, elsewhere, printed }: OutlineRow,
  { rangeOf }: Looked,
): (DocumentSymbol & LayoutSymbol) | undefined {
  const range = rangeOf(span);
  const detail = known ? text : say`not known: ${text}`;
  const kind = known ? SymbolKind.Variable : SymbolKind.Null;
  if (!range) return undefined;
  const symbol = { name, detail, kind, range, selectionRange: range };
  return { ...symbol, ...(elsewhere.length > 0 && { elsewhere }), ...(printed !== undefined && { printed }) };
}
