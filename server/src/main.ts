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
connection.listen();
