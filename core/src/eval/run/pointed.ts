// What pointers point to.
import { isIntTuple } from '../../algebra/int_tuple';
import { mul } from '../../algebra/arith';
import { int } from '../../algebra/leaf';
import { say } from '../../base/say';
import type { Expr } from '../../ir/program';
import { toFirst } from '../../values/pointer';
import type { CopyAtom, Pointer, Value } from '../../values/value';
import { noteUnknownType } from '../memory/accesses';
import { isWhole } from '../memory/loading';
import { behind, symbolic } from '../memory/symbolic';
import type { Machine } from '../state/machine';
import { objectAt } from '../types/placed';
import { tensorMapAt } from '../values/elements';
import { isTuple, isUnknown } from '../values/inspect';
import { classOf, isVector } from '../values/kinds';
import { isPhaseBarrier, placedBarrier } from '../values/placed-barrier';
import { asNumber } from '../values/truth';
import { becauseOf, unknown } from '../values/unknown';
import { elementOfVector } from '../values/vectors';

/** What a pointer points to: a struct of the program in full, other elements by type only. */
export function elementOf(m: Machine, value: Value, e: Expr): Value {
  if (isUnknown(value)) return becauseOf(value);
  const inMemory = unknown('input', say`the contents of memory are not known before the program runs`, e.span);
  // `*p` of a `std::unique_ptr`.
  if (isVector(value)) {
    const type = elementOfVector(value);
    return { ...inMemory, ...(type && { type }) };
  }
  if (isTuple(value) || value.is !== 'pointer') return value;
  const element = value.element;
  const row = rowOf(value);
  if (row) return row;
  if (m.simt && (isTuple(element) || element.is !== 'struct')) return { is: 'element', pointer: toFirst(value) };
  const instance = m.simt && classOf(element);
  if (instance) return behind(objectAt(m, value, instance.entity.name, e.span));
  if (m.simt && isPhaseBarrier(element)) return placedBarrier(element, value);
  if (!isTuple(element) && element.is === 'struct') return behind(symbolic(m, element, value.base ?? '*', e.span));
  if (isWhole(element) || (!isTuple(element) && (element.is === 'dynamic' || element.is === 'scalar')))
    return { is: 'element', pointer: toFirst(value) };
  if (isUnknown(element)) {
    noteUnknownType(m, value);
    return becauseOf(element);
  }
  return tensorMapAt(value) ?? (isWhollyTyped(element) ? ofTypeAlone(element) : inMemory);
}

/** A type whose objects differ in nothing that is followed: tags, operations of CuTe. */
export const isWhollyTyped = (element: Value): boolean =>
  !isTuple(element) && /^(?:tag|copy-atom|tiled-copy|mma-atom|tiled-mma)$/.test(element.is);

/** An operation without what its type does not say: the global tensor of a TMA copy, and the blocks that load it. */
function ofTypeAlone(operation: Value): Value {
  if (isTuple(operation)) return operation;
  if (operation.is === 'tiled-copy') return { ...operation, atom: atomOfType(operation.atom) };
  return operation.is === 'copy-atom' ? atomOfType(operation) : operation;
}

function atomOfType({ global: _global, loaders: _loaders, ...atom }: CopyAtom): CopyAtom {
  return atom;
}

/** A row of an array of arrays, as a pointer to its first element. */
function rowOf({ element, offset, base, allocation, origin, part, space }: Pointer): Pointer | undefined {
  if (isTuple(element) || element.is !== 'pointer' || element.length === undefined || !isIntTuple(offset))
    return undefined;
  const length = asNumber(element.length);
  if (length === undefined) return undefined;
  return {
    ...element,
    space,
    offset: mul(offset, int(length)),
    ...(base !== undefined && { base }),
    ...(allocation && { allocation }),
    ...(origin && { origin }),
    ...(part && { part }),
  };
}
