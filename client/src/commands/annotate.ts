// The command CuTe: Annotate Shapes. Inserts behind each declaration the comment that the server proposes, as one edit
// that can be undone.
import * as vscode from 'vscode';
import type { AnnotateResult } from '../../../protocol/src/requests';

export async function insertAnnotations(uri: string, { version, insertions }: AnnotateResult): Promise<void> {
  const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri);
  if (insertions.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('Nothing to annotate: every declaration of a known shape has a comment.'),
    );
    return;
  }
  if (document?.version !== version) return;
  const edit = new vscode.WorkspaceEdit();
  for (const { line, character, text } of insertions)
    edit.insert(document.uri, new vscode.Position(line, character), text);
  await vscode.workspace.applyEdit(edit);
}
