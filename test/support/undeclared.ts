// Declarations of variables without a fact, in code that evaluation reached: each has a value, or the reason why it has
// none. Code counts as reached where a fact is seen in its block.
import type { Analysis } from '../../core/src/index';
import type { Span } from '../../core/src/base/span';
import type { Program, Stmt } from '../../core/src/ir/program';
import { walk } from '../../core/src/ir/walk';

export interface Undeclared {
  readonly name: string;
  readonly span: Span;
}

/** The variables that `program` declares in blocks of functions, in conditions and loops, without a fact. What a macro
 *  declares has no name in the text. */
export function undeclared(analysis: Analysis, program: Program): readonly Undeclared[] {
  const facts = analysis.facts.get(program.file) ?? [];
  const declared = new Set(facts.flatMap(({ span, role }) => (isDeclaration(role) ? [span.start] : [])));
  const starts = facts.map(({ span }) => span.start).sort((a, b) => a - b);
  const missing: Undeclared[] = [];
  const look = (s: Stmt, block: Span): void => {
    const names = s.is === 'Let' ? [{ name: s.name, span: s.nameSpan }] : s.is === 'Bindings' ? s.names : [];
    for (const { name, span } of names)
      if (isWritten(program, name, span) && !declared.has(span.start) && isReached(starts, block))
        missing.push({ name, span });
  };
  walk(program.items, (node) => {
    if (node.is === 'Block') for (const s of node.body) look(s, node.span);
    if (node.is === 'For') for (const s of node.init) look(s, node.span);
    if (node.is === 'RangeFor') look(node.variable, node.span);
    if (node.is === 'If' && node.init) look(node.init, node.span);
    return undefined;
  });
  return missing;
}

function isWritten({ text }: Program, name: string, { start, end }: Span): boolean {
  return name !== '' && text.slice(start, end) === name;
}

function isDeclaration(role: string): boolean {
  return role === 'declaration' || role === 'binding';
}

/** Whether a fact begins within a span. `starts` are sorted. */
function isReached(starts: readonly number[], { start, end }: Span): boolean {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low < starts.length && (starts[low] ?? end) < end;
}
