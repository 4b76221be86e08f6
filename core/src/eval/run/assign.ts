// Assignments: to a variable, to an object by its operator or part by part, to each variable of a `std::tie`.
import { say } from '../../base/say';
import { isAlike } from '../../ir/alike';
import type { Expr } from '../../ir/program';
import { isA } from '../../values/kind';
import type { Element, Value } from '../../values/value';
import { setAtIndex } from '../memory/arrays';
import { accessElement, differsByThread, givenOf, loseAccesses, updateOf } from '../memory/accesses';
import { loseCell, shareAddressed } from '../memory/losing';
import { loseCaptured, loseWritten } from '../memory/reach';
import { isRepeatable } from '../names/effects';
import { argOf } from '../names/packs';
import { losePlace, namedPlace } from '../names/places';
import { evaluate, locate, type Located } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { operate, promoted } from '../types/arithmetic';
import { assigned, assignMade, assignParts, assignToBase, isMovedByCode } from '../types/assignments';
import { asVariable } from '../types/object-conversions';
import { typeOfHeld } from '../types/held-types';
import { convert } from '../types/construct';
import { copiedAs } from '../types/copies';
import { leaveMoved } from '../types/moved-from';
import { unplaced } from '../types/placed';
import { assignReferring, isOfReferences, valuesOf } from '../types/tuples-of-references';
import { onlyElement } from '../types/beside-implicit';
import { userOperator } from '../types/user-operators';
import { type Cell, isBeyond } from '../values/cells';
import type { Arg, Scope } from '../values/entities';
import { held as referred, isHolder } from '../values/holders';
import { isTuple, isUnknown } from '../values/inspect';
import { classOf, targetOf } from '../values/kinds';
import { loadedOperand, numberOf } from './operands';

export function assignAt(m: Machine, e: Expr & { is: 'Assign' }, scope: Scope): Located {
  if (e.op === '=' && isTie(e.target)) return assignEach(m, e, e.target, scope);
  // The right operand is evaluated first ([expr.ass]/1).
  const { value: right, place: source, category } = locate(m, e.value, scope);
  const before = namedPlace(m, e.target, scope);
  const target = before ? named(m, before, e.target, scope) : locate(m, e.target, scope);
  const through = throughReference(target, e.op, right);
  const operand = argOf({ value: right, place: source, category }, e.value, scope, e.value.span);
  const object = {
    value: through.value,
    cell: through.place,
    span: e.target.span,
    written: { expr: e.target, scope },
  };
  const own = userOperator(m, e.op, [object, operand], scope, e.span);
  if (own) return own;
  const { value: held, place: cell } = (e.op === '=' ? undefined : asVariable(m, object)) ?? through;
  const assignedTo = e.op === '=' ? classOf(held) : undefined;
  const given = (assignedTo && onlyElement(assignedTo, operand)) ?? operand;
  const { value: written } = given;
  // A variable keeps what memory holds, so that is read here; what another element is given is read there.
  const value = m.simt && cell && e.op === '=' ? loadedOperand(m, written, e.value) : written;
  if (e.op === '=' && isOfReferences(held)) {
    assignReferring(m, held, cell, value, e.span);
    return { value: cell?.read() ?? held, place: cell };
  }
  if (cell && e.op === '=') {
    const from = assigned(m, { ...given, span: e.span });
    if (isOfOpenType(held) && !targetOf(value)) {
      shareAddressed(m, value, e.span);
      loseCaptured(m, 'operator=', [given], true);
    }
    const part = assignToBase(m, { value: held, place: cell }, from, scope);
    if (part) return part;
    if (assignParts(m, cell, from, scope)) return { value: cell.read(), place: cell };
    if (isOfOpenType(held) && !isBeyond(cell) && mayBecomeAnother(value)) {
      m.write(cell, held);
      return { value: held, place: cell };
    }
  }
  const old = held;
  if (!cell) {
    const isElement = !isTuple(held) && held.is === 'element';
    if (isElement) assignElement(m, e, held, value, scope);
    else if (isOutsideMemory(m, e.target, held, scope)) {
      // The operand of `+=` is read below.
      if (e.op === '=') loadedOperand(m, value, e.value);
    } else loseAccesses(m, say`what an assignment writes to is not known`, undefined);
    if (!isElement || !m.simt) losePlace(m, e.target, scope, e.span);
    loseWritten(m, held, e.span);
    shareAddressed(m, value, e.span);
    loseCaptured(m, 'operator=', [given], true);
  }
  if (isUnknown(old) && !cell) return { value: old, place: undefined };
  const next = convert(
    m,
    e.op === '='
      ? classOf(value) === classOf(old)
        ? unplaced(m, value, cell?.name ?? '?', e.span)
        : copiedAs(m, value, old, { ...given, span: e.span })
      : operate(m, { op: e.op.slice(0, -1), span: e.span }, promoted(old), operandOf(m, e, { ...given, value })),
    typeOfHeld(old),
    false,
    cell?.name,
    e.op === '=' ? { ...given, span: e.span } : undefined,
  );
  if (!cell) return { value: next, place: undefined };
  if (e.op === '=' && assignMade(m, cell, next, scope, e.span)) return { value: cell.read(), place: cell };
  m.write(cell, next);
  if (e.op === '=') leaveMoved(m, value, given, given.cell !== cell);
  if (cell.index !== undefined && e.target.is === 'Index' && e.target.args[0] && isRepeatable(e.target))
    setAtIndex(m, cell, evaluate(m, e.target.args[0], scope));
  if (before) evaluate(m, e.target, scope);
  return { value: cell.whole && cell.index === undefined ? cell.read() : next, place: cell };
}

/** The right operand of `+=`. */
function operandOf(m: Machine, e: Expr & { is: 'Assign' }, given: Arg): Value {
  const number = promoted(loadedOperand(m, given.value, e.value));
  return numberOf(m, e.op, { given, number });
}

/** Whether what type a variable has is not known. */
function isOfOpenType(held: Value): boolean {
  return isUnknown(held) && held.type === undefined;
}

/** A number may become another one in a variable of another type, and it or an object one of another class. */
function mayBecomeAnother(value: Value): boolean {
  if (isTuple(value)) return false;
  return classOf(value) !== undefined || isHolder(value, 'nullopt_t') || /^(?:dynamic|static|scalar)$/.test(value.is);
}

/** The target of an assignment, as the class of which a reference to an object is. */
function named(m: Machine, place: Cell, e: Expr, scope: Scope): Located {
  const value = place.read();
  return classOf(value) ? m.silently(() => locate(m, e, scope)) : { value, place };
}

/** `accumulator.data() = address`, where what is in tensor memory is not followed; `mma.accumulate_ = scale`; and
 *  `v.x = 1` of a variable of a type such as `float4`, whose members have no values of their own. */
function isOutsideMemory(m: Machine, target: Expr, held: Value, scope: Scope): boolean {
  if (!isTuple(held) && held.is === 'pointer' && held.space === 'tmem') return true;
  const of = target.is === 'Member' ? namedPlace(m, target.object, scope)?.read() : undefined;
  return of !== undefined && !isTuple(of) && /^(tiled|thr)-mma$|^mma-atom$|^scalar$/.test(of.is);
}

/** Memory is written, and read before by `+=`. */
function assignElement(m: Machine, e: Expr & { is: 'Assign' }, { pointer }: Element, value: Value, scope: Scope): void {
  const loaded = loadedOperand(m, value, e.value);
  if (e.op !== '=') accessElement(m, pointer, false, e.target.span);
  const differs = isByThread(loaded) || (!isTuple(value) && value.is === 'element' && differsByThread(value.pointer));
  const updates = e.op === '=' ? isSumWith(m, e.target, e.value, scope) : isSum(e.op);
  const given = updates ? updateOf(m) : e.op === '=' ? givenOf(m, value, loaded) : undefined;
  accessElement(m, pointer, true, e.target.span, {
    ...(differs || updates || e.op !== '=' ? {} : { together: 'agreeing' as const }),
    ...(given && { given }),
  });
}

/** Whether the order of such assignments counts for nothing, but not their number. `|=` may set one bit twice. */
const isSum = (op: string): boolean => /^[+\-*/]=$/.test(op);

/** `x = a * b + x`: what is there is an operand of what is assigned, as it is in `x += a * b`. */
function isSumWith(m: Machine, target: Expr, value: Expr, scope: Scope): boolean {
  if (value.is !== 'Binary' || !/^[+\-*/]$/.test(value.op)) return false;
  const isThere = (e: Expr): boolean => isAlike(e, target) || isSumWith(m, target, e, scope);
  return isSamePlace(m, target, scope) && (isThere(value.left) || isThere(value.right));
}

/** Whether an expression names the same element each time it is evaluated: `o`, `p[i]`, `tensor(i)`. */
function isSamePlace(m: Machine, e: Expr, scope: Scope): boolean {
  if (e.is !== 'Call') return isRepeatable(e);
  const called = namedPlace(m, e.callee, scope)?.read();
  return called !== undefined && isA(called, 'tensor') && e.args.every(isRepeatable);
}

/** A number that is known to differ between threads. */
function isByThread(value: Value): boolean {
  return !isTuple(value) && value.is === 'dynamic' && value.lanes !== undefined;
}

/** `std::ref(x)` in a tuple is x itself, and everywhere else for all but another reference. */
function throughReference({ value, place }: Located, op: string, given: Value): Located {
  const cell = isHolder(value, 'reference_wrapper') ? referred(value, undefined) : undefined;
  const isPart = place?.whole !== undefined && isTuple(place.whole.read());
  if (!cell || (op === '=' && !isPart && isHolder(given, 'reference_wrapper'))) return { value, place };
  return { value: cell.read(), place: cell };
}

function isTie(e: Expr): e is Expr & { is: 'Call' } {
  return e.is === 'Call' && (e.callee.is === 'Name' || e.callee.is === 'Scope') && e.callee.id === 'tie';
}

/** `std::tie(a, b) = tuple;` */
function assignEach(m: Machine, e: Expr & { is: 'Assign' }, tie: Expr & { is: 'Call' }, scope: Scope): Located {
  const given = evaluate(m, e.value, scope);
  const value = isOfReferences(given) ? valuesOf(given) : given;
  const parts = isTuple(value) && value.length === tie.args.length ? value : undefined;
  for (const [i, arg] of tie.args.entries()) {
    if ((arg.is === 'Name' || arg.is === 'Scope') && arg.id === 'ignore') continue;
    const { value: old, place } = locate(m, arg, scope);
    const part = parts?.[i];
    if (place && part !== undefined && !isMovedByCode(old) && !isOfOpenType(old))
      m.write(place, convert(m, part, typeOfHeld(old), false, place.name));
    else if (place) loseCell(m, place, say`${place.name} is set by an assignment to \`std::tie\``, e.span);
    else {
      losePlace(m, arg, scope, e.span);
      loseWritten(m, old, e.span);
    }
  }
  return { value, place: undefined };
}
