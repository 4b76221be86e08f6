// `cute-lens lsp`: the language server on standard input and output, for any editor. It is the bundle that the
// extension starts, beside this one.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Serves until the editor ends the connection, which ends the process. `folder` holds the bundles. */
export async function serveEditor(folder: string): Promise<never> {
  await import(pathToFileURL(join(folder, 'server.cjs')).href);
  return new Promise<never>(() => undefined);
}
