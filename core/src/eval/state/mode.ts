// How code is evaluated at the moment: shown or silent, for the sample thread or speculatively, in which instance of a
// kernel. A mode is immutable. `Modes.within` evaluates code in another one, and the one before holds again however
// that code ends.
import { Held } from '../../base/held';
import type { Span } from '../../base/span';
import type { Expr } from '../../ir/program';

export interface Mode {
  /** Nothing is recorded: the same loop body again, or code that is evaluated for its value alone. */
  readonly silent: boolean;
  /** The compiler may discard this code (`if constexpr` on an unknown condition): its errors are not reported. */
  readonly doubtful: boolean;
  /** The program does not run this code in this instance; the compiler sees it. What it would do is not reported. */
  readonly idle: boolean;
  /** The conditions around the code that are unknown, or that differ between threads or blocks. */
  readonly guards: readonly Span[];
  /** The instance of a kernel whose values are seen. */
  readonly instance: number;
  /** Assumptions that everything recorded now rests on. */
  readonly extra: readonly number[];
  /** The assumption under which functions are entered that the program does not call, or may not call. */
  readonly supposed: number | undefined;
  /** The program may not run this code: nothing is launched from it. */
  readonly speculative: boolean;
  /** Set for code that is evaluated once for host and device. A variable of a namespace that differs between both is
   *  unknown; a member of a class has its value on the device, since traits are written for kernels. */
  readonly shared: 'by-namespace' | 'by-class' | undefined;
  /** An expression is only asked for its type. */
  readonly unevaluated: boolean;
  /** Code is evaluated only to see which variables it writes. */
  readonly probing: boolean;
  /** Calls bind symbols to run-time parameters, and enter only functions that nothing else has entered. */
  readonly symbolic: boolean;
  /** The code is that of a template that nothing instantiates: a template parameter stands for itself. Or it is that
   *  of a member of a class template that nothing uses. */
  readonly open: boolean;
  /** The number of unknown conditions around the code. Each of them is evaluated both ways. */
  readonly ways: number;
  /** An iteration of a loop runs. */
  readonly looping: boolean;
  /** A variable of a loop around the code has a value that cannot carry the assumption "first iteration". */
  readonly unmarked: boolean;
  /** The values that comments above the current function give to its names. */
  readonly pinned: ReadonlyMap<string, Pinned>;
}

/** A value that a comment above a function gives to one of its names. */
export interface Pinned {
  readonly value: Expr;
  readonly at: Span;
}

const usual: Mode = {
  silent: false,
  doubtful: false,
  idle: false,
  guards: [],
  instance: 0,
  extra: [],
  supposed: undefined,
  speculative: false,
  shared: undefined,
  unevaluated: false,
  probing: false,
  symbolic: false,
  open: false,
  ways: 0,
  looping: false,
  unmarked: false,
  pinned: new Map(),
};

/** The mode of one analysis: its machines share it, since one of them runs at a time. */
export class Modes {
  private readonly held = new Held(usual);
  private silenced: { readonly from: Mode; readonly to: Mode } | undefined;

  get now(): Mode {
    return this.held.now;
  }

  within<T>(change: Partial<Mode>, run: () => T): T {
    return this.held.during({ ...this.held.now, ...change }, run);
  }

  /** The most frequent change. The mode is made once for several pieces of code in a row. */
  silently<T>(run: () => T): T {
    const { now } = this.held;
    if (now.silent) return run();
    if (this.silenced?.from !== now) this.silenced = { from: now, to: { ...now, silent: true } };
    return this.held.during(this.silenced.to, run);
  }

  /** Restores the mode in which a part began that was given up. */
  resume(mode: Mode): void {
    this.held.resume(mode);
  }
}
