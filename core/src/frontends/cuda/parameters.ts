// Lowers the parameters of functions and templates, and what stands behind those of a function: `(int, ...) const&
// noexcept`. And `C::` of a pointer to a member of C, which the grammar is not shown.
import { say } from '../../base/say';
import { elementAt } from '../../base/assert';
import type { Expr, Param, Signature, TemplateParam } from '../../ir/program';
import { marksOf, opaque, spanOf, textOf, type Context } from './context';
import { lowerExpr } from './expressions';
import { declare, functionType, isIdentifier, isQualified, lowerType, withQualifiers } from './types';
import { MEMBER_OF } from './mask-rules';
import { child, childOfType, hasToken, namedChildren, type Syntax } from '../tree';

const PARAMETERS = new Set([
  'parameter_declaration',
  'optional_parameter_declaration',
  'variadic_parameter_declaration',
]);

export function lowerParams(ctx: Context, list: Syntax | undefined): readonly Param[] {
  if (list === undefined) return [];
  const nodes = list.children.filter((c) => PARAMETERS.has(c.type));
  if (nodes.length === 1 && textOf(ctx, elementAt(nodes, 0)) === 'void') return [];
  return nodes.map((node) => lowerParam(ctx, node));
}

function lowerParam(ctx: Context, node: Syntax): Param {
  const typeNode = child(node, 'type');
  const base =
    typeNode === undefined
      ? opaque(ctx, node, say`This parameter has no type.`)
      : withQualifiers(ctx, node, lowerType(ctx, typeNode));
  const declarator = child(node, 'declarator');
  const declared = declarator === undefined ? { type: base, pack: false } : declare(ctx, base, declarator, node.start);
  const name = 'name' in declared ? declared.name : undefined;
  const fallback = child(node, 'default_value');
  const constraint = typeNode?.type === 'placeholder_type_specifier' ? child(typeNode, 'constraint') : undefined;
  return {
    ...(name === undefined ? {} : { name: textOf(ctx, name), nameSpan: spanOf(ctx, name) }),
    type:
      'func' in declared && declared.func !== undefined
        ? functionType(ctx, declared.type, declared.func.node, node.start)
        : declared.type,
    ...(fallback === undefined ? {} : { default: lowerExpr(ctx, fallback) }),
    pack: node.type === 'variadic_parameter_declaration' || declared.pack,
    ...(constraint !== undefined && { constraint: lowerType(ctx, constraint) }),
    span: spanOf(ctx, node),
  };
}

export function lowerTemplateParams(ctx: Context, list: Syntax | undefined): readonly TemplateParam[] {
  return list === undefined ? [] : namedChildren(list).flatMap((node) => lowerTemplateParam(ctx, node));
}

function lowerTemplateParam(ctx: Context, node: Syntax): readonly TemplateParam[] {
  switch (node.type) {
    case 'type_parameter_declaration':
    case 'variadic_type_parameter_declaration':
    case 'optional_type_parameter_declaration':
      return [typeParam(ctx, node, 'type')];
    case 'template_template_parameter_declaration': {
      const inner = namedChildren(node)
        .filter((c) => c.type !== 'template_parameter_list')
        .pop();
      const list = child(node, 'parameters') ?? node.children.find((c) => c.type === 'template_parameter_list');
      return [{ ...typeParam(ctx, inner ?? node, 'template'), params: lowerTemplateParams(ctx, list) }];
    }
    default:
      return PARAMETERS.has(node.type) ? [valueParam(ctx, node)] : [];
  }
}

function typeParam(ctx: Context, node: Syntax, kind: 'type' | 'template'): TemplateParam {
  const name = child(node, 'name') ?? node.children.find((c) => isIdentifier(c) && c.field === '');
  const fallback = child(node, 'default_type');
  return {
    kind,
    ...(name === undefined ? {} : { name: textOf(ctx, name), nameSpan: spanOf(ctx, name) }),
    ...(fallback === undefined ? {} : { default: lowerType(ctx, fallback) }),
    pack: hasToken(node, '...'),
  };
}

function valueParam(ctx: Context, node: Syntax): TemplateParam {
  const { name, nameSpan, type, default: fallback, pack } = lowerParam(ctx, node);
  return {
    kind: 'value',
    ...(name === undefined || nameSpan === undefined ? {} : { name, nameSpan }),
    type,
    ...(fallback === undefined ? {} : { default: fallback }),
    pack,
  };
}

// ---- Behind the parameters -----------------------------------------------------------------------------------------

/** Of a function declarator. */
export function signatureOf(ctx: Context, func: Syntax): Signature {
  const params = lowerParams(ctx, child(func, 'parameters'));
  const isVariadic = endsInDots(ctx, func, params[params.length - 1]?.pack === true);
  const refQualifier = refQualifierOf(ctx, func);
  const noexcept = noexceptOf(ctx, func);
  return {
    params,
    ...(isVariadic && { variadic: true as const }),
    ...(isQualified(ctx, func, 'const') && { const: true as const }),
    ...(isQualified(ctx, func, 'volatile') && { volatile: true as const }),
    ...(refQualifier && { refQualifier }),
    ...(noexcept && { noexcept }),
  };
}

/** `f(int, ...)`. The dots of a parameter pack belong to the parameter. */
function endsInDots(ctx: Context, func: Syntax, hasPack: boolean): boolean {
  const list = child(func, 'parameters');
  if (list === undefined) return false;
  return (hasPack ? /(?:,|\.\.\.)\s*\.\.\.\s*\)$/ : /\.\.\.\s*\)$/).test(textOf(ctx, list));
}

/** `&` and `&&` behind the parameters. */
function refQualifierOf(ctx: Context, func: Syntax): 'lvalue' | 'rvalue' | undefined {
  const node = childOfType(func, 'ref_qualifier');
  return node && (textOf(ctx, node).trim() === '&&' ? 'rvalue' : 'lvalue');
}

/** The condition of `noexcept`; `throw()` says the same. */
function noexceptOf(ctx: Context, func: Syntax): Expr | undefined {
  const node = childOfType(func, 'noexcept') ?? childOfType(func, 'throw_specifier');
  if (node === undefined) return undefined;
  const [condition] = namedChildren(node).filter(({ type }) => type !== 'noexcept');
  if (node.type === 'noexcept' && condition) return lowerExpr(ctx, condition);
  return condition ? undefined : { is: 'Bool', value: true, span: spanOf(ctx, node) };
}

/** The class of `T C::*`, of which the mask left the star. */
export function classOfMemberPointer(ctx: Context, pointer: Syntax): Expr | undefined {
  const mark = marksOf(ctx, pointer, pointer.start + 1).find(
    ({ what, at }) => what === MEMBER_OF && at === pointer.start,
  );
  return mark?.argument && ctx.readExpressions(mark.argument)[0];
}
