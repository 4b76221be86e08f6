// The link of a hover on an alias of a class: opens the declaration of the class, evaluated with the source that the
// user comes from, and shows the instance that belongs to the class.
import * as vscode from 'vscode';
import { choose, type Requester } from '../choices';

interface Running {
  readonly client: Requester;
  readonly state: vscode.Memento;
}

export async function openClass(start: () => Promise<Running>, given: readonly unknown[]): Promise<void> {
  const [uri, line, character, from, within] = given;
  if (typeof uri !== 'string' || typeof line !== 'number' || typeof character !== 'number') return;
  if (typeof from === 'string' && typeof within === 'string') {
    const { client, state } = await start();
    await choose(state, client, uri, { from, within });
  }
  const at = new vscode.Position(line, character);
  await vscode.window.showTextDocument(vscode.Uri.parse(uri), { selection: new vscode.Range(at, at) });
}
