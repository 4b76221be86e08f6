// Macros whose tokens are expressions: shapes, arrays, lists. The grammar shows them as tokens, so they are parsed by
// themselves.
import { say } from '../../base/say';
import type { Expr } from '../../ir/program';
import { child, childOfType, namedChildren, parseText, type Syntax } from '../tree';
import { name, opaque, spanOf, textOf, type Context } from './context';
import { lowerExpression } from './expressions';

const lists = new Set(['const_shape', 'const_array', 'shape', 'vec', 'zip', 'unzip']);

export function lowerMacro(ctx: Context, node: Syntax): Expr {
  const macro = child(node, 'macro');
  const tokens = childOfType(node, 'token_tree');
  const id = macro ? (textOf(ctx, macro).split('::').pop() ?? '') : '';
  if (!tokens || !lists.has(id))
    return id === 'unreachable' || id === 'panic' || id === 'todo'
      ? opaque(ctx, node, say`\`${id}!\` gives no value.`)
      : name('void', spanOf(ctx, node));
  const value = readTokens(ctx, tokens);
  return value.is === 'Opaque' ? { ...value, span: spanOf(ctx, node) } : { ...value, span: spanOf(ctx, node) };
}

/** The tokens between the brackets as an array expression. */
function readTokens(ctx: Context, tokens: Syntax): Expr {
  const inside = ctx.text.slice(tokens.start + 1, tokens.end - 1);
  const head = 'const X: A = [';
  const root = parseText(`${head}${inside}];`, ctx.grammar);
  const item = root.children.find((c) => c.type === 'const_item');
  const value = item && child(item, 'value');
  if (!value || root.children.length !== 1 || value.type !== 'array_expression')
    return opaque(ctx, tokens, say`\`${inside.trim()}\` could not be read as a list.`);
  return lowerExpression(
    { ...ctx, text: `${head}${inside}];`, shift: ctx.shift + tokens.start + 1 - head.length },
    value,
  );
}

/** Statements whose only content is macros say nothing about shapes. */
export function isSilent(ctx: Context, node: Syntax): boolean {
  if (node.type !== 'macro_invocation') return false;
  const macro = child(node, 'macro');
  return macro !== undefined && !lists.has(textOf(ctx, macro)) && namedChildren(node).length > 0;
}
