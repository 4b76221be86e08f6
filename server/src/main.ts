// The language server as a process: standard input and output, and the grammar beside this file.
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { loadFrontEnd } from './grammar';
import { serve } from './server';
import { version } from './version';

const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
serve(connection, { loadFrontEnd: () => loadFrontEnd(__dirname), version });
connection.listen();
