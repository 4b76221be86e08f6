// CuTe: Select Kernel Instance: which of a kernel's launches the hovers show. A row says what tells the instance apart
// from the others; a row of one that the program does not reach says how it would.
import * as vscode from 'vscode';
import type { InstanceRow, Situation } from '../../../protocol/src/requests';

interface Item extends vscode.QuickPickItem {
  readonly row?: InstanceRow;
}

/** The instance that the user picks. */
export async function pickInstance({ instances, active }: Situation): Promise<InstanceRow | undefined> {
  if (instances.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('This file neither launches nor instantiates a kernel.'));
    return undefined;
  }
  const picked = await vscode.window.showQuickPick<Item>(itemsOf(instances, active), {
    title: vscode.l10n.t('Kernel instance that hovers show'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.row;
}

/** The rows, under the name of their kernel where there are several kernels. */
function itemsOf(instances: readonly InstanceRow[], active: number | undefined): Item[] {
  const kernels = [...new Set(instances.map(({ kernel }) => kernel))];
  return kernels.flatMap((kernel) => [
    ...(kernels.length > 1 ? [{ label: kernel, kind: vscode.QuickPickItemKind.Separator }] : []),
    ...instances.filter((row) => row.kernel === kernel).map((row) => itemOf(row, active)),
  ]);
}

function itemOf(row: InstanceRow, active: number | undefined): Item {
  const { differs, id, resources, at, way } = row;
  const line = at ? [vscode.l10n.t('line {0}', at.line + 1)] : [];
  const now = id === active ? [vscode.l10n.t('shown now')] : [];
  return {
    label: differs,
    description: [...resources, ...line, ...now].join(' · '),
    ...(way && { detail: vscode.l10n.t('Not reached with these arguments. It needs: {0}', way.when) }),
    picked: id === active,
    row,
  };
}

/** Says how an instance is reached that the present arguments do not reach. True where the user wants to set other
 *  arguments. */
export async function offersArguments({ differs, way }: InstanceRow): Promise<boolean> {
  if (!way) return false;
  const set = vscode.l10n.t('Set Arguments…');
  const picked = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      '{0} is not reached with these program arguments, so its run-time numbers stay names. It needs: {1}',
      differs,
      way.when,
    ),
    set,
  );
  return picked === set;
}
