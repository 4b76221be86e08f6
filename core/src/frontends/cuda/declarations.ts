// Lowers declarations: variables, aliases, namespaces, instantiations. Functions and classes have files of their own.
import { remembered } from '../../base/remembered';
import { say } from '../../base/say';
import { elementAt } from '../../base/assert';
import type { Span } from '../../base/span';
import type { Alias, Bindings, Expr, Init, Let, Namespace, Stmt, TemplateParam } from '../../ir/program';
import { type Syntax, child, hasToken, isDamaged, namedChildren } from '../tree';
import { attributedType, layoutOf } from './attributes';
import { lowerClass, lowerEnum } from './classes';
import { type Context, marksOf, opaque, opaqueStmt, originalStart, span, spanOf, textOf, unreadable } from './context';
import { braceParts, lowerExpr, lowerSequence } from './expressions';
import { lowerFunction, variableName } from './functions';
import { lowerTemplateParams, vexingArgs } from './parameters';
import { assignedWidth, bitField, isWidth, memoryOf, sharedAt, specifiers, widthOf } from './specifiers';
import { lowerStatement, lowerStatements } from './statements';
import { STATEMENT_WORDS } from './type-words';
import { isWrittenReference } from '../../ir/spelled';
import { type Declared, declare, functionType, lowerName, lowerType, withQualifiers } from './types';

/** What stands around a declaration: its `template<…>` headers, outermost first, and where it all starts. */
export interface Around {
  readonly templates: readonly (readonly TemplateParam[])[];
  readonly start: number;
  readonly end: number;
}

type Rule = (ctx: Context, node: Syntax, around: Around) => readonly Stmt[];

const RULES: Readonly<Record<string, Rule>> = {
  declaration: lowerVariables,
  field_declaration: lowerVariables,
  type_definition: lowerTypedef,
  alias_declaration: lowerAlias,
  function_definition: (ctx, node, around) => lowerFunction(ctx, node, around),
  template_declaration: lowerTemplate,
  template_instantiation: lowerInstantiation,
  struct_specifier: (ctx, node, around) => lowerClass(ctx, node, around),
  class_specifier: (ctx, node, around) => lowerClass(ctx, node, around),
  union_specifier: (ctx, node, around) => lowerClass(ctx, node, around),
  enum_specifier: (ctx, node) => [lowerEnum(ctx, node)],
  namespace_definition: lowerNamespace,
  namespace_alias_definition: lowerNamespaceAlias,
  linkage_specification: lowerLinkage,
  using_declaration: lowerUsing,
  static_assert_declaration: lowerStaticAssert,
  concept_definition: lowerConcept,
  friend_declaration: lowerFriend,
  access_specifier: () => [],
};

export function isDeclaration(node: Syntax): boolean {
  return node.type in RULES;
}

export function lowerDeclaration(ctx: Context, node: Syntax, around?: Around): readonly Stmt[] {
  const rule = RULES[node.type];
  return rule === undefined ? [] : rule(ctx, node, around ?? { templates: [], start: node.start, end: node.end });
}

/** Where the declaration starts, blanked words such as `__shared__` included. */
export function declarationSpan(ctx: Context, node: Syntax, around: Around): Span {
  const whole = span(ctx, Math.min(around.start, node.start), Math.max(around.end, node.end));
  return {
    ...whole,
    start: Math.min(whole.start, originalStart(ctx.masked, Math.min(around.start, node.start)) + ctx.shift),
  };
}

// ---- Variables -----------------------------------------------------------------------------------------------------

function lowerVariables(ctx: Context, node: Syntax, around: Around): readonly Stmt[] {
  const out: Stmt[] = [];
  const typeNode = child(node, 'type');
  const nested = typeNode === undefined ? undefined : inlineType(ctx, typeNode, child(node, 'declarator'));
  if (nested !== undefined) out.push(...nested.statements);
  const declarators = node.children.filter(
    (c) => c.field === 'declarator' && (!c.missing || widthOf(node, c) !== undefined),
  );
  if (typeNode === undefined) return [...out, ...declarators.flatMap((d) => lowerTypeless(ctx, node, d, around))];
  if (STATEMENT_WORDS.test(textOf(ctx, typeNode))) return [opaqueStmt(ctx, node, unreadable())];
  const base = withQualifiers(ctx, node, nested?.type ?? lowerType(ctx, typeNode));
  for (const declarator of declarators) out.push(...lowerVariable(ctx, node, declarator, base, around));
  return out;
}

/** A constructor, destructor or conversion that is only declared. */
function lowerTypeless(ctx: Context, node: Syntax, declarator: Syntax, around: Around): readonly Stmt[] {
  return /function_declarator|operator_cast/.test(declarator.type) ? lowerFunction(ctx, node, around, declarator) : [];
}

/** `struct S {…} s;`: the class comes first as a statement of its own. An unnamed one is called after its variable. */
function inlineType(
  ctx: Context,
  typeNode: Syntax,
  declarator: Syntax | undefined,
): { readonly statements: readonly Stmt[]; readonly type: Expr } | undefined {
  if (!/^(?:struct|class|union|enum)_specifier$/.test(typeNode.type) || child(typeNode, 'body') === undefined)
    return undefined;
  const statements = lowerDeclaration(ctx, typeNode);
  const first = statements[0];
  if (
    first === undefined ||
    (first.is !== 'Struct' && first.is !== 'Enum') ||
    first.name !== undefined ||
    declarator === undefined
  ) {
    return { statements, type: lowerType(ctx, typeNode) };
  }
  const name = say`(type of ${textOf(ctx, declarator).trim()})`;
  return { statements: [{ ...first, name }], type: { is: 'Name', id: name, span: spanOf(ctx, typeNode) } };
}

function lowerVariable(ctx: Context, node: Syntax, declarator: Syntax, base: Expr, around: Around): readonly Stmt[] {
  const inner = declarator.type === 'init_declarator' ? (child(declarator, 'declarator') ?? declarator) : declarator;
  if (declarator.missing)
    return [lowerLet(ctx, node, { type: base, pack: false }, declarator, { how: 'none' }, around)];
  const declared = declare(ctx, base, inner, node.start);
  const init = initOf(ctx, node, declarator);
  if (declared.bindings !== undefined)
    return [lowerBindings(ctx, node, declared.bindings, init, around, declared.type)];
  // `x<int> = 4;` sets an instance of a variable template.
  const set = inner.missing && ctx.inFunction ? child(declarator, 'value') : undefined;
  if (set) {
    const span = spanOf(ctx, node);
    return [{ is: 'Expr', expr: { is: 'Assign', op: '=', target: base, value: lowerExpr(ctx, set), span }, span }];
  }
  if (declared.func === undefined)
    return declared.name === undefined ? [] : [lowerLet(ctx, node, declared, declared.name, init, around)];
  const args = ctx.inFunction ? vexingArgs(ctx, declared.func.node) : undefined;
  if (args === undefined || declared.name === undefined) return lowerFunction(ctx, node, around, declarator);
  return [lowerLet(ctx, node, declared, declared.name, { how: 'paren', args }, around)];
}

function initOf(ctx: Context, node: Syntax, declarator: Syntax): Init {
  const at = declarator.type === 'init_declarator' ? declarator : node;
  const value = at === declarator ? child(declarator, 'value') : defaultValueAfter(node, declarator);
  if ((isDamaged(node) && !isDamagedByWidths(node)) || isDamaged(declarator))
    return { how: 'copy', value: opaque(ctx, value ?? declarator, unreadable()) };
  if (value === undefined) return { how: 'none' };
  const before = at.children[at.children.indexOf(value) - 1];
  if (before?.type === '=' || !/^(?:initializer_list|argument_list)$/.test(value.type))
    return { how: 'copy', value: lowerExpr(ctx, value) };
  return value.type === 'argument_list'
    ? { how: 'paren', args: lowerSequence(ctx, value) }
    : { how: 'brace', ...braceParts(ctx, value) };
}

/** Whether what the grammar cannot read of a declaration is the widths of bit-fields, which are read here. */
const isDamagedByWidths = remembered(
  ({ children }: Syntax) =>
    children.some(isWidth) &&
    children.every((part) => isWidth(part) || assignedWidth(part) !== undefined || !isDamaged(part)),
);

/** In a class: `int a = 1, b{2};` has the values beside the declarators. */
function defaultValueAfter(node: Syntax, declarator: Syntax): Syntax | undefined {
  const from = node.children.indexOf(declarator);
  for (let i = from + 1; i < node.children.length; i++) {
    const c = elementAt(node.children, i);
    if (c.field === 'default_value' || c.field === 'value') return c;
    const assigned = assignedWidth(c);
    if (assigned) return assigned.value;
    if (c.type === ',') return undefined;
  }
  return undefined;
}

function lowerLet(ctx: Context, node: Syntax, declared: Declared, name: Syntax, init: Init, around: Around): Let {
  const words = specifiers(ctx, node, name.start);
  const headers = around.templates.filter((list) => list.length > 0);
  const { qualifier, specialises, ...named } = variableName(ctx, name, around.templates.length > 0);
  return {
    is: 'Let',
    ...named,
    ...(qualifier && { qualifier, templates: around.templates }),
    ...(specialises && { specialises }),
    type: deducedType(node, declared.type, init),
    init,
    constexpr: words.has('constexpr') || words.has('consteval'),
    static: words.has('static'),
    ...(words.has('mutable') && { mutable: true as const }),
    memory: memoryOf(words),
    ...(words.has('extern') && init.how === 'none' && { extern: true as const }),
    ...sharedAt(ctx, node, name.start),
    ...layoutOf(ctx, node, name),
    ...bitField(node, name, (width) => lowerExpr(ctx, width)),
    ...([...words].some((word) => word.includes('no_unique_address')) && { overlapping: true as const }),
    ...(headers.length === 0 && !specialises ? {} : { templateParams: headers.flat() }),
    span: declarationSpan(ctx, node, around),
  };
}

/** `decltype(auto) x = y;` has the type of the variable y. `= (y);` and `= f();` are a reference, if what is there is a
 *  variable. */
function deducedType(node: Syntax, type: Expr, init: Init): Expr {
  if (type.is !== 'Decltype' || type.arg.is !== 'Name' || type.arg.id !== 'auto' || init.how !== 'copy') return type;
  const { value } = init;
  const isParenthesised = namedChildren(node).some(
    (c) => c.type === 'init_declarator' && child(c, 'value')?.type === 'parenthesized_expression',
  );
  const isName = value.is === 'Name' || value.is === 'Scope' || value.is === 'Member';
  return isName && !isParenthesised
    ? { is: 'Decltype', arg: value, span: type.span }
    : { is: 'Wrap', how: 'ref', of: type, span: type.span };
}

function lowerBindings(ctx: Context, node: Syntax, bindings: Syntax, init: Init, around: Around, type: Expr): Bindings {
  const value = init.how === 'copy' ? init.value : init.how === 'none' ? undefined : init.args[0];
  return {
    is: 'Bindings',
    names: namedChildren(bindings).map((c) => ({ name: textOf(ctx, c), span: spanOf(ctx, c) })),
    init: value ?? opaque(ctx, node, say`These bindings have no value.`),
    ...(isWrittenReference(type) && { reference: true as const }),
    ...(type.is === 'Wrap' && type.how === 'const' && { const: true as const }),
    span: declarationSpan(ctx, node, around),
  };
}

// ---- Types and names -----------------------------------------------------------------------------------------------

function lowerAlias(ctx: Context, node: Syntax, around: Around): readonly Stmt[] {
  const name = child(node, 'name');
  const type = child(node, 'type');
  if (name === undefined || type === undefined) return [opaqueStmt(ctx, node, say`This alias could not be read.`)];
  // `using Storage = union {…};`
  const specifier = child(type, 'declarator') === undefined ? child(type, 'type') : undefined;
  const nested = specifier === undefined ? undefined : inlineType(ctx, specifier, name);
  const alias: Alias = {
    is: 'Alias',
    name: textOf(ctx, name),
    nameSpan: spanOf(ctx, name),
    templateParams: around.templates.flat(),
    type: attributedType(ctx, node, name) ?? (nested ? withQualifiers(ctx, type, nested.type) : lowerType(ctx, type)),
    span: declarationSpan(ctx, node, around),
  };
  return [...(nested?.statements ?? []), alias];
}

function lowerTypedef(ctx: Context, node: Syntax, around: Around): readonly Stmt[] {
  const typeNode = child(node, 'type');
  if (typeNode === undefined) return [];
  const nested = inlineType(ctx, typeNode, child(node, 'declarator'));
  const base = withQualifiers(ctx, node, nested?.type ?? lowerType(ctx, typeNode));
  const [first] = nested?.statements ?? [];
  const declared = first?.is === 'Struct' || first?.is === 'Enum' ? first.name : undefined;
  const out: Stmt[] = [];
  // `typedef struct S {…} S __attribute__((aligned(8)));`: the name stands for the type with the attribute.
  let isHidden = false;
  for (const declarator of node.children.filter((c) => c.field === 'declarator')) {
    const { name, type, func } = declare(ctx, base, declarator, node.start);
    if (name === undefined) continue;
    const aliased: Expr = func === undefined ? type : functionType(ctx, type, func.node, node.start);
    const attributed = attributedType(ctx, node, name);
    if (textOf(ctx, name) === declared) {
      if (!attributed) continue;
      isHidden = true;
    }
    out.push({
      is: 'Alias',
      name: textOf(ctx, name),
      nameSpan: spanOf(ctx, name),
      templateParams: [],
      type: attributed ?? aliased,
      span: declarationSpan(ctx, node, around),
    });
  }
  return isHidden ? out : [...(nested?.statements ?? []), ...out];
}

function lowerUsing(ctx: Context, node: Syntax): readonly Stmt[] {
  // The grammar does not know `using Bases::f...;`: the dots are an error of its tree.
  const name = namedChildren(node)
    .filter((child) => child.type !== 'ERROR')
    .pop();
  if (name === undefined) return [];
  if (hasToken(node, 'enum')) return [{ is: 'UsingEnum', name: lowerName(ctx, name), span: spanOf(ctx, node) }];
  if (hasToken(node, 'namespace'))
    return [{ is: 'UsingNamespace', name: textOf(ctx, name).replace(/\s+/g, ''), span: spanOf(ctx, node) }];
  return [{ is: 'UsingDecl', name: lowerName(ctx, name), span: spanOf(ctx, node) }];
}

function lowerNamespace(ctx: Context, node: Syntax): readonly Stmt[] {
  const body = child(node, 'body');
  const items = body === undefined ? [] : (ctx.recovered?.get(body.start) ?? lowerStatements(ctx, body.children));
  return [namespaceOf(ctx, node, items)];
}

/** `namespace A::B { items }` as one namespace in another. */
export function namespaceOf(ctx: Context, node: Syntax, items: readonly Stmt[]): Namespace {
  const at = spanOf(ctx, node);
  const path = child(node, 'name');
  const names =
    path === undefined
      ? []
      : textOf(ctx, path)
          .split('::')
          .map((n) => n.replace(/\binline\b|\s/g, ''));
  const inline = (hasToken(node, 'inline') ||
    marksOf(ctx, node, (path ?? node).start).some(({ what }) => what === 'inline')) && {
    inline: true as const,
  };
  if (names.length === 0) return { is: 'Namespace', ...inline, items, span: at };
  let inner: Namespace = { is: 'Namespace', name: elementAt(names, names.length - 1), ...inline, items, span: at };
  for (const name of names.slice(0, -1).reverse()) inner = { is: 'Namespace', name, items: [inner], span: at };
  return inner;
}

function lowerNamespaceAlias(ctx: Context, node: Syntax, around: Around): readonly Stmt[] {
  const name = child(node, 'name');
  const target = namedChildren(node).find((c) => c !== name);
  if (name === undefined || target === undefined) return [];
  return [
    {
      is: 'Alias',
      name: textOf(ctx, name),
      nameSpan: spanOf(ctx, name),
      templateParams: [],
      type: lowerName(ctx, target),
      namespace: true,
      span: declarationSpan(ctx, node, around),
    },
  ];
}

function lowerLinkage(ctx: Context, node: Syntax): readonly Stmt[] {
  const body = child(node, 'body');
  if (body === undefined) return [];
  if (body.type === 'declaration_list') return lowerStatements(ctx, body.children);
  // Without braces it declares what is defined elsewhere, as `extern` does ([dcl.link]).
  return lowerDeclaration(ctx, body).map((s) => (s.is === 'Let' && s.init.how === 'none' ? { ...s, extern: true } : s));
}

function lowerStaticAssert(ctx: Context, node: Syntax): readonly Stmt[] {
  const cond = child(node, 'condition');
  return cond === undefined ? [] : [{ is: 'StaticAssert', cond: lowerExpr(ctx, cond), span: spanOf(ctx, node) }];
}

/** `template <class T> concept C = e;` is a constant of its template arguments. */
function lowerConcept(ctx: Context, node: Syntax, around: Around): readonly Stmt[] {
  const name = child(node, 'name');
  const value = namedChildren(node).find((c) => c !== name);
  if (name === undefined || value === undefined) return [opaqueStmt(ctx, node, say`This concept could not be read.`)];
  const at = spanOf(ctx, node);
  return [
    {
      is: 'Let',
      name: textOf(ctx, name),
      nameSpan: spanOf(ctx, name),
      type: { is: 'Name', id: 'bool', span: at },
      init: { how: 'copy', value: lowerExpr(ctx, value) },
      constexpr: true,
      static: false,
      memory: 'local',
      templateParams: around.templates.flat(),
      concept: true,
      span: declarationSpan(ctx, node, around),
    },
  ];
}

/** A friend function that is defined here. What is only named a friend is declared elsewhere. */
function lowerFriend(ctx: Context, node: Syntax, around: Around): readonly Stmt[] {
  const func = node.children.find((c) => c.type === 'function_definition');
  if (func === undefined) return [];
  return lowerFunction(ctx, func, around).map((s): Stmt => (s.is === 'Func' ? { ...s, friend: true } : s));
}

// ---- Templates -----------------------------------------------------------------------------------------------------

function lowerTemplate(ctx: Context, node: Syntax, around: Around): readonly Stmt[] {
  const params = child(node, 'parameters');
  const inner = namedChildren(node)
    .filter((c) => c !== params && c.type !== 'requires_clause' && c.type !== 'ERROR')
    .pop();
  const within = { ...around, templates: [...around.templates, lowerTemplateParams(ctx, params)] };
  if (inner === undefined) return [opaqueStmt(ctx, node, say`This template declares nothing that could be read.`)];
  return isDeclaration(inner) ? lowerDeclaration(ctx, inner, within) : lowerStatement(ctx, inner);
}

function lowerInstantiation(ctx: Context, node: Syntax, around: Around): readonly Stmt[] {
  if (marksOf(ctx, node).some((mark) => mark.what === 'extern')) return [];
  const type = child(node, 'type');
  const declarator = child(node, 'declarator');
  const at = declarationSpan(ctx, node, around);
  if (declarator !== undefined && !declarator.missing && type !== undefined) {
    const { name } = declare(ctx, lowerType(ctx, type), declarator, node.start);
    return name === undefined ? [] : [{ is: 'Instantiation', target: lowerName(ctx, name), span: at }];
  }
  const name = type === undefined ? undefined : child(type, 'name');
  return name === undefined ? [] : [{ is: 'Instantiation', target: lowerName(ctx, name), span: at }];
}
