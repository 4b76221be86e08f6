// The process of the command line: exits with 0, 1 or 2 when run.ts has said everything.
import { setFlagsFromString } from 'node:v8';
import { run, type ExitCode } from './run';

// V8 optimises a function of the parser once it has run for long. That takes 0.5 s of processor time, more than the
// rest of most commands, and an exit waits for it: here it begins a hundred times later than by default.
setFlagsFromString('--wasm-tiering-budget=200000000');
// The same holds for functions of ours, some of which are optimised ten times in one analysis. With four times the
// default of Node 20, the largest unit of flash-attention takes 30 % less processor time.
setFlagsFromString('--interrupt-budget=528000');

/** Exits as soon as all output is written. The background work of the wasm engine would keep the process alive for some
 *  time. */
function leave(code: ExitCode): void {
  process.stdout.write('', (error) => {
    if (error) unwritten(error);
    else process.stderr.write('', () => process.exit(code));
  });
}

/** A reader that has seen enough (`| head`) closes the pipe; that is no failure. A full disk is one. */
function unwritten(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`cute-lens: ${error.message}\n`, () => process.exit(2));
}

process.stdout.on('error', unwritten);

void run(process.argv.slice(2), __dirname).then(leave);
