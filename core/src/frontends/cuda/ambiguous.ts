// `(x) - f(y) * z`: the grammar reads a cast of `-f(y)` where x may be a type. Both readings are kept for the
// evaluator, which knows what x is: the other one has the operators of the whole expression by their precedence.
import type { Ambiguous, Binary, Expr } from '../../ir/program';
import type { Span } from '../../base/span';

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

/** Operations that came out of a cast: others that bind closer go inside them. */
const made = new WeakSet<Expr>();

/** Both readings of a cast whose type may be a value; undefined where there is one only. */
export function asAmbiguous(cast: Expr): Ambiguous | undefined {
  if (cast.is !== 'Cast' || cast.how !== 'c' || cast.arg.is !== 'Unary' || !/^[-+*&]$/.test(cast.arg.op))
    return undefined;
  const { type, arg, span } = cast;
  if ((type.is !== 'Name' && type.is !== 'Scope') || type.args) return undefined;
  return { is: 'Ambiguous', type, cast, operation: operation(arg.op, type, arg.arg, span), span };
}

/** `left op right` in both readings, where `left` has two. */
export function withOperand(left: Ambiguous, op: string, right: Expr, span: Span): Ambiguous {
  return {
    ...left,
    cast: { is: 'Binary', op, left: left.cast, right, span },
    operation: appended(left.operation, op, right, span),
    span,
  };
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
