// What an editor says of itself when it connects, read once: what it can show, which commands it can run, and what it
// asks for itself. Also what the server offers to it in return. Knows no editor by name.
import {
  CodeActionKind,
  CodeLensRefreshRequest,
  DiagnosticRefreshRequest,
  InlayHintRefreshRequest,
  MarkupKind,
  TextDocumentSyncKind,
  type InitializeParams,
  type ServerCapabilities,
} from 'vscode-languageserver';
import type { Catalogue } from '../../core/src/base/say';
import { uriOfFile } from './paths';
import { serverCommands } from './server-commands';
import { isObject, propertyOf, textAt } from './unknown';
import type { Shows } from './worker/messages';

export interface Editor {
  /** The URIs of the folders that are open. */
  readonly folders: readonly string[];
  /** Whether the editor answers questions about its settings, and whether it can be asked to announce changes. */
  readonly pullsConfig: boolean;
  readonly announcesConfig: boolean;
  readonly pullsDiagnostics: boolean;
  /** Whether the editor reports changes of files on the disk. */
  readonly watchesFiles: boolean;
  /** The refresh requests that the editor supports. */
  readonly refreshes: readonly string[];
  /** Whether the editor takes the notifications of CuTe Lens itself (protocol/src/requests.ts). */
  readonly takesStatus: boolean;
  readonly settings: unknown;
  /** Whether the user trusts the workspace. Only then may programs be compiled and run. */
  readonly trusted: boolean;
  readonly shows: Shows;
  /** The language of the person: the editor's, and the texts in it if the editor brings them. */
  readonly locale: string;
  readonly catalogue: Catalogue | undefined;
}

export function editorOf(params: InitializeParams): Editor {
  const { capabilities, initializationOptions: given } = params;
  const { workspace, textDocument } = capabilities;
  return {
    folders: foldersOf(params),
    pullsConfig: workspace?.configuration === true,
    announcesConfig: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    pullsDiagnostics: textDocument?.diagnostic !== undefined,
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    refreshes: [
      ...(workspace?.diagnostics?.refreshSupport ? [DiagnosticRefreshRequest.method] : []),
      ...(workspace?.inlayHint?.refreshSupport ? [InlayHintRefreshRequest.method] : []),
      ...(workspace?.codeLens?.refreshSupport ? [CodeLensRefreshRequest.method] : []),
    ],
    takesStatus: propertyOf(given, 'status') === true,
    settings: propertyOf(given, 'settings'),
    trusted: propertyOf(given, 'trusted') === true,
    shows: showsOf(params),
    locale: params.locale ?? 'en',
    catalogue: catalogueOf(propertyOf(given, 'texts')),
  };
}

/** Older editors name one folder, some of them by its path. */
function foldersOf({ workspaceFolders, rootUri, rootPath }: InitializeParams): readonly string[] {
  if (workspaceFolders) return workspaceFolders.map(({ uri }) => uri);
  if (rootUri !== null && rootUri !== undefined) return [rootUri.replace(/\/$/, '')];
  return rootPath === null || rootPath === undefined ? [] : [uriOfFile(rootPath)];
}

function showsOf({ capabilities: { textDocument }, initializationOptions }: InitializeParams): Shows {
  const ids = propertyOf(initializationOptions, 'commands');
  const signature = textDocument?.signatureHelp?.signatureInformation;
  return {
    hover: formatOf(textDocument?.hover?.contentFormat),
    completion: formatOf(textDocument?.completion?.completionItem?.documentationFormat),
    signatureHelp: formatOf(signature?.documentationFormat),
    labelOffsets: signature?.parameterInformation?.labelOffsetSupport === true,
    layouts: textAt(initializationOptions, 'layouts') ?? '',
    commands: Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [],
  };
}

/** The first format of the editor's list that we write. An editor without a list gets text. */
function formatOf(accepted: readonly MarkupKind[] | undefined): MarkupKind {
  return (
    accepted?.find((kind) => kind === MarkupKind.Markdown || kind === MarkupKind.PlainText) ?? MarkupKind.PlainText
  );
}

export function capabilitiesFor({ shows }: Editor): ServerCapabilities {
  const own = serverCommands.filter((id) => !shows.commands.includes(id));
  return {
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
    hoverProvider: true,
    inlayHintProvider: { resolveProvider: true },
    codeLensProvider: {},
    documentSymbolProvider: { label: 'CuTe Layouts' },
    completionProvider: { triggerCharacters: ['.', ':', '<', '('], resolveProvider: true },
    signatureHelpProvider: { triggerCharacters: ['(', '<', ','], retriggerCharacters: [')'] },
    codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.Refactor] },
    diagnosticProvider: { identifier: 'cute-lens', interFileDependencies: true, workspaceDiagnostics: false },
    ...(own.length > 0 && { executeCommandProvider: { commands: own } }),
  };
}

/** What an editor, or a file, has as a catalogue. */
export function catalogueOf(value: unknown): Catalogue | undefined {
  if (!isObject(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
