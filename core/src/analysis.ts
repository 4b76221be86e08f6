// The door to the core's work: source programs in, facts with places and reasons out.
// An Analysis is an immutable snapshot; the same input gives the same Analysis. Reads no file, clock or setting.
import type { BlockRun, Unfollowed, UnwrittenEnd } from './accesses';
import type { AlgebraCode, RefusalData } from './algebra/errors';
import type { Int } from './algebra/leaf';
import type { Interruption } from './base/meter';
import type { FileId, Span } from './base/span';
import type { Program } from './ir/program';
import type { Value } from './values/value';

export type {
  AccessHazard,
  AccessMoment,
  AccessPlace,
  AsyncCopy,
  BarrierFault,
  BlockRun,
  Divergence,
  Gap,
  InstructionKind,
  Overrun,
  Unfollowed,
  UnwrittenEnd,
  WarpInstructions,
} from './accesses';

/** What the user fixed: the program's arguments, names given values, the thread that is looked at. */
export interface Assumptions {
  /** `argv[1…]`. */
  readonly args: readonly string[];
  /** `--define N=V` and pins of the settings; the text is read as a C++ expression by the front end. */
  readonly defines: ReadonlyMap<string, import('./ir/program').Expr>;
  readonly threadIdx: readonly [number, number, number];
  readonly blockIdx: readonly [number, number, number];
  /** Compute capability assumed for `__CUDA_ARCH__`, as `900`. */
  readonly arch: number;
}

export interface AnalyzeInput {
  readonly entry: FileId;
  /** Files that include `entry` and use what it defines, each a translation unit of its own. Without any, `entry` is
   *  one. */
  readonly roots?: readonly FileId[];
  /** The entry, the roots, and the local headers read so far. */
  readonly files: ReadonlyMap<FileId, Program>;
  /** How each quoted include resolves: `includer\0path` → file, or absent where it was not found (null). */
  readonly includes: ReadonlyMap<string, FileId | null>;
  readonly assumptions: Assumptions;
  /** Upper bounds; defaults in eval/state/budget.ts. */
  readonly budget?: { readonly steps?: number; readonly depth?: number };
  /** Asked every millisecond or so. `stop`: the host's time is up, what was seen stands and the rest is unknown.
   *  `abandon`: nobody wants the result, and `analyze` throws `Abandoned`. While it is asked, the host may use any
   *  finished Analysis. */
  readonly interrupt?: Interrupt;
  /** Where the user looks. Until the evaluation has come there, `peek` gives what the functions there show, if nothing
   *  names them. The result is the same without it. */
  readonly near?: Span;
  /** The class that the user has come from, as in `Instance.of`: functions that nothing calls are shown for it. */
  readonly within?: string;
  /** Kernels are evaluated for all threads of some blocks too, and what they do to memory is looked at. */
  readonly accesses?: boolean;
  /** Where that is not asked for: the labels of the kernels that an analysis before followed to their end, and another
   *  one soon will (checks/lib/followed.ts). */
  readonly followed?: ReadonlySet<string>;
  /** How serious the user takes findings, by slug of the check; what is absent has the check's own level. */
  readonly levels?: ReadonlyMap<string, Level | 'off'>;
}

/** `peek` gives what evaluation has seen so far; absent before it begins. */
export type Interrupt = (peek?: () => Evaluation) => Interruption;

/** How serious a finding is, as the Language Server Protocol has it. */
export type Level = 'error' | 'warning' | 'information' | 'hint';

/** Something a value rests on: a default of the program, an argument, a pin, the sample thread, a loop's first
 *  iteration. */
export interface Assumption {
  readonly id: number;
  readonly kind:
    'default' | 'argument' | 'pin' | 'thread' | 'block' | 'launch' | 'loop' | 'branch' | 'symbol' | 'instance' | 'arch';
  /** A sentence fragment: "M = 5120, default of `m`, line 578". */
  readonly text: string;
  /** The same without saying where it comes from: `threadIdx.x = 0`. */
  readonly brief?: string;
  readonly at?: Span;
  /** `at` is a condition that is not known, and what rests on it stands under that condition. */
  readonly condition?: true;
  /** For the first iteration of a loop that counts by one: its variable, and what it runs from and to. */
  readonly counts?: Counted;
  /** For a run-time number of a function that nothing calls: the name under which a pin gives it a value. */
  readonly name?: string;
}

/** A variable that runs from `first` to below `end`. */
export interface Counted {
  /** Where it is declared. */
  readonly at: Span;
  readonly first: number;
  readonly end: Int;
}

/** A class template, or a partial specialisation of one, that nothing instantiates. */
export interface DormantTemplate {
  /** With its namespaces. */
  readonly name: string;
  readonly span: Span;
  /** The names of its template parameters. */
  readonly named: readonly string[];
  /** Of a specialisation: the arguments that it is for, as they are written. */
  readonly pattern?: Span;
  /** Those without a default; absent where one of them is a template or a pack. */
  readonly parameters?: readonly { readonly is: 'type' | 'value'; readonly type?: string }[];
}

/** A class that an alias of the entry stands for, with the member types that CuTe computes with. */
export interface NamedClass {
  readonly name: string;
  /** With its template arguments, as in `Instance.of`. */
  readonly key: string;
  readonly args: readonly Value[];
  /** The declaration that was chosen among those of the template. */
  readonly at: Span;
  readonly members: readonly { readonly name: string; readonly value: Value }[];
}

/** A template argument: the name of the parameter, and what it is. */
export interface Bound {
  readonly name: string;
  readonly text: string;
}

/** One way the code of a function is reached: a kernel at a launch, with its bindings. 0 is "outside any kernel". */
export interface Instance {
  readonly id: number;
  /** `gemm_device from gemm_nt`. */
  readonly label: string;
  readonly kernel: string;
  /** Where it is launched or instantiated. */
  readonly at?: Span;
  /** The class of which it is a member function, with its template arguments. */
  readonly of?: string;
  /** False where the program with these arguments does not get there (its run-time numbers are symbols). */
  readonly reached: boolean;
  /** The program's numbers rule out the branch from which it is called. */
  readonly ruledOut?: true;
  readonly launch?: KernelLaunch;
  /** The function that launches it; absent where that is `main`. */
  readonly from?: string;
  /** The program asks for it with given arguments: an explicit instantiation, or one in a comment. */
  readonly asked?: true;
  /** The template arguments of a launched kernel. */
  readonly bindings?: readonly Bound[];
  /** Launched more than once, with other run-time numbers: some that are seen are not those of every launch. */
  readonly repeated?: true;
  /** Launched in ways that are not looked at: in later iterations of a loop, or as one of more instances than are kept.
   *  The machine shows more than is seen. */
  readonly unseen?: true;
  /** One of more instances of the kernel than are kept, with other template arguments. */
  readonly crowded?: true;
  /** Generic parameters of a kernel of the tile model, and what binds each: a parameter, `.generics`; absent where
   *  nothing does. */
  readonly binds?: readonly { readonly name: string; readonly value: Value; readonly by?: string }[];
}

/** A launch as the program writes it. Extents are `x, y, z`, or one Unknown. */
export interface KernelLaunch {
  readonly grid: readonly Value[];
  readonly block: readonly Value[];
  /** Bytes of dynamic shared memory. */
  readonly sharedBytes?: Value;
  readonly cluster?: readonly Value[];
  /** Where each of them is written. */
  readonly at: { readonly grid?: Span; readonly block?: Span; readonly sharedBytes?: Span; readonly cluster?: Span };
  /** The name of the kernel where it is declared. */
  readonly kernel: Span;
}

/** A call of one of CuTe's functions, or of an object (`layout(i)`, named `operator()`), with what it was given.
 *  One for each instance and each set of operands. The second iteration of a loop calls nothing new. */
export interface Call {
  readonly name: string;
  readonly span: Span;
  readonly instance: number;
  readonly targs: readonly Value[];
  /** The first operand is the object whose member function this is. */
  readonly method: boolean;
  readonly operands: readonly { readonly value: Value; readonly span?: Span }[];
  /** `void` for what is done for its effect; Unknown with a `rule` where CuTe refuses the operands. */
  readonly result: Value;
  /** The conditions of `if`, outermost first, under which it stands and which are not known, or differ between threads
   *  or blocks. */
  readonly guards: readonly Span[];
  /** The program does not run it in this instance: only what the compiler refuses counts. */
  readonly idle?: true;
}

/** Operands that CuTe refuses: the program does not compile. */
export interface Refusal {
  readonly span: Span;
  readonly instance: number;
  readonly rule: AlgebraCode;
  readonly message: string;
  /** What it is about, where a check or a repair needs more than the rule. */
  readonly data?: RefusalData;
}

/** A `__shared__` variable, in the instance of a kernel that declares it. */
export interface SharedVariable {
  readonly name: string;
  /** The declared name. */
  readonly span: Span;
  readonly instance: number;
  /** `extern __shared__`: its size is in the launch. */
  readonly dynamic: boolean;
  /** Its size, where that is known; of dynamic ones there is none. */
  readonly bytes?: number;
  /** The alignment that its type and its declaration give it. */
  readonly alignBytes?: number;
}

/** Dynamic shared memory that is taken for an object of some size. */
export interface SharedLayout {
  readonly span: Span;
  readonly instance: number;
  readonly bytes: number;
}

/** A condition of an `if` that is not known, or that differs between threads or blocks. */
export interface Guard {
  readonly span: Span;
  readonly instance: number;
  /** Ids of the assumptions behind it. */
  readonly assumes: readonly number[];
}

/** A static assertion that was evaluated, once for each instance and value. */
export interface Assertion {
  /** The condition. */
  readonly span: Span;
  readonly instance: number;
  readonly value: Value;
  /** Whether it holds; absent where that is not known. */
  readonly holds?: boolean;
  /** Ids of the assumptions that it rests on. */
  readonly assumes: readonly number[];
  /** The compiler may never see it with these operands: a branch that it may discard, a template that nothing
   *  instantiates, an operand that is not evaluated. */
  readonly perhaps?: true;
}

export interface Related {
  readonly span: Span;
  readonly message: string;
  /** Of a finding that follows from this one: the slug of its check. */
  readonly code?: string;
}

/** A repair: all of its edits together. Spans are those of the text before; they do not overlap. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly { readonly span: Span; readonly text: string }[];
  /** The one that an editor may apply without asking which. */
  readonly preferred?: boolean;
}

/** A finding of a check. */
export interface Diagnostic {
  /** The check's slug. */
  readonly code: string;
  readonly level: Level;
  readonly span: Span;
  readonly message: string;
  readonly related: readonly Related[];
  readonly fixes: readonly Fix[];
}

/** What was seen at a place, in one instance and one call. */
export interface Observation {
  readonly instance: number;
  readonly value: Value;
  /** Ids of assumptions the value rests on. */
  readonly assumes: readonly number[];
  /** How this one came about, where it is the result of a builtin. */
  readonly why?: Derivation;
}

/** How a value came about, one level deep: the builtin or language rule, with the operands' values. */
export interface Derivation {
  /** `local_tile`, `partition_C`, `literal`, `argument`, … */
  readonly by: string;
  /** Template arguments, where there are any: `2` in `upcast<2>(…)`. */
  readonly targs?: readonly Value[];
  /** The first operand is the object whose member function this is. */
  readonly method?: boolean;
  /** CuTe header for a builtin. */
  readonly source?: string;
  readonly operands: readonly { readonly text: string; readonly span?: Span; readonly value: Value }[];
}

export type FactRole =
  'declaration' | 'parameter' | 'template-parameter' | 'alias' | 'use' | 'expression' | 'binding' | 'member';

/** What is known of one place in the text. */
export interface Fact {
  readonly span: Span;
  readonly role: FactRole;
  /** The declared or used name, where it is one. */
  readonly name?: string;
  /** Where the declaration starts (for a declaration: its first token). */
  readonly start: number;
  /** For a use: the span of the declaration's name. */
  readonly declared?: Span;
  /** Distinct by printed value and instance, in the order of evaluation; never empty. */
  readonly seen: readonly Observation[];
  readonly why?: Derivation;
  /** For a declaration of shared memory: whether its size is in the source or in the launch. */
  readonly memory?: 'shared' | 'extern-shared';
  /** For a parameter: where the arguments of its calls are written. */
  readonly given?: readonly Span[];
  /** Instances in which more values were seen than are kept. */
  readonly cut?: ReadonlySet<number>;
}

/** A source, for what only the source tells: comments, and how an operand is written. `ir/outline.ts` looks places up
 *  in it. */
export type SourceText = Pick<Program, 'text' | 'comments' | 'literals' | 'items' | 'pins' | 'leftOut'>;

/** What evaluation gives: everything that checks and views look at. */
export interface Evaluation {
  readonly entry: FileId;
  /** What the entry is written in; absent for CUDA C++. */
  readonly language?: Program['language'];
  /** The architecture that was assumed, as `__CUDA_ARCH__`: 900. */
  readonly arch: number;
  /** In source order within a file: by start, outer before inner. */
  readonly facts: ReadonlyMap<FileId, readonly Fact[]>;
  readonly calls: readonly Call[];
  readonly refusals: readonly Refusal[];
  readonly guards: readonly Guard[];
  readonly shared: readonly SharedVariable[];
  readonly sharedLayouts: readonly SharedLayout[];
  readonly dormant: readonly DormantTemplate[];
  /** By the identity that objects of the class have, `Struct.cls`. */
  readonly classes: ReadonlyMap<unknown, NamedClass>;
  readonly assertions: readonly Assertion[];
  /** Absent where nobody asked for them. */
  readonly blocks?: readonly BlockRun[];
  /** The kernels of which no block is followed, or not all that were chosen, each with the reason. */
  readonly unfollowed?: readonly Unfollowed[];
  /** The labels of kernels that were followed to their end before. */
  readonly followedBefore?: ReadonlySet<string>;
  /** What launches of which all blocks were followed leave unwritten. */
  readonly unwritten?: readonly UnwrittenEnd[];
  /** The files that were evaluated. */
  readonly sources: ReadonlyMap<FileId, SourceText>;
  readonly instances: readonly Instance[];
  readonly assumptions: readonly Assumption[];
  /** Quoted includes that are not in `files` yet: the host reads them and calls again. */
  readonly wants: readonly { readonly from: FileId; readonly path: string; readonly span: Span }[];
  /** Quoted includes that are nowhere to be found: what they declare and call is not seen. */
  readonly missing: readonly string[];
  readonly problems: readonly { readonly span: Span; readonly message: string }[];
  /** Failures of CuTe Lens itself while it evaluated; each left one value unknown. The host logs them, tests want
   *  none. */
  readonly bugs: readonly string[];
  readonly stats: { readonly steps: number; readonly layouts: number; readonly exhausted: boolean };
}

export interface Analysis extends Evaluation {
  /** In source order within a file. Findings that comments silence, and those of checks that are off, are not here. */
  readonly diagnostics: readonly Diagnostic[];
}
