// The language server as a process: standard input and output, and the grammar beside this file.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { loadFrontEnd } from './grammar';
import { serve } from './server';
import { version } from './version';

const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
const checksPage = pathToFileURL(join(__dirname, '..', 'docs', 'checks.md')).href;
serve(connection, { loadFrontEnd: () => loadFrontEnd(__dirname), version, checksPage });
connection.listen();
