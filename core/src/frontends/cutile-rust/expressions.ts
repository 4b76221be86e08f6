// Lowers Rust expressions. What decides no shape is Opaque with a sentence; nothing throws.
import { elementAt } from '../../base/assert';
import type { Expr, Param, Stmt } from '../../ir/program';
import { child, childOfType, namedChildren, type Syntax } from '../tree';
import { name, opaque, spanOf, textOf, type Context } from './context';
import { readFloat, readInteger } from './literals';
import { lowerMacro } from './macros';
import { functionName, internal, leading, transparent, unconcerned, wrappers } from './names';
import { patternNames } from './patterns';
import { lowerBlock, lowerMatch, lowerTuple } from './statements';
import { lowerArgument, lowerType } from './types';

export function lowerExpression(ctx: Context, node: Syntax): Expr {
  const span = spanOf(ctx, node);
  switch (node.type) {
    case 'integer_literal':
      return readInteger(textOf(ctx, node), span);
    case 'float_literal':
      return readFloat(textOf(ctx, node), span);
    case 'boolean_literal':
    case 'true':
    case 'false':
      return { is: 'Bool', value: textOf(ctx, node) === 'true', span };
    case 'string_literal':
    case 'raw_string_literal':
      return { is: 'String', value: textOf(ctx, node).replace(/^b?r?#*"|"#*$/g, ''), span };
    case 'char_literal':
      return { is: 'Char', value: textOf(ctx, node).slice(1, -1), span };
    case 'identifier':
    case 'self':
    case 'shorthand_field_identifier':
      return lowerName(ctx, node);
    case 'scoped_identifier':
      return scoped(ctx, node);
    case 'generic_function':
      return generic(ctx, node);
    case 'call_expression':
      return lowerCall(ctx, node);
    case 'macro_invocation':
      return lowerMacro(ctx, node);
    case 'field_expression':
      return field(ctx, node);
    case 'index_expression':
      return index(ctx, node);
    case 'reference_expression':
      return inner(ctx, node, child(node, 'value'));
    case 'try_expression':
    case 'parenthesized_expression':
      return inner(ctx, node, namedChildren(node)[0]);
    case 'await_expression':
      return method(ctx, node, namedChildren(node)[0], 'sync', []);
    case 'unary_expression':
      return unary(ctx, node);
    case 'binary_expression':
      return binary(ctx, node);
    case 'assignment_expression':
      return assignment(ctx, node, '=');
    case 'compound_assignment_expr':
      return assignment(ctx, node, operator(ctx, node, '+='));
    case 'type_cast_expression':
      return cast(ctx, node);
    case 'array_expression':
      return array(ctx, node);
    case 'tuple_expression':
      return { is: 'Brace', args: namedChildren(node).map((part) => lowerExpression(ctx, part)), span };
    case 'unit_expression':
      return { is: 'Brace', args: [], span };
    case 'if_expression':
      return conditional(ctx, node);
    case 'block':
    case 'unsafe_block':
    case 'const_block':
    case 'async_block':
      return blockValue(ctx, node);
    case 'closure_expression':
      return closure(ctx, node);
    case 'match_expression':
      return matchValue(ctx, node);
    case 'struct_expression':
      return structLiteral(ctx, node);
    case 'range_expression':
      return range(ctx, node);
    case 'return_expression':
    case 'break_expression':
    case 'continue_expression':
      return name('void', span);
    default:
      return opaque(ctx, node, `\`${short(textOf(ctx, node))}\` is not read here.`);
  }
}

function short(text: string): string {
  const line = text.split('\n')[0] ?? '';
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}

function inner(ctx: Context, node: Syntax, of: Syntax | undefined): Expr {
  return of ? lowerExpression(ctx, of) : opaque(ctx, node, 'Something is missing here.');
}

// ---- Names -------------------------------------------------------------------------------------------------------

function lowerName(ctx: Context, node: Syntax): Expr {
  return name(textOf(ctx, node), spanOf(ctx, node));
}

/** A name that is called: a function of cuTile's, unless the file has its own. A variable may have the name of one. */
function lowerCallee(ctx: Context, node: Syntax): Expr {
  if (node.type !== 'identifier') return lowerExpression(ctx, node);
  const id = textOf(ctx, node);
  return name(ctx.own.has(id) ? id : (functionName(id) ?? id), spanOf(ctx, node));
}

/** `api::zeros`, `my_module::gemm`, `usize::MAX`. Paths into cuTile end in one of its names. */
function scoped(ctx: Context, node: Syntax): Expr {
  const last = child(node, 'name');
  const path = child(node, 'path');
  if (!last) return opaque(ctx, node, 'This path could not be read.');
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
  return { is: 'Scope', of: inner(ctx, path, path), id, idSpan: spanOf(ctx, last), span: spanOf(ctx, node) };
}

/** `f32::NEG_INFINITY`, `T::ZERO`: some number of that type. */
function number(ctx: Context, node: Syntax, type: Syntax): Expr {
  const span = spanOf(ctx, node);
  return { is: 'Call', callee: name(internal('number'), span, [lowerType(ctx, type)]), args: [], span };
}

/** `zeros::<f32>`, `part.load_pipelined::<4>`. */
function generic(ctx: Context, node: Syntax): Expr {
  const fn = child(node, 'function');
  const callee = fn ? lowerCallee(ctx, fn) : opaque(ctx, node, 'This call could not be read.');
  const list = child(node, 'type_arguments');
  const args = (list ? namedChildren(list) : []).map((arg) => lowerArgument(ctx, arg));
  return callee.is === 'Name' || callee.is === 'Scope' || callee.is === 'Member'
    ? { ...callee, args, span: spanOf(ctx, node) }
    : callee;
}

// ---- Calls -------------------------------------------------------------------------------------------------------

function lowerCall(ctx: Context, node: Syntax): Expr {
  const callee = child(node, 'function');
  const list = child(node, 'arguments');
  const span = spanOf(ctx, node);
  if (!callee) return opaque(ctx, node, 'This call could not be read.');
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
  if (!id || !object) return opaque(ctx, node, 'This call could not be read.');
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
  return method(ctx, node, object, spelled, unconcerned.test(spelled) ? [] : args, spanOf(ctx, id), targs);
}

function method(
  ctx: Context,
  node: Syntax,
  object: Syntax | undefined,
  id: string,
  args: readonly Expr[],
  idSpan = spanOf(ctx, node),
  targs?: readonly Expr[],
): Expr {
  const span = spanOf(ctx, node);
  const of = inner(ctx, node, object);
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
  if (!from || !to) return opaque(ctx, node, 'What is collected here is not followed.');
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

// ---- Parts -------------------------------------------------------------------------------------------------------

/** `pid.0` is an element of a tuple, `cfg.bn` a member. */
function field(ctx: Context, node: Syntax): Expr {
  const id = child(node, 'field');
  const object = child(node, 'value');
  if (!id || !object) return opaque(ctx, node, 'This field could not be read.');
  const span = spanOf(ctx, node);
  if (id.type === 'integer_literal')
    return {
      is: 'Index',
      object: lowerExpression(ctx, object),
      args: [readInteger(textOf(ctx, id), spanOf(ctx, id))],
      span,
    };
  return {
    is: 'Member',
    object: lowerExpression(ctx, object),
    id: textOf(ctx, id),
    idSpan: spanOf(ctx, id),
    arrow: false,
    span,
  };
}

function index(ctx: Context, node: Syntax): Expr {
  const [object, at] = namedChildren(node);
  if (!object || !at) return opaque(ctx, node, 'This index could not be read.');
  return {
    is: 'Index',
    object: lowerExpression(ctx, object),
    args: [lowerExpression(ctx, at)],
    span: spanOf(ctx, node),
  };
}

function array(ctx: Context, node: Syntax): Expr {
  const parts = namedChildren(node);
  const length = child(node, 'length');
  const span = spanOf(ctx, node);
  if (length && parts[0])
    return {
      is: 'Call',
      callee: name(internal('repeat'), span),
      args: [lowerExpression(ctx, parts[0]), lowerExpression(ctx, length)],
      span,
    };
  return { is: 'Brace', args: parts.map((part) => lowerExpression(ctx, part)), span };
}

/** `Array::<{ [-1, 8] }> { dims: &[n] }` is what its type says, with its dimensions for each `-1`. */
function structLiteral(ctx: Context, node: Syntax): Expr {
  const type = child(node, 'name');
  const generics = type && child(type, 'type_arguments');
  const [constant] = generics ? namedChildren(generics) : [];
  const body = child(node, 'body');
  const dims =
    body &&
    namedChildren(body).find((part) => {
      const id = child(part, 'field');
      return id !== undefined && textOf(ctx, id) === 'dims';
    });
  const value = dims && child(dims, 'value');
  if (constant?.type === 'block') {
    const whole = lowerArgument(ctx, constant);
    return value
      ? {
          is: 'Call',
          callee: name(internal('filled'), spanOf(ctx, node)),
          args: [whole, lowerExpression(ctx, value)],
          span: spanOf(ctx, node),
        }
      : whole;
  }
  return value ? lowerExpression(ctx, value) : opaque(ctx, node, 'The fields of a struct are not followed here.');
}

/** `a..b`: a pair, for slices; loops read ranges themselves. */
function range(ctx: Context, node: Syntax): Expr {
  const ends = namedChildren(node);
  const span = spanOf(ctx, node);
  const closed =
    ends.length === 2 &&
    textOf(ctx, node)
      .slice(elementAt(ends, 0).end - node.start, elementAt(ends, 1).start - node.start)
      .trim() === '..';
  return closed
    ? { is: 'Call', callee: name(internal('range'), span), args: ends.map((end) => lowerExpression(ctx, end)), span }
    : opaque(ctx, node, 'Only ranges `a..b` are read.');
}

// ---- Operators ---------------------------------------------------------------------------------------------------

/** The operator between two operands, or the first token. */
function operator(ctx: Context, node: Syntax, otherwise: string): string {
  const token = node.children.find((c) => !c.named);
  return token ? textOf(ctx, token) : otherwise;
}

function unary(ctx: Context, node: Syntax): Expr {
  const [arg] = namedChildren(node);
  const op = textOf(ctx, node)[0] ?? '';
  if (!arg || op === '*') return inner(ctx, node, arg);
  return { is: 'Unary', op, arg: lowerExpression(ctx, arg), span: spanOf(ctx, node) };
}

function binary(ctx: Context, node: Syntax): Expr {
  const left = child(node, 'left');
  const right = child(node, 'right');
  if (!left || !right) return opaque(ctx, node, 'An operand is missing.');
  return {
    is: 'Binary',
    op: textOf(ctx, { ...node, start: left.end, end: right.start })
      .replace(/\/\/.*|\/\*.*?\*\//g, '')
      .trim(),
    left: lowerExpression(ctx, left),
    right: lowerExpression(ctx, right),
    span: spanOf(ctx, node),
  };
}

function assignment(ctx: Context, node: Syntax, op: string): Expr {
  const left = child(node, 'left');
  const right = child(node, 'right');
  if (!left || !right) return opaque(ctx, node, 'An operand is missing.');
  const target = lowerExpression(ctx, left);
  const value = lowerExpression(ctx, right);
  const span = spanOf(ctx, node);
  return op === '='
    ? { is: 'Assign', op, target, value, span }
    : {
        is: 'Assign',
        op: '=',
        target,
        value: { is: 'Binary', op: op.slice(0, -1), left: target, right: value, span },
        span,
      };
}

/** Integers convert; a cast to anything else hands its operand on. */
function cast(ctx: Context, node: Syntax): Expr {
  const value = child(node, 'value');
  const type = child(node, 'type');
  if (!value || !type) return opaque(ctx, node, 'This cast could not be read.');
  const arg = lowerExpression(ctx, value);
  return /^[iu](?:8|16|32|64|size)$/.test(textOf(ctx, type))
    ? { is: 'Cast', how: 'static', type: lowerType(ctx, type), arg, span: spanOf(ctx, node) }
    : arg;
}

// ---- Blocks as values --------------------------------------------------------------------------------------------

function conditional(ctx: Context, node: Syntax): Expr {
  const cond = child(node, 'condition');
  const then = child(node, 'consequence');
  const otherwise = child(node, 'alternative');
  const span = spanOf(ctx, node);
  if (!cond || !then || !otherwise) return opaque(ctx, node, 'This `if` gives no value.');
  const branch = namedChildren(otherwise)[0];
  return {
    is: 'Conditional',
    cond: lowerCondition(ctx, cond),
    then: blockValue(ctx, then),
    else: branch ? blockValue(ctx, branch) : opaque(ctx, node, 'A branch is missing.'),
    span,
  };
}

/** `if let` and chains of it depend on what is inside an object. */
export function lowerCondition(ctx: Context, node: Syntax): Expr {
  return node.type === 'let_condition' || node.type === 'let_chain'
    ? opaque(ctx, node, 'Whether a pattern matches is not known here.')
    : lowerExpression(ctx, node);
}

/** `{ let a = 1; a + 1 }`: its last expression; with statements before it, a closure that is called at once. */
export function blockValue(ctx: Context, node: Syntax): Expr {
  if (node.type === 'if_expression') return conditional(ctx, node);
  const block = node.type === 'block' ? node : childOfType(node, 'block');
  if (!block) return lowerExpression(ctx, node);
  const parts = namedChildren(block);
  const [only] = parts;
  const span = spanOf(ctx, node);
  if (
    only &&
    parts.length === 1 &&
    !only.type.endsWith('_statement') &&
    !only.type.endsWith('_declaration') &&
    !only.type.endsWith('_item')
  )
    return lowerExpression(ctx, only);
  const lambda: Expr = {
    is: 'Lambda',
    templateParams: [],
    params: [],
    captures: [],
    body: lowerBlock(ctx, block, true),
    span,
  };
  return { is: 'Call', callee: lambda, args: [], span };
}

/** Which arm gives the value is not known; what stands in the arms is read all the same. */
function matchValue(ctx: Context, node: Syntax): Expr {
  const span = spanOf(ctx, node);
  const why: Stmt = { is: 'Return', value: opaque(ctx, node, 'Which arm is taken is not known here.'), span };
  const lambda: Expr = {
    is: 'Lambda',
    templateParams: [],
    params: [],
    captures: [],
    body: { is: 'Block', body: [...lowerMatch(ctx, node), why], span },
    span,
  };
  return { is: 'Call', callee: lambda, args: [], span };
}

function closure(ctx: Context, node: Syntax): Expr {
  const span = spanOf(ctx, node);
  const list = child(node, 'parameters');
  const unpacked: Stmt[] = [];
  const params: Param[] = (list ? namedChildren(list) : []).map((param) => {
    const pattern = param.type === 'parameter' ? (child(param, 'pattern') ?? param) : param;
    const at = spanOf(ctx, pattern);
    const whole = `#${at.start}`;
    if (pattern.type === 'tuple_pattern')
      unpacked.push(...lowerTuple(ctx, pattern, name(whole, { ...at, end: at.start }), pattern));
    const first = pattern.type === 'tuple_pattern' ? { name: whole, span: at } : patternNames(ctx, pattern)[0];
    return {
      type: name('auto', spanOf(ctx, param)),
      pack: false,
      span: spanOf(ctx, param),
      ...(first && { name: first.name, nameSpan: first.span }),
    };
  });
  const body = child(node, 'body');
  const statements: Stmt[] = !body
    ? []
    : body.type === 'block'
      ? [lowerBlock(ctx, body, true)]
      : [{ is: 'Return', value: lowerExpression(ctx, body), span: spanOf(ctx, body) }];
  return {
    is: 'Lambda',
    templateParams: [],
    params,
    captures: [],
    body: { is: 'Block', body: [...unpacked, ...statements], span },
    span,
  };
}
