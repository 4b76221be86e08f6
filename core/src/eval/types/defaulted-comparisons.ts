// What a comparison gives that a class defaults ([class.compare.default]): bases and members are compared one by one,
// in order, up to the first that differ. A program that has one is one of C++20. Parts that are references or of
// classes of the library, unions, and members of a class whose own `<=>` the program writes, are not compared here:
// what depends on them is unknown.
import { dyn } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import type { Struct, Value } from '../../values/value';
import type { Machine } from '../state/machine';
import { partIn } from '../values/base-parts';
import { type ClassInstance, type FunctionEntity, hasField } from '../values/entities';
import { withoutEnumeration } from '../values/enumerations';
import { isReference } from '../values/declared-types';
import { isTuple, isUnknown } from '../values/inspect';
import { classOf, isArray } from '../values/kinds';
import { truth } from '../values/truth';
import { operate, promoted } from './arithmetic';
import { exampleOf } from './classes';

/** Whether a function is a comparison that a class defaults. */
export function isDefaultedComparison({ decl }: FunctionEntity): boolean {
  return decl.defaulted === true && decl.body === undefined && /^operator(?:==|!=|<=>|[<>]=?)$/.test(decl.name);
}

/** How two objects of a class compare: 0 where they are equal, and where `ordered`, negative or positive where the
 *  first is less or greater. `equal` compares two parts of a class that has an operator of its own. Undefined where
 *  that is not known. */
export interface Comparing {
  readonly ordered: boolean;
  readonly span: Span;
  readonly part: (a: Value, b: Value) => number | undefined;
}

export function compareParts(m: Machine, a: Value, b: Value, how: Comparing): number | undefined {
  const instance = classOf(a);
  if (!instance || classOf(b) !== instance || isTuple(a) || isTuple(b)) return undefined;
  if (a.is !== 'struct' || b.is !== 'struct' || isOpenToComparison(instance)) return undefined;
  for (const base of instance.bases) {
    const order = how.part(partOfBase(a, base), partOfBase(b, base));
    if (order !== 0) return order;
  }
  for (const { name, type } of instance.fields) {
    const [x, y] = [a.fields.get(name), b.fields.get(name)];
    if (x === undefined || y === undefined || isReference(type)) return undefined;
    const order = compareValues(m, x, y, how);
    if (order !== 0) return order;
  }
  return 0;
}

/** Whether a class has parts that are not compared one by one here. */
function isOpenToComparison({ decl, hasUnknownBase, libraryBases }: ClassInstance): boolean {
  const { kind, virtualBases, members } = decl;
  return kind === 'union' || virtualBases === true || !members || hasUnknownBase === true || libraryBases !== undefined;
}

function partOfBase(object: Struct, base: ClassInstance): Value {
  const part = partIn(object, base);
  if (isTuple(part) || part.is !== 'struct') return part;
  return { ...exampleOf(base), fields: new Map([...part.fields].filter(([name]) => hasField(base, name))) };
}

function compareValues(m: Machine, x: Value, y: Value, how: Comparing): number | undefined {
  if (isArray(x) && isArray(y)) {
    if (x.of !== 'c' || x.elements.length !== y.elements.length) return undefined;
    for (const [i, one] of x.elements.entries()) {
      const order = compareValues(m, one, y.elements[i] ?? one, how);
      if (order !== 0) return order;
    }
    return 0;
  }
  if (classOf(x) ?? classOf(y)) return how.part(x, y);
  if (isTuple(x) || isTuple(y)) return undefined;
  const [left, right] = [x, y].map((one) => promoted(withoutEnumeration(one)));
  if (left === undefined || right === undefined || isUnknown(left) || isUnknown(right)) return undefined;
  const says = (op: string): boolean | undefined => truth(operate(m, { op, span: how.span }, left, right));
  if (says('==') === true) return 0;
  if (!how.ordered) return says('==') === false ? 1 : undefined;
  if (says('<') === true) return -1;
  // Neither less nor greater are numbers of which one is none.
  return says('>') === true ? 1 : undefined;
}

/** What an operator says of such an order. */
export function saysOf(op: string, order: number): Value {
  const holds: Record<string, boolean> = {
    '==': order === 0,
    '!=': order !== 0,
    '<': order < 0,
    '<=': order <= 0,
    '>': order > 0,
    '>=': order >= 0,
  };
  return dyn(holds[op] === true ? 1 : 0);
}
