// Stores what the user chose for each file (instance, sample thread, program arguments) in the workspace, and sends it
// to the server when the server starts and when a choice changes.
import type * as vscode from 'vscode';
import { chooseRequest, type Choices, type Situation } from '../../protocol/src/requests';

const key = 'cuteLens.choices';

/** The only method of the language client that this file calls. Tests implement it without an editor. */
export interface Requester {
  sendRequest<R>(method: string, params: unknown): Promise<R>;
}

export function choicesOf(state: vscode.Memento, uri: string): Choices {
  return all(state)[uri] ?? {};
}

/** Changes some choices of a file and tells the server. */
export async function choose(
  state: vscode.Memento,
  client: Requester,
  uri: string,
  changed: Choices,
): Promise<Situation | null> {
  const choices = { ...choicesOf(state, uri), ...changed };
  await state.update(key, { ...all(state), [uri]: choices });
  return client.sendRequest(chooseRequest, { uri, choices });
}

/** Sends the stored choices of a file to a server that has just opened it. */
export async function sendChoices(state: vscode.Memento, client: Requester, uri: string): Promise<void> {
  const choices = choicesOf(state, uri);
  if (Object.keys(choices).length > 0) await client.sendRequest(chooseRequest, { uri, choices });
}

function all(state: vscode.Memento): Readonly<Record<string, Choices>> {
  return state.get<Readonly<Record<string, Choices>>>(key) ?? {};
}
