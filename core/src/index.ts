// The public door of the core: what the server, the command line and the tests may use.
import type { Analysis, AnalyzeInput, Evaluation, Interrupt } from './analysis';
import { Meter, metered } from './base/meter';
import { check } from './checks/index';
import { type Evaluated, evaluateProgram } from './eval/evaluate';

export type * from './analysis';
export type * from './values/value';
export type { FileId, Span } from './base/span';
export { accessChecks } from './checks/index';
export { followedKernels } from './checks/lib/followed';
export { Abandoned } from './base/meter';
export type { Interruption } from './base/meter';
export type { Expr, Program } from './ir/program';
export type { Step } from './builtins/registry';
export { explain } from './eval/library/builtin-call';
/** The program's facts without findings, for those who look at many threads. */
export function evaluate(input: AnalyzeInput): Evaluation {
  const { evaluation, follow } = evaluateProgram(input);
  return input.accesses ? follow() : evaluation;
}
export { printValue, factText, kindOf } from './values/print';

/** Runs what reads texts: the host is asked meanwhile, as it is in `analyze`, and may abandon it. */
export function interruptible<T>(interrupt: Interrupt, run: () => T): T {
  return metered(new Meter(Infinity, () => (interrupt() === 'abandon' ? 'abandon' : 'go on')), run);
}

/** Evaluates a program and checks it. Pure: the same input gives the same Analysis, which never changes once built. */
export function analyze(input: AnalyzeInput): Analysis {
  const { evaluation, follow, check } = analysing(input);
  return check(input.accesses ? follow() : evaluation);
}

/** An analysis, and what it takes to follow the threads of its kernels later. */
export interface Begun {
  readonly analysis: Analysis;
  /** What `analyze` gives with `accesses`, without evaluating the rest again: facts are the same objects. Can be called
   *  once, also where it throws `Abandoned`. */
  readonly follow: (interrupt: Interrupt) => Analysis;
}

/** Analyses a program, and keeps what it takes to follow the threads of its kernels later. */
export function analyzeFirst(input: Omit<AnalyzeInput, 'accesses'>): Begun {
  const begun = analysing(input);
  const follow = (interrupt: Interrupt): Analysis => {
    begun.interruptBy(interrupt);
    return begun.check(begun.follow());
  };
  return { analysis: begun.check(begun.evaluation), follow };
}

interface Analysing extends Evaluated {
  readonly check: (evaluation: Evaluation) => Analysis;
  /** Whoever is asked from now on. */
  readonly interruptBy: (interrupt: Interrupt) => void;
}

function analysing({ interrupt, ...input }: AnalyzeInput): Analysing {
  let [asked, peek]: [Interrupt | undefined, (() => Evaluation) | undefined] = [interrupt, undefined];
  const meter = new Meter(Infinity, () => asked?.(peek) ?? 'go on');
  const evaluated = evaluateProgram(input, meter, (seen) => (peek = seen));
  return {
    ...evaluated,
    check: (evaluation) => {
      const bugs = [...evaluation.bugs];
      const diagnostics = metered(meter, () => check(evaluation, input.levels, (bug) => bugs.push(bug)));
      return { ...evaluation, bugs, diagnostics };
    },
    interruptBy: (next) => (asked = next),
  };
}
