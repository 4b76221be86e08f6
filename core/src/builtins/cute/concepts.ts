// The concepts of <concepts> that ask what a type is, or what the traits of <type_traits> say of it. Of classes, what
// operators they have is not known here: `equality_comparable` and its kind answer for the types of the language alone.
import type { TypeOf } from '../../values/value';
import type { Entry } from '../entry';
import { family, type BuiltinCall } from '../registry';
import { categoryOfType, isSignedType, type TypeCategory } from './type_categories';
import {
  type Answer,
  type Ask,
  both,
  convertsTo,
  decide,
  isCopyable,
  isDefaultConstructible,
  isDestructible,
  isInvocable,
  isMovable,
  isMoveAssignable,
  isCopyAssignable,
  none,
  truthOf,
  typesOf,
} from './type_relations';
import { same } from './type_traits';
import { refused } from '../../values/refused';

function concept(name: string, gives: string, run: (call: BuiltinCall) => boolean): Record<string, Entry> {
  const entry: Entry = { kind: 'value', templateParams: ['T'], gives, examples: [], run: (call) => truthOf(run(call)) };
  return { [name]: entry };
}

/** A concept that asks what a type can do. */
function relation(name: string, gives: string, ask: Ask): Record<string, Entry> {
  return concept(name, gives, (call) => decide(name, call, ask));
}

function isOneOf(call: BuiltinCall, ...categories: readonly TypeCategory[]): boolean {
  return categories.includes(categoryOfType(typesOf(call)[0] ?? none, call.ctx));
}

function isInteger(call: BuiltinCall): boolean {
  return isOneOf(call, 'integral');
}

/** What the language compares by itself. Throws: AlgebraError 'symbolic' for classes. */
function isCompared(name: string): (call: BuiltinCall) => boolean {
  return (call) => {
    if (isOneOf(call, 'void')) return false;
    if (isOneOf(call, 'integral', 'floating', 'pointer', 'enum', 'scoped-enum')) return true;
    throw refused('symbolic')`whether \`${{ name }}\` holds for this type is not known`;
  };
}

const isObjectMoved: Ask = (types, a, b, all) =>
  a.ref ? false : both(isMovable(types, a, b, all), () => onlyIfTrue(isMoveAssignable(types, a, b, all)));

/** A class may have a `swap` of its own, and an assignment that traits do not see. */
function onlyIfTrue(answer: Answer): Answer {
  return answer === true ? true : undefined;
}

const isObjectCopied: Ask = (types, a, b, all) =>
  both(isObjectMoved(types, a, b, all), () =>
    both(isCopyable(types, a, b, all), () => isCopyAssignable(types, a, b, all)),
  );

const isCopyConstructible: Ask = (types, a, b, all) =>
  both(isMovable(types, a, b, all), () => isCopyable(types, a, b, all));

const isTest: Ask = (types, _a, _b, all) => {
  const [callee = none, ...args] = all;
  const answer = types.calls(callee, args);
  if (answer === undefined || answer === 'none') return answer === 'none' ? false : undefined;
  const bool: TypeOf = { is: 'type', of: { is: 'scalar', type: 'bool', bits: 8 } };
  return types.converts(answer, bool);
};

export const concepts = family('concepts', {
  ...concept('integral', 'whether the type is an integer', isInteger),
  ...concept(
    'signed_integral',
    'whether the type is an integer with a sign',
    (call) => isInteger(call) && isSignedType(typesOf(call)[0] ?? none),
  ),
  ...concept(
    'unsigned_integral',
    'whether the type is an integer without a sign',
    (call) => isInteger(call) && !isSignedType(typesOf(call)[0] ?? none),
  ),
  ...concept('floating_point', 'whether the type is a floating-point number', (call) => isOneOf(call, 'floating')),
  ...concept('same_as', 'whether two types are the same', same),
  ...concept('equality_comparable', 'whether objects of the type are compared', isCompared('equality_comparable')),
  ...concept('totally_ordered', 'whether objects of the type have an order', isCompared('totally_ordered')),
  ...relation('derived_from', 'whether the first type derives from the second', (types, a, b) =>
    types.isBaseOf(b.of, a.of),
  ),
  ...relation('convertible_to', 'whether the first type converts to the second', convertsTo),
  ...relation('constructible_from', 'whether the first type is made of the others', (types, a, _b, all) =>
    types.constructs(
      a,
      all.slice(1).map((one): TypeOf => ({ ...one, ref: one.ref ?? 'rvalue' })),
    ),
  ),
  ...relation('default_initializable', 'whether the type is made of nothing', isDefaultConstructible),
  ...relation('destructible', 'whether objects of the type end', isDestructible),
  ...relation('move_constructible', 'whether objects of the type are moved', isMovable),
  ...relation('copy_constructible', 'whether objects of the type are copied', isCopyConstructible),
  ...relation('movable', 'whether objects of the type are moved and assigned', isObjectMoved),
  ...relation('copyable', 'whether objects of the type are copied and assigned', isObjectCopied),
  ...relation('semiregular', 'whether objects of the type are made of nothing and copied', (types, a, b, all) =>
    both(isObjectCopied(types, a, b, all), () => isDefaultConstructible(types, a, b, all)),
  ),
  ...relation('invocable', 'whether the first type is called with the others', isInvocable),
  ...relation('regular_invocable', 'whether the first type is called with the others', isInvocable),
  ...relation('predicate', 'whether a call of the first type with the others gives a truth', isTest),
});

/** Concepts that are made of others ([concepts.arithmetic]): what they ask of a type first. */
export const conceptParts: ReadonlyMap<string, readonly string[]> = new Map([
  ['signed_integral', ['integral']],
  ['unsigned_integral', ['integral']],
  ['move_constructible', ['constructible_from', 'convertible_to']],
  ['copy_constructible', ['move_constructible']],
  ['movable', ['move_constructible']],
  ['copyable', ['copy_constructible', 'movable']],
  ['semiregular', ['copyable', 'default_initializable']],
  ['regular', ['semiregular', 'equality_comparable']],
  ['totally_ordered', ['equality_comparable']],
  ['regular_invocable', ['invocable']],
  ['predicate', ['regular_invocable']],
]);
