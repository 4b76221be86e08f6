// Lowers expressions with parameters of their own: lambdas (what they capture and how, what they return, their body)
// and requires-expressions ([expr.prim.req]). Does not know where a lambda is called, what the names that it captures
// stand for, nor whether a requirement is met.
import { say } from '../../base/say';
import type { Expr, Lambda, Requirement } from '../../ir/program';
import { marksOf, opaque, spanOf, textOf, type Context } from './context';
import { lowerExpr, trailingReturn } from './expressions';
import { NESTED_REQUIREMENT } from './mask-words';
import type { Mark } from './mask-writer';
import { lowerParams, lowerTemplateParams, noexceptOf } from './parameters';
import { constraints } from './specifiers';
import { lowerBlock } from './statements';
import { lowerType } from './types';
import { child, hasToken, namedChildren, type Syntax } from '../tree';

export function lowerLambda(ctx: Context, node: Syntax): Expr {
  const captures: Lambda['captures'][number][] = [];
  for (const capture of child(node, 'captures')?.children ?? []) {
    const left = child(capture, 'left');
    const right = child(capture, 'right');
    if (capture.type !== 'lambda_capture_initializer' || left === undefined || right === undefined) continue;
    const name = textOf(ctx, left);
    captures.push({
      name: name.replace(/^&\s*/, ''),
      init: lowerExpr(ctx, right),
      span: spanOf(ctx, left),
      ...(isReference(capture) && { reference: true }),
    });
  }
  const copies = copiesOf(ctx, node);
  const declarator = child(node, 'declarator');
  const returns = declarator === undefined ? undefined : trailingReturn(ctx, declarator);
  const noexcept = declarator && noexceptOf(ctx, declarator);
  const body = child(node, 'body');
  return {
    is: 'Lambda',
    templateParams: lowerTemplateParams(ctx, child(node, 'template_parameters')),
    params: declarator === undefined ? [] : lowerParams(ctx, child(declarator, 'parameters')),
    captures,
    ...(copies && { copies }),
    ...(/^\[\s*\]$/.test(capturesOf(ctx, node)) && { capturesNothing: true as const }),
    ...(copiesThis(ctx, node) && { copiesThis: true as const }),
    ...(isMutable(ctx, declarator, body) && { mutable: true as const }),
    ...(noexcept && { noexcept }),
    ...constraints(ctx, node, body?.start ?? node.end),
    ...(returns === undefined ? {} : { returns }),
    body:
      body === undefined
        ? { is: 'Block', body: [], span: spanOf(ctx, node) }
        : lowerBlock({ ...ctx, inFunction: true }, body),
    span: spanOf(ctx, node),
  };
}

function isMutable(ctx: Context, declarator: Syntax | undefined, body: Syntax | undefined): boolean {
  const from = declarator && (child(declarator, 'parameters')?.end ?? declarator.start);
  return (
    from !== undefined && body !== undefined && /^\s*\w*\s*\bmutable\b/.test(ctx.masked.text.slice(from, body.start))
  );
}

function copiesThis(ctx: Context, node: Syntax): boolean {
  return /[[,]\s*\*\s*this\s*[\],]/.test(capturesOf(ctx, node));
}

function capturesOf(ctx: Context, node: Syntax): string {
  const captures = child(node, 'captures');
  return captures === undefined ? '' : textOf(ctx, captures);
}

function isReference(capture: Syntax): boolean {
  return hasToken(capture, '&');
}

/** `[x]`, `[=]`, `[=, &x]`: what a lambda has of its own from the moment it is made. */
function copiesOf(ctx: Context, node: Syntax): Lambda['copies'] {
  const names: string[] = [];
  const references: string[] = [];
  let isByValue = false;
  let before = '';
  for (const capture of child(node, 'captures')?.children ?? []) {
    const name =
      capture.type === 'parameter_pack_expansion'
        ? namedChildren(capture)[0]
        : capture.type === 'identifier'
          ? capture
          : undefined;
    if (capture.type === 'lambda_default_capture') isByValue = textOf(ctx, capture) === '=';
    else if (name) (before === '&' ? references : names).push(textOf(ctx, name));
    before = capture.type;
  }
  if (isByValue) return { allBut: references };
  return names.length > 0 ? { names } : undefined;
}

// ---- Requires-expressions ------------------------------------------------------------------------------------------

export function lowerRequires(ctx: Context, node: Syntax): Expr {
  const body = child(node, 'requirements');
  if (body === undefined) return opaque(ctx, node, say`\`requires\` is not evaluated.`);
  return {
    is: 'Requires',
    params: lowerParams(ctx, child(node, 'parameters')),
    requirements: namedChildren(body).flatMap((one) => lowerRequirement(ctx, one)),
    span: spanOf(ctx, node),
  };
}

function lowerRequirement(ctx: Context, node: Syntax): readonly Requirement[] {
  const text = textOf(ctx, node);
  if (text.replace(/;$/, '').trim() === '') return [];
  const [first] = namedChildren(node);
  const nested = marksOf(ctx, node, node.start + 1).find(({ what }) => what === NESTED_REQUIREMENT)?.argument;
  if (nested) return [{ what: 'condition', of: nestedCondition(ctx, node, nested) }];
  if (first === undefined) return [{ what: 'valid', of: opaque(ctx, node, say`This requirement could not be read.`) }];
  if (node.type === 'type_requirement') return [{ what: 'type', of: lowerType(ctx, first) }];
  const constraint = namedChildren(node).find(({ type }) => type === 'trailing_return_type');
  const type = constraint && namedChildren(constraint)[0];
  if (!constraint && first.type === 'qualified_identifier') return [qualifiedRequirement(ctx, first)];
  return [
    {
      what: 'valid',
      of: lowerExpr(ctx, first),
      ...(type && { returns: lowerType(ctx, type) }),
      ...(hasToken(node, 'noexcept') && { noexcept: true as const }),
    },
  ];
}

/** `T::name;`, or `typename T::name;`, of which the masked text has no `typename`. */
function qualifiedRequirement(ctx: Context, node: Syntax): Requirement {
  const [start, end] = ctx.masked.map.range(node.start, node.end);
  if (ctx.masked.original.slice(start, end) !== ctx.masked.text.slice(node.start, node.end))
    return { what: 'valid', of: opaque(ctx, node, say`Whether this requirement is of a type could not be read.`) };
  const isType = /\btypename\s+$/.test(ctx.masked.original.slice(Math.max(0, start - 40), start));
  return { what: isType ? 'type' : 'valid', of: isType ? lowerType(ctx, node) : lowerExpr(ctx, node) };
}

function nestedCondition(ctx: Context, node: Syntax, condition: NonNullable<Mark['argument']>): Expr {
  const [only, ...others] = ctx.readExpressions(condition);
  return only && others.length === 0 ? only : opaque(ctx, node, say`This requirement could not be read.`);
}
