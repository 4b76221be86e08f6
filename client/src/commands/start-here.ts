// What a newcomer can begin with: an example in a folder of its own, and the walkthrough.
import * as vscode from 'vscode';

/** Opens an example as a new document, so that it can be edited and nothing of the extension changes. */
export async function openExample(context: vscode.ExtensionContext): Promise<void> {
  const file = vscode.Uri.joinPath(context.extensionUri, 'examples', 'local_partition.cu');
  const content = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  const document = await vscode.workspace.openTextDocument({ language: 'cuda-cpp', content });
  await vscode.window.showTextDocument(document);
}

/** Opens the walkthrough of the extension. */
export async function openWalkthrough(context: vscode.ExtensionContext): Promise<void> {
  await vscode.commands.executeCommand(
    'workbench.action.openWalkthrough',
    `${context.extension.id}#cuteLens.begin`,
    false,
  );
}
