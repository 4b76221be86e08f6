// The extension: starts the server when it is needed, and registers one function for each command. Its entry points are
// node.ts and browser.ts.
import * as vscode from 'vscode';
import { State, type BaseLanguageClient } from 'vscode-languageclient';
import {
  annotateRequest,
  bugReportRequest,
  commands,
  comparablesRequest,
  confirmRequest,
  detailsRequest,
  dormantRequest,
  explainRequest,
  situationRequest,
  statusNotification,
  toolRequest,
  trustNotification,
  visualizeRequest,
  type AnnotateResult,
  type Choices,
  type ComparableRow,
  type ConfirmReply,
  type DormantResult,
  type ExplainParams,
  type ExplainResult,
  type InstanceRow,
  type Situation,
  type ToolReply,
  type VerifyMode,
  type VisualizeResult,
} from '../../protocol/src/requests';
import { languageIds } from '../../protocol/src/cute-text';
import { speak } from '../../protocol/src/say';
import { registerTools } from './assistant';
import { choose, sendChoices } from './choices';
import { codeOf } from './copied';
import { createClient, isCuteDocument, type Connect } from './client';
import { insertAnnotations } from './commands/annotate';
import { details, documentOf, explain, isOnWord, placeOf, Pages } from './commands/explain';
import { openTerm } from './commands/glossary';
import { openExample, openWalkthrough } from './commands/start-here';
import { openClass } from './commands/open-class';
import { offersArguments, pickInstance } from './commands/select-instance';
import { share } from './commands/share';
import { pickSample } from './commands/select-thread';
import { askArguments } from './commands/set-arguments';
import { insertPin } from './commands/insert-pin';
import { giveArguments } from './commands/instantiate';
import { toggleAllHints, toggleHints, toggleLenses } from './commands/toggle';
import { askExpression } from './commands/evaluate';
import { Panels } from './commands/visualize';
import { Drivers } from './commands/driver';
import { Marks, showProblem, verify } from './commands/verify';
import { completionMiddleware } from './completion';
import { InlayHintLines } from './inlay-hints';
import { LayoutsView, type LayoutNode } from './layouts-view';
import { watchLooking } from './looking';
import { createStatusItem, type StatusItem } from './status';

/** The objects that live while the server runs. */
interface Running {
  readonly client: BaseLanguageClient;
  readonly state: vscode.Memento;
}

let running: Promise<Running> | undefined;

// VS Code has loaded the texts of its language before this file.
speak(vscode.l10n.bundle);

export function activateWith(context: vscode.ExtensionContext, connect: Connect): void {
  const log = vscode.window.createOutputChannel('CuTe Lens', { log: true });
  const status = createStatusItem(languageIds.map((language) => ({ language })));
  const start = (): Promise<Running> =>
    (running ??= startClient(context, connect, log, {
      report: (report) => {
        status.report(report);
        if (report.evaluating !== undefined) return;
        panels.analysed(report.uri);
        layouts.analysed(report.uri);
      },
      gone: (isGone) => status.gone(isGone),
    }));
  let connected: BaseLanguageClient | undefined;
  const layouts = new LayoutsView(() => connected);
  const startFor = (document: vscode.TextDocument): void => {
    if (!isCuteDocument(document)) return;
    void start().then(
      ({ client }) => (connected = client),
      (error: unknown) => log.error(String(error)),
    );
  };
  const pages = new Pages();
  const panels = new Panels(context, {
    ask: async (params) => (await start()).client.sendRequest<VisualizeResult | null>(visualizeRequest, params),
    comparables: async (params) =>
      (await (await start()).client.sendRequest<readonly ComparableRow[] | null>(comparablesRequest, params)) ?? [],
    revive: async () => revived(await start()),
    log: (message) => log.warn(message),
  });
  const marks = new Marks();
  const drivers = new Drivers();
  const verifyIn =
    (mode: VerifyMode) =>
    async (given: unknown): Promise<void> => {
      const uri = documentOf(given);
      if (uri === undefined) return;
      await verify((await start()).client, uri, mode, {
        log,
        pages,
        marks,
        drivers,
        verified: (file) => panels.analysed(file),
      });
    };
  context.subscriptions.push(
    log,
    status,
    pages,
    panels,
    layouts,
    marks,
    registerTools(context, async (params, token) =>
      (await start()).client.sendRequest<ToolReply | null>(toolRequest, params, token),
    ),
    register(commands.verify, verifyIn('gpu')),
    register(commands.verifyWithCompiler, verifyIn('host')),
    register(commands.confirm, (uri) => confirm(start, uri, log)),
    register(commands.reportMismatch, (...place) => reportMismatch(start, pages, place)),
    register(commands.copyBugReport, (...place) => copyBugReport(start, place)),
    vscode.workspace.onDidGrantWorkspaceTrust(
      async () => running && (await running).client.sendNotification(trustNotification),
    ),
    vscode.workspace.onDidOpenTextDocument(startFor),
    vscode.workspace.onDidChangeTextDocument(({ document }) => running ?? startFor(document)),
    ...choosing(start),
    ...reading(context, start, pages),
    ...looking(context, panels, layouts),
    register(commands.annotateShapes, (uri) => annotate(start, uri)),
    register(commands.restart, async () => {
      status.clear();
      await restarted(await start());
    }),
    register(commands.showLog, () => log.show()),
  );
  vscode.workspace.textDocuments.forEach(startFor);
}

/** The commands that open something to read. */
function reading(
  context: vscode.ExtensionContext,
  start: () => Promise<Running>,
  pages: Pages,
): readonly vscode.Disposable[] {
  const asks = (request: string) => async (place: ExplainParams) =>
    (await start()).client.sendRequest<ExplainResult | null>(request, place);
  return [
    register(commands.explain, (...given) => explain(pages, given, asks(explainRequest))),
    register(commands.details, (...given) => details(pages, given, asks(detailsRequest))),
    register(commands.glossary, (term) => openTerm(context, pages, term)),
    register(commands.openExample, () => openExample(context)),
    register(commands.openWalkthrough, () => openWalkthrough(context)),
  ];
}

/** The commands that choose what values are shown for. */
function choosing(start: () => Promise<Running>): readonly vscode.Disposable[] {
  return [
    register(commands.selectInstance, (uri, label) => selectInstance(start, uri, label)),
    register(commands.openClass, (...given) => openClass(start, given)),
    register(commands.selectThread, (uri) => change(start, uri, pickSample)),
    register(commands.setArguments, (uri) =>
      change(start, uri, async (situation) => optional('args', await askArguments(situation))),
    ),
    register(commands.insertPin, (...place) => insertPin(place)),
    register(commands.toggleHints, toggleHints),
    register(commands.toggleAllHints, toggleAllHints),
    register(commands.toggleLenses, toggleLenses),
    register(commands.instantiate, (...place) => instantiate(start, place)),
  ];
}

/** The commands that show one value. */
function looking(context: vscode.ExtensionContext, panels: Panels, layouts: LayoutsView): readonly vscode.Disposable[] {
  return [
    register(commands.visualize, (...place) => visualize(panels, layouts, place)),
    register(commands.share, (...place) => share(place)),
    register(commands.copyValue, (entry) => copyValue(layouts, entry)),
    register(commands.compare, (...place) => compare(panels, place)),
    register(commands.filterLayouts, () => filterLayouts()),
    register(commands.evaluate, async () => {
      const target = await askExpression(context.workspaceState);
      if (target) panels.evaluate(target);
    }),
  ];
}

export async function deactivate(): Promise<void> {
  const stopping = running;
  running = undefined;
  await (await stopping?.catch(() => undefined))?.client.stop();
}

async function startClient(
  context: vscode.ExtensionContext,
  connect: Connect,
  log: vscode.LogOutputChannel,
  { report, gone }: Pick<StatusItem, 'report' | 'gone'>,
): Promise<Running> {
  const lines = new InlayHintLines();
  const client = createClient(connect, log, { ...lines.middleware, ...completionMiddleware });
  lines.watch(client);
  const state = context.workspaceState;
  const send = (document: vscode.TextDocument): void => {
    if (isCuteDocument(document))
      sendChoices(state, client, document.uri.toString()).catch((error: unknown) => log.error(String(error)));
  };
  context.subscriptions.push(
    client,
    lines,
    watchLooking(client),
    client.onNotification(statusNotification, report),
    // A server that starts, also again after a crash, knows nothing of earlier choices.
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) vscode.workspace.textDocuments.forEach(send);
      gone(newState === State.Stopped);
    }),
    vscode.workspace.onDidOpenTextDocument((document) => client.state === State.Running && send(document)),
  );
  await client.start();
  await vscode.commands.executeCommand('setContext', 'cuteLens.active', true);
  return { client, state };
}

/** Asks the user for a choice (instance, thread, arguments) about a file, and applies it. */
async function change(
  start: () => Promise<Running>,
  given: unknown,
  ask: (situation: Situation) => Promise<Choices | undefined>,
): Promise<void> {
  const uri = documentOf(given);
  if (uri === undefined) return;
  const { client, state } = await start();
  const situation = await client.sendRequest<Situation | null>(situationRequest, { uri });
  if (!situation) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('CuTe Lens does not handle this file: it does not mention CuTe.'),
    );
    return;
  }
  const chosen = await ask(situation);
  if (chosen) await choose(state, client, uri, chosen);
}

/** Shows another instance in all hovers. For one that the arguments do not reach, offers to set them. */
async function selectInstance(start: () => Promise<Running>, uri: unknown, label: unknown): Promise<void> {
  let row: InstanceRow | undefined;
  await change(start, uri, async (situation) => {
    row =
      typeof label === 'string'
        ? situation.instances.find((one) => one.label === label)
        : await pickInstance(situation);
    return optional('instance', row?.label);
  });
  if (row && (await offersArguments(row)))
    await change(start, uri, async ({ args }) =>
      optional('args', await askArguments({ args: row?.way?.args ?? args })),
    );
}

/** Gives arguments to the template at a place, which is the given one or else the cursor. */
async function instantiate(start: () => Promise<Running>, given: readonly unknown[]): Promise<void> {
  const place = placeOf(given);
  if (!place) return;
  const { client } = await start();
  const found = await client.sendRequest<DormantResult | null>(dormantRequest, place);
  if (found) await giveArguments(place.uri, found);
  else
    void vscode.window.showInformationMessage(
      vscode.l10n.t('The program instantiates this template, or there is none here.'),
    );
}

/** Draws the value at a place, which is the given one or else the cursor. If the cursor is on no word, the user chooses
 *  a value of the file. */
async function visualize(panels: Panels, layouts: LayoutsView, given: readonly unknown[]): Promise<void> {
  const place = placeOf(given);
  if (!place) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Open a file that uses CuTe, then visualize a value.'));
    return;
  }
  if (isOnWord(given)) {
    const { line, character } = place.position;
    const finding = typeof given[3] === 'string' ? { finding: given[3] } : {};
    panels.visualize({ uri: place.uri, position: { line, character }, ...finding });
    return;
  }
  await layouts.refresh();
  const chosen = await pickValue(layouts, vscode.l10n.t('The cursor is on no value. Which one shall be drawn?'));
  if (chosen) panels.visualize({ uri: chosen.uri, position: chosen.position });
}

/** Opens the search of the tree of layouts, which hides what it does not find. */
async function filterLayouts(): Promise<void> {
  await vscode.commands.executeCommand('cuteLens.layouts.focus');
  await vscode.commands.executeCommand('list.find');
}

/** Asks for a value of the active file. */
async function pickValue(layouts: LayoutsView, placeHolder: string): Promise<LayoutNode | undefined> {
  const items = layouts
    .values()
    .filter(({ kind }) => kind === 'layout')
    .map((node) => ({ label: node.name, description: node.text, node }));
  return (await vscode.window.showQuickPick(items, { placeHolder, matchOnDescription: true }))?.node;
}

/** Copies a value as CuTe prints it: that of an entry of the tree, or one that the user chooses. */
async function copyValue(layouts: LayoutsView, entry: unknown): Promise<void> {
  const given = layouts.values().find((node) => node === entry);
  const { printed } = given ?? (await pickValue(layouts, vscode.l10n.t('Which value shall be copied?'))) ?? {};
  const copied = printed === undefined ? undefined : await pickForm(printed);
  if (copied !== undefined) await vscode.env.clipboard.writeText(copied);
}

/** A value as CuTe prints it, or as code where there is any; the user chooses. */
async function pickForm(text: string): Promise<string | undefined> {
  const forms = [
    { label: vscode.l10n.t('As CuTe prints it'), description: text },
    { label: vscode.l10n.t('As C++'), description: codeOf(text, 'cpp') },
    { label: vscode.l10n.t('As Python (CuTe DSL)'), description: codeOf(text, 'python') },
  ].flatMap(({ label, description }) => (description === undefined ? [] : [{ label, description }]));
  if (forms.length === 1) return text;
  return (await vscode.window.showQuickPick(forms, { title: vscode.l10n.t('Copy Value') }))?.description;
}

/** Asks what to compare with the picture in the active panel, or else with the value at a place, which is the given one
 *  or else the cursor, or else with the picture in the panel that was opened last. */
async function compare(panels: Panels, given: readonly unknown[]): Promise<void> {
  const place = isOnWord(given) ? placeOf(given) : undefined;
  if (!(await panels.compare(place)))
    void vscode.window.showInformationMessage(vscode.l10n.t('Put the cursor on a CuTe value, then compare it.'));
}

async function restarted({ client }: Running): Promise<void> {
  if (client.state !== State.Stopped) await client.stop();
  await client.start();
}

/** Starts the server again after it crashed so often that the language client gave up. */
async function revived({ client }: Running): Promise<void> {
  if (client.state !== State.Running) await client.start();
}

/** Asks the compiler in the background. The status item says how it goes; only what the user can help is a message. */
async function confirm(start: () => Promise<Running>, given: unknown, log: vscode.LogOutputChannel): Promise<void> {
  const uri = documentOf(given);
  if (uri === undefined) return;
  const { client } = await start();
  const reply = await client.sendRequest<ConfirmReply | null>(confirmRequest, { uri });
  if (reply && 'problem' in reply) await showProblem(reply.problem, uri, log);
}

/** Opens the bug report about the mismatches at a place, or in the whole file, and copies it to the clipboard. */
async function reportMismatch(start: () => Promise<Running>, pages: Pages, given: readonly unknown[]): Promise<void> {
  const markdown = await copyBugReport(start, given);
  if (markdown !== undefined) await pages.showText({ title: vscode.l10n.t('Bug Report'), markdown });
}

/** Copies the bug report about the mismatches at a place, or in the whole file, to the clipboard. */
async function copyBugReport(start: () => Promise<Running>, given: readonly unknown[]): Promise<string | undefined> {
  const [uri] = given;
  const place = placeOf(given) ?? (typeof uri === 'string' ? { uri } : undefined);
  if (!place) return undefined;
  const { client } = await start();
  const report = await client.sendRequest<string | null>(bugReportRequest, place);
  if (report === null) {
    void vscode.window.showInformationMessage(vscode.l10n.t('There is no mismatch in this file.'));
    return undefined;
  }
  await vscode.env.clipboard.writeText(report);
  void vscode.window.showInformationMessage(vscode.l10n.t('The bug report was copied to the clipboard.'));
  return report;
}

/** Inserts comments with the shapes of a file's declarations. */
async function annotate(start: () => Promise<Running>, given: unknown): Promise<void> {
  const uri = documentOf(given);
  if (uri === undefined) return;
  const result = await (await start()).client.sendRequest<AnnotateResult | null>(annotateRequest, { uri });
  if (result) await insertAnnotations(uri, result);
}

function optional<K extends keyof Choices>(key: K, value: Choices[K]): Choices | undefined {
  return value === undefined ? undefined : { [key]: value };
}

function register(command: string, run: (...given: readonly unknown[]) => unknown): vscode.Disposable {
  return vscode.commands.registerCommand(command, run);
}
