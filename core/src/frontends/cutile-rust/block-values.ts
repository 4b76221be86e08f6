// Lowers the Rust expressions that have a body: `if`, blocks, `match` and closures, as far as they give a value.
// Reads no statement itself, and does not know which branch is taken.
import { say } from '../../base/say';
import type { Expr, Param, Stmt } from '../../ir/program';
import { child, childOfType, namedChildren, type Syntax } from '../tree';
import { name, opaque, spanOf, type Context } from './context';
import { lowerCondition, lowerExpression } from './expressions';
import { patternNames } from './patterns';
import { lowerBlock, lowerMatch, lowerTuple } from './statements';

export function lowerConditional(ctx: Context, node: Syntax): Expr {
  const cond = child(node, 'condition');
  const then = child(node, 'consequence');
  const otherwise = child(node, 'alternative');
  const span = spanOf(ctx, node);
  if (!cond || !then || !otherwise) return opaque(ctx, node, say`This \`if\` gives no value.`);
  const branch = namedChildren(otherwise)[0];
  return {
    is: 'Conditional',
    cond: lowerCondition(ctx, cond),
    then: blockValue(ctx, then),
    else: branch ? blockValue(ctx, branch) : opaque(ctx, node, say`A branch is missing.`),
    span,
  };
}

/** `{ let a = 1; a + 1 }`: its last expression; with statements before it, a closure that is called at once. */
export function blockValue(ctx: Context, node: Syntax): Expr {
  if (node.type === 'if_expression') return lowerConditional(ctx, node);
  const block = node.type === 'block' ? node : childOfType(node, 'block');
  if (!block) return lowerExpression(ctx, node);
  const parts = namedChildren(block);
  const [only] = parts;
  const span = spanOf(ctx, node);
  if (
    only &&
    parts.length === 1 &&
    !only.type.endsWith('_statement') &&
    !only.type.endsWith('_declaration') &&
    !only.type.endsWith('_item')
  )
    return lowerExpression(ctx, only);
  const lambda: Expr = {
    is: 'Lambda',
    templateParams: [],
    params: [],
    captures: [],
    body: lowerBlock(ctx, block, true),
    span,
  };
  return { is: 'Call', callee: lambda, args: [], span };
}

/** Which arm gives the value is not known; what stands in the arms is read all the same. */
export function lowerMatchValue(ctx: Context, node: Syntax): Expr {
  const span = spanOf(ctx, node);
  const why: Stmt = { is: 'Return', value: opaque(ctx, node, say`Which arm is taken is not known here.`), span };
  const lambda: Expr = {
    is: 'Lambda',
    templateParams: [],
    params: [],
    captures: [],
    body: { is: 'Block', body: [...lowerMatch(ctx, node), why], span },
    span,
  };
  return { is: 'Call', callee: lambda, args: [], span };
}

export function lowerClosure(ctx: Context, node: Syntax): Expr {
  const span = spanOf(ctx, node);
  const list = child(node, 'parameters');
  const unpacked: Stmt[] = [];
  const params: Param[] = (list ? namedChildren(list) : []).map((param) => {
    const pattern = param.type === 'parameter' ? (child(param, 'pattern') ?? param) : param;
    const at = spanOf(ctx, pattern);
    const whole = `#${at.start}`;
    if (pattern.type === 'tuple_pattern')
      unpacked.push(...lowerTuple(ctx, pattern, name(whole, { ...at, end: at.start }), pattern));
    const first = pattern.type === 'tuple_pattern' ? { name: whole, span: at } : patternNames(ctx, pattern)[0];
    return {
      type: name('auto', spanOf(ctx, param)),
      pack: false,
      span: spanOf(ctx, param),
      ...(first && { name: first.name, nameSpan: first.span }),
    };
  });
  const body = child(node, 'body');
  const statements: Stmt[] = !body
    ? []
    : body.type === 'block'
      ? [lowerBlock(ctx, body, true)]
      : [{ is: 'Return', value: lowerExpression(ctx, body), span: spanOf(ctx, body) }];
  return {
    is: 'Lambda',
    templateParams: [],
    params,
    captures: [],
    body: { is: 'Block', body: [...unpacked, ...statements], span },
    span,
  };
}
