// Verification from end to end: analyse the program, insert probes, compile, run, analyse again for the threads that
// recorded, and compare. Knows neither the editor nor the command line; both call `verify` and render the result.
import { say } from '../../core/src/base/say';
import { dirname } from 'node:path';
import { isCompiled, languageOf, languages } from '../../core/src/ir/languages';
import type { FrontEnd } from '../../core/src/frontends/front-end';
import { evaluate, type AnalyzeInput, type Evaluation, type Interruption } from '../../core/src/index';
import { shapesOf, type InstanceShape } from '../../core/src/verify/attribute';
import { earlyMacros, instrument } from '../../core/src/verify/instrument';
import { allPlaces } from '../../core/src/verify/places';
import { plan, type Plan } from '../../core/src/verify/plan';
import { predict, type Expectations } from '../../core/src/verify/predict';
import { PRELUDE } from '../../core/src/verify/prelude';
import { readRecords, type Records } from '../../core/src/verify/records';
import { rowsOf, totalsOf, type Report } from '../../core/src/verify/report';
import { HOST_CUDA } from '../../core/src/verify/cpp/host-cuda';
import { RUNTIME } from '../../core/src/verify/cpp/runtime';
import { assumptionsOf, splitArguments, type Given } from './assumptions';
import { hasMain } from './driver';
import { unreadIn } from './unread';
import { compile, type Compiled } from './toolchain/compile';
import type { Limits } from './toolchain/execute';
import { isProblem, unsupportedSystem, type Problem, type ToolSettings } from './toolchain/find';
import { run, type Ran, type Sampling } from './toolchain/run';
import { sampleKeys, verdictsOf } from './verify-recorded';
import { findTools, registerLimit, type Tools } from './verify-tools';
import { lineAt, lineStarts } from './lines';
import { soon } from './runtime';

/** The first, the last and some threads and blocks between; up to 1024 elements of a tensor, ownership of up to 256
 *  elements for each thread. */
export const defaultSampling: Sampling = {
  threads: [0, 1, 37, -1333, -1666, -1],
  blocks: [0, 1, -1500, -1],
  elements: 1024,
  owned: 256,
};

export type Stage = 'tools' | 'compile' | 'run' | 'compare';

export interface VerifyJob {
  readonly entry: string;
  readonly given: Given;
  /** Reads the programs of the entry and its headers for an architecture such as 900. */
  readonly collect: (arch: number) => Sourced;
  readonly frontEnd: FrontEnd;
  readonly mode: 'gpu' | 'host';
  readonly tools: ToolSettings;
  readonly includePaths: readonly string[];
  /** More flags for the compiler. */
  readonly flags: readonly string[];
  /** The architecture to compile for, such as `sm_90a`. If undefined, that of the GPU. */
  readonly arch: string | undefined;
  readonly runFolder: string;
  readonly sampling: Sampling;
  readonly compileMs: number;
  readonly runMs: number;
  readonly outputBytes: number;
  /** Nobody asked for this very run: its memory is limited, and the program runs in a private folder. */
  readonly unattended?: boolean;
  readonly signal?: AbortSignal;
  readonly onStage?: (stage: Stage) => void;
  readonly onOutput?: (text: string) => void;
}

type Sourced = Pick<AnalyzeInput, 'files' | 'includes'>;

export interface Verified {
  readonly report: Report;
  readonly evidence: Evidence;
  /** The texts of the compiled program, by file. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The data that the report was computed from, sufficient to compute it again. */
export interface Evidence {
  readonly plan: Pick<Plan, 'sites' | 'kernels' | 'probes'>;
  readonly instances: readonly InstanceShape[];
  readonly records: Records;
  readonly predicted: ReadonlyMap<string, ReadonlyMap<number, Expectations>>;
}

function whyUnread({ entry, given, collect }: VerifyJob): string | undefined {
  const { files } = collect(given.arch);
  return unreadIn({ problems: files.get(entry)?.problems ?? [], sources: files }).get(entry);
}

export async function verify(job: VerifyJob): Promise<Verified | Problem> {
  if (!isCompiled(job.entry))
    return {
      code: 'nothing',
      message: say`Only CUDA C++ can be verified; this is ${languages[languageOf(job.entry)].title}.`,
    };
  if (!hasMain(job)) {
    const unread = whyUnread(job);
    return {
      code: 'nothing',
      message:
        unread ??
        say`This file has no main, so there is no program to run. A driver program can call its code (--driver FILE).`,
    };
  }
  const unsupported = unsupportedSystem();
  if (unsupported) return unsupported;
  job.onStage?.('tools');
  const tools = await findTools(job);
  if (isProblem(tools)) return tools;
  const prepared = prepare({ ...job, given: { ...job.given, arch: tools.archNumber ?? job.given.arch } });
  const { planned } = prepared;
  if (planned.probes.length === 0)
    return {
      code: 'nothing',
      message: say`There is nothing to verify: no declaration of this file has a known value that CuTe can print.`,
    };
  job.onStage?.('compile');
  const compiled = await compileCopies(job, tools, prepared);
  if (isProblem(compiled)) return compiled;
  job.onStage?.('run');
  const {
    signal,
    onOutput,
    tools: { launcher },
  } = job;
  const ran = await run({
    program: compiled.program,
    args: splitArguments(job.given.args),
    cwd: job.unattended ? undefined : dirname(job.entry),
    launcher: job.mode === 'gpu' ? launcher : [],
    folder: job.runFolder,
    sampling: job.sampling,
    limits: limitsOf(job, job.runMs),
    ...(signal ? { signal } : {}),
    ...(onOutput ? { onOutput } : {}),
  });
  if (isProblem(ran)) return ran;
  const started = ran.notes.get('start');
  if (job.mode === 'gpu' && started !== 'cudaSuccess') return noGpu(started, ran);
  job.onStage?.('compare');
  return concluded(prepared, tools, compiled, ran);
}

/** The memory that one process of an unattended run may take. g++ takes about 2 GB for the largest of CUTLASS's
 *  tutorials. */
const unattendedBytes = 4 * 2 ** 30;

function limitsOf({ outputBytes, unattended }: VerifyJob, milliseconds: number): Limits {
  return { milliseconds, outputBytes, ...(unattended && { memoryBytes: unattendedBytes }) };
}

function noGpu(started: string | undefined, { outcome }: Ran): Problem {
  const said = outcome.stderr || outcome.stdout;
  if (started === undefined)
    return { code: 'run', message: say`The program ended before main (${endedText(outcome)}).`, details: said };
  const reasons: Readonly<Record<string, string>> = {
    cudaErrorNoDevice: say`CUDA found no GPU on the machine where the program ran.`,
    cudaErrorInsufficientDriver: say`The driver of the GPU is missing, or older than the CUDA toolkit that compiled the program: update the driver, or set cuteLens.nvccPath to an older toolkit.`,
    cudaErrorNoKernelImageForDevice: say`The program was compiled for an architecture that differs from that of the GPU: set cuteLens.verify.arch.`,
    cudaErrorInvalidDeviceFunction: say`The program was compiled for an architecture that differs from that of the GPU: set cuteLens.verify.arch.`,
    cudaErrorInvalidSymbol: say`The program was compiled for an architecture that differs from that of the GPU: set cuteLens.verify.arch.`,
    cudaErrorMemoryAllocation: say`The GPU or the host has no memory left for the records of the probes.`,
  };
  return {
    code: 'driver',
    message: reasons[started] ?? say`CUDA could not be started: ${started}.`,
    details: said,
    action: { do: 'compiler', title: say`Verify with the Compiler` },
  };
}

interface Prepared {
  readonly job: VerifyJob;
  readonly sources: Sourced;
  readonly analysis: Evaluation;
  readonly planned: Plan;
  /** The texts with probes, which are compiled. */
  readonly copies: ReadonlyMap<string, string>;
}

function evaluateFor({ entry, frontEnd, signal }: VerifyJob, sources: Sourced, given: Given): Evaluation {
  return evaluate({
    entry,
    ...sources,
    assumptions: assumptionsOf(given, frontEnd),
    ...(signal ? { interrupt: (): Interruption => (signal.aborted ? 'stop' : 'go on') } : {}),
  });
}

function prepare(job: VerifyJob): Prepared {
  const sources = job.collect(job.given.arch);
  const analysis = evaluateFor(job, sources, job.given);
  const places = allPlaces(sources.files);
  const planned = plan(analysis, places);
  const names = new Map(
    [...sources.files.keys()].map((file, at) => [file, file === job.entry ? 'program.cu' : `header${at}.hpp`]),
  );
  const copies = new Map(
    instrument({
      plan: planned,
      programs: sources.files,
      includes: sources.includes,
      places,
      copyOf: (file) => names.get(file) ?? '',
      host: job.mode === 'host',
    }),
  );
  // The host's prelude depends on no program, so that it can be precompiled.
  const probes = job.mode === 'host' ? '' : `#define CUTE_LENS_PROBES ${planned.asked.length}\n`;
  const early = earlyMacros(sources.files.get(job.entry)?.text ?? '');
  copies.set('prelude.hpp', `${probes}${early}\n${PRELUDE}`);
  copies.set('runtime.cpp', RUNTIME + HOST_CUDA);
  return { job, sources, analysis, planned, copies };
}

async function compileCopies(job: VerifyJob, tools: Tools, prepared: Prepared): Promise<Compiled | Problem> {
  const { signal, onOutput, compileMs, mode } = job;
  return compile({
    sources: prepared.copies,
    mode,
    compiler: tools.compiler,
    flags: mode === 'gpu' ? [...tools.flags, ...registerLimit(prepared.analysis, tools.flags)] : tools.flags,
    includes: tools.includes,
    beside: tools.beside,
    key: tools.key,
    limits: limitsOf(job, compileMs),
    ...(signal ? { signal } : {}),
    ...(onOutput ? { onOutput } : {}),
  });
}

async function concluded(prepared: Prepared, tools: Tools, compiled: Compiled, ran: Ran): Promise<Verified | Problem> {
  const { job, sources, analysis, planned } = prepared;
  const evidence = await gather(prepared, readRecords(ran.records));
  if (job.signal?.aborted) return { code: 'cancelled', message: 'Cancelled.' };
  const starts = new Map<string, readonly number[]>();
  const locate = (file: string, offset: number): { line: number; column: number } => {
    const lines = starts.get(file) ?? lineStarts(sources.files.get(file)?.text ?? '');
    starts.set(file, lines);
    const line = lineAt(lines, offset);
    return { line: line + 1, column: offset - (lines[line] ?? 0) + 1 };
  };
  const rows = rowsOf(planned.asked, verdictsOf(evidence), evidence.instances, analysis, locate);
  const cudaError = ran.notes.get('finish');
  // On the host one thread stands for all of them, so the results that the program computes are meaningless.
  const failed =
    job.mode === 'gpu' &&
    (ran.outcome.ended !== 'exit' ||
      ran.outcome.code !== 0 ||
      (cudaError !== undefined && cudaError !== 'cudaSuccess'));
  const report: Report = {
    file: job.entry,
    args: splitArguments(job.given.args),
    machine: tools.machine,
    at: new Date().toISOString(),
    compileMs: Math.round(compiled.milliseconds),
    cached: compiled.cached,
    runMs: Math.round(ran.outcome.milliseconds),
    ended: [endedText(ran.outcome), cudaError !== undefined && cudaError !== 'cudaSuccess' ? cudaError : '']
      .filter(Boolean)
      .join(', '),
    failed,
    output: lastLines(ran.outcome.stderr || ran.outcome.stdout),
    totals: totalsOf(rows),
    rows,
  };
  return { report, evidence, texts: new Map([...sources.files].map(([file, { text }]) => [file, text])) };
}

/** Computes the predictions for every thread that recorded. Each needs an analysis; other work gets its turn in
 *  between. */
async function gather({ job, sources, analysis, planned }: Prepared, records: Records): Promise<Evidence> {
  const instances = shapesOf(analysis);
  const limits = { elements: Math.max(job.sampling.elements, job.sampling.owned) };
  const predicted = new Map([['', predict(analysis, planned.probes, limits)]]);
  for (const key of sampleKeys(planned, instances, records)) {
    if (job.signal?.aborted) break;
    await new Promise<void>(soon);
    const [block = [], thread = []] = key.split(' ').map((part) => part.split(',').map(Number));
    const of = evaluateFor(job, sources, { ...job.given, block: triple(block), thread: triple(thread) });
    predicted.set(key, predict(of, planned.probes, limits));
  }
  return { plan: planned, instances, records, predicted };
}

const triple = ([x = 0, y = 0, z = 0]: readonly number[]): [number, number, number] => [x, y, z];

function endedText({ ended, code, signal, milliseconds }: Ran['outcome']): string {
  const after = say`after ${Math.round(milliseconds / 1000)} s`;
  if (ended === 'time') return say`ended ${after}, the time limit (cuteLens.verify.runTimeout)`;
  if (ended === 'output') return say`ended ${after} because of its output`;
  return signal === null ? say`exit ${code ?? '?'}` : signal;
}

const lastLines = (text: string): string => text.trimEnd().split('\n').slice(-20).join('\n').slice(-4000);
