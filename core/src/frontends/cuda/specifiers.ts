// What the words and constraints of a declaration say: where its variable lives, and how many bits it has.
import type { Span } from '../../base/span';
import type { Expr, Let } from '../../ir/program';
import { namedChildren, type Syntax } from '../tree';
import { remembered } from '../../base/remembered';
import { type Context, marksOf, textOf } from './context';

/** The words that qualify a declaration, CUDA's and the language's: `static`, `constexpr`, `__shared__` …,
 *  and its attributes in brackets. */
export function specifiers(ctx: Context, node: Syntax, until: number): ReadonlySet<string> {
  const words = new Set(specifierNodes(node).map((c) => textOf(ctx, c)));
  for (const mark of marksOf(ctx, node, until)) words.add(mark.what);
  return words;
}

/** Found once: a declaration may have thousands of declarators, and each asks. */
const specifierNodes = remembered((node: Syntax) =>
  node.children.filter(({ type }) =>
    /^(?:storage_class_specifier|type_qualifier|virtual|explicit_function_specifier|attribute_declaration)$/.test(type),
  ),
);

export function sharedAt(ctx: Context, node: Syntax, until: number): { readonly memoryAt?: Span } {
  const mark = marksOf(ctx, node, until).find(({ what }) => what === '__shared__');
  return mark ? { memoryAt: { file: ctx.file, start: mark.start + ctx.shift, end: mark.end + ctx.shift } } : {};
}

export function memoryOf(words: ReadonlySet<string>): Let['memory'] {
  if (words.has('__shared__')) return words.has('extern') ? 'extern-shared' : 'shared';
  if (words.has('__constant__')) return 'constant';
  return words.has('__device__') || words.has('__managed__') ? 'device' : 'local';
}

/** What `requires` asks, before the declaration or behind the parameters. */
export function constraints(ctx: Context, node: Syntax, until: number): { readonly requires?: readonly Expr[] } {
  const asked = marksOf(ctx, node, until).filter((mark) => mark.what === 'requires');
  const requires = asked.flatMap(({ argument }) => (argument === undefined ? [] : ctx.readExpressions(argument)));
  return requires.length === 0 ? {} : { requires };
}

/** `unsigned x : 3;` */
export function bitField(node: Syntax, name: Syntax, lower: (width: Syntax) => Expr): Pick<Let, 'width'> {
  const clause = widthOf(node, name);
  const width = clause && (assignedWidth(clause)?.width ?? namedChildren(clause)[0]);
  return width === undefined ? {} : { width: lower(width) };
}

/** `int a : 3 = 1, b : 4 = 2;`: of all but the first member the grammar reads width and value as an assignment. */
export function assignedWidth(clause: Syntax): { readonly width: Syntax; readonly value: Syntax } | undefined {
  const [assignment] = clause.type === 'bitfield_clause' ? namedChildren(clause) : [];
  const [left, right] = assignment?.type === 'assignment_expression' ? namedChildren(assignment) : [];
  const width = left?.type === 'user_defined_literal' ? namedChildren(left)[0] : left;
  return width && right && { width, value: right };
}

const mayHaveWidths = remembered(({ children }: Syntax) =>
  children.some(({ type }) => type === 'ERROR' || type === 'bitfield_clause'),
);

/** The width behind a name. */
export function widthOf(node: Syntax, name: Syntax): Syntax | undefined {
  if (!mayHaveWidths(node)) return undefined;
  const after = node.children[node.children.findIndex((c) => c.start === name.start && c.field === 'declarator') + 1];
  if (after?.type === 'ERROR') return isWidth(after) ? after.children[0] : undefined;
  return after?.type === 'bitfield_clause' ? after : undefined;
}

/** The grammar knows no width before an initialiser: it reads `: 3` of `int x : 3 = 1;` as the one thing too many. */
export const isWidth = (part: Syntax): boolean =>
  part.type === 'ERROR' && part.children.length === 1 && part.children[0]?.type === 'bitfield_clause';
