// Handles textDocument/codeLens: the instances of kernels, and commands for them.
import type { CodeLens, CodeLensParams } from 'vscode-languageserver-protocol';
import { codeLenses } from '../../../core/src/ide/index';
import { commands } from '../../../protocol/src/requests';
import { toCodeLens } from '../lsp/to-lsp';
import { fileOfUri } from '../paths';
import type { Session } from '../worker/session';

/** What lenses offer where the editor can run it. */
const offered = ['visualize', 'verify', 'instantiate'] as const;

export function handleCodeLens(session: Session, { textDocument: { uri } }: CodeLensParams): CodeLens[] | null {
  const found = session.look(uri);
  if (!found?.config.codeLensEnabled) return null;
  const { analysis, active, rangeOf } = found;
  const { shows } = session;
  const offers = offered.filter((name) => shows.commands.includes(commands[name]));
  return codeLenses({ analysis, file: fileOfUri(uri), active, offers }).flatMap(
    (lens) => toCodeLens(lens, { uri, rangeOf, shows }) ?? [],
  );
}
