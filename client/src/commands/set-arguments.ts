// CuTe: Set Program Arguments: what main is called with, for one file.
import * as vscode from 'vscode';
import type { Situation } from '../../../protocol/src/requests';

export async function askArguments({ args }: Pick<Situation, 'args'>): Promise<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Program arguments'),
    prompt: vscode.l10n.t(
      'As on a command line, without the program: 512 768 256 N T. Kept for this file in this workspace.',
    ),
    value: args,
  });
}
