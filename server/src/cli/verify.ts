// `cute-lens verify`: compiles and runs a copy of a program with probes, and reports which predictions the run
// confirms.
import { said, say, words } from '../../../core/src/base/say';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FrontEnd } from '../../../core/src/frontends/front-end';
import {
  bugReport,
  checkedText,
  coverageText,
  machineText,
  markdown,
  summaryText,
  type Report,
  type Row,
  saysText,
} from '../../../core/src/verify/report';
import { driverFor, hasMain, throughDriver } from '../driver';
import { archFor, type Surroundings } from '../includes';
import { Sources } from '../sources';
import { isProblem, type Problem } from '../toolchain/find';
import { defaultSampling, verify, type Stage, type Verified, type VerifyJob } from '../verify';
import { evidenceJson } from '../verify-evidence';
import { version } from '../version';
import type { VerifyOptions } from './options';
import { projectFolder, surroundingsOf } from './project';

interface Written {
  readonly out: string;
  readonly err: string;
  readonly code: 0 | 1 | 2;
}

/** The output and the exit status: 0 if there is no mismatch, 1 if there is one or the program failed, 2 if the
 *  verification could not run. */
export async function verifyFile(text: string, options: VerifyOptions, frontEnd: FrontEnd): Promise<Written> {
  const sources = new Sources(frontEnd);
  const entry = resolve(options.file);
  sources.open(entry, text);
  const job = jobFor(entry, options, sources, frontEnd);
  if (options.driver === undefined || hasMain(job)) return rendered(text, options, await cancellable(job));
  const file = resolve(options.driver);
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  const made = kept === undefined ? driverFor(job, undefined, sources, foldersOf(options), file) : { text: kept };
  if ('why' in made) return problemText({ code: 'nothing', message: made.why }, options.json);
  if (kept === undefined) writeFileSync(file, made.text);
  const written = rendered(
    made.text,
    options,
    await cancellable(throughDriver(job, made.text, sources, foldersOf(options), file)),
  );
  return kept === undefined && !options.json
    ? {
        ...written,
        err: `${say`${options.driver} is new: it calls ${'name' in made ? made.name : ''}. It is an ordinary file, to be changed and kept.`}\n${written.err}`,
      }
    : written;
}

function rendered(text: string, options: VerifyOptions, verified: Verified | Problem): Written {
  if (isProblem(verified)) return problemText(verified, options.json);
  const { report, evidence } = verified;
  if (options.report !== undefined) writeFileSync(options.report, markdown(report));
  if (options.records !== undefined) writeFileSync(options.records, `${evidenceJson(evidence, report)}\n`);
  const refuted = report.rows.filter(({ says }) => says === 'refuted');
  const codeOf = (row: Row): string => (row.file === report.file ? (text.split('\n')[row.line - 1] ?? '') : '');
  const bugReports = refuted.map((row) => `\n${bugReport(row, report, version, codeOf(row))}\n`);
  return {
    out: options.json ? `${JSON.stringify(report, null, 2)}\n` : asTable(report),
    err: options.json ? '' : bugReports.join(''),
    code: refuted.length > 0 || report.failed ? 1 : 0,
  };
}

function foldersOf(options: VerifyOptions): Surroundings & { readonly workspace: string } {
  const workspace = projectFolder(options.file);
  return { ...surroundingsOf(options, workspace), cutlass: undefined, workspace };
}

function jobFor(entry: string, options: VerifyOptions, sources: Sources, frontEnd: FrontEnd): VerifyJob {
  const folders = foldersOf(options);
  return {
    entry,
    given: { ...options, arch: archFor(options.arch, [entry], folders.flagsOf) },
    collect: (arch) => sources.collect(entry, folders, arch),
    frontEnd,
    mode: options.host ? 'host' : 'gpu',
    tools: {
      nvccPath: options.nvcc,
      cutlassPath: options.cutlass,
      launcher: options.launcher,
      workspaceFolder: folders.workspace,
    },
    includePaths: folders.includePaths,
    flags: options.flags,
    arch: options.compileArch,
    runFolder: options.folder,
    sampling: {
      ...defaultSampling,
      ...(options.threads ? { threads: options.threads } : {}),
      ...(options.blocks ? { blocks: options.blocks } : {}),
    },
    compileMs: options.compileMs,
    runMs: options.runMs,
    outputBytes: 16 << 20,
    onStage: (stage) => process.stderr.isTTY && process.stderr.write(`${said(stages[stage])}\n`),
  };
}

async function cancellable(job: VerifyJob): Promise<Verified | Problem> {
  const cancel = new AbortController();
  const stop = (): void => cancel.abort();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, stop);
  try {
    return await verify({ ...job, signal: cancel.signal });
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}

const stages: Readonly<Record<Stage, string>> = {
  tools: words`looking for the tools …`,
  compile: words`compiling …`,
  run: words`running …`,
  compare: words`comparing …`,
};

function problemText(problem: Problem, json: boolean): { out: string; err: string; code: 2 } {
  if (json) return { out: `${JSON.stringify({ error: problem }, null, 2)}\n`, err: '', code: 2 };
  const host = problem.action?.do === 'compiler' ? say` With --host the compiler alone verifies.` : '';
  const details = problem.details === undefined ? '' : `${problem.details.trimEnd()}\n`;
  return { out: '', err: `cute-lens: ${withOptions(problem.message)}${host}\n${details}`, code: 2 };
}

/** The command-line options that correspond to settings, by the name of the setting. */
const optionOf: Readonly<Record<string, string>> = {
  nvccPath: '--nvcc',
  cutlassPath: '--cutlass',
  'run.launcher': '--launcher',
  'run.folder': '--folder',
  'verify.arch': '--arch',
  'verify.compileTimeout': '--compile-timeout',
  'verify.runTimeout': '--timeout',
};

function withOptions(message: string): string {
  return message.replace(/cuteLens\.(\w+(?:\.\w+)*)/g, (whole, setting: string) => optionOf[setting] ?? whole);
}

/** The report as aligned lines. A confirmed row says in how many threads it was checked; other rows say why they are
 *  not confirmed. */
function asTable(report: Report): string {
  const rows = report.rows.map(
    (row) =>
      [
        `${row.file === report.file ? '' : `${row.file}:`}${row.line}`,
        row.name,
        saysText(row.says),
        lineOf(row),
      ] as const,
  );
  const width = (at: 0 | 1 | 2): number => Math.max(0, ...rows.map((row) => row[at].length));
  const lines = rows.map(([place, name, says, rest]) =>
    `${place.padStart(width(0))}  ${name.padEnd(width(1))}  ${says.padEnd(width(2))}  ${rest}`.trimEnd(),
  );
  const ended = report.failed ? [say`The program did not end well: ${report.ended}.`, report.output] : [];
  const closing = [`${summaryText(report.totals)}.`, machineText(report.machine), coverageText(report.machine)];
  return `${[...lines, '', ...ended, ...closing].join('\n').trimEnd()}\n`;
}

function lineOf(row: Row): string {
  const text = row.predicted.join(say` and `).replace(/\s*\n\s*/g, '; ');
  const short = text.length > 90 ? `${text.slice(0, 89)}…` : text;
  const checked = checkedText(row);
  return row.says === 'confirmed' ? `${short}${checked ? `  (${checked})` : ''}` : (row.why ?? '');
}
