// Inlay hints of one line: where the user wants only those, the ones beside the cursor and under the mouse are let
// through. The server says which hints there are; this decides which of them show, and when to look again.
import * as vscode from 'vscode';
import { InlayHintRequest, type LanguageClient, type Middleware } from 'vscode-languageclient/node';

/** What the server keeps with a hint, as far as it concerns the client. */
interface Kept {
  /** The line of the declared name; the hint itself stands where the declaration ends. */
  readonly line: number;
}

export class InlayHintLines implements vscode.Disposable {
  /** The line on which the mouse rested last, by document. */
  private hovered: { readonly uri: string; readonly line: number } | undefined;
  /** The lines that were let through last, as text: to look again only when they change. */
  private shown = '';
  private client: LanguageClient | undefined;
  private readonly selection = vscode.window.onDidChangeTextEditorSelection(({ textEditor }) =>
    this.look(textEditor.document),
  );

  /** What the language client is made with. */
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

  watch(client: LanguageClient): void {
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
    const from = (hint as { data?: Kept }).data?.line ?? hint.position.line;
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
