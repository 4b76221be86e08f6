// Value categories ([basic.lval]): whether an argument is an lvalue, an xvalue or a prvalue, and whether what it names
// is const. The category follows from the expression; for a call, from what it returned (`Located.category`). A
// category that is not known is left out, and overload resolution treats it as unknown.
import type { Expr, Let } from '../../ir/program';
import { withArrayConst } from '../../values/array-types';
import { pairMember, partType } from '../../values/standard-tuples';
import type { Qualifiers, TypeOf, Value } from '../../values/value';
import { isRepeatable } from '../names/effects';
import { lookupName, selfOf, selfQualifiers } from '../names/names';
import { evaluate, exampleOfType, locate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { isAuto, withoutQualifiers } from '../values/declared-types';
import type { Category, ClassInstance, Entity, Scope, Source } from '../values/entities';
import { isTuple, sameType } from '../values/inspect';
import { classOf, targetOf } from '../values/kinds';
import { constVolatile, qualifiersOf, qualifiersOfPointed, writtenOf } from '../values/qualifiers';
import { isStaticIntValue } from '../values/template-args';
import { holdsObjects } from '../values/vectors';
import { declarationIn, memberNamed, objectNamed } from './member-declarations';

export const prvalue: Category = { is: 'prvalue', constant: false };
const notKnown: Category = {};

/** The category of an argument. */
export function categoryOf(m: Machine, { category, written }: Source): Category {
  return category ?? (written ? categoryOfExpression(m, written.expr, written.scope) : notKnown);
}

/** The category of an expression, as far as its text tells. */
export function categoryOfExpression(m: Machine, e: Expr, scope: Scope): Category {
  switch (e.is) {
    case 'Int':
    case 'Float':
    case 'Bool':
    case 'Char':
    case 'Lambda':
    case 'Requires':
    case 'Sizeof':
      return prvalue;
    case 'String':
      return { is: 'lvalue', constant: true };
    case 'Name':
      return e.args ? categoryLocated(m, e, scope) : categoryOfName(m, lookupName(scope, e), e.id, scope);
    case 'Scope':
      return categoryLocated(m, e, scope);
    case 'Brace':
      return e.type ? { is: 'prvalue', constant: declaredAs(m, e.type, scope)?.constant ?? false } : notKnown;
    case 'Member':
      return categoryOfMember(m, e, scope);
    case 'Index':
      return categoryOfElement(m, e.object, scope);
    case 'Unary':
      return categoryOfUnary(m, e, scope);
    case 'Binary':
      if (e.op === ',') return categoryOfExpression(m, e.right, scope);
      return isObject(m, e.left, scope) || isObject(m, e.right, scope) ? notKnown : prvalue;
    case 'Assign':
      return { is: 'lvalue', constant: false };
    case 'Cast':
      return categoryOfType(m.silently(() => evaluate(m, e.type, scope)));
    case 'Conditional':
      return categoryOfConditional(m, e, scope);
    case 'Call':
      return e.callee.is === 'Member' && /^(?:at|front|back)$/.test(e.callee.id)
        ? (categoryInVector(m, e.callee.object, scope) ?? notKnown)
        : categoryOfDeclval(m, e, scope);
    case 'Expand':
      return categoryOfExpression(m, e.of, scope);
    default:
      return notKnown;
  }
}

/** A qualified name, or a template with its arguments. */
function categoryLocated(m: Machine, e: Expr, scope: Scope): Category {
  return m.silently(() => locate(m, e, scope).category) ?? notKnown;
}

/** Lvalues of one type are an lvalue together, numbers of other types are converted ([expr.cond]/4, 7). */
function categoryOfConditional(m: Machine, e: Expr & { is: 'Conditional' }, scope: Scope): Category {
  const [x, y] = [e.then, e.else].map((one) => m.aside('unevaluated', one.span, () => evaluate(m, one, scope)));
  const isNumber = (one: Value): boolean => isPlainNumber(one) || isStaticIntValue(one);
  if (!x || !y || !isNumber(x) || !isNumber(y)) return notKnown;
  if (!sameType(x, y)) return prvalue;
  const [a, b] = [categoryOfExpression(m, e.then, scope), categoryOfExpression(m, e.else, scope)];
  if (a.is === undefined || b.is === undefined || a.volatile || b.volatile) return notKnown;
  if (a.is !== b.is || a.is === 'prvalue') return prvalue;
  if (a.constant === undefined || b.constant === undefined) return notKnown;
  return a.is === 'lvalue' || a.constant === b.constant ? { ...a, constant: a.constant || b.constant } : notKnown;
}

/** A number of a type of the language. */
export function isPlainNumber(value: Value): boolean {
  return !isTuple(value) && (value.is === 'dynamic' || (value.is === 'scalar' && value.bits > 0));
}

/** Whether the name of what is called is `declval`. */
export function isDeclval(callee: Expr): callee is Expr & { is: 'Name' | 'Scope' } {
  return (callee.is === 'Name' || callee.is === 'Scope') && callee.id === 'declval';
}

/** `declval<T>()` gives a `T&&`. */
function categoryOfDeclval(m: Machine, { callee }: Expr & { is: 'Call' }, scope: Scope): Category {
  if (!isDeclval(callee)) return notKnown;
  const [of] = callee.args ?? [];
  const type = of && m.silently(() => evaluate(m, of, scope));
  if (!type || isTuple(type) || type.is !== 'type') return notKnown;
  return categoryOfType({ ...type, ref: type.ref ?? 'rvalue' });
}

/** What a function gives whose result has this type. */
export function categoryOfType(type: Value): Category {
  if (isTuple(type) || type.is !== 'type') return notKnown;
  // An array is const where its elements are ([basic.type.qualifier]/3).
  const { ref, constant = false, volatile, vague } = withArrayConst(type);
  if (vague) return notKnown;
  if (!ref) return { is: 'prvalue', constant, volatile };
  return { is: ref === 'lvalue' ? 'lvalue' : 'xvalue', constant, volatile };
}

/** What a declaration says of its variable's type: const, volatile, a reference. `init` is the category of what it is
 *  initialised with, for `auto&&`. */
export function declaredAs(m: Machine, type: Expr, scope: Scope, init: Category = notKnown): Qualifiers | undefined {
  if (type.is === 'Name') {
    const entity = type.args || type.id === 'auto' ? undefined : lookupName(scope, type);
    return entity?.kind === 'type' ? entity.written : undefined;
  }
  if (type.is === 'Decltype') {
    if (!isAuto(type)) return writtenOf(qualifiersOf(m.silently(() => evaluate(m, type, scope))));
    return init.is === 'prvalue' && init.constant ? { constant: true } : referenceOf(init);
  }
  if (type.is !== 'Wrap') return undefined;
  if (type.how === 'const' || type.how === 'volatile') {
    const inner = declaredAs(m, type.of, scope, init);
    if (inner?.ref) return inner;
    return type.how === 'const' ? { ...inner, constant: true } : { ...inner, volatile: true };
  }
  // An array is const where its elements are ([basic.type.qualifier]/3).
  if (type.how === 'array') return writtenOf({ ...declaredAs(m, type.of, scope), ref: undefined });
  if (type.how !== 'ref' && type.how !== 'rvalue-ref') return undefined;
  const inner = declaredAs(m, type.of, scope, init);
  // `decltype(auto)`, of which the front end makes a reference, is what its initialiser is.
  if (type.of.is === 'Decltype' && isAuto(type.of)) return inner;
  if (type.how === 'rvalue-ref' && type.of.is === 'Name' && type.of.id === 'auto') return forwarded(init);
  const of = withoutQualifiers(type.of);
  if (of.is === 'Name' && of.id === 'auto') {
    const isOpen = init.is !== undefined && init.constant === undefined && !inner?.constant;
    const ref = type.how === 'ref' ? 'lvalue' : 'rvalue';
    return { ...inner, ...constVolatile(init), ref, ...(isOpen && { vague: true }) };
  }
  return { ...inner, ref: type.how === 'ref' || inner?.ref === 'lvalue' ? 'lvalue' : 'rvalue' };
}

/** `auto&&`. */
function forwarded(init: Category): Qualifiers {
  if (init.is === undefined) return { vague: true };
  return { ref: init.is === 'lvalue' ? 'lvalue' : 'rvalue', ...constVolatile(init) };
}

/** The type of an expression for `decltype` ([dcl.type.decltype]): a reference where it is no prvalue. */
export function referenceOf(category: Category): Qualifiers | undefined {
  const { is, constant } = category;
  if (is === undefined) return { vague: true };
  if (is === 'prvalue') return undefined;
  const ref = is === 'lvalue' ? 'lvalue' : 'rvalue';
  if (constant === undefined) return { ref, vague: true };
  return { ref, ...constVolatile(category) };
}

function categoryOfName(m: Machine, entity: Entity | undefined, id: string, scope: Scope): Category {
  const isMember = entity?.kind === 'variable' && entity.at === undefined && !entity.written && isOfSelf(id, scope);
  return isMember ? categoryOfOwnMember(m, id, scope) : categoryOfEntity(entity);
}

/** The category of what a name stands for that is no data member of the object at hand. */
export function categoryOfEntity(entity: Entity | undefined): Category {
  if (entity?.kind === 'functions') return { is: 'lvalue', constant: false };
  if (entity?.kind !== 'variable') return notKnown;
  if (entity.prvalue) return prvalue;
  const { written, cell, held } = entity;
  if (written?.vague) return { is: 'lvalue', ...(held && { constant: true }) };
  if (written) return { is: 'lvalue', constant: held ?? written.constant === true, volatile: written.volatile };
  return { is: 'lvalue', constant: cell.fixed, volatile: cell.volatile || undefined };
}

/** `member` in a member function: `this->member`. */
function categoryOfOwnMember(m: Machine, id: string, scope: Scope): Category {
  const object: Category = { is: 'lvalue', ...selfQualifiers(scope) };
  const self = selfOf(scope);
  const instance = self && m.silently(() => classOf(self.read()));
  const { field, owner } = (instance && declarationIn(instance, id)) || {};
  return field && owner ? categoryOfField(m, object, field, owner) : object;
}

/** A name that a member function uses and that is none of its own. */
function isOfSelf(id: string, scope: Scope): boolean {
  for (let s: Scope | undefined = scope; s; s = s.parent) {
    if (s.own(id)) return false;
    if (s.self) return true;
  }
  return false;
}

function categoryOfMember(m: Machine, e: Expr & { is: 'Member' }, scope: Scope): Category {
  if (e.arrow && e.object.is === 'This') return categoryOfOwnMember(m, e.id, scope);
  // What an operator `->` of the program gives is not asked.
  const object = e.arrow ? pointee(m, e.object, scope) : categoryOfExpression(m, e.object, scope);
  if (object.is === undefined) return notKnown;
  const { entity, field, owner } = memberNamed(m, e, scope) ?? {};
  if (entity) return categoryOfEntity(entity);
  if (field && owner) return categoryOfField(m, object, field, owner);
  const half = pairMember(e.id);
  return categoryOfPart(object, half === undefined ? undefined : partType(objectNamed(m, e, scope) ?? [], half));
}

/** What a part of an object is: const where the object is or its own type, or what its type refers to. */
export function categoryOfPart(object: Category, type: TypeOf | undefined): Category {
  const is = object.is === 'lvalue' ? 'lvalue' : 'xvalue';
  if (object.is === undefined || type?.vague) return notKnown;
  if (!type) return { ...object, is };
  if (type.ref) {
    if (type.ref === 'rvalue' && is === 'xvalue') return notKnown;
    return { is: 'lvalue', constant: type.constant ?? false, volatile: type.volatile };
  }
  return { is, constant: type.constant ?? object.constant, volatile: type.volatile ?? object.volatile };
}

/** A data member of an object. */
export function categoryOfField(m: Machine, object: Category, field: Let, owner: ClassInstance): Category {
  const written = declaredAs(m, field.type, owner.scope);
  if (written?.vague) return { is: object.is === 'lvalue' ? 'lvalue' : 'xvalue' };
  if (written?.ref) return { is: 'lvalue', constant: written.constant ?? false, volatile: written.volatile };
  return {
    is: object.is === 'lvalue' ? 'lvalue' : 'xvalue',
    constant: field.mutable ? false : (written?.constant ?? object.constant),
    volatile: written?.volatile ?? object.volatile,
  };
}

function categoryOfElement(m: Machine, object: Expr, scope: Scope): Category {
  return categoryInVector(m, object, scope) ?? { is: 'lvalue' };
}

/** An element of a `std::vector` is const where the vector is, and not otherwise. */
function categoryInVector(m: Machine, object: Expr, scope: Scope): Category | undefined {
  if (!isPath(object)) return undefined;
  const value = m.silently(() => evaluate(m, object, scope));
  return holdsObjects(value) ? { is: 'lvalue', constant: categoryOfExpression(m, object, scope).constant } : undefined;
}

/** Whether an expression only names something: to evaluate it once more changes nothing. */
const isPath = (e: Expr): boolean => e.is === 'Name' || e.is === 'This' || (e.is === 'Member' && isPath(e.object));

function categoryOfUnary(m: Machine, e: Expr & { is: 'Unary' }, scope: Scope): Category {
  if (e.op === '*' && e.arg.is === 'This') return { is: 'lvalue', ...selfQualifiers(scope) };
  if (e.op === '*') return pointee(m, e.arg, scope);
  if (e.op === '&') return prvalue;
  if (isObject(m, e.arg, scope)) return notKnown;
  return e.op === '++' || e.op === '--' ? { is: 'lvalue', constant: false } : prvalue;
}

function pointee(m: Machine, pointer: Expr, scope: Scope): Category {
  const value = isRepeatable(pointer)
    ? m.silently(() => evaluate(m, pointer, scope))
    : m.aside('unevaluated', pointer.span, () => evaluate(m, pointer, scope));
  return categoryOfPointed(value) ?? notKnown;
}

/** What `*p` is, by the type of the pointer; undefined where that is not known, or where it is no pointer. */
export function categoryOfPointed(pointer: Value): Category | undefined {
  if (isTuple(pointer)) return undefined;
  const target = targetOf(pointer);
  const said =
    pointer.is === 'pointer' ? pointer : target?.kind === 'address' ? qualifiersOfPointed(target) : undefined;
  if (!said) return undefined;
  const { constant = false, volatile } = said;
  return 'vague' in said && said.vague ? { is: 'lvalue' } : { is: 'lvalue', constant, volatile };
}

/** The operators that give a number where their operand is one. */
const ofNumbers: ReadonlySet<string> = new Set(['+', '-', '!', '~']);

/** An object of the program: its operators return what they return. */
function isObject(m: Machine, e: Expr, scope: Scope): boolean {
  if (e.is === 'Int' || e.is === 'Float' || e.is === 'Bool' || e.is === 'Char' || e.is === 'Sizeof') return false;
  if (e.is === 'Unary' && ofNumbers.has(e.op)) return isObject(m, e.arg, scope);
  if (e.is === 'Binary' && e.op !== ',') return isObject(m, e.left, scope) || isObject(m, e.right, scope);
  if (e.is === 'Cast')
    return !isPlainNumber(
      exampleOfType(
        m.silently(() => evaluate(m, e.type, scope)),
        e.type,
      ),
    );
  return e.is !== 'Name' || classOf(m.silently(() => evaluate(m, e, scope))) !== undefined;
}
