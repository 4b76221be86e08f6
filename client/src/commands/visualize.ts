// The command CuTe: Visualize, and what CuTe: Evaluate Expression… shows. Holds the open panels, creates them, and
// tells them when to draw again.
import * as vscode from 'vscode';
import type { Element } from '../../../protocol/src/webview';
import { isCuteDocument } from '../client';
import { columnOf, Panel, type PanelHost } from '../panel';
import { linkQuery, readLink, readState, type PanelState, type Target } from '../panel-state';

const viewType = 'cuteLens.visualizer';

/** Milliseconds that the cursor must rest before a panel follows it. */
const settleMs = 60;

export class Panels implements vscode.Disposable {
  private readonly open = new Set<Panel>();
  private readonly host: PanelHost;
  private readonly disposables: vscode.Disposable[];
  /** The pinned elements of each file. Elements of different files are never the same. */
  private readonly pins = new Map<string | undefined, readonly Element[]>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The panel that shows what is evaluated: each expression replaces the one before. */
  private evaluated: Panel | undefined;

  constructor(
    private readonly context: vscode.ExtensionContext,
    host: Pick<PanelHost, 'ask' | 'comparables' | 'revive' | 'log'>,
  ) {
    this.host = {
      ...host,
      extensionUri: context.extensionUri,
      link: (state) => this.link(state),
      pinned: (panel, elements) => this.pinned(panel, elements),
      pinsOf: (uri) => this.pins.get(uri) ?? [],
    };
    this.disposables = [
      vscode.window.registerWebviewPanelSerializer(viewType, {
        deserializeWebviewPanel: async (panel, kept) => this.restore(panel, kept),
      }),
      vscode.window.registerUriHandler({ handleUri: (uri) => this.openLink(uri) }),
      vscode.window.onDidChangeTextEditorSelection(
        ({ textEditor, selections: [selection] }) => selection && this.follow(textEditor.document, selection.active),
      ),
    ];
  }

  /** Shows a value beside the editor: in the panel that was opened last and follows the cursor, or else in a new
   *  panel. */
  visualize(target: Target): Panel {
    const following = [...this.open].find(({ follows }) => follows);
    if (!following) return this.create({ target, follows: false });
    following.show(target);
    return following;
  }

  /** Shows the value of an expression, in the place of the one before. */
  evaluate(target: Target): void {
    if (this.evaluated && this.open.has(this.evaluated)) this.evaluated.show(target);
    else this.evaluated = this.create({ target, follows: false });
  }

  /** Compares in the panel that has the focus, or else in a panel for the value at a place, or else in the panel that
   *  was opened last. False if there is none of them. */
  async compare(place: Target | undefined): Promise<boolean> {
    const panel =
      [...this.open].find(({ isActive }) => isActive) ??
      (place ? this.visualize({ uri: place.uri, position: place.position }) : [...this.open].at(-1));
    await panel?.compare();
    return panel !== undefined;
  }

  /** Called when a file was analysed again, since the values that panels show may have changed. */
  analysed(uri: string): void {
    for (const panel of this.open) panel.analysed(uri);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.disposables.forEach((one) => void one.dispose());
  }

  private pinned(from: Panel, elements: readonly Element[]): void {
    this.pins.set(from.uri, elements);
    for (const panel of this.open) if (panel !== from && panel.uri === from.uri) panel.showPins(elements);
  }

  /** Creates a panel in the editor column beside the source, or in the column where another panel already is. */
  private create(state: PanelState): Panel {
    const viewColumn =
      [...this.open].map(({ column }) => column).find((column) => column !== undefined) ?? vscode.ViewColumn.Beside;
    const panel = vscode.window.createWebviewPanel(
      viewType,
      'CuTe Lens',
      { viewColumn, preserveFocus: true },
      { retainContextWhenHidden: true },
    );
    return this.adopt(panel, state);
  }

  private adopt(panel: vscode.WebviewPanel, state: PanelState): Panel {
    const adopted = new Panel(panel, this.host, state, (closed) => this.open.delete(closed));
    this.open.add(adopted);
    return adopted;
  }

  private restore(panel: vscode.WebviewPanel, kept: unknown): void {
    const state = readState(kept);
    if (!state) panel.dispose();
    else if (state.target.expression !== undefined) this.evaluated = this.adopt(panel, state);
    else this.adopt(panel, state);
  }

  private follow(document: vscode.TextDocument, position: vscode.Position): void {
    clearTimeout(this.timer);
    const following = [...this.open].filter(({ follows }) => follows);
    if (following.length === 0 || !isCuteDocument(document)) return;
    this.timer = setTimeout(
      () => following.forEach((panel) => panel.cursorMoved(document.uri.toString(), position)),
      settleMs,
    );
  }

  private link(state: PanelState): vscode.Uri {
    const query = linkQuery(state, (uri) => vscode.workspace.asRelativePath(vscode.Uri.parse(uri), false));
    return vscode.Uri.from({
      scheme: vscode.env.uriScheme,
      authority: this.context.extension.id,
      path: '/visualize',
      query,
    });
  }

  private async openLink({ path, query }: vscode.Uri): Promise<void> {
    if (path !== '/visualize') return;
    const state = readLink(query, (file) => {
      const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
      return folder && vscode.Uri.joinPath(folder, file).toString();
    });
    if (!state) {
      void vscode.window.showWarningMessage(vscode.l10n.t('This link to a CuTe Lens picture cannot be read.'));
      return;
    }
    // The server knows open files only.
    const { uri } = state.target;
    if (uri !== undefined)
      await vscode.window
        .showTextDocument(vscode.Uri.parse(uri), { viewColumn: columnOf(uri) ?? vscode.ViewColumn.One })
        .then(undefined, (error: unknown) => this.host.log(String(error)));
    this.create(state);
  }
}
