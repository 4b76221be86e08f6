// What an evaluation works on: the mode in which code is evaluated (mode.ts), the state that the program changes
// (state.ts), the trace of what was seen (recorder.ts) and done (trace.ts), the budget, and what was declared.
// Everything in eval/ is a function whose first argument is the machine. One machine serves one translation unit; those
// of one call of analyze share mode, recorder and budget.
import { referredValues } from '../values/holders';
import { say } from '../../base/say';
import { dyn, type Dynamic, ofType, symbol, withSign } from '../../algebra/leaf';
import type { AnalyzeInput, FactRole, NamedClass } from '../../analysis';
import { Held } from '../../base/held';
import type { Meter } from '../../base/meter';
import type { FileId, Span } from '../../base/span';
import type { BuiltinContext } from '../../builtins/registry';
import type { Expr, Let, Program, Stmt } from '../../ir/program';
import type { Form, Struct, Value } from '../../values/value';
import { stillShared } from '../values/elements';
import { overPart } from '../values/base-parts';
import { type Cell, isBeyond, isFixed, outermost } from '../values/cells';
import {
  type Arg,
  type ClassEntity,
  type ClassInstance,
  type Entity,
  type FunctionEntity,
  Scope,
} from '../values/entities';
import { assumptionsOf, erase, isNamed, isTuple } from '../values/inspect';
import { unknown } from '../values/unknown';
import { type Activation, Budget } from './budget';
import { Escaped } from './escaped';
import type { Evaluator } from './evaluator';
import { FreshNames } from './fresh';
import type { Mode } from './mode';
import { Recall } from './recall';
import { Recorder } from './recorder';
import type { Simt } from './simt';
import { Sites } from './sites';
import { type Frame, type Launch, State } from './state';
import { Temporaries } from './temporaries';
import { Trace } from './trace';

/** An instance of a kernel, and what its first launch gave it: arguments and configuration. */
export interface Launched {
  readonly id: number;
  readonly given: readonly Value[];
}

/** A kernel with what its first launch gave it. */
export interface KernelRun {
  readonly instance: number;
  /** The program's numbers rule out the launch: what its arguments are where it runs is not known. */
  readonly isRuledOut: boolean;
  readonly kernel: Value;
  readonly launch: Launch;
  readonly sharedBytes: Value | undefined;
  readonly args: readonly Value[];
  /** Runs its body; how, the machine says. */
  readonly run: () => void;
}

interface Reason {
  readonly why: string;
  readonly at: Span;
}

/** A static variable of a function; `begun` is true once it is initialised, unless that was undone. */
export interface StaticVariable {
  readonly entity: Entity;
  readonly begun: Cell;
}

/** How many names of functions are kept that nothing has entered where they are named. */
const mostNamed = 1024;

export class Machine {
  readonly budget: Budget;
  readonly recorder: Recorder;
  readonly global = new Scope(undefined, '');
  readonly files: ReadonlyMap<string, Program>;
  /** Those of them that define macros with values. */
  readonly withMacros: readonly Program[];
  readonly state = new State();
  readonly trace = new Trace();
  /** Classes instantiated so far, whose members are all evaluated in the end. */
  readonly classes: ClassInstance[] = [];
  /** Those for which aliases of the entry stand, and what is known of them in the end. */
  readonly aliased = new Set<ClassInstance>();
  described: ReadonlyMap<unknown, NamedClass> = new Map();
  /** Function bodies that were evaluated, and lambdas seen and called. */
  readonly evaluated: Set<object>;
  readonly lambdas = new Map<object, { run: () => void }>();
  /** Functions with a place in a namespace, in source order. */
  readonly functions: FunctionEntity[] = [];
  readonly instantiations: { readonly target: Expr; readonly scope: Scope; readonly span: Span }[] = [];
  /** Function templates that code names with arguments, which it may call in ways that are not seen. */
  readonly named: {
    readonly overloads: readonly FunctionEntity[];
    readonly targs: readonly Value[];
    readonly span: Span;
  }[] = [];
  /** The file that the compiler is given, and those that it and its headers include. */
  readonly unit = new Set<FileId>();
  /** Lazy declarations, evaluated in the end where nothing asked for them. */
  readonly later: (() => void)[] = [];
  /** The variables of namespaces, in their order, with what evaluates one that nothing has asked for. */
  readonly globals: { readonly decl: Let; readonly settle: () => void }[] = [];
  /** Of these, while they begin in their order, those whose turn has not come. */
  unbegun: ReadonlySet<{ readonly decl: Let }> | undefined;
  readonly wants: { readonly from: FileId; readonly path: string; readonly span: Span }[];
  /** Our own failures, one line each. */
  readonly bugs: string[];
  /** Variables in shared memory, by the number they were born with. */
  readonly shared = new Set<number>();
  /** Names of arrays whose size the launch gives. */
  readonly externShared = new Set<string>();
  /** Local headers that do not exist. */
  readonly notFound: string[] = [];
  /** Headers of CUTLASS without which the program is read, and whether some are read: CuTe's names are known in any
   *  case. */
  readonly notRead: string[] = [];
  readsCutlass = false;
  /** Branches that the program's numbers rule out; what they call is shown with symbols, where nothing else calls
   *  it. */
  readonly untaken: { readonly body: Stmt; readonly scope: Scope }[] = [];
  /** For functions called under conditions that are not known: the template arguments they were entered with. */
  readonly entered = new Map<object, Set<string>>();
  /** Instances of kernels, by what makes them one. */
  readonly launched: Map<string, Launched>;
  /** Kernels of the tile model that were called; each runs once. */
  readonly tileLaunches: LaunchState[] = [];
  /** The values of names of the library that are the same wherever they are used, by namespace. */
  readonly libraryNames = new Map<string, Map<string, Value | undefined>>();
  readonly recall = new Recall();
  /** Variables that outlive calls and may change, and those of them that kernels can name; `lost` where code that may
   *  change them was left out, `lostOnDevice` where that runs in a kernel, `loose` where it may run at any time from
   *  here on; `uncalled` once functions are entered that nothing calls; `open`: what those functions find in them;
   *  `names`: those of all variables that the program writes, once something asks. */
  readonly lasting: {
    readonly cells: Cell[];
    readonly onDevice: Set<Cell>;
    lost?: Reason;
    lostOnDevice?: Reason;
    loose?: Reason;
    uncalled?: true;
    names?: ReadonlySet<string>;
    readonly open: Map<Cell, Value>;
  } = { cells: [], onDevice: new Set(), open: new Map() };
  readonly escaped = new Escaped();
  /** Static variables of functions, which are initialised once in each instance of a template. */
  readonly statics = new Map<Stmt, Map<string, StaticVariable>>();
  /** Objects that the full expression at hand has made and that nothing has taken. */
  readonly temporaries = new Temporaries();
  /** What builtins see of the program; made when the first one is called. */
  builtins: BuiltinContext | undefined;
  /** Classes and class templates that are declared, in any scope. */
  readonly declaredClasses: ClassEntity[] = [];
  /** Class templates, for those that nothing instantiates. */
  readonly classTemplates = new Set<ClassEntity>();
  /** The forms of what is not known in templates that nothing instantiates, by variable or alias. */
  readonly forms = new WeakMap<object, Form>();
  /** Variables and aliases there that are copies by TMA, although their types are not known. */
  readonly tmaCopies = new WeakSet<object>();
  /** Whether the parameter of a template that nothing instantiates has stood for itself (`isOpenType`). */
  hasOpenTypes = false;
  /** The functions that are being evaluated, each with the number of unknown conditions around its innermost call. */
  readonly active = new Map<FunctionEntity, number>();
  /** Objects whose constructors or destructors run, each with the class that it is of meanwhile. */
  readonly making = new Map<Cell, ClassInstance>();
  /** The outermost call of each function that runs, by its body. */
  readonly running = new Map<Stmt, Activation>();
  /** Addresses of elements that were taken, and arrays that changed hands with them. */
  addresses = 0;
  sharedArrays = 0;
  /** Closures that are base classes: each is a field of its objects, under a name of its own. */
  closures = 0;
  /** The layout values computed, for the status item. */
  layouts = 0;
  readonly names = new FreshNames();
  /** The arrays of string literals to which a pointer leads, by their text. */
  readonly literals = new Map<string, Cell>();
  readonly sites = new Sites();
  /** What the loops in a loop were seen to write when they were given up, by their bodies. */
  readonly givenUp = new Held<Map<Stmt, Set<Cell>> | undefined>(undefined);
  /** The block whose threads are all evaluated at once, while that is done. */
  readonly followed = new Held<Simt | undefined>(undefined);
  /** The launched kernels of this unit, once for each instance: each can be evaluated for all threads of a block. */
  readonly kernelRuns: KernelRun[] = [];
  private readonly sampleThread: Struct;
  private readonly sampleBlock: Struct;

  constructor(
    readonly input: AnalyzeInput,
    meter: Meter,
    readonly root: FileId,
    readonly evaluator: Evaluator,
    before?: Machine,
  ) {
    this.files = input.files;
    this.withMacros = before?.withMacros ?? [...input.files.values()].filter(({ macros }) => macros.size > 0);
    this.budget = before?.budget ?? new Budget(input, meter);
    this.recorder = before?.recorder ?? new Recorder();
    this.evaluated = before?.evaluated ?? new Set();
    this.launched = before?.launched ?? new Map<string, Launched>();
    this.wants = before?.wants ?? [];
    this.bugs = before?.bugs ?? [];
    this.sampleThread = this.index('threadIdx', 'thread', input.assumptions.threadIdx);
    this.sampleBlock = this.index('blockIdx', 'block', input.assumptions.blockIdx);
  }

  /** The threads that are evaluated: the sample thread, or all threads of a block. */
  get threadIdx(): Struct {
    return this.simt?.threadIdx ?? this.sampleThread;
  }

  /** The block that is evaluated. */
  get blockIdx(): Struct {
    return this.simt?.blockIdx ?? this.sampleBlock;
  }

  private index(name: string, kind: 'thread' | 'block', at: readonly [number, number, number]): Struct {
    const fields = new Map<string, Value>();
    (['x', 'y', 'z'] as const).forEach((axis, i) => {
      const brief = `${name}.${axis} = ${at[i] ?? 0}`;
      const id = this.recorder.assume({
        kind,
        text: kind === 'thread' ? say`${brief}, the sample thread` : say`${brief}, the sample block`,
        brief,
      });
      fields.set(axis, withSign(dyn(at[i] ?? 0, [id]), true));
    });
    return { is: 'struct', name: 'uint3', cls: undefined, fields };
  }

  /** Writes a variable. The state keeps the earlier value, so that the write can be undone. */
  write(cell: Cell, value: Value): void {
    if (cell.among) {
      this.evaluator.writeSome(this, cell, value);
      return;
    }
    if (cell.index !== undefined && isBeyond(cell)) {
      this.writeBeside(cell);
      return;
    }
    this.state.writing(cell);
    const outlives = this.recall.wrote(cell);
    if (outlives && isNamed(value)) this.names.hold();
    const isOfThreads = this.frame.launch !== undefined && !this.simt && this.isShared(cell);
    const given = isOfThreads ? this.ofSomeThread(cell, value) : value;
    const kept = outlives && this.lasting.loose ? this.loosened(cell, given, this.lasting.loose) : given;
    const registers = this.simt?.registers;
    const own = registers?.isUsed ? registers.overwritten(cell.read(), kept) : kept;
    const whole = overPart(cell.read(), own);
    cell.set(this.sharedArrays > 0 ? stillShared(cell.read(), whole) : whole);
    const met = this.escaped.met(cell);
    if (met) this.evaluator.met(this, cell, met);
  }

  /** Something is written beside an array: it may be any other part of the variable. */
  private writeBeside(cell: Cell): void {
    const variable = outermost(cell);
    const why = say`what is written beside \`${cell.whole?.name ?? ''}\` may be here`;
    const type = erase(variable.read());
    if (!isFixed(variable)) this.write(variable, { ...unknown('input', why, undefined, [variable.name]), type });
  }

  /** What a variable holds that threads share, once each of them has written a value of its own to it. */
  private ofSomeThread(cell: Cell, value: Value): Value {
    const own = assumptionsOf(value).some((id) => /^(?:thread|block)$/.test(this.recorder.assumptions[id]?.kind ?? ''));
    if (!own) return value;
    const why = say`threads write different values to ${cell.name}`;
    if (isTuple(value) || value.is !== 'dynamic') return unknown('input', why, undefined, [cell.name]);
    return ofType(this.unknownInt(cell.name, why, 'input', undefined, value.bits), value);
  }

  /** What a variable holds that code which is not followed may write to at any time. Its type stays what it is. */
  private loosened(cell: Cell, value: Value, { why, at }: Reason): Value {
    if (!isTuple(value) && value.is === 'dynamic')
      return ofType(this.unknownInt(cell.name, why, 'input', at, value.bits), value);
    const lost = unknown('input', why, at, [cell.name]);
    if (isTuple(value) || !/^(?:callable|unknown)$/.test(value.is)) return { ...lost, type: erase(value) };
    return lost;
  }

  /** The value of a variable that a write may or may not have changed. */
  maybe(cell: Cell, value: Value): Value {
    const held = cell.read();
    const why = say`${cell.name} may be what is written to here`;
    return held.is === 'dynamic' && held !== value
      ? ofType(this.unknownInt(cell.name, why, 'branch', undefined, held.bits), held)
      : unknown('branch', why, undefined, [cell.name]);
  }

  /** Whether other threads see what is written to a variable. */
  isShared(cell: Cell): boolean {
    return this.shared.has(cell.born) || this.recall.isGlobal(cell);
  }

  get simt(): Simt | undefined {
    return this.followed.now;
  }

  get frame(): Frame {
    return this.state.frame;
  }

  get mode(): Mode {
    return this.recorder.modes.now;
  }

  /** Evaluates code in another mode. */
  within<T>(change: Partial<Mode>, run: () => T): T {
    return this.recorder.modes.within(change, run);
  }

  /** The function is compiled for these arguments. Of many, the first count. */
  noteNamed(overloads: readonly FunctionEntity[], targs: readonly Value[], span: Span): void {
    const { silent, doubtful, open, speculative } = this.mode;
    if (silent || doubtful || open || speculative || this.named.length >= mostNamed) return;
    if (overloads.some(({ decl }) => !this.evaluated.has(decl))) this.named.push({ overloads, targs, span });
  }

  /** Evaluates code of which nothing is recorded. */
  silently<T>(run: () => T): T {
    return this.recorder.modes.silently(run);
  }

  /** Evaluates code that the compiler may discard: its errors are not reported. */
  doubting<T>(run: () => T): T {
    return this.within({ doubtful: true }, run);
  }

  /** Evaluates code that the program may not run: values in the functions that it calls say so. */
  supposing<T>(text: string, at: Span, run: () => T, more: { readonly condition?: true } = {}): T {
    return this.mode.silent
      ? run()
      : this.within({ supposed: this.recorder.assume({ kind: 'branch', text, at, ...more }) }, run);
  }

  /** The value of an operand that the program does not evaluate. Its facts are recorded; its side effects are
   *  discarded. */
  aside<T>(as: 'speculative' | 'unevaluated', at: Span, run: () => T): T {
    const supposed = (): T => this.supposing(say`an operand that the program does not evaluate`, at, run);
    const { given } = this.state.fork(
      () => this.temporaries.within(() => this.within({ [as]: true }, supposed)),
      () => false,
    );
    return given;
  }

  record(span: Span, role: FactRole, value: Value, more?: Parameters<Recorder['record']>[3]): void {
    this.recorder.record(span, role, referredValues(value), more);
  }

  missingIncludes(): readonly string[] {
    return this.notFound;
  }

  /** A run-time integer that nothing fixes. Those of kind `symbol` are one number wherever they are asked for
   *  (`gridDim.x`); any other is a new one. */
  unknownInt(
    name: string,
    why: string,
    kind: 'symbol' | 'loop' | 'branch' | 'input' = 'symbol',
    at?: Span,
    bits: 32 | 64 = 32,
    condition?: true,
  ): Dynamic {
    const id = this.recorder.assume({
      kind: kind === 'input' ? 'symbol' : kind,
      text: why,
      ...(at && { at }),
      ...(condition && { condition }),
    });
    return symbol(kind === 'symbol' ? name : this.names.fresh(name), [id], bits);
  }

  /** A run-time argument of an entry point: a symbol, to which a pin can give a number. */
  openInt(name: string, at: Span, bits: 32 | 64): Dynamic {
    return symbol(
      this.names.fresh(name),
      [this.recorder.assume({ kind: 'symbol', text: say`${name} is a run-time argument`, at, name })],
      bits,
    );
  }
}

/** A launch of the tile model as far as its methods have configured it. */
export interface LaunchState {
  readonly kernel: FunctionEntity;
  readonly args: readonly Arg[];
  readonly generics?: { readonly value: Value; readonly span: Span };
  readonly grid?: { readonly value: Value; readonly span: Span };
  readonly span: Span;
  /** Shared by all copies of one launch: whether it has run, and its last configuration. */
  readonly once: { ran: boolean; last: LaunchState | undefined };
}
