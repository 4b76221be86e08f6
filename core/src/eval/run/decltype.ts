// `decltype(e)` ([dcl.type.decltype]): what a declaration says of a name or a member, else the type of an expression
// with its value category. What stands in it never runs.
import { say } from '../../base/say';
import { dyn, hole } from '../../algebra/leaf';
import type { Expr, Let, Return } from '../../ir/program';
import { withElementConst } from '../../values/array-types';
import { pairMember, partType } from '../../values/standard-tuples';
import type { Qualifiers, TypeOf, Value } from '../../values/value';
import { isRepeatable } from '../names/effects';
import { lookupName, qualifier, type Qualifier, selfOf } from '../names/names';
import { lookupIn } from '../names/namespaces';
import { qualifiedEntity, undecayed } from '../names/places';
import { categoryOfExpression, categoryOfType, declaredAs, referenceOf } from '../overload/categories';
import { evaluate, exampleOfType, locate, type Located } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { pointedAt } from '../values/elements';
import type { Category, ClassInstance, Entity, Scope, VariableEntity } from '../values/entities';
import { isEnumerator } from '../values/enumerations';
import { erase, isTuple, isUnknown } from '../values/inspect';
import { qualifiersOf, qualifiersOfCell, referenceTo, typeWith, writtenOf } from '../values/qualifiers';
import { callable, classOf, isArray, targetOf } from '../values/kinds';
import { bytesOfText } from '../values/texts';
import { asNumber } from '../values/truth';
import { type Variable, variableOf } from '../overload/specialisations';
import { elementless } from '../overload/templates';
import { declarationIn } from '../overload/member-declarations';
import { usesMembers } from '../overload/member-uses';
import { isNumber } from '../overload/operand-uses';
import { contested, illFormed, isSubstitutionFailure, unknown } from '../values/unknown';
import { pointerTo } from '../values/function-types';
import { exampleOf } from '../types/classes';
import { templateArguments } from '../types/name-values';
import { asLiteral } from '../types/source-places';
import { typeOfFunction } from '../overload/function-patterns';
import { nullptr } from '../overload/viable';

/** `decltype(e)`: the declared type of a name or a member, else the type of an expression with its value category
 *  ([dcl.type.decltype]). */
export function decltypeValue(m: Machine, e: Expr & { is: 'Decltype' }, scope: Scope): Value {
  if (e.arg.is === 'String') return typeOfLiteral(e.arg);
  if (e.arg.is === 'Name' && e.arg.id === 'nullptr') return { is: 'type', of: nullptr };
  if (asLiteral(m, e.arg) !== e.arg)
    return contested(say`compilers differ on the type of the name of a function`, e.span);
  const pointed = e.arg.is === 'Unary' && e.arg.op === '&' ? memberPointerNamed(m, e.arg.arg, scope) : undefined;
  if (pointed) return pointed;
  const isTried = m.mode.silent;
  const located = isRepeatable(e.arg) && !isTried ? locate(m, e.arg, scope) : unevaluated(m, e.arg, scope);
  const value = undecayed(located);
  if (isTried && !isSubstitutionFailure(value)) {
    const isValid = usesMembers(m, e.arg, scope);
    if (isValid === false)
      return illFormed('unsupported', say`this expression uses a member or an operand as nothing may`, e.span);
    if (isValid === undefined) return unknown('unsupported', say`whether a requirement is met is not known`, e.span);
  }
  const type = targetOf(located.value)?.kind === 'address' && !isArray(value) ? located.value : value;
  const func = functionNamed(m, e.arg, value, scope);
  if (func === 'unknown')
    return unknown('unsupported', say`the type of a variable that leads to a function is not known here`, e.span);
  if (func) return e.parenthesised ? referenceTo(func, 'lvalue') : func;
  if (isUnknown(value) && value.type === undefined) return typeOfMember(m, e.arg, scope) ?? value;
  if (!isTuple(value) && value.is === 'type') return value;
  const isName = !e.parenthesised && (e.arg.is === 'Name' || e.arg.is === 'Scope' || e.arg.is === 'Member');
  const category = located.category ?? categoryOfExpression(m, e.arg, scope);
  const written = isName ? declaredType(m, e.arg, scope, located) : typeSaid(category, value);
  return withElementConst(typeWith(typeOfValue(type), written));
}

/** What a category says of a type: of objects, not of numbers, a prvalue may be const ([expr.type]/2). */
function typeSaid(category: Category, value: Value): Qualifiers | undefined {
  const isConst = category.is === 'prvalue' && category.constant === true && classOf(value) !== undefined;
  return isConst ? { constant: true } : referenceOf(category);
}

/** The category of what a function returns whose type is `decltype(auto)`: of `decltype(e)` ([dcl.spec.auto]). */
export function categoryOfReturned(m: Machine, s: Return, e: Expr, located: Located, scope: Scope): Category {
  if (e.is === 'String') return { is: 'lvalue', constant: true, literal: e };
  const isName = s.parenthesised !== true && (e.is === 'Name' || e.is === 'Scope' || e.is === 'Member');
  if (!isName) return located.category ?? categoryOfExpression(m, e, scope);
  const type = typeWith(typeOfValue(undecayed(located)), declaredType(m, e, scope, located));
  return categoryOfType(type);
}

/** A function that is named, or whose address is taken. A variable that leads to one has a type of its own. */
function functionNamed(m: Machine, e: Expr, value: Value, scope: Scope): TypeOf | 'unknown' | undefined {
  const isAddress = e.is === 'Unary' && e.op === '&';
  const named = isAddress ? e.arg : e;
  if (named.is !== 'Name' && named.is !== 'Scope') return undefined;
  const isOpen = !isAddress && isUnknown(value) && value.type === undefined;
  const variable = targetOf(value)?.kind === 'functions' || isOpen ? variableNamedBy(m, named, scope) : undefined;
  if (variable && isOpen) return variable.function;
  if (variable) return isAddress ? 'unknown' : (variable.function ?? 'unknown');
  const type = typeOfFunction(m, value);
  return type && isAddress ? { is: 'type', of: pointerTo(type) } : type;
}

function variableNamedBy(m: Machine, e: Expr & { is: 'Name' | 'Scope' }, scope: Scope): VariableEntity | undefined {
  if (e.args) return undefined;
  const named = e.is === 'Name' ? lookupName(scope, e) : qualifiedEntity(qualified(m, e, scope), e);
  const entity = named?.kind === 'lazy' ? named.force() : named;
  return entity?.kind === 'variable' ? entity : undefined;
}

function qualified(m: Machine, e: Expr & { is: 'Scope' }, scope: Scope): Qualifier {
  return m.silently(() => qualifier(m, e.of, scope, (inner, from) => evaluate(m, inner, from)));
}

/** `&C::member`, of which C declares one that is not static. */
export function memberPointerNamed(m: Machine, arg: Expr, scope: Scope): TypeOf | undefined {
  if (arg.is !== 'Scope') return undefined;
  const instance = m.silently(() => classThatNames(m, arg, scope));
  const { field, entity, owner } = (instance && declarationIn(instance, arg.id)) || {};
  if (!owner) return undefined;
  const functions =
    entity?.kind === 'functions' && !entity.overloads.some(({ decl }) => decl.static) ? entity : undefined;
  const member = field
    ? m.silently(() => evaluate(m, field.type, owner.scope))
    : functions && typeOfFunction(m, callable(arg.id, { ...functions, targs: [] }));
  if (!member || isTuple(member) || member.is !== 'type' || member.ref || isUnknown(member.of)) return undefined;
  return { is: 'type', of: { is: 'member-pointer', of: exampleOf(owner), member } };
}

/** A string literal is an lvalue: an array of constant characters ([expr.prim.literal]). */
function typeOfLiteral(e: Expr & { is: 'String' }): Value {
  const length = bytesOfText(e);
  if (isUnknown(length) || e.width !== undefined)
    return { is: 'type', of: erase({ is: 'text', text: '' }), vague: true };
  const element: Value = { is: 'scalar', type: 'char', bits: 8 };
  const n = asNumber(length) ?? 0;
  const of: Value = { is: 'pointer', space: 'generic', element, offset: hole(64), constant: true, length: dyn(n) };
  return { is: 'type', of, ref: 'lvalue' };
}

/** What the declaration of a variable or of a member says. */
function declaredType(m: Machine, e: Expr, scope: Scope, { place, value }: Located): Qualifiers | undefined {
  const template = variableTemplateNamed(m, e, scope);
  if (template) return template === 'unknown' ? { vague: true } : declaredByTemplate(m, template);
  if (e.is === 'Name') {
    const entity = lookupName(scope, e);
    if (entity?.kind !== 'variable' || entity.prvalue) return undefined;
    if (entity.written || entity.held) return entity.written;
    return entity.at !== undefined ? writtenOf(qualifiersOfCell(entity.cell)) : memberDeclaredAs(m, e, scope);
  }
  const half = e.is === 'Member' && !e.arrow ? pairMember(e.id) : undefined;
  const said =
    half === undefined || e.is !== 'Member' ? undefined : partType(unevaluated(m, e.object, scope).value, half);
  if (said) return writtenOf(said);
  if (e.is === 'Scope' && place?.fixed && !place.whole && !isEnumerator(place, e.id)) return { constant: true };
  if (e.is === 'Scope' && isNumber(value) && isOfLibrary(m, e, scope)) return { constant: true };
  return memberDeclaredAs(m, e, scope);
}

/** Whether the member is one of a class of the library, whose static data members are constants. */
function isOfLibrary(m: Machine, { of }: Expr & { is: 'Scope' }, scope: Scope): boolean {
  const type = of && m.silently(() => evaluate(m, of, scope));
  return type !== undefined && !isTuple(type) && type.is === 'type' && !classOf(type.of) && !targetOf(type.of);
}

/** What `name<…>` is that names a variable template. */
function variableTemplateNamed(m: Machine, e: Expr, scope: Scope): Variable | 'unknown' | undefined {
  if ((e.is !== 'Name' && e.is !== 'Scope') || !e.args) return undefined;
  const { args, span } = e;
  return m.silently(() => {
    const named = e.is === 'Name' ? lookupName(scope, e) : memberOfNamespace(m, e, scope);
    const entity = named?.kind === 'lazy' ? named.force() : named;
    if (!entity) return 'unknown';
    if (entity.kind !== 'variable-template') return undefined;
    const variable = variableOf(m, entity, templateArguments(m, args, scope), span);
    return 'is' in variable ? 'unknown' : variable;
  });
}

function memberOfNamespace(m: Machine, { of, id }: Expr & { is: 'Scope' }, scope: Scope): Entity | undefined {
  const namespace = of && targetOf(evaluate(m, of, scope));
  return namespace?.kind === 'namespace' && namespace.scope ? lookupIn(namespace.scope, id) : undefined;
}

function declaredByTemplate(m: Machine, { decl, scope }: Variable): Qualifiers | undefined {
  const type = m.silently(() => evaluate(m, decl.type, scope));
  const isKnown = !isTuple(type) && type.is === 'type' && !isUnknown(type.of);
  const written = isKnown ? writtenOf(qualifiersOf(type)) : declaredAs(m, decl.type, scope);
  return withConstexpr(decl, written);
}

/** `constexpr` makes a variable const. */
function withConstexpr({ constexpr }: Let, written: Qualifiers | undefined): Qualifiers | undefined {
  return constexpr && !written?.ref ? { ...written, constant: true } : written;
}

/** What the declaration of a data member says: of `object.member`, `Class::member`, and of one that a function of the
 *  class names. */
function memberDeclaredAs(m: Machine, e: Expr, scope: Scope): Qualifiers | undefined {
  const instance = m.silently(() => classThatNames(m, e, scope));
  const { field, owner, entity } = (instance && 'id' in e && declarationIn(instance, e.id)) || {};
  const member = entity?.kind === 'lazy' ? m.silently(() => entity.force()) : entity;
  // One that is static says it itself, whatever object is written before it.
  if (member?.kind === 'variable' && !member.prvalue) return member.written ?? writtenOf(qualifiersOfCell(member.cell));
  return field && owner && withConstexpr(field, writtenOf(declaredAs(m, field.type, owner.scope) ?? {}));
}

/** The type of `Class::member`, which has no value where there is no object. */
export function typeOfMember(m: Machine, e: Expr, scope: Scope): Value | undefined {
  if (e.is !== 'Scope' || e.args) return undefined;
  const instance = m.silently(() => classThatNames(m, e, scope));
  const { field, owner } = (instance && declarationIn(instance, e.id)) || {};
  return field && owner && m.silently(() => evaluate(m, field.type, owner.scope));
}

function classThatNames(m: Machine, e: Expr, scope: Scope): ClassInstance | undefined {
  if (e.is === 'Name') return classOf(selfOf(scope)?.read() ?? []);
  if (e.is === 'Scope') return e.of && classOf(exampleOfType(evaluate(m, e.of, scope), e.of));
  if (e.is !== 'Member' || e.args || e.of) return undefined;
  const object = unevaluated(m, e.object, scope);
  const held = pointedAt(object.value)?.read() ?? object.value;
  return classOf(!isTuple(held) && held.is === 'pointer' ? held.element : held);
}

function typeOfValue(value: Value): Value {
  if (isTuple(value)) return erase(value);
  if (value.is === 'element') return value.pointer.element;
  return targetOf(value)?.kind === 'address' ? elementless(value) : erase(value);
}

/** What stands in `decltype(…)` and `sizeof(…)` never runs: it has a type, and changes nothing. */
export function unevaluated(m: Machine, e: Expr, scope: Scope): Located {
  return m.aside('unevaluated', e.span, () => locate(m, e, scope));
}
