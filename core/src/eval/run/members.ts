// `object.member`, `*pointer` and `&variable`: their values, and the variables that they name.
import { isPhaseBarrier } from '../values/placed-barrier';
import { accessElement } from '../memory/accesses';
import { isLoadable, loadElement } from '../memory/loading';
import { declaredClass, qualifyingClass } from './named-bases';
import { isAnyLayout, isTensor } from '../../values/convert';
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Expr } from '../../ir/program';
import { lookupMethod } from '../../builtins/index';
import { pairMember, partType } from '../../values/standard-tuples';
import { isA } from '../../values/kind';
import { withElementConst } from '../../values/array-types';
import { recastPointer, toFirst } from '../../values/pointer';
import type { Pointer, Value } from '../../values/value';
import { held, isOptional } from '../values/holders';
import { builtinField } from '../library/library-calls';
import { addressOfPart } from '../memory/arrays';
import { addressOfElement } from '../memory/element-addresses';
import { addressOfText } from '../memory/literals';
import { loseByOperator } from '../memory/named-code';
import { isRepeatable } from '../names/effects';
import { argOf } from '../names/packs';
import { losePlace } from '../names/places';
import { classOfSelf, memberAs, memberCell, referenceIn, referredAs, selfOf, selfQualifiers } from '../names/names';
import { lookupIn } from '../names/namespaces';
import {
  categoryOfExpression,
  categoryOfField,
  categoryOfPart,
  categoryOfPointed,
  isDeclval,
} from '../overload/categories';
import { libraryMember, locate, type Located } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { exampleOf, isWhollyKnown, memberOf, libraryBase, need } from '../types/classes';
import { fieldExample } from '../types/members';
import { declarationIn } from '../overload/member-declarations';
import { objectPointer } from '../types/placed';
import { entityValue, templateArguments } from '../types/name-values';
import { ownArrow, userOperator } from '../types/user-operators';
import { memoryOf, pointedAt } from '../values/elements';
import { derivesFrom, fieldIn, holdsBases, memberIn, partAt } from '../values/base-parts';
import { type Cell, partOf, promotionOf, VarCell } from '../values/cells';
import { type Category, type ClassInstance, type Entity, type Scope } from '../values/entities';
import { erase, isTuple, isUnknown } from '../values/inspect';
import { callable, classOf, hasNoMembers, isArray, isVector, kindOfValue, lacks, targetOf } from '../values/kinds';
import { constantOfSpan } from '../values/vectors';
import { becauseOf, contested, illFormed, isUnboundPack, unknown } from '../values/unknown';
import { pointedBy } from '../values/qualifiers';
import { refuses } from '../overload/builtin-operands';
import { memberPointerNamed } from './decltype';
import { elementOf, isWhollyTyped } from './pointed';
import { component } from './vector-members';

/** `object.member`, `pointer->member`. */
export function memberAt(
  m: Machine,
  e: Expr & { is: 'Member' },
  scope: Scope,
  object: Located = e.arrow && e.object.is === 'This' ? thisObject(e.object, scope) : locate(m, e.object, scope),
): Located {
  const own = e.arrow ? ownArrow(m, e, object, scope) : undefined;
  if (own) return m.budget.deeper(() => memberAt(m, e, scope, own));
  const address = pointedAt(object.value);
  const value = address ? address.read() : pointedObject(m, e, object.value);
  if (e.arrow) loseByOperator(m, '->', value, e.span);
  if (isUnknown(value)) {
    const of = address ?? object.place;
    const part = of?.among && memberCell(of, e.id, scope);
    return { value: part?.read() ?? becauseOf(value), place: part };
  }
  // CUDA's libraries give pointers of their classes, which are plain pointers here.
  if (hasNoMembers(value) && !('is' in value && value.is === 'pointer' && (e.arrow || e.id === 'get')))
    return {
      value: illFormed('undeclared', say`this type has no member \`${e.id}\``, e.idSpan, [e.id]),
      place: undefined,
    };
  const place = address ?? object.place;
  const half = isTuple(value) && value.length === 2 ? pairMember(e.id) : undefined;
  if (half !== undefined && isTuple(value)) {
    const part = value[half] ?? { is: 'void' };
    const referred = held(part, undefined);
    return referred
      ? { value: referred.read(), place: referred }
      : {
          value: part,
          place: place && partOf(place, half),
          ...(!e.arrow && object.category && { category: categoryOfPart(object.category, partType(value, half)) }),
        };
  }
  if (e.arrow && isOptional(value)) {
    const cell = held(value, place);
    if (cell) return memberAt(m, { ...e, arrow: false, object: e.object }, scope, { value: cell.read(), place: cell });
  }
  const targs = e.args ? templateArguments(m, e.args, scope) : [];
  const unbound = targs.find(isUnboundPack);
  if (unbound) return { value: unbound, place: undefined };
  const qualifying = e.of && qualifyingClass(m, e.of, value, scope);
  if (qualifying && 'is' in qualifying) return { value: qualifying, place: undefined };
  const as = qualifying ?? declaredClass(e, object, scope);
  const owner = ownerOf(value, place, as, e.id);
  const member =
    (owner.place ? memberAs(owner.place, e.id, as) : referredBy(owner.value, e.id)) ??
    staticMember(owner.value, owner.place, as, e);
  return {
    as: owner.place && referredAs(owner.place, e.id, as),
    value: memberOfValue(m, owner.value, owner.place, e, targs, as, () => categoryOfObject(m, e, object, scope)),
    place: member,
    promotes: owner.place ? undefined : promotionOf(owner.value, e.id),
    ...(!member && { category: categoryInTemporary(m, owner.value, e.id, categoryOfOwner(e, object)) }),
  };
}

/** What an arrow leads to is an lvalue, whatever leads there. */
function categoryOfOwner({ arrow }: Expr & { is: 'Member' }, object: Located): Category | undefined {
  return arrow ? (categoryOfPointed(object.value) ?? { is: 'lvalue' }) : object.category;
}

/** The category of a data member of an object that no variable holds ([expr.ref]/6). */
function categoryInTemporary(m: Machine, value: Value, id: string, object: Category | undefined): Category | undefined {
  const instance = object?.is && classOf(value);
  const field = instance?.fields.find(({ name }) => name === id);
  return field && instance && categoryOfField(m, object, field, instance);
}

/** The variable to which a member of a temporary object refers. */
function referredBy(object: Value, id: string): Cell | undefined {
  const field = !isTuple(object) && object.is === 'struct' ? object.fields.get(id) : undefined;
  return field && referenceIn(field);
}

/** The variable that a static member is, whose object counts for nothing ([expr.ref]/6). */
function staticMember(
  value: Value,
  place: Cell | undefined,
  as: ClassInstance | undefined,
  e: Expr & { is: 'Member' },
): Cell | undefined {
  if (e.args || isTuple(value) || value.is !== 'struct' || value.fields.has(e.id)) return undefined;
  const entity = staticOf(value, place, as, e);
  return entity?.kind === 'variable' ? entity.cell : undefined;
}

/** What a class declares under the name of a member that is no part of its objects. */
function staticOf(
  value: Value,
  place: Cell | undefined,
  as: ClassInstance | undefined,
  e: Expr & { is: 'Member' },
): Entity | undefined {
  const instance = classOf(value);
  const object = as && place ? (classOf(place.read()) ?? instance) : instance;
  return object && memberNamed(object, as, e);
}

/** The object that has a data member of a name: the one at hand, or one that it holds as its base. */
function ownerOf(value: Value, place: Cell | undefined, as: ClassInstance | undefined, id: string): Located {
  if (!holdsBases(value)) return { value, place };
  const object = place ?? new VarCell('', value);
  const part = as ? partAt(object, as) : object;
  const owner = memberIn(part, id, as) ?? part;
  return owner === object ? { value, place } : { value: owner.read(), place: place && owner };
}

/** The object in memory to which a pointer leads, for `pointer->member`. */
function pointedObject(m: Machine, e: Expr & { is: 'Member' }, value: Value): Value {
  if (e.arrow && isVector(value)) return elementOf(m, value, e);
  const isPointer = e.arrow && !isTuple(value) && value.is === 'pointer';
  if (!isPointer) return value;
  const { element } = value;
  const isObject = classOf(element) || isPhaseBarrier(element) || isWhollyTyped(element) || isUnknown(element);
  return isObject ? elementOf(m, value, e) : value;
}

function memberOfValue(
  m: Machine,
  value: Value,
  place: Cell | undefined,
  e: Expr & { is: 'Member' },
  targs: readonly Value[],
  as: ClassInstance | undefined,
  category: () => Category,
): Value {
  if (!isTuple(value) && value.is === 'struct') {
    const instance = classOf(value);
    const field = value.fields.get(e.id);
    const seen = as && instance && derivesFrom(instance, as) ? as : instance;
    if (field && (!seen || fieldIn(seen, e.id))) return referenceIn(field)?.read() ?? field;
    if (instance) {
      need(m, instance);
      const entity = staticOf(value, place, as, e);
      if (entity?.kind === 'functions')
        return callable(e.id, {
          kind: 'method',
          overloads: entity.overloads,
          targs,
          self: place ?? m.temporaries.of(value) ?? new VarCell('', value),
          qualified: e.of !== undefined,
          category: entity.overloads.length > 1 ? category() : undefined,
        });
      if (entity) return entityValue(m, entity, e.id, targs.length > 0 ? targs : undefined, e);
      const base = libraryBase(instance);
      if (base !== undefined)
        return (
          constantOfLibrary(m, base, e.id) ??
          callable(e.id, { kind: 'builtin-method', name: e.id, targs, object: base, cell: place })
        );
      const declared = ofDeclaredType(m, instance, e);
      if (declared) return declared;
      const fail = isWhollyKnown(instance) ? illFormed : unknown;
      return fail('undeclared', say`\`${value.name}\` has no member \`${e.id}\``, e.idSpan, [e.id]);
    }
  }
  if (lacks(value, e.id)) return illFormed('undeclared', say`this type has no member \`${e.id}\``, e.idSpan, [e.id]);
  return (
    builtinField(m, value, e.id, e.span) ??
    constantOfLibrary(m, value, e.id) ??
    constantOfSpan(value, e.id) ??
    component(m, value, place, e) ??
    callable(e.id, {
      kind: 'builtin-method',
      name: e.id,
      targs,
      object: value,
      cell: place,
      category: isArray(value) || isVector(value) || isTensor(value) || isAnyLayout(value) ? category() : undefined,
    })
  );
}

/** `size(x).value`: a static constant of a class of the library, which an object of it names. */
function constantOfLibrary(m: Machine, object: Value, id: string): Value | undefined {
  if (isTuple(object) || object.is === 'struct' || lookupMethod(kindOfValue(object), id)) return undefined;
  const found = libraryMember(m, object, id, undefined);
  return isA(found, 'type') || isA(found, 'callable') || isA(found, 'unknown') ? undefined : found;
}

/** A data member of an object of which only the type is known (`declval<T>().x`): its type, without a value. */
function ofDeclaredType(m: Machine, instance: ClassInstance, e: Expr & { is: 'Member' }): Value | undefined {
  const { field, owner, ambiguous } = declarationIn(instance, e.id) ?? {};
  if (!field || !owner) return undefined;
  if (ambiguous) {
    const fail = ambiguous === true ? illFormed : unknown;
    return fail('undeclared', say`several bases of \`${instance.key}\` have a member \`${e.id}\``, e.idSpan, [e.id]);
  }
  const type = m.silently(() => fieldExample(m, field, owner.scope));
  if (m.mode.unevaluated && classOf(type)) return type;
  const value = unknown('input', say`nothing gives \`${e.id}\` a value here`, e.idSpan, [e.id]);
  return isUnknown(type) ? value : { ...value, type };
}

/** A qualified member function is that of the class that is named. */
function memberNamed(
  instance: ClassInstance,
  as: ClassInstance | undefined,
  { id, of }: Expr & { is: 'Member' },
): Entity | undefined {
  return of && as ? lookupIn(as.scope, id) : memberOf(instance, as, id);
}

/** Of the object of a member function. */
function categoryOfObject(m: Machine, e: Expr & { is: 'Member' }, object: Located, scope: Scope): Category {
  if (!e.arrow) return object.category ?? categoryOfExpression(m, e.object, scope);
  if (e.object.is === 'This') return { is: 'lvalue', ...selfQualifiers(scope) };
  return categoryOfPointed(object.value) ?? { is: 'lvalue' };
}

export function addressOf(m: Machine, e: Expr, scope: Scope): Value {
  const pointed = memberPointerNamed(m, e, scope);
  if (pointed) return pointed.of;
  const located = locate(m, e, scope);
  const { value, place, as } = located;
  const own = classOf(value) && userOperator(m, '&', [argOf(located, e, scope, e.span)], scope, e.span);
  if (own) return own.value;
  const is =
    m.mode.unevaluated && (e.is === 'Call' || e.is === 'Cast' || e.is === 'Int')
      ? categoryAt(m, e, located, scope)
      : 'lvalue';
  if (is !== undefined && is !== 'lvalue')
    return illFormed('unsupported', say`only what has a place has an address`, e.span);
  if (isA(value, 'text') && e.is === 'String')
    return unknown('unsupported', say`the address of a text is not followed`, e.span);
  const memory = memoryOf(value);
  if (memory) return { ...memory, element: erase(value) };
  if (place)
    return addressOfPart(
      m,
      place,
      pointedBy(located.category ?? categoryOfExpression(m, e, scope)),
      elementAs(place, as),
    );
  const element = addressInMemory(m, value);
  const { constant } = located.category ?? categoryOfExpression(m, e, scope);
  if (isA(value, 'pointer') && value.length !== undefined && element) {
    const { of } = withElementConst({ is: 'type', of: element.element, ...(constant && { constant }) });
    return { ...element, element: of, ...(constant === undefined && { vague: true as const }) };
  }
  // What is written through the address is not followed.
  if (!element) losePlace(m, e, scope, e.span, 'referred');
  return element ?? value;
}

function categoryAt(m: Machine, e: Expr, { category }: Located, scope: Scope): Category['is'] {
  return (category ?? categoryOfExpression(m, e, scope)).is;
}

function addressInMemory(m: Machine, value: Value): Pointer | undefined {
  if (isA(value, 'element')) return addressOfElement(m.simt, value.pointer);
  // A row of an array of arrays.
  if (isA(value, 'pointer') && value.length !== undefined) return recastPointer(toFirst(value), erase(value));
  return objectPointer(m, value);
}

/** What a pointer to an object points to that is made through a reference to a base. */
function elementAs(object: Cell, as: ClassInstance | undefined): Value | undefined {
  return as && classOf(object.read()) !== as ? exampleOf(as) : undefined;
}

/** `this`: the address of the object, which has the type of the function's class. */
export function thisValue(m: Machine, e: Expr, scope: Scope): Value {
  const { value, place, as } = thisObject(e, scope);
  return place ? addressOfPart(m, place, pointedBy(selfQualifiers(scope)), elementAs(place, as)) : value;
}

/** `*this`. */
function thisObject(e: Expr, scope: Scope): Located {
  const place = selfOf(scope);
  if (place) return { value: place.read(), place, as: classOfSelf(scope) };
  return { value: unknown('unsupported', say`\`this\` outside of a member function`, e.span), place };
}

export function dereference(m: Machine, e: Expr & { is: 'Unary' }, scope: Scope): Located {
  if (e.arg.is === 'This') return thisObject(e.arg, scope);
  const located = locate(m, e.arg, scope);
  const { place } = located;
  const value = loadedPointer(m, located.value, e.arg.span);
  const own = classOf(value) && userOperator(m, '*', [argOf(located, e.arg, scope, e.arg.span)], scope, e.span);
  if (own) return own;
  const cell = pointedAt(addressOfText(m, value) ?? value) ?? (isOptional(value) ? held(value, place) : undefined);
  const target = targetOf(value);
  const as = target?.kind === 'address' && target.element ? classOf(target.element) : undefined;
  const category = categoryOfPointed(value);
  if (cell) return { value: cell.read(), place: cell, as, category };
  loseByOperator(m, '*', value, e.span);
  if (isOptional(value))
    return {
      value: value.fields.get('#value') ?? unknown('input', say`the optional may be empty here`, e.span),
      place: undefined,
    };
  if (isNoPointer(value)) return { value: illFormed('unsupported', say`this is no pointer`, e.span), place: undefined };
  const refused = m.mode.unevaluated && refuses(m, '*', value);
  if (refused === undefined || (refused && classOf(value) && !isSurelyObject(e.arg)))
    return { value: contested(say`whether this is a pointer is not known`, e.span), place: undefined };
  if (refused) return { value: illFormed('unsupported', say`this is no pointer`, e.span), place: undefined };
  // A pointer to an object of the program is the object, of which the place is known.
  const isObject = classOf(value) !== undefined && !isRepeatable(e.arg);
  return { value: elementOf(m, value, e), place: isObject ? place : undefined, category };
}

/** A pointer that lies in memory, as it is read there. */
export function loadedPointer(m: Machine, value: Value, span: Span): Value {
  if (isTuple(value) || value.is !== 'element') return value;
  const { element, base = 'memory' } = value.pointer;
  if (isTuple(element) || element.is !== 'pointer' || !isLoadable(element)) return value;
  accessElement(m, value.pointer, false, span);
  return loadElement(m, value.pointer, `${base}[…]`, span);
}

/** Whether an expression is no pointer where it gives an object: a cast, a list and `declval` give what a type says. */
function isSurelyObject(e: Expr): boolean {
  if (e.is === 'Call') return isDeclval(e.callee);
  return e.is === 'Cast' || e.is === 'Brace';
}

/** A plain number, or nothing at all: `*` has no meaning for it. */
function isNoPointer(value: Value): boolean {
  if (isTuple(value)) return false;
  return value.is === 'dynamic' || value.is === 'void' || (value.is === 'scalar' && hasNoMembers(value));
}
