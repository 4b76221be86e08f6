// An error that is a result: a refusal, a limit that was reached. Nobody asks where it was thrown.

/** How many calls an error notes when it is made, in engines that can be told: noting them takes longer than what most
 *  operations compute. */
const tracing: ErrorConstructor & { stackTraceLimit?: number | undefined } = Error;

/** An error without the calls that led to it. */
export class Untraced extends Error {
  constructor(message: string) {
    const { stackTraceLimit } = tracing;
    tracing.stackTraceLimit = 0;
    super(message);
    tracing.stackTraceLimit = stackTraceLimit;
  }
}
