// The expressions of the neutral language, types among them: a template argument may be either, and only evaluation can
// tell. Plain data that says what is written; it knows neither what a name stands for nor what a value is.
import type { Span } from '../base/span';
import type { Param, TemplateParam } from './declarations';
import type { Block } from './statements';

/** What has a place in the source. */
export interface At {
  /** Where it stands in the source. An expression that came out of a macro has the span of the macro's use. */
  readonly span: Span;
}

/** An integer literal. `type` is the C++ type its suffix and size give: `int`, `unsigned`, `int64_t`, `size_t`. */
export interface IntLit extends At {
  readonly is: 'Int';
  readonly value: number;
  readonly type: string;
  /** `5ll`: a `long long`, which is as wide as `int64_t` and another type. */
  readonly longLong?: true;
}
export interface FloatLit extends At {
  readonly is: 'Float';
  readonly value: number;
  readonly type: 'float' | 'double' | 'long double';
}
export interface BoolLit extends At {
  readonly is: 'Bool';
  readonly value: boolean;
}
export interface StringLit extends At {
  readonly is: 'String';
  readonly value: string;
  /** What the array of its characters takes, with the zero behind them. */
  readonly bytes?: number;
  /** Bytes of a character: of `u"…"`, `U"…"` and `L"…"`. */
  readonly width?: 2 | 4;
}
export interface CharLit extends At {
  readonly is: 'Char';
  readonly value: string;
  /** Of `u8'a'` (`char` before C++20), `u'a'`, `U'a'` and `L'a'`. */
  readonly type?: 'char8_t' | 'char16_t' | 'char32_t' | 'wchar_t';
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
  /** As a template argument: the type of a function that it is where `callee` and `args` are types ([temp.arg]/2). */
  readonly type?: Expr;
}
/** `T{args}`, or `{args}` where `type` is absent. */
export interface Brace extends At {
  readonly is: 'Brace';
  readonly type?: Expr;
  readonly args: readonly Expr[];
  readonly designators?: readonly (string | undefined)[];
  /** For `8_c`: the operator that it calls, which may be another one than CuTe's. */
  readonly literal?: string;
  /** An expression of its own, as tuples and arrays of Rust are: no list that initialises something. */
  readonly tuple?: true;
}
/** `object.id<args>` or `object->id<args>`. */
export interface Member extends At {
  readonly is: 'Member';
  readonly object: Expr;
  /** The class in `object.Class::member`. */
  readonly of?: Expr;
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
  /** `decltype((arg))`: the type of an expression, of a name too. */
  readonly parenthesised?: true;
}
/** `sizeof(arg)`, `alignof(arg)`; `arg` is a type or an expression. `sizeof...(pack)` has op `sizeof...`, and
 *  `noexcept(arg)` asks of an expression. */
export interface Sizeof extends At {
  readonly is: 'Sizeof';
  readonly op: 'sizeof' | 'alignof' | 'sizeof...' | 'noexcept';
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
  /** `[]`. */
  readonly capturesNothing?: true;
  /** `[*this]`: a copy of the object. */
  readonly copiesThis?: true;
  /** Its function is not const. */
  readonly mutable?: true;
  /** The condition of `noexcept`. */
  readonly noexcept?: Expr;
  /** What `requires` asks of the arguments. */
  readonly requires?: readonly Expr[];
  readonly returns?: Expr;
  readonly body: Block;
}
/** What a requires-expression asks: that an expression or a type is valid, with a type that a concept constrains
 *  (`{ e } -> C`), or that a condition holds (`requires c;`). */
export type Requirement =
  | { readonly what: 'valid'; readonly of: Expr; readonly returns?: Expr; readonly noexcept?: true }
  | { readonly what: 'type'; readonly of: Expr }
  | { readonly what: 'condition'; readonly of: Expr };
/** `requires (T t) { t + 1; typename T::type; }`. */
export interface Requires extends At {
  readonly is: 'Requires';
  readonly params: readonly Param[];
  readonly requirements: readonly Requirement[];
}
/** A type built around another: `T*`, `T&`, `T&&`, `T const`, `T[n]`, `T(…)` as `function`, `T C::*` as `member`. */
export interface TypeOfType extends At {
  readonly is: 'Wrap';
  readonly how: 'pointer' | 'ref' | 'rvalue-ref' | 'const' | 'volatile' | 'array' | 'function' | 'member';
  readonly of: Expr;
  readonly size?: Expr;
  /** Of a function. */
  readonly signature?: Signature;
  /** The class of which it points to a member. */
  readonly class?: Expr;
}
/** The parameters of a function, and what stands behind them. */
export interface Signature {
  readonly params: readonly Param[];
  /** `...` at the end of the parameters, as C has it. */
  readonly variadic?: true;
  readonly const?: true;
  readonly volatile?: true;
  /** `&` or `&&` behind the parameters of a member function. */
  readonly refQualifier?: 'lvalue' | 'rvalue';
  /** The condition of `noexcept`. */
  readonly noexcept?: Expr;
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
/** What unread code does to variables. `lasting`: it begins or ends objects (`new`, `delete`). `throws`: it throws. */
export interface Touched {
  readonly writes: readonly string[];
  readonly lasting: boolean;
  readonly throws?: true;
}
/** What the front end could not read. `why` is a sentence for the user. */
export interface Opaque extends At {
  readonly is: 'Opaque';
  readonly why: string;
  /** An integer beyond 2^53: its type, and the number where one can be read. */
  readonly number?: Pick<IntLit, 'type' | 'longLong'> & { readonly exact: bigint | undefined };
  readonly touched?: Touched;
  readonly form?: Form;
}
/** How an expression is built that is not evaluated, for what asks only whether it throws: `new (placement) T(args)`,
 *  `delete arg`, `object.*pointer`. */
export type Form =
  | { readonly how: 'new'; readonly placement: readonly Expr[]; readonly type: Expr; readonly args: readonly Expr[] }
  | { readonly how: 'delete'; readonly arg: Expr }
  | { readonly how: 'pointed'; readonly object: Expr; readonly pointer: Expr };

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
  | Requires
  | TypeOfType
  | Launch
  | Expand
  | Fold
  | This
  | Opaque;
