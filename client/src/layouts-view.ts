// The view *CuTe Layouts*: the functions of the active file and the layouts that they declare, from the document
// symbols that the server sends. It follows the cursor; choosing an entry goes to it. Below a value stand those of
// other instances, where they differ; choosing one shows that instance everywhere. Computes nothing.
import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { commands, type LayoutSymbol } from '../../protocol/src/requests';
import { isCuteDocument } from './client';

/** The part of a document symbol that the view shows. */
interface Symbol extends LayoutSymbol {
  readonly name: string;
  readonly detail?: string;
  readonly kind: number;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
  readonly selectionRange: Symbol['range'];
  readonly children?: readonly Symbol[];
}

/** An entry: a function, a value, or the value of another instance. Commands of the view's menus receive it. */
export interface LayoutNode {
  readonly kind: 'function' | 'layout' | 'unknown' | 'other';
  readonly uri: string;
  readonly position: { readonly line: number; readonly character: number };
  readonly name: string;
  readonly text: string;
  /** What CuTe prints. */
  readonly printed: string;
  /** The instance that the value is of, where it is not the one that is shown. */
  readonly instance?: string;
  readonly parent: LayoutNode | undefined;
  readonly children: readonly LayoutNode[];
}

const functionKind = 12;
const unknownKind = 21;

export class LayoutsView implements vscode.TreeDataProvider<LayoutNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<LayoutNode>;
  private readonly listeners: readonly vscode.Disposable[];
  private nodes: readonly LayoutNode[] = [];

  /** `client` gives the server's connection once it runs. */
  constructor(private readonly client: () => BaseLanguageClient | undefined) {
    this.view = vscode.window.createTreeView('cuteLens.layouts', { treeDataProvider: this, showCollapseAll: true });
    this.listeners = [
      vscode.window.onDidChangeActiveTextEditor(() => void this.refresh()),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.follow(textEditor)),
      this.view.onDidChangeVisibility(({ visible }) => visible && void this.refresh()),
    ];
  }

  /** The server has analysed a file. */
  analysed(uri: string): void {
    if (vscode.window.activeTextEditor?.document.uri.toString() === uri) void this.refresh();
  }

  getTreeItem(node: LayoutNode): vscode.TreeItem {
    const item = new vscode.TreeItem(node.name, collapsible(node));
    item.description = node.text;
    item.tooltip = `${node.name}\n${node.text}`;
    item.accessibilityInformation = { label: `${node.name}: ${node.text}` };
    item.iconPath = new vscode.ThemeIcon(icons[node.kind]);
    item.contextValue = node.kind;
    if (node.instance !== undefined) {
      item.command = {
        command: commands.selectInstance,
        title: vscode.l10n.t('Show this instance'),
        arguments: [node.uri, node.instance],
      };
      return item;
    }
    const at = new vscode.Position(node.position.line, node.position.character);
    item.command = {
      command: 'vscode.open',
      title: vscode.l10n.t('Go to {0}', node.name),
      arguments: [vscode.Uri.parse(node.uri), { selection: new vscode.Range(at, at), preserveFocus: true }],
    };
    return item;
  }

  getChildren(node?: LayoutNode): readonly LayoutNode[] & LayoutNode[] {
    return [...(node?.children ?? this.nodes)];
  }

  getParent(node: LayoutNode): LayoutNode | undefined {
    return node.parent;
  }

  /** The values of the active file, for a choice. */
  values(): readonly LayoutNode[] {
    return this.nodes.flatMap((node) => (node.kind === 'function' ? node.children : [node]));
  }

  /** Asks the server again. */
  async refresh(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const client = this.client();
    // A panel that is active belongs to the file that was.
    if (!editor && this.nodes.length > 0) return;
    const uri = editor && isCuteDocument(editor.document) ? editor.document.uri.toString() : undefined;
    const symbols =
      uri === undefined || !client?.isRunning()
        ? []
        : await client
            .sendRequest<readonly Symbol[] | null>('textDocument/documentSymbol', { textDocument: { uri } })
            .catch(() => []);
    this.nodes = (symbols ?? []).map((symbol) => nodeOf(symbol, uri ?? '', undefined));
    this.changed.fire();
    if (editor) this.follow(editor);
  }

  dispose(): void {
    this.view.dispose();
    this.changed.dispose();
    this.listeners.forEach((listener) => listener.dispose());
  }

  /** Marks the entry of the line that the cursor is on. */
  private follow({ document, selection }: vscode.TextEditor): void {
    if (!this.view.visible || this.nodes[0]?.uri !== document.uri.toString()) return;
    const here = this.values().find(({ position }) => position.line === selection.active.line);
    if (here && this.view.selection[0] !== here)
      this.view.reveal(here, { select: true, focus: false }).then(undefined, () => undefined);
  }
}

const icons: Readonly<Record<LayoutNode['kind'], string>> = {
  function: 'symbol-function',
  layout: 'symbol-array',
  unknown: 'question',
  other: 'versions',
};

function collapsible({ kind, children }: LayoutNode): vscode.TreeItemCollapsibleState {
  if (children.length === 0) return vscode.TreeItemCollapsibleState.None;
  return kind === 'function' ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed;
}

function nodeOf(
  { name, detail = '', kind, selectionRange, children = [], elsewhere = [], printed = detail }: Symbol,
  uri: string,
  parent: LayoutNode | undefined,
): LayoutNode {
  const inner: LayoutNode[] = [];
  const node: LayoutNode = {
    kind: kind === functionKind ? 'function' : kind === unknownKind ? 'unknown' : 'layout',
    uri,
    position: selectionRange.start,
    name,
    text: detail,
    printed,
    parent,
    children: inner,
  };
  inner.push(...children.map((child) => nodeOf(child, uri, node)));
  for (const { instance, brief, text } of elsewhere)
    inner.push({
      kind: 'other',
      uri,
      position: selectionRange.start,
      name: brief,
      text,
      printed: text,
      instance,
      parent: node,
      children: [],
    });
  return node;
}
