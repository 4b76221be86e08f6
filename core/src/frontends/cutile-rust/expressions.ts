// Lowers Rust expressions. Code that does not affect shapes becomes Opaque with a sentence; nothing throws. Does not
// know how paths and calls are read (calls.ts), nor expressions that have a body of their own (block-values.ts).
import { say } from '../../base/say';
import { elementAt } from '../../base/assert';
import type { Expr } from '../../ir/program';
import { child, namedChildren, type Syntax } from '../tree';
import { blockValue, lowerClosure, lowerConditional, lowerMatchValue } from './block-values';
import { lowerCall, lowerGeneric, lowerPath, methodCall } from './calls';
import { name, opaque, spanOf, textOf, type Context } from './context';
import { readFloat, readInteger } from './literals';
import { lowerMacro } from './macros';
import { internal } from './names';
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
      return lowerPath(ctx, node);
    case 'generic_function':
      return lowerGeneric(ctx, node);
    case 'call_expression':
      return lowerCall(ctx, node);
    case 'macro_invocation':
      return lowerMacro(ctx, node);
    case 'field_expression':
      return field(ctx, node);
    case 'index_expression':
      return index(ctx, node);
    case 'reference_expression':
      return lowerInner(ctx, node, child(node, 'value'));
    case 'try_expression':
    case 'parenthesized_expression':
      return lowerInner(ctx, node, namedChildren(node)[0]);
    case 'await_expression':
      return methodCall(ctx, node, namedChildren(node)[0], 'sync', []);
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
      return { is: 'Brace', args: namedChildren(node).map((part) => lowerExpression(ctx, part)), tuple: true, span };
    case 'unit_expression':
      return { is: 'Brace', args: [], tuple: true, span };
    case 'if_expression':
      return lowerConditional(ctx, node);
    case 'block':
    case 'unsafe_block':
    case 'const_block':
    case 'async_block':
      return blockValue(ctx, node);
    case 'closure_expression':
      return lowerClosure(ctx, node);
    case 'match_expression':
      return lowerMatchValue(ctx, node);
    case 'struct_expression':
      return structLiteral(ctx, node);
    case 'range_expression':
      return range(ctx, node);
    case 'return_expression':
    case 'break_expression':
    case 'continue_expression':
      return name('void', span);
    default:
      return opaque(ctx, node, say`\`${short(textOf(ctx, node))}\` is not read here.`);
  }
}

function short(text: string): string {
  const line = text.split('\n')[0] ?? '';
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}

/** Lowers an expression that has the value of its operand `of`, such as `&x`, `x?` and `(x)`. */
export function lowerInner(ctx: Context, node: Syntax, of: Syntax | undefined): Expr {
  return of ? lowerExpression(ctx, of) : opaque(ctx, node, say`Something is missing here.`);
}

function lowerName(ctx: Context, node: Syntax): Expr {
  return name(textOf(ctx, node), spanOf(ctx, node));
}

/** `if let` and chains of it depend on what is inside an object. */
export function lowerCondition(ctx: Context, node: Syntax): Expr {
  return node.type === 'let_condition' || node.type === 'let_chain'
    ? opaque(ctx, node, say`Whether a pattern matches is not known here.`)
    : lowerExpression(ctx, node);
}

// ---- Parts -------------------------------------------------------------------------------------------------------

/** `pid.0` is an element of a tuple, `cfg.bn` a member. */
function field(ctx: Context, node: Syntax): Expr {
  const id = child(node, 'field');
  const object = child(node, 'value');
  if (!id || !object) return opaque(ctx, node, say`This field could not be read.`);
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
  if (!object || !at) return opaque(ctx, node, say`This index could not be read.`);
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
  return { is: 'Brace', args: parts.map((part) => lowerExpression(ctx, part)), tuple: true, span };
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
  return value ? lowerExpression(ctx, value) : opaque(ctx, node, say`The fields of a struct are not followed here.`);
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
    : opaque(ctx, node, say`Only ranges \`a..b\` are read.`);
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
  if (!arg || op === '*') return lowerInner(ctx, node, arg);
  return { is: 'Unary', op, arg: lowerExpression(ctx, arg), span: spanOf(ctx, node) };
}

function binary(ctx: Context, node: Syntax): Expr {
  const left = child(node, 'left');
  const right = child(node, 'right');
  if (!left || !right) return opaque(ctx, node, say`An operand is missing.`);
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
  if (!left || !right) return opaque(ctx, node, say`An operand is missing.`);
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
  if (!value || !type) return opaque(ctx, node, say`This cast could not be read.`);
  const arg = lowerExpression(ctx, value);
  return /^[iu](?:8|16|32|64|size)$/.test(textOf(ctx, type))
    ? { is: 'Cast', how: 'static', type: lowerType(ctx, type), arg, span: spanOf(ctx, node) }
    : arg;
}
