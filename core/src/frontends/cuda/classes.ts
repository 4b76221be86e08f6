// Lowers classes, unions and enumerations.
import { elementAt } from '../../base/assert';
import { say } from '../../base/say';
import type { Enum, Expr, Stmt, StructDecl } from '../../ir/program';
import { alignment, classAttributes, isPacked, packing } from './attributes';
import { marksOf, opaque, spanOf, textOf, type Context } from './context';
import { declarationSpan, type Around } from './declarations';
import { lowerExpr } from './expressions';
import { declaredName } from './functions';
import { constraints } from './specifiers';
import { NO_NAME } from './mask-words';
import { lowerStatements } from './statements';
import { lowerDecltype, lowerName, lowerType } from './types';
import { child, childOfType, hasToken, namedChildren, type Syntax } from '../tree';

export function lowerClass(ctx: Context, node: Syntax, around: Around): readonly Stmt[] {
  const name = child(node, 'name');
  const body = child(node, 'body');
  if (body === undefined && name !== undefined) {
    const marks = marksOf(ctx, node).map((mark) => mark.what);
    if (marks.includes('template'))
      return marks.includes('extern')
        ? []
        : [{ is: 'Instantiation', target: lowerName(ctx, name), span: declarationSpan(ctx, node, around) }];
  }
  const bases = childOfType(node, 'base_class_clause') ?? decltypeBase(node);
  const attributes = classAttributes(ctx, node);
  const struct: StructDecl = {
    is: 'Struct',
    kind: node.type === 'class_specifier' ? 'class' : node.type === 'union_specifier' ? 'union' : 'struct',
    ...(name === undefined ? {} : declaredName(ctx, name)),
    templates: around.templates,
    ...constraints(ctx, node, name?.start ?? body?.start ?? node.start),
    bases: bases === undefined ? [] : lowerBases(ctx, bases),
    ...alignment(ctx, node, attributes),
    ...(bases !== undefined && bases.children.some((c) => c.type === 'virtual') && { virtualBases: true as const }),
    ...(hasHiddenBases(ctx, node, bases) && { hiddenBases: true as const }),
    ...(childOfType(node, 'virtual_specifier') !== undefined && { final: true as const }),
    ...packing(ctx, node, attributes),
    ...(body !== undefined && hasHiddenData(ctx, node, body) && { hidden: true as const }),
    ...(body !== undefined && hasVagueAccess(ctx, node, bases, body) && { vagueAccess: true as const }),
    ...(body !== undefined && membersOf(ctx, node, body)),
    span: declarationSpan(ctx, node, around),
  };
  return [struct];
}

function membersOf(ctx: Context, node: Syntax, body: Syntax): Pick<StructDecl, 'members' | 'hiddenNames'> {
  const recovered = ctx.recovered?.get(body.start);
  return recovered ? { members: recovered } : lowerMembers({ ...ctx, inFunction: false }, node, body);
}

/** The members; functions that are private or protected say so. */
function lowerMembers(ctx: Context, node: Syntax, body: Syntax): Pick<StructDecl, 'members' | 'hiddenNames'> {
  const members: Stmt[] = [];
  const hiddenNames: string[] = [];
  let isHidden = node.type === 'class_specifier';
  for (const c of body.children) {
    if (c.type === 'access_specifier') {
      isHidden = textOf(ctx, c) !== 'public';
      continue;
    }
    const lowered = lowerStatements(ctx, [c]);
    members.push(...(isHidden ? lowered.map(hide) : lowered));
    if (isHidden) hiddenNames.push(...lowered.flatMap(namesIn));
  }
  return { members, ...(hiddenNames.length > 0 && { hiddenNames }) };
}

function hide(member: Stmt): Stmt {
  return member.is === 'Func' ? { ...member, hidden: true as const } : member;
}

/** What a member that is no function declares in its class. */
function namesIn(member: Stmt): readonly string[] {
  if (member.is === 'Let' || member.is === 'Alias') return [member.name];
  if (member.is === 'Struct') return member.name === undefined ? [] : [member.name];
  if (member.is !== 'Enum') return [];
  const own = member.scoped ? [] : member.members.map(({ name }) => name);
  return member.name === undefined ? own : [member.name, ...own];
}

/** Friends, and bases that are private or protected. */
function hasVagueAccess(ctx: Context, node: Syntax, bases: Syntax | undefined, body: Syntax): boolean {
  return /\bfriend\b/.test(textOf(ctx, body)) || hasHiddenBases(ctx, node, bases);
}

function hasHiddenBases(ctx: Context, node: Syntax, bases: Syntax | undefined): boolean {
  if (!bases) return false;
  const text = textOf(ctx, bases);
  return /\b(private|protected)\b/.test(text) || (node.type === 'class_specifier' && !/\bpublic\b/.test(text));
}

function hasHiddenData(ctx: Context, node: Syntax, body: Syntax): boolean {
  let isHidden = node.type === 'class_specifier';
  for (const c of body.children) {
    if (c.type === 'access_specifier') isHidden = textOf(ctx, c) !== 'public';
    else if (isHidden && c.type === 'field_declaration' && isData(ctx, c)) return true;
  }
  return false;
}

function isData(ctx: Context, field: Syntax): boolean {
  const declarator = child(field, 'declarator');
  if (declarator === undefined || /function_declarator/.test(declarator.type)) return false;
  return !/^\s*(inline\s+)?static\b/.test(textOf(ctx, field));
}

/** `: decltype(x)`, which the grammar does not know as a base. */
function decltypeBase(node: Syntax): Syntax | undefined {
  return node.children.find((c) => c.type === 'ERROR' && childOfType(c, 'decltype') !== undefined);
}

function lowerBases(ctx: Context, clause: Syntax): readonly Expr[] {
  const out: Expr[] = [];
  for (let i = 0; i < clause.children.length; i++) {
    const child = elementAt(clause.children, i);
    const node = (child.type === 'ERROR' ? childOfType(child, 'decltype') : undefined) ?? child;
    if (
      !node.named ||
      node.type === 'access_specifier' ||
      node.type === 'attribute_declaration' ||
      node.type === 'ERROR'
    )
      continue;
    const base = node.type === 'decltype' ? lowerDecltype(ctx, node) : lowerName(ctx, node);
    out.push(clause.children[i + 1]?.type === '...' ? { is: 'Expand', of: base, span: base.span } : base);
  }
  return out;
}

/** A packed enumeration is made of the narrowest integers that hold its values. */
function packedBase(ctx: Context, node: Syntax): Pick<Enum, 'underlying'> {
  return isPacked(ctx, classAttributes(ctx, node))
    ? { underlying: opaque(ctx, node, say`Which integers a packed enumeration is made of is not modelled.`) }
    : {};
}

export function lowerEnum(ctx: Context, node: Syntax): Enum {
  const name = child(node, 'name');
  const body = child(node, 'body');
  const base = child(node, 'base');
  const isNamed = name !== undefined && textOf(ctx, name) !== NO_NAME;
  return {
    is: 'Enum',
    ...(isNamed && { name: textOf(ctx, name) }),
    ...(base === undefined ? packedBase(ctx, node) : { underlying: lowerType(ctx, base) }),
    scoped: hasToken(node, 'class') || hasToken(node, 'struct'),
    members: (body === undefined ? [] : namedChildren(body))
      .filter((c) => c.type === 'enumerator')
      .flatMap((c) => {
        const id = child(c, 'name');
        const value = child(c, 'value');
        if (id === undefined) return [];
        return [
          {
            name: textOf(ctx, id),
            span: spanOf(ctx, id),
            ...(value === undefined ? {} : { value: lowerExpr(ctx, value) }),
          },
        ];
      }),
    span: spanOf(ctx, node),
  };
}
