// Lowers Rust statements and blocks. A block's last expression is what a function or a closure returns.
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Block, Expr, Let, Stmt } from '../../ir/program';
import { child, childOfType, hasToken, namedChildren, type Syntax } from '../tree';
import { touchedBy } from '../cuda/touched';
import { name, opaque, spanOf, textOf, type Context } from './context';
import { lowerCondition, lowerExpression } from './expressions';
import { lowerItem } from './items';
import { isSilent } from './macros';
import { internal } from './names';
import { patternNames, plainName } from './patterns';
import { lowerType, telling } from './types';

const silent = new Set(['line_comment', 'block_comment', 'empty_statement', 'attribute_item', 'inner_attribute_item']);

export function lowerBlock(ctx: Context, block: Syntax, returns: boolean): Block {
  const parts = namedChildren(block).filter((part) => !silent.has(part.type));
  const body = parts.flatMap((part, i) =>
    returns && i === parts.length - 1 ? lowerLast(ctx, part) : lowerStatement(ctx, part),
  );
  return { is: 'Block', body, span: spanOf(ctx, block) };
}

/** The last part of a body. `if`, `match` and loops are statements whose blocks may return. */
function lowerLast(ctx: Context, part: Syntax): readonly Stmt[] {
  const inner =
    part.type === 'expression_statement' && !textOf(ctx, part).endsWith(';') ? (namedChildren(part)[0] ?? part) : part;
  if (inner.type === 'if_expression') return [lowerIf(ctx, inner, true)];
  if (
    inner.type.endsWith('_statement') ||
    inner.type.endsWith('_declaration') ||
    inner.type.endsWith('_item') ||
    controls.has(inner.type)
  )
    return lowerStatement(ctx, inner);
  return [{ is: 'Return', value: lowerExpression(ctx, inner), span: spanOf(ctx, inner) }];
}

const controls = new Set([
  'for_expression',
  'while_expression',
  'loop_expression',
  'match_expression',
  'assignment_expression',
  'compound_assignment_expr',
  'return_expression',
  'break_expression',
  'continue_expression',
]);

export function lowerStatement(ctx: Context, node: Syntax): readonly Stmt[] {
  const span = spanOf(ctx, node);
  switch (node.type) {
    case 'let_declaration':
      return lowerLet(ctx, node);
    case 'expression_statement': {
      const [inner] = namedChildren(node);
      return inner ? lowerStatement(ctx, inner) : [];
    }
    case 'if_expression':
      return [lowerIf(ctx, node, false)];
    case 'for_expression':
      return [lowerFor(ctx, node)];
    case 'while_expression':
    case 'loop_expression':
      return [lowerLoop(ctx, node)];
    case 'match_expression':
      return lowerMatch(ctx, node);
    case 'block':
      return [lowerBlock(ctx, node, false)];
    case 'unsafe_block':
    case 'async_block': {
      const block = childOfType(node, 'block');
      return block ? [lowerBlock(ctx, block, false)] : [];
    }
    case 'return_expression': {
      const [value] = namedChildren(node);
      return [{ is: 'Return', span, ...(value && { value: lowerExpression(ctx, value) }) }];
    }
    case 'break_expression':
      return [{ is: 'Jump', how: 'break', span }];
    case 'continue_expression':
      return [{ is: 'Jump', how: 'continue', span }];
    case 'ERROR':
      return [{ is: 'OpaqueStmt', why: say`This could not be read as Rust.`, span, ...touchedBy(textOf(ctx, node)) }];
    default:
      if (silent.has(node.type) || isSilent(ctx, node)) return [];
      if (node.type.endsWith('_item') || node.type === 'use_declaration') return lowerItem(ctx, node);
      return [{ is: 'Expr', expr: lowerExpression(ctx, node), span }];
  }
}

// ---- Variables ---------------------------------------------------------------------------------------------------

function lowerLet(ctx: Context, node: Syntax): readonly Stmt[] {
  const pattern = child(node, 'pattern');
  const value = child(node, 'value');
  const type = child(node, 'type');
  if (!pattern) return [];
  const init = value
    ? ascribed(ctx, node, lowerExpression(ctx, value), type)
    : opaque(ctx, node, say`The variable has no value here.`);
  const plain = plainName(ctx, pattern);
  if (plain) return [variable(plain.name, plain.span, init, spanOf(ctx, node))];
  // `let _ = …` is done for its effect.
  if (value && textOf(ctx, pattern) === '_') return [{ is: 'Expr', expr: init, span: spanOf(ctx, node) }];
  if (pattern.type !== 'tuple_pattern')
    return patternNames(ctx, pattern).map(({ name: id, span }) =>
      variable(id, span, opaque(ctx, pattern, say`What this pattern binds is not followed.`), spanOf(ctx, node)),
    );
  return lowerTuple(ctx, pattern, init, node);
}

function variable(id: string, nameSpan: Expr['span'], value: Expr, span: Expr['span']): Stmt {
  return {
    is: 'Let',
    name: id,
    nameSpan,
    type: name('auto', nameSpan),
    init: { how: 'copy', value },
    constexpr: false,
    static: false,
    memory: 'local',
    span,
  };
}

/** `let (a, _, (b, c)) = …`: parts that are patterns themselves get a name nobody can write. */
export function lowerTuple(ctx: Context, pattern: Syntax, init: Expr, node: Syntax): readonly Stmt[] {
  const later: Stmt[] = [];
  const names = pattern.children
    .filter((c) => c.named || textOf(ctx, c) === '_')
    .map((part) => {
      const plain = plainName(ctx, part);
      if (plain) return plain;
      const at = spanOf(ctx, part);
      const span = { ...at, end: at.start };
      const id = `#${span.start}`;
      if (part.type === 'tuple_pattern') later.push(...lowerTuple(ctx, part, name(id, span), node));
      return { name: id, span };
    });
  return [{ is: 'Bindings', names, init, span: spanOf(ctx, node) }, ...later];
}

/** A type beside the name says what the value alone may not: the shape of an extracted tile, the element of `zeros`. */
function ascribed(ctx: Context, node: Syntax, value: Expr, type: Syntax | undefined): Expr {
  const whole = type && lowerType(ctx, type);
  const lowered = whole && telling(whole);
  if (!lowered) return value;
  return { is: 'Call', callee: name(internal('as'), spanOf(ctx, node), [lowered]), args: [value], span: value.span };
}

// ---- Control -----------------------------------------------------------------------------------------------------

function lowerIf(ctx: Context, node: Syntax, returns: boolean): Stmt {
  const cond = child(node, 'condition');
  const then = child(node, 'consequence');
  const alternative = child(node, 'alternative');
  const branch = alternative && namedChildren(alternative)[0];
  return {
    is: 'If',
    constexpr: false,
    span: spanOf(ctx, node),
    cond: cond ? lowerCondition(ctx, cond) : opaque(ctx, node, say`The condition is missing.`),
    then: then ? lowerBlock(ctx, then, returns) : { is: 'Block', body: [], span: spanOf(ctx, node) },
    ...(branch && {
      else: branch.type === 'if_expression' ? lowerIf(ctx, branch, returns) : lowerBlock(ctx, branch, returns),
    }),
  };
}

/** `for i in a..b` counts; anything else gives its elements one by one. */
function lowerFor(ctx: Context, node: Syntax): Stmt {
  const pattern = child(node, 'pattern');
  const value = child(node, 'value');
  const span = spanOf(ctx, node);
  const body = bodyOfLoop(ctx, node);
  if (!pattern || !value) return { is: 'Block', span, body: [body] };
  if (/\.iter_indices\w*\(/.test(textOf(ctx, value))) {
    const [first] = patternNames(ctx, pattern);
    const index = first ? [variable(first.name, first.span, firstOf(ctx, value), first.span)] : [];
    return { is: 'Block', span, body: [...index, body] };
  }
  return countingLoop(ctx, pattern, value, body, span) ?? loopOverElements(ctx, pattern, value, body, span);
}

/** `for i in a..b`, as a loop with a counter. Undefined for a range without both ends, and where `i` is `mut`, since
 *  the body may then change it. */
function countingLoop(ctx: Context, pattern: Syntax, value: Syntax, body: Stmt, span: Span): Stmt | undefined {
  const bound = pattern.type === 'identifier' ? plainName(ctx, pattern) : undefined;
  const [first, last, ...more] = value.type === 'range_expression' ? namedChildren(value) : [];
  if (!bound || !first || !last || more.length > 0) return undefined;
  const at = bound.span;
  // The text has the counter once, so its uses in the condition and in the step have no place of their own.
  const counter = name(bound.name, { ...at, end: at.start });
  const end = lowerExpression(ctx, last);
  const one: Expr = { is: 'Int', value: 1, type: 'int', span: end.span };
  // `a..=b` includes `b`.
  const until: Expr = hasToken(value, '..=') ? { is: 'Binary', op: '+', left: end, right: one, span: end.span } : end;
  return {
    is: 'For',
    span,
    body,
    init: [variable(bound.name, at, lowerExpression(ctx, first), { ...at, end: until.span.end })],
    cond: { is: 'Binary', op: '<', left: counter, right: until, span: until.span },
    step: { is: 'Unary', op: '++', arg: counter, span: counter.span },
    until,
  };
}

/** A loop over the elements of anything else; a pattern takes each element apart. */
function loopOverElements(ctx: Context, pattern: Syntax, value: Syntax, body: Stmt, span: Span): Stmt {
  const plain = plainName(ctx, pattern);
  const at = spanOf(ctx, pattern);
  const whole = plain ?? { name: `#${at.start}`, span: { ...at, end: at.start } };
  const isTaken = !plain && pattern.type === 'tuple_pattern';
  const parts = isTaken ? lowerTuple(ctx, pattern, name(whole.name, whole.span), pattern) : [];
  const element: Let = {
    is: 'Let',
    name: whole.name,
    nameSpan: whole.span,
    type: name('auto', whole.span),
    init: { how: 'none' },
    constexpr: false,
    static: false,
    memory: 'local',
    span: whole.span,
  };
  return {
    is: 'RangeFor',
    span,
    variable: element,
    range: lowerExpression(ctx, value),
    body: parts.length === 0 ? body : { is: 'Block', body: [...parts, body], span },
  };
}

/** The first of the indices that a mapped partition walks. */
function firstOf(ctx: Context, value: Syntax): Expr {
  const object = lowerExpression(ctx, value);
  const span = spanOf(ctx, value);
  return {
    is: 'Call',
    callee: { is: 'Member', object, id: 'first_index', idSpan: span, arrow: false, span },
    args: [],
    span,
  };
}

function bodyOfLoop(ctx: Context, node: Syntax): Stmt {
  const block = child(node, 'body');
  return block ? lowerBlock(ctx, block, false) : { is: 'Block', body: [], span: spanOf(ctx, node) };
}

function lowerLoop(ctx: Context, node: Syntax): Stmt {
  const cond = child(node, 'condition');
  const span = spanOf(ctx, node);
  const body = bodyOfLoop(ctx, node);
  return {
    is: 'While',
    cond: cond ? lowerCondition(ctx, cond) : { is: 'Bool', value: true, span },
    body,
    doWhile: false,
    span,
  };
}

/** Lowers a `match` whose arm is unknown at compile time: all arms are evaluated, as branches of an unknown
 *  condition. */
export function lowerMatch(ctx: Context, node: Syntax): readonly Stmt[] {
  const body = child(node, 'body');
  const arms = body ? namedChildren(body).filter((arm) => arm.type === 'match_arm') : [];
  return arms.map((arm): Stmt => {
    const span = spanOf(ctx, arm);
    const pattern = child(arm, 'pattern');
    const value = child(arm, 'value');
    const bound = pattern ? patternNames(ctx, pattern).filter(({ name: id }) => /^[a-z_]/.test(id)) : [];
    const inner: Stmt[] = bound.map(({ name: id, span: at }) =>
      variable(id, at, { is: 'Opaque', why: say`What this pattern binds is not followed.`, span: at }, at),
    );
    const then: Stmt = {
      is: 'Block',
      span,
      body: [
        ...inner,
        ...(value ? (value.type === 'block' ? [lowerBlock(ctx, value, false)] : lowerStatement(ctx, value)) : []),
      ],
    };
    return {
      is: 'If',
      constexpr: false,
      cond: opaque(ctx, pattern ?? arm, say`Which arm is taken is not known here.`),
      then,
      span,
    };
  });
}
