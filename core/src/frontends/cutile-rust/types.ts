// Lowers Rust types as far as they say something of shapes: tensors, tiles and partitions, element types, integers.
import { say } from '../../base/say';
import type { Expr, TemplateParam } from '../../ir/program';
import { child, childOfType, namedChildren, type Syntax } from '../tree';
import { name, opaque, spanOf, textOf, type Context } from './context';
import { lowerExpression } from './expressions';
import { typeName, wrapperTypes } from './names';

export function lowerType(ctx: Context, node: Syntax): Expr {
  switch (node.type) {
    case 'reference_type':
    case 'pointer_type': {
      const of = child(node, 'type');
      const inner = of ? lowerType(ctx, of) : silent(ctx, node);
      if (node.type === 'pointer_type') return { is: 'Wrap', how: 'pointer', of: inner, span: spanOf(ctx, node) };
      return childOfType(node, 'mutable_specifier')
        ? { is: 'Wrap', how: 'ref', of: inner, span: spanOf(ctx, node) }
        : inner;
    }
    case 'primitive_type':
    case 'type_identifier':
    case 'identifier':
      return named(ctx, node, textOf(ctx, node));
    case 'generic_type':
    case 'generic_type_with_turbofish':
      return genericType(ctx, node);
    case 'scoped_type_identifier': {
      const last = child(node, 'name');
      return last ? named(ctx, node, textOf(ctx, last)) : silent(ctx, node);
    }
    case 'array_type': {
      const element = child(node, 'element');
      const length = child(node, 'length');
      return {
        is: 'Wrap',
        how: 'array',
        of: element ? lowerType(ctx, element) : silent(ctx, node),
        span: spanOf(ctx, node),
        ...(length && { size: lowerExpression(ctx, length) }),
      };
    }
    default:
      return silent(ctx, node);
  }
}

function named(ctx: Context, node: Syntax, id: string): Expr {
  return name(typeName(id) ?? id, spanOf(ctx, node));
}

/** A type that says nothing of shapes. */
function silent(ctx: Context, node: Syntax): Expr {
  return opaque(ctx, node, say`the type \`${textOf(ctx, node)}\` says nothing of a shape, and nothing calls this here`);
}

/** `Tensor<E, { [BM, 8] }>`; `Arc<T>` is T. */
function genericType(ctx: Context, node: Syntax): Expr {
  const head = child(node, 'type');
  const args = child(node, 'type_arguments');
  const id = head ? (textOf(ctx, head).split('::').pop() ?? '') : '';
  const parts = args ? namedChildren(args) : [];
  if (wrapperTypes.has(id) && parts[0]) return lowerType(ctx, parts[0]);
  const known = typeName(id);
  return known === undefined
    ? silent(ctx, node)
    : name(
        known,
        spanOf(ctx, node),
        parts.map((part) => lowerArgument(ctx, part)),
      );
}

/** A generic argument: a type, or a constant in braces. */
export function lowerArgument(ctx: Context, node: Syntax): Expr {
  if (node.type !== 'block')
    return /type|identifier/.test(node.type) ? lowerType(ctx, node) : lowerExpression(ctx, node);
  const [inner] = namedChildren(node);
  return inner ? lowerExpression(ctx, inner) : opaque(ctx, node, say`This constant could not be read.`);
}

/** What a type says that the value beside it may not: a shape with an element, or the element alone. */
export function telling(type: Expr): Expr | undefined {
  if (type.is !== 'Name' || type.args === undefined || !/^cutile:(?:Tensor|Tile|Partition)$/.test(type.id))
    return undefined;
  return type.args.length > 1 ? type : type.args[0];
}

/** `<E: ElementType, const BM: i32, const S: [i32; 2]>`; lifetimes decide nothing. */
export function lowerGenerics(ctx: Context, node: Syntax | undefined): readonly TemplateParam[] {
  return (node ? namedChildren(node) : []).flatMap((param): TemplateParam[] => {
    if (param.type !== 'type_parameter' && param.type !== 'const_parameter') return [];
    const id = child(param, 'name');
    if (!id) return [];
    const type = child(param, 'type');
    const standard = child(param, param.type === 'type_parameter' ? 'default_type' : 'value');
    return [
      {
        kind: param.type === 'type_parameter' ? 'type' : 'value',
        name: textOf(ctx, id),
        nameSpan: spanOf(ctx, id),
        pack: false,
        ...(type && { type: lowerType(ctx, type) }),
        ...(standard && { default: lowerArgument(ctx, standard) }),
      },
    ];
  });
}
