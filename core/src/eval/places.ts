// Places: the cells that expressions name, members of objects, what pointers point to.
import { withSign } from '../algebra/leaf';
import { symbolic } from './symbolic';
import { asNumber } from './truth';
import type { Span } from '../base/span';
import type { Expr } from '../ir/program';
import type { Value } from '../values/value';
import { classOf, libraryBase, need } from './classes';
import { outermostArray, partOf, VarCell } from './entities';
import type { Cell, Scope, Target } from './entities';
import { evaluate } from './expressions';
import { addressOfPart, elementCell, isArray } from './arrays';
import { isList, isUnknown } from './inspect';
import { loseCell } from './operators';
import { unknown } from './unknown';
import type { Machine } from './machine';
import { entityValue, templateArguments } from './name-values';
import { callable, lookup, lookupIn, lookupMemberOf, memberCell, qualifier, referenceIn, selfOf, targetOf } from './names';
import { builtinField, type Arg } from './call';

// ---- Places ------------------------------------------------------------------------------------------------------

/** Whether evaluating an expression a second time does nothing a second time: its place can be found before or after its value. */
export function isRepeatable(e: Expr): boolean {
  switch (e.is) {
    case 'Name': case 'This': case 'Int': case 'Bool': return true;
    case 'Scope': return !e.args;
    case 'Member': return isRepeatable(e.object);
    case 'Index': return isRepeatable(e.object) && e.args.every(isRepeatable);
    case 'Unary': return !/\+\+|--/.test(e.op) && isRepeatable(e.arg);
    case 'Binary': return isRepeatable(e.left) && isRepeatable(e.right);
    default: return false;
  }
}

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

function pointedAt(value: Value): Cell | undefined {
  const target = targetOf(value);
  if (target?.kind !== 'address') return undefined;
  return target.as === 'array' ? partOf(target.cell, 0) : target.cell;
}

/** The array whose first element a pointer points to. */
export function arrayAt(value: Value): Cell | undefined {
  const target = targetOf(value);
  return target?.kind === 'address' && target.as === 'array' ? target.cell : undefined;
}

/** An array where a pointer is wanted: the address of its first element. */
export function asArrayAddress(value: Value, cell: Cell | undefined): Value | undefined {
  return cell && isList(value) ? callable(`&${cell.name}[0]`, { kind: 'address', cell, as: 'array' }) : undefined;
}

export function elementPlace(m: Machine, e: Expr & { is: 'Index' }, named: Cell | undefined, scope: Scope): Cell | undefined {
  const index = e.args[0] ? asNumber(evaluate(m, e.args[0], scope)) : undefined;
  return index === undefined ? undefined : elementIn(named, named?.read() ?? evaluate(m, e.object, scope), index);
}

/** The element of an array or a tuple, which `named` is where it is a variable, or of what a pointer leads to. */
export function elementIn(named: Cell | undefined, held: Value, index: number): Cell | undefined {
  const array = arrayAt(held) ?? named;
  const elements = array && elementsOf(array.read());
  if (array && elements) return index >= 0 && index < elements.length ? partOf(array, index) : undefined;
  return elementCell(held, index);
}

function elementsOf(value: Value): readonly Value[] | undefined {
  return isList(value) ? value : isArray(value) ? value.elements : undefined;
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

export function memberValue(m: Machine, e: Expr & { is: 'Member' }, scope: Scope): Value {
  const object = evaluate(m, e.object, scope);
  const address = pointedAt(object);
  const place = address ?? placeOf(m, e.object, scope);
  const value = address ? address.read() : object;
  if (isUnknown(value)) return value;
  const targs = e.args ? templateArguments(m, e.args, scope) : [];
  const member = memberOfValue(m, value, place, e, targs);
  if (!isRepeatable(e.object)) setPlace(m, e, place && memberCell(place, e.id));
  return member;
}

/** Says which variable an expression that is not repeatable stands for, for who asks next. */
export function setPlace(m: Machine, e: Expr, cell: Cell | undefined): void {
  m.placed = cell && { of: e, cell };
}
function memberOfValue(m: Machine, value: Value, place: Cell | undefined, e: Expr & { is: 'Member' }, targs: readonly Value[]): Value {
  if (!isList(value) && value.is === 'struct') {
    const field = value.fields.get(e.id);
    if (field) return referenceIn(field)?.read() ?? field;
    const instance = classOf(value);
    if (instance) {
      need(m, instance);
      const entity = lookupIn(instance.scope, e.id);
      if (entity?.kind === 'functions') return callable(e.id, { kind: 'method', overloads: entity.overloads, targs, self: place ?? new VarCell('', value) });
      if (entity) return entityValue(m, entity, e.id, targs.length > 0 ? targs : undefined, e);
      const base = libraryBase(instance);
      if (base !== undefined) return callable(e.id, { kind: 'builtin-method', name: e.id, targs, object: base, cell: place });
      return unknown('undeclared', `\`${value.name}\` has no member \`${e.id}\``, e.idSpan, [e.id]);
    }
  }
  return builtinField(m, value, e.id, e.span) ?? component(m, value, place, e) ?? callable(e.id, { kind: 'builtin-method', name: e.id, targs, object: value, cell: place });
}

/** `v.x` of CUDA's vectors (`uint2`, `float4`), of whose contents nothing is kept. */
function component(m: Machine, value: Value, place: Cell | undefined, e: Expr & { is: 'Member' }): Value | undefined {
  if (isList(value) || value.is !== 'scalar' || !/^[xyzw]$/.test(e.id)) return undefined;
  const [, unsigned, of] = /^(u?)(int|short|char|longlong|long|float|double)[1-4]$/.exec(value.type) ?? [];
  if (of === undefined) return undefined;
  if (of === 'float' || of === 'double') return { is: 'scalar', type: of, bits: of === 'float' ? 32 : 64 };
  const name = `${place?.name ?? value.type}.${e.id}`;
  return withSign(m.unknownInt(name, `${name} is a part of a vector`, 'input', e.idSpan, of.startsWith('long') ? 64 : 32), unsigned === 'u' ? true : undefined);
}

export function addressOf(m: Machine, e: Expr, scope: Scope): Value {
  const value = evaluate(m, e, scope);
  const cell = placeOf(m, e, scope);
  if (cell) return addressOfPart(m, cell);
  const element = !isList(value) && value.is === 'element' ? value.pointer : undefined;
  return element ?? value;
}

export function dereference(m: Machine, e: Expr & { is: 'Unary' }, scope: Scope): Value {
  const value = evaluate(m, e.arg, scope);
  const cell = pointedAt(value);
  // `*static_cast<Self*>(this)`: what points to an object of the program is the object, of which the place is known.
  if (!isRepeatable(e.arg)) setPlace(m, e, cell ?? (classOf(value) && placeOf(m, e.arg, scope)));
  return cell ? cell.read() : elementOf(m, value, e);
}

/** What a pointer points to: a struct of the program in full, other elements by type only. */
export function elementOf(m: Machine, value: Value, e: Expr): Value {
  if (isUnknown(value)) return value;
  if (isList(value) || value.is !== 'pointer') return value;
  const element = value.element;
  if (!isList(element) && element.is === 'struct') return symbolic(m, element, value.base ?? '*', e.span);
  if (!isList(element) && (element.is === 'dynamic' || element.is === 'scalar')) return { is: 'element', pointer: value };
  if (!isList(element) && element.is === 'tag') return element;
  return unknown('input', 'the contents of memory are not known before the program runs', e.span);
}

/** The variable that a function of the library gives back as a reference: what it is given, or an element of that. */
export function handedOn(target: Target | undefined, args: readonly Arg[]): Cell | undefined {
  if (target?.kind === 'builtin-method') return elementGiven(target, args[0]?.value);
  const cell = args[0]?.cell;
  if (target?.kind !== 'builtin' || !cell) return undefined;
  if (target.name === 'forward' || target.name === 'move' || target.name === 'as_const') return cell;
  return target.name === 'get' ? target.targs.reduce<Cell | undefined>(elementOfTuple, cell) : undefined;
}

/** `a.front()`, `a.at(1)` of an array. */
function elementGiven({ name, object, cell }: Target & { kind: 'builtin-method' }, index: Value | undefined): Cell | undefined {
  if (!cell || !isArray(object)) return undefined;
  if (name === 'front' || name === 'back') return elementIn(cell, object, name === 'front' ? 0 : object.elements.length - 1);
  return name === 'at' && index !== undefined ? elementOfTuple(cell, index) : undefined;
}

export function elementOfTuple(tuple: Cell | undefined, index: Value): Cell | undefined {
  const n = asNumber(index);
  return tuple && n !== undefined ? elementIn(tuple, tuple.read(), n) : undefined;
}
