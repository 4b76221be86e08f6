// Lowers names, types and declarators. Types become expressions, since the IR has one language for both.
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Expr, TypeOfType } from '../../ir/program';
import { opaque, operatorOf, span, spanOf, textOf, type Context } from './context';
import { lowerExpr, trailingReturn } from './expressions';
import { NOT_EXPANDED } from './mask-words';
import { inOrder, SIZE_TEMPLATE } from './type-words';
import { readPlainArgument } from './plain-arguments';
import { classOfMemberPointer, signatureOf, templateArgs } from './parameters';
import { child, namedChildren, type Syntax } from '../tree';

/** Node types that are plain identifiers. */
const IDENTIFIERS = new Set([
  'identifier',
  'type_identifier',
  'field_identifier',
  'namespace_identifier',
  'primitive_type',
  'statement_identifier',
  'auto',
]);

export function isIdentifier(node: Syntax): boolean {
  return IDENTIFIERS.has(node.type);
}

/** A part of a qualified name: its identifier with template arguments. */
export interface NamePart {
  readonly id: string;
  readonly idSpan: Span;
  readonly end: number;
  readonly args?: readonly Expr[];
  /** For a part that is not a name, such as `decltype(x)` in `decltype(x)::value`. */
  readonly expr?: Expr;
}

/** The parts of a possibly qualified name; `global` for a leading `::`. */
export function nameParts(
  ctx: Context,
  node: Syntax,
): { readonly parts: readonly NamePart[]; readonly global: boolean; readonly start: number } {
  const parts: NamePart[] = [];
  let global = false;
  let at: Syntax | undefined = node;
  for (let first = true; at !== undefined; first = false) {
    if (at.type === 'nested_namespace_specifier') {
      for (const part of namedChildren(at)) parts.push(...nameParts(ctx, part).parts);
      at = undefined;
    } else if (at.type === 'qualified_identifier') {
      const scope = child(at, 'scope');
      if (scope !== undefined) parts.push(namePart(ctx, scope));
      else if (first) global = true;
      at = child(at, 'name') ?? lastNamed(at);
    } else {
      parts.push(namePart(ctx, at));
      at = undefined;
    }
  }
  return { parts, global, start: node.start };
}

function lastNamed(node: Syntax): Syntax | undefined {
  const named = namedChildren(node);
  return named[named.length - 1];
}

function namePart(ctx: Context, node: Syntax): NamePart {
  switch (node.type) {
    case 'template_type':
    case 'template_function':
    case 'template_method': {
      const name = child(node, 'name') ?? node;
      const inner = namePart(ctx, name);
      return { ...inner, end: node.end, args: templateArgs(ctx, child(node, 'arguments'), inner.id) };
    }
    case 'dependent_name':
    case 'dependent_type': {
      const inner = lastNamed(node);
      if (inner !== undefined) return namePart(ctx, inner);
      break;
    }
    case 'decltype': {
      const expr = lowerDecltype(ctx, node);
      return { id: 'decltype', idSpan: spanOf(ctx, node), end: node.end, expr };
    }
    case 'operator_name':
      return { id: textOf(ctx, node).replace(/\s+/g, ''), idSpan: spanOf(ctx, node), end: node.end };
    case 'operator_cast':
      return { id: 'operator', idSpan: spanOf(ctx, node), end: node.end };
    default:
      break;
  }
  return {
    id: nameOf(ctx, node)
      .replace(/\s+/g, ' ')
      .replace(/^operator__$/, 'operator()'),
    idSpan: spanOf(ctx, node),
    end: node.end,
  };
}

/** A name as the program writes it. */
function nameOf(ctx: Context, node: Syntax): string {
  const id = textOf(ctx, node);
  return id === SIZE_TEMPLATE ? 'size_t' : id;
}

export function lowerName(ctx: Context, node: Syntax): Expr {
  const plain = node.type === 'primitive_type' ? ctx.masked.plain.get(node.start) : undefined;
  if (plain?.length === 0) return opaque(ctx, node, say`Template arguments are nested too deeply here to be read.`);
  if (plain !== undefined) return readPlainArgument(plain, ctx.file, ctx.shift);
  const id = nameOf(ctx, node);
  if (id === NOT_EXPANDED) return opaque(ctx, node, say`The macros here grow too large to be expanded.`);
  if (isIdentifier(node) && id !== 'operator__') return { is: 'Name', id, span: spanOf(ctx, node) };
  const { parts, global, start } = nameParts(ctx, node);
  return joinParts(ctx, parts, global, start) ?? opaque(ctx, node, say`This name could not be read.`);
}

/** `A::B<1>::c` from its parts. */
export function joinParts(ctx: Context, parts: readonly NamePart[], global: boolean, start: number): Expr | undefined {
  let of: Expr | undefined;
  for (const part of parts) {
    const args = part.args === undefined ? {} : { args: part.args };
    if (part.expr !== undefined) of = part.expr;
    else if (of === undefined && !global) of = { is: 'Name', id: part.id, ...args, span: span(ctx, start, part.end) };
    else
      of = {
        is: 'Scope',
        ...(of === undefined ? {} : { of }),
        id: part.id,
        idSpan: part.idSpan,
        ...args,
        span: span(ctx, start, part.end),
      };
  }
  return of;
}

export function lowerDecltype(ctx: Context, node: Syntax): Expr {
  const arg = namedChildren(node)[0];
  return {
    is: 'Decltype',
    arg: arg === undefined ? opaque(ctx, node, say`This decltype has no argument.`) : lowerExpr(ctx, arg),
    ...(arg?.type === 'parenthesized_expression' && { parenthesised: true as const }),
    span: spanOf(ctx, node),
  };
}

/** A type as it stands before declarators: `int`, `Layout<…>`, `auto`, `decltype(x)`, `struct S`. */
export function lowerType(ctx: Context, node: Syntax): Expr {
  switch (node.type) {
    case 'type_descriptor':
      return lowerDescriptor(ctx, node);
    case 'sized_type_specifier':
      return sizedType(textOf(ctx, node), spanOf(ctx, node));
    case 'placeholder_type_specifier': {
      const inner = namedChildren(node).find((c) => c.type === 'decltype' || c.type === 'auto');
      return inner?.type === 'decltype'
        ? lowerDecltype(ctx, inner)
        : { is: 'Name', id: 'auto', span: spanOf(ctx, inner ?? node) };
    }
    case 'decltype':
      return lowerDecltype(ctx, node);
    case 'struct_specifier':
    case 'class_specifier':
    case 'union_specifier':
    case 'enum_specifier': {
      const name = child(node, 'name');
      return name === undefined ? opaque(ctx, node, say`This type has no name.`) : lowerName(ctx, name);
    }
    default:
      return lowerName(ctx, node);
  }
}

/** `unsigned long`. The grammar takes qualifiers behind its first word for a part of it: `unsigned const`. */
function sizedType(text: string, at: Span): Expr {
  const words = text.trim().split(/\s+/);
  const qualifiers = (['volatile', 'const'] as const).filter((one) => words.includes(one));
  const id = inOrder(words.filter((word) => word !== 'const' && word !== 'volatile'));
  return qualifiers.reduce<Expr>((of, how) => ({ is: 'Wrap', how, of, span: at }), { is: 'Name', id, span: at });
}

function lowerDescriptor(ctx: Context, node: Syntax): Expr {
  const type = child(node, 'type');
  if (type === undefined) return opaque(ctx, node, say`This type could not be read.`);
  const declarator = child(node, 'declarator');
  const base = withQualifiers(ctx, node, lowerType(ctx, type));
  return declarator === undefined ? base : declare(ctx, base, declarator, node.start).type;
}

/** `const` and `volatile` before or after the type, as children of whatever holds the type. const stands around
 *  volatile, in whatever order they are written. */
export function withQualifiers(ctx: Context, holder: Syntax, type: Expr): Expr {
  const inner: Expr = isQualified(ctx, holder, 'volatile')
    ? { is: 'Wrap', how: 'volatile', of: type, span: type.span }
    : type;
  return isQualified(ctx, holder, 'const') ? { is: 'Wrap', how: 'const', of: inner, span: type.span } : inner;
}

/** Whether `const` or `volatile` is a child of a part of the tree. */
export function isQualified(ctx: Context, holder: Syntax, qualifier: 'const' | 'volatile'): boolean {
  return holder.children.some((c) => c.type === 'type_qualifier' && textOf(ctx, c) === qualifier);
}

// ---- Declarators ---------------------------------------------------------------------------------------------------

/** What a declarator declares. */
export interface Declared {
  readonly type: Expr;
  /** The declared name: an identifier or a qualified, templated or operator name. Absent for `void f(int)`. */
  readonly name?: Syntax;
  readonly pack: boolean;
  readonly bindings?: Syntax;
  /** Where the declarator is that of a function: its node, and `type` is what the function returns. */
  readonly func?: { readonly node: Syntax };
}

/** Applies a declarator to a type, from the outside in, as C's syntax asks. */
export function declare(ctx: Context, base: Expr, declarator: Syntax, start: number): Declared {
  let type = base;
  let pack = false;
  let node: Syntax | undefined = declarator;
  while (node !== undefined) {
    const inner = innerDeclarator(node);
    switch (node.type) {
      case 'pointer_declarator':
      case 'abstract_pointer_declarator':
      case 'pointer_type_declarator':
        type = withQualifiers(ctx, node, pointerType(ctx, type, node, start));
        break;
      case 'reference_declarator':
      case 'abstract_reference_declarator':
        type = wrap(ctx, referenceKind(ctx, node), type, start, inner?.start ?? node.end);
        break;
      case 'array_declarator':
      case 'abstract_array_declarator': {
        const size = child(node, 'size');
        type = {
          ...wrap(ctx, 'array', type, start, node.end),
          ...(size === undefined ? {} : { size: lowerExpr(ctx, size) }),
        };
        break;
      }
      case 'function_declarator':
      case 'abstract_function_declarator': {
        if (inner !== undefined && isName(inner)) return { type, name: inner, pack, func: { node } };
        type = functionType(ctx, type, node, start);
        break;
      }
      case 'parenthesized_declarator':
      case 'abstract_parenthesized_declarator':
      case 'attributed_declarator':
        break;
      case 'variadic_declarator':
        pack = true;
        break;
      case 'structured_binding_declarator':
        return { type, pack, bindings: node };
      default:
        return { type, pack, ...(node.missing ? {} : { name: node }) };
    }
    node = inner;
  }
  return { type, pack };
}

/** A pack of pointers is given to the grammar as one of references. */
function referenceKind(ctx: Context, node: Syntax): 'ref' | 'rvalue-ref' | 'pointer' {
  const [token] = node.children;
  if (token?.type === '&&') return 'rvalue-ref';
  return token && operatorOf(ctx, token) === '*' ? 'pointer' : 'ref';
}

/** `T*`, and `T C::*`. */
function pointerType(ctx: Context, of: Expr, node: Syntax, start: number): Expr {
  const end = innerDeclarator(node)?.start ?? node.end;
  const owner = classOfMemberPointer(ctx, node);
  return owner ? { ...wrap(ctx, 'member', of, start, end), class: owner } : wrap(ctx, 'pointer', of, start, end);
}

/** What a function is: what it returns, its parameters, and what stands behind them. */
export function functionType(ctx: Context, returns: Expr, func: Syntax, start: number): TypeOfType {
  const of = trailingReturn(ctx, func) ?? returns;
  return { ...wrap(ctx, 'function', of, start, func.end), signature: signatureOf(ctx, func) };
}

export function wrap(ctx: Context, how: TypeOfType['how'], of: Expr, start: number, end: number): TypeOfType {
  return { is: 'Wrap', how, of, span: span(ctx, start, end) };
}

function isName(node: Syntax): boolean {
  return !/declarator$/.test(node.type);
}

function innerDeclarator(node: Syntax): Syntax | undefined {
  if (!/declarator$/.test(node.type)) return undefined;
  return (
    child(node, 'declarator') ??
    node.children.find(
      (c) => c.named && (/declarator$/.test(c.type) || isIdentifier(c) || c.type === 'qualified_identifier'),
    )
  );
}
