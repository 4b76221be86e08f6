// The command CuTe: Give Arguments to a Template. Offers the arguments that other files of the workspace give the
// template, or those that the user writes, and inserts the comment `// cute-lens: instantiate Traits<128, half_t>`.
import * as vscode from 'vscode';
import type { DormantResult } from '../../../protocol/src/requests';
import { argumentsIn, inOrder } from '../instantiations';

const sources = '**/*.{cu,cuh,h,hpp,hh,hxx,cpp,cc,cxx}';
/** Files beyond these are not searched; the user can write the arguments. */
const mostFiles = 2000;
const filesAtOnce = 32;
const mostProposals = 30;

interface Item extends vscode.QuickPickItem {
  /** The template with its arguments; absent for the row that asks for them. */
  readonly target?: string;
}

/** Asks for arguments, and inserts the comment with them. */
export async function giveArguments(uri: string, template: DormantResult): Promise<void> {
  const target = await pickTarget(template);
  if (target === undefined) return;
  const edit = new vscode.WorkspaceEdit();
  const { line, indent } = template;
  edit.insert(vscode.Uri.parse(uri), new vscode.Position(line, 0), `${indent}// cute-lens: instantiate ${target}\n`);
  await vscode.workspace.applyEdit(edit);
}

/** The template with the arguments that the user picks or writes. The rows appear as the files are read. */
async function pickTarget({ name, target }: DormantResult): Promise<string | undefined> {
  const qualified = target.slice(0, target.indexOf('<'));
  const write: Item = { label: vscode.l10n.t('Write arguments…'), description: target, alwaysShow: true };
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = vscode.l10n.t('Arguments for {0}', name);
  pick.placeholder = vscode.l10n.t('Arguments that files of this workspace give it');
  pick.items = [write];
  pick.busy = true;
  let isOpen = true;
  const chosen = new Promise<Item | undefined>((resolve) => {
    pick.onDidAccept(() => {
      resolve(pick.selectedItems[0]);
      pick.hide();
    });
    pick.onDidHide(() => {
      isOpen = false;
      resolve(undefined);
    });
  });
  pick.show();
  void search(name, (found) => {
    if (!isOpen) return false;
    pick.items = [
      ...inOrder(found)
        .slice(0, mostProposals)
        .map((given) => ({ label: `${name}${given}`, target: `${qualified}${given}` })),
      write,
    ];
    return true;
  }).finally(() => (pick.busy = false));
  const item = await chosen;
  pick.dispose();
  if (item !== write) return item?.target;
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Arguments for {0}', name),
    prompt: vscode.l10n.t('Write a value or a type for each parameter: Traits<128, cutlass::half_t>'),
    value: target,
    valueSelection: [target.indexOf('<') + 1, target.length - 1],
  });
}

/** Reads the sources of the workspace, and tells what is found so far; ends where nobody listens any more. */
async function search(name: string, tell: (found: ReadonlySet<string>) => boolean): Promise<void> {
  const files = await vscode.workspace.findFiles(sources, undefined, mostFiles);
  const found = new Set<string>();
  for (let at = 0; at < files.length; at += filesAtOnce) {
    const before = found.size;
    const texts = await Promise.all(files.slice(at, at + filesAtOnce).map(textOf));
    for (const given of texts.flatMap((text) => argumentsIn(text, name))) found.add(given);
    if (found.size > before && !tell(found)) return;
  }
}

async function textOf(uri: vscode.Uri): Promise<string> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return '';
  }
}
