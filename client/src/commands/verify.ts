// CuTe: Verify on GPU, CuTe: Verify with the Compiler: runs the file's program with probes and shows what the machine said of
// every prediction: marks in the gutter until the text changes, a report, and the way out where something is missing.
import * as vscode from 'vscode';
import { verifyProgress, verifyRequest, type Mark, type VerifyMode, type VerifyProblem, type VerifyProgress, type VerifyReply, type Verification } from '../../../protocol/src/requests';
import { commands } from '../../../protocol/src/requests';
import type { Pages } from './explain';

/** What is asked of a language client. */
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

/** Verifies the document; everything that can be said is said here. */
export async function verify(client: VerifyClient, uri: string, mode: VerifyMode, log: vscode.LogOutputChannel, pages: Pages, marks: Marks): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    const manage = vscode.l10n.t('Manage Trust');
    const picked = await vscode.window.showWarningMessage(vscode.l10n.t('CuTe Lens compiles and runs nothing in a workspace that is not trusted.'), manage);
    if (picked === manage) await vscode.commands.executeCommand('workbench.trust.manage');
    return;
  }
  const title = mode === 'gpu' ? vscode.l10n.t('Verifying on the GPU') : vscode.l10n.t('Verifying with the compiler');
  const reply = await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, async (progress, token) => {
    const listening = client.onNotification<VerifyProgress>(verifyProgress, ({ stage, output }) => {
      if (output !== undefined) log.append(output);
      else progress.report({ message: stages[stage] });
    });
    try {
      return await client.sendRequest<VerifyReply | null>(verifyRequest, { uri, mode }, token);
    } catch (error) {
      if (token.isCancellationRequested) return null;
      throw error;
    } finally {
      listening.dispose();
    }
  });
  if (!reply) return;
  if ('problem' in reply) await showProblem(reply.problem, uri, log);
  else await showVerification(reply.verification, uri, pages, marks);
}

async function showVerification(verification: Verification, uri: string, pages: Pages, marks: Marks): Promise<void> {
  marks.set(uri, verification.marks);
  const report = vscode.l10n.t('Show Report');
  const copy = vscode.l10n.t('Copy Bug Report');
  const isBad = verification.bugReport !== undefined || verification.failed !== undefined;
  const message = [verification.summary, verification.failed].filter(Boolean).join(' ');
  const show = isBad ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
  const picked = await show(`${message} ${verification.machine}`, report, ...(verification.bugReport === undefined ? [] : [copy]));
  if (picked === report) await pages.show({ title: vscode.l10n.t('Verification'), markdown: verification.markdown });
  if (picked === copy && verification.bugReport !== undefined) await vscode.env.clipboard.writeText(verification.bugReport);
}

/** A sentence, and the step out of it. */
async function showProblem({ message, details, action }: VerifyProblem, uri: string, log: vscode.LogOutputChannel): Promise<void> {
  if (details !== undefined) log.info(details);
  const showLog = vscode.l10n.t('Show Log');
  const picked = await vscode.window.showErrorMessage(message, ...(action ? [action.title] : []), ...(details === undefined ? [] : [showLog]));
  if (picked === showLog) log.show();
  else if (picked !== undefined && action?.do === 'setting') await vscode.commands.executeCommand('workbench.action.openSettings', action.setting);
  else if (picked !== undefined && action?.do === 'compiler') await vscode.commands.executeCommand(commands.verifyWithCompiler, uri);
  else if (picked !== undefined && action?.do === 'open') await vscode.env.openExternal(vscode.Uri.parse(action.url));
}

/** Marks in the gutter of verified files, until their text changes. */
export class Marks implements vscode.Disposable {
  private readonly types = { confirmed: gutter(tick), refuted: gutter(cross), 'not-reached': gutter(ring) };
  private readonly marks = new Map<string, readonly Mark[]>();
  private readonly subscriptions = [
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => contentChanges.length > 0 && this.clear(document.uri.toString())),
    vscode.window.onDidChangeVisibleTextEditors(() => this.draw()),
  ];

  /** Of a file, by its URI; the marks of earlier runs go. */
  set(uri: string, marks: readonly Mark[]): void {
    this.marks.set(uri, marks);
    this.draw();
  }

  /** What is shown now, for tests. */
  of(uri: string): readonly Mark[] {
    return this.marks.get(uri) ?? [];
  }

  dispose(): void {
    for (const one of [...Object.values(this.types), ...this.subscriptions]) one.dispose();
  }

  private clear(uri: string): void {
    if (this.marks.delete(uri)) this.draw();
  }

  private draw(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const here = this.of(editor.document.uri.toString());
      for (const [says, type] of Object.entries(this.types)) {
        editor.setDecorations(type, here.filter((mark) => mark.says === says).map(({ line, text }) => ({ range: new vscode.Range(line, 0, line, 0), hoverMessage: text })));
      }
    }
  }
}

const tick = (colour: string): string => `<path d="M3.5 8.5 6.5 11.5 12.5 4.5" fill="none" stroke="${colour}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`;
const cross = (colour: string): string => `<path d="M4 4 12 12M12 4 4 12" fill="none" stroke="${colour}" stroke-width="2.2" stroke-linecap="round"/>`;
const ring = (colour: string): string => `<circle cx="8" cy="8" r="3.2" fill="none" stroke="${colour}" stroke-width="1.4" stroke-dasharray="2 1.6"/>`;

/** The shapes differ, not the colours alone. */
function gutter(shape: (colour: string) => string): vscode.TextEditorDecorationType {
  const colours = shape === tick ? ['#1a7f37', '#4ec96a'] : shape === cross ? ['#cf222e', '#ff6b64'] : ['#6e7781', '#9aa4af'];
  const icon = (colour = ''): vscode.Uri => vscode.Uri.parse(`data:image/svg+xml;utf8,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">${shape(colour)}</svg>`)}`);
  return vscode.window.createTextEditorDecorationType({ light: { gutterIconPath: icon(colours[0]), gutterIconSize: 'contain' }, dark: { gutterIconPath: icon(colours[1]), gutterIconSize: 'contain' } });
}
