// Places: the cells that expressions name, members of objects, what pointers point to.
import { withSign } from '../algebra/leaf';
import { symbolic } from './symbolic';
import { asNumber } from './truth';
import type { Expr } from '../ir/program';
import type { Value } from '../values/value';
import { classOf, libraryBase } from './classes';
import { PartCell, VarCell } from './entities';
import type { Cell, Scope } from './entities';
import { evaluate } from './expressions';
import { isList, isUnknown } from './inspect';
import { unknown } from './machine';
import type { Machine } from './machine';
import { entityValue, templateArguments } from './name-values';
import { callable, lookup, lookupIn, lookupMemberOf, memberCell, qualifier, selfOf, targetOf } from './names';
import { builtinField } from './call';

// ---- Places ------------------------------------------------------------------------------------------------------

/** The cell an expression names, where it names one: for assignment, `&x` and reference parameters. */
export function placeOf(m: Machine, e: Expr, scope: Scope): Cell | undefined {
  if (e.is === 'Name' && !e.args) {
    const entity = lookup(scope, e.id);
    return entity?.kind === 'variable' ? entity.cell : undefined;
  }
  if (e.is === 'Scope' && !e.args) return qualifiedPlace(m, e, scope);
  if (e.is === 'This') return selfOf(scope);
  if (e.is === 'Member') {
    const object = placeOf(m, e.object, scope);
    return object && memberCell(object, e.id);
  }
  if (e.is === 'Index') {
    const array = arrayPlace(m, e, scope);
    const index = e.args[0] && array ? asNumber(evaluate(m, e.args[0], scope)) : undefined;
    return array && index !== undefined ? new PartCell(array, index) : undefined;
  }
  if (e.is === 'Unary' && e.op === '*') {
    if (e.arg.is === 'This') return selfOf(scope);
    const target = targetOf(evaluate(m, e.arg, scope));
    return target?.kind === 'address' ? target.cell : undefined;
  }
  return undefined;
}

/** The variable of a namespace, or the static member of a class. */
function qualifiedPlace(m: Machine, e: Expr & { is: 'Scope' }, scope: Scope): Cell | undefined {
  const of = qualifier(m, e.of, scope, (inner, s) => evaluate(m, inner, s));
  const entity = of.kind === 'scope' ? lookupIn(of.scope, e.id) : of.kind === 'class' ? lookupMemberOf(of.instance, e.id) : undefined;
  return entity?.kind === 'variable' ? entity.cell : undefined;
}

/** The variable that holds the array which `e` indexes, where its elements are known. */
export function arrayPlace(m: Machine, e: Expr, scope: Scope): Cell | undefined {
  const array = e.is === 'Index' ? placeOf(m, e.object, scope) : undefined;
  return array && isList(array.read()) ? array : undefined;
}

export function memberValue(m: Machine, e: Expr & { is: 'Member' }, scope: Scope): Value {
  const value = dereferenced(evaluate(m, e.object, scope));
  if (isUnknown(value)) return value;
  const targs = e.args ? templateArguments(m, e.args, scope) : [];
  return memberOfValue(m, value, placeOf(m, e.object, scope), e, targs);
}

/** `p->x` and `(*p).x` where p is the address of a variable. */
function dereferenced(value: Value): Value {
  const target = targetOf(value);
  return target?.kind === 'address' ? target.cell.read() : value;
}

function memberOfValue(m: Machine, value: Value, place: Cell | undefined, e: Expr & { is: 'Member' }, targs: readonly Value[]): Value {
  if (!isList(value) && value.is === 'struct') {
    const field = value.fields.get(e.id);
    if (field) return field;
    const instance = classOf(value);
    if (instance) {
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
  const cell = placeOf(m, e, scope);
  if (cell) {
    evaluate(m, e, scope);
    return callable(`&${cell.name}`, { kind: 'address', cell });
  }
  const value = evaluate(m, e, scope);
  const element = !isList(value) && value.is === 'element' ? value.pointer : undefined;
  return element ?? value;
}

export function dereference(m: Machine, e: Expr & { is: 'Unary' }, scope: Scope): Value {
  const value = evaluate(m, e.arg, scope);
  const target = targetOf(value);
  if (target?.kind === 'address') return target.cell.read();
  return elementOf(m, value, e);
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
