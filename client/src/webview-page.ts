// Builds the HTML page of a panel, and the page that a panel saves as a file. No other file knows which bundles the
// page consists of.
import * as vscode from 'vscode';
import { page } from '../../protocol/src/page';

const nonce = (): string =>
  [...crypto.getRandomValues(new Uint8Array(18))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

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
    ...inItsLanguage(),
  });
}

/** A page that contains the model of the picture and works without VS Code. */
export async function embeddedPage(extensionUri: vscode.Uri, title: string, model: string): Promise<string> {
  const asset = async (name: string): Promise<{ text: string }> => ({
    text: new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extensionUri, 'dist', name))),
  });
  return page({
    title,
    script: await asset('webview.js'),
    style: await asset('webview.css'),
    nonce: nonce(),
    model,
    ...inItsLanguage(),
  });
}

/** The texts of VS Code's language, if there are any. */
function inItsLanguage(): { readonly language?: string; readonly texts?: Readonly<Record<string, string>> } {
  const texts = vscode.l10n.bundle;
  return texts ? { language: vscode.env.language, texts } : {};
}
