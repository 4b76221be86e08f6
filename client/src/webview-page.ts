// Builds the HTML page of a panel, and the page that a panel saves as a file. No other file knows which bundles the
// page consists of.
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { page } from '../../protocol/src/page';

const nonce = (): string => randomBytes(18).toString('base64url');

export function panelPage(webview: vscode.Webview, extensionUri: vscode.Uri): string {
  const asset = (name: string): { uri: string } => ({
    uri: webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, 'dist', name)).toString(),
  });
  return page({
    title: 'CuTe Lens',
    script: asset('webview.js'),
    style: asset('webview.css'),
    nonce: nonce(),
    source: webview.cspSource,
  });
}

/** A page that contains the model of the picture and works without VS Code. */
export async function embeddedPage(extensionUri: vscode.Uri, title: string, model: string): Promise<string> {
  const asset = async (name: string): Promise<{ text: string }> => ({
    text: Buffer.from(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extensionUri, 'dist', name))).toString(
      'utf8',
    ),
  });
  return page({ title, script: await asset('webview.js'), style: await asset('webview.css'), nonce: nonce(), model });
}
