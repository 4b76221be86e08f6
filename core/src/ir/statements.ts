// The statements of the neutral language, in a function and outside of one; every declaration is one, too. Plain data
// that says what is written; it does not know which branch is taken nor how often a loop turns.
import type {
  Let,
  Bindings,
  Alias,
  Func,
  StructDecl,
  Enum,
  Namespace,
  UsingNamespace,
  UsingDecl,
  UsingEnum,
  Instantiation,
  StaticAssert,
} from './declarations';
import type { At, Expr, Touched } from './expressions';

export interface Block extends At {
  readonly is: 'Block';
  readonly body: readonly Stmt[];
}
/** Statements of the block around them that only the host or only the device compiles. */
export interface Sided extends At {
  readonly is: 'Sided';
  readonly side: 'host' | 'device';
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
  /** A label stands inside another statement. */
  readonly entersOthers?: true;
  readonly value: Expr;
  /** `through`: the last value of a range, `case 1 ... 5:`, a GNU extension. `default` has no value. */
  readonly cases: readonly { readonly value?: Expr; readonly through?: Expr; readonly body: readonly Stmt[] }[];
}
export interface Return extends At {
  readonly is: 'Return';
  readonly value?: Expr;
  /** `return (x);` */
  readonly parenthesised?: true;
}
/** `label` is where a goto leads. */
export interface Jump extends At {
  readonly is: 'Jump';
  readonly how: 'break' | 'continue' | 'goto' | 'label';
}
/** `handlers`: the blocks of `catch`. */
export interface Try extends At {
  readonly is: 'Try';
  readonly body: Stmt;
  readonly handlers: readonly Block[];
}
export interface OpaqueStmt extends At {
  readonly is: 'OpaqueStmt';
  readonly why: string;
  readonly touched?: Touched;
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
  | UsingEnum
  | Instantiation
  | StaticAssert
  | Block
  | Sided
  | ExprStmt
  | If
  | For
  | RangeFor
  | While
  | Switch
  | Return
  | Jump
  | Try
  | OpaqueStmt;
