// Lowers expressions. What has no place in the IR becomes Opaque with a sentence. Does not know what a name stands for,
// nor how a lambda is built, which is the business of lambdas.ts.
import { say } from '../../base/say';
import { elementAt } from '../../base/assert';
import type { Cast, Expr, Unary } from '../../ir/program';
import { namesOneOf } from '../../ir/walk';
import { type Syntax, TOO_DEEP, child, childOfType, hasToken, isClean, isDamaged, namedChildren } from '../tree';
import { binaryIn, bounded, castIn, unaryIn } from './ambiguous';
import { type Context, opaque, operatorOf, span, spanOf, textOf, unmasked, unreadable } from './context';
import { lowerLambda, lowerRequires } from './lambdas';
import { lowerCharacter, lowerNumber, lowerString, lowerStrings } from './literal-expressions';
import { DECLTYPE_BRACE, LAUNCH, NO_TYPE } from './mask-words';
import { formOfDelete, formOfNew } from './unevaluated-forms';
import { joinParts, lowerDecltype, lowerName, lowerType, nameParts } from './types';

type Rule = (ctx: Context, node: Syntax) => Expr;

/** By type of node. A node that is not here is a type or unknown. */
const RULES: Readonly<Record<string, Rule>> = {
  number_literal: lowerNumber,
  user_defined_literal: lowerNumber,
  string_literal: lowerString,
  raw_string_literal: lowerString,
  concatenated_string: lowerStrings,
  char_literal: lowerCharacter,
  true: (ctx, node) => ({ is: 'Bool', value: true, span: spanOf(ctx, node) }),
  false: (ctx, node) => ({ is: 'Bool', value: false, span: spanOf(ctx, node) }),
  null: (ctx, node) => ({ is: 'Name', id: textOf(ctx, node), span: spanOf(ctx, node) }),
  this: (ctx, node) => ({ is: 'This', span: spanOf(ctx, node) }),
  identifier: lowerName,
  type_identifier: lowerName,
  field_identifier: lowerName,
  namespace_identifier: lowerName,
  qualified_identifier: lowerName,
  template_function: lowerName,
  template_type: lowerName,
  template_method: lowerName,
  dependent_name: lowerName,
  dependent_type: lowerName,
  primitive_type: lowerName,
  operator_name: lowerName,
  auto: lowerName,
  sized_type_specifier: lowerType,
  type_descriptor: lowerType,
  placeholder_type_specifier: lowerType,
  struct_specifier: lowerType,
  class_specifier: lowerType,
  decltype: lowerDecltype,
  parenthesized_expression: lowerParenthesized,
  comma_expression: lowerComma,
  binary_expression: (ctx, node) => binary(ctx, node, operatorOf(ctx, child(node, 'operator') ?? node)),
  assignment_expression: lowerAssign,
  unary_expression: lowerUnary,
  pointer_expression: lowerUnary,
  update_expression: lowerUpdate,
  conditional_expression: lowerConditional,
  call_expression: lowerCall,
  compound_literal_expression: lowerCompound,
  initializer_list: lowerInitializerList,
  argument_list: lowerInitializerList,
  field_expression: lowerMember,
  subscript_expression: lowerIndex,
  cast_expression: lowerCast,
  sizeof_expression: lowerSizeof,
  alignof_expression: lowerSizeof,
  lambda_expression: lowerLambda,
  fold_expression: lowerFold,
  parameter_pack_expansion: (ctx, node) => ({
    is: 'Expand',
    of: lowerPart(ctx, node, 'pattern'),
    span: spanOf(ctx, node),
  }),
  new_expression: lowerNew,
  delete_expression: lowerDelete,
  gnu_asm_expression: (ctx, node) => opaque(ctx, node, say`Assembly is not evaluated.`),
  co_await_expression: (ctx, node) => opaque(ctx, node, say`Coroutines are not evaluated.`),
  requires_expression: lowerRequires,
  requires_clause: (ctx, node) => opaque(ctx, node, say`\`requires\` is not evaluated.`),
  [TOO_DEEP]: (ctx, node) => opaque(ctx, node, say`This is nested too deeply to be read.`),
  ERROR: (ctx, node) => opaque(ctx, node, unreadable()),
};

export function lowerExpr(ctx: Context, node: Syntax): Expr {
  if (node.missing) return opaque(ctx, node, say`Something is missing here.`);
  if (isDamaged(node)) return opaque(ctx, node, unreadable());
  const rule = RULES[node.type];
  return rule === undefined
    ? opaque(ctx, node, say`CuTe Lens does not read ${node.type.replace(/_/g, ' ')}s.`)
    : rule(ctx, node);
}

/** The elements of a list: call arguments, template arguments, initialisers. Damage in between is an Opaque element. */
export function lowerSequence(ctx: Context, list: Syntax): readonly Expr[] {
  const out: Expr[] = [];
  for (const node of list.children) {
    if (!node.named) continue;
    out.push(lowerExpr(ctx, node));
  }
  return out;
}

function lowerPart(ctx: Context, node: Syntax, field: string): Expr {
  const part = child(node, field);
  return part === undefined ? opaque(ctx, node, say`A part of this expression is missing.`) : lowerExpr(ctx, part);
}

/** Parentheses vanish, but the expression keeps its own span. */
function lowerParenthesized(ctx: Context, node: Syntax): Expr {
  const inner = namedChildren(node).filter((c) => c.type !== 'ERROR');
  const only = inner[0];
  if (only === undefined) return opaque(ctx, node, say`These parentheses are empty.`);
  return isClean(node) ? lowerExpr(ctx, only) : (commaOf(ctx, node) ?? lowerExpr(ctx, only));
}

/** `(a += 1, b += 2)`, which the grammar takes for one assignment with something in its way. */
function commaOf(ctx: Context, node: Syntax): Expr | undefined {
  const [from, to] = [node.start + 1, node.end - 1];
  const text = unmasked(ctx, from, to);
  if (!text.includes(',') || !text.includes('=')) return undefined;
  const parts = expressionsIn(ctx, from, to);
  if (parts.length < 2 || parts.some((part) => part.is === 'Opaque')) return undefined;
  return parts.reduce((left, right) => ({ is: 'Binary', op: ',', left, right, span: spanOf(ctx, node) }));
}

/** The expressions of a list that the grammar took for something else. */
export function expressionsIn(ctx: Context, from: number, to: number): readonly Expr[] {
  const text = unmasked(ctx, from, to);
  const [start, end] = ctx.masked.map.range(from, to);
  const isAsWritten = ctx.masked.original.slice(start, end) === text;
  return ctx.readExpressions({ start, end, ...(!isAsWritten && { spelled: text }) });
}

/** `a, b, c` is `(a, b), c`, which the grammar reads from the right. */
function lowerComma(ctx: Context, node: Syntax): Expr {
  const parts: Syntax[] = [];
  let rest: Syntax | undefined = node;
  for (; rest?.type === 'comma_expression'; rest = child(rest, 'right')) parts.push(child(rest, 'left') ?? rest);
  const [first, ...others] = [...parts, ...(rest ? [rest] : [])].map((part) => lowerExpr(ctx, part));
  return (
    others.reduce((left: Expr | undefined, right) => {
      const span = { ...right.span, start: left?.span.start ?? right.span.start };
      return left && bounded(ctx, node, { is: 'Binary', op: ',', left, right, span });
    }, first) ?? opaque(ctx, node, unreadable())
  );
}

function binary(ctx: Context, node: Syntax, op: string): Expr {
  const left = lowerPart(ctx, node, 'left');
  const right = lowerPart(ctx, node, 'right');
  const closed = { left: isClosed(node, 'left'), right: isClosed(node, 'right') };
  return bounded(ctx, node, binaryIn({ is: 'Binary', op, left, right, span: spanOf(ctx, node) }, closed));
}

const isClosed = (node: Syntax, field: string): boolean => child(node, field)?.type === 'parenthesized_expression';

function lowerAssign(ctx: Context, node: Syntax): Expr {
  const op = operatorOf(ctx, child(node, 'operator') ?? node.children[1] ?? node);
  const target = lowerPart(ctx, node, 'left');
  const assign = { is: 'Assign' as const, op, target, value: lowerPart(ctx, node, 'right'), span: spanOf(ctx, node) };
  // The grammar reads `c ? x : y = 1` as C does; in C++ only `y` is assigned to.
  if (child(node, 'left')?.type !== 'conditional_expression' || target.is !== 'Conditional') return assign;
  const last = { ...assign, target: target.else, span: { ...assign.span, start: target.else.span.start } };
  return { ...target, else: last, span: assign.span };
}

function lowerUnary(ctx: Context, node: Syntax): Expr {
  const op = operatorOf(ctx, child(node, 'operator') ?? node.children[0] ?? node);
  const arg = lowerPart(ctx, node, 'argument');
  const unary: Unary = { is: 'Unary', op, arg, span: spanOf(ctx, node) };
  return bounded(ctx, node, unaryIn(unary, isClosed(node, 'argument')));
}

function lowerUpdate(ctx: Context, node: Syntax): Expr {
  const operator = child(node, 'operator') ?? node;
  const argument = child(node, 'argument');
  const after = argument !== undefined && argument.start < operator.start;
  const arg = lowerPart(ctx, node, 'argument');
  if (after) return { is: 'Unary', op: `post${operator.type}`, arg, span: spanOf(ctx, node) };
  return unaryIn({ is: 'Unary', op: operator.type, arg, span: spanOf(ctx, node) }, isClosed(node, 'argument'));
}

function lowerConditional(ctx: Context, node: Syntax): Expr {
  const cond = lowerPart(ctx, node, 'condition');
  const then = child(node, 'consequence') === undefined ? cond : lowerPart(ctx, node, 'consequence');
  return { is: 'Conditional', cond, then, else: lowerPart(ctx, node, 'alternative'), span: spanOf(ctx, node) };
}

const CASTS: Readonly<Record<string, 'static' | 'reinterpret' | 'const' | 'dynamic'>> = {
  static_cast: 'static',
  reinterpret_cast: 'reinterpret',
  const_cast: 'const',
  dynamic_cast: 'dynamic',
};

function lowerCall(ctx: Context, node: Syntax): Expr {
  const callee = child(node, 'function');
  const list = child(node, 'arguments');
  if (callee === undefined || list === undefined) return opaque(ctx, node, say`A part of this call is missing.`);
  if (callee.type === 'template_function') {
    const how = CASTS[textOf(ctx, child(callee, 'name') ?? callee)];
    if (how !== undefined) return lowerNamedCast(ctx, node, callee, list, how);
  }
  if (callee.type === 'identifier' && textOf(ctx, callee) === DECLTYPE_BRACE) return declTypeBrace(ctx, node, list);
  if (callee.type === 'identifier' && textOf(ctx, callee) === 'noexcept') return lowerNoexcept(ctx, node, list);
  const target = lowerExpr(ctx, callee);
  const config = launchConfig(ctx, list);
  if (config !== undefined) {
    const args = namedChildren(list)
      .slice(1)
      .map((arg) => lowerExpr(ctx, arg));
    return { is: 'Launch', kernel: target, config, args, span: spanOf(ctx, node) };
  }
  const args = list.type === 'argument_list' ? lowerSequence(ctx, list) : [lowerExpr(ctx, list)];
  return { is: 'Call', callee: target, args, span: spanOf(ctx, node) };
}

/** `noexcept(e)`, which the grammar takes for a call. */
function lowerNoexcept(ctx: Context, node: Syntax, list: Syntax): Expr {
  const [first, ...others] = lowerSequence(ctx, list);
  if (first === undefined) return opaque(ctx, node, say`The operand of ${'noexcept'} is missing.`);
  const arg = others.reduce<Expr>((left, right) => ({ is: 'Binary', op: ',', left, right, span: right.span }), first);
  return { is: 'Sizeof', op: 'noexcept', arg, span: spanOf(ctx, node) };
}

function launchConfig(ctx: Context, list: Syntax): readonly Expr[] | undefined {
  const first = namedChildren(list)[0];
  const callee = first?.type === 'call_expression' ? child(first, 'function') : undefined;
  if (first === undefined || callee === undefined || textOf(ctx, callee) !== LAUNCH) return undefined;
  const inner = child(first, 'arguments');
  return inner === undefined ? [] : lowerSequence(ctx, inner);
}

/** `decltype(e){args}`: see the mask. */
function declTypeBrace(ctx: Context, node: Syntax, list: Syntax): Expr {
  const parts = namedChildren(list);
  const [of, init] = [parts[0], parts[parts.length - 1]];
  if (of === undefined || init === undefined || init.type !== 'initializer_list')
    return opaque(ctx, node, say`This decltype could not be read.`);
  const type: Expr = {
    is: 'Decltype',
    arg: lowerExpr(ctx, of),
    span: span(ctx, node.start, Math.max(of.end, init.start - 1)),
  };
  return { is: 'Brace', type, args: lowerSequence(ctx, init), span: spanOf(ctx, node) };
}

function lowerNew(ctx: Context, node: Syntax): Expr {
  const form = formOfNew(
    node,
    (type) => lowerType(ctx, type),
    (list) => lowerSequence(ctx, list),
  );
  return { ...opaque(ctx, node, say`\`new\` is not evaluated.`), ...(form && { form }) };
}

function lowerDelete(ctx: Context, node: Syntax): Expr {
  const form = formOfDelete(node, (arg) => lowerExpr(ctx, arg));
  return { ...opaque(ctx, node, say`\`delete\` is not evaluated.`), ...(form && { form }) };
}

function lowerNamedCast(
  ctx: Context,
  node: Syntax,
  callee: Syntax,
  list: Syntax,
  how: 'static' | 'reinterpret' | 'const' | 'dynamic',
): Expr {
  const types = child(callee, 'arguments');
  const type = types === undefined ? undefined : lowerSequence(ctx, types)[0];
  const arg = lowerSequence(ctx, list)[0];
  if (type === undefined || arg === undefined) return opaque(ctx, node, say`A part of this cast is missing.`);
  return { is: 'Cast', how, type, arg, span: spanOf(ctx, node) };
}

function lowerCompound(ctx: Context, node: Syntax): Expr {
  const type = child(node, 'type');
  const value = child(node, 'value');
  const list = value === undefined ? { args: [] } : braceParts(ctx, value);
  return {
    is: 'Brace',
    ...(type === undefined || type.missing || textOf(ctx, type) === NO_TYPE ? {} : { type: lowerType(ctx, type) }),
    ...list,
    span: spanOf(ctx, node),
  };
}

function lowerInitializerList(ctx: Context, node: Syntax): Expr {
  return { is: 'Brace', ...braceParts(ctx, node), span: spanOf(ctx, node) };
}

/** The arguments of `{…}`, with the names of `{.x = 1}`. */
export function braceParts(
  ctx: Context,
  list: Syntax,
): { args: readonly Expr[]; designators?: readonly (string | undefined)[] } {
  const items = namedChildren(list);
  if (!items.some((c) => c.type === 'initializer_pair')) return { args: items.map((c) => lowerExpr(ctx, c)) };
  const designators = items.map((item) => {
    const designator = child(item, 'designator');
    return designator === undefined ? undefined : textOf(ctx, designator).replace(/^\./, '').trim();
  });
  return {
    args: items.map((item) =>
      item.type === 'initializer_pair' ? lowerPart(ctx, item, 'value') : lowerExpr(ctx, item),
    ),
    designators,
  };
}

function lowerMember(ctx: Context, node: Syntax): Expr {
  const object = lowerPart(ctx, node, 'argument');
  const field = child(node, 'field');
  if (field === undefined) return opaque(ctx, node, say`The member is missing.`);
  const operator = (child(node, 'operator') ?? node.children[1])?.type;
  if (operator === '.*') {
    const unread = opaque(ctx, node, say`Which member a pointer points to is not followed.`);
    return { ...unread, form: { how: 'pointed', object, pointer: lowerExpr(ctx, field) } };
  }
  const arrow = operator === '->';
  const { parts, global, start } = nameParts(ctx, field);
  const last = elementAt(parts, parts.length - 1);
  const of = joinParts(ctx, parts.slice(0, -1), global, start);
  return {
    is: 'Member',
    object,
    ...(of === undefined ? {} : { of }),
    id: last.id,
    idSpan: last.idSpan,
    ...(last.args === undefined ? {} : { args: last.args }),
    arrow,
    span: spanOf(ctx, node),
  };
}

function lowerIndex(ctx: Context, node: Syntax): Expr {
  const indices = child(node, 'indices');
  const args =
    indices === undefined
      ? []
      : indices.type === 'subscript_argument_list'
        ? lowerSequence(ctx, indices)
        : [lowerExpr(ctx, indices)];
  return { is: 'Index', object: lowerPart(ctx, node, 'argument'), args, span: spanOf(ctx, node) };
}

function lowerCast(ctx: Context, node: Syntax): Expr {
  const type = child(node, 'type');
  if (type === undefined) return opaque(ctx, node, say`A part of this cast is missing.`);
  const arg = lowerPart(ctx, node, 'value');
  const cast: Cast = { is: 'Cast', how: 'c', type: lowerType(ctx, type), arg, span: spanOf(ctx, node) };
  return bounded(ctx, node, castIn(cast, isClosed(node, 'value')));
}

function lowerSizeof(ctx: Context, node: Syntax): Expr {
  const op = node.type === 'alignof_expression' ? 'alignof' : hasToken(node, '...') ? 'sizeof...' : 'sizeof';
  const arg = child(node, 'type') ?? child(node, 'value') ?? namedChildren(node)[0];
  if (arg === undefined) return opaque(ctx, node, say`The operand of ${op} is missing.`);
  return { is: 'Sizeof', op, arg: lowerExpr(ctx, arg), span: spanOf(ctx, node) };
}

/** `-> T` of a function or lambda. */
export function trailingReturn(ctx: Context, declarator: Syntax): Expr | undefined {
  const trailing = childOfType(declarator, 'trailing_return_type');
  const type = trailing === undefined ? undefined : namedChildren(trailing)[0];
  return type === undefined ? undefined : lowerType(ctx, type);
}

function lowerFold(ctx: Context, node: Syntax): Expr {
  const left = child(node, 'left');
  const right = child(node, 'right');
  const op = operatorOf(ctx, child(node, 'operator') ?? node);
  const at = spanOf(ctx, node);
  const leftPack = left !== undefined && left.type !== '...';
  const rightPack = right !== undefined && right.type !== '...';
  if (leftPack && rightPack) {
    const operands = [lowerExpr(ctx, left), lowerExpr(ctx, right)] as const;
    // The names of packs are the only way to tell `(init + ... + pack)` from its mirror image. They are looked for in
    // what is lowered, since the mask writes other template arguments into the text.
    const [isInLeft, isInRight] = operands.map((operand) => namesOneOf(operand, ctx.packs()));
    const packIsLeft = isInLeft === true && isInRight !== true;
    const [pack, init] = packIsLeft ? operands : [operands[1], operands[0]];
    return { is: 'Fold', op, pack, init, left: !packIsLeft, span: at };
  }
  const pack = leftPack ? left : rightPack ? right : undefined;
  return pack === undefined
    ? opaque(ctx, node, say`This fold has no operand.`)
    : { is: 'Fold', op, pack: lowerExpr(ctx, pack), left: !leftPack, span: at };
}
