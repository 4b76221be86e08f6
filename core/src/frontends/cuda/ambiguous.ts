// `(x) - f(y) * z`: the grammar reads a cast of `-f(y)` where x may be a type. Both readings are kept for the
// evaluator, which knows what x is: the other one has the operators of the whole expression by their precedence. What
// stands around such an expression without parentheses has both readings too: `2 - (x) - 1`, `-(x) - 1`. An operator
// in front binds closer than an assignment (`++a = 1`), of which the grammar knows nothing either.
import { say } from '../../base/say';
import type { Ambiguous, Assign, Binary, Cast, Expr, Unary } from '../../ir/program';
import type { Span } from '../../base/span';
import { opaque, type Context } from './context';
import type { Syntax } from '../tree';

/** How closely operators bind. */
export const PRECEDENCE: Readonly<Record<string, number>> = {
  '*': 10,
  '/': 10,
  '%': 10,
  '+': 9,
  '-': 9,
  '<<': 8,
  '>>': 8,
  '<=>': 7,
  '<': 6,
  '>': 6,
  '<=': 6,
  '>=': 6,
  '==': 5,
  '!=': 5,
  '&': 4,
  '^': 3,
  '|': 2,
  '&&': 1,
  '||': 0,
  ',': -1,
};

/** More readings of one expression are not looked at. */
const MOST_READINGS = 64;

/** Operations of which the grammar did not make the tree: an operator before or behind them may bind closer. */
const made = new WeakSet<Expr>();

type Make = (reading: Expr) => Expr;

/** How many readings an expression has. */
const readings = new WeakMap<Ambiguous, number>();
const readingsOf = (e: Expr): number => (e.is === 'Ambiguous' ? (readings.get(e) ?? 2) : 1);

export function bounded(ctx: Context, node: Syntax, e: Expr): Expr {
  if (readingsOf(e) <= MOST_READINGS) return e;
  return opaque(ctx, node, say`Too many names in parentheses may be types here.`);
}

/** A cast whose type may be a value. `isClosed`: what is cast stands in parentheses. */
export function castIn(cast: Cast, isClosed: boolean): Expr {
  if (isClosed) return oneCast(cast);
  if (cast.arg.is === 'Assign') return before(cast.arg, cast.span, (arg, span) => oneCast({ ...cast, arg, span }));
  return inFirst(cast.arg, cast.span, (arg) => oneCast({ ...cast, arg }));
}

function oneCast(cast: Cast): Expr {
  const { type, arg, span } = cast;
  if (cast.how !== 'c' || arg.is !== 'Unary' || !/^[-+*&]$/.test(arg.op)) return cast;
  if ((type.is !== 'Name' && type.is !== 'Scope') || type.args) return cast;
  return { is: 'Ambiguous', type, cast, operation: operation(arg.op, type, arg.arg, span), span };
}

export function unaryIn(unary: Unary, isClosed: boolean): Expr {
  if (isClosed) return unary;
  if (unary.arg.is === 'Assign') return before(unary.arg, unary.span, (arg, span) => ({ ...unary, arg, span }));
  return inFirst(unary.arg, unary.span, (arg) => ({ ...unary, arg }));
}

/** `++a = 1` assigns to `++a`, and `*++a = 1` to `*++a`. */
function before(assign: Assign, span: Span, make: (target: Expr, span: Span) => Expr): Assign {
  return { ...assign, target: make(assign.target, { ...span, end: assign.target.span.end }), span };
}

export function binaryIn(binary: Binary, closed: { readonly left: boolean; readonly right: boolean }): Expr {
  const { op, left, right, span } = binary;
  if (left.is === 'Ambiguous' && !closed.left)
    return ofEach(left, span, (reading) => binaryIn({ ...binary, left: reading }, closed));
  if (right.is === 'Ambiguous' && !closed.right)
    return ofEach(right, span, (reading) => binaryIn({ ...binary, right: reading }, closed));
  return made.has(left) || made.has(right) ? joined(left, op, right, span) : binary;
}

/** What binds closer than all operations goes to the first operand. */
function inFirst(operand: Expr, span: Span, make: Make): Expr {
  if (operand.is === 'Ambiguous') return ofEach(operand, span, (reading) => inFirst(reading, span, make));
  const { first, others } = operandsOf(operand);
  return others.reduce((left, [op, right]) => joined(left, op, right, span), make(first));
}

function ofEach(of: Ambiguous, span: Span, make: Make): Ambiguous {
  const both: Ambiguous = { ...of, cast: make(of.cast), operation: make(of.operation), span };
  readings.set(both, readingsOf(both.cast) + readingsOf(both.operation));
  return both;
}

/** The first operand of an operation, and the others with the operators before them. */
function operandsOf(tree: Expr): { readonly first: Expr; readonly others: readonly (readonly [string, Expr])[] } {
  if (tree.is !== 'Binary' || !made.has(tree)) return { first: tree, others: [] };
  const [left, right] = [operandsOf(tree.left), operandsOf(tree.right)];
  return { first: left.first, others: [...left.others, [tree.op, right.first], ...right.others] };
}

function joined(left: Expr, op: string, right: Expr, span: Span): Expr {
  if (left.is === 'Ambiguous') return ofEach(left, span, (reading) => joined(reading, op, right, span));
  const { first, others } = operandsOf(right);
  return others.reduce((tree, [next, one]) => appended(tree, next, one, span), appended(left, op, first, span));
}

function operation(op: string, left: Expr, right: Expr, span: Span): Binary {
  const node: Binary = { is: 'Binary', op, left, right, span };
  made.add(node);
  return node;
}

function appended(tree: Expr, op: string, right: Expr, span: Span): Expr {
  if (tree.is === 'Binary' && made.has(tree) && (PRECEDENCE[op] ?? 0) > (PRECEDENCE[tree.op] ?? 0)) {
    return operation(
      tree.op,
      tree.left,
      appended(tree.right, op, right, { ...span, start: tree.right.span.start }),
      span,
    );
  }
  return operation(op, tree, right, span);
}
