// Lowers function parameters and template parameters.
import { say } from '../../base/say';
import { elementAt } from '../../base/assert';
import type { Param, TemplateParam } from '../../ir/program';
import { opaque, spanOf, textOf, type Context } from './context';
import { lowerExpr } from './expressions';
import { declare, isIdentifier, lowerType, withConst } from './types';
import { child, hasToken, namedChildren, type Syntax } from '../tree';

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
      : withConst(ctx, node, lowerType(ctx, typeNode));
  const declarator = child(node, 'declarator');
  const declared = declarator === undefined ? { type: base, pack: false } : declare(ctx, base, declarator, node.start);
  const name = 'name' in declared ? declared.name : undefined;
  const fallback = child(node, 'default_value');
  const constraint = typeNode?.type === 'placeholder_type_specifier' ? child(typeNode, 'constraint') : undefined;
  return {
    ...(name === undefined ? {} : { name: textOf(ctx, name), nameSpan: spanOf(ctx, name) }),
    type:
      'func' in declared && declared.func !== undefined
        ? { is: 'Wrap', how: 'function', of: declared.type, span: spanOf(ctx, node) }
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
