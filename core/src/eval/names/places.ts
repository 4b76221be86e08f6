// Places: the variables that expressions name. Types, members and pointers are evaluated elsewhere.
import { dyn } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import type { Expr } from '../../ir/program';
import type { ArrayValue, Pointer, Value } from '../../values/value';
import { addressOfPart } from '../memory/arrays';
import { isRepeatable } from './effects';
import { elementIn, pointedAt, pointerTo } from '../values/elements';
import { type Cell, outermostArray, partOf, type Scope } from '../values/entities';
import { evaluate } from '../state/evaluator';
import { isList } from '../values/inspect';
import { isArray, targetOf } from '../values/kinds';
import { loseCell } from '../memory/losing';
import type { Machine } from '../state/machine';
import { lookup, lookupIn, lookupMemberOf, memberCell, qualifier, selfOf } from './names';
import { asNumber } from '../values/truth';

/** The cell an expression names, where it names one: for assignment, `&x` and reference parameters. One that is not repeatable
 *  was evaluated just before. */
export function placeOf(m: Machine, e: Expr, scope: Scope): Cell | undefined {
  switch (e.is) {
    case 'Name': {
      const entity = e.args ? undefined : lookup(scope, e.id);
      return entity?.kind === 'variable' ? entity.cell : undefined;
    }
    case 'Scope': return e.args ? undefined : qualifiedPlace(m, e, scope);
    case 'This': return selfOf(scope);
    case 'Int': case 'Lambda': case 'Brace': return undefined;
    default:
  }
  if (!isRepeatable(e)) return m.placed?.of === e ? m.placed.cell : undefined;
  if (e.is === 'Member') return memberOf(placeOf(m, e.object, scope), e.id);
  if (e.is === 'Index') return elementPlace(m, e, placeOf(m, e.object, scope), scope) ?? (m.placed?.of === e ? m.placed.cell : undefined);
  if (e.is === 'Unary' && e.op === '*') return e.arg.is === 'This' ? selfOf(scope) : pointedAt(evaluate(m, e.arg, scope));
  return undefined;
}

/** `object.id` and `pointer->id`. */
function memberOf(object: Cell | undefined, id: string): Cell | undefined {
  const cell = object && (pointedAt(object.read()) ?? object);
  return cell && memberCell(cell, id);
}

export function elementPlace(m: Machine, e: Expr & { is: 'Index' }, named: Cell | undefined, scope: Scope): Cell | undefined {
  const index = e.args[0] ? asNumber(evaluate(m, e.args[0], scope)) : undefined;
  return index === undefined ? undefined : elementIn(named, named?.read() ?? evaluate(m, e.object, scope), index);
}

/** Forgets what a place that cannot be told may be a part of: `a[i]`, `s.a[i].x`, `v.at(i)`, `f(x)` that gives a reference. */
export function losePlace(m: Machine, e: Expr, scope: Scope, at: Span): void {
  switch (e.is) {
    case 'Index': case 'Member': return losePlace(m, e.object, scope, at);
    case 'Unary': return e.op === '*' ? losePlace(m, e.arg, scope, at) : undefined;
    case 'Binary': return losePlace(m, e.left, scope, at);
    case 'Call': return loseReferred(m, e, scope, at);
    case 'Name': case 'Scope': case 'This': {
      const place = placeOf(m, e, scope);
      const target = place && targetOf(place.read());
      const cell = place && outermostArray(target?.kind === 'address' ? target.cell : place);
      if (cell && isAggregate(cell.read())) loseCell(m, cell, `an element of \`${cell.name}\` is set whose index is not known`, at);
      return;
    }
    default:
  }
}

function isAggregate(value: Value): boolean {
  return isList(value) || value.is === 'array' || (value.is === 'struct' && value.cls !== undefined);
}

/** What a call may refer to: the object of a member function, and arguments of functions of the program. */
function loseReferred(m: Machine, e: Expr & { is: 'Call' }, scope: Scope, at: Span): void {
  const target = targetOf(evaluate(m, e.callee, scope));
  const isOwn = target?.kind === 'functions' || target?.kind === 'method' || target?.kind === 'lambda';
  if (!isOwn && (target?.kind !== 'builtin' || target.name !== 'get')) {
    if (e.callee.is === 'Member') losePlace(m, e.callee.object, scope, at);
    return;
  }
  const cells = e.args.map((arg) => placeOf(m, arg, scope));
  if (target.kind === 'method') cells.push(target.self);
  for (const cell of cells) if (cell) loseCell(m, cell, `${cell.name} may be set through what a function returns`, at);
}

/** The variable of a namespace, or the static member of a class. */
function qualifiedPlace(m: Machine, e: Expr & { is: 'Scope' }, scope: Scope): Cell | undefined {
  const of = qualifier(m, e.of, scope, (inner, s) => evaluate(m, inner, s));
  const entity = of.kind === 'scope' ? lookupIn(of.scope, e.id) : of.kind === 'class' ? lookupMemberOf(of.instance, e.id) : undefined;
  return entity?.kind === 'variable' ? entity.cell : undefined;
}

/** Says which variable an expression that is not repeatable stands for, for who asks next. */
export function setPlace(m: Machine, e: Expr, cell: Cell | undefined): void {
  m.placed = cell && { of: e, cell };
}

/** Where the array is that `e` names: `a` itself, not the pointer to its first element that it turns into. */
export function arrayNamed(m: Machine, e: Expr, scope: Scope): Cell | undefined {
  const place = placeOf(m, e, scope);
  return place && isArray(place.read()) ? place : undefined;
}

/** What `e` gives where its value is not turned into a pointer: for `sizeof`, `decltype` and references. */
export function undecayed(m: Machine, e: Expr, value: Value, scope: Scope): Value {
  return targetOf(value)?.kind === 'address' ? (arrayNamed(m, e, scope)?.read() ?? pointerTo(value) ?? value) : value;
}

/** A C array is used as a pointer to its first element. */
export function decayed(m: Machine, e: Expr, value: Value, scope: Scope): Value {
  if (!isArray(value) || value.of !== 'c') return value;
  const place = placeOf(m, e, scope);
  if (place) return addressOfPart(m, partOf(place, 0));
  return storageOf(value, e.is === 'Member' ? e.id : undefined);
}

/** A pointer to elements that are no variable's. */
function storageOf({ element, elements }: ArrayValue, base: string | undefined): Pointer {
  return { is: 'pointer', space: 'generic', element, offset: dyn(0), length: dyn(elements.length), ...(base !== undefined && { base }) };
}
