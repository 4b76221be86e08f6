// The entry point of the language server: connects standard input and output, and starts the analysis thread from the
// bundle beside this one.
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { catalogueFor } from './catalogue';
import { serve } from './server';
import { version } from './version';
import { bundled } from './worker/spawn';

// What an analysis makes lives until the next one, long enough for V8 to put it into the old generation of its heap at
// once, where it stays until that is collected. Without that an analysis takes 10 % less processor time.
setFlagsFromString('--no-allocation-site-pretenuring');

const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
const thread = serve(connection, {
  spawn: bundled(join(__dirname, 'worker.cjs')),
  version,
  catalogueFor: (locale) => catalogueFor(locale, join(__dirname, '..', 'l10n')),
});
// Child processes and temporary folders are removed when the process exits. These handlers make it exit on a signal,
// which would otherwise end it at once.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, () => process.exit(1));
// For trying out what happens when the analysis thread dies.
if (process.platform !== 'win32') process.on('SIGUSR2', () => thread.replace());
connection.listen();
