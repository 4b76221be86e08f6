// Captures of lambdas. What is captured by value is copied when the lambda is made; what is captured by reference is
// the variable itself, which the body finds in the scopes around it.
import { remembered } from '../../base/remembered';
import type { Block, Lambda } from '../../ir/program';
import { namesOf, nodesIn } from '../../ir/walk';
import type { Qualifiers, Value } from '../../values/value';
import { locate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { type Cell, isFixed, VarCell } from '../values/cells';
import { type Category, type ClassInstance, type Entity, type Scope, type Source } from '../values/entities';
import { classOf } from '../values/kinds';
import { constVolatile } from '../values/qualifiers';
import { someObject } from '../values/some-object';
import { memberCell, selfOf } from './names';
import { mayRefer, someReferent } from '../memory/references';
import { argOf } from './packs';

/** Copies a value; `as`: what is named is a reference to that base of it. */
type CopyOf = (value: Value, from: Source, as?: ClassInstance) => Value;

/** Declares the captures of a lambda in `inner`, the scope that its body sees. `copyOf` copies what is captured by
 *  value, `categoryOf` is the category of what a reference is captured to. */
export function declareCaptures(
  m: Machine,
  e: Lambda,
  scope: Scope,
  inner: Scope,
  copyOf: CopyOf,
  categoryOf: (from: Source) => Category,
): void {
  const held = e.mutable ? undefined : true;
  for (const name of copiedNames(e)) copy(m, name, e, scope, inner, copyOf);
  const object = e.copiesThis ? selfOf(scope) : undefined;
  if (object) {
    const from = { cell: object, span: e.span, category: { is: 'lvalue' } as const };
    inner.self = new VarCell(object.name, copyOf(object.read(), from), held);
    inner.selfConstant = e.mutable !== true;
  }
  for (const { name, init, span, reference } of e.captures) {
    const located = locate(m, init, scope);
    const { value, place } = located;
    m.temporaries.adopt(value);
    const isOpen = !place && mayRefer(value);
    const own = reference ? (place ?? (isOpen ? someReferent(m, name, value) : undefined)) : undefined;
    const cell = own ?? new VarCell(name, copyOf(value, argOf(located, init, scope, span)), held);
    const written = reference && referring(categoryOf(argOf(located, init, scope, span)));
    inner.names.set(name, {
      kind: 'variable',
      cell,
      at: span,
      ...(written && { written }),
      ...(held && !reference && { held }),
      ...(own && located.as && { as: located.as }),
    });
  }
}

/** `&name = init` is `auto& name = init`. */
function referring({ constant, volatile }: Category): Qualifiers {
  return constant === undefined
    ? { ref: 'lvalue', vague: true }
    : { ref: 'lvalue', ...constVolatile({ constant, volatile }) };
}

function copy(m: Machine, name: string, { mutable, span }: Lambda, scope: Scope, inner: Scope, copyOf: CopyOf): void {
  const held = mutable ? undefined : true;
  const found = localNamed(name, scope);
  if (found?.kind !== 'pack' && found?.kind !== 'variable') return;
  const { held: isHeld, ...entity } = found;
  // Of a reference to a base, that is what is copied.
  const duplicate = (cell: Cell, as?: ClassInstance): Cell => {
    const category = { is: 'lvalue', constant: isHeld ?? constantBy(entity, cell) } as const;
    return new VarCell(cell.name, copyOf(cell.read(), { cell, category, span }, as), held);
  };
  if (entity.kind === 'pack' && entity.cells) {
    const { asOfEach, ...pack } = entity;
    const cells = entity.cells.map((cell, i) => duplicate(cell, asOfEach?.[i]));
    inner.names.set(name, { ...pack, cells, ...(held && { held }) });
  } else if (
    entity.kind === 'variable' &&
    (isHeld || !isFixed(entity.cell) || isOfObjects(entity.cell)) &&
    !m.recall.isGlobal(entity.cell)
  ) {
    const { as, ...variable } = entity;
    inner.names.set(name, { ...variable, cell: duplicate(entity.cell, as), ...(held && { held }) });
  }
}

/** Whether copying a variable may run code of the program. */
function isOfObjects(cell: Cell): boolean {
  return someObject(cell.read(), (one) => classOf(one) !== undefined || (one.is === 'struct' && one.fields.values()));
}

/** Whether a variable is const by the name that a lambda captures; undefined where that is not known. */
function constantBy({ written }: { readonly written?: Qualifiers | undefined }, cell: Cell): boolean | undefined {
  return written?.vague ? undefined : written ? written.constant === true : cell.fixed;
}

/** A variable of the functions around; members are reached through `this`, which stays the same object. */
function localNamed(name: string, scope: Scope): Entity | undefined {
  for (let s: Scope | undefined = scope; s; s = s.parent) {
    const own = s.own(name);
    if (own) return own;
    if (s.owner || (s.self && memberCell(s.self, name))) return undefined;
  }
  return undefined;
}

const copiedNames = remembered(({ body, copies }: Lambda): readonly string[] => {
  if (!copies) return [];
  if ('names' in copies) return copies.names;
  const found = usedNames(body);
  for (const name of copies.allBut) found.delete(name);
  return [...found];
});

/** The names that a body uses, those of lambdas in it among them. */
function usedNames(body: Block): Set<string> {
  const found = namesOf(body);
  for (const node of nodesIn(body))
    if (node.is === 'Lambda' && node.copies && 'names' in node.copies)
      for (const name of node.copies.names) found.add(name);
  return found;
}
