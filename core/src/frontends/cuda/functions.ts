// Lowers functions: free, member, constructor, operator; defined or only declared.
import { say } from '../../base/say';
import { elementAt } from '../../base/assert';
import type { Expr, Func, Let, Signature, Stmt } from '../../ir/program';
import { marksOf, opaque, opaqueStmt, spanOf, textOf, type Context } from './context';
import { saysNothrow } from './attributes';
import { declarationSpan, type Around } from './declarations';
import { constraints, specifiers } from './specifiers';
import { lowerExpr, lowerSequence, trailingReturn } from './expressions';
import { signatureOf } from './parameters';
import { lowerBlock } from './statements';
import { declare, isIdentifier, joinParts, lowerName, lowerType, nameParts, withQualifiers } from './types';
import { child, childOfType, namedChildren, type Syntax } from '../tree';

/** The function of a definition, or that which a declarator of a declaration declares: `int f(), g(int);`. */
export function lowerFunction(
  ctx: Context,
  node: Syntax,
  around: Around,
  declarator: Syntax | undefined = child(node, 'declarator'),
): readonly Stmt[] {
  const head = declarator && functionHead(ctx, node, declarator);
  if (head === undefined) {
    const unread = declarator === child(node, 'declarator') ? node : (declarator ?? node);
    return [opaqueStmt(ctx, unread, say`This function could not be read.`)];
  }
  const words = specifiers(ctx, node, head.until);
  const isDeleted = marksOf(ctx, node, node.end).some((mark) => mark.what === 'delete');
  const body = bodyOf(node);
  const inits = childOfType(node, 'field_initializer_list');
  const bounds = argumentsOfMark(ctx, node, head.until, '__launch_bounds__');
  const clusterDims = argumentsOfMark(ctx, node, head.until, '__cluster_dims__');
  const kernel = words.has('__global__');
  const func: Func = {
    is: 'Func',
    ...head.named,
    templates: around.templates,
    ...(head.returns === undefined ? {} : { returns: head.returns }),
    ...(body === undefined ? {} : { body: lowerBlock(ctx, body) }),
    kernel,
    device: kernel || words.has('__device__'),
    ...(words.has('__host__') && { host: true as const }),
    constexpr: words.has('constexpr') || words.has('consteval'),
    static: words.has('static'),
    ...(saysNothrow(ctx, node, body?.start ?? node.end) && {
      noexcept: opaque(ctx, node, say`Compilers differ on what the attribute \`nothrow\` says.`),
    }),
    ...head.signature,
    const: head.signature.const === true,
    ...explicitness(ctx, node, words),
    ...(words.has('virtual') && { virtual: true as const, ...(isPure(ctx, node) && { pure: true as const }) }),
    ...(childOfType(node, 'default_method_clause') !== undefined && { defaulted: true as const }),
    ...((isDeleted || childOfType(node, 'delete_method_clause') !== undefined) && { deleted: true as const }),
    ...(inits === undefined ? {} : { constructorInits: constructorInits(ctx, inits) }),
    ...(bounds === undefined ? {} : { launchBounds: bounds }),
    ...(clusterDims === undefined ? {} : { clusterDims }),
    ...constraints(ctx, node, body?.start ?? node.end),
    span: declarationSpan(ctx, node, around),
  };
  return [func];
}

/** `explicit`, `explicit(true)` and `explicit(c)`. The grammar has no node for that of a deduction guide. */
function explicitness(ctx: Context, node: Syntax, words: ReadonlySet<string>): Pick<Func, 'explicit' | 'explicitIf'> {
  const specifier = childOfType(node, 'explicit_function_specifier');
  if (!specifier) return words.has('explicit') ? { explicit: true } : {};
  const condition = namedChildren(specifier)[0];
  const explicitIf = condition && lowerExpr(ctx, condition);
  if (explicitIf?.is === 'Bool' && !explicitIf.value) return {};
  return explicitIf && explicitIf.is !== 'Bool' ? { explicitIf } : { explicit: true };
}

interface Head {
  readonly named: Pick<Func, 'name' | 'nameSpan' | 'qualifier' | 'specialises'>;
  readonly signature: Signature;
  readonly returns?: Expr;
  /** Where the parameters start: words blanked before it belong to the function. */
  readonly until: number;
}

function functionHead(ctx: Context, node: Syntax, outer: Syntax): Head | undefined {
  const cast = conversionIn(outer);
  if (cast) return conversionHead(ctx, outer, cast);
  const declarator = outer.type === 'init_declarator' ? (child(outer, 'declarator') ?? outer) : outer;
  const typeNode = child(node, 'type');
  const none: Expr = { is: 'Name', id: 'void', span: spanOf(ctx, node) };
  const base = typeNode === undefined ? none : withQualifiers(ctx, node, lowerType(ctx, typeNode));
  const declared = declare(ctx, base, declarator, node.start);
  if (declared.func === undefined || declared.name === undefined) return undefined;
  const func = declared.func.node;
  const trailing = trailingReturn(ctx, func);
  const returns = trailing ?? (typeNode === undefined ? undefined : declared.type);
  return {
    named: declaredName(ctx, declared.name),
    signature: signatureOf(ctx, func),
    ...(returns === undefined ? {} : { returns }),
    until: child(func, 'parameters')?.start ?? func.end,
  };
}

/** `operator T()` in `A::B::operator T()`. */
function conversionIn(outer: Syntax): Syntax | undefined {
  if (outer.type === 'operator_cast') return outer;
  const inner = outer.type === 'qualified_identifier' ? child(outer, 'name') : undefined;
  return childOfType(outer, 'operator_cast') ?? (inner && conversionIn(inner));
}

/** `operator T() const`. */
function conversionHead(ctx: Context, outer: Syntax, cast: Syntax): Head {
  const type = child(cast, 'type');
  const declarator = child(cast, 'declarator');
  const func = declarator && functionDeclarator(declarator);
  const list = func && child(func, 'parameters');
  const { parts, global, start } = nameParts(ctx, outer);
  const qualifier = outer === cast ? undefined : joinParts(ctx, parts.slice(0, -1), global, start);
  const written = list ? textOf(ctx, cast).slice(0, list.start - cast.start) : '';
  return {
    named: {
      name: `operator ${written
        .replace(/^\s*operator/, '')
        .replace(/\s+/g, ' ')
        .trim()}`.trim(),
      nameSpan: spanOf(ctx, type ?? cast),
      ...(qualifier && { qualifier }),
    },
    signature: func ? signatureOf(ctx, func) : { params: [] },
    ...(type === undefined ? {} : { returns: convertedTo(ctx, cast, type, declarator) }),
    until: func?.start ?? cast.end,
  };
}

/** The declarator of the function itself in that of `operator T*()`. */
function functionDeclarator(declarator: Syntax): Syntax | undefined {
  if (declarator.type === 'abstract_function_declarator') return declarator;
  return declarator.children.map(functionDeclarator).find((found) => found !== undefined);
}

/** What a conversion function gives: `int const*` of `operator int const*()`. */
function convertedTo(ctx: Context, cast: Syntax, type: Syntax, declarator: Syntax | undefined): Expr {
  const base = withQualifiers(ctx, cast, lowerType(ctx, type));
  if (declarator === undefined) return base;
  const declared = declare(ctx, base, declarator, cast.start).type;
  return declared.is === 'Wrap' && declared.how === 'function' ? declared.of : declared;
}

function bodyOf(node: Syntax): Syntax | undefined {
  const body = child(node, 'body') ?? childOfType(node, 'compound_statement') ?? childOfType(node, 'try_statement');
  return body?.missing === true ? undefined : body;
}

/** `: Base(a), x{b}`. */
function constructorInits(ctx: Context, list: Syntax): NonNullable<Func['constructorInits']> {
  return list.children
    .filter((c) => c.type === 'field_initializer')
    .map((init) => {
      const [name, args] = namedChildren(init);
      return {
        name: name === undefined ? '' : textOf(ctx, name).trim(),
        ...(name !== undefined && !isIdentifier(name) && { base: lowerName(ctx, name) }),
        args: args === undefined ? [] : lowerSequence(ctx, args),
        ...(args?.type === 'initializer_list' && { braced: true as const }),
        ...(init.children.some(({ type }) => type === '...') && { expands: true as const }),
      };
    });
}

/** What stands in the parentheses of an attribute before the parameters. */
function argumentsOfMark(ctx: Context, node: Syntax, until: number, what: string): readonly Expr[] | undefined {
  const mark = marksOf(ctx, node, until).find((m) => m.what === what);
  return mark?.argument === undefined ? undefined : ctx.readExpressions(mark.argument);
}

/** `virtual void f() = 0;` */
function isPure(ctx: Context, node: Syntax): boolean {
  const value = child(node, 'default_value');
  return node.children.some(({ type }) => type === 'pure_virtual_clause') || (value && textOf(ctx, value)) === '0';
}

// ---- Declared names ------------------------------------------------------------------------------------------------

/** What a declaration names: `run<half_t>` of `K<D>::run<half_t>` is its name and what it specialises. */
export function declaredName(
  ctx: Context,
  name: Syntax,
): Pick<Func, 'name' | 'nameSpan' | 'qualifier' | 'specialises'> {
  const { parts, global, start } = nameParts(ctx, name);
  const last = elementAt(parts, parts.length - 1);
  const qualifier = joinParts(ctx, parts.slice(0, -1), global, start);
  return {
    name: last.id,
    nameSpan: last.idSpan,
    ...(qualifier === undefined ? {} : { qualifier }),
    ...(last.args === undefined ? {} : { specialises: last.args }),
  };
}

/** The name of a variable, and `S` of `S::x`; `hasHeader`: behind `template<…>`, where `x<float>` is a name, too. */
export function variableName(
  ctx: Context,
  name: Syntax,
  hasHeader: boolean,
): Pick<Let, 'name' | 'nameSpan' | 'qualifier' | 'specialises'> {
  const isTemplate = hasHeader && /^template_(function|type)$/.test(name.type);
  if (isTemplate || (name.type === 'qualified_identifier' && !ctx.inFunction)) return declaredName(ctx, name);
  return { name: textOf(ctx, name).replace(/\s+/g, ' '), nameSpan: spanOf(ctx, name) };
}
