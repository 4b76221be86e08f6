// The language server as a process: standard input and output, and the grammar beside this file.
import { join } from 'node:path';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { linksInto } from './checks-page';
import { loadFrontEnd } from './grammar';
import { serve } from './server';
import { version } from './version';

const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
const linkOf = linksInto(join(__dirname, '..', 'docs', 'checks.md'));
serve(connection, { loadFrontEnd: () => loadFrontEnd(__dirname), version, linkOf });
// What runs, and where, is cleared away when the process exits; by itself, a signal ends it without.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, () => process.exit(1));
connection.listen();
