// The public door of the core: what the server, the command line and the tests may use.
import type { Analysis, AnalyzeInput, Evaluation, Interrupt } from './analysis';
import { Meter, metered } from './base/meter';
import { check } from './checks/index';
import { evaluateProgram } from './eval/evaluate';

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
export const evaluate = (input: AnalyzeInput): Evaluation => evaluateProgram(input);
export { printValue, factText, kindOf } from './values/print';

/** Runs what reads texts: the host is asked meanwhile, as it is in `analyze`, and may abandon it. */
export function interruptible<T>(interrupt: Interrupt, run: () => T): T {
  return metered(new Meter(Infinity, () => (interrupt() === 'abandon' ? 'abandon' : 'go on')), run);
}

/** Evaluates a program and checks it. Pure: the same input gives the same Analysis, which never changes once built. */
export function analyze(input: AnalyzeInput): Analysis {
  const { interrupt } = input;
  let peek: (() => Evaluation) | undefined;
  const meter = new Meter(Infinity, interrupt && (() => interrupt(peek)));
  const evaluation = evaluateProgram(input, meter, (seen) => (peek = seen));
  const bugs = [...evaluation.bugs];
  const diagnostics = metered(meter, () => check(evaluation, input.levels, (bug) => bugs.push(bug)));
  return { ...evaluation, bugs, diagnostics };
}
