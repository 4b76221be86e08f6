// The commands CuTe: Verify on GPU and CuTe: Verify with the Compiler. They run a copy of the program with probes and
// show for each predicted value whether the run confirmed it: as marks in the gutter until the text changes, and as a
// report. If a tool is missing, they offer the setting or page that helps.
import * as vscode from 'vscode';
import {
  commands,
  verifyProgress,
  verifyRequest,
  type Mark,
  type VerifyMode,
  type VerifyParams,
  type VerifyProblem,
  type VerifyProgress,
  type VerifyReply,
  type Verification,
} from '../../../protocol/src/requests';
import type { Drivers } from './driver';
import type { Pages } from './explain';

/** The methods of the language client that this file calls. */
export interface VerifyClient {
  sendRequest<R>(method: string, params: unknown, token: vscode.CancellationToken): Promise<R>;
  onNotification<P>(method: string, handler: (params: P) => void): vscode.Disposable;
}

const stages: Readonly<Record<VerifyProgress['stage'], string>> = {
  tools: vscode.l10n.t('looking for the tools'),
  compile: vscode.l10n.t('compiling'),
  run: vscode.l10n.t('running'),
  compare: vscode.l10n.t('comparing'),
};

/** Where the results of a verification are shown. */
export interface Shown {
  readonly log: vscode.LogOutputChannel;
  readonly pages: Pages;
  readonly marks: Marks;
  readonly drivers: Drivers;
  /** Called as soon as a verification has ended, before the message about it, which can stay open for long. Views of
   *  the file can ask for new data. */
  verified(uri: string): void;
}

/** Verifies a document and shows the outcome. A driver is verified together with the file whose code it calls. */
export async function verify(client: VerifyClient, uri: string, mode: VerifyMode, shown: Shown): Promise<void> {
  const driver = shown.drivers.of(uri);
  const reply = await ask(
    client,
    driver ? { uri: driver.target, mode, driver: driver.text } : { uri, mode },
    shown.log,
  );
  if (!reply) return;
  if ('problem' in reply) await showProblem(reply.problem, uri, shown.log);
  else if ('verification' in reply) await showVerification(reply.verification, driver?.target ?? uri, shown);
  else {
    const made = await shown.drivers.show(reply.driver, uri);
    if (made !== undefined) await verify(client, made, mode, shown);
  }
}

async function ask(
  client: VerifyClient,
  params: VerifyParams,
  log: vscode.LogOutputChannel,
): Promise<VerifyReply | null> {
  const { mode } = params;
  const title = mode === 'gpu' ? vscode.l10n.t('Verifying on the GPU') : vscode.l10n.t('Verifying with the compiler');
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (progress, token) => {
      const listening = client.onNotification<VerifyProgress>(verifyProgress, ({ stage, output }) => {
        if (output !== undefined) log.append(output);
        else progress.report({ message: stages[stage] });
      });
      try {
        return await client.sendRequest<VerifyReply | null>(verifyRequest, params, token);
      } catch (error) {
        if (token.isCancellationRequested) return null;
        throw error;
      } finally {
        listening.dispose();
      }
    },
  );
}

async function showVerification(
  verification: Verification,
  uri: string,
  { pages, marks, verified }: Shown,
): Promise<void> {
  marks.set(uri, verification.marks);
  verified(uri);
  const report = vscode.l10n.t('Show Report');
  const copy = vscode.l10n.t('Copy Bug Report');
  const isBad = verification.bugReport !== undefined || verification.failed !== undefined;
  const message = [verification.summary, verification.failed].filter(Boolean).join(' ');
  const show = isBad ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
  const picked = await show(
    `${message} ${verification.machine}`,
    report,
    ...(verification.bugReport === undefined ? [] : [copy]),
  );
  if (picked === report) await pages.show({ title: vscode.l10n.t('Verification'), markdown: verification.markdown });
  if (picked === copy && verification.bugReport !== undefined)
    await vscode.env.clipboard.writeText(verification.bugReport);
}

/** Shows a problem as a message, with a button for the action that can solve it. */
export async function showProblem(
  { message, details, action }: VerifyProblem,
  uri: string,
  log: vscode.LogOutputChannel,
): Promise<void> {
  if (details !== undefined) log.info(details);
  const showLog = vscode.l10n.t('Show Log');
  const picked = await vscode.window.showErrorMessage(
    message,
    ...(action ? [action.title] : []),
    ...(details === undefined ? [] : [showLog]),
  );
  if (picked === showLog) log.show();
  else if (picked !== undefined && action?.do === 'setting') await openSetting(action.setting);
  else if (picked !== undefined && action?.do === 'compiler')
    await vscode.commands.executeCommand(commands.verifyWithCompiler, uri);
  else if (picked !== undefined && action?.do === 'trust')
    await vscode.commands.executeCommand('workbench.trust.manage');
  else if (picked !== undefined && action?.do === 'open') await vscode.env.openExternal(vscode.Uri.parse(action.url));
}

/** Opens a setting. In a remote window the settings of the remote machine have a list of their own. */
async function openSetting(setting: string): Promise<void> {
  const command =
    vscode.env.remoteName === undefined ? 'workbench.action.openSettings' : 'workbench.action.openRemoteSettings';
  await vscode.commands.executeCommand(command, { query: `@id:${setting}` });
}

/** Marks in the gutter of verified programs, until one of their files changes. */
export class Marks implements vscode.Disposable {
  private readonly types = { confirmed: gutter(tick), refuted: gutter(cross), 'not-reached': gutter(ring) };
  /** The marks of each verified file, by its URI. */
  private readonly marks = new Map<string, readonly Mark[]>();
  private readonly subscriptions = [
    vscode.workspace.onDidChangeTextDocument(
      ({ document, contentChanges }) => contentChanges.length > 0 && this.clear(document.uri.toString()),
    ),
    vscode.window.onDidChangeVisibleTextEditors(() => this.draw()),
  ];

  /** Replaces the marks of the program that a file belongs to. */
  set(uri: string, marks: readonly Mark[]): void {
    this.marks.set(uri, marks);
    this.draw();
  }

  /** The marks that a file shows now. */
  of(uri: string): readonly Mark[] {
    return [...this.marks.values()].flat().filter((mark) => mark.uri === uri);
  }

  dispose(): void {
    for (const one of [...Object.values(this.types), ...this.subscriptions]) one.dispose();
  }

  private clear(uri: string): void {
    const gone = [...this.marks].filter(([entry, marks]) => entry === uri || marks.some((mark) => mark.uri === uri));
    for (const [entry] of gone) this.marks.delete(entry);
    if (gone.length > 0) this.draw();
  }

  private draw(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const here = this.of(editor.document.uri.toString());
      for (const [says, type] of Object.entries(this.types)) {
        editor.setDecorations(
          type,
          here
            .filter((mark) => mark.says === says)
            .map(({ line, text }) => ({ range: new vscode.Range(line, 0, line, 0), hoverMessage: text })),
        );
      }
    }
  }
}

const tick = (colour: string): string =>
  `<path d="M3.5 8.5 6.5 11.5 12.5 4.5" fill="none" stroke="${colour}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`;
const cross = (colour: string): string =>
  `<path d="M4 4 12 12M12 4 4 12" fill="none" stroke="${colour}" stroke-width="2.2" stroke-linecap="round"/>`;
const ring = (colour: string): string =>
  `<circle cx="8" cy="8" r="4" fill="none" stroke="${colour}" stroke-width="1.6" stroke-dasharray="2.5 1.7"/>`;

/** The icons differ in shape as well as in colour, for users who cannot tell the colours apart. */
function gutter(shape: (colour: string) => string): vscode.TextEditorDecorationType {
  const colours =
    shape === tick ? ['#1a7f37', '#4ec96a'] : shape === cross ? ['#cf222e', '#ff6b64'] : ['#6e7781', '#9aa4af'];
  const icon = (colour = ''): vscode.Uri =>
    vscode.Uri.parse(
      `data:image/svg+xml;utf8,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">${shape(colour)}</svg>`)}`,
    );
  return vscode.window.createTextEditorDecorationType({
    light: { gutterIconPath: icon(colours[0]), gutterIconSize: 'contain' },
    dark: { gutterIconPath: icon(colours[1]), gutterIconSize: 'contain' },
  });
}
