// Finds what the grammar could not read. Errors of the grammar that come from the mask, and that lowering handles, are
// not reported.
import { say } from '../../base/say';
import type { SyntaxProblem } from '../../ir/program';
import { spanOf, unreadable, type Context } from './context';
import { isHarmless, type Syntax } from '../tree';

export function collectProblems(ctx: Context, node: Syntax): readonly SyntaxProblem[] {
  const out: SyntaxProblem[] = [];
  visit(ctx, node, undefined, out);
  return out;
}

function visit(ctx: Context, node: Syntax, parent: Syntax | undefined, out: SyntaxProblem[]): void {
  if (node.type === 'ERROR') {
    out.push({ message: unreadable(), span: spanOf(ctx, node) });
    return;
  }
  if (node.missing && !isHarmless(parent))
    out.push({ message: say`Expected ${describe(node.type)} here.`, span: spanOf(ctx, node) });
  for (const c of node.children) visit(ctx, c, node, out);
}

function describe(type: string): string {
  if (!/^[a-z_]+$/.test(type)) return `\`${type}\``;
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type.replace(/_/g, ' ').replace(/^type identifier$/, 'type')}`;
}
