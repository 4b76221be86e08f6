// The command behind *Insert the Comment* in a hover: writes `// cute-lens: N=128` above the function, with a number
// for the user to change. The server makes the edit as a code action; nothing is computed here.
import * as vscode from 'vscode';
import { placeOf } from './explain';

const kind = vscode.CodeActionKind.QuickFix.append('pin');

/** Inserts the comment for the value at a place, and selects the number in it. */
export async function insertPin(given: readonly unknown[]): Promise<void> {
  const place = placeOf(given);
  if (!place) return;
  const uri = vscode.Uri.parse(place.uri);
  const at = new vscode.Position(place.position.line, place.position.character);
  const found = await vscode.commands.executeCommand<readonly vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    uri,
    new vscode.Range(at, at),
    kind.value,
  );
  const edit = found.find((action) => action.kind !== undefined && kind.contains(action.kind))?.edit;
  if (!edit) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('Nothing here depends on a name that a comment can give a value to.'),
    );
    return;
  }
  await vscode.workspace.applyEdit(edit);
  await select(uri, edit);
}

/** Selects the first value of the inserted text, which is an example. */
async function select(uri: vscode.Uri, edit: vscode.WorkspaceEdit): Promise<void> {
  const [inserted] = edit.get(uri);
  const equals = inserted?.newText.indexOf('=') ?? -1;
  if (!inserted || equals < 0) return;
  const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
  const length = /^[^,\s]*/.exec(inserted.newText.slice(equals + 1))?.[0].length ?? 0;
  const start = inserted.range.start.translate(0, equals + 1);
  editor.selection = new vscode.Selection(start, start.translate(0, length));
  editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
