/// <reference lib="dom" />
// Loads the extension into the web extension host of the workbench, as vscode.dev and github.dev do: the browser
// fetches it from a web server, and no process of it runs anywhere. The folder is that of the VS Code server, which the
// extension sees as a file system of the editor. Knows VS Code's page, not CuTe.
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';
import type { Page } from 'playwright-core';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.cjs': 'text/javascript',
  '.json': 'application/json',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
};

export interface WebServer {
  readonly port: number;
  close(): void;
}

/** Serves the files of a folder to every origin. */
export async function serveFolder(folder: string): Promise<WebServer> {
  const server: Server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname));
    readFile(join(folder, path.endsWith('/') ? `${path}index.html` : path)).then(
      (content) =>
        response
          .writeHead(200, {
            'content-type': types[extname(path) || '.html'] ?? 'text/plain',
            'access-control-allow-origin': '*',
          })
          .end(content),
      () => response.writeHead(404, { 'access-control-allow-origin': '*' }).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Has the workbench load the extension that a web server has, whatever page it is opened with. */
export async function develop(page: Page, { port }: WebServer): Promise<void> {
  await page.addInitScript((authority) => {
    const attributeOf = Element.prototype.getAttribute;
    Element.prototype.getAttribute = function (name: string): string | null {
      const value = attributeOf.call(this, name);
      if (this.id !== 'vscode-workbench-web-configuration' || name !== 'data-settings' || value === null) return value;
      const settings = JSON.parse(value) as { readonly developmentOptions?: object };
      const extensions = [{ scheme: 'http', authority, path: '/' }];
      return JSON.stringify({ ...settings, developmentOptions: { ...settings.developmentOptions, extensions } });
    };
  }, `127.0.0.1:${port}`);
}
