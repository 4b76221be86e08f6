// The command line `cute-lens`: reads files and writes to standard output. main.ts makes a process of it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { say, speak } from '../../../core/src/base/say';
import type { FrontEnd } from '../../../core/src/frontends/front-end';
import { catalogueFor } from '../catalogue';
import { loadFrontEnd } from '../grammar';
import { readText, whyUnreadable } from '../reading';
import { version } from '../version';
import { readCheck } from './check-options';
import { runAndWatch, runOnce } from './check-run';
import { completionScript } from './completion';
import { drawTarget, rendered } from './draw';
import { evaluateCase, readCases, type Outcome } from './eval';
import { asSteps, explainTarget } from './explain';
import { asTable, inspect } from './inspect';
import { serve } from './serve';
import { withRoots } from './project';
import { readDraw, readEval, readExplain, readInspect, readNothing, readVerify, type EvalOptions } from './options';
import {
  checkHelp,
  completionHelp,
  drawHelp,
  evalHelp,
  explainHelp,
  generalHelp,
  inspectHelp,
  lspHelp,
  mcpHelp,
  UsageError,
  verifyHelp,
} from './usage';
import { messageOf } from '../unknown';
import { verifyFile } from './verify';

/** 0: fine. 1: findings, or no value. 2: wrong usage or input. */
export type ExitCode = 0 | 1 | 2;

/** Runs a command, and says what went wrong. `home` is the folder that contains the grammars and the other bundles. */
export async function run(argv: readonly string[], home: string): Promise<ExitCode> {
  try {
    return await runCommand(argv, home);
  } catch (error) {
    const bug = (): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
    const why =
      error instanceof UsageError ? say`${error.message} (try cute-lens --help)` : say`a bug in CuTe Lens: ${bug()}`;
    process.stderr.write(`cute-lens: ${why}\n`);
    return 2;
  }
}

async function runCommand(argv: readonly string[], home: string): Promise<ExitCode> {
  const [command, ...rest] = inItsLanguage(argv, home);
  switch (command) {
    case 'inspect':
      return runInspect(rest, home);
    case 'check':
      return runCheck(rest, home);
    case 'verify':
      return runVerify(rest, home);
    case 'eval':
      return runEval(rest, home);
    case 'explain':
      return runExplain(rest, home);
    case 'draw':
      return runDraw(rest, home);
    case 'lsp':
      return runLsp(rest, home);
    case 'mcp':
      return runMcp(rest, home);
    case 'completion':
      return runCompletion(rest);
    case '--help':
    case '-h':
    case 'help':
      return write(generalHelp());
    case '--version':
      return write(`${version}\n`);
    case undefined:
      throw new UsageError(
        say`a command is needed: inspect, check, verify, eval, explain, draw, lsp, mcp or completion`,
      );
    default:
      throw new UsageError(say`unknown command "${command}"`);
  }
}

/** The arguments without `--locale LANGUAGE`, which may stand anywhere. What is said is English without it: the output
 *  is a contract, whatever the language of the machine. */
function inItsLanguage(argv: readonly string[], home: string): readonly string[] {
  const at = argv.findIndex((word) => word === '--locale' || word.startsWith('--locale='));
  if (at < 0) return argv;
  const [own = '', joined] = (argv[at] ?? '').split('=');
  const locale = joined ?? argv[at + 1];
  if (locale === undefined || locale === '') throw new UsageError(say`${own} needs a language, such as de`);
  const catalogue = catalogueFor(locale, join(home, '..', 'l10n'));
  if (!catalogue && !/^en\b/i.test(locale)) throw new UsageError(say`there are no texts in "${locale}"; there is de`);
  speak(catalogue);
  return [...argv.slice(0, at), ...argv.slice(at + (joined === undefined ? 2 : 1))];
}

async function runInspect(argv: readonly string[], home: string): Promise<ExitCode> {
  const options = readInspect(argv);
  if (!options) return write(inspectHelp());
  const text = readInput(options.file);
  const report = inspect(text, await withRoots(options), await frontEndFor(options.file, home));
  if (report.unread !== undefined) throw new UsageError(`${options.file}: ${report.unread}`);
  return write(options.json ? `${JSON.stringify(report, null, 2)}\n` : asTable(report));
}

async function runCheck(argv: readonly string[], home: string): Promise<ExitCode> {
  const options = readCheck(argv);
  if (!options) return write(checkHelp());
  const host = {
    frontEnd: await loadFrontEnd(home),
    read: readInput,
    out: write,
    progress: progressOn(process.stderr),
    warn: (text: string) => void process.stderr.write(`cute-lens: ${text}\n`),
  };
  if (options.watch) return runAndWatch(options, host);
  return (await runOnce(options, host)).failed ? 1 : 0;
}

/** Shows one line on a terminal, in the place of the one before. Elsewhere nobody looks. */
function progressOn(stream: NodeJS.WriteStream): (text: string) => void {
  return (text) => {
    if (stream.isTTY) stream.write(`\r\x1b[K${text.slice(0, Math.max(20, stream.columns - 1))}`);
  };
}

async function runVerify(argv: readonly string[], home: string): Promise<ExitCode> {
  const options = readVerify(argv);
  if (!options) return write(verifyHelp());
  const text = readInput(options.file);
  const { out, err, code } = await verifyFile(text, options, await loadFrontEnd(home));
  write(out);
  process.stderr.write(err);
  return code;
}

async function runEval(argv: readonly string[], home: string): Promise<ExitCode> {
  const options = readEval(argv);
  if (!options) return write(evalHelp());
  const shared = options.setup.join('\n');
  if (options.batch !== undefined) return runBatch(options.batch, shared, options, home);
  const outcome = evaluateCase(
    { id: 'expr', setup: shared, expr: options.expr ?? '', kind: 'value' },
    options,
    await loadFrontEnd(home),
  );
  if (options.json || options.values) write(`${JSON.stringify(outcome)}\n`);
  else if ('text' in outcome) write(outcome.text.endsWith('\n') ? outcome.text : `${outcome.text}\n`);
  else process.stderr.write(`cute-lens: ${outcome.error.message} [${outcome.error.code}]\n`);
  return 'error' in outcome ? 1 : 0;
}

async function runBatch(file: string, setup: string, options: EvalOptions, home: string): Promise<ExitCode> {
  const cases = readCases(readInput(file), file);
  const frontEnd = await loadFrontEnd(home);
  const outcomes = cases.map((item): Outcome =>
    evaluateCase({ ...item, setup: `${setup}\n${item.setup}` }, options, frontEnd),
  );
  write(outcomes.map((outcome) => `${JSON.stringify(outcome)}\n`).join(''));
  return outcomes.some((outcome) => 'error' in outcome) ? 1 : 0;
}

async function runExplain(argv: readonly string[], home: string): Promise<ExitCode> {
  const options = readExplain(argv);
  if (!options) return write(explainHelp());
  const text = typeof options.target === 'string' ? '' : readInput(options.file);
  const outcome = explainTarget(
    text,
    typeof options.target === 'string' ? options : await withRoots(options),
    await frontEndFor(options.file, home),
  );
  if ('error' in outcome) {
    if (options.json) write(`${JSON.stringify(outcome)}\n`);
    else process.stderr.write(`cute-lens: ${outcome.error.message} [${outcome.error.code}]\n`);
    return 1;
  }
  return write(options.json ? `${JSON.stringify(outcome, null, 2)}\n` : asSteps(outcome));
}

/** The front ends, after the grammar for this file has been loaded. */
async function frontEndFor(file: string, home: string): Promise<FrontEnd> {
  const languages = await loadFrontEnd(home);
  await languages.ready(file);
  return languages;
}

async function runDraw(argv: readonly string[], home: string): Promise<ExitCode> {
  const options = readDraw(argv);
  if (!options) return write(drawHelp());
  const isExpression = typeof options.target === 'string';
  const input = isExpression ? '' : readInput(options.file);
  const found = drawTarget(
    input,
    isExpression ? options : await withRoots(options),
    await frontEndFor(options.file, home),
  );
  if (found.is === 'unknown') {
    const pins = found.needs.length === 0 ? '' : say` Give ${found.needs.join(say` and `)} with --define.`;
    process.stderr.write(`cute-lens: ${found.reason}${pins}\n`);
    return 1;
  }
  if (options.view !== undefined && found.model.view !== options.view) {
    process.stderr.write(
      `cute-lens: ${say`this value has no view ${options.view}; it has ${found.views.map(({ id }) => id).join(', ')}`}\n`,
    );
    return 1;
  }
  const document = rendered(found.model, options, home);
  if (options.out === undefined) return write(document);
  return writeOutput(options.out, document);
}

async function runLsp(argv: readonly string[], home: string): Promise<ExitCode> {
  return readNothing('lsp', argv) ? serve(home, 'server.cjs') : write(lspHelp());
}

async function runMcp(argv: readonly string[], home: string): Promise<ExitCode> {
  return readNothing('mcp', argv) ? serve(home, 'mcp.cjs') : write(mcpHelp());
}

function runCompletion([shell]: readonly string[]): ExitCode {
  return write(shell === '--help' || shell === '-h' ? completionHelp() : completionScript(shell));
}

function writeOutput(file: string, content: string): ExitCode {
  try {
    writeFileSync(file, content);
  } catch (error) {
    throw new UsageError(`${file}: ${messageOf(error)}`);
  }
  return 0;
}

function readInput(file: string): string {
  try {
    return readText(file === '-' ? 0 : file);
  } catch (error) {
    throw new UsageError(`${file}: ${whyUnreadable(error)}`);
  }
}

function write(text: string): 0 {
  process.stdout.write(text);
  return 0;
}
