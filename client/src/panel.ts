// One visualizer panel. It asks the server for a picture, sends the picture to the page in the webview, and carries out
// what the page asks of the editor. It stores the question, not the picture, so that it can ask again.
import * as vscode from 'vscode';
import type {
  ComparableRow,
  ComparablesParams,
  Comparison,
  VisualizeParams,
  VisualizeResult,
} from '../../protocol/src/requests';
import {
  fromPage,
  type Element,
  type ExportFormat,
  type FromPage,
  type Shown,
  type ToPage,
} from '../../protocol/src/webview';
import { moved } from './anchor';
import { pickComparison } from './commands/compare';
import type { PanelState, Target } from './panel-state';
import { embeddedPage, panelPage } from './webview-page';

export interface PanelHost {
  readonly extensionUri: vscode.Uri;
  /** Asks the server for a picture. Rejects while there is no server. */
  ask(params: VisualizeParams): Promise<VisualizeResult | null>;
  /** Asks the server what the value at a place, or any value of its file, can be compared with. */
  comparables(params: ComparablesParams): Promise<readonly ComparableRow[]>;
  /** Called when the reader pins elements in a panel, so that other panels of the same file show the pins too. */
  pinned(panel: Panel, elements: readonly Element[]): void;
  /** What is pinned in other panels of a file. */
  pinsOf(uri: string | undefined): readonly Element[];
  /** Starts the server if it has stopped. */
  revive(): Promise<void>;
  link(state: PanelState): vscode.Uri;
  log(message: string): void;
}

/** Milliseconds after which a panel shows that it is waiting for an answer. */
const patienceMs = 300;

export class Panel implements vscode.Disposable {
  private readonly disposables: vscode.Disposable[] = [];
  /** The number of the last question. Answers to older questions are dropped. */
  private asked = 0;
  /** The present target was asked about, and no answer has come since. */
  private isOwed = false;
  private isReady = false;
  /** True until the first picture was sent to the page. The first picture comes with the options of the stored state or
   *  of the link; afterwards the page keeps its own options. */
  private isFirst = true;
  private last: VisualizeResult | undefined;
  /** Where the cursor went, as long as nothing is shown for it. */
  private sought: Target | undefined;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    private readonly host: PanelHost,
    private state: PanelState,
    disposed: (panel: Panel) => void,
  ) {
    const { webview } = panel;
    webview.options = { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(host.extensionUri, 'dist')] };
    panel.iconPath = vscode.Uri.joinPath(host.extensionUri, 'docs', 'images', 'icon.png');
    this.disposables.push(
      webview.onDidReceiveMessage((data: unknown) => {
        const message = fromPage(data);
        if (message) this.receive(message);
        else host.log('A panel sent an invalid message.');
      }),
      vscode.workspace.onDidChangeTextDocument((change) => this.textChanged(change)),
      panel.onDidDispose(() => {
        this.disposables.forEach((one) => void one.dispose());
        disposed(this);
      }),
    );
    webview.html = panelPage(webview, host.extensionUri);
  }

  get follows(): boolean {
    return this.state.follows;
  }

  get isActive(): boolean {
    return this.panel.active;
  }

  /** Shows another value in this panel, or the same one again. */
  show(target: Target): void {
    const { compare: _, view, ...state } = this.state;
    // A finding is shown in the view of its own.
    this.state = { ...state, ...(view && target.finding === undefined && { view }), target };
    this.panel.reveal(undefined, true);
    void this.refresh();
  }

  /** The cursor of an editor moved. Where nothing has a value the last picture stays. */
  cursorMoved(uri: string, position: vscode.Position): void {
    this.sought = { uri, position: { line: position.line, character: position.character } };
    void this.refresh(this.sought);
  }

  /** A file was analysed again. The place of the cursor may have a value now: a file that was just opened had none. */
  analysed(uri: string): void {
    const { target, follows } = this.state;
    const { sought } = this;
    if (follows && sought) {
      if (sought.uri === uri) this.sought = undefined;
      this.isOwed = true;
      void this.refresh(sought);
    } else if (target.uri === undefined || target.uri === uri || vscode.workspace.textDocuments.length > 1)
      void this.refresh();
  }

  get column(): vscode.ViewColumn | undefined {
    return this.panel.viewColumn;
  }

  get uri(): string | undefined {
    return this.state.target.uri;
  }

  /** Lets the user pick what to compare the value with, and shows both. */
  async compare(): Promise<void> {
    const { uri, position } = this.state.target;
    const rows =
      uri === undefined ? [] : await this.host.comparables({ uri, ...(position && { position }) }).catch(() => []);
    const comparison = await pickComparison(this.last === undefined ? undefined : this.panel.title, rows);
    if (comparison) await this.putBeside(comparison);
  }

  showPins(elements: readonly Element[]): void {
    this.post({ type: 'pins', elements });
  }

  dispose(): void {
    this.panel.dispose();
  }

  private receive(message: FromPage): void {
    switch (message.type) {
      case 'ready':
        [this.isReady, this.isFirst] = [true, true];
        void this.refresh();
        return;
      case 'view':
        this.state = { ...this.state, view: message.view };
        void this.refresh();
        return;
      case 'pins':
        this.host.pinned(this, message.elements);
        return;
      case 'compare':
        void (message.on ? this.compare() : this.putBeside(undefined));
        return;
      case 'evaluate':
        void this.refresh({ ...this.state.target, expression: message.text });
        return;
      case 'retry':
        void this.host.revive().then(
          () => this.refresh(),
          (error: unknown) => this.host.log(String(error)),
        );
        return;
      case 'follow':
        this.keep({ ...this.state, follows: message.on });
        if (message.on) this.followEditor();
        return;
      case 'options':
        this.keep({ ...this.state, options: message.options });
        return;
      case 'reveal':
        void this.reveal();
        return;
      case 'save':
        void this.save(message.format, message.data);
        return;
      case 'copy':
        void vscode.env.clipboard.writeText(message.text);
        vscode.window.setStatusBarMessage(vscode.l10n.t('Copied {0}', message.what), 3000);
        return;
      case 'link':
        void vscode.env.clipboard.writeText(this.host.link(this.state).toString(true));
        vscode.window.setStatusBarMessage(vscode.l10n.t('Copied the link'), 3000);
        return;
      case 'error':
        this.host.log(message.message);
    }
  }

  /** Asks for the picture of a target. A new target replaces the present one only if it has a value. */
  private async refresh(target: Target = this.state.target): Promise<void> {
    if (!this.isReady) {
      this.state = { ...this.state, target };
      return;
    }
    if (target === this.state.target) this.isOwed = true;
    const question = ++this.asked;
    const waiting = setTimeout(() => question === this.asked && this.post({ type: 'busy' }), patienceMs);
    try {
      const { view } = this.state;
      const compare = this.comparedWith(target);
      const answer = await this.host.ask({ ...target, ...(view && { view }), ...(compare && { compare }) });
      if (question === this.asked) this.answered(target, answer);
    } catch (error) {
      this.host.log(String(error));
      const message = vscode.l10n.t('The CuTe Lens server does not answer. This is the last picture that it sent.');
      if (question === this.asked) this.post({ type: 'problem', message, canRetry: true });
    } finally {
      clearTimeout(waiting);
    }
  }

  private async putBeside(comparison: Comparison | undefined): Promise<void> {
    const { compare: _, view: _view, ...state } = this.state;
    this.state = { ...state, ...(comparison && { compare: comparison }) };
    await this.refresh();
  }

  private answered(target: Target, answer: VisualizeResult | null): void {
    const isPresent = target === this.state.target;
    // The question about a place of the cursor may have taken the place of one about the present target.
    if (!answer && !isPresent && this.isOwed) return void this.refresh();
    this.isOwed = false;
    if (!answer) {
      if (this.last === undefined || isPresent)
        this.post({
          type: 'problem',
          message:
            this.last === undefined
              ? vscode.l10n.t('There is no CuTe value at this place in the source.')
              : vscode.l10n.t('{0} is no longer there. This is the last picture of it.', this.panel.title),
          canRetry: false,
          isGone: true,
        });
      return;
    }
    const { visualization } = answer;
    this.sought = undefined;
    const compare = this.comparedWith(target);
    const { compare: _, ...alone } = this.state;
    this.keep({ ...alone, ...(compare && { compare }), target: anchored(target, answer) });
    this.last = answer;
    this.panel.title = visualization.is === 'drawn' ? visualization.model.title : visualization.title;
    if (visualization.is === 'drawn') {
      const { model, views } = visualization;
      const shown: Shown = {
        model,
        views,
        place: placeText(answer),
        follows: this.state.follows,
        compares: this.state.compare !== undefined,
      };
      this.post({ type: 'show', shown, ...(this.isFirst && this.state.options && { options: this.state.options }) });
      const pins = this.isFirst ? this.host.pinsOf(this.uri) : [];
      if (pins.length > 0) this.showPins(pins);
      this.isFirst = false;
    } else {
      const { title, reason, needs } = visualization;
      const pin =
        needs.length === 0
          ? ''
          : `\n${vscode.l10n.t('Add a comment with a value above the function: // cute-lens: {0}', needs.map((name) => `${name}=…`).join(', '))}`;
      this.post({ type: 'problem', message: `${title}: ${reason}${pin}`, canRetry: false, isGone: true });
    }
  }

  /** A comparison is with a value of the same file. */
  private comparedWith(target: Target): Comparison | undefined {
    return target.uri === this.uri ? this.state.compare : undefined;
  }

  /** Stores the state, in the page too, so that a restored window can ask again. */
  private keep(state: PanelState): void {
    this.state = state;
    this.post({ type: 'keep', state });
  }

  private post(message: ToPage): void {
    void this.panel.webview.postMessage(message);
  }

  private textChanged({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const { target } = this.state;
    if (target.position && target.uri === document.uri.toString())
      this.state = { ...this.state, target: { ...target, position: moved(target.position, contentChanges) } };
  }

  private followEditor(): void {
    const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
    if (editor) this.cursorMoved(editor.document.uri.toString(), editor.selection.active);
  }

  private async reveal(): Promise<void> {
    const source = this.last?.source;
    if (!source) return;
    const start = new vscode.Position(source.line, source.character);
    const selection = new vscode.Range(start, start.translate(0, source.length));
    await vscode.window.showTextDocument(vscode.Uri.parse(source.uri), {
      selection,
      viewColumn: columnOf(source.uri) ?? vscode.ViewColumn.One,
    });
  }

  private async save(format: ExportFormat, data: string): Promise<void> {
    const { uri } = this.state.target;
    const name = `${this.panel.title.replace(/[^\w.-]+/g, '_').slice(0, 60) || 'picture'}.${format}`;
    const folder =
      uri === undefined
        ? vscode.workspace.workspaceFolders?.[0]?.uri
        : vscode.Uri.joinPath(vscode.Uri.parse(uri), '..');
    const to = await vscode.window.showSaveDialog({
      ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
      filters: { [format.toUpperCase()]: [format] },
    });
    if (!to) return;
    const text = format === 'html' ? await embeddedPage(this.host.extensionUri, this.panel.title, data) : data;
    await vscode.workspace.fs.writeFile(to, bytesOf(text, format));
  }
}

/** The target of a panel after an answer: the place of the declared name, rather than where the cursor happened to
 *  be. */
function anchored(target: Target, { source }: VisualizeResult): Target {
  return target.expression === undefined && source?.uri === target.uri && source
    ? { ...target, uri: source.uri, position: { line: source.line, character: source.character } }
    : target;
}

/** What is written into a file of a format. A page sends the bytes of a PNG in base64. */
function bytesOf(text: string, format: ExportFormat): Uint8Array {
  if (format !== 'png') return new TextEncoder().encode(text);
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

function placeText({ source }: VisualizeResult): string {
  return source ? `${source.uri.slice(source.uri.lastIndexOf('/') + 1)}:${source.line + 1}` : '';
}

/** The editor column in which a file is already open. */
export function columnOf(uri: string): vscode.ViewColumn | undefined {
  return vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri)?.viewColumn;
}
