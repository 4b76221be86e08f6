// The small neutral language that every front end lowers into, and the only thing the evaluator reads.
// Plain data: no syntax-tree node, no wasm memory. What a front end cannot read becomes `Opaque`, never an error.
// Types and expressions share one language, since a template argument may be either and only evaluation can tell.
import type { FileId, Span } from '../base/span';

// ---- Expressions -------------------------------------------------------------------------------------------------

interface At {
  /** Where it stands in the source. An expression that came out of a macro has the span of the macro's use. */
  readonly span: Span;
}

/** An integer literal. `type` is the C++ type its suffix and size give: `int`, `unsigned`, `int64_t`, `size_t`. */
export interface IntLit extends At {
  readonly is: 'Int';
  readonly value: number;
  readonly type: string;
}
export interface FloatLit extends At {
  readonly is: 'Float';
  readonly value: number;
  readonly type: 'float' | 'double';
}
export interface BoolLit extends At {
  readonly is: 'Bool';
  readonly value: boolean;
}
export interface StringLit extends At {
  readonly is: 'String';
  readonly value: string;
}
export interface CharLit extends At {
  readonly is: 'Char';
  readonly value: string;
}

/** An identifier, with template arguments where written: `size<0>`, `Layout<Shape<_2,_2>>`, `int`, `unsigned long`. */
export interface Name extends At {
  readonly is: 'Name';
  readonly id: string;
  readonly args?: readonly Expr[];
}
/** `of::id<args>`: in a namespace or a class. `of` absent for a leading `::`. `typename` and `template` are dropped. */
export interface Scope extends At {
  readonly is: 'Scope';
  readonly of?: Expr;
  readonly id: string;
  readonly idSpan: Span;
  readonly args?: readonly Expr[];
}
/** `f(args)`. Also `int(m)` and `T(args)`: only evaluation knows whether `callee` is a type. */
export interface Call extends At {
  readonly is: 'Call';
  readonly callee: Expr;
  readonly args: readonly Expr[];
}
/** `T{args}`, or `{args}` where `type` is absent. */
export interface Brace extends At {
  readonly is: 'Brace';
  readonly type?: Expr;
  readonly args: readonly Expr[];
  readonly designators?: readonly (string | undefined)[];
}
/** `object.id<args>` or `object->id<args>`. */
export interface Member extends At {
  readonly is: 'Member';
  readonly object: Expr;
  readonly id: string;
  readonly idSpan: Span;
  readonly args?: readonly Expr[];
  readonly arrow: boolean;
}
export interface Index extends At {
  readonly is: 'Index';
  readonly object: Expr;
  readonly args: readonly Expr[];
}
/** Operators as spelled: `-` `!` `~` `&` `*` `+`, `++` `--` (prefix), `post++` `post--`. */
export interface Unary extends At {
  readonly is: 'Unary';
  readonly op: string;
  readonly arg: Expr;
}
/** Operators as spelled, `,` included. */
export interface Binary extends At {
  readonly is: 'Binary';
  readonly op: string;
  readonly left: Expr;
  readonly right: Expr;
}
/** `=`, `+=`, … */
export interface Assign extends At {
  readonly is: 'Assign';
  readonly op: string;
  readonly target: Expr;
  readonly value: Expr;
}
export interface Conditional extends At {
  readonly is: 'Conditional';
  readonly cond: Expr;
  readonly then: Expr;
  readonly else: Expr;
}
/** `(T)x`, `static_cast<T>(x)`, `reinterpret_cast<T>(x)`, … */
export interface Cast extends At {
  readonly is: 'Cast';
  readonly how: 'c' | 'static' | 'reinterpret' | 'const' | 'dynamic';
  readonly type: Expr;
  readonly arg: Expr;
}
/** `(x) - y`: a cast where x is a type, an operation where it is a value. */
export interface Ambiguous extends At {
  readonly is: 'Ambiguous';
  readonly type: Expr;
  readonly cast: Expr;
  readonly operation: Expr;
}
/** `decltype(arg)`. `auto` in `decltype(auto)` gives a Name `auto`. */
export interface Decltype extends At {
  readonly is: 'Decltype';
  readonly arg: Expr;
}
/** `sizeof(arg)`, `alignof(arg)`; `arg` is a type or an expression. `sizeof...(pack)` has op `sizeof...`. */
export interface Sizeof extends At {
  readonly is: 'Sizeof';
  readonly op: 'sizeof' | 'alignof' | 'sizeof...';
  readonly arg: Expr;
}
export interface Lambda extends At {
  readonly is: 'Lambda';
  readonly templateParams: readonly TemplateParam[];
  readonly params: readonly Param[];
  /** Init-captures `[x = e]`, `[&x = e]`; other captures by reference see the enclosing scope. */
  readonly captures: readonly {
    readonly name: string;
    readonly init: Expr;
    readonly span: Span;
    readonly reference?: true;
  }[];
  /** Captures by value: `[x, y]`, and `[=]` with those that are taken by reference all the same. */
  readonly copies?: { readonly names: readonly string[] } | { readonly allBut: readonly string[] };
  readonly returns?: Expr;
  readonly body: Block;
}
/** A type built around another: `T*`, `T&`, `T&&`, `T const`, `T[n]`, `T(*)(…)` as `function`. */
export interface TypeOfType extends At {
  readonly is: 'Wrap';
  readonly how: 'pointer' | 'ref' | 'rvalue-ref' | 'const' | 'array' | 'function';
  readonly of: Expr;
  readonly size?: Expr;
}
/** `kernel<<<grid, block, smem, stream>>>(args)`. */
export interface Launch extends At {
  readonly is: 'Launch';
  readonly kernel: Expr;
  readonly config: readonly Expr[];
  readonly args: readonly Expr[];
}
/** `pack...` in an argument list. */
export interface Expand extends At {
  readonly is: 'Expand';
  readonly of: Expr;
}
/** `(pack op ...)`, `(... op pack)`, `(init op ... op pack)`. */
export interface Fold extends At {
  readonly is: 'Fold';
  readonly op: string;
  readonly pack: Expr;
  readonly init?: Expr;
  readonly left: boolean;
}
export interface This extends At {
  readonly is: 'This';
}
/** What the front end could not read. `why` is a sentence for the user. */
export interface Opaque extends At {
  readonly is: 'Opaque';
  readonly why: string;
}

export type Expr =
  | IntLit
  | FloatLit
  | BoolLit
  | StringLit
  | CharLit
  | Name
  | Scope
  | Call
  | Brace
  | Member
  | Index
  | Unary
  | Binary
  | Assign
  | Conditional
  | Cast
  | Ambiguous
  | Decltype
  | Sizeof
  | Lambda
  | TypeOfType
  | Launch
  | Expand
  | Fold
  | This
  | Opaque;

// ---- Declarations and statements -----------------------------------------------------------------------------------

export interface Param {
  readonly name?: string;
  readonly nameSpan?: Span;
  /** `auto` (possibly wrapped) makes a generic lambda or an abbreviated template. */
  readonly type: Expr;
  readonly default?: Expr;
  readonly pack: boolean;
  readonly span: Span;
}

/** `class T = D`, `int N = 4`, `class... Ts`, `template <class> class TT`. */
export interface TemplateParam {
  readonly kind: 'type' | 'value' | 'template';
  readonly name?: string;
  readonly nameSpan?: Span;
  /** The type of a value parameter. */
  readonly type?: Expr;
  readonly default?: Expr;
  readonly pack: boolean;
}

/** How a variable is initialised: `T x;` `T x = e;` `T x(e…);` `T x{e…};` */
export type Init =
  | { readonly how: 'none' }
  | { readonly how: 'copy'; readonly value: Expr }
  | { readonly how: 'paren' | 'brace'; readonly args: readonly Expr[] };

/** One variable. `int a = 1, b = 2;` lowers to two. `type` is as written: `auto`, `Tensor` (CTAD), `int`, `TA*`, an array Wrap. */
export interface Let extends At {
  readonly is: 'Let';
  readonly name: string;
  readonly nameSpan: Span;
  readonly type: Expr;
  readonly init: Init;
  readonly constexpr: boolean;
  readonly static: boolean;
  /** `shared`: `__shared__`; `extern-shared`: `extern __shared__`. */
  readonly memory: 'local' | 'shared' | 'extern-shared' | 'constant' | 'device';
  /** Where `__shared__` is written. */
  readonly memoryAt?: Span;
  /** `alignas(n)`: bytes, or a type whose alignment is meant. */
  readonly align?: readonly Expr[];
  /** `template <…> constexpr auto x = …` */
  readonly templateParams?: readonly TemplateParam[];
}
/** `auto [a, b] = init;` */
export interface Bindings extends At {
  readonly is: 'Bindings';
  readonly names: readonly { readonly name: string; readonly span: Span }[];
  readonly init: Expr;
  readonly reference?: true;
}
/** `using X = type;`, `typedef type X;`, with template parameters for an alias template. */
export interface Alias extends At {
  readonly is: 'Alias';
  readonly name: string;
  readonly nameSpan: Span;
  readonly templateParams: readonly TemplateParam[];
  readonly type: Expr;
}
export interface Func extends At {
  readonly is: 'Func';
  readonly name: string;
  readonly nameSpan: Span;
  /** The class or namespace of an out-of-class definition: `KernelTemplate<D>` in `void KernelTemplate<D>::run()`. */
  readonly qualifier?: Expr;
  /** One list per `template<…>` header, outermost first; `template<>` is an empty list. */
  readonly templates: readonly (readonly TemplateParam[])[];
  /** Template arguments of an explicit specialisation: `run<half_t, 128>`. */
  readonly specialises?: readonly Expr[];
  readonly params: readonly Param[];
  readonly returns?: Expr;
  /** Absent for a declaration without a body. */
  readonly body?: Block;
  readonly kernel: boolean;
  /** What a kernel is written for: absent for one thread of a block, `tile` for a whole tile block. */
  readonly model?: 'tile';
  readonly device: boolean;
  readonly constexpr: boolean;
  readonly static: boolean;
  readonly const: boolean;
  readonly virtual?: true;
  /** `operator()` has the name `operator()`; constructors have the name of their class. */
  readonly constructorInits?: readonly { readonly name: string; readonly args: readonly Expr[] }[];
  /** The argument of `__launch_bounds__`, for checks. */
  readonly launchBounds?: readonly Expr[];
}
export interface StructDecl extends At {
  readonly is: 'Struct';
  readonly kind: 'struct' | 'class' | 'union';
  readonly name?: string;
  readonly nameSpan?: Span;
  readonly templates: readonly (readonly TemplateParam[])[];
  readonly specialises?: readonly Expr[];
  readonly bases: readonly Expr[];
  /** `struct alignas(n) S`. */
  readonly align?: readonly Expr[];
  /** Absent for a forward declaration. Members in order: Let, Alias, Func, Struct, Enum, Static assertions. */
  readonly members?: readonly Stmt[];
}
export interface Enum extends At {
  readonly is: 'Enum';
  readonly name?: string;
  readonly scoped: boolean;
  readonly members: readonly { readonly name: string; readonly span: Span; readonly value?: Expr }[];
}
export interface Namespace extends At {
  readonly is: 'Namespace';
  readonly name?: string;
  readonly items: readonly Stmt[];
}
/** `using namespace cute;` */
export interface UsingNamespace extends At {
  readonly is: 'UsingNamespace';
  readonly name: string;
}
/** `using cute::Layout;` */
export interface UsingDecl extends At {
  readonly is: 'UsingDecl';
  readonly name: Expr;
}
/** `template void f<64, half_t>(…);` or `template struct Traits<64>;` */
export interface Instantiation extends At {
  readonly is: 'Instantiation';
  readonly target: Expr;
}
/** `static_assert(e)`, `CUTE_STATIC_ASSERT_V(e)`, `CUTE_STATIC_ASSERT(e)`. */
export interface StaticAssert extends At {
  readonly is: 'StaticAssert';
  readonly cond: Expr;
}

export interface Block extends At {
  readonly is: 'Block';
  readonly body: readonly Stmt[];
}
export interface ExprStmt extends At {
  readonly is: 'Expr';
  readonly expr: Expr;
}
export interface If extends At {
  readonly is: 'If';
  readonly constexpr: boolean;
  readonly init?: Stmt;
  readonly cond: Expr;
  readonly then: Stmt;
  readonly else?: Stmt;
}
export interface For extends At {
  readonly is: 'For';
  readonly init: readonly Stmt[];
  readonly cond?: Expr;
  readonly step?: Expr;
  readonly body: Stmt;
  /** Of a loop that counts its one variable by one: the first number that it does not reach. */
  readonly until?: Expr;
}
export interface RangeFor extends At {
  readonly is: 'RangeFor';
  readonly variable: Let;
  readonly range: Expr;
  readonly body: Stmt;
}
export interface While extends At {
  readonly is: 'While';
  readonly cond: Expr;
  readonly body: Stmt;
  readonly doWhile: boolean;
}
export interface Switch extends At {
  readonly is: 'Switch';
  readonly value: Expr;
  readonly cases: readonly { readonly value?: Expr; readonly body: readonly Stmt[] }[];
}
export interface Return extends At {
  readonly is: 'Return';
  readonly value?: Expr;
}
/** `label` is where a goto leads. */
export interface Jump extends At {
  readonly is: 'Jump';
  readonly how: 'break' | 'continue' | 'goto' | 'label';
}
export interface OpaqueStmt extends At {
  readonly is: 'OpaqueStmt';
  readonly why: string;
}

export type Stmt =
  | Let
  | Bindings
  | Alias
  | Func
  | StructDecl
  | Enum
  | Namespace
  | UsingNamespace
  | UsingDecl
  | Instantiation
  | StaticAssert
  | Block
  | ExprStmt
  | If
  | For
  | RangeFor
  | While
  | Switch
  | Return
  | Jump
  | OpaqueStmt;

// ---- A file --------------------------------------------------------------------------------------------------------

/** `#include "path"` (`quoted`) or `<path>`. Headers under `cute/` and `cutlass/` are known, not read. */
export interface Include extends At {
  readonly path: string;
  readonly quoted: boolean;
}

/** Something the grammar could not read; never stops anything. */
export interface SyntaxProblem extends At {
  readonly message: string;
}

/** A comment `// cute-lens: M=512, kHeadDim=64` or `// cute-lens: instantiate Traits<64, 128, half_t>`.
 *  It belongs to the declaration that starts next after it. */
export interface Pin extends At {
  /** Values by name; the text of each parsed as an expression. */
  readonly values: readonly { readonly name: string; readonly value: Expr }[];
  readonly instantiate?: Expr;
}

/** One file, lowered. */
export interface Program {
  readonly file: FileId;
  /** What the file is written in; absent for CUDA C++. */
  readonly language?: 'cutile-rust';
  /** The text that spans count in, and its comments in order. */
  readonly text: string;
  readonly comments: readonly Span[];
  /** Strings and characters with their quotes, in order; absent where the text's tokens say so as well. */
  readonly literals?: readonly Span[];
  readonly items: readonly Stmt[];
  readonly includes: readonly Include[];
  readonly pins: readonly Pin[];
  readonly problems: readonly SyntaxProblem[];
  /** Object-like macros whose body is an expression or a type, in case the evaluator meets the name (`#define kTile 128`). */
  readonly macros: ReadonlyMap<string, Expr>;
}
