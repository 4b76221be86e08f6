// The language status item: "12 layouts, instance 1 of 2, 6 ms". Shows what the server reports; measures nothing
// itself.
import * as vscode from 'vscode';
import { commands, type Status } from '../../protocol/src/requests';
import { statusText } from './status-text';

export interface StatusItem extends vscode.Disposable {
  /** Takes a report; the item shows the one of the active editor's file. */
  report(status: Status): void;
  clear(): void;
  /** Whether the server is gone, so that nothing is computed until it is started again. */
  gone(isGone: boolean): void;
}

export function createStatusItem(selector: vscode.DocumentSelector): StatusItem {
  const item = vscode.languages.createLanguageStatusItem('cuteLens.status', selector);
  const reports = new Map<string, Status>();
  item.name = 'CuTe Lens';
  let isGone = false;
  const show = (): void => {
    if (isGone) {
      item.text = vscode.l10n.t('CuTe Lens has stopped');
      item.busy = false;
      item.detail = vscode.l10n.t('Values that are shown may be old.');
      item.severity = vscode.LanguageStatusSeverity.Error;
      item.command = { command: commands.restart, title: vscode.l10n.t('Restart') };
      return;
    }
    const status = reports.get(vscode.window.activeTextEditor?.document.uri.toString() ?? '');
    item.text = status ? `CuTe: ${statusText(status)}` : 'CuTe Lens';
    item.busy = status?.evaluating !== undefined;
    item.detail = status?.warning ?? [status?.label, status?.confirmation?.text].filter(Boolean).join(' · ');
    item.severity =
      status?.warning === undefined ? vscode.LanguageStatusSeverity.Information : vscode.LanguageStatusSeverity.Warning;
    item.command = commandOf(status);
  };
  const following = vscode.window.onDidChangeActiveTextEditor(show);
  show();
  return {
    report: (status) => {
      reports.set(status.uri, status);
      show();
    },
    clear: () => {
      reports.clear();
      show();
    },
    gone: (now) => {
      isGone = now;
      show();
    },
    dispose: () => {
      following.dispose();
      item.dispose();
    },
  };
}

function commandOf(status: Status | undefined): vscode.Command {
  if (status && status.instances > 1)
    return { command: commands.selectInstance, title: vscode.l10n.t('Select Instance'), arguments: [status.uri] };
  return { command: commands.showLog, title: vscode.l10n.t('Show Log') };
}
