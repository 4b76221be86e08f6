// The command line `cute-lens`. Reads files, writes to standard output, and exits with 0, 1 or 2.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { said, say, speak, words } from '../../../core/src/base/say';
import type { FrontEnd } from '../../../core/src/frontends/front-end';
import { catalogueFor } from '../catalogue';
import { loadFrontEnd } from '../grammar';
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
import { verifyFile } from './verify';
import { textAt } from '../unknown';

type ExitCode = 0 | 1 | 2;

async function run(argv: readonly string[]): Promise<ExitCode> {
  const [command, ...rest] = inItsLanguage(argv);
  switch (command) {
    case 'inspect':
      return runInspect(rest);
    case 'check':
      return runCheck(rest);
    case 'verify':
      return runVerify(rest);
    case 'eval':
      return runEval(rest);
    case 'explain':
      return runExplain(rest);
    case 'draw':
      return runDraw(rest);
    case 'lsp':
      return runLsp(rest);
    case 'mcp':
      return runMcp(rest);
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
function inItsLanguage(argv: readonly string[]): readonly string[] {
  const at = argv.findIndex((word) => word === '--locale' || word.startsWith('--locale='));
  if (at < 0) return argv;
  const [own = '', joined] = (argv[at] ?? '').split('=');
  const locale = joined ?? argv[at + 1];
  if (locale === undefined || locale === '') throw new UsageError(say`${own} needs a language, such as de`);
  const catalogue = catalogueFor(locale, join(__dirname, '..', 'l10n'));
  if (!catalogue && !/^en\b/i.test(locale)) throw new UsageError(say`there are no texts in "${locale}"; there is de`);
  speak(catalogue);
  return [...argv.slice(0, at), ...argv.slice(at + (joined === undefined ? 2 : 1))];
}

async function runInspect(argv: readonly string[]): Promise<ExitCode> {
  const options = readInspect(argv);
  if (!options) return write(inspectHelp());
  const text = readInput(options.file);
  const report = inspect(text, await withRoots(options), await frontEndFor(options.file));
  return write(options.json ? `${JSON.stringify(report, null, 2)}\n` : asTable(report));
}

async function runCheck(argv: readonly string[]): Promise<ExitCode> {
  const options = readCheck(argv);
  if (!options) return write(checkHelp());
  const host = {
    frontEnd: await loadFrontEnd(__dirname),
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

async function runVerify(argv: readonly string[]): Promise<ExitCode> {
  const options = readVerify(argv);
  if (!options) return write(verifyHelp());
  const text = readInput(options.file);
  const { out, err, code } = await verifyFile(text, options, await loadFrontEnd(__dirname));
  write(out);
  process.stderr.write(err);
  return code;
}

async function runEval(argv: readonly string[]): Promise<ExitCode> {
  const options = readEval(argv);
  if (!options) return write(evalHelp());
  const shared = options.setup.join('\n');
  if (options.batch !== undefined) return runBatch(options.batch, shared, options);
  const outcome = evaluateCase(
    { id: 'expr', setup: shared, expr: options.expr ?? '', kind: 'value' },
    options,
    await loadFrontEnd(__dirname),
  );
  if (options.json || options.values) write(`${JSON.stringify(outcome)}\n`);
  else if ('text' in outcome) write(outcome.text.endsWith('\n') ? outcome.text : `${outcome.text}\n`);
  else process.stderr.write(`cute-lens: ${outcome.error.message} [${outcome.error.code}]\n`);
  return 'error' in outcome ? 1 : 0;
}

async function runBatch(file: string, setup: string, options: EvalOptions): Promise<ExitCode> {
  const cases = readCases(readInput(file), file);
  const frontEnd = await loadFrontEnd(__dirname);
  const outcomes = cases.map((item): Outcome =>
    evaluateCase({ ...item, setup: `${setup}\n${item.setup}` }, options, frontEnd),
  );
  write(outcomes.map((outcome) => `${JSON.stringify(outcome)}\n`).join(''));
  return outcomes.some((outcome) => 'error' in outcome) ? 1 : 0;
}

async function runExplain(argv: readonly string[]): Promise<ExitCode> {
  const options = readExplain(argv);
  if (!options) return write(explainHelp());
  const text = typeof options.target === 'string' ? '' : readInput(options.file);
  const outcome = explainTarget(
    text,
    typeof options.target === 'string' ? options : await withRoots(options),
    await frontEndFor(options.file),
  );
  if ('error' in outcome) {
    if (options.json) write(`${JSON.stringify(outcome)}\n`);
    else process.stderr.write(`cute-lens: ${outcome.error.message} [${outcome.error.code}]\n`);
    return 1;
  }
  return write(options.json ? `${JSON.stringify(outcome, null, 2)}\n` : asSteps(outcome));
}

/** The front ends, after the grammars for these files have been loaded. */
async function frontEndFor(...files: readonly string[]): Promise<FrontEnd> {
  const languages = await loadFrontEnd(__dirname);
  await Promise.all(files.map((file) => languages.ready(file)));
  return languages;
}

async function runDraw(argv: readonly string[]): Promise<ExitCode> {
  const options = readDraw(argv);
  if (!options) return write(drawHelp());
  const isExpression = typeof options.target === 'string';
  const input = isExpression ? '' : readInput(options.file);
  const found = drawTarget(input, isExpression ? options : await withRoots(options), await frontEndFor(options.file));
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
  const document = rendered(found.model, options, __dirname);
  if (options.out === undefined) return write(document);
  return writeOutput(options.out, document);
}

async function runLsp(argv: readonly string[]): Promise<ExitCode> {
  return readNothing('lsp', argv) ? serve(__dirname, 'server.cjs') : write(lspHelp());
}

async function runMcp(argv: readonly string[]): Promise<ExitCode> {
  return readNothing('mcp', argv) ? serve(__dirname, 'mcp.cjs') : write(mcpHelp());
}

function runCompletion([shell]: readonly string[]): ExitCode {
  return write(shell === '--help' || shell === '-h' ? completionHelp() : completionScript(shell));
}

function writeOutput(file: string, content: string): ExitCode {
  try {
    writeFileSync(file, content);
  } catch (error) {
    throw new UsageError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return 0;
}

function readInput(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    const code = textAt(error, 'code');
    const reasons: Readonly<Record<string, string>> = {
      ENOENT: words`no such file`,
      EISDIR: words`is a folder`,
      EACCES: words`may not be read`,
    };
    throw new UsageError(`${file}: ${said(reasons[code ?? ''] ?? String(error))}`);
  }
}

function write(text: string): 0 {
  process.stdout.write(text);
  return 0;
}

/** Exits as soon as all output is written. The background work of the wasm engine would keep the process alive for some
 *  time. */
function leave(code: ExitCode): void {
  process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
}

// A reader that has seen enough (`| head`) closes the pipe; that is no failure.
process.stdout.on('error', () => process.exit(0));

run(process.argv.slice(2)).then(leave, (error: unknown) => {
  const isUsage = error instanceof UsageError;
  const bug = (): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.stderr.write(
    isUsage
      ? `cute-lens: ${say`${error.message} (try cute-lens --help)`}\n`
      : `cute-lens: ${say`a bug in CuTe Lens: ${bug()}`}\n`,
  );
  leave(2);
});
