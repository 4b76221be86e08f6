// Value categories ([basic.lval]): whether an argument is an lvalue, an xvalue or a prvalue, and whether what it names
// is const. The category follows from the expression; for a call, from what it returned (`Located.category`). A
// category that is not known is left out, and overload resolution treats it as unknown.
import type { Expr } from '../../ir/program';
import type { Qualifiers, Value } from '../../values/value';
import { isSelfConstant, lookup } from '../names/names';
import { evaluate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { isAuto } from '../values/declared-types';
import type { Arg, Category, Entity, Scope } from '../values/entities';
import { isTuple } from '../values/inspect';
import { classOf, targetOf } from '../values/kinds';
import { qualifiersOf, writtenOf } from '../values/qualifiers';
import { memberNamed } from './member-declarations';

const prvalue: Category = { is: 'prvalue', constant: false };
const notKnown: Category = {};

/** The category of an argument. */
export function categoryOf(m: Machine, { category, written }: Arg): Category {
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
      return e.args ? notKnown : categoryOfName(lookup(scope, e.id), e.id, scope);
    case 'Brace':
      return e.type ? prvalue : notKnown;
    case 'Member':
      return categoryOfMember(m, e, scope);
    case 'Index':
      return { is: 'lvalue' };
    case 'Unary':
      return categoryOfUnary(m, e, scope);
    case 'Binary':
      if (e.op === ',') return categoryOfExpression(m, e.right, scope);
      return isObject(m, e.left, scope) || isObject(m, e.right, scope) ? notKnown : prvalue;
    case 'Assign':
      return { is: 'lvalue', constant: false };
    case 'Cast':
      return categoryOfType(m.silently(() => evaluate(m, e.type, scope)));
    case 'Expand':
      return categoryOfExpression(m, e.of, scope);
    default:
      return notKnown;
  }
}

/** What a function gives whose result has this type. */
export function categoryOfType(type: Value): Category {
  if (isTuple(type) || type.is !== 'type') return notKnown;
  const { ref, constant, vague } = qualifiersOf(type);
  if (vague) return notKnown;
  if (!ref) return { is: 'prvalue', constant: constant ?? false };
  return { is: ref === 'lvalue' ? 'lvalue' : 'xvalue', constant: constant ?? false };
}

/** What a declaration says of its variable's type: const, a reference. `init` is the category of what it is initialised
 *  with, for `auto&&`. */
export function declaredAs(m: Machine, type: Expr, scope: Scope, init: Category = notKnown): Qualifiers | undefined {
  if (type.is === 'Name') {
    const entity = type.args || type.id === 'auto' ? undefined : lookup(scope, type.id);
    return entity?.kind === 'type' ? entity.written : undefined;
  }
  if (type.is === 'Decltype') {
    if (!isAuto(type)) return writtenOf(qualifiersOf(m.silently(() => evaluate(m, type, scope))));
    return init.is === undefined ? { vague: true } : referenceOf(init);
  }
  if (type.is !== 'Wrap') return undefined;
  if (type.how === 'const') {
    const inner = declaredAs(m, type.of, scope, init);
    return inner?.ref ? inner : { ...inner, constant: true };
  }
  if (type.how !== 'ref' && type.how !== 'rvalue-ref') return undefined;
  const inner = declaredAs(m, type.of, scope, init);
  if (type.how === 'rvalue-ref' && type.of.is === 'Name' && type.of.id === 'auto') return forwarded(init);
  if (type.of.is === 'Name' && type.of.id === 'auto' && init.constant === true)
    return { ref: 'lvalue', constant: true };
  return { ...inner, ref: type.how === 'ref' || inner?.ref === 'lvalue' ? 'lvalue' : 'rvalue' };
}

/** `auto&&`. */
function forwarded({ is, constant }: Category): Qualifiers {
  if (is === undefined) return { vague: true };
  return { ref: is === 'lvalue' ? 'lvalue' : 'rvalue', ...(constant === true && { constant }) };
}

/** The type of an expression for `decltype` ([dcl.type.decltype]): a reference where it is no prvalue. */
export function referenceOf({ is, constant }: Category): Qualifiers | undefined {
  if (is === undefined) return { vague: true };
  if (is === 'prvalue') return undefined;
  const ref = is === 'lvalue' ? 'lvalue' : 'rvalue';
  if (constant === undefined) return { ref, vague: true };
  return { ref, ...(constant && { constant }) };
}

function categoryOfName(entity: Entity | undefined, id: string, scope: Scope): Category {
  if (entity?.kind === 'functions') return { is: 'lvalue', constant: false };
  if (entity?.kind !== 'variable') return notKnown;
  if (entity.prvalue) return prvalue;
  const { written, cell } = entity;
  if (written?.vague) return { is: 'lvalue' };
  const isConst = written ? written.constant === true : cell.fixed || isMemberOfConstant(id, scope);
  return { is: 'lvalue', constant: isConst };
}

/** A member that a const member function names. */
function isMemberOfConstant(id: string, scope: Scope): boolean {
  for (let s: Scope | undefined = scope; s; s = s.parent) {
    if (s.own(id)) return false;
    if (s.self) return s.selfConstant === true;
  }
  return false;
}

function categoryOfMember(m: Machine, e: Expr & { is: 'Member' }, scope: Scope): Category {
  if (e.arrow) return e.object.is === 'This' ? { is: 'lvalue', constant: isSelfConstant(scope) } : { is: 'lvalue' };
  const object = categoryOfExpression(m, e.object, scope);
  if (object.is === undefined) return notKnown;
  const { entity, field, owner } = memberNamed(m, e, scope) ?? {};
  if (entity) return categoryOfName(entity, e.id, scope);
  const written = field && owner && declaredAs(m, field.type, owner.scope);
  if (written?.vague) return { is: object.is === 'lvalue' ? 'lvalue' : 'xvalue' };
  if (written?.ref) return { is: 'lvalue', constant: written.constant ?? false };
  return { is: object.is === 'lvalue' ? 'lvalue' : 'xvalue', constant: written?.constant ?? object.constant };
}

function categoryOfUnary(m: Machine, e: Expr & { is: 'Unary' }, scope: Scope): Category {
  if (e.op === '*' && e.arg.is === 'This') return { is: 'lvalue', constant: isSelfConstant(scope) };
  if (e.op === '*') return pointee(m, e.arg, scope);
  if (e.op === '&') return prvalue;
  if (isObject(m, e.arg, scope)) return notKnown;
  return e.op === '++' || e.op === '--' ? { is: 'lvalue', constant: false } : prvalue;
}

function pointee(m: Machine, pointer: Expr, scope: Scope): Category {
  if (pointer.is !== 'Name') return { is: 'lvalue' };
  const value = m.silently(() => evaluate(m, pointer, scope));
  if (isTuple(value)) return notKnown;
  if (value.is === 'pointer') return { is: 'lvalue', constant: value.constant === true };
  const target = targetOf(value);
  return target?.kind === 'address' && target.cell.fixed ? { is: 'lvalue', constant: true } : { is: 'lvalue' };
}

/** An object of the program: its operators return what they return. */
function isObject(m: Machine, e: Expr, scope: Scope): boolean {
  if (e.is === 'Int' || e.is === 'Float' || e.is === 'Bool' || e.is === 'Char' || e.is === 'Sizeof') return false;
  return e.is !== 'Name' || classOf(m.silently(() => evaluate(m, e, scope))) !== undefined;
}
