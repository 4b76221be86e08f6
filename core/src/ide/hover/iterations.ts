// What a loop's variable runs through: `first of 16 iterations`. Reads the head of the loop and the values that the
// analysis has of its bounds. A variable that the body changes too, or whose step is not one, has no range here.
import { say } from '../../base/say';
import type { Analysis, Fact, Observation } from '../../analysis';
import { loopOf } from '../../ir/outline';
import type { Expr, For } from '../../ir/program';
import { nodesIn } from '../../ir/walk';
import { numbersOf } from '../../values/convert';
import { grouped } from '../../base/collect';
import type { TextOf } from '../derivation';

interface Input {
  readonly analysis: Analysis;
  readonly textOf: TextOf;
}

/** How the shown number lies in the loop: the words, and the bound as it is written where that says more than its
 *  number. Undefined for a name that no loop declares, and where the bound or the step cannot be read. */
export function rangeText(
  fact: Fact,
  lead: Observation,
  { analysis, textOf }: Input,
): { readonly text: string; readonly end?: string } | undefined {
  const place = fact.declared ?? fact.span;
  const source = analysis.sources.get(place.file);
  const loop = source && loopOf(source, place);
  const variable = loop?.init.find((one) => one.is === 'Let' && one.nameSpan.start === place.start);
  if (!loop || variable?.is !== 'Let') return undefined;
  const bound = boundOf(loop, variable.name);
  const shown = numbersOf([lead.value])?.[0];
  if (!bound || shown === undefined || isChanged(loop, variable.name)) return undefined;
  const end = numberAt(bound.end, lead, analysis);
  const written = textOf(bound.end.span.file)?.slice(bound.end.span.start, bound.end.span.end).replace(/\s+/g, ' ');
  const isNamed = written !== undefined && bound.end.is !== 'Int' && written.length <= longestBound;
  if (end === undefined) return { text: say`first of the iterations`, ...(isNamed && { end: say`up to ${written}` }) };
  const count = bound.up ? end - shown + (bound.inclusive ? 1 : 0) : shown - end + (bound.inclusive ? 1 : 0);
  if (count <= 0) return undefined;
  return {
    text: count === 1 ? say`the only iteration` : say`first of ${grouped(count)} iterations`,
    ...(isNamed && { end: written }),
  };
}

const longestBound = 40;

interface Bound {
  readonly end: Expr;
  readonly up: boolean;
  readonly inclusive: boolean;
}

/** The bound of `i < n` with `++i`, or of `i > n` with `--i`. */
function boundOf({ cond, step, until }: For, name: string): Bound | undefined {
  if (until) return { end: until, up: true, inclusive: false };
  if (cond?.is !== 'Binary' || !isNamed(cond.left, name)) return undefined;
  const up = isStep(step, '++', name);
  if (!up && !isStep(step, '--', name)) return undefined;
  const wanted = up ? ['<', '<=', '!='] : ['>', '>=', '!='];
  return wanted.includes(cond.op)
    ? { end: cond.right, up, inclusive: cond.op.endsWith('=') && cond.op !== '!=' }
    : undefined;
}

const isNamed = (e: Expr, name: string): boolean => e.is === 'Name' && e.id === name;

function isStep(step: Expr | undefined, op: '++' | '--', name: string): boolean {
  return step?.is === 'Unary' && step.op.replace('post', '') === op && isNamed(step.arg, name);
}

/** Whether the body assigns the variable, or cannot be read. */
function isChanged({ body }: For, name: string): boolean {
  for (const node of nodesIn(body)) {
    if (node.is === 'Opaque' || node.is === 'OpaqueStmt') return true;
    if (node.is === 'Assign' && isNamed(node.target, name)) return true;
    if (node.is === 'Unary' && /\+\+|--|&/.test(node.op) && isNamed(node.arg, name)) return true;
  }
  return false;
}

function numberAt(e: Expr, lead: Observation, { facts }: Analysis): number | undefined {
  if (e.is === 'Int') return e.value;
  const fact = facts.get(e.span.file)?.find(({ span }) => span.start === e.span.start && span.end === e.span.end);
  const seen = fact?.seen.filter(({ instance }) => instance === lead.instance) ?? [];
  return seen.length === 1 && seen[0] ? numbersOf([seen[0].value])?.[0] : undefined;
}
