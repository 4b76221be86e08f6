// Asks the user what to compare a value with: another instance, another value of the file, or a typed expression.
import * as vscode from 'vscode';
import type { ComparableRow, Comparison } from '../../../protocol/src/requests';

interface Item extends vscode.QuickPickItem {
  readonly comparison?: Comparison;
}

/** The comparison that the user picks or types; undefined if the user cancels. */
export function pickComparison(
  title: string | undefined,
  rows: readonly ComparableRow[],
): Promise<Comparison | undefined> {
  const known: readonly Item[] = rows.map(({ title: label, printed, comparison }) => ({
    label,
    description: printed,
    comparison,
  }));
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = title === undefined ? vscode.l10n.t('Compare with') : vscode.l10n.t('Compare {0} with', title);
  pick.placeholder = vscode.l10n.t('A value of this file, another instance, or an expression such as (_8,_4):(_4,_1)');
  pick.matchOnDescription = true;
  // A panel that the palette gives the focus back to does not close it.
  pick.ignoreFocusOut = true;
  pick.items = known;
  return new Promise((resolve) => {
    pick.onDidChangeValue((value) => {
      const expression = value.trim();
      const isName = rows.some((row) => row.title === expression);
      const typed: Item = {
        label: expression,
        description: vscode.l10n.t('what was typed, as an expression'),
        alwaysShow: true,
        comparison: { expression },
      };
      pick.items = expression === '' || isName ? known : [...known, typed];
    });
    pick.onDidAccept(() => {
      resolve(pick.selectedItems[0]?.comparison);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}
