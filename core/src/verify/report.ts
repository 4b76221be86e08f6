// The result of a verification for people and scripts: one row for each fact and instance, the machine that ran it, and
// both as Markdown. Renders; decides nothing.
import { counted } from '../base/counted';
import { said, say, words } from '../base/say';
import type { Evaluation } from '../analysis';
import { kindOf } from '../values/print';
import type { InstanceShape } from './attribute';
import type { ProbeVerdict, Says } from './compare';
import { untype } from '../values/convert';
import { isPredicted, type Asked } from './plan';

/** The verdict on a fact in one instance. Lines and columns count from 1. */
export interface Row {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly name: string;
  readonly kind: string;
  /** `gemm_kernel from gemm_nt`; null for host code. */
  readonly instance: string | null;
  readonly says: Says;
  readonly why?: string;
  /** Refuted only because a value was never recorded. */
  readonly missing?: true;
  readonly predicted: readonly string[];
  readonly measured: readonly string[];
  /** The number of threads whose records were compared, and of threads of the first block whose elements were
   *  compared. */
  readonly threads: number;
  readonly owners: number;
}

export interface Machine {
  readonly mode: 'gpu' | 'host';
  /** `NVIDIA H200`, or the name of the host compiler. */
  readonly device: string;
  /** `sm_90a`; absent for a host compiler. */
  readonly arch?: string;
  readonly driver?: string;
  readonly cuda?: string;
  readonly cutlass: string;
}

export interface Report {
  readonly file: string;
  readonly args: readonly string[];
  readonly machine: Machine;
  /** ISO 8601. */
  readonly at: string;
  readonly compileMs: number;
  readonly cached: boolean;
  readonly runMs: number;
  /** How the program ended, `exit 0` or `ended after 60 s`, and the last error of CUDA. */
  readonly ended: string;
  readonly failed: boolean;
  readonly output: string;
  readonly totals: Totals;
  readonly rows: readonly Row[];
}

/** Counts facts, not rows: a fact counts once, whatever its number of instances. */
export interface Totals {
  readonly predicted: number;
  readonly probed: number;
  readonly confirmed: number;
  readonly refuted: number;
  readonly notReached: number;
  readonly notProbed: number;
}

export type Locate = (file: string, offset: number) => { readonly line: number; readonly column: number };

export function rowsOf(
  asked: readonly Asked[],
  verdicts: readonly ProbeVerdict[],
  instances: readonly InstanceShape[],
  analysis: Evaluation,
  locate: Locate,
): Row[] {
  const byProbe = new Map<number, ProbeVerdict[]>();
  for (const verdict of verdicts) byProbe.set(verdict.probe, [...(byProbe.get(verdict.probe) ?? []), verdict]);
  return asked.flatMap(({ fact, probe, why }): Row[] => {
    const known = fact.seen.find((seen) => isPredicted(seen, analysis));
    const base = {
      file: fact.span.file,
      ...locate(fact.span.file, fact.span.start),
      name: fact.name ?? '',
      kind: known ? kindOf(untype(known.value)) : 'unknown',
    };
    const nothing = { instance: null, predicted: [], measured: [], threads: 0, owners: 0 };
    if (!probe) return [{ ...base, ...nothing, says: 'not-probed', ...(why === undefined ? {} : { why }) }];
    const mine = byProbe.get(probe.id) ?? [];
    if (mine.length === 0)
      return [{ ...base, ...nothing, says: 'not-reached', why: say`the program does not reach it` }];
    return mine.map(({ instance, says, why: reason, missing, expected, measured, threads, owners }) => {
      const shape = instances.find(({ id }) => id === instance);
      return {
        ...base,
        instance: shape && shape.kernel !== '' ? shape.label : null,
        says,
        ...(reason === undefined ? {} : { why: reason }),
        ...(missing && { missing }),
        predicted: expected,
        measured,
        threads,
        owners,
      };
    });
  });
}

export function totalsOf(rows: readonly Row[]): Totals {
  const byFact = new Map<string, Row[]>();
  for (const row of rows) {
    const key = `${row.file}:${row.line}:${row.column}`;
    byFact.set(key, [...(byFact.get(key) ?? []), row]);
  }
  const overall = [...byFact.values()].map(saysOf);
  const count = (says: Says): number => overall.filter((one) => one === says).length;
  return {
    predicted: overall.length,
    probed: overall.length - count('not-probed'),
    confirmed: count('confirmed'),
    refuted: count('refuted'),
    notReached: count('not-reached'),
    notProbed: count('not-probed'),
  };
}

/** The verdict on a fact from the rows of all its instances: it is refuted if one row is. */
export function saysOf(rows: readonly Pick<Row, 'says'>[]): Says {
  const order: readonly Says[] = ['refuted', 'confirmed', 'not-reached', 'not-probed'];
  return order.find((says) => rows.some((row) => row.says === says)) ?? 'not-probed';
}

/** `NVIDIA H200 (sm_90a, driver 580.1, CUDA 13.0.88), CUTLASS 7107b0553`. */
export function machineText({ device, arch, driver, cuda, cutlass }: Machine): string {
  const details = [arch, driver && say`driver ${driver}`, cuda && `CUDA ${cuda}`].filter(Boolean).join(', ');
  return `${device}${details ? ` (${details})` : ''}, CUTLASS ${cutlass}`;
}

/** `NVIDIA H200 (sm_90a)`, or `g++ 12.2 (CUTLASS 4.7.0)`. */
export function deviceText({ mode, device, arch, cutlass }: Machine): string {
  if (mode === 'gpu') return arch === undefined ? device : `${device} (${arch})`;
  return `${compilerName(device)} (CUTLASS ${cutlass})`;
}

/** `g++ (Debian 12.2.0-14) 12.2.0` becomes `g++ 12.2`, and `Debian clang version 14.0.6` becomes `clang++ 14.0`. */
function compilerName(said: string): string {
  const bare = said.replace(/\([^)]*\)/g, ' ');
  const name = /\bclang\b/.test(bare) ? 'clang++' : (bare.trim().split(/\s/)[0] ?? '');
  return [name, /\d+\.\d+/.exec(bare)?.[0]].filter(Boolean).join(' ');
}

/** What the machine printed instead of the predicted value, if it printed one value and another one. */
export function otherValue({ says, predicted, measured }: Row): string | undefined {
  const [text = '', ...more] = measured.map((one) => one.trimEnd());
  return says === 'refuted' && text !== '' && more.length === 0 && !predicted.includes(text) ? text : undefined;
}

/** A sentence that says what a machine without a GPU can confirm. */
export function coverageText({ mode }: Machine): string {
  if (mode === 'gpu') return '';
  return say`This covers host code, constants, types, and one thread of each kernel that is not launched through cudaLaunchKernelEx; whose elements are whose, and what only a GPU's instructions give, needs a GPU.`;
}

/** `41 of 43 facts confirmed, none refuted, 2 not reached`. */
export function summaryText({ predicted, confirmed, refuted, notReached, notProbed }: Totals): string {
  const rest = [
    notReached > 0 ? say`${notReached} not reached` : '',
    notProbed > 0 ? say`${notProbed} not probed` : '',
  ].filter(Boolean);
  return [
    say`${confirmed} of ${predicted} facts confirmed`,
    refuted === 0 ? say`none refuted` : say`${refuted} refuted`,
    ...rest,
  ].join(', ');
}

export function markdown(report: Report): string {
  const { file, args, machine, at, compileMs, cached, runMs, ended, totals, rows } = report;
  const compiled = cached ? say`compiled before` : say`compiled in ${seconds(compileMs)}`;
  const head = [
    `# ${baseName(file)}${args.length > 0 ? ` ${args.join(' ')}` : ''}`,
    `${summaryText(totals)}.`,
    say`${machineText(machine)}. ${at}, ${compiled}, ran ${seconds(runMs)}, ${ended}.`,
    coverageText(machine),
  ].filter(Boolean);
  const table = [
    say`| line | name | instance | verdict | predicted | measured |`,
    '|--:|---|---|---|---|---|',
    ...rows.map(rowText),
  ].join('\n');
  return `${[...head, table].join('\n\n')}\n`;
}

function rowText(row: Row): string {
  const checked = row.says === 'confirmed' ? checkedText(row) : (row.why ?? '');
  const cells = [
    String(row.line),
    code(row.name),
    cell(row.instance ?? ''),
    `${saysText(row.says)}${checked ? `: ${cell(checked)}` : ''}`,
    row.predicted.map(code).join(' '),
    row.says === 'confirmed' ? '' : row.measured.map(code).join(' '),
  ];
  return `| ${cells.join(' | ')} |`;
}

const verdicts: Readonly<Record<Says, string>> = {
  confirmed: words`confirmed`,
  refuted: words`refuted`,
  'not-reached': words`not reached`,
  'not-probed': words`not probed`,
};

export function saysText(says: Says): string {
  return said(verdicts[says]);
}

/** `12 threads, elements of 256`. */
export function checkedText({ threads, owners }: Pick<Row, 'threads' | 'owners'>): string {
  const by = threads === 0 ? '' : counted(threads, 'record', String(threads));
  return [by, owners > 0 ? say`elements of ${owners} threads` : ''].filter(Boolean).join(', ');
}

const cell = (text: string): string => text.replace(/\|/g, '\\|').replace(/\s+/g, ' ');
const code = (text: string): string => (text === '' ? '' : `\`${cell(text)}\``);
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The report of a refuted fact, complete for sending: it holds everything needed to reproduce the refutation. */
export function bugReport(row: Row, report: Report, version: string, declaration: string): string {
  const instance = row.instance === null ? '' : `, in ${row.instance}`;
  const given = report.args.length > 0 ? `, arguments \`${report.args.join(' ')}\`` : '';
  return [
    `### CuTe Lens ${version} predicts \`${row.name}\` wrongly`,
    `${row.why ?? ''}`,
    `- predicted: ${row.predicted.map(code).join(', ')}`,
    `- measured: ${row.measured.map(code).join(', ')}`,
    `- ${baseName(row.file)}, line ${row.line}${instance}${given}`,
    `- ${machineText(report.machine)}`,
    `\`\`\`cpp\n${declaration.trim()}\n\`\`\``,
  ]
    .join('\n\n')
    .replace(/\n\n- /g, '\n- ');
}
