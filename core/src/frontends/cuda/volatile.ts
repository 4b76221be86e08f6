// `volatile` of a type that stands for itself: a template argument, a pattern, an alias. Declarations of variables,
// members, parameters and results leave it out, and so do casts, since no value depends on it.
import type { Expr } from '../../ir/program';
import { textOf, type Context } from './context';
import { child, type Syntax } from '../tree';

/** `volatile` before or after a type, or in its declarator. Where in the type it stands is left out. */
export function withVolatile(ctx: Context, descriptor: Syntax, type: Expr): Expr {
  let at: Syntax | undefined = descriptor;
  for (; at !== undefined; at = child(at, 'declarator'))
    if (at.children.some((c) => c.type === 'type_qualifier' && textOf(ctx, c) === 'volatile'))
      return { is: 'Wrap', how: 'volatile', of: type, span: type.span };
  return type;
}

export function withoutVolatile(type: Expr): Expr {
  if (type.is !== 'Wrap') return type;
  return type.how === 'volatile' ? withoutVolatile(type.of) : { ...type, of: withoutVolatile(type.of) };
}
