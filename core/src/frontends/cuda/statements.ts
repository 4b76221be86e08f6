// Lowers statements. Declarations are in declarations.ts; a statement that cannot be read becomes an OpaqueStmt.
import { say } from '../../base/say';
import { elementAt } from '../../base/assert';
import { poll } from '../../base/meter';
import type { Block, Expr, Let, Stmt, Switch } from '../../ir/program';
import { opaque, opaqueStmt, span, spanOf, textOf, unreadable, type Context } from './context';
import { sideOfLabel } from './divisions';
import { isDeclaration, lowerDeclaration } from './declarations';
import { lowerExpr } from './expressions';
import { functionPointer } from './function-pointers';
import { classOfMemberPointer } from './parameters';
import { declare, lowerType, withQualifiers } from './types';
import { child, hasToken, isDamaged, namedChildren, TOO_DEEP, type Syntax } from '../tree';

export function lowerBlock(ctx: Context, node: Syntax): Block {
  const inner = ctx.inFunction ? ctx : { ...ctx, inFunction: true };
  if (node.type !== 'compound_statement')
    return { is: 'Block', body: lowerStatement(inner, node), span: spanOf(ctx, node) };
  return {
    is: 'Block',
    body: ctx.recovered?.get(node.start) ?? lowerBlockItems(inner, node.children),
    span: spanOf(ctx, node),
  };
}

/** Statements, or the declarations of a file, a namespace, a class or `extern "C"`. */
export function lowerStatements(ctx: Context, nodes: readonly Syntax[]): readonly Stmt[] {
  const out: Stmt[] = [];
  for (const node of nodes) if (node.named) out.push(...lowerStatement(ctx, node));
  return out;
}

/** Lowers the statements of a block. Statements that an earlier version of the file had are reused; new ones are
 *  reported, so that the next version can reuse them. */
function lowerBlockItems(ctx: Context, nodes: readonly Syntax[]): readonly Stmt[] {
  const out: Stmt[] = [];
  for (const node of nodes) {
    if (!node.named) continue;
    const items = node.known ?? lowerStatement(ctx, node);
    if (node.known === undefined) ctx.keep?.(node, items);
    out.push(...items);
  }
  return out;
}

/** One statement of the grammar may be several of ours (`int a, b;`) or none (`;`). */
export function lowerStatement(ctx: Context, node: Syntax): readonly Stmt[] {
  poll();
  if (isDeclaration(node)) return lowerDeclaration(ctx, node);
  switch (node.type) {
    case 'compound_statement':
      return [lowerBlock(ctx, node)];
    case 'expression_statement':
      return lowerExpressionStatement(ctx, node);
    case 'if_statement':
      return [lowerIf(ctx, node)];
    case 'for_statement':
      return [lowerFor(ctx, node)];
    case 'for_range_loop':
      return [lowerRangeFor(ctx, node)];
    case 'while_statement':
    case 'do_statement':
      return [lowerWhile(ctx, node)];
    case 'switch_statement':
      return [lowerSwitch(ctx, node)];
    case 'return_statement': {
      const value = namedChildren(node)[0];
      return [
        {
          is: 'Return',
          ...(value === undefined ? {} : { value: lowerExpr(ctx, value) }),
          ...(value?.type === 'parenthesized_expression' && { parenthesised: true as const }),
          span: spanOf(ctx, node),
        },
      ];
    }
    case 'break_statement':
      return [{ is: 'Jump', how: 'break', span: spanOf(ctx, node) }];
    case 'continue_statement':
      return [{ is: 'Jump', how: 'continue', span: spanOf(ctx, node) }];
    case 'goto_statement':
      return [{ is: 'Jump', how: 'goto', span: spanOf(ctx, node) }];
    case 'labeled_statement':
      return lowerLabelled(ctx, node);
    case 'attributed_statement':
      return lowerStatements(
        ctx,
        node.children.filter((c) => c.type !== 'attribute_declaration'),
      );
    case 'else_clause':
    case 'init_statement':
      return lowerStatements(ctx, node.children);
    case 'try_statement':
      return [lowerTry(ctx, node)];
    case 'throw_statement':
      return [opaqueStmt(ctx, node, say`Exceptions are not evaluated.`)];
    case 'seh_try_statement':
    case 'co_return_statement':
    case 'co_yield_statement':
      return [opaqueStmt(ctx, node, say`This statement is not evaluated.`)];
    case 'ERROR':
      return lowerDamaged(ctx, node);
    case TOO_DEEP:
      return [opaqueStmt(ctx, node, say`This is nested too deeply to be read.`)];
    case 'comment':
    case 'attribute_declaration':
      return [];
    case 'case_statement':
      return lowerInnerCase(ctx, node);
    default:
      return [{ is: 'Expr', expr: lowerExpr(ctx, node), span: spanOf(ctx, node) }];
  }
}

/** A label, or the statements of one side of the compilation. */
function lowerLabelled(ctx: Context, node: Syntax): readonly Stmt[] {
  const label = node.children.find((c) => c.type === 'statement_identifier');
  const side = label && sideOfLabel(textOf(ctx, label));
  const inner = node.children.filter((c) => c.type !== 'statement_identifier');
  if (side === undefined)
    return [{ is: 'Jump', how: 'label', span: spanOf(ctx, node) }, ...lowerStatements(ctx, inner)];
  const block = inner.find((c) => c.type === 'compound_statement');
  return [{ is: 'Sided', side, body: block ? lowerBlock(ctx, block).body : [], span: spanOf(ctx, node) }];
}

/** Inside damage, whole statements are kept and the rest is one opaque statement. */
function lowerDamaged(ctx: Context, node: Syntax): readonly Stmt[] {
  const kept = node.children.filter((c) => isDeclaration(c) || /_statement$|_loop$/.test(c.type));
  return [opaqueStmt(ctx, node, unreadable()), ...kept.flatMap((c) => lowerStatement(ctx, c))];
}

function lowerExpressionStatement(ctx: Context, node: Syntax): readonly Stmt[] {
  const expr = namedChildren(node).find((c) => c.type !== 'ERROR');
  if (expr === undefined) return [];
  if (isDamaged(node)) return [opaqueStmt(ctx, node, unreadable())];
  const lowered = lowerExpr(ctx, expr);
  const at = spanOf(ctx, node);
  const declared =
    compared(lowered, at) ??
    referredArray(lowered, at) ??
    functionPointer(ctx, expr, lowered, at, classOfMemberPointer);
  return [declared ?? { is: 'Expr', expr: lowered, span: at }];
}

/** `A<2 * n> x;` reads as two comparisons to a grammar that does not know that A is a template. A statement that
 *  compares and drops the result is nothing that anyone writes: it declares x. */
function compared(e: Expr, at: Let['span']): Let | undefined {
  const [greater, init] = e.is === 'Assign' && e.op === '=' ? [e.target, e.value] : [e, undefined];
  if (greater.is !== 'Binary' || greater.op !== '>' || greater.left.is !== 'Binary' || greater.left.op !== '<')
    return undefined;
  const { left: template, right: arg } = greater.left;
  if ((template.is !== 'Name' && template.is !== 'Scope') || template.args) return undefined;
  const { right } = greater;
  const name = right.is === 'Call' && !init ? right.callee : right;
  if (name.is !== 'Name' || name.args) return undefined;
  return {
    is: 'Let',
    name: name.id,
    nameSpan: name.span,
    type: { ...template, args: argumentsOf(arg), span: { ...template.span, end: arg.span.end + 1 } },
    init: init
      ? { how: 'copy', value: init }
      : right.is === 'Call'
        ? { how: 'paren', args: right.args }
        : { how: 'none' },
    constexpr: false,
    static: false,
    memory: 'local',
    span: at,
  };
}

/** `int (&x)[3] = y;` and `int (*x)[3] = &y;` read as a call whose result is indexed and set, which nobody writes. */
function referredArray(e: Expr, at: Let['span']): Let | undefined {
  if (e.is !== 'Assign' || e.op !== '=' || e.target.is !== 'Index') return undefined;
  const sizes: Expr[] = [];
  let inner: Expr = e.target;
  for (; inner.is === 'Index'; inner = inner.object) if (inner.args[0]) sizes.push(inner.args[0]);
  const declarator = inner.is === 'Call' && inner.args.length === 1 ? inner.args[0] : undefined;
  if (inner.is !== 'Call' || declarator?.is !== 'Unary' || declarator.arg.is !== 'Name') return undefined;
  if ((inner.callee.is !== 'Name' && inner.callee.is !== 'Scope') || !/^[&*]$/.test(declarator.op)) return undefined;
  const { span } = e.target;
  const array = sizes.reduce<Expr>((of, size) => ({ is: 'Wrap', how: 'array', of, size, span }), inner.callee);
  return {
    is: 'Let',
    name: declarator.arg.id,
    nameSpan: declarator.arg.span,
    type: { is: 'Wrap', how: declarator.op === '&' ? 'ref' : 'pointer', of: array, span },
    init: { how: 'copy', value: e.value },
    constexpr: false,
    static: false,
    memory: 'local',
    span: at,
  };
}

/** The operands of `a, b`. */
function argumentsOf(e: Expr): readonly Expr[] {
  return e.is === 'Binary' && e.op === ',' ? [...argumentsOf(e.left), e.right] : [e];
}

/** The condition of `if`, `while` and `switch`: statements that come first, and the expression. */
function lowerCondition(
  ctx: Context,
  clause: Syntax | undefined,
  owner: Syntax,
): { readonly init?: Stmt; readonly cond: Expr } {
  if (clause === undefined) return { cond: opaque(ctx, owner, say`The condition is missing.`) };
  if (clause.type !== 'condition_clause') return { cond: lowerExpr(ctx, clause) };
  const initNode = child(clause, 'initializer');
  const init = initNode === undefined ? undefined : lowerStatement(ctx, initNode)[0];
  if (isDamaged(clause)) return { cond: opaque(ctx, clause, unreadable()) };
  const value = child(clause, 'value') ?? namedChildren(clause).find((c) => c !== initNode);
  if (value === undefined)
    return { ...(init === undefined ? {} : { init }), cond: opaque(ctx, clause, say`The condition is missing.`) };
  if (value.type !== 'declaration') return { ...(init === undefined ? {} : { init }), cond: lowerExpr(ctx, value) };
  const declared = lowerDeclaration(ctx, value)[0];
  if (declared?.is !== 'Let' || init)
    return { ...(init && { init }), cond: opaque(ctx, value, say`This condition could not be read.`) };
  return { init: declared, cond: { is: 'Name', id: declared.name, span: declared.nameSpan } };
}

function body(ctx: Context, node: Syntax | undefined, owner: Syntax): Stmt {
  if (node === undefined) return { is: 'Block', body: [], span: spanOf(ctx, owner) };
  const statements = lowerStatement(ctx, node);
  return statements.length === 1
    ? elementAt(statements, 0)
    : { is: 'Block', body: statements, span: spanOf(ctx, node) };
}

function lowerIf(ctx: Context, node: Syntax): Stmt {
  const otherwise = child(node, 'alternative');
  return {
    is: 'If',
    constexpr: hasToken(node, 'constexpr'),
    ...lowerCondition(ctx, child(node, 'condition'), node),
    then: body(ctx, child(node, 'consequence'), node),
    ...(otherwise === undefined ? {} : { else: body(ctx, otherwise, node) }),
    span: spanOf(ctx, node),
  };
}

function lowerFor(ctx: Context, node: Syntax): Stmt {
  const init = child(node, 'initializer');
  const cond = child(node, 'condition');
  const step = child(node, 'update');
  return {
    is: 'For',
    init: init === undefined ? [] : lowerStatement(ctx, init),
    ...(cond === undefined ? {} : { cond: lowerExpr(ctx, cond) }),
    ...(step === undefined ? {} : { step: lowerExpr(ctx, step) }),
    body: body(ctx, child(node, 'body'), node),
    span: spanOf(ctx, node),
  };
}

/** `for (auto [a, b] : range)` binds inside the body a variable that has no name in the source. */
const UNNAMED = '__range_item';

function lowerRangeFor(ctx: Context, node: Syntax): Stmt {
  const typeNode = child(node, 'type');
  const declarator = child(node, 'declarator');
  const range = child(node, 'right');
  if (typeNode === undefined || declarator === undefined || range === undefined)
    return opaqueStmt(ctx, node, say`This loop could not be read.`);
  const type = withQualifiers(ctx, node, lowerType(ctx, typeNode));
  const declared = declare(ctx, type, declarator, typeNode.start);
  const nameNode = declared.name ?? declarator;
  const nameSpan = spanOf(ctx, nameNode);
  const name = declared.bindings === undefined ? textOf(ctx, nameNode) : UNNAMED;
  const variable: Let = {
    is: 'Let',
    name,
    nameSpan,
    type: declared.type,
    init: { how: 'none' },
    constexpr: false,
    static: false,
    memory: 'local',
    span: span(ctx, typeNode.start, declarator.end),
  };
  const inner = body(ctx, child(node, 'body'), node);
  const loop: Stmt = {
    is: 'RangeFor',
    variable,
    range: lowerExpr(ctx, range),
    body: declared.bindings === undefined ? inner : unpack(ctx, declared.bindings, inner),
    span: spanOf(ctx, node),
  };
  const init = child(node, 'initializer');
  return init === undefined ? loop : { is: 'Block', body: [...lowerStatement(ctx, init), loop], span: loop.span };
}

function unpack(ctx: Context, bindings: Syntax, inner: Stmt): Stmt {
  const at = spanOf(ctx, bindings);
  const names = namedChildren(bindings).map((c) => ({ name: textOf(ctx, c), span: spanOf(ctx, c) }));
  return {
    is: 'Block',
    body: [{ is: 'Bindings', names, init: { is: 'Name', id: UNNAMED, span: at }, reference: true, span: at }, inner],
    span: inner.span,
  };
}

/** `while (T x = f())` begins each iteration with a new x. */
function lowerWhile(ctx: Context, node: Syntax): Stmt {
  const { init, cond } = lowerCondition(ctx, child(node, 'condition'), node);
  const at = spanOf(ctx, node);
  const inner = body(ctx, child(node, 'body'), node);
  if (init === undefined) return { is: 'While', cond, body: inner, doWhile: node.type === 'do_statement', span: at };
  const end: Stmt = { is: 'Jump', how: 'break', span: cond.span };
  const goesOn: Stmt = { is: 'If', constexpr: false, cond, then: inner, else: end, span: inner.span };
  return { is: 'For', init: [], body: { is: 'Block', body: [init, goesOn], span: at }, span: at };
}

function lowerTry(ctx: Context, node: Syntax): Stmt {
  const handlers = node.children.filter((c) => c.type === 'catch_clause').flatMap((c) => child(c, 'body') ?? []);
  return {
    is: 'Try',
    body: body(ctx, child(node, 'body'), node),
    handlers: handlers.map((handler) => lowerBlock(ctx, handler)),
    span: spanOf(ctx, node),
  };
}

/** `case 1 ... 5:` has been masked as a comparison of its ends. */
function lowerLabel(value: Expr): Pick<Switch['cases'][number], 'value' | 'through'> {
  return value.is === 'Binary' && value.op === '...' ? { value: value.left, through: value.right } : { value };
}

/** A label that stands in no switch, or inside a statement in one: what leads there is not followed. */
function lowerInnerCase(ctx: Context, node: Syntax): readonly Stmt[] {
  const at = spanOf(ctx, node);
  const body = node.children.filter((c) => c.field !== 'value');
  return [{ is: 'Jump', how: 'goto', span: at }, { is: 'Jump', how: 'label', span: at }, ...lowerStatements(ctx, body)];
}

/** Whether a label of the switch that a statement is in stands inside that statement. */
function hasInnerLabel(node: Syntax): boolean {
  return node.children.some(
    (c) =>
      c.type === 'case_statement' || (!/^(?:switch_statement|lambda_expression)$/.test(c.type) && hasInnerLabel(c)),
  );
}

function lowerSwitch(ctx: Context, node: Syntax): Stmt {
  const { init, cond } = lowerCondition(ctx, child(node, 'condition'), node);
  const cases: Switch['cases'][number][] = [];
  let entersOthers = false;
  const inner = child(node, 'body');
  for (const item of inner?.type === 'compound_statement' ? inner.children : inner ? [inner] : []) {
    if (hasInnerLabel(item)) entersOthers = true;
    if (item.type !== 'case_statement') continue;
    const value = child(item, 'value');
    const statements = lowerStatements(
      ctx,
      item.children.filter((c) => c !== value),
    );
    cases.push({ ...(value === undefined ? {} : lowerLabel(lowerExpr(ctx, value))), body: statements });
  }
  const result: Stmt = {
    is: 'Switch',
    value: cond,
    cases,
    ...(entersOthers && { entersOthers }),
    span: spanOf(ctx, node),
  };
  return init === undefined ? result : { is: 'Block', body: [init, result], span: result.span };
}
