// What is known of how expressions are built that are not evaluated: `new`, `delete` and pointers to members.
import type { Expr, Form } from '../../ir/program';
import { type Syntax, child, childOfType, hasToken, namedChildren } from '../tree';

/** `new (placement) T(args)`; of an array nothing. */
export function formOfNew(
  node: Syntax,
  lowerType: (type: Syntax) => Expr,
  lowerList: (list: Syntax) => readonly Expr[],
): Form | undefined {
  const type = child(node, 'type');
  if (!type || childOfType(node, 'new_declarator')) return undefined;
  const listed = (part: string): readonly Expr[] => {
    const list = child(node, part);
    return list ? lowerList(list) : [];
  };
  return { how: 'new', placement: listed('placement'), type: lowerType(type), args: listed('arguments') };
}

/** `delete arg`; of an array nothing. */
export function formOfDelete(node: Syntax, lower: (arg: Syntax) => Expr): Form | undefined {
  const [arg] = namedChildren(node);
  return arg && !hasToken(node, '[') ? { how: 'delete', arg: lower(arg) } : undefined;
}
