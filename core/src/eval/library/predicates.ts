// Copies under a predicate, `copy_if`: which elements of a tensor each thread copies. Source: cute/algorithm/copy.hpp
// and `Copy_Atom::call` in cute/atom/copy_atom.hpp. Predicates are tensors of truth values in registers, and tensors
// whose elements a function gives (`lazy::transform`). Of any other, and where the sizes of the tensors do not match,
// nobody knows which elements are meant.
import { unlessRefused } from '../../algebra/errors';
import { number, rank, size } from '../../algebra/index';
import { lanesOf } from '../../algebra/lanes';
import type { Span } from '../../base/span';
import { applied } from '../../values/pointer';
import type { CopyAtom, Pointer, Tensor, Value } from '../../values/value';
import { elementsInOrder, readRegister } from '../memory/registers';
import { callValue } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { doubtful, type Running, taking } from '../state/running';
import type { Simt } from '../state/simt';
import { isTuple } from '../values/inspect';

/** Elements of a tensor, by their numbers, and the threads that copy them. */
export interface Guarded {
  readonly only: readonly number[];
  readonly running: Running;
}

/** What a copy under a predicate reads and writes: elements in groups, each of which threads copy or leave as a whole.
 *  Undefined where that is not known. */
export interface Guards {
  readonly source: readonly Guarded[];
  readonly destination: readonly Guarded[];
}

/** `atom`: that of the copy, where it has one; without one elements are copied one by one. */
export function guardsOf(
  m: Machine,
  simt: Simt,
  atom: CopyAtom | undefined,
  [predicate, source, destination]: readonly [Tensor, Tensor, Tensor],
  span: Span,
): Guards | undefined {
  const sizes = unlessRefused(
    () => groups(atom, predicate, source, destination),
    () => undefined,
  );
  const truths = sizes && truthsOf(m, simt, predicate, span);
  if (!truths) return undefined;
  const ofGroup = Array.from({ length: sizes.count }, (_, i) => truths[i * sizes.ofPredicate]);
  return {
    source: guarded(simt.running, ofGroup, sizes.ofSource),
    destination: guarded(simt.running, ofGroup, sizes.ofDestination),
  };
}

interface Groups {
  readonly count: number;
  /** How many elements of each tensor a group has. */
  readonly ofPredicate: number;
  readonly ofSource: number;
  readonly ofDestination: number;
}

function groups(
  atom: CopyAtom | undefined,
  { layout: predicate }: Tensor,
  { layout: source }: Tensor,
  { layout: destination }: Tensor,
): Groups | undefined {
  const all = [predicate, source, destination].map((layout) => number(size(layout)));
  const [p, s, d] = all;
  if (p === undefined || s === undefined || d === undefined) return undefined;
  if (!atom) return p === d && s === d ? { count: d, ofPredicate: 1, ofSource: 1, ofDestination: 1 } : undefined;
  const [ofSource, ofDestination] = [number(size(source, 0)), number(size(destination, 0))];
  // Else the copy takes the first mode apart.
  const isWhole = ofSource === number(size(atom.layoutSrc, 1)) || ofDestination === number(size(atom.layoutDst, 1));
  const left = number(rank(source)) - number(rank(predicate));
  const ofPredicate = left === 1 ? 1 : number(size(predicate, 0));
  const count = d / ofDestination;
  const isAlike =
    s === count * ofSource && p === count * ofPredicate && number(rank(source)) === number(rank(destination));
  return isWhole && isAlike && (left === 0 || left === 1) ? { count, ofPredicate, ofSource, ofDestination } : undefined;
}

/** What each element of a predicate holds in each thread; undefined for an element of which nothing is known, and for a
 *  tensor that is not followed. */
function truthsOf(
  m: Machine,
  simt: Simt,
  predicate: Tensor,
  span: Span,
): readonly (Float64Array | undefined)[] | undefined {
  const elements = elementsInOrder(predicate);
  if (predicate.data.transform !== undefined) return elements?.map((element) => computed(m, simt, element, span));
  return predicate.data.space === 'rmem' ? elements?.map((element) => readRegister(simt, element)) : undefined;
}

/** What the function of a lazily transformed tensor of coordinates gives for one. */
function computed(m: Machine, simt: Simt, { transform, ...pointer }: Pointer, span: Span): Float64Array | undefined {
  if (transform === undefined || (pointer.space !== 'coordinates' && pointer.space !== 'counting')) return undefined;
  const call = (by: Value, value: Value): Value => callValue(m, by, [{ value, span }], span).value;
  const given = m.silently(() => applied(transform, pointer.offset, call));
  if (isTuple(given) || (given.is !== 'static' && given.is !== 'dynamic')) return undefined;
  return lanesOf(given, simt.count);
}

/** Elements under the same condition are copied together. */
function guarded(running: Running, truths: readonly (Float64Array | undefined)[], each: number): readonly Guarded[] {
  const alike = new Map<string, { readonly lanes: Float64Array | undefined; readonly only: number[] }>();
  for (const [group, lanes] of truths.entries()) {
    const key = lanes?.join(' ') ?? '';
    const one = alike.get(key) ?? { lanes, only: [] };
    alike.set(key, one);
    for (let i = 0; i < each; i++) one.only.push(group * each + i);
  }
  return [...alike.values()]
    .map(({ lanes, only }) => ({ only, running: lanes ? taking(running, lanes, true) : doubtful(running) }))
    .filter(({ running: { active } }) => active.includes(1));
}
