// CuTe: Select Kernel Instance: which of a kernel's launches the hovers show.
import * as vscode from 'vscode';
import type { InstanceRow, Situation } from '../../../protocol/src/requests';

/** The label of the instance that the user picks. */
export async function pickInstance({ instances, active }: Situation): Promise<string | undefined> {
  if (instances.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('This file launches no kernel and instantiates none.'));
    return undefined;
  }
  const items = instances.map((row) => ({
    label: row.label,
    description: descriptionOf(row, active),
    picked: row.id === active,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Kernel instance that hovers show'),
    matchOnDescription: true,
  });
  return picked?.label;
}

function descriptionOf({ id, at, reached }: InstanceRow, active: number | undefined): string {
  const line = at ? vscode.l10n.t('line {0}', at.line + 1) : '';
  const state =
    id === active ? vscode.l10n.t('shown now') : reached ? '' : vscode.l10n.t('not reached with these arguments');
  return [line, state].filter(Boolean).join(' · ');
}
