// The command CuTe: Share in the Playground. Opens the playground with the text of a file and the picture of a value.
// Where the playground is published is the user's setting; there is no other.
import * as vscode from 'vscode';
import { longestText, playgroundLink } from '../../../protocol/src/playground';
import { placeOf } from './explain';

/** The address of the playground, if the user has set one. */
export function playgroundUrl(): string | undefined {
  const url = vscode.workspace.getConfiguration('cuteLens').get<string>('playground.url')?.trim();
  return url !== undefined && /^https?:\/\//.test(url) ? url : undefined;
}

/** Shares the value at the given place, or at the cursor. */
export async function share(given: readonly unknown[]): Promise<void> {
  const [place, page] = [placeOf(given), playgroundUrl()];
  if (!place) return;
  if (page === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('Set cuteLens.playground.url to the address at which the playground is published, then share.'),
    );
    return;
  }
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(place.uri));
  const text = document.getText();
  if (text.length > longestText) {
    void vscode.window.showWarningMessage(vscode.l10n.t('This file is too long for a link.'));
    return;
  }
  const { line, character } = place.position;
  const link = await playgroundLink(page, { text, at: { line, character } });
  await vscode.env.openExternal(vscode.Uri.parse(link));
}
