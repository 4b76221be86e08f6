// Traits of <type_traits> that ask what a type can do: its special member functions, what it is made of, converts to
// and is called with. The evaluator answers (`TypeQuestions` in registry.ts); what it does not know is refused by the
// name of the trait. Categories and transformations of types are in type_traits.ts, concepts in concepts.ts.
import { derivesFromIterator } from './fragments';
import type { AlgebraError } from '../../algebra/errors';
import { refused } from '../../values/refused';
import { dyn, type Dynamic } from '../../algebra/leaf';
import { isA, isTuple } from '../../values/convert';
import type { TypeOf, Value } from '../../values/value';
import { flag, sized, type Entry } from '../entry';
import { family, type BuiltinCall, type TypeAnswer, type TypeQuestions } from '../registry';

export type Answer = boolean | undefined;
/** What a trait asks of its first type, its second type, and all of them. */
export type Ask = (types: TypeQuestions, a: TypeOf, b: TypeOf, all: readonly TypeOf[]) => Answer;

export const none: TypeOf = { is: 'type', of: { is: 'void' } };

export function typesOf(call: BuiltinCall): readonly TypeOf[] {
  return call.targs.map((targ): TypeOf => {
    if (isTuple(targ) || targ.is !== 'type') return { is: 'type', of: targ };
    const { holds: _class, ...type } = targ;
    return type;
  });
}

function notKnown(name: string): AlgebraError {
  return refused('symbolic')`whether \`${{ name }}\` holds for this type is not known`;
}

export function decide(name: string, call: BuiltinCall, ask: Ask): boolean {
  const all = typesOf(call);
  const { types } = call.ctx;
  if (all.length === 0) throw refused('type')`template argument 1 is missing`;
  const answer = types && !all.some(({ vague }) => vague) ? ask(types, all[0] ?? none, all[1] ?? none, all) : undefined;
  if (answer === undefined) throw notKnown(name);
  return answer;
}

export function truthOf(holds: boolean): Dynamic {
  return { ...dyn(holds ? 1 : 0), narrow: 'bool' };
}

/** `name<T>` with `::value`, and `name_v<T>`. */
export function trait(name: string, gives: string, ask: Ask): Record<string, Entry> {
  const entry = { templateParams: ['T'], gives, examples: [] };
  return {
    [name]: { kind: 'type', ...entry, run: (call) => standard(flag(decide(name, call, ask))) },
    [`${name}_v`]: { kind: 'value', ...entry, run: (call) => truthOf(decide(name, call, ask)) },
  };
}

/** A constant of the standard library. */
function standard(constant: Value): Value {
  return isA(constant, 'static') ? { ...constant, of: 'std' as const } : constant;
}

/** `name<T>` with the member `type`, and `name_t<T>`. */
export function transform(
  name: string,
  gives: string,
  choose: (types: TypeQuestions, all: readonly TypeOf[]) => TypeAnswer,
): Record<string, Entry> {
  const run = (call: BuiltinCall): TypeOf => {
    const { types } = call.ctx;
    const all = typesOf(call);
    const answer = types && !all.some(({ vague }) => vague) ? choose(types, all) : undefined;
    if (answer === 'none') throw refused('substitution')`\`${{ name }}\` has no type for these arguments`;
    if (answer === undefined) throw refused('symbolic')`the type of \`${{ name }}\` is not known`;
    return answer;
  };
  const entry: Entry = { kind: 'type', templateParams: ['T'], gives, examples: [], run };
  return { [name]: { ...entry, run: (call) => ({ ...run(call), holds: true as const }) }, [`${name}_t`]: entry };
}

export const lvalue = (type: TypeOf): TypeOf => ({ ...type, ref: 'lvalue' });
export const rvalue = (type: TypeOf): TypeOf => ({ ...type, ref: type.ref ?? 'rvalue' });
export const constant = (type: TypeOf): TypeOf => (type.ref ? type : { ...type, constant: true });
export const isVoid = ({ of, ref }: TypeOf): boolean => ref === undefined && isA(of, 'void');

/** And of answers that may not be known. */
export function both(a: Answer, b: () => Answer): Answer {
  if (a === false) return false;
  const other = b();
  return other === false ? false : a === undefined ? undefined : other;
}

export const isCopyable: Ask = (types, a) => (isVoid(a) ? false : types.constructs(a, [lvalue(constant(a))]));
export const isMovable: Ask = (types, a) => (isVoid(a) ? false : types.constructs(a, [rvalue(a)]));

function special(which: Parameters<TypeQuestions['special']>[0], asked: Ask): Ask {
  return (types, a, b, all) => {
    if (a.ref) return asked(types, a, b, all);
    const kind = types.special(which, a.of);
    return both(kind === undefined ? undefined : kind === 'trivial', () => asked(types, a, b, all));
  };
}

/** An object begins trivially where it ends trivially too ([meta.unary.prop], LWG 2116). */
function begins(asked: Ask): Ask {
  const [begin, end] = [special('default', asked), special('destroy', asked)];
  return (types, a, b, all) => both(begin(types, a, b, all), () => end(types, a, b, all));
}

export const isDestructible: Ask = (types, a) => {
  if (a.ref) return true;
  if (isA(a.of, 'void')) return false;
  const kind = types.special('destroy', a.of);
  return kind === undefined ? undefined : kind !== 'deleted';
};
export const isCopyAssignable: Ask = (types, a) =>
  isVoid(a) ? false : types.assigns(lvalue(a), lvalue(constant({ ...a })));
export const isMoveAssignable: Ask = (types, a) => (isVoid(a) ? false : types.assigns(lvalue(a), rvalue(a)));
export const convertsTo: Ask = (types, a, b) => types.converts(isVoid(a) ? a : rvalue(a), b);
export const isDefaultConstructible: Ask = (types, a) => types.constructs(a, []);

/** A property of objects: references and `void` have none. */
function ofObject(ask: (types: TypeQuestions, of: Value) => Answer): Ask {
  return (types, a) => (a.ref || isA(a.of, 'void') ? false : ask(types, a.of));
}

export const called = (types: TypeQuestions, all: readonly TypeOf[]): TypeAnswer =>
  types.calls(all[0] ?? none, all.slice(1));

export const isInvocable: Ask = (types, _a, _b, all) => {
  const answer = called(types, all);
  return answer === undefined ? undefined : answer !== 'none';
};

/** The result is passed on as the first type. */
const isInvocableAs: Ask = (types, a, _b, all) => {
  const answer = called(types, all.slice(1));
  if (answer === undefined || answer === 'none') return answer === 'none' ? false : undefined;
  return isVoid(a) ? true : types.converts(rvalue(answer), a);
};

function commonOf(types: TypeQuestions, all: readonly TypeOf[]): TypeAnswer {
  const [first, ...others] = all;
  if (!first) return 'none';
  return others.reduce<TypeAnswer>(
    (sum, one) => (sum === undefined || sum === 'none' ? sum : types.common(sum, one)),
    types.common(first, first),
  );
}

/** The extents of `T[a][b]`, outermost first; 0 where a bound is not written. */
function extents({ of, ref }: TypeOf): readonly number[] | undefined {
  if (ref || isTuple(of)) return [];
  if (of.is === 'array' && of.of === 'c') return inner(of.elements.length, of.element);
  if (of.is !== 'pointer' || of.space !== 'generic' || of.length === undefined) return [];
  const { length } = of;
  const n = isTuple(length) || !('n' in length) ? undefined : length.n;
  return inner(typeof n === 'number' ? n : 0, of.element);
}

function inner(first: number, element: Value): readonly number[] | undefined {
  const rest = extents({ is: 'type', of: element });
  return rest && [first, ...rest];
}

function extentOf(call: BuiltinCall): number {
  const [type = none, which] = typesOf(call);
  const all = extents(type);
  const at = which?.of;
  const i = at === undefined ? 0 : isA(at, 'static') || isA(at, 'dynamic') ? at.n : undefined;
  if (!all || i === undefined) throw refused('symbolic')`the extent of this array is not known`;
  return all[i] ?? 0;
}

export const typeRelations = family('type_traits', {
  ...trait('is_base_of', 'whether the second type derives from the first', (types, a, b) =>
    a.ref || b.ref ? false : (derivesFromIterator(a.of, b.of) ?? types.isBaseOf(a.of, b.of)),
  ),
  ...trait('is_convertible', 'whether the first type converts to the second', convertsTo),
  ...trait('is_constructible', 'whether the first type is made of the others', (types, a, _b, all) =>
    types.constructs(
      a,
      all.slice(1).map((one) => (isVoid(one) ? one : rvalue(one))),
    ),
  ),
  ...trait('is_default_constructible', 'whether the type is made of nothing', isDefaultConstructible),
  ...trait('is_copy_constructible', 'whether objects of the type are copied', isCopyable),
  ...trait('is_move_constructible', 'whether objects of the type are moved', isMovable),
  ...trait('is_assignable', 'whether the second type is assigned to the first', (types, a, b) =>
    types.assigns(a, isVoid(b) ? b : rvalue(b)),
  ),
  ...trait('is_copy_assignable', 'whether objects of the type are assigned', isCopyAssignable),
  ...trait('is_move_assignable', 'whether objects of the type are assigned by moving', isMoveAssignable),
  ...trait('is_destructible', 'whether objects of the type end', isDestructible),
  ...trait(
    'is_trivially_destructible',
    'whether the end of an object runs no code',
    special('destroy', isDestructible),
  ),
  ...trait(
    'is_trivially_default_constructible',
    'whether an object begins without code',
    begins(isDefaultConstructible),
  ),
  ...trait(
    'is_trivially_copyable',
    'whether objects are copied as bytes',
    ofObject((types, of) => types.isTriviallyCopyable(of)),
  ),
  ...trait(
    'is_trivial',
    'whether objects begin without code and are copied as bytes',
    ofObject((types, of) => types.isTrivial(of)),
  ),
  ...trait(
    'is_standard_layout',
    'whether the type is laid out as in C',
    ofObject((types, of) => types.isStandardLayout(of)),
  ),
  ...trait(
    'is_pod',
    'whether the type is one of C',
    ofObject((types, of) => both(types.isTrivial(of), () => types.isStandardLayout(of))),
  ),
  ...trait(
    'is_aggregate',
    'whether a braced list initialises the members',
    ofObject((types, of) => types.isAggregate(of)),
  ),
  ...trait(
    'is_polymorphic',
    'whether the class has virtual functions',
    ofObject((types, of) => types.isPolymorphic(of)),
  ),
  ...trait(
    'is_final',
    'whether no class derives from the class',
    ofObject((types, of) => types.isFinal(of)),
  ),
  ...trait(
    'is_abstract',
    'whether the class has a pure virtual function',
    ofObject((types, of) => types.isAbstract(of)),
  ),
  ...trait(
    'has_virtual_destructor',
    'whether the destructor is virtual',
    ofObject((types, of) => types.endsVirtually(of)),
  ),
  ...trait('is_invocable', 'whether the first type is called with the others', isInvocable),
  ...trait('is_invocable_r', 'whether a call of the second type gives the first', isInvocableAs),
  ...transform('invoke_result', 'what a call of the first type with the others gives', called),
  ...transform('common_type', 'the type that all convert to', commonOf),
  ...transform('underlying_type', 'the integer type of an enumeration', (types, [a]) => {
    const of = a && types.underlying(a.of);
    return of && { is: 'type', of };
  }),
  ...sized('std_rank', 'the number of extents of an array', (call) => {
    const all = extents(typesOf(call)[0] ?? none);
    if (!all) throw refused('symbolic')`the rank of this array is not known`;
    return all.length;
  }),
  ...sized('extent', 'an extent of an array', extentOf),
});
