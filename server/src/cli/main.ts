// The process of the command line: exits with 0, 1 or 2 when run.ts has said everything.
import { run, type ExitCode } from './run';

/** Exits as soon as all output is written. The background work of the wasm engine would keep the process alive for some
 *  time. */
function leave(code: ExitCode): void {
  process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
}

// A reader that has seen enough (`| head`) closes the pipe; that is no failure.
process.stdout.on('error', () => process.exit(0));

void run(process.argv.slice(2), __dirname).then(leave);
