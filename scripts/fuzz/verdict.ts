// What became of one input, and which failures are the same failure. Plain data: it travels between processes.

export type FailureKind =
  /** An exception left the engine. */
  | 'throws'
  /** The engine caught an exception of its own and went on. */
  | 'bug'
  | 'slow'
  | 'memory'
  | 'steps'
  /** Typed, a text reads otherwise than opened. */
  | 'typed'
  /** An answer that is not well formed: a place outside of the text, edits that overlap, a picture that JSON
   *  changes. */
  | 'malformed'
  /** The process ended. */
  | 'died'
  /** The process was ended, since it came to no end. */
  | 'hangs'
  /** A request of the protocol that got no answer in time. */
  | 'unanswered'
  /** An answer differs from that of a server that opened the same texts. */
  | 'differs';

export interface Failure {
  readonly kind: FailureKind;
  /** What was asked for: `analysis`, `hover`, `textDocument/hover`. */
  readonly part: string;
  readonly message: string;
}

export interface Verdict {
  /** Of the front end and the analysis: what a user waits for. */
  readonly milliseconds: number;
  readonly steps: number;
  readonly exhausted: boolean;
  readonly failures: readonly Failure[];
}

/** Functions that throw for others. */
const everywhere = new Set(['dynamic', 'operate', 'integers', 'never', 'new', 'assert']);

/** Failures with the same key have, as a rule, one cause. `base` tells apart what has no stack. */
export function classOf({ kind, part, message }: Failure, base: string): string {
  const [head = '', ...rest] = message.split('\n');
  const frames = rest
    .flatMap((line) => /^\s*at (?:async )?([^\s(]+)/.exec(line)?.[1] ?? [])
    .filter((frame) => !everywhere.has(frame))
    .slice(0, 3);
  const place = frames.length > 0 ? frames.join(' < ') : base;
  const said =
    kind === 'throws' || kind === 'bug' || kind === 'malformed'
      ? head
          .replace(/\d+/g, 'N')
          .replace(/["'`][^"'`]*["'`]/g, 'S')
          .slice(0, 80)
      : '';
  return [kind, part, said, place].join(' | ');
}
