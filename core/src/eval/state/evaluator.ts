// How lower rooms of the evaluator call higher ones without importing them: a template argument is an expression to
// evaluate, a constructor executes statements. `Evaluator` is the interface, run/interpreter.ts implements it, the
// machine holds the implementation, and the functions below call it. Knows no kind of expression, statement or value.
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Expr, Stmt } from '../../ir/program';
import type { Struct, TypeOf, Value } from '../../values/value';
import type { Cell } from '../values/cells';
import type { Arg, Category, ClassInstance, FunctionEntity, Scope, Target, Source } from '../values/entities';
import { isTuple } from '../values/inspect';
import { becauseOf, unknown } from '../values/unknown';
import type { Machine } from './machine';
import type { Launch } from './state';
import type { Unseen } from './trace';

/** What an expression gives, and the variable that it names, where it names one: what is assigned to, bound to a
 *  reference, or has its address taken. */
export interface Located {
  readonly value: Value;
  readonly place: Cell | undefined;
  /** Of a call; of other expressions their text tells it (overload/categories.ts). */
  readonly category?: Category | undefined;
  /** The class that its type says, where the object may be of one derived from that. */
  readonly as?: ClassInstance | undefined;
  /** Of a bit-field of a temporary object: to what it is promoted. A place says it itself. */
  readonly promotes?: Cell['promotes'];
  /** The function of the library that was called after all, since no overload of the program takes the arguments. */
  readonly by?: (Target & { readonly kind: 'builtin' }) | undefined;
}

/** How control leaves a statement. */
export type Flow = 'next' | 'break' | 'continue' | 'return';

export interface CallOptions {
  /** Runs after the parameters are bound, before the body (constructor initialisers). */
  readonly before?: (scope: Scope) => void;
  readonly launch?: Launch;
  readonly entry?: boolean;
  /** A call of a function that runs already: it spends what that one has. */
  readonly again?: boolean;
}

/** Names for the parts of an object that a braced list initialises (`{.x = 1}`), by position; absent where what is
 *  given stands in parentheses. */
export type Designators = readonly (string | undefined)[];

/** The arguments that values come from, by position: an object may keep a reference to a variable, or copies it. */
export type GivenArgs = readonly (Arg | undefined)[];

export interface Evaluator {
  evaluate(m: Machine, e: Expr, scope: Scope): Value;
  /** Evaluates an expression, and says which variable it names. */
  locate(m: Machine, e: Expr, scope: Scope): Located;
  execute(m: Machine, s: Stmt, scope: Scope): Flow;
  /** Applies any value to arguments. */
  callValue(m: Machine, callee: Value, args: readonly Arg[], span: Span, name?: string, self?: Cell): Located;
  /** Enters a function of the program whose template parameters `scope` has bound. */
  callFunction(m: Machine, entity: FunctionEntity, scope: Scope, args: readonly Arg[], options?: CallOptions): Located;
  /** `T{args}`, T given by its example. */
  construct(
    m: Machine,
    example: Value,
    args: readonly Value[],
    span: Span,
    designators?: Designators,
    given?: GivenArgs,
  ): Value;
  /** `T x;`, T given by its example: what nothing sets has no value. */
  begin(m: Machine, example: Value, name: string, span: Span): Value;
  /** A value as a variable of the example's type holds it. */
  convert(m: Machine, value: Value, example: Value, explicit?: boolean, name?: string, from?: Source): Value;
  /** Whether `T(args)` or `T{args}` makes an object of a class of the program; true for other types. */
  makes(m: Machine, of: Value, args: readonly Arg[], braced: boolean): boolean | undefined;
  /** Whether an object is assigned to another one of its type; undefined where that is not known. */
  assigns(m: Machine, to: TypeOf, from: TypeOf): boolean | undefined;
  /** Whether what a type names may be named there ([temp.deduct]/8); undefined where that is not known. */
  mayNameAll(m: Machine, type: Expr, scope: Scope): boolean | undefined;
  /** Declares the members of a class in its scope. */
  declareMembers(m: Machine, instance: ClassInstance, members: readonly Stmt[]): void;
  /** A variable was written, and is perhaps one of those that have escaped (`Escaped.met`). */
  met(m: Machine, cell: Cell, what: 'all' | 'references'): void;
  /** Code that is not seen runs once more, after which nothing is known of the variables that have escaped. False where
   *  one of `given` may be among these, or one that outlives calls. */
  loseAgain(m: Machine, all: readonly Unseen[], given: readonly Cell[]): boolean;
  /** Writes to one of several variables, or to an element whose index is not known. */
  writeSome(m: Machine, cell: Cell, value: Value): void;
  readonly library: Library;
}

/** The libraries of the language: the values of their names, and the results of calling them. */
export interface Library {
  /** The value of a name in the namespace `path`; undefined where the library has no such name. */
  libraryName(m: Machine, path: string, name: string, targs: readonly Value[] | undefined): Value | undefined;
  /** A member of a library type, `T::id`. */
  libraryMember(m: Machine, example: Value, id: string, targs: readonly Value[] | undefined): Value | undefined;
  /** An object of a class of the library. */
  hostConstruct(m: Machine, example: Struct, args: readonly Value[], given?: GivenArgs): Value;
  callBuiltin(m: Machine, name: string, targs: readonly Value[], args: readonly Arg[], span: Span): Value;
}

export function evaluate(m: Machine, e: Expr, scope: Scope): Value {
  return m.evaluator.evaluate(m, e, scope);
}

export function locate(m: Machine, e: Expr, scope: Scope): Located {
  return m.evaluator.locate(m, e, scope);
}

export function execute(m: Machine, s: Stmt, scope: Scope): Flow {
  return m.evaluator.execute(m, s, scope);
}

export function callValue(
  m: Machine,
  callee: Value,
  args: readonly Arg[],
  span: Span,
  name?: string,
  self?: Cell,
): Located {
  return m.evaluator.callValue(m, callee, args, span, name, self);
}

export function callFunction(
  m: Machine,
  entity: FunctionEntity,
  scope: Scope,
  args: readonly Arg[],
  options?: CallOptions,
): Located {
  return m.evaluator.callFunction(m, entity, scope, args, options);
}

export function construct(
  m: Machine,
  example: Value,
  args: readonly Value[],
  span: Span,
  designators?: Designators,
  given?: GivenArgs,
): Value {
  return m.evaluator.construct(m, example, args, span, designators, given);
}

export function convert(
  m: Machine,
  value: Value,
  example: Value,
  explicit?: boolean,
  name?: string,
  from?: Source,
): Value {
  return m.evaluator.convert(m, value, example, explicit, name, from);
}

export function mayNameAll(m: Machine, type: Expr, scope: Scope): boolean | undefined {
  return m.evaluator.mayNameAll(m, type, scope);
}

export function makes(m: Machine, of: Value, args: readonly Arg[], braced: boolean): boolean | undefined {
  return m.evaluator.makes(m, of, args, braced);
}

export function declareMembers(m: Machine, instance: ClassInstance, members: readonly Stmt[]): void {
  m.evaluator.declareMembers(m, instance, members);
}

export function libraryName(
  m: Machine,
  path: string,
  name: string,
  targs: readonly Value[] | undefined,
): Value | undefined {
  return m.evaluator.library.libraryName(m, path, name, targs);
}

export function libraryMember(
  m: Machine,
  example: Value,
  id: string,
  targs: readonly Value[] | undefined,
): Value | undefined {
  return m.evaluator.library.libraryMember(m, example, id, targs);
}

export function hostConstruct(m: Machine, example: Struct, args: readonly Value[], given?: GivenArgs): Value {
  return m.evaluator.library.hostConstruct(m, example, args, given);
}

export function callBuiltin(
  m: Machine,
  name: string,
  targs: readonly Value[],
  args: readonly Arg[],
  span: Span,
): Value {
  return m.evaluator.library.callBuiltin(m, name, targs, args, span);
}

/** The example of a type expression. */
export function typeExample(m: Machine, e: Expr, scope: Scope): Value {
  return exampleOfType(evaluate(m, e, scope), e);
}

/** The example of the type that a type expression was evaluated to, without const and reference. */
export function exampleOfType(value: Value, e: Expr): Value {
  if (isTuple(value)) return unknown('unsupported', say`a type is needed here`, e.span);
  if (value.is === 'type') return value.of;
  if (value.is === 'unknown') return becauseOf(value);
  if (value.is === 'callable') return value;
  return unknown('unsupported', say`a type is needed here`, e.span);
}
