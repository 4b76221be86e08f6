// Declarations of pointers and references to functions, `void (*f)(T) = g;`, which the grammar reads as calls where
// nothing but the return type says that they are declarations ([stmt.ambig]).
import type { Expr, Let } from '../../ir/program';
import { child, namedChildren, type Syntax } from '../tree';
import type { Context } from './context';

/** The variable that an expression statement declares. `e`: what it was lowered to. `ownerOf`: the class of a pointer
 *  to a member. */
export function functionPointer(
  ctx: Context,
  node: Syntax,
  e: Expr,
  at: Let['span'],
  ownerOf: (ctx: Context, pointer: Syntax) => Expr | undefined,
): Let | undefined {
  const isSet = e.is === 'Assign' && e.op === '=' && node.type === 'assignment_expression';
  const [target, called] = isSet ? [e.target, child(node, 'left')] : [e, node];
  const declaring = called && child(called, 'function');
  if (target.is !== 'Call' || target.callee.is !== 'Call' || declaring?.type !== 'call_expression') return undefined;
  const [returns, [declarator, ...others]] = [target.callee.callee, target.callee.args];
  if (declarator?.is !== 'Unary' || declarator.arg.is !== 'Name' || others.length > 0) return undefined;
  if (!/^[&*]$/.test(declarator.op) || !(isTypeName(returns) && target.args.every(isTypeName))) return undefined;
  // In a function, `f(*x)(y);` may be two calls.
  if (ctx.inFunction && child(declaring, 'function')?.type !== 'primitive_type') return undefined;
  const list = child(declaring, 'arguments');
  const pointer = list && namedChildren(list)[0];
  const owner = pointer && ownerOf(ctx, pointer);
  const { span } = target;
  const params = target.args.map((type) => ({ type, pack: false, span: type.span }));
  const of: Expr = { is: 'Wrap', how: 'function', of: returns, signature: { params }, span };
  return {
    is: 'Let',
    name: declarator.arg.id,
    nameSpan: declarator.arg.span,
    type: owner
      ? { is: 'Wrap', how: 'member', of, class: owner, span }
      : { is: 'Wrap', how: declarator.op === '&' ? 'ref' : 'pointer', of, span },
    init: isSet ? { how: 'copy', value: e.value } : { how: 'none' },
    constexpr: false,
    static: false,
    memory: 'local',
    span: at,
  };
}

function isTypeName({ is }: Expr): boolean {
  return is === 'Name' || is === 'Scope';
}
