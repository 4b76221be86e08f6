// Lowers Rust paths and calls: functions of cuTile, kernels that are launched, methods, and methods that return their
// object. Knows the names of names.ts; it does not know what a function does with its arguments.
import { say } from '../../base/say';
import type { Expr } from '../../ir/program';
import { child, namedChildren, type Syntax } from '../tree';
import { name, opaque, spanOf, textOf, type Context } from './context';
import { lowerExpression, lowerInner } from './expressions';
import { functionName, internal, leading, transparent, unconcerned, wrappers } from './names';
import { lowerArgument, lowerType } from './types';

// ---- Paths -------------------------------------------------------------------------------------------------------

/** A name that is called: a function of cuTile's, unless the file has its own. A variable may have the name of one. */
function lowerCallee(ctx: Context, node: Syntax): Expr {
  if (node.type !== 'identifier') return lowerExpression(ctx, node);
  const id = textOf(ctx, node);
  return name(ctx.own.has(id) ? id : (functionName(id) ?? id), spanOf(ctx, node));
}

/** `api::zeros`, `my_module::gemm`, `usize::MAX`. Paths into cuTile end in one of its names. */
export function lowerPath(ctx: Context, node: Syntax): Expr {
  const last = child(node, 'name');
  const path = child(node, 'path');
  if (!last) return opaque(ctx, node, say`This path could not be read.`);
  const id = textOf(ctx, last);
  const head = path ? (textOf(ctx, path).split('::')[0] ?? '') : '';
  const known = functionName(id);
  if (known !== undefined && (!ctx.own.has(id) || /^(?:api|cutile)$/.test(head))) {
    // `Tensor::<f32>::from_foreign`
    const generics = path && child(path, 'type_arguments');
    return name(known, spanOf(ctx, node), generics && namedChildren(generics).map((arg) => lowerArgument(ctx, arg)));
  }
  // What fills the lanes past the edge of a view, and in which order its axes lie.
  if (path && /(?:^|::)(?:padding|dim_map)$/.test(textOf(ctx, path)))
    return { is: 'String', value: id, span: spanOf(ctx, node) };
  if (path && /^[A-Z_0-9]+$/.test(id) && /^(?:f(?:4|6|8|16|32|64)\w*|bf16|tf32|[A-Z])$/.test(textOf(ctx, path)))
    return number(ctx, node, path);
  if (!path || /^(?:self|super|crate)$/.test(textOf(ctx, path))) return name(id, spanOf(ctx, node));
  return { is: 'Scope', of: lowerInner(ctx, path, path), id, idSpan: spanOf(ctx, last), span: spanOf(ctx, node) };
}

/** `f32::NEG_INFINITY`, `T::ZERO`: some number of that type. */
function number(ctx: Context, node: Syntax, type: Syntax): Expr {
  const span = spanOf(ctx, node);
  return { is: 'Call', callee: name(internal('number'), span, [lowerType(ctx, type)]), args: [], span };
}

/** `zeros::<f32>`, `part.load_pipelined::<4>`. */
export function lowerGeneric(ctx: Context, node: Syntax): Expr {
  const fn = child(node, 'function');
  const callee = fn ? lowerCallee(ctx, fn) : opaque(ctx, node, say`This call could not be read.`);
  const list = child(node, 'type_arguments');
  const args = (list ? namedChildren(list) : []).map((arg) => lowerArgument(ctx, arg));
  return callee.is === 'Name' || callee.is === 'Scope' || callee.is === 'Member'
    ? { ...callee, args, span: spanOf(ctx, node) }
    : callee;
}

// ---- Calls -------------------------------------------------------------------------------------------------------

export function lowerCall(ctx: Context, node: Syntax): Expr {
  const callee = child(node, 'function');
  const list = child(node, 'arguments');
  const span = spanOf(ctx, node);
  if (!callee) return opaque(ctx, node, say`This call could not be read.`);
  const args = (list ? namedChildren(list) : []).map((arg) => lowerExpression(ctx, arg));
  const plain = textOf(ctx, callee).replace(/\s+/g, '');
  if (args[0] && args.length === 1 && wrappers.has(plain)) return args[0];
  // `bf16::from_f32(0.5)`
  const scalar = /^(?:f\d\w*|bf16|tf32)::from_\w+$/.test(plain) ? child(callee, 'path') : undefined;
  if (scalar) return number(ctx, node, scalar);
  const kernel = ctx.kernels.get(plain);
  if (kernel && kernel.parameters === args.length)
    return { is: 'Launch', kernel: kernelName(kernel.path, spanOf(ctx, callee)), config: [], args, span };
  const fn = callee.type === 'generic_function' ? child(callee, 'function') : callee;
  if (fn?.type === 'field_expression') return callMethod(ctx, node, callee, fn, args);
  const called = lowerCallee(ctx, callee);
  const wanted = called.is === 'Name' ? leading.get(called.id.replace(/^cutile:/, '')) : undefined;
  return { is: 'Call', callee: called, args: wanted ? wanted.flatMap((i) => args[i] ?? []) : args, span };
}

/** The kernel at its place: `my_module::gemm`, however the caller named it. */
function kernelName(path: readonly string[], span: Expr['span']): Expr {
  const [first = '', ...more] = path;
  return more.reduce<Expr>((of, id) => ({ is: 'Scope', of, id, idSpan: span, span }), name(first, span));
}

function callMethod(ctx: Context, node: Syntax, callee: Syntax, fn: Syntax, args: readonly Expr[]): Expr {
  const id = child(fn, 'field');
  const object = child(fn, 'value');
  if (!id || !object) return opaque(ctx, node, say`This call could not be read.`);
  const spelled = textOf(ctx, id);
  if (transparent.has(spelled)) return lowerExpression(ctx, object);
  if (spelled === 'collect') return collected(ctx, node, object);
  if (spelled === 'pow' && args[0])
    return {
      is: 'Call',
      callee: name(internal('pow'), spanOf(ctx, id)),
      args: [lowerExpression(ctx, object), args[0]],
      span: spanOf(ctx, node),
    };
  const list = callee.type === 'generic_function' ? child(callee, 'type_arguments') : undefined;
  const targs = list ? namedChildren(list).map((arg) => lowerArgument(ctx, arg)) : undefined;
  return methodCall(ctx, node, object, spelled, unconcerned.test(spelled) ? [] : args, spanOf(ctx, id), targs);
}

/** `object.id::<targs>(args)`; `idSpan` is where the name stands, if it is written at all. */
export function methodCall(
  ctx: Context,
  node: Syntax,
  object: Syntax | undefined,
  id: string,
  args: readonly Expr[],
  idSpan = spanOf(ctx, node),
  targs?: readonly Expr[],
): Expr {
  const span = spanOf(ctx, node);
  const of = lowerInner(ctx, node, object);
  const callee: Expr = {
    is: 'Member',
    object: of,
    id,
    idSpan,
    arrow: false,
    span: { ...span, end: idSpan.end },
    ...(targs && { args: targs }),
  };
  return { is: 'Call', callee, args, span };
}

/** `(0..n).map(f).collect()`: so many elements, whatever they are. Of anything else nothing is known. */
function collected(ctx: Context, node: Syntax, object: Syntax): Expr {
  const span = spanOf(ctx, node);
  let source: Syntax | undefined = object;
  while (source?.type === 'call_expression') {
    const fn = child(source, 'function');
    const id = fn?.type === 'field_expression' ? child(fn, 'field') : undefined;
    source = fn && id && /^(?:map|rev|enumerate|cycle|inspect)$/.test(textOf(ctx, id)) ? child(fn, 'value') : undefined;
  }
  const range = source?.type === 'parenthesized_expression' ? namedChildren(source)[0] : undefined;
  const [from, to] =
    range?.type === 'range_expression' && !textOf(ctx, range).includes('..=') ? namedChildren(range) : [];
  if (!from || !to) return opaque(ctx, node, say`What is collected here is not followed.`);
  const count: Expr = {
    is: 'Binary',
    op: '-',
    left: lowerExpression(ctx, to),
    right: lowerExpression(ctx, from),
    span,
  };
  return {
    is: 'Call',
    callee: name(internal('repeat'), span),
    args: [{ is: 'Call', callee: name(internal('number'), span), args: [], span }, count],
    span,
  };
}
