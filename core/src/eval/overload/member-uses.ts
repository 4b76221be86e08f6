// Whether an unevaluated expression uses the members of the program's classes as the standard allows: access
// ([class.access]), a type or a function where a value must stand ([expr.ref]), const objects
// ([class.mfct.non.static]), what cannot be assigned ([expr.ass]). False where it does not, undefined where that is not
// known; true leaves the rest to the evaluation. Follows no friends: of a class that has some, the access of others is
// not known.
import { remembered } from '../../base/remembered';
import type { Expr } from '../../ir/program';
import { walk } from '../../ir/walk';
import type { TypeOf, Value } from '../../values/value';
import { argsOf } from '../names/packs';
import { evaluate, exampleOfType, makes } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { Category, ClassInstance, Entity, FunctionEntity, Scope } from '../values/entities';
import { isReference } from '../values/declared-types';
import { constVolatile } from '../values/qualifiers';
import { derivesFrom } from '../values/base-parts';
import { isTuple, isUnknown, sameType } from '../values/inspect';
import { enumerationOf } from '../values/enumerations';
import { classOf } from '../values/kinds';
import { isSubstitutionFailure } from '../values/unknown';
import { withoutAliases } from './alias-templates';
import {
  areTogether,
  castsKind,
  hasOperator,
  kindOf,
  type Operand,
  refusesObject,
  takesArithmetic,
  takesCompound,
} from './builtin-operands';
import { categoryOfExpression, categoryOfPointed, isDeclval } from './categories';
import { declarationIn, type MemberDeclaration } from './member-declarations';
import { objectSequence } from './object-parameter';
import { elementless } from './templates';
import { userConversionBy } from './user-conversions';
import { castsObjects, castsToReference } from './object-casts';
import {
  castsPointer,
  castsStatically,
  isChangeable,
  isNumber,
  isOtherKind,
  listFits,
  takesPointers,
} from './operand-uses';

type Verdict = boolean | undefined;

/** What a member stands for: a value, or a function that is called. */
type Use = 'value' | 'called' | 'size';

export function usesMembers(m: Machine, e: Expr, scope: Scope): Verdict {
  const each = (...parts: readonly Expr[]): Verdict[] => parts.map((part) => usesMembers(m, part, scope));
  const operand = (one: Expr): Operand => [one, typeOf(unevaluated(m, one, scope))];
  switch (e.is) {
    case 'Member':
      return all([...each(e.object), memberUse(m, e, scope, 'value')]);
    case 'Scope':
      return qualifiedUse(m, e, scope, 'value');
    case 'Sizeof':
      return e.arg.is === 'Scope' ? qualifiedUse(m, e.arg, scope, 'size') : usesMembers(m, e.arg, scope);
    case 'Call':
      if (e.callee.is !== 'Member')
        return all([...each(...e.args), isCallOfName(m, e, scope), isMade(m, e, e.callee, scope)]);
      return all([...each(e.callee.object, ...e.args), memberUse(m, e.callee, scope, 'called')]);
    case 'Assign':
      return all([
        ...each(e.target, e.value),
        e.op === '=' ? isAssignable(m, e, scope) : changes(m, e.target, scope, e.op),
      ]);
    case 'Binary':
      return all([...each(e.left, e.right), takesOperands(m, e, scope)]);
    case 'Brace':
      return all([
        ...each(...e.args.filter(({ is }) => is !== 'Expand')),
        isList(m, e, scope),
        e.type && !e.designators?.some((name) => name !== undefined) ? isMade(m, e, e.type, scope) : true,
      ]);
    case 'Conditional':
      return all([
        ...each(e.cond, e.then, e.else),
        decides(typeOf(unevaluated(m, e.cond, scope))),
        areTogether(operand(e.then), operand(e.else)),
      ]);
    case 'Index':
      return all([...each(e.object, ...e.args), isIndexed(m, e, scope)]);
    case 'Cast':
      if (isLayout(unevaluated(m, e.arg, scope))) return undefined;
      return all([usesMembers(m, e.arg, scope), isCast(m, e, scope)]);
    case 'Unary':
      if (/\+\+|--/.test(e.op)) return all([usesMembers(m, e.arg, scope), changes(m, e.arg, scope)]);
      return e.op === '&' && e.arg.is === 'Scope' ? hasAddress(m, e.arg, scope) : usesMembers(m, e.arg, scope);
    default:
      return true;
  }
}

function isCallOfName(m: Machine, e: Expr & { is: 'Call' }, scope: Scope): Verdict {
  const { callee } = e;
  return callee.is === 'Scope' ? qualifiedUse(m, callee, scope, 'called') : isPlainConversion(m, e, scope);
}

/** `bool(x)`: to what a layout converts is not followed. */
function isPlainConversion(m: Machine, e: Expr & { is: 'Call' }, scope: Scope): Verdict {
  const [only] = e.args;
  if (e.callee.is !== 'Name' || e.args.length !== 1 || !only || only.is === 'Expand') return true;
  const to = unevaluated(m, e.callee, scope);
  const converts = !isTuple(to) && to.is === 'type' && isNumber(to.of);
  return converts && isLayout(unevaluated(m, only, scope)) ? undefined : true;
}

/** `T(…)` and `T{…}`. Within the class, what is private serves too. */
function isMade(m: Machine, e: Expr & { is: 'Call' | 'Brace' }, of: Expr, scope: Scope): Verdict {
  const type = unevaluated(m, of, scope);
  if (isTuple(type) || type.is !== 'type' || isUnknown(type.of)) return true;
  // Nothing makes a reference of nothing, and no array is made in parentheses without elements.
  if (e.args.length === 0 && (type.ref || (e.is === 'Call' && kindOf(type.of) === 'array'))) return false;
  if (type.ref) return true;
  const instance = classOf(type.of);
  for (let s: Scope | undefined = scope; s && instance; s = s.parent) if (s.owner === instance) return true;
  const args = m.aside('unevaluated', e.span, () => argsOf(m, e.args, scope));
  return makes(m, exampleOfType(type, of), args, e.is === 'Brace');
}

/** `object[i]`: what a layout takes, and an index whose type is not known, is not followed. */
function isIndexed(m: Machine, e: Expr & { is: 'Index' }, scope: Scope): Verdict {
  const indices = e.args.map((arg) => typeOf(unevaluated(m, arg, scope)));
  return isLayout(unevaluated(m, e.object, scope)) || indices.includes(undefined) ? undefined : true;
}

/** What an operator changes: a class may have an operator of its own. */
function changes(m: Machine, target: Expr, scope: Scope, op?: string): Verdict {
  const type = typeOf(unevaluated(m, target, scope));
  if (type === undefined) return true;
  const [kind, instance] = [kindOf(type), classOf(type)];
  if (op !== undefined && kind && !takesCompound(op, kind)) return false;
  if (op !== undefined && instance && !hasOperator(instance, type, op, scope)) {
    const refused = refusesObject(m, instance, (one) => takesCompound(op, one), true);
    return refused === undefined ? undefined : !refused;
  }
  if (!isPlainType(type)) return true;
  return isChangeable({ type, category: categoryOfExpression(m, target, scope) });
}

function isPlainType(type: Value): boolean {
  return isNumber(type) || (!isTuple(type) && type.is === 'pointer');
}

function takesOperands(m: Machine, e: Expr & { is: 'Binary' }, scope: Scope): Verdict {
  const [left, right] = [e.left, e.right].map((one) => typeOf(unevaluated(m, one, scope)));
  const [a, b] = [left && kindOf(left), right && kindOf(right)];
  const arithmetic = a && b ? takesArithmetic(e.op, a, b) : true;
  return arithmetic && takesPointers(e.op, left, right);
}

function isList(m: Machine, e: Expr & { is: 'Brace' }, scope: Scope): Verdict {
  const type = e.type && unevaluated(m, e.type, scope);
  if (!type || isTuple(type) || type.is !== 'type' || isUnknown(type.of)) return true;
  const isOne = e.args.length === 1 && classOf(type.of) !== undefined;
  const isCounted = isOne || e.args.some(({ is }) => is === 'Expand');
  const given = isCounted ? m.aside('unevaluated', e.span, () => argsOf(m, e.args, scope)) : undefined;
  const [only] = given ?? [];
  // An object may be copied, or convert: `isMade` says.
  if (given?.length === 1 && only && classOf(type.of) && (isUnknown(only.value) || classOf(only.value))) return true;
  const fits = listFits(type.of, (given ?? e.args).length, (of, one) => exampleOfType(evaluate(m, one, of.scope), one));
  return fits === false ? false : true;
}

function isCast(m: Machine, e: Expr & { is: 'Cast' }, scope: Scope): Verdict {
  const [from, given] = [typeOf(unevaluated(m, e.arg, scope)), unevaluated(m, e.type, scope)];
  const to: Value = enumerationOf(given) ? { is: 'type', of: given } : given;
  if (from === undefined || isTuple(to) || to.is !== 'type') return true;
  if (!isTuple(from) && from.is === 'function-type') return undefined;
  const [kind, target] = [kindOf(from), to.ref ? undefined : kindOf(to.of)];
  const castsAsKind = target ? castsKind(e.how, kind, target) : true;
  if (castsAsKind !== true) return castsAsKind;
  const category = categoryOfExpression(m, e.arg, scope);
  const casts = (): Verdict => castsObjects(m, from, category, to);
  const castsPointers = e.how === 'reinterpret' || e.how === 'const' ? castsPointer(e.how, from, category, to) : true;
  if (castsPointers !== true) return castsPointers;
  if (e.how !== 'static') return e.how === 'c' && !to.ref && classOf(to.of) ? casts() : true;
  if (classOf(from) ?? classOf(to.of)) return casts();
  return to.ref ? castsToReference(from, category, to) : castsStatically(from, to.of);
}

/** A value of a scoped enumeration converts to no truth value. */
function decides(condition: Value | undefined): boolean {
  return condition === undefined || kindOf(condition) !== 'scoped';
}

function isLayout(value: Value): boolean {
  return !isTuple(value) && value.is === 'layout';
}

/** Whether `T::name` behind `typename` names a type that may be used here. */
export function namesType(m: Machine, e: Expr, scope: Scope): Verdict {
  if (e.is !== 'Scope' || e.args || !e.of) return true;
  const found = memberOf(m, e.of, e.id, scope);
  if (!found) return true;
  if (found.declared.ambiguous === true) return false;
  return isType(found.declared.entity) ? isAccessible(found.instance, found.declared, e.id, scope) : false;
}

/** Whether what a type names may be named here ([temp.deduct]/8). What a requires-expression asks for is left out. */
export function mayNameAll(m: Machine, type: Expr, scope: Scope): Verdict {
  const { names, aliases } = namedIn(type);
  if (names.length === 0 && aliases.length === 0) return true;
  const meant = aliases.map((one) => withoutAliases(one, scope, none)).filter((one, i) => one !== aliases[i]);
  return m.silently(() =>
    all([...names.map((name) => mayName(m, name, scope)), ...meant.map((one) => mayNameAll(m, one, scope))]),
  );
}

/** What stands in a type: names with a qualifier, and those that may be aliases with arguments. */
const namedIn = remembered((type: Expr) => {
  const names: (Expr & { is: 'Scope' })[] = [];
  const aliases: Expr[] = [];
  walk(type, (node) => {
    if (node.is === 'Requires' || node.is === 'Lambda') return 'over';
    if (node.is === 'Scope') names.push(node);
    if (node.is === 'Name' && node.args) aliases.push(node);
    return undefined;
  });
  return { names, aliases };
});

const none: ReadonlySet<string> = new Set();

function mayName(m: Machine, { of, id }: Expr & { is: 'Scope' }, scope: Scope): Verdict {
  const found = of && memberOf(m, of, id, scope);
  return !found || found.declared.ambiguous ? true : isAccessible(found.instance, found.declared, id, scope);
}

/** `&T::name`: no type has an address, and there are no pointers to members that are references ([dcl.mptr]/3). */
function hasAddress(m: Machine, e: Expr & { is: 'Scope' }, scope: Scope): Verdict {
  const { entity, field } = (e.of && memberOf(m, e.of, e.id, scope))?.declared ?? {};
  return isType(entity) || (field && isReference(field.type)) ? false : mayName(m, e, scope);
}

function all(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes(false)) return false;
  return verdicts.includes(undefined) ? undefined : true;
}

/** `object.member`. */
function memberUse(m: Machine, e: Expr & { is: 'Member' }, scope: Scope, use: Use): Verdict {
  if (e.of) return true;
  if (e.arrow) return e.object.is === 'This' ? true : all([arrowUse(m, e, scope), pointedUse(m, e, scope, use)]);
  const instance = classOf(unevaluated(m, e.object, scope));
  if (!instance) return true;
  const declared = declarationIn(instance, e.id);
  if (!declared) return true;
  if (declared.ambiguous) return declared.ambiguous === 'perhaps' ? undefined : false;
  const access = isAccessible(instance, declared, e.id, scope);
  if (access === false || isType(declared.entity)) return false;
  if (declared.entity?.kind !== 'functions') return access;
  const { overloads } = declared.entity;
  if (overloads.some(({ decl }) => decl.static)) return access;
  return use === 'called'
    ? all([takesObject(overloads, instance, categoryOfExpression(m, e.object, scope)), access])
    : false;
}

/** Whether a member function takes an object of a category ([over.match.funcs]). */
function takesObject(overloads: readonly FunctionEntity[], instance: ClassInstance, object: Category): Verdict {
  const sequences = overloads.map((one) => objectSequence({ ...one, owner: one.owner ?? instance }, object));
  if (sequences.every((one) => one === 'none')) return false;
  return sequences.some((one) => one !== 'none' && one?.doubt === false) ? true : undefined;
}

/** A function that is called for what a pointer leads to. */
function pointedUse(m: Machine, e: Expr & { is: 'Member' }, scope: Scope, use: Use): Verdict {
  const object = unevaluated(m, e.object, scope);
  const category = use === 'called' ? categoryOfPointed(object) : undefined;
  const type = elementless(object);
  const instance = !category || isTuple(type) || type.is !== 'pointer' ? undefined : classOf(type.element);
  const { entity, ambiguous } = (instance && declarationIn(instance, e.id)) ?? {};
  if (!category || !instance || ambiguous || entity?.kind !== 'functions') return true;
  return takesObject(entity.overloads, instance, category);
}

/** `pointer->member`: to what is no pointer, an object has to have an operator. */
function arrowUse(m: Machine, e: Expr & { is: 'Member' }, scope: Scope): Verdict {
  const object = typeOf(unevaluated(m, e.object, scope));
  const kind = object && kindOf(object);
  if (object === undefined || isTuple(object)) return true;
  if (kind) return object.is === 'pointer' && kindOf(object.element) === undefined && !/^(?:void|function)/.test(kind);
  const instance = e.object.is === 'Call' || e.object.is === 'Cast' ? classOf(object) : undefined;
  if (!instance || instance.hasUnknownBase) return true;
  const arrow = declarationIn(instance, 'operator->');
  if (arrow?.entity?.kind !== 'functions') return !(e.object.is === 'Call' && isDeclval(e.object.callee));
  const [only, ...others] = arrow.entity.overloads;
  const { returns } = only?.decl ?? {};
  const type = only && returns && others.length === 0 ? m.silently(() => evaluate(m, returns, only.scope)) : undefined;
  if (!type || isTuple(type) || type.is !== 'type') return true;
  return isTuple(type.of) || type.of.is !== 'pointer' || kindOf(type.of.element) === undefined;
}

/** `T::member`, which names a member without an object where nothing is run. */
function qualifiedUse(m: Machine, e: Expr & { is: 'Scope' }, scope: Scope, use: Use): Verdict {
  if (e.args || !e.of) return true;
  const found = memberOf(m, e.of, e.id, scope);
  if (!found) return true;
  const { entity, ambiguous } = found.declared;
  if (ambiguous) return ambiguous === 'perhaps' ? undefined : false;
  // Whether `typename` is written is not kept.
  if (isType(entity) && use === 'value') return false;
  if (isType(entity) && use === 'size') return undefined;
  if (use !== 'called' && entity?.kind === 'functions' && entity.overloads.some(({ decl }) => !decl.static))
    return false;
  return isAccessible(found.instance, found.declared, e.id, scope);
}

function memberOf(
  m: Machine,
  of: Expr,
  id: string,
  scope: Scope,
): { instance: ClassInstance; declared: MemberDeclaration } | undefined {
  if (of.is !== 'Name' && of.is !== 'Scope') return undefined;
  const type = unevaluated(m, of, scope);
  const instance = !isTuple(type) && type.is === 'type' ? classOf(type.of) : undefined;
  const declared = instance && declarationIn(instance, id);
  return declared && { instance, declared };
}

function isType(entity: Entity | undefined): boolean {
  return entity?.kind === 'type' || entity?.kind === 'class' || entity?.kind === 'alias-template';
}

/** Whether a member may be named from a scope. */
function isAccessible(
  instance: ClassInstance,
  { owner, entity }: MemberDeclaration,
  id: string,
  scope: Scope,
): Verdict {
  if (owner !== instance && instance.decl.hiddenBases) return undefined;
  const hidden =
    entity?.kind === 'functions'
      ? entity.overloads.map(({ decl }) => decl.hidden === true)
      : [owner.decl.hiddenNames?.includes(id) === true];
  if (!hidden.includes(true)) return true;
  let isDerived = false;
  for (let s: Scope | undefined = scope; s; s = s.parent) {
    if (s.owner === owner) return true;
    if (s.owner && derivesFrom(s.owner, owner)) isDerived = true;
  }
  return isDerived || owner.decl.vagueAccess || hidden.includes(false) ? undefined : false;
}

/** Whether the target of an assignment is a modifiable lvalue that takes the value. */
function isAssignable(m: Machine, e: Expr & { is: 'Assign' }, scope: Scope): Verdict {
  const assigned = unevaluated(m, e.target, scope);
  if (isSubstitutionFailure(assigned)) return false;
  const target = typeOf(assigned);
  if (target === undefined) return undefined;
  const { is, constant } = categoryOfExpression(m, e.target, scope);
  const isOfNumbers = isNumber(target);
  if ((isOfNumbers && is !== undefined && is !== 'lvalue') || (constant === true && isOfNumbers)) return false;
  const value = typeOf(unevaluated(m, e.value, scope));
  if (value === undefined) return true;
  const kind = kindOf(target);
  if ((kind === 'enum' || kind === 'scoped') && kindOf(value) && kindOf(value) !== kind) return false;
  if (isOtherKind(target, value)) return e.value.is === 'Int' && e.value.value === 0 ? true : false;
  if (isOfNumbers) return is !== undefined && constant === false && isNumber(value) ? true : undefined;
  const instance = classOf(target);
  if (instance && !classOf(value) && !instance.scope.own('operator=') && kindOf(value))
    return userConversionBy(m, () => undefined)(value, target, { written: {} }) === false ? false : undefined;
  // A constant of CuTe takes no number.
  if (!isTuple(target) && target.is === 'static') return isNumber(value) ? false : undefined;
  return instance ? assignsObject(m, e, scope) : undefined;
}

/** An object that is assigned to an object: by a function that is not deleted, and that takes it. */
function assignsObject(m: Machine, e: Expr & { is: 'Assign' }, scope: Scope): Verdict {
  const [to, from] = [e.target, e.value].map((one): TypeOf | undefined => {
    const type = typeOf(unevaluated(m, one, scope));
    const { is, constant, volatile } = categoryOfExpression(m, one, scope);
    if (type === undefined || is === undefined || constant === undefined) return undefined;
    return {
      is: 'type',
      of: type,
      ref: is === 'lvalue' ? 'lvalue' : 'rvalue',
      ...constVolatile({ constant, volatile }),
    };
  });
  if (!to || !from) return undefined;
  return sameType(to.of, from.of) ? m.evaluator.assigns(m, to, from) : to.constant ? undefined : true;
}

/** A value of the type of another one, where that has one. */
function typeOf(value: Value): Value | undefined {
  return isUnknown(value) ? value.type : value;
}

function unevaluated(m: Machine, e: Expr, scope: Scope): Value {
  return m.aside('unevaluated', e.span, () => evaluate(m, e, scope));
}
