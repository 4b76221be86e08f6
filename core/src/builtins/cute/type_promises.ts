// Traits of <type_traits> that ask for more than that an operation is possible: that it throws nothing
// (`is_nothrow_*`), that it is trivial, that values can be swapped. Also the alignment of types, and storage for them.
import { dyn, withSign } from '../../algebra/leaf';
import { refused } from '../../values/refused';
import { isA, isTuple } from '../../values/convert';
import type { TypeOf, Value } from '../../values/value';
import type { Entry } from '../entry';
import { family, type BuiltinCall, type TypeQuestions } from '../registry';
import { categoryOfType } from './type_categories';
import {
  type Answer,
  type Ask,
  both,
  called,
  constant,
  isVoid,
  lvalue,
  none,
  rvalue,
  trait,
  typesOf,
  transform,
} from './type_relations';

const passed = (one: TypeOf): TypeOf => (isVoid(one) ? one : rvalue(one));

/** An operation is possible, and throws nothing. */
function nothrow(possible: Ask, throwsNothing: Ask): Ask {
  return (types, a, b, all) => both(possible(types, a, b, all), () => throwsNothing(types, a, b, all));
}

/** Construction of a type from others. */
function constructs(argsOf: (a: TypeOf, all: readonly TypeOf[]) => readonly TypeOf[]): readonly [Ask, Ask] {
  return [
    (types, a, _b, all) => (isVoid(a) ? false : types.constructs(a, argsOf(a, all))),
    (types, a, _b, all) => types.constructionThrowsNothing(a, argsOf(a, all)),
  ];
}

/** Assignment of a type to another. */
function assigns(of: (a: TypeOf, b: TypeOf) => readonly [TypeOf, TypeOf]): readonly [Ask, Ask] {
  return [
    (types, a, b) => (isVoid(a) ? false : types.assigns(...of(a, b))),
    (types, a, b) => types.assignmentThrowsNothing(...of(a, b)),
  ];
}

const fromAll = constructs((_a, all) => all.slice(1).map(passed));
const fromNothing = constructs(() => []);
const copied = constructs((a) => [lvalue(constant({ ...a }))]);
const moved = constructs((a) => [rvalue(a)]);
const assigned = assigns((a, b) => [a, passed(b)]);
const copyAssigned = assigns((a) => [lvalue(a), lvalue(constant({ ...a }))]);
const moveAssigned = assigns((a) => [lvalue(a), rvalue(a)]);

const isNothrowDestructible: Ask = (types, a) => {
  if (a.ref) return true;
  if (isVoid(a)) return false;
  const kind = types.special('destroy', a.of);
  if (kind !== 'user') return kind && kind === 'trivial';
  return types.specialThrowsNothing('destroy', a.of);
};

/** Trivially constructible, of what the special member functions say. */
const isTriviallyConstructible: Ask = (types, a, _b, all) => {
  const args = all.slice(1);
  const [only] = args;
  const copied =
    only && args.length === 1 && !a.ref && isSame(a, only) ? types.copying('construct', only, a) : undefined;
  if (copied !== undefined) return copied === 'trivial' ? isTrivial(types, 'destroy', a) : false;
  return both(fromAll[0](types, a, none, all), () => {
    if (a.ref) return true;
    // An object begins trivially where it ends trivially too (LWG 2116).
    const ends = isTrivial(types, 'destroy', a);
    if (ends !== true) return ends;
    if (args.length > 1) return isScalar(types, a) ? false : undefined;
    if (!only) return isTrivial(types, 'default', a);
    if (isScalar(types, a) && isScalar(types, only)) return true;
    return isSame(a, only) ? servesTrivially(types, a, only, ['copy', 'move']) : undefined;
  });
};

const isTriviallyAssignable: Ask = (types, a, b, all) => {
  const copied = isSame(a, b) ? types.copying('assign', b, a) : undefined;
  if (copied !== undefined) return copied === 'trivial';
  return both(assigned[0](types, a, b, all), () => {
    if (isScalar(types, a) && isScalar(types, b)) return true;
    return isSame(a, b) ? servesTrivially(types, a, b, ['copy-assign', 'move-assign']) : undefined;
  });
};

/** `T(T const&)` and `T(T&&)`; `T& = T const&` and `T& = T&&`. */
const trivially: Readonly<Record<'copied' | 'moved' | 'copyAssigned' | 'moveAssigned', Ask>> = {
  copied: (types, a) => !isVoid(a) && isTriviallyConstructible(types, a, none, [a, lvalue(constant({ ...a }))]),
  moved: (types, a) => !isVoid(a) && isTriviallyConstructible(types, a, none, [a, rvalue(a)]),
  copyAssigned: (types, a) => !isVoid(a) && isTriviallyAssignable(types, lvalue(a), lvalue(constant({ ...a })), []),
  moveAssigned: (types, a) => !isVoid(a) && isTriviallyAssignable(types, lvalue(a), rvalue(a), []),
};

/** Of an object that is no const lvalue a template may take it rather than the copy. */
function servesTrivially(types: TypeQuestions, a: TypeOf, from: TypeOf, [copy, move]: readonly [Part, Part]): Answer {
  const isLvalue = from.ref === 'lvalue';
  const isMoved = !isLvalue && !from.constant;
  if (!isMoved && !(isLvalue && from.constant) && types.takesAny(copy, a.of)) return undefined;
  return isTrivial(types, isMoved ? move : copy, a);
}

type Part = Parameters<TypeQuestions['special']>[0];

function isTrivial(types: TypeQuestions, special: Part, { of }: TypeOf): Answer {
  const kind = types.special(special, of);
  return kind === undefined ? undefined : kind === 'trivial';
}

function isSame(a: TypeOf, b: TypeOf): boolean {
  return isA(a.of, 'struct') && isA(b.of, 'struct') && a.of.cls === b.of.cls;
}

/** Numbers, enumerations and pointers. */
function isScalar(types: TypeQuestions, { of }: TypeOf): boolean {
  return types.isScalar(of);
}

/** `swap(a, b)` of the same scalars; which `swap` a class has is not looked for. */
const isSwappableWith: Ask = (types, a, b) => {
  if (isVoid(a) || isVoid(b)) return false;
  if (!isScalar(types, a) || !isScalar(types, b)) return undefined;
  if (a.ref !== 'lvalue' || b.ref !== 'lvalue' || a.constant || b.constant) return false;
  return types.isSame(a, b);
};

const isSwappable: Ask = (types, a) => {
  if (isVoid(a)) return false;
  if (!a.ref && isA(a.of, 'function-type')) return false;
  const element = arrayElement(a.of);
  if (element && !a.ref) return isSwappable(types, { ...a, of: element }, none, []);
  const self = lvalue({ ...a });
  return isSwappableWith(types, self, self, []);
};

function arrayElement(of: Value): Value | undefined {
  if (isTuple(of) || of.is !== 'pointer' || of.space !== 'generic' || !of.length) return undefined;
  return of.constant ? undefined : of.element;
}

const isLiteral: Ask = (types, a) => {
  if (a.ref || isVoid(a) || isScalar(types, a)) return true;
  const element = arrayElement(a.of);
  return element ? isLiteral(types, { is: 'type', of: element }, none, []) : undefined;
};

function isUnique(call: BuiltinCall, type: TypeOf): boolean {
  if (type.ref) return false;
  const element = arrayElement(type.of);
  if (element) return isUnique(call, { is: 'type', of: element });
  const category = categoryOfType(type, call.ctx);
  if (/^(void|function|floating|nullptr)$/.test(category)) return false;
  if (/^(integral|enum|scoped-enum|pointer)$/.test(category)) return true;
  throw refused('symbolic')`how objects of the type are laid out is not known here`;
}

function isUnbounded(of: Value): boolean {
  if (!isA(of, 'pointer') || of.length === undefined || isTuple(of.length)) return false;
  return of.length.is === 'dynamic' && of.length.n === undefined && of.length.name === undefined;
}

function isArrayOf(bounded: boolean): (call: BuiltinCall) => boolean {
  return (call) => {
    const type = typesOf(call)[0] ?? none;
    return categoryOfType(type, call.ctx) === 'array' && isUnbounded(type.of) !== bounded;
  };
}

// ---- Alignment and storage -----------------------------------------------------------------------------------------

/** The alignment of a type in bytes: of a reference that of what it refers to, of an array that of its elements. */
function alignment(call: BuiltinCall, { of }: TypeOf): number {
  const element = arrayElement(of) ?? of;
  const bits = call.ctx.alignBits?.(element);
  if (bits === undefined) throw refused('symbolic')`the alignment of the type is not known here`;
  return bits / 8;
}

function storage(length: number, align: number): TypeOf {
  const args: readonly Value[] = [
    { is: 'static', n: Math.ceil(length / align) * align },
    { is: 'static', n: align },
  ];
  return { is: 'type', of: { is: 'tag', name: 'aligned_storage', args } };
}

function numberAt(call: BuiltinCall, i: number): number {
  const targ = call.targs[i];
  const n = isA(targ, 'static') || isA(targ, 'dynamic') ? targ.n : undefined;
  if (n === undefined || n === 0) throw refused('static')`template argument ${{ position: i + 1 }} must be a constant`;
  return n;
}

/** Without an alignment libraries differ: one takes the largest there is, another the largest that fits. */
function alignedStorage(call: BuiltinCall): TypeOf {
  if (call.targs[1] === undefined)
    throw refused('symbolic')`which alignment \`aligned_storage\` has depends on the library`;
  return storage(numberAt(call, 0), numberAt(call, 1));
}

function alignedUnion(call: BuiltinCall): TypeOf {
  const types = typesOf(call).slice(1);
  const first = call.targs[0];
  const least = isA(first, 'static') || isA(first, 'dynamic') ? first.n : undefined;
  if (least === undefined || types.length === 0)
    throw refused('static')`template argument ${{ position: 1 }} must be a constant`;
  const sizes = types.map(({ of }) => call.ctx.sizeofBits(of) / 8);
  return storage(Math.max(least, ...sizes), Math.max(...types.map((type) => alignment(call, type))));
}

function entryOf(gives: string, run: Entry['run'], kind: 'type' | 'value'): Entry {
  return { kind, templateParams: ['T'], gives, examples: [], run };
}

function storageEntries(name: string, gives: string, run: (call: BuiltinCall) => TypeOf): Record<string, Entry> {
  return {
    [name]: entryOf(gives, (call) => ({ ...run(call), holds: true as const }), 'type'),
    [`${name}_t`]: entryOf(gives, run, 'type'),
  };
}

/** A trait that asks nothing of the evaluator's relations. */
function plain(name: string, gives: string, test: (call: BuiltinCall) => boolean): Record<string, Entry> {
  return {
    [name]: entryOf(gives, (call) => ({ is: 'static', n: test(call) ? 1 : 0, type: 'bool', of: 'std' }), 'type'),
    [`${name}_v`]: entryOf(gives, (call) => ({ ...dyn(test(call) ? 1 : 0), narrow: 'bool' }), 'value'),
  };
}

const alignOf = (call: BuiltinCall): number => alignment(call, typesOf(call)[0] ?? none);

export const typePromises = family('type_traits (what throws nothing, what is trivial)', {
  ...trait('is_nothrow_constructible', 'whether construction throws nothing', nothrow(...fromAll)),
  ...trait('is_nothrow_default_constructible', 'whether construction from nothing does', nothrow(...fromNothing)),
  ...trait('is_nothrow_copy_constructible', 'whether a copy throws nothing', nothrow(...copied)),
  ...trait('is_nothrow_move_constructible', 'whether a move throws nothing', nothrow(...moved)),
  ...trait('is_nothrow_assignable', 'whether an assignment throws nothing', nothrow(...assigned)),
  ...trait('is_nothrow_copy_assignable', 'whether assigning a copy throws nothing', nothrow(...copyAssigned)),
  ...trait('is_nothrow_move_assignable', 'whether assigning by moving throws nothing', nothrow(...moveAssigned)),
  ...trait('is_nothrow_destructible', 'whether the end of an object throws nothing', isNothrowDestructible),
  ...trait(
    'is_nothrow_convertible',
    'whether a conversion throws nothing',
    nothrow(
      (types, a, b) => types.converts(passed(a), b),
      (types, a, b) => types.conversionThrowsNothing(passed(a), b),
    ),
  ),
  ...trait(
    'is_nothrow_invocable',
    'whether a call throws nothing',
    nothrow(
      (types, _a, _b, all) => {
        const answer = called(types, all);
        return answer === undefined ? undefined : answer !== 'none';
      },
      (types, a, _b, all) => types.callThrowsNothing(a, all.slice(1)),
    ),
  ),
  ...trait('is_swappable', 'whether two objects of the type are swapped', isSwappable),
  ...trait('is_swappable_with', 'whether objects of the types are swapped', isSwappableWith),
  ...trait('is_nothrow_swappable', 'whether swapping throws nothing', isSwappable),
  ...trait('is_nothrow_swappable_with', 'whether swapping throws nothing', isSwappableWith),
  ...trait('is_trivially_constructible', 'whether construction copies bytes or does nothing', isTriviallyConstructible),
  ...trait('is_trivially_assignable', 'whether an assignment copies bytes', isTriviallyAssignable),
  ...trait('is_trivially_copy_constructible', 'whether a copy is one of bytes', trivially.copied),
  ...trait('is_trivially_move_constructible', 'whether a move is a copy of bytes', trivially.moved),
  ...trait('is_trivially_copy_assignable', 'whether an assignment copies bytes', trivially.copyAssigned),
  ...trait('is_trivially_move_assignable', 'whether an assignment by moving copies bytes', trivially.moveAssigned),
  ...trait('is_literal_type', 'whether the type is one of constants', isLiteral),
  ...plain('has_unique_object_representations', 'whether equal objects have equal bytes', (call) =>
    isUnique(call, typesOf(call)[0] ?? none),
  ),
  ...plain('is_bounded_array', 'whether the type is `T[n]`', isArrayOf(true)),
  ...plain('is_unbounded_array', 'whether the type is `T[]`', isArrayOf(false)),
  ...transform('result_of', 'what a call gives that is written as a function type', (types, [a]) =>
    a && isA(a.of, 'function-type') ? called(types, [a.of.returns, ...a.of.params]) : undefined,
  ),
  ...storageEntries('aligned_storage', 'storage of a size and an alignment', alignedStorage),
  ...storageEntries('aligned_union', 'storage for each of several types', alignedUnion),
  alignment_of: entryOf(
    'the alignment of the type',
    (call) => ({ is: 'static', n: alignOf(call), type: 'uint64_t' }),
    'type',
  ),
  alignment_of_v: entryOf(
    'the alignment of the type',
    (call) => withSign(dyn(alignOf(call), undefined, 64), true),
    'value',
  ),
});
