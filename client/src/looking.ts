// Tells the server which documents are visible, the active one first, since the server analyses them in this order.
import * as vscode from 'vscode';
import { State, type BaseLanguageClient } from 'vscode-languageclient';
import { lookingNotification, type LookingParams } from '../../protocol/src/requests';

export function watchLooking(client: BaseLanguageClient): vscode.Disposable {
  let told = '';
  const tell = (): void => {
    if (client.state !== State.Running) return;
    const { activeTextEditor, visibleTextEditors } = vscode.window;
    const uris = [
      ...new Set([activeTextEditor, ...visibleTextEditors].flatMap((editor) => editor?.document.uri.toString() ?? [])),
    ];
    if (uris.join('\n') === told) return;
    told = uris.join('\n');
    void client.sendNotification(lookingNotification, { uris } satisfies LookingParams);
  };
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(tell),
    vscode.window.onDidChangeVisibleTextEditors(tell),
    // A server that starts has not been told.
    client.onDidChangeState(({ newState }) => {
      told = '';
      if (newState === State.Running) tell();
    }),
  );
}
