// The commands CuTe: Explain Value at Cursor and CuTe: Show What CuTe Prints. They show pages that the server writes,
// as rendered Markdown beside the source. Computes nothing.
import * as vscode from 'vscode';
import type { ExplainParams, ExplainResult } from '../../../protocol/src/requests';

const scheme = 'cute-lens';

function isEntry(given: unknown): given is ExplainParams {
  return typeof given === 'object' && given !== null && 'uri' in given && 'position' in given;
}

/** The document that a command was given, or that of the active editor. */
export function documentOf(given: unknown): string | undefined {
  return typeof given === 'string' ? given : vscode.window.activeTextEditor?.document.uri.toString();
}

/** The place in the arguments of a command, or that of an entry of the tree; without arguments, the cursor of the
 *  active editor. */
export function placeOf([uri, line, character]: readonly unknown[]): ExplainParams | undefined {
  if (isEntry(uri)) return { uri: uri.uri, position: uri.position };
  if (typeof uri === 'string' && typeof line === 'number' && typeof character === 'number')
    return { uri, position: { line, character } };
  const editor = vscode.window.activeTextEditor;
  return editor && { uri: editor.document.uri.toString(), position: editor.selection.active };
}

/** True if a place is given, or the cursor is on a word. */
export function isOnWord(given: readonly unknown[]): boolean {
  const editor = vscode.window.activeTextEditor;
  return given.length > 0 || editor?.document.getWordRangeAtPosition(editor.selection.active) !== undefined;
}

/** Asks the server for a page about a place. */
type Ask = (place: ExplainParams) => Promise<ExplainResult | null>;

/** Opens the derivation of the value at a place, which is the given one or else the cursor. */
export async function explain(pages: Pages, given: readonly unknown[], ask: Ask): Promise<void> {
  const none = vscode.l10n.t(
    'There is no derivation: this value is not the result of a function that CuTe defines in terms of other functions.',
  );
  await showOrSay(pages, given, ask, none);
}

/** Opens what CuTe prints of the value at a place, line by line. */
export async function details(pages: Pages, given: readonly unknown[], ask: Ask): Promise<void> {
  const none = vscode.l10n.t('There are no details: CuTe prints this value in one line, which the hover shows.');
  await showOrSay(pages, given, ask, none);
}

async function showOrSay(pages: Pages, given: readonly unknown[], ask: Ask, none: string): Promise<void> {
  const place = placeOf(given);
  const page = place && (await ask(place));
  if (page) await pages.show(page);
  else if (place) void vscode.window.showInformationMessage(none);
}

/** The pages that are open. There is one for each title: explaining the same value again replaces its page. */
export class Pages implements vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: this.changed.event,
    provideTextDocumentContent: (uri) => this.texts.get(uri.path) ?? '',
  });

  /** Shows a page as it reads. */
  async show(page: ExplainResult): Promise<void> {
    // Without VS Code's own Markdown extension there is the text.
    const document = await this.opened(page);
    await vscode.commands
      .executeCommand('markdown.showPreviewToSide', document.uri)
      .then(undefined, () => beside(document));
  }

  /** Shows the text of a page, for the user to copy. */
  async showText(page: ExplainResult): Promise<void> {
    await beside(await this.opened(page));
  }

  private async opened({ title, markdown }: ExplainResult): Promise<vscode.TextDocument> {
    const uri = vscode.Uri.from({ scheme, path: `/${title}.md` });
    this.texts.set(uri.path, markdown);
    this.changed.fire(uri);
    return vscode.workspace.openTextDocument(uri);
  }

  dispose(): void {
    this.provider.dispose();
    this.changed.dispose();
  }
}

async function beside(document: vscode.TextDocument): Promise<void> {
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
}
