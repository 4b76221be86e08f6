// `cute-lens lsp` and `cute-lens mcp`: servers on standard input and output. Each is a bundle of its own beside this
// one; the language server is the one that the extension starts.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Serves until the client ends the connection, which ends the process. `folder` holds the bundles. */
export async function serve(folder: string, bundle: string): Promise<never> {
  await import(pathToFileURL(join(folder, bundle)).href);
  return new Promise<never>(() => undefined);
}
