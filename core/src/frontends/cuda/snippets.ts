// Reads pieces of C++ that are not files: expressions, types, statements, pins.
import { say } from '../../base/say';
import { elementAt } from '../../base/assert';
import type { FileId, Span } from '../../base/span';
import type { Expr, Pin, Stmt } from '../../ir/program';
import type { Comment } from './lex';
import { contextFor, type ReadExpressions } from './lower';
import { lowerSequence } from './expressions';
import { maskAlone, type Masked } from './mask';
import { lowerStatements } from './statements';
import { touchedBy } from './touched';
import { lowerType } from './types';
import { child, isClean, parseText, type Grammar, type Syntax } from '../tree';

/** Reads snippets of one file; `arch` decides conditions inside them. */
export interface SnippetReader {
  /** One expression or type that stands at `at` of its file. */
  readonly expression: (text: string, file: FileId, at: number) => Expr;
  /** A list of expressions, separated by commas. */
  readonly list: (text: string, file: FileId, at: number) => readonly Expr[];
  readonly statements: (text: string, file: FileId, at: number) => readonly Stmt[];
}

interface Parsed {
  readonly root: Syntax;
  readonly masked: Masked;
}

export function snippetReader(grammar: Grammar, arch: number): SnippetReader {
  const parse = (text: string): Parsed => {
    const masked = maskAlone(text, arch);
    return { root: parseText(masked.text, grammar), masked };
  };
  const reader: SnippetReader = {
    expression: (text, file, at) => readExpression(parse, reader, text, file, at),
    list: (text, file, at) => readList(parse, reader, text, file, at),
    statements: (text, file, at) => readStatements(parse, reader, text, file, at),
  };
  return reader;
}

type Parse = (text: string) => Parsed;

function within(parsed: Parsed, reader: SnippetReader, file: FileId, shift: number): ReturnType<typeof contextFor> {
  const original = parsed.masked.original;
  const nested: ReadExpressions = ({ start, end, spelled }) =>
    readArgument(reader, original, { start, end, spelled }, file, shift);
  return { ...contextFor(file, parsed.masked, 0, parsed.masked.text.length, nested, shift), inFunction: true };
}

/** What an attribute of `original` has in its parentheses. */
export function readArgument(
  reader: SnippetReader,
  original: string,
  { start, end, spelled }: { readonly start: number; readonly end: number; readonly spelled?: string | undefined },
  file: FileId,
  shift = 0,
): readonly Expr[] {
  if (spelled === undefined) return reader.list(original.slice(start, end), file, start + shift);
  return reader.list(spelled, file, 0).map((expr) => placeAt(expr, { file, start: start + shift, end: end + shift }));
}

function readExpression(parse: Parse, reader: SnippetReader, text: string, file: FileId, at: number): Expr {
  const asArgument = tryArguments(parse, reader, text, file, at);
  if (asArgument?.length === 1) return elementAt(asArgument, 0);
  const head = 'using X = ';
  const asType = parse(`${head}${text}\n;`);
  const alias = asType.root.children.find((c) => c.type === 'alias_declaration');
  const type = alias === undefined ? undefined : child(alias, 'type');
  if (type !== undefined && isClean(asType.root))
    return lowerType(within(asType, reader, file, at - head.length), type);
  if (asArgument !== undefined && asArgument.length > 1) return joinComma(asArgument);
  return {
    is: 'Opaque',
    why: say`"${text.trim()}" could not be read as C++.`,
    span: { file, start: at, end: at + text.length },
    ...touchedBy(text),
  };
}

function joinComma(parts: readonly Expr[]): Expr {
  return parts.reduce((left, right) => ({
    is: 'Binary',
    op: ',',
    left,
    right,
    span: { ...left.span, end: right.span.end },
  }));
}

/** The text as the arguments of a call, if it can be read without damage. */
function tryArguments(
  parse: Parse,
  reader: SnippetReader,
  text: string,
  file: FileId,
  at: number,
): readonly Expr[] | undefined {
  const head = 'auto x = f(';
  const parsed = parse(`${head}${text}\n);`);
  const list = findFirst(parsed.root, 'argument_list');
  if (list === undefined || !isClean(parsed.root) || parsed.root.children.length !== 1) return undefined;
  return lowerSequence(within(parsed, reader, file, at - head.length), list);
}

function readList(parse: Parse, reader: SnippetReader, text: string, file: FileId, at: number): readonly Expr[] {
  return tryArguments(parse, reader, text, file, at) ?? [readExpression(parse, reader, text, file, at)];
}

function readStatements(parse: Parse, reader: SnippetReader, text: string, file: FileId, at: number): readonly Stmt[] {
  const head = 'void f() {\n';
  const parsed = parse(`${head}${text}\n}`);
  const ctx = within(parsed, reader, file, at - head.length);
  const func = parsed.root.children.find((c) => c.type === 'function_definition');
  const body = func === undefined ? undefined : child(func, 'body');
  if (body !== undefined && parsed.root.children.length === 1) return lowerStatements(ctx, body.children);
  const why = say`These statements could not be read as C++.`;
  return [
    ...(body === undefined ? [] : lowerStatements(ctx, body.children)),
    { is: 'OpaqueStmt', why, span: { file, start: at, end: at + text.length }, ...touchedBy(text) },
  ];
}

function findFirst(node: Syntax, type: string): Syntax | undefined {
  if (node.type === type) return node;
  for (const c of node.children) {
    const found = findFirst(c, type);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The pins among a file's comments. */
export function readPins(
  reader: SnippetReader,
  original: string,
  comments: readonly Comment[],
  file: FileId,
): readonly Pin[] {
  const pins: Pin[] = [];
  for (const { start, end } of comments) {
    const text = original.slice(start, end);
    const match = /^(?:\/\/[/!]?|\/\*)\s*cute-lens:\s*/.exec(text);
    if (match === null) continue;
    const body = text.slice(match[0].length).replace(/\*\/$/, '').trimEnd();
    const at = start + match[0].length;
    pins.push({ ...readPin(reader, body, file, at), span: { file, start, end } });
  }
  return pins;
}

function readPin(reader: SnippetReader, body: string, file: FileId, at: number): Omit<Pin, 'span'> {
  const instantiate = /^instantiate\s+/.exec(body);
  if (instantiate !== null) {
    const target = body.slice(instantiate[0].length);
    return { values: [], instantiate: reader.expression(target, file, at + instantiate[0].length) };
  }
  const values = [];
  for (const expr of reader.list(body, file, at)) {
    const name = expr.is === 'Assign' && expr.op === '=' ? pinnedName(expr.target) : undefined;
    if (name !== undefined && expr.is === 'Assign') values.push({ name, value: expr.value });
  }
  return { values };
}

/** `M`, or a member of a parameter: `params.d`. */
function pinnedName(target: Expr): string | undefined {
  if (target.is === 'Name') return target.id;
  const object = target.is === 'Member' && !target.arrow ? pinnedName(target.object) : undefined;
  return object !== undefined && target.is === 'Member' ? `${object}.${target.id}` : undefined;
}

/** Gives every span of a snippet the same place: what came out of a macro's definition. */
export function placeAt<T extends Expr>(expr: T, span: Span): T {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- a door: the copy comes out of JSON
  return JSON.parse(JSON.stringify(expr), (_, value: unknown) => (isSpan(value) ? span : value)) as T;
}

function isSpan(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'file' in value && 'start' in value && 'end' in value;
}
