// Lowers the items of a module: functions, constants, modules, aliases of types. Structs and traits are not lowered,
// since they do not affect shapes.
import { say } from '../../base/say';
import type { Func, Param, Stmt } from '../../ir/program';
import { child, namedChildren, type Syntax } from '../tree';
import { name, spanOf, textOf, type Context } from './context';
import { lowerExpression } from './expressions';
import { isEntry } from './kernels';
import { plainName } from './patterns';
import { lowerBlock } from './statements';
import { lowerGenerics, lowerType } from './types';

/** The items of a file or a module; attributes belong to the item after them. */
export function lowerItems(ctx: Context, nodes: readonly Syntax[]): readonly Stmt[] {
  let attributes: Syntax[] = [];
  const items: Stmt[] = [];
  for (const node of nodes) {
    if (node.type === 'attribute_item') attributes.push(node);
    else if (node.named && node.type !== 'line_comment' && node.type !== 'block_comment') {
      items.push(...lowerItem(ctx, node, attributes));
      attributes = [];
    }
  }
  return items;
}

export function lowerItem(ctx: Context, node: Syntax, attributes: readonly Syntax[] = []): readonly Stmt[] {
  switch (node.type) {
    case 'mod_item': {
      const id = child(node, 'name');
      const body = child(node, 'body');
      return id && body
        ? [{ is: 'Namespace', name: textOf(ctx, id), items: lowerItems(ctx, body.children), span: spanOf(ctx, node) }]
        : [];
    }
    case 'function_item':
      return lowerFunction(
        ctx,
        node,
        attributes.some((one) => isEntry(ctx.text, one)),
      );
    case 'const_item':
    case 'static_item':
      return lowerConstant(ctx, node);
    case 'impl_item': {
      const body = child(node, 'body');
      return body ? lowerItems(ctx, body.children) : [];
    }
    case 'ERROR':
      return [{ is: 'OpaqueStmt', why: say`This could not be read as Rust.`, span: spanOf(ctx, node) }];
    default:
      return [];
  }
}

function lowerFunction(ctx: Context, node: Syntax, kernel: boolean): readonly Stmt[] {
  const id = child(node, 'name');
  const body = child(node, 'body');
  if (!id || !body) return [];
  const generics = lowerGenerics(ctx, child(node, 'type_parameters'));
  const func: Func = {
    is: 'Func',
    name: textOf(ctx, id),
    nameSpan: spanOf(ctx, id),
    templates: generics.length > 0 ? [generics] : [],
    params: parameters(ctx, child(node, 'parameters')),
    body: lowerBlock(ctx, body, !kernel),
    kernel,
    device: false,
    constexpr: false,
    static: false,
    const: false,
    span: spanOf(ctx, node),
    ...(kernel && { model: 'tile' }),
  };
  return [func];
}

function parameters(ctx: Context, list: Syntax | undefined): readonly Param[] {
  return (list ? namedChildren(list) : [])
    .filter((param) => param.type === 'parameter')
    .map((param) => {
      const pattern = child(param, 'pattern');
      const bound = pattern && plainName(ctx, pattern);
      const type = child(param, 'type');
      return {
        type: type ? lowerType(ctx, type) : name('auto', spanOf(ctx, param)),
        pack: false,
        span: spanOf(ctx, param),
        ...(bound && { name: bound.name, nameSpan: bound.span }),
      };
    });
}

function lowerConstant(ctx: Context, node: Syntax): readonly Stmt[] {
  const id = child(node, 'name');
  const value = child(node, 'value');
  if (!id || !value) return [];
  const at = spanOf(ctx, id);
  return [
    {
      is: 'Let',
      name: textOf(ctx, id),
      nameSpan: at,
      type: name('auto', at),
      init: { how: 'copy', value: lowerExpression(ctx, value) },
      constexpr: true,
      static: false,
      memory: 'local',
      span: spanOf(ctx, node),
    },
  ];
}
