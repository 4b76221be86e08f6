// Functions of C++'s <algorithm>, <numeric>, <functional> and <utility> that host code computes with. Those on ranges
// follow the function that they are given, element by element, where both ends lead into one array that is known;
// they give undefined for all else, so that CuTe's function of the name answers. Knows no iterator but a pointer.
import { say } from '../../base/say';
import { dyn } from '../../algebra/leaf';
import { spend } from '../../base/meter';
import { nowhere, type Span } from '../../base/span';
import { isIntegerType } from '../../values/scalars';
import type { Unknown, Value } from '../../values/value';
import { addressOfPart } from '../memory/arrays';
import { loseCell } from '../memory/losing';
import { loseArguments } from '../memory/reach';
import { callValue, type Located } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { operate, promoted } from '../types/arithmetic';
import { typeOfHeld } from '../types/held-types';
import { convert } from '../types/construct';
import { copied, copiedAs, isOfDerived } from '../types/copies';
import { zeroOf } from '../types/zeros';
import { assignReferring, elementsGiven, isOfReferences, tied, valuesOf } from '../types/tuples-of-references';
import { distance, elementCell } from '../values/elements';
import { type Cell, VarCell } from '../values/cells';
import type { Arg } from '../values/entities';
import { erase, isTuple, isUnknown } from '../values/inspect';
import { classOf, isArray, targetOf } from '../values/kinds';
import { asNumber, truth } from '../values/truth';
import { unknown } from '../values/unknown';
import { overflowing } from './overflow';

type Algorithm = (m: Machine, args: readonly Arg[], span: Span) => Value | undefined;

/** The variables from one pointer to another. */
function range(from: Arg | undefined, to: Arg | undefined): readonly Cell[] | undefined {
  const count = from && to && distance(to.value, from.value);
  return count === undefined || count < 0 ? undefined : cellsAt(from, count);
}

function cellsAt(from: Arg | undefined, count: number): readonly Cell[] | undefined {
  const first = from && elementCell(from.value, 0);
  const whole = first?.whole?.read();
  if (!from || first?.index === undefined || whole === undefined || !isArray(whole)) return undefined;
  // What goes beyond the array is not followed.
  if (first.index + count > whole.elements.length) return undefined;
  spend(count);
  const cells = Array.from({ length: count }, (_, i) => elementCell(from.value, i));
  const held = cells.filter((cell) => cell !== undefined).filter(isHeld);
  return held.length === count ? held : undefined;
}

function isHeld(cell: Cell): boolean {
  const whole = cell.whole?.read();
  return whole !== undefined && !isTuple(whole) && whole.is === 'array' && !whole.shared;
}

function given(cell: Cell, span: Span): Arg {
  return { value: cell.read(), cell, span };
}

function called(m: Machine, f: Arg, args: readonly Arg[], span: Span): Value {
  return calledAt(m, f, args, span).value;
}

function calledAt(m: Machine, f: Arg, args: readonly Arg[], span: Span): Located {
  return callValue(m, f.cell?.read() ?? f.value, args, span, undefined, f.cell);
}

/** Whether operators of the language apply to all values: the program may have its own for objects of its classes. */
function isPlain(values: readonly Value[]): boolean {
  return !values.some((value) => classOf(value) !== undefined);
}

/** A function object as an algorithm takes it: a copy, in which each call sees what the one before has changed. */
function taken(m: Machine, f: Arg): Arg & { readonly cell: Cell } {
  const cell = new VarCell('', copied(m, f.value, f));
  return { value: cell.read(), cell, span: f.span };
}

const nothing: Value = { is: 'void' };

function forEach(m: Machine, cells: readonly Cell[] | undefined, f: Arg | undefined, span: Span): Value | undefined {
  if (!cells || !f) return undefined;
  const own = taken(m, f);
  for (const cell of cells) called(m, own, [given(cell, span)], span);
  return own.cell.read();
}

function write(m: Machine, cell: Cell, value: Value): void {
  const type = typeOfHeld(cell.read());
  const from = { span: nowhere };
  m.write(cell, isOfDerived(value, type) ? copiedAs(m, value, type, from) : convert(m, value, type, false, cell.name));
}

/** `transform(begin, end, to, f)`, `transform(begin, end, begin2, to, f)`. */
const transform: Algorithm = (m, args, span) => {
  const from = range(args[0], args[1]);
  const other = from && args.length === 5 ? cellsAt(args[2], from.length) : undefined;
  const to = from && cellsAt(args[args.length - 2], from.length);
  const f = args[args.length - 1];
  if (!from || !to || !f || args.length < 4 || (args.length === 5 && !other)) return undefined;
  const own = taken(m, f);
  for (const [i, cell] of from.entries()) {
    const second = other?.[i];
    const target = to[i];
    if (target) write(m, target, called(m, own, [given(cell, span), ...(second ? [given(second, span)] : [])], span));
  }
  return nothing;
};

/** Combines a first value with the elements of a range, by the function `f` or else by the operator `op`. */
function folded(m: Machine, first: Value, values: readonly Value[], f: Arg | undefined, op: string, span: Span): Value {
  const type = erase(first);
  const own = f && taken(m, f);
  return values.reduce<Value>((sum, value) => {
    const next = own
      ? called(
          m,
          own,
          [
            { value: sum, span },
            { value, span },
          ],
          span,
        )
      : operate(m, { op, span }, promoted(sum), promoted(value));
    return convert(m, next, type);
  }, first);
}

const accumulate: Algorithm = (m, [from, to, first, f], span) => {
  const values = range(from, to)?.map((cell) => cell.read());
  if (!values || !first || !(f || isPlain([first.value, ...values]))) return undefined;
  return folded(m, first.value, values, f, '+', span);
};

/** The elements combined in an order that is not told, which matters unless integers are added. */
const reduce: Algorithm = (m, [from, to, first, f], span) => {
  const values = range(from, to)?.map((cell) => cell.read());
  const start = first?.value ?? (values?.[0] && zeroOf(erase(values[0])));
  if (!values || start === undefined) return undefined;
  if (f ?? [start, ...values].some((value) => !isIntegral(value)))
    return loseArguments(
      m,
      unknown('unsupported', say`the order in which \`${'std::reduce'}\` combines elements is not told`, span),
      f ? [f] : [],
    );
  return folded(m, start, values, undefined, '+', span);
};

function isIntegral(value: Value): boolean {
  return !isTuple(value) && (value.is === 'dynamic' || (value.is === 'scalar' && isIntegerType(value)));
}

const innerProduct: Algorithm = (m, [from, to, other, first, ...more], span) => {
  const cells = range(from, to);
  const others = cells && cellsAt(other, cells.length);
  if (!cells || !others || !first || more.length > 0) return undefined;
  if (!isPlain([first.value, ...[...cells, ...others].map((cell) => cell.read())])) return undefined;
  const products = cells.map((cell, i) =>
    operate(m, { op: '*', span }, promoted(cell.read()), promoted(others[i]?.read() ?? nothing)),
  );
  return folded(m, first.value, products, undefined, '+', span);
};

const iota: Algorithm = (m, [from, to, first], span) => {
  const cells = range(from, to);
  if (!cells || !first || !isPlain([first.value])) return undefined;
  for (const [i, cell] of cells.entries()) write(m, cell, operate(m, { op: '+', span }, promoted(first.value), dyn(i)));
  return nothing;
};

/** How often a condition is true and false for elements, up to the first for which it is `last`; unknown where it is
 *  unknown for one of them. */
function counted(
  cells: readonly Cell[],
  holds: (cell: Cell) => Value,
  last: boolean | undefined,
  span: Span,
): { readonly yes: number; readonly no: number } | Unknown {
  let [yes, no] = [0, 0];
  for (const cell of cells) {
    const value = holds(cell);
    const known = truth(value);
    if (known === undefined)
      return isUnknown(value) ? value : unknown('input', say`how many elements these are is not known`, span);
    if (known) yes++;
    else no++;
    if (known === last) break;
  }
  return { yes, no };
}

/** `count(from, to, value)`. */
const count: Algorithm = (m, [from, to, wanted], span) => {
  const cells = range(from, to);
  if (!cells || !wanted || !isPlain([wanted.value, ...cells.map((cell) => cell.read())])) return undefined;
  const holds = (cell: Cell): Value => operate(m, { op: '==', span }, promoted(cell.read()), promoted(wanted.value));
  const found = counted(cells, holds, undefined, span);
  return 'is' in found ? found : dyn(found.yes, undefined, 64);
};

/** What asks a predicate about one element after the other, and for some, not after an answer that decides. */
function asking(decides: boolean | undefined, result: (yes: number, no: number) => Value): Algorithm {
  return (m, [from, to, predicate], span) => {
    const cells = range(from, to);
    if (!cells || !predicate) return undefined;
    const own = taken(m, predicate);
    const found = counted(cells, (cell) => called(m, own, [given(cell, span)], span), decides, span);
    return 'is' in found ? found : result(found.yes, found.no);
  };
}

/** The first of the greatest or least elements. */
function extreme(op: '<' | '>'): Algorithm {
  return (m, [from, to, less], span) => {
    const cells = range(from, to);
    const numbers = cells?.map((cell) => asNumber(cell.read()));
    if (!cells || !numbers || less || cells.length === 0) return undefined;
    let best = 0;
    for (const [i, n] of numbers.entries()) {
      const held = numbers[best];
      if (n === undefined || held === undefined) return unknown('input', say`the elements are not known`, span);
      if (op === '>' ? n > held : n < held) best = i;
    }
    const cell = cells[best];
    return cell && addressOfPart(m, cell);
  };
}

const sort: Algorithm = (m, [from, to, less]) => {
  const cells = range(from, to);
  const values = cells?.map((cell) => cell.read());
  if (!cells || !values || less || values.some((value) => asNumber(value) === undefined)) return undefined;
  values.sort((a, b) => (asNumber(a) ?? 0) - (asNumber(b) ?? 0));
  for (const [i, cell] of cells.entries()) m.write(cell, values[i] ?? cell.read());
  return nothing;
};

const reverse: Algorithm = (m, [from, to]) => {
  const cells = range(from, to);
  const values = cells?.map((cell) => cell.read()).reverse();
  if (!cells || !values) return undefined;
  for (const [i, cell] of cells.entries()) m.write(cell, values[i] ?? cell.read());
  return nothing;
};

const exchange: Algorithm = (m, [target, value]) => {
  if (!target?.cell || !value) return undefined;
  const old = referredObject(target, target.cell);
  write(m, target.cell, value.value);
  return old;
};

/** What is in a variable; the part of its object that a base is, where the argument refers to that. */
function referredObject({ value }: Arg, cell: Cell): Value {
  const held = cell.read();
  return classOf(value) && classOf(value) !== classOf(held) ? value : held;
}

const swap: Algorithm = (m, [a, b], span) => {
  if (a?.cell && b?.cell) {
    const [first, second] = [referredObject(a, a.cell), referredObject(b, b.cell)];
    if (isOfReferences(first) && isOfReferences(second)) {
      const values = valuesOf(first);
      assignReferring(m, first, a.cell, valuesOf(second), span);
      assignReferring(m, second, b.cell, values, span);
      return nothing;
    }
    m.write(a.cell, second);
    m.write(b.cell, first);
  } else {
    for (const one of [a, b]) if (one?.cell) loseCell(m, one.cell, say`${one.cell.name} is swapped`, span);
  }
  return nothing;
};

/** `std::invoke(f, a)` and `std::apply(f, tuple)`, which give what the function gives, references too ([func.invoke],
 *  [tuple.apply]); undefined for CuTe's `apply`, which takes the tuple first. */
export function forwardedCall(m: Machine, name: string, [f, ...args]: readonly Arg[], span: Span): Located | undefined {
  const isFunction = f !== undefined && !isTuple(f.value) && (targetOf(f.value) ?? classOf(f.value)) !== undefined;
  if (name === 'invoke' && f) return calledAt(m, f, args, span);
  const [tuple] = args;
  if (name !== 'apply' || !isFunction || !tuple || !isTuple(tuple.value)) return undefined;
  return calledAt(m, f, elementsGiven(m, tuple, span), span);
}

const forwarded =
  (name: string): Algorithm =>
  (m, args, span) =>
    forwardedCall(m, name, args, span)?.value;

const clamp: Algorithm = (_m, [value, least, most], span) => {
  const [n, low, high] = [value, least, most].map((arg) => arg && asNumber(arg.value));
  if (n === undefined || low === undefined || high === undefined) return undefined;
  if (high < low) return unknown('unsupported', say`\`std::clamp\` between ${low} and ${high} is undefined`, span);
  return n < low ? least?.value : high < n ? most?.value : value?.value;
};

const algorithms: ReadonlyMap<string, Algorithm> = new Map<string, Algorithm>([
  ['for_each', (m, [from, to, f], span) => forEach(m, range(from, to), f, span)],
  [
    'for_each_n',
    (m, [from, count, f], span) => {
      const n = count && asNumber(count.value);
      return forEach(m, n === undefined ? undefined : cellsAt(from, n), f, span);
    },
  ],
  ['transform', transform],
  ['accumulate', accumulate],
  ['reduce', reduce],
  ['inner_product', innerProduct],
  ['iota', iota],
  ['count', count],
  ['count_if', asking(undefined, (yes) => dyn(yes, undefined, 64))],
  ['all_of', asking(false, (_yes, no) => dyn(no === 0 ? 1 : 0))],
  ['any_of', asking(true, (yes) => dyn(yes > 0 ? 1 : 0))],
  ['none_of', asking(true, (yes) => dyn(yes === 0 ? 1 : 0))],
  ['max_element', extreme('>')],
  ['min_element', extreme('<')],
  ['sort', sort],
  ['reverse', reverse],
  ['exchange', exchange],
  ['swap', swap],
  ['tie', (m, args, span) => tied(m, args, false, span)],
  ['forward_as_tuple', (m, args, span) => tied(m, args, true, span)],
  ['invoke', forwarded('invoke')],
  ['apply', forwarded('apply')],
  ['clamp', clamp],
  ...overflowing,
]);

/** The algorithm of this name. It returns undefined for a call that it cannot follow. */
export function algorithm(name: string): Algorithm | undefined {
  return algorithms.get(name);
}
