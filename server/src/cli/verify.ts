// `cute-lens verify`: compiles and runs a program with probes, and says which predictions the machine confirms.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FrontEnd } from '../../../core/src/frontends/front-end';
import { bugReport, checkedText, machineText, markdown, summaryText, type Report, type Row } from '../../../core/src/verify/report';
import { Sources } from '../sources';
import { isProblem, type Problem } from '../toolchain/find';
import { defaultSampling, verify, type Stage, type Verified } from '../verify';
import { evidenceJson } from '../verify-evidence';
import { version } from '../version';
import type { VerifyOptions } from './options';
import { projectFolder } from './project';

/** What is written, where, and the exit status: 0 nothing refuted, 1 refuted or failed, 2 it could not be tried. */
export async function verifyFile(text: string, options: VerifyOptions, frontEnd: FrontEnd): Promise<{ readonly out: string; readonly err: string; readonly code: 0 | 1 | 2 }> {
  const verified = await verifyText(text, options, frontEnd);
  if (isProblem(verified)) return problemText(verified, options.json);
  const { report, evidence } = verified;
  if (options.report !== undefined) writeFileSync(options.report, markdown(report));
  if (options.records !== undefined) writeFileSync(options.records, `${evidenceJson(evidence, report)}\n`);
  const refuted = report.rows.filter(({ says }) => says === 'refuted');
  const err = options.json ? '' : refuted.map((row) => `\n${bugReport(row, report, version, row.file === report.file ? (text.split('\n')[row.line - 1] ?? '') : '')}\n`).join('');
  return { out: options.json ? `${JSON.stringify(report, null, 2)}\n` : asTable(report), err, code: refuted.length > 0 || report.failed ? 1 : 0 };
}

async function verifyText(text: string, options: VerifyOptions, frontEnd: FrontEnd): Promise<Verified | Problem> {
  const entry = resolve(options.file);
  const sources = new Sources(frontEnd);
  sources.open(entry, text);
  const includePaths = options.includePaths.map((path) => resolve(path));
  const workspaceFolder = projectFolder(options.file);
  const cancel = new AbortController();
  const stop = (): void => cancel.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    return await verify({
      entry,
      given: options,
      collect: (arch) => sources.collect(entry, { includePaths, workspace: workspaceFolder }, arch),
      textOf: (file) => sources.textOf(file),
      frontEnd,
      mode: options.host ? 'host' : 'gpu',
      tools: { nvccPath: options.nvcc, cutlassPath: options.cutlass, launcher: options.launcher, workspaceFolder },
      includePaths,
      flags: options.flags,
      arch: options.compileArch,
      runFolder: options.folder,
      sampling: { ...defaultSampling, ...(options.threads ? { threads: options.threads } : {}), ...(options.blocks ? { blocks: options.blocks } : {}) },
      compileMs: options.compileSeconds * 1000,
      runMs: options.runSeconds * 1000,
      outputBytes: 16 << 20,
      signal: cancel.signal,
      onStage: (stage) => process.stderr.isTTY && process.stderr.write(`${stages[stage]}\n`),
    });
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    sources.close(entry);
  }
}

const stages: Readonly<Record<Stage, string>> = { tools: 'looking for the tools …', compile: 'compiling …', run: 'running …', compare: 'comparing …' };

function problemText(problem: Problem, json: boolean): { out: string; err: string; code: 2 } {
  if (json) return { out: `${JSON.stringify({ error: problem }, null, 2)}\n`, err: '', code: 2 };
  return { out: '', err: `cute-lens: ${problem.message}\n${problem.details === undefined ? '' : `${problem.details.trimEnd()}\n`}`, code: 2 };
}

/** One line a row; what is confirmed says by how many threads, the rest why. */
function asTable(report: Report): string {
  const rows = report.rows.map((row) => [`${row.file === report.file ? '' : `${row.file}:`}${row.line}`, row.name, row.says.replace('-', ' '), lineOf(row)] as const);
  const width = (at: 0 | 1 | 2): number => Math.max(0, ...rows.map((row) => row[at].length));
  const lines = rows.map(([place, name, says, rest]) => `${place.padStart(width(0))}  ${name.padEnd(width(1))}  ${says.padEnd(width(2))}  ${rest}`.trimEnd());
  const ended = report.failed ? [`The program did not end well: ${report.ended}.`, report.output] : [];
  return `${[...lines, '', ...ended, `${summaryText(report.totals)}.`, machineText(report.machine)].join('\n')}\n`;
}

function lineOf(row: Row): string {
  const text = row.predicted.join(' and ').replace(/\s*\n\s*/g, '; ');
  const short = text.length > 90 ? `${text.slice(0, 89)}…` : text;
  const checked = checkedText(row);
  return row.says === 'confirmed' ? `${short}${checked ? `  (${checked})` : ''}` : (row.why ?? '');
}
