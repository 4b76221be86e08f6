// The variables that expressions name: `namedPlace` finds one without evaluating the whole expression, `losePlace`
// handles the assignment to one that cannot be found, and arrays turn into pointers to their first element here.
import { say } from '../../base/say';
import { dyn } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import type { Expr, Name, Scope as ScopeExpr } from '../../ir/program';
import type { ArrayValue, Pointer, Value } from '../../values/value';
import { addressOfPart, noteChoice } from '../memory/arrays';
import { loseCell } from '../memory/losing';
import { evaluate, locate, type Located } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { elementIn, pointedAt, pointerTo } from '../values/elements';
import { hasDataMember, partOfClass } from '../values/base-parts';
import { type Cell, outermost, outermostArray, partOf } from '../values/cells';
import { held, isOptional } from '../values/holders';
import type { Entity, Scope, Target } from '../values/entities';
import { isTuple } from '../values/inspect';
import { classOf, isArray, targetOf } from '../values/kinds';
import { asNumber } from '../values/truth';
import { isRepeatable } from './effects';
import { constVolatile, type Pointed } from '../values/qualifiers';
import { lookupName, lookupMemberOf, memberAs, memberCell, qualifier, type Qualifier, selfOf } from './names';
import { lookupIn } from './namespaces';

/** The variable that an expression without side effects names, found without recording its value: the left side of an
 *  assignment is recorded with its new value afterwards. All other callers use `locate`. */
export function namedPlace(m: Machine, e: Expr, scope: Scope): Cell | undefined {
  const place = variableAt(m, e, scope);
  if (!m.simt || !place) return place;
  // What is in memory that threads share is in no variable.
  const value = place.read();
  return !isTuple(value) && value.is === 'element' ? undefined : place;
}

function variableAt(m: Machine, e: Expr, scope: Scope): Cell | undefined {
  switch (e.is) {
    case 'Name':
      return variableNamed(e, scope);
    case 'Scope':
      return e.args ? undefined : qualifiedPlace(m, e, scope);
    case 'This':
      return selfOf(scope);
    default:
  }
  if (!isRepeatable(e)) return undefined;
  if (e.is === 'Binary') return e.op === ',' ? namedPlace(m, e.right, scope) : undefined;
  if (e.is === 'Member' && e.of) return m.silently(() => locate(m, e, scope).place);
  if (e.is === 'Member') {
    const object = objectIn(namedPlace(m, e.object, scope));
    const isStatic = object !== undefined && declaresVariable(object.read(), e.id);
    return isStatic ? m.silently(() => locate(m, e, scope).place) : memberOf(object, e.id);
  }
  if (e.is === 'Index') return elementPlace(m, e, namedPlace(m, e.object, scope), scope);
  if (e.is === 'Unary' && e.op === '*')
    return e.arg.is === 'This'
      ? selfOf(scope)
      : (pointedAt(evaluate(m, e.arg, scope)) ?? heldIn(namedPlace(m, e.arg, scope)));
  return undefined;
}

/** What an optional holds. */
function heldIn(optional: Cell | undefined): Cell | undefined {
  const value = optional?.read();
  return value !== undefined && isOptional(value) ? held(value, optional) : undefined;
}

/** The variable that a name refers to; undefined where it refers to a type, a function or a namespace. */
export function variableNamed(e: Name, scope: Scope): Cell | undefined {
  const entity = e.args ? undefined : lookupName(scope, e);
  return entity?.kind === 'variable' ? entity.cell : undefined;
}

/** The object of `object.id` and `pointer->id`. */
function objectIn(named: Cell | undefined): Cell | undefined {
  return named && (pointedAt(named.read()) ?? heldIn(named) ?? named);
}

/** Whether a class has a static data member of a name. */
function declaresVariable(object: Value, id: string): boolean {
  const instance = !isTuple(object) && object.is === 'struct' && !object.fields.has(id) ? classOf(object) : undefined;
  return instance !== undefined && lookupMemberOf(instance, id)?.kind === 'variable';
}

function memberOf(cell: Cell | undefined, id: string): Cell | undefined {
  const whole = cell?.read();
  if (cell && whole !== undefined && isTuple(whole) && whole.length === 2 && (id === 'first' || id === 'second'))
    return partOf(cell, id === 'first' ? 0 : 1);
  return cell && memberCell(cell, id);
}

function elementPlace(m: Machine, e: Expr & { is: 'Index' }, named: Cell | undefined, scope: Scope): Cell | undefined {
  const index = e.args[0] ? asNumber(evaluate(m, e.args[0], scope)) : undefined;
  if (index === undefined) return undefined;
  const object = named?.read() ?? evaluate(m, e.object, scope);
  noteChoice(m, object);
  return elementIn(named, object, index);
}

/** An assignment whose target is unknown (`a[i]` with an unknown i, `f(x)` that returns a reference): the variable that
 *  the target may be a part of loses its value. So does one of which a part without a place is `referred` to by a
 *  reference or a pointer. `index`: of the element behind a pointer. */
export function losePlace(
  m: Machine,
  e: Expr,
  scope: Scope,
  at: Span,
  how: 'set' | 'referred' | 'called' = 'set',
  index?: Expr,
): void {
  switch (e.is) {
    case 'Index':
      return losePlace(m, e.object, scope, at, how, e.args[0]);
    case 'Member':
      return losePlace(m, e.object, scope, at, how);
    case 'Unary':
      return e.op === '*' ? losePlace(m, e.arg, scope, at, how, index) : undefined;
    case 'Binary':
      return losePlace(m, e.left, scope, at, how, e.right);
    case 'Cast':
      return losePlace(m, e.arg, scope, at, how, index);
    case 'Conditional':
      for (const one of [e.then, e.else]) losePlace(m, one, scope, at, how, index);
      return;
    case 'Call':
      return loseReferred(m, e, scope, at, how);
    case 'Name':
    case 'Scope':
    case 'This': {
      const place = namedPlace(m, e, scope);
      const target = place && targetOf(place.read());
      const isAddress = target?.kind === 'address';
      for (const one of each(isAddress ? target.cell : place)) {
        const cell = isAddress ? behind(m, { ...target, cell: one }, index, scope) : outermostArray(one);
        if (isAddress || how === 'called' || isAggregate(cell.read())) loseElements(m, cell, at, how);
      }
      return;
    }
    default:
  }
}

/** The variables of which a place is one. */
function each(place: Cell | undefined): readonly Cell[] {
  return place?.among?.flatMap(each) ?? (place ? [place] : []);
}

function loseElements(m: Machine, cell: Cell, at: Span, how: 'set' | 'referred' | 'called'): void {
  const why = {
    set: say`an element of \`${cell.name}\` is set whose index is not known`,
    referred: say`an element of \`${cell.name}\` may be set through a reference or a pointer to it`,
    called: say`a member function that is not known may change ${cell.name}`,
  }[how];
  if (how === 'referred') m.escaped.add(cell);
  loseCell(m, cell, why, at);
}

/** What may be written behind an address: another element, or any part of the variable where the index leads out of the
 *  array or the address is one of other elements. */
function behind(m: Machine, address: Target & { kind: 'address' }, index: Expr | undefined, scope: Scope): Cell {
  const n = index && isRepeatable(index) ? asNumber(m.silently(() => evaluate(m, index, scope))) : undefined;
  const isElement = index === undefined || n === 0 || (n === undefined && address.cell.index !== undefined);
  const isPart = address.element === undefined && isElement;
  return isPart ? outermostArray(address.cell) : outermost(address.cell);
}

function isAggregate(value: Value): boolean {
  return isTuple(value) || /^(array|text)$/.test(value.is) || (value.is === 'struct' && value.cls !== undefined);
}

/** Functions of the library that return a reference to an argument, or to a part of one. */
const givesArgument = /^(?:get|max|min|clamp|move|forward|as_const|ref)$/;

/** A call may return a reference to its object or to an argument: those lose their values. */
function loseReferred(
  m: Machine,
  e: Expr & { is: 'Call' },
  scope: Scope,
  at: Span,
  how: 'set' | 'referred' | 'called',
): void {
  const target = targetOf(evaluate(m, e.callee, scope));
  const isOwn = target?.kind === 'functions' || target?.kind === 'method' || target?.kind === 'lambda';
  if (!isOwn && (target?.kind !== 'builtin' || !givesArgument.test(target.name))) {
    if (e.callee.is === 'Member') losePlace(m, e.callee.object, scope, at, how);
    return;
  }
  const cells = e.args.map((arg) => namedPlace(m, arg, scope));
  if (target.kind === 'method') cells.push(target.self);
  for (const cell of cells)
    if (cell) loseCell(m, cell, say`${cell.name} may be set through what a function returns`, at);
}

/** The variable of a namespace, or the static member of a class. */
function qualifiedPlace(m: Machine, e: ScopeExpr, scope: Scope): Cell | undefined {
  return qualifiedVariable(
    qualifier(m, e.of, scope, (inner, s) => evaluate(m, inner, s)),
    e,
    scope,
  );
}

/** What the program declares behind a qualifier. */
export function qualifiedEntity(of: Qualifier, { id }: ScopeExpr): Entity | undefined {
  if (of.kind === 'scope') return lookupIn(of.scope, id);
  return of.kind === 'class' ? lookupMemberOf(of.instance, id) : undefined;
}

/** The variable behind a qualifier, which may be a data member of the object at hand. */
export function qualifiedVariable(of: Qualifier, e: ScopeExpr, scope: Scope): Cell | undefined {
  const entity = e.args ? undefined : qualifiedEntity(of, e);
  if (entity) return entity.kind === 'variable' ? entity.cell : undefined;
  const self = of.kind === 'class' && hasDataMember(of.instance, e.id) ? selfOf(scope) : undefined;
  const part = self && of.kind === 'class' ? partOfClass(self, of.instance) : undefined;
  return part && memberAs(part, e.id, of.kind === 'class' ? of.instance : undefined);
}

/** The value and variable of an expression that is not converted to a pointer: the operand of `sizeof` and `decltype`,
 *  and what a reference binds to. */
export function undecayed({ value, place }: Located): Value {
  if (targetOf(value)?.kind !== 'address') return value;
  const held = place?.read();
  if (held !== undefined && isArray(held)) return held;
  const pointer = pointerTo(value);
  if (!pointer) return value;
  const { length: _length, ...plain } = pointer;
  return plain;
}

/** A C array is used as a pointer to its first element; `said` is what the array's expression says of that. */
export function decayed(m: Machine, e: Expr, value: ArrayValue, place: Cell | undefined, said: Pointed): Value {
  return place
    ? addressOfPart(m, partOf(place, 0), said)
    : { ...storageOf(value, e.is === 'Member' ? e.id : undefined), ...constVolatile(said) };
}

/** A pointer to memory that belongs to no variable. */
function storageOf({ element, elements }: ArrayValue, base: string | undefined): Pointer {
  return {
    is: 'pointer',
    space: 'generic',
    element,
    offset: dyn(0),
    length: dyn(elements.length),
    ...(base !== undefined && { base }),
  };
}
