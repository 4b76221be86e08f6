// Evaluates argument lists, and expands parameter packs in them.
import { underscore } from '../../algebra/leaf';
import type { Expr } from '../../ir/program';
import { namesOf } from '../../ir/walk';
import type { Qualifiers, Value } from '../../values/value';
import { evaluate, locate, type Located } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { type Arg, type Entity, Scope, VarCell } from '../values/entities';
import { isTuple } from '../values/inspect';
import { writtenOf } from '../values/qualifiers';
import { isMoved } from './effects';
import { lookup } from './names';

/** Values of an argument list, packs expanded. */
export function expandedArgs(m: Machine, args: readonly Expr[], scope: Scope): Value[] {
  const out: Value[] = [];
  for (const arg of args) {
    if (arg.is === 'Expand') out.push(...expandPack(m, arg.of, scope));
    else out.push(evaluate(m, arg, scope));
  }
  return out;
}

/** Expands `f(pack)...`: evaluates the pattern once for each element of the packs in it. `each` gets each result, and
 *  the scope in which the names of the packs mean that one element; false from it ends the expansion. */
export function expandPack(
  m: Machine,
  pattern: Expr,
  scope: Scope,
  each?: (located: Located, inner: Scope) => unknown,
): readonly Value[] {
  const names = packsIn(pattern, scope);
  const first = names[0];
  if (!first) {
    const value = evaluate(m, pattern, scope);
    const values = isTuple(value) ? value : [value];
    for (const one of values) each?.({ value: one, place: undefined }, scope);
    return values;
  }
  const length = first.entity.values.length;
  const out: Value[] = [];
  for (let i = 0; i < length; i++) {
    const inner = childScope(scope);
    for (const { id, entity } of names) inner.names.set(id, packElement(entity, i));
    const located = locate(m, pattern, inner);
    out.push(located.value);
    if (each?.(located, inner) === false) break;
  }
  return out;
}

/** How many elements the packs in a pattern have. */
export function packLength(pattern: Expr, scope: Scope): number | undefined {
  return packsIn(pattern, scope)[0]?.entity.values.length;
}

function packElement(entity: Entity & { kind: 'pack' }, i: number): Entity {
  const value = entity.values[i] ?? underscore;
  const cell = entity.cells?.[i];
  if (cell) return { kind: 'variable', cell, at: undefined, ...written(entity.written) };
  return !isTuple(value) && value.is === 'type'
    ? { kind: 'type', of: value.of, at: undefined, ...written(writtenOf(value)) }
    : { kind: 'variable', cell: new VarCell('', value), at: undefined, prvalue: true };
}

function written(qualifiers: Qualifiers | undefined): { readonly written?: Qualifiers } {
  return qualifiers ? { written: qualifiers } : {};
}

export function childScope(scope: Scope): Scope {
  return new Scope(scope);
}

function packsIn(e: Expr, scope: Scope): { id: string; entity: Entity & { kind: 'pack' } }[] {
  return [...namesOf(e)].flatMap((id) => {
    const entity = lookup(scope, id);
    return entity?.kind === 'pack' ? [{ id, entity }] : [];
  });
}

export function argsOf(m: Machine, args: readonly Expr[], scope: Scope): Arg[] {
  const out: Arg[] = [];
  for (const e of args) {
    if (e.is === 'Expand') {
      expandPack(m, e.of, scope, ({ value, place, category }, inner) =>
        out.push({ value, cell: place, span: e.span, category, written: { expr: e.of, scope: inner } }),
      );
    } else {
      const { value, place, category } = locate(m, e, scope);
      out.push({
        value,
        cell: place,
        span: e.span,
        category,
        written: { expr: e, scope },
        ...(isMoved(e) && { moved: true as const }),
      });
    }
  }
  return out;
}
