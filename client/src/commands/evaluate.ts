// The command CuTe: Evaluate Expression…: asks for an expression, says while it is typed which bracket is missing, and
// offers those that were evaluated before. Evaluates nothing.
import * as vscode from 'vscode';
import { bracketProblem } from '../brackets';
import { isCuteDocument } from '../client';
import type { Target } from '../panel-state';

/** Where the expressions are kept, and how many of them. */
const historyKey = 'cuteLens.expressions';
const longestHistory = 30;

interface Item extends vscode.QuickPickItem {
  readonly expression: string;
}

/** Asks the user for an expression. The selected text is the proposal; those of earlier times stand below. */
export async function askExpression(state: vscode.Memento): Promise<Target | undefined> {
  // Asked from a panel, it means the source beside that.
  const editor =
    vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors.find(({ document }) => isCuteDocument(document));
  const proposal = editor?.document.getText(editor.selection).trim().split('\n')[0] ?? '';
  const history = state.get<readonly string[]>(historyKey, []);
  const expression = (await picked(proposal, history))?.trim();
  if (expression === undefined || expression === '') return undefined;
  await state.update(historyKey, [expression, ...history.filter((one) => one !== expression)].slice(0, longestHistory));
  return { ...placeIn(editor), expression };
}

function placeIn(editor: vscode.TextEditor | undefined): Pick<Target, 'uri' | 'position'> {
  if (!editor || !isCuteDocument(editor.document)) return {};
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), position: { line, character } };
}

/** The expression that is typed or chosen. While a bracket is missing it says so and stays open. */
function picked(proposal: string, history: readonly string[]): Promise<string | undefined> {
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = vscode.l10n.t('Evaluate a CuTe expression: names are looked up at the cursor');
  pick.placeholder = 'zipped_divide(make_layout(make_shape(_16{}, _8{})), make_shape(_4{}, _2{}))';
  pick.value = proposal;
  // A panel that the palette gives the focus back to does not close it.
  pick.ignoreFocusOut = true;
  const update = (): void => {
    pick.items = itemsOf(pick.value, history);
    const [first] = pick.items;
    if (first) pick.activeItems = [first];
  };
  update();
  return new Promise((resolve) => {
    pick.onDidChangeValue(update);
    pick.onDidAccept(() => {
      // What the editor accepted: the active item may be one that was set here and has not reached the editor yet.
      const [chosen] = pick.selectedItems;
      const expression = chosen?.expression ?? pick.value;
      if (problemOf(expression) !== undefined) return;
      resolve(expression);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

/** What is typed, then what was evaluated before and contains it. */
function itemsOf(text: string, history: readonly string[]): readonly Item[] {
  const typed = text.trim();
  const problem = problemOf(typed);
  const first: Item = {
    label: problem ?? vscode.l10n.t('Evaluate what is typed'),
    iconPath: new vscode.ThemeIcon(problem === undefined ? 'play' : 'warning'),
    expression: typed,
    alwaysShow: true,
  };
  const before = history
    .filter((one) => one !== typed)
    .map((expression): Item => ({ label: expression, iconPath: new vscode.ThemeIcon('history'), expression }));
  return [...(typed === '' ? [] : [first]), ...before];
}

/** Which bracket is missing, or is one too many. */
function problemOf(text: string): string | undefined {
  const problem = bracketProblem(text);
  if (!problem) return undefined;
  return problem.is === 'expected'
    ? vscode.l10n.t('`{0}` expected', problem.bracket)
    : vscode.l10n.t('nothing opens this `{0}`', problem.bracket);
}
