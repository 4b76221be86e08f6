// Names that a Rust pattern binds.
import type { Span } from '../../base/span';
import { namedChildren, type Syntax } from '../tree';
import { spanOf, textOf, type Context } from './context';

export interface Bound {
  readonly name: string;
  readonly span: Span;
}

/** The name of a plain pattern: `x`, `mut x`, `ref x`. Undefined for `_` and for anything with parts. */
export function plainName(ctx: Context, node: Syntax): Bound | undefined {
  if (node.type === 'identifier') return { name: textOf(ctx, node), span: spanOf(ctx, node) };
  if (
    node.type === 'mut_pattern' ||
    node.type === 'ref_pattern' ||
    node.type === 'reference_pattern' ||
    node.type === 'captured_pattern'
  ) {
    const last = namedChildren(node)
      .filter((c) => c.type !== 'mutable_specifier')
      .pop();
    return last && plainName(ctx, last);
  }
  return undefined;
}

/** Every name in a pattern, in order. */
export function patternNames(ctx: Context, node: Syntax): readonly Bound[] {
  const plain = plainName(ctx, node);
  return plain ? [plain] : namedChildren(node).flatMap((part) => patternNames(ctx, part));
}
