// Lowers lambdas: what they capture and how, their parameters, what they return, their body. Does not know where a
// lambda is called, nor what the names that it captures stand for.
import type { Expr, Lambda } from '../../ir/program';
import { spanOf, textOf, type Context } from './context';
import { lowerExpr, trailingReturn } from './expressions';
import { lowerParams, lowerTemplateParams } from './parameters';
import { lowerBlock } from './statements';
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
  const body = child(node, 'body');
  return {
    is: 'Lambda',
    templateParams: lowerTemplateParams(ctx, child(node, 'template_parameters')),
    params: declarator === undefined ? [] : lowerParams(ctx, child(declarator, 'parameters')),
    captures,
    ...(copies && { copies }),
    ...(copiesThis(ctx, node) && { copiesThis: true as const }),
    ...(returns === undefined ? {} : { returns }),
    body:
      body === undefined
        ? { is: 'Block', body: [], span: spanOf(ctx, node) }
        : lowerBlock({ ...ctx, inFunction: true }, body),
    span: spanOf(ctx, node),
  };
}

function copiesThis(ctx: Context, node: Syntax): boolean {
  const captures = child(node, 'captures');
  return captures !== undefined && /[[,]\s*\*\s*this\s*[\],]/.test(textOf(ctx, captures));
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
