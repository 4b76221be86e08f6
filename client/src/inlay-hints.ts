// Filters inlay hints. With the setting `line`, only the hints on the line of the cursor or of the mouse pointer are
// shown. The server decides which hints exist; this file decides which of them are visible, and when to update them.
import * as vscode from 'vscode';
import { InlayHintRequest, type BaseLanguageClient, type Middleware } from 'vscode-languageclient';

/** The line of the name that a hint is about, which the server wrote into the hint's data. The hint itself stands at
 *  the end of the declaration. */
function declaredLine(hint: object): number | undefined {
  const data: unknown = 'data' in hint ? hint.data : undefined;
  const line = typeof data === 'object' && data !== null && 'line' in data ? data.line : undefined;
  return typeof line === 'number' ? line : undefined;
}

export class InlayHintLines implements vscode.Disposable {
  /** The document and line over which the mouse pointer rested last. */
  private hovered: { readonly uri: string; readonly line: number } | undefined;
  /** The lines whose hints were shown last, as text, so that hints are updated only when the lines change. */
  private shown = '';
  private client: BaseLanguageClient | undefined;
  private readonly selection = vscode.window.onDidChangeTextEditorSelection(({ textEditor }) =>
    this.look(textEditor.document),
  );

  /** The hooks that the language client is created with. */
  readonly middleware: Pick<Middleware, 'provideInlayHints' | 'provideHover'> = {
    provideInlayHints: async (document, range, token, next) => {
      const hints = await next(document, range, token);
      return showsAll(document) ? hints : hints?.filter((hint) => this.isOnLine(document, hint));
    },
    provideHover: (document, position, token, next) => {
      this.hovered = { uri: document.uri.toString(), line: position.line };
      this.look(document);
      return next(document, position, token);
    },
  };

  watch(client: BaseLanguageClient): void {
    this.client = client;
  }

  dispose(): void {
    this.selection.dispose();
  }

  private linesOf(document: vscode.TextDocument): readonly number[] {
    const uri = document.uri.toString();
    const cursors = vscode.window.visibleTextEditors
      .filter((editor) => editor.document === document)
      .flatMap(({ selections }) => selections.map(({ active }) => active.line));
    return [...cursors, ...(this.hovered?.uri === uri ? [this.hovered.line] : [])];
  }

  private isOnLine(document: vscode.TextDocument, hint: vscode.InlayHint): boolean {
    const from = declaredLine(hint) ?? hint.position.line;
    return this.linesOf(document).some((line) => from <= line && line <= hint.position.line);
  }

  private look(document: vscode.TextDocument): void {
    const shown = `${document.uri.toString()} ${this.linesOf(document).join(' ')}`;
    if (shown === this.shown || showsAll(document)) return;
    this.shown = shown;
    this.client?.getFeature(InlayHintRequest.method).getProvider(document)?.onDidChangeInlayHints.fire();
  }
}

function showsAll(document: vscode.TextDocument): boolean {
  return vscode.workspace.getConfiguration('cuteLens', document).get<string>('inlayHints.show') !== 'line';
}
