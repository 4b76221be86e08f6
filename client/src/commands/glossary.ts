// The command CuTe: Glossary. Shows docs/glossary.md, or the part of it about one word, as a rendered page beside the
// source. The page is the extension's own; nothing is asked of the server.
import * as vscode from 'vscode';
import { partOf } from '../glossary-part';
import type { Pages } from './explain';

/** Opens the part about a term, which hovers name by its heading, or the whole glossary. */
export async function openTerm(context: vscode.ExtensionContext, pages: Pages, term: unknown): Promise<void> {
  const file = vscode.Uri.joinPath(context.extensionUri, 'docs', 'glossary.md');
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  const title = vscode.l10n.t('Glossary');
  const part = typeof term === 'string' ? partOf(text, term) : undefined;
  await pages.show({ title, markdown: part ?? text });
}
