// Shows the driver program that CuTe Lens proposes for a file without `main`. The driver opens in an unsaved editor,
// where the user can change and save it before anything runs.
import * as vscode from 'vscode';
import type { DriverOffer } from '../../../protocol/src/requests';

export class Drivers {
  /** The file that each unsaved driver was made for, by the URI of the driver. */
  private readonly made = new Map<string, string>();

  /** The file that an unsaved driver was made for, and the present text of the driver. */
  of(uri: string): { readonly target: string; readonly text: string } | undefined {
    const target = this.made.get(uri);
    const text = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri)?.getText();
    return target === undefined || text === undefined ? undefined : { target, text };
  }

  /** Opens the driver beside its file. Resolves to the URI of the driver when the user wants to go on with it. */
  async show({ name, file, text }: DriverOffer, target: string): Promise<string | undefined> {
    const uri = vscode.Uri.file(file).with({ scheme: 'untitled' });
    const document = await vscode.workspace.openTextDocument(uri);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), text);
    await vscode.workspace.applyEdit(edit);
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: false });
    this.made.set(document.uri.toString(), target);
    const go = vscode.l10n.t('Verify');
    const save = vscode.l10n.t('Keep as File');
    const fileName = target.slice(target.lastIndexOf('/') + 1);
    const picked = await vscode.window.showInformationMessage(
      vscode.l10n.t(
        '{0} has no main. This program calls {1}: verify through it as it is, or change it first.',
        decodeURIComponent(fileName),
        name,
      ),
      go,
      save,
    );
    if (picked === save && (await document.save()))
      await vscode.window.showTextDocument(vscode.Uri.file(file), {
        viewColumn: vscode.ViewColumn.Beside,
        preview: false,
      });
    return picked === go ? document.uri.toString() : undefined;
  }
}
