// Whether something guards accesses to a tensor that is cut into tiles against its edges: a condition around them,
// a predicate of a copy, an index that is cut. What guards other accesses does not count. Where no access is seen, any
// guard of the kernel may be meant for it.
import type { Call } from '../../analysis';
import { groupBy } from '../../base/collect';
import { spend } from '../../base/meter';
import { remembered } from '../../base/remembered';
import { isSameSpan, type Span } from '../../base/span';
import type { Expr } from '../../ir/program';
import { isAssignedAfter, nodesAround } from '../../ir/outline';
import { makerOf } from '../../ir/spelled';
import { nodesIn, type Node } from '../../ir/walk';
import { isA } from '../../values/convert';
import type { Value } from '../../values/value';
import type { Facts } from './facts';
import { longestWay } from './origin';

/** True where each access to the tensor that a division cuts is guarded, as far as accesses are seen. */
export function isGuarded(facts: Facts, division: Call): boolean {
  if (guardsOf(facts, division.instance).some((span) => endsCode(facts, span))) return true;
  const accesses = accessesOf(facts, division);
  return accesses.length === 0
    ? hasGuard(facts, division.instance)
    : accesses.every((access) => isGuardedAccess(facts, access));
}

// ---- Accesses ------------------------------------------------------------------------------------------------------

const callsByInstance = remembered((facts: Facts): ReadonlyMap<number, readonly Call[]> =>
  groupBy(facts.allCalls(), ({ instance }) => instance),
);

/** What reads or writes elements of the tensor that a call gives, of parts of it, or of what is made of its pointer. */
function accessesOf(facts: Facts, division: Call): readonly Call[] {
  const parts = new Set<Value>([division.result]);
  const accesses: Call[] = [];
  const all = callsByInstance(facts).get(division.instance) ?? [];
  spend(all.length, 'calls');
  for (const call of all) {
    if (!call.operands.some(({ value }) => parts.has(value))) continue;
    if (leadsOn(call.result)) parts.add(call.result);
    else if (isAccess(call, parts)) accesses.push(call);
  }
  return accesses;
}

function leadsOn(value: Value): boolean {
  return (isA(value, 'tensor') && value.data.space !== 'rmem') || isA(value, 'pointer');
}

function isAccess({ name, operands: [object], result }: Call, parts: ReadonlySet<Value>): boolean {
  if (name === 'operator()') return object !== undefined && parts.has(object.value) && !isA(result, 'tensor');
  return isA(result, 'void') && !name.startsWith('print');
}

// ---- Guards --------------------------------------------------------------------------------------------------------

function isGuardedAccess(facts: Facts, { name, span, guards, operands: [object, ...others] }: Call): boolean {
  if (name === 'copy_if' || guards.some((one) => tellsAt(facts, one)) || isOperandOfChoice(facts, span)) return true;
  return name === 'operator()'
    ? others.some((index) => index.span && isCut(facts, facts.expressionAt(index.span)))
    : isCopyWithPredicate(facts.expressionAt(object?.span));
}

/** True for `inside ? tile(i) : 0` and `inside && tile(i) > 0`. */
function isOperandOfChoice(facts: Facts, span: Span): boolean {
  return nodesAround(facts.sourceOf(span), span).some((node) => {
    const isChoice = node.is === 'Conditional' || (node.is === 'Binary' && /^(?:&&|\|\|)$/.test(node.op));
    return isChoice && tells(facts, node.is === 'Conditional' ? node.cond : node.left, 0);
  });
}

/** True for `copy.with(predicate)`. */
function isCopyWithPredicate(copy: Expr | undefined): boolean {
  return nodesIn(copy).some((node) => node.is === 'Member' && node.id === 'with');
}

/** True for an index that is compared with something: `min(i, m - 1)`, `i < m ? i : 0`. */
function isCut(facts: Facts, index: Expr | undefined, steps = 0): boolean {
  return nodesIn(index).some((node) => {
    if (node.is === 'Conditional') return true;
    if (node.is === 'Call') return /^(?:min|max|clamp)$/.test(calleeOf(node));
    return node.is === 'Name' && steps < longestWay && isCut(facts, facts.initialiserAt(node.span), steps + 1);
  });
}

/** True where a kernel has a guard of whatever, or looks at coordinates. */
function hasGuard(facts: Facts, instance: number): boolean {
  const isLook = ({ operands: [object], result }: Call): boolean =>
    object !== undefined && isCoordinates(object.value) && !isA(result, 'tensor');
  return (
    facts.calls('elem_less', 'copy_if').some((call) => call.instance === instance) ||
    facts.calls('operator()').some((call) => call.instance === instance && isLook(call)) ||
    guardsOf(facts, instance).some((span) => tellsAt(facts, span))
  );
}

function isCoordinates(value: Value): boolean {
  return isA(value, 'tensor') && value.data.space === 'coordinates';
}

// ---- Conditions ----------------------------------------------------------------------------------------------------

function guardsOf(facts: Facts, instance: number): readonly Span[] {
  return facts.evaluation.guards.flatMap((guard) => (guard.instance === instance ? [guard.span] : []));
}

/** True where a condition about an extent decides whether what follows is run: `if (m >= M) return;`. */
function endsCode(facts: Facts, condition: Span): boolean {
  const around = nodesAround(facts.sourceOf(condition), condition);
  const ends = around.some(
    (node) => node.is === 'If' && isSameSpan(node.cond.span, condition) && nodesIn([node.then, node.else]).some(isJump),
  );
  return ends && tellsAt(facts, condition);
}

function isJump(node: Node): boolean {
  return node.is === 'Return' || (node.is === 'Jump' && node.how !== 'label');
}

/** True for a condition that may say whether an element is inside of a tensor. */
function tellsAt(facts: Facts, condition: Span): boolean {
  const written = facts.expressionAt(condition);
  return !written || tells(facts, written, 0);
}

/** `m < M`, `elem_less(c, shape)`, `isInside(m)`, `predicate(i)`, or a name for one of these. */
function tells(facts: Facts, condition: Expr, steps: number): boolean {
  const nodes = nodesIn(condition);
  return nodes.some((node) => {
    switch (node.is) {
      case 'Opaque':
      case 'Index':
        return true;
      case 'Binary':
        return /^[<>]=?$/.test(node.op) && nodesIn(node).some(isTelling);
      case 'Call':
        return node.args.length > 0 && !ownFunctions.has(calleeOf(node));
      case 'Name':
        return steps < longestWay && nameTells(facts, node, steps);
      default:
        return false;
    }
  });
}

function nameTells(facts: Facts, name: Expr & { is: 'Name' }, steps: number): boolean {
  const value = facts.initialiserAt(name.span) ?? facts.expressionAt(facts.argumentAt(name.span));
  if (value) return tells(facts, value, steps + 1);
  const declared = facts.factsAt(name.span).find((fact) => fact.declared !== undefined)?.declared;
  return declared !== undefined && isAssignedAfter(facts.sourceOf(declared), name.id, declared.end);
}

const calleeOf = (call: Expr & { is: 'Call' }): string => makerOf(call)?.id ?? '';

/** Functions whose results are no matter of extents. */
const ownFunctions = new Set(['thread', 'block', 'int', 'size', 'get', 'rank', 'shape']);

/** What a condition may compare that says nothing of where an element is in the whole tensor. */
const ownNumbers = new Set(['threadIdx', 'blockDim', 'gridDim', 'thread0', 'int', 'size']);

function isTelling(node: Node): boolean {
  return node.is === 'Opaque' || (node.is === 'Name' && !ownNumbers.has(node.id));
}
