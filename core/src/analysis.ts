// The door to the core's work: source programs in, facts with places and reasons out.
// An Analysis is an immutable snapshot; the same input gives the same Analysis. Reads no file, clock or setting.
import type { FileId, Span } from './base/span';
import type { Program } from './ir/program';
import type { Value } from './values/value';

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
  /** The entry and the local headers read so far. */
  readonly files: ReadonlyMap<FileId, Program>;
  /** How each quoted include resolves: `includer\0path` → file, or absent where it was not found (null). */
  readonly includes: ReadonlyMap<string, FileId | null>;
  readonly assumptions: Assumptions;
  /** Upper bounds; defaults in eval/budget.ts. */
  readonly budget?: { readonly steps?: number; readonly depth?: number };
  /** Set by the host to stop early; polled by the evaluator. */
  readonly cancelled?: () => boolean;
}

/** Something a value rests on: a default of the program, an argument, a pin, the sample thread, a loop's first iteration. */
export interface Assumption {
  readonly id: number;
  readonly kind: 'default' | 'argument' | 'pin' | 'thread' | 'block' | 'launch' | 'loop' | 'branch' | 'symbol' | 'instance' | 'arch';
  /** A sentence fragment: "M = 5120, default of `m`, line 578". */
  readonly text: string;
  readonly at?: Span;
}

/** One way the code of a function is reached: a kernel at a launch, with its bindings. 0 is "outside any kernel". */
export interface Instance {
  readonly id: number;
  /** `gemm_device from gemm_nt`. */
  readonly label: string;
  readonly kernel: string;
  /** Where it is launched or instantiated. */
  readonly at?: Span;
  /** False where the program with these arguments does not get there (its run-time numbers are symbols). */
  readonly reached: boolean;
  readonly launch?: { readonly grid: readonly Value[]; readonly block: readonly Value[]; readonly sharedBytes?: Value };
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

export type FactRole = 'declaration' | 'parameter' | 'template-parameter' | 'alias' | 'use' | 'expression' | 'binding' | 'member';

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
}

export interface Analysis {
  readonly entry: FileId;
  /** In source order within a file: by start, outer before inner. */
  readonly facts: ReadonlyMap<FileId, readonly Fact[]>;
  readonly instances: readonly Instance[];
  readonly assumptions: readonly Assumption[];
  /** Quoted includes that are not in `files` yet: the host reads them and calls again. */
  readonly wants: readonly { readonly from: FileId; readonly path: string; readonly span: Span }[];
  readonly problems: readonly { readonly span: Span; readonly message: string }[];
  /** Failures of CuTe Lens itself while it evaluated; each left one value unknown. The host logs them, tests want none. */
  readonly bugs: readonly string[];
  readonly stats: { readonly steps: number; readonly layouts: number; readonly exhausted: boolean };
}
