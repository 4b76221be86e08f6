// What the user chose for each file: kept with the workspace, sent to the server whenever it starts or a choice
// changes.
import type * as vscode from 'vscode';
import { chooseRequest, type Choices, type Situation } from '../../protocol/src/requests';

const key = 'cuteLens.choices';

/** The one thing that is asked of a client, so that tests need no editor. */
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

/** Tells a server that just opened a file what was chosen for it. */
export async function sendChoices(state: vscode.Memento, client: Requester, uri: string): Promise<void> {
  const choices = choicesOf(state, uri);
  if (Object.keys(choices).length > 0) await client.sendRequest(chooseRequest, { uri, choices });
}

function all(state: vscode.Memento): Readonly<Record<string, Choices>> {
  return state.get<Readonly<Record<string, Choices>>>(key) ?? {};
}
