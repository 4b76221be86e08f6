// What a builtin is: one entry in the file of its family, for a CuTe function, class template, constant or method.
// Evaluation, hover, completion, docs and tests all read this entry. index.ts lists the families.
import type { Note } from '../values/steps';
import type { Tuple, TypeOf, Value } from '../values/value';

/** One step of a derivation: the application of a CuTe function in the course of another one. */
export interface Step {
  /** CuTe's function: `zipped_divide`. */
  readonly op: string;
  /** The purpose of the step in a few words. Where `by` is present, the words lead up to it: "by", "of the tiler,
   *  up to". */
  readonly text: string;
  readonly by?: Value;
  readonly value: Value;
}

/** What a builtin may ask the evaluator for. */
export interface BuiltinContext {
  /** Calls a user-written callable (a lambda given to `transform`) with values. */
  call(callee: Value, args: readonly Value[]): Value;
  /** Whether a macro is defined that CuTe's headers ask for. */
  isDefined?(macro: string): boolean;
  /** `sizeof_bits` of a type, given its example. Throws: AlgebraError 'type' where the size is not known. */
  sizeofBits(type: Value): number;
  /** The alignment of a type in bits; undefined where it is not known. */
  alignBits?(type: Value): number | undefined;
  /** The members of the program's own specialisation of a CuTe template, such as `MMA_Traits<MyOp>`; undefined
   *  where the program has none. */
  traits?(template: string, of: Value): Members | undefined;
  /** A static member of a class of the program; undefined where it has none, or where it is not known. */
  member?(type: Value, id: string): Value | undefined;
  /** What a class or an enumeration of the program is; undefined where that is not known. */
  category?(type: Value): 'class' | 'union' | 'enum' | 'scoped-enum' | undefined;
  /** A number that no other class or lambda of the program has; undefined for what is neither. */
  identify?(cls: unknown): number | string | undefined;
  /** Whether objects of a class hold nothing; undefined where that is not known. */
  isEmpty?(type: Value): boolean | undefined;
  /** What types are and what can be done with them; absent where no program is evaluated. */
  readonly types?: TypeQuestions;
  /** Reports a step of a derivation: the CuTe function, its value, its purpose, and the operand that the words
   *  about the purpose lead up to. A builtin passes it on to the algebra; the last step is the result. Nothing
   *  listens except while `explain` runs. */
  readonly step: Note;
}

/** A type; 'none' where C++ has none, and undefined where it is not known. */
export type TypeAnswer = TypeOf | 'none' | undefined;

/** Questions about types that <type_traits> answers. Undefined: not known. Types are examples where references and
 *  const do not matter. */
export interface TypeQuestions {
  /** What a special member function is. */
  special(
    special: 'default' | 'copy' | 'move' | 'copy-assign' | 'move-assign' | 'destroy',
    type: Value,
  ): 'trivial' | 'user' | 'deleted' | undefined;
  /** What constructs an object of a class from another one of it, or assigns it to `to`. */
  copying(copying: 'construct' | 'assign', from: TypeOf, to: TypeOf): 'trivial' | 'user' | 'deleted' | undefined;
  /** Whether a type has no more than one special member function of a kind. */
  hasOne(special: Parameters<TypeQuestions['special']>[0], type: Value): boolean;
  /** Whether a class has a template that may serve in the place of a copy or a move. */
  takesAny(special: Parameters<TypeQuestions['special']>[0], type: Value): boolean;
  isTriviallyCopyable(type: Value): boolean | undefined;
  isTrivial(type: Value): boolean | undefined;
  isStandardLayout(type: Value): boolean | undefined;
  isAggregate(type: Value): boolean | undefined;
  isPolymorphic(type: Value): boolean | undefined;
  isAbstract(type: Value): boolean | undefined;
  endsVirtually(type: Value): boolean | undefined;
  isFinal(type: Value): boolean | undefined;
  isBaseOf(base: Value, derived: Value): boolean | undefined;
  constructs(type: TypeOf, args: readonly TypeOf[]): boolean | undefined;
  converts(from: TypeOf, to: TypeOf): boolean | undefined;
  assigns(to: TypeOf, from: TypeOf): boolean | undefined;
  /** What calling one gives. */
  calls(callee: TypeOf, args: readonly TypeOf[]): TypeAnswer;
  common(a: TypeOf, b: TypeOf): TypeAnswer;
  /** Numbers, enumerations and pointers. */
  isScalar(type: Value): boolean;
  isSame(a: TypeOf, b: TypeOf): boolean;
  /** Whether what is possible throws nothing. */
  specialThrowsNothing(special: Parameters<TypeQuestions['special']>[0], type: Value): boolean | undefined;
  constructionThrowsNothing(type: TypeOf, args: readonly TypeOf[]): boolean | undefined;
  conversionThrowsNothing(from: TypeOf, to: TypeOf): boolean | undefined;
  assignmentThrowsNothing(to: TypeOf, from: TypeOf): boolean | undefined;
  callThrowsNothing(callee: TypeOf, args: readonly TypeOf[]): boolean | undefined;
  /** Of an enumeration. */
  underlying(type: Value): Value | undefined;
}

/** Looks up a member of a class by name; gives types as TypeOf, and undefined where there is no such member. */
export type Members = (id: string) => Value | undefined;

/** A parameter, for signature help and arity diagnostics. */
export interface BuiltinParam {
  readonly name: string;
  readonly optional?: boolean;
  readonly rest?: boolean;
}

/** Arguments of one call. `targs` holds the template arguments in order: integers as `Static`, types as `TypeOf`.
 *  `args` holds values; a run-time C++ integer is a `Dynamic`, a bool is 0 or 1, a `_` is the underscore. */
export interface BuiltinCall {
  readonly targs: readonly Value[];
  readonly args: readonly Value[];
  readonly ctx: BuiltinContext;
}

/** A function (`kind: function`), a method of a kind of value (`on`), a class or alias template (`kind: type`,
 *  gives an example of the type without the TypeOf), a member of a class (`kind: member`), or a constant (`kind:
 *  value`).
 *  `run` throws AlgebraError 'type' for operands for which CuTe has no overload. No argument is ever an unknown
 *  value: then the evaluator makes the result unknown without calling the builtin. Tuples and pointers may hold
 *  unknown parts. */
export interface Builtin {
  readonly kind: 'function' | 'method' | 'member' | 'type' | 'value';
  /** The kinds of value a method belongs to (`tensor`, `layout`, `tiled-mma`, …). */
  readonly on?: readonly string[];
  /** A data member, named without a call: `thr_mma.thr_vmnk_`. */
  readonly field?: true;
  /** A static member function, which may be called on the class too: `TiledMma::make_fragment_A(sA)`. */
  readonly ofClass?: true;
  readonly params?: readonly BuiltinParam[];
  /** Template parameters as the user may write them: `size<I...>` is `['I...']`. */
  readonly templateParams?: readonly string[];
  /** One line: what it gives, or what it does. Shown in hovers and in docs/builtins.md. */
  readonly gives: string;
  /** What it gives depends on the object alone: arguments may be unknown. */
  readonly ofObject?: true;
  /** `gives` says what it does. */
  readonly acts?: true;
  /** `expr // printed`, executed as tests. */
  readonly examples: readonly string[];
  readonly run: (call: BuiltinCall) => Value;
}

export interface Family {
  /** The CuTe header the family is named after: `cute/layout.hpp`. */
  readonly header: string;
  /** Functions, types and values by name. */
  readonly entries: ReadonlyMap<string, Builtin>;
  /** Methods: `tensor.layout` under the kind, then the name. */
  readonly methods: ReadonlyMap<string, ReadonlyMap<string, Builtin>>;
  /** Members of the class itself, types and static constants: `tiled-copy::TiledLayout_TV` under the kind, then the
   *  name. */
  readonly members: ReadonlyMap<string, ReadonlyMap<string, Builtin>>;
}

/** Declares a family. A method's key is `kind.name` (`layout.shape`) or, for several kinds, `layout|tensor.shape`;
 *  its first argument is the object. A class member's key is `kind::name` (`tensor::value_type`); its one argument is
 *  the example of the class, and it gives a `TypeOf` for a type and a value for a constant. */
export function family(
  header: string,
  entries: Readonly<Record<string, Omit<Builtin, 'kind' | 'on'> & { readonly kind?: Builtin['kind'] }>>,
): Family {
  const functions = new Map<string, Builtin>();
  const methods = new Map<string, Map<string, Builtin>>();
  const members = new Map<string, Map<string, Builtin>>();
  for (const [key, entry] of Object.entries(entries)) {
    const place = /^([a-z-|]+)(\.|::)(.+)$/.exec(key);
    if (!place) {
      functions.set(key, { kind: 'function', ...entry });
      continue;
    }
    const on = (place[1] ?? '').split('|');
    const [table, kind] = place[2] === '.' ? [methods, 'method' as const] : [members, 'member' as const];
    for (const owner of on) {
      const byName = table.get(owner) ?? new Map<string, Builtin>();
      byName.set(place[3] ?? '', { ...entry, kind, on });
      table.set(owner, byName);
    }
  }
  return { header, entries: functions, methods, members };
}

export const param = (name: string): BuiltinParam => ({ name });
export const optional = (name: string): BuiltinParam => ({ name, optional: true });
export const rest = (name: string): BuiltinParam => ({ name, rest: true });
export type { Tuple };
