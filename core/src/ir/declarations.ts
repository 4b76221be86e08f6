// The declarations of the neutral language: variables, types, functions and what their headers list. Plain data that
// says what is written; it knows neither what a name refers to nor which of several functions a call takes.
import type { Span } from '../base/span';
import type { At, Expr } from './expressions';
import type { Block, Stmt } from './statements';

export interface Param {
  readonly name?: string;
  readonly nameSpan?: Span;
  /** `auto` (possibly wrapped) makes a generic lambda or an abbreviated template. */
  readonly type: Expr;
  readonly default?: Expr;
  readonly pack: boolean;
  /** `C auto x`: a concept constrains its type. */
  readonly constraint?: Expr;
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
  /** Of a template template parameter: its own parameters. */
  readonly params?: readonly TemplateParam[];
}

/** How a variable is initialised: `T x;` `T x = e;` `T x(e…);` `T x{e…};` */
export type Init =
  | { readonly how: 'none' }
  | { readonly how: 'copy'; readonly value: Expr }
  | {
      readonly how: 'paren' | 'brace';
      readonly args: readonly Expr[];
      readonly designators?: readonly (string | undefined)[];
    };

/** One variable. `int a = 1, b = 2;` lowers to two. `type` is as written: `auto`, `Tensor` (CTAD), `int`, `TA*`, an
 *  array Wrap. */
export interface Let extends At {
  readonly is: 'Let';
  readonly name: string;
  readonly nameSpan: Span;
  /** The class or namespace of an out-of-class definition: `Counter` in `int Counter::live = 0;`. */
  readonly qualifier?: Expr;
  /** `extern` without an initialiser: it is defined elsewhere. */
  readonly extern?: true;
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
  /** `int b __attribute__((packed));`: a member without an alignment of its type. */
  readonly packed?: true;
  /** Of a bit-field: its bits. One that only pads has the name ''. */
  readonly width?: Expr;
  /** A member that a const object may change. */
  readonly mutable?: true;
  /** `[[no_unique_address]]`. */
  readonly overlapping?: true;
  /** Of a definition outside of its class: one list per `template<…>` header, outermost first. */
  readonly templates?: readonly (readonly TemplateParam[])[];
  /** `template <…> constexpr auto x = …` */
  readonly templateParams?: readonly TemplateParam[];
  /** `concept`: a constant of its template arguments that constrains templates. */
  readonly concept?: true;
  /** Template arguments of a specialisation: `float` in `template <> constexpr int x<float> = 4`. */
  readonly specialises?: readonly Expr[];
}
/** `auto [a, b] = init;` */
export interface Bindings extends At {
  readonly is: 'Bindings';
  readonly names: readonly { readonly name: string; readonly span: Span }[];
  readonly init: Expr;
  readonly reference?: true;
  /** `auto const [a, b]`. */
  readonly const?: true;
}
/** `using X = type;`, `typedef type X;`, with template parameters for an alias template. */
export interface Alias extends At {
  readonly is: 'Alias';
  readonly name: string;
  readonly nameSpan: Span;
  readonly templateParams: readonly TemplateParam[];
  readonly type: Expr;
  /** `namespace c = cute;` */
  readonly namespace?: true;
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
  /** `__host__` is written. */
  readonly host?: true;
  readonly constexpr: boolean;
  readonly static: boolean;
  readonly const: boolean;
  readonly volatile?: true;
  /** The condition of `noexcept`. */
  readonly noexcept?: Expr;
  /** `&` or `&&` behind the parameters of a member function. */
  readonly refQualifier?: 'lvalue' | 'rvalue';
  /** A constructor or a conversion function that converts nothing implicitly. */
  readonly explicit?: true;
  /** The condition of `explicit(…)`, where it is no literal. */
  readonly explicitIf?: Expr;
  /** `...` at the end of the parameters, as C has it. */
  readonly variadic?: true;
  readonly virtual?: true;
  /** `= 0`. */
  readonly pure?: true;
  /** A private or protected member. */
  readonly hidden?: true;
  /** A friend that the class defines: found by its arguments alone. */
  readonly friend?: true;
  /** What `requires` asks of the template arguments. */
  readonly requires?: readonly Expr[];
  /** `S() = default;`: what the compiler writes. */
  readonly defaulted?: true;
  /** `void f() = delete;`: a candidate that no program may call. */
  readonly deleted?: true;
  /** `operator()` has the name `operator()`; constructors have the name of their class. */
  readonly constructorInits?: readonly MemberInit[];
  /** The argument of `__launch_bounds__`, for checks. */
  readonly launchBounds?: readonly Expr[];
  /** The arguments of `__cluster_dims__`. */
  readonly clusterDims?: readonly Expr[];
}

/** What a constructor gives a member or a base: `x(1)`, `Base<T>(2)`, `Bases(args)...`. */
export interface MemberInit {
  readonly name: string;
  /** The base, where it is no plain name. */
  readonly base?: Expr;
  readonly args: readonly Expr[];
  /** `x{a}`, not `x(a)`. */
  readonly braced?: true;
  readonly expands?: true;
}

export interface StructDecl extends At {
  readonly is: 'Struct';
  readonly kind: 'struct' | 'class' | 'union';
  readonly name?: string;
  readonly nameSpan?: Span;
  readonly templates: readonly (readonly TemplateParam[])[];
  /** The class or namespace of a definition outside of it: `Outer<int>` of `Outer<int>::Inner<char>`. */
  readonly qualifier?: Expr;
  readonly specialises?: readonly Expr[];
  /** What `requires` asks of the template arguments. */
  readonly requires?: readonly Expr[];
  readonly bases: readonly Expr[];
  /** `struct alignas(n) S`. */
  readonly align?: readonly Expr[];
  /** `packed` or `#pragma pack(n)`: the most alignment of a member, in bytes. */
  readonly pack?: number;
  /** The attribute `packed`, which leaves the alignment of bases as it is. */
  readonly packed?: true;
  readonly virtualBases?: true;
  /** Some of its bases are private or protected. */
  readonly hiddenBases?: true;
  readonly final?: true;
  /** Some of its data is private or protected. */
  readonly hidden?: true;
  /** The names of its private and protected members that are no functions; those say so themselves. */
  readonly hiddenNames?: readonly string[];
  /** It has friends, or bases that are not public: who may use its members is not followed. */
  readonly vagueAccess?: true;
  /** Absent for a forward declaration. Members in order: Let, Alias, Func, Struct, Enum, Static assertions. */
  readonly members?: readonly Stmt[];
}
export interface Enum extends At {
  readonly is: 'Enum';
  readonly name?: string;
  readonly scoped: boolean;
  /** `enum E : T`. */
  readonly underlying?: Expr;
  readonly members: readonly { readonly name: string; readonly span: Span; readonly value?: Expr }[];
}
export interface Namespace extends At {
  readonly is: 'Namespace';
  readonly name?: string;
  /** Its names are also those of the namespace around. */
  readonly inline?: true;
  readonly items: readonly Stmt[];
}
/** `using namespace cute;` */
export interface UsingNamespace extends At {
  readonly is: 'UsingNamespace';
  readonly name: string;
}
/** `using enum Mode;` */
export interface UsingEnum extends At {
  readonly is: 'UsingEnum';
  readonly name: Expr;
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
