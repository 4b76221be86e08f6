// What the attributes of a declaration say of how its variable, its type or its class lies in memory: `alignas`,
// `__align__`, `__attribute__((…))` and `[[gnu::…]]`. An attribute belongs to one declarator or to all of them, and one
// directly behind the brace of a class to the class.
import { elementAt } from '../../base/assert';
import { say } from '../../base/say';
import type { Expr, Let, StructDecl } from '../../ir/program';
import { child, type Syntax } from '../tree';
import { type Context, firstMarkFrom, leadingMarks, opaque, spanOf, marksOf } from './context';
import type { Mark } from './mask-writer';
import { packAt } from './packing';

interface Aligned {
  readonly align?: readonly Expr[];
}

/** Bytes that `aligned` asks for where it names none: the largest alignment of the machine. */
const LARGEST = 16;

/** What the attributes ask for; `node` is what they are written at. */
export function alignment(ctx: Context, node: Syntax, marks: readonly Mark[]): Aligned {
  const align = marks.flatMap((mark) => alignmentOf(ctx, node, mark));
  return align.length === 0 ? {} : { align };
}

function alignmentOf(ctx: Context, node: Syntax, mark: Mark): readonly Expr[] {
  const { what, argument } = mark;
  if (argument === undefined) return [];
  if (what === 'alignas' || what === '__align__') return ctx.readExpressions(argument);
  const written = attributeText(ctx, mark);
  const found = /\b(?:aligned|__aligned__)\b\s*(\(?)/.exec(written);
  if (!found) return [];
  if (found[1] === '') return [{ is: 'Int', value: LARGEST, type: 'int', span: spanOf(ctx, node) }];
  const from = found.index + found[0].length;
  let to = from;
  for (let open = 1; to < written.length; to++) {
    if (written[to] === '(') open++;
    else if (written[to] === ')' && --open === 0) break;
  }
  return ctx.readExpressions({ start: argument.start + from, end: argument.start + to });
}

/** What stands in the parentheses of `__attribute__`, nothing for other marks. */
function attributeText({ masked }: Context, { what, argument }: Mark): string {
  return what === '__attribute__' && argument ? masked.original.slice(argument.start, argument.end) : '';
}

export function isPacked(ctx: Context, marks: readonly Mark[]): boolean {
  return marks.some((mark) => /\b(?:packed|__packed__)\b/.test(attributeText(ctx, mark)));
}

/** Whether an attribute says that a function throws nothing, which clang++ takes for `noexcept` and g++ does not. */
export function saysNothrow(ctx: Context, node: Syntax, until: number): boolean {
  return marksOf(ctx, node, until).some((mark) => /\b(?:nothrow|__nothrow__)\b/.test(attributeText(ctx, mark)));
}

/** Some attributes make another type of a type. */
function changesType(ctx: Context, marks: readonly Mark[]): boolean {
  return marks.some((mark) => /\b(?:__)?(?:vector_size|ext_vector_type|mode)(?:__)?\b/.test(attributeText(ctx, mark)));
}

/** Of a variable or a member: its alignment, and its type where an attribute makes another one of it. */
export function layoutOf(
  ctx: Context,
  node: Syntax,
  name: Syntax,
): Pick<Let, 'align' | 'packed'> & { readonly type?: Expr } {
  const marks = attributesOf(ctx, node, name);
  return {
    ...alignment(ctx, name, marks),
    ...(isPacked(ctx, marks) && { packed: true as const }),
    ...(changesType(ctx, marks) && { type: attributed(ctx, name) }),
  };
}

/** The type of an alias whose attributes give it an alignment or a size of its own. */
export function attributedType(ctx: Context, node: Syntax, name: Syntax): Expr | undefined {
  const marks = attributesOf(ctx, node, name);
  return changesType(ctx, marks) || alignment(ctx, name, marks).align ? attributed(ctx, name) : undefined;
}

function attributed(ctx: Context, name: Syntax): Expr {
  return opaque(ctx, name, say`A type with an attribute of its own is not modelled.`);
}

/** The attributes before all declarators, and those of the declarator of `name`. */
function attributesOf(ctx: Context, node: Syntax, name: Syntax): readonly Mark[] {
  const marks = [...leadingMarks(ctx.masked, node.start), ...marksBetween(ctx, node.start, node.end)];
  if (marks.length === 0) return [];
  const declarators = node.children.filter((c) => c.field === 'declarator');
  const first = Math.min(name.start, ...declarators.map((c) => c.start));
  const commas = node.children.filter((c) => c.type === ',').map((c) => c.start);
  const from = Math.max(first, ...commas.filter((at) => at < name.start));
  const to = Math.min(node.end, ...commas.filter((at) => at >= name.end));
  const others = [...node.children, ...declarators.flatMap((c) => c.children)].filter(isNoPartOfDeclarator);
  const ofClass = classMarks(ctx, node);
  return marks.filter(
    (mark) =>
      !ofClass.includes(mark) &&
      (mark.at < first || (mark.at >= from && mark.at < to)) &&
      !others.some(({ start, end }) => mark.at >= start && mark.at < end),
  );
}

const isNoPartOfDeclarator = (c: Syntax): boolean =>
  c.field === 'value' || c.field === 'default_value' || child(c, 'body') !== undefined;

/** `struct {…} __attribute__((packed)) x;`: the attributes of the class that the declaration contains. */
function classMarks(ctx: Context, node: Syntax): readonly Mark[] {
  const type = child(node, 'type');
  return type && child(type, 'body') ? classAttributes(ctx, type) : [];
}

/** The attributes of a class or an enumeration: behind its keyword, and directly behind its brace. */
export function classAttributes(ctx: Context, node: Syntax): readonly Mark[] {
  const { marks, text } = ctx.masked;
  const until = child(node, 'name') ?? child(node, 'body') ?? node;
  let end = firstMarkFrom(marks, node.end);
  const from = end;
  while (end < marks.length && isBehind(text, node.end, elementAt(marks, end))) end++;
  return [...marksBetween(ctx, node.start, until.start), ...marks.slice(from, end)];
}

function isBehind(text: string, end: number, { what, at }: Mark): boolean {
  return what === '__attribute__' && text.slice(end, at).trim() === '';
}

function marksBetween({ masked: { marks }, limit }: Context, start: number, end: number): readonly Mark[] {
  return marks.slice(firstMarkFrom(marks, start), firstMarkFrom(marks, Math.min(end, limit)));
}

/** The attribute `packed` among those of a class, and `#pragma pack` above it. */
export function packing(ctx: Context, node: Syntax, marks: readonly Mark[]): Pick<StructDecl, 'pack' | 'packed'> {
  if (isPacked(ctx, marks)) return { pack: 1, packed: true };
  const pack = packAt(ctx.masked.packings, ctx.masked.map.range(node.start, node.end)[0]);
  return pack === undefined ? {} : { pack };
}
