// The commands that show and hide inlay hints and code lenses: they change the settings that say so, where those are
// set now.
import * as vscode from 'vscode';

/** Hints that are hidden come back on the line of the cursor, as they were before anything was set. */
export async function toggleHints(): Promise<void> {
  const now = settings().get<string>('inlayHints.show');
  await change('inlayHints.show', now === 'off' ? 'line' : 'off');
}

/** From the hints of the cursor's line to those of all lines, and back. */
export async function toggleAllHints(): Promise<void> {
  const now = settings().get<string>('inlayHints.show');
  await change('inlayHints.show', now === 'all' ? 'line' : 'all');
}

export async function toggleLenses(): Promise<void> {
  await change('codeLens.enabled', settings().get<boolean>('codeLens.enabled') === false);
}

const settings = (): vscode.WorkspaceConfiguration =>
  vscode.workspace.getConfiguration('cuteLens', vscode.window.activeTextEditor?.document);

/** Changes a setting where it is set: in the folder, the workspace, or else for the user. */
async function change(name: string, value: string | boolean): Promise<void> {
  const { workspaceFolderValue, workspaceValue } = settings().inspect(name) ?? {};
  const target =
    workspaceFolderValue !== undefined
      ? vscode.ConfigurationTarget.WorkspaceFolder
      : workspaceValue !== undefined
        ? vscode.ConfigurationTarget.Workspace
        : vscode.ConfigurationTarget.Global;
  await settings().update(name, value, target);
}
