// Lowers the parameters of functions and templates, and what stands behind those of a function: `(int, ...) const&
// noexcept`. And `C::` of a pointer to a member of C, which the grammar is not shown, and arguments that the grammar
// takes for parameters or for calls.
import { say } from '../../base/say';
import { elementAt } from '../../base/assert';
import type { Expr, Param, Signature, TemplateParam, TypeOfType } from '../../ir/program';
import { marksOf, opaque, spanOf, textOf, type Context, unreadable } from './context';
import { expressionsIn, lowerExpr } from './expressions';
import { declare, functionType, isIdentifier, isQualified, lowerType, withQualifiers, wrap } from './types';
import { MEMBER_OF, OF_TYPE } from './mask-words';
import { child, childOfType, hasToken, isClean, namedChildren, type Syntax } from '../tree';

const PARAMETERS = new Set([
  'parameter_declaration',
  'optional_parameter_declaration',
  'variadic_parameter_declaration',
]);

export function lowerParams(ctx: Context, list: Syntax | undefined): readonly Param[] {
  if (list === undefined) return [];
  const nodes = list.children.filter((c) => PARAMETERS.has(c.type));
  if (nodes.length === 1 && textOf(ctx, elementAt(nodes, 0)) === 'void') return [];
  return nodes.map((node) => lowerParam(ctx, node));
}

function lowerParam(ctx: Context, node: Syntax): Param {
  const typeNode = child(node, 'type');
  const base =
    typeNode === undefined
      ? opaque(ctx, node, say`This parameter has no type.`)
      : withQualifiers(ctx, node, lowerType(ctx, typeNode));
  const declarator = child(node, 'declarator');
  const declared = declarator === undefined ? { type: base, pack: false } : declare(ctx, base, declarator, node.start);
  const name = 'name' in declared ? declared.name : undefined;
  const fallback = child(node, 'default_value');
  const constraint = typeNode?.type === 'placeholder_type_specifier' ? child(typeNode, 'constraint') : undefined;
  return {
    ...(name === undefined ? {} : { name: textOf(ctx, name), nameSpan: spanOf(ctx, name) }),
    type:
      'func' in declared && declared.func !== undefined
        ? functionType(ctx, declared.type, declared.func.node, node.start)
        : declared.type,
    ...(fallback === undefined ? {} : { default: lowerExpr(ctx, fallback) }),
    pack: node.type === 'variadic_parameter_declaration' || declared.pack,
    ...(constraint !== undefined && { constraint: lowerType(ctx, constraint) }),
    span: spanOf(ctx, node),
  };
}

export function lowerTemplateParams(ctx: Context, list: Syntax | undefined): readonly TemplateParam[] {
  if (list === undefined) return [];
  const params = namedChildren(list).flatMap((node) => lowerTemplateParam(ctx, node));
  const last = params.at(-1);
  // Of a default that the grammar cannot read, it takes the beginning.
  const isCut = list.children.some(({ type, missing }) => missing || type === 'ERROR');
  if (!last?.default || last.kind !== 'type' || !isCut) return params;
  return [...params.slice(0, -1), { ...last, default: opaque(ctx, list, unreadable()) }];
}

function lowerTemplateParam(ctx: Context, node: Syntax): readonly TemplateParam[] {
  switch (node.type) {
    case 'type_parameter_declaration':
    case 'variadic_type_parameter_declaration':
    case 'optional_type_parameter_declaration':
      return [typeParam(ctx, node, 'type')];
    case 'template_template_parameter_declaration': {
      const inner = namedChildren(node)
        .filter((c) => c.type !== 'template_parameter_list')
        .pop();
      const list = child(node, 'parameters') ?? node.children.find((c) => c.type === 'template_parameter_list');
      return [{ ...typeParam(ctx, inner ?? node, 'template'), params: lowerTemplateParams(ctx, list) }];
    }
    default:
      return PARAMETERS.has(node.type) ? [valueParam(ctx, node)] : [];
  }
}

function typeParam(ctx: Context, node: Syntax, kind: 'type' | 'template'): TemplateParam {
  const name = child(node, 'name') ?? node.children.find((c) => isIdentifier(c) && c.field === '');
  const fallback = child(node, 'default_type');
  return {
    kind,
    ...(name === undefined ? {} : { name: textOf(ctx, name), nameSpan: spanOf(ctx, name) }),
    ...(fallback === undefined ? {} : { default: typeOfDefault(lowerType(ctx, fallback)) }),
    pack: hasToken(node, '...'),
  };
}

function typeOfDefault(type: Expr): Expr {
  return (type.is === 'Name' && type.id === OF_TYPE ? type.args?.[0] : undefined) ?? type;
}

function valueParam(ctx: Context, node: Syntax): TemplateParam {
  const { name, nameSpan, type, default: fallback, pack } = lowerParam(ctx, node);
  return {
    kind: 'value',
    ...(name === undefined || nameSpan === undefined ? {} : { name, nameSpan }),
    type,
    ...(fallback === undefined ? {} : { default: fallback }),
    pack,
  };
}

// ---- Behind the parameters -----------------------------------------------------------------------------------------

/** Of a function declarator. */
export function signatureOf(ctx: Context, func: Syntax): Signature {
  const params = lowerParams(ctx, child(func, 'parameters'));
  const isVariadic = endsInDots(ctx, func, params[params.length - 1]?.pack === true);
  const refQualifier = refQualifierOf(ctx, func);
  const noexcept = noexceptOf(ctx, func);
  return {
    params,
    ...(isVariadic && { variadic: true as const }),
    ...(isQualified(ctx, func, 'const') && { const: true as const }),
    ...(isQualified(ctx, func, 'volatile') && { volatile: true as const }),
    ...(refQualifier && { refQualifier }),
    ...(noexcept && { noexcept }),
  };
}

/** `f(int, ...)`. The dots of a parameter pack belong to the parameter. */
function endsInDots(ctx: Context, func: Syntax, hasPack: boolean): boolean {
  const list = child(func, 'parameters');
  if (list === undefined) return false;
  return (hasPack ? /(?:,|\.\.\.)\s*\.\.\.\s*\)$/ : /\.\.\.\s*\)$/).test(textOf(ctx, list));
}

/** `&` and `&&` behind the parameters. */
function refQualifierOf(ctx: Context, func: Syntax): 'lvalue' | 'rvalue' | undefined {
  const node = childOfType(func, 'ref_qualifier');
  return node && (textOf(ctx, node).trim() === '&&' ? 'rvalue' : 'lvalue');
}

/** The condition of `noexcept`; `throw()` says the same, and `throw(int)` the opposite. */
export function noexceptOf(ctx: Context, func: Syntax): Expr | undefined {
  const node = childOfType(func, 'noexcept') ?? childOfType(func, 'throw_specifier');
  if (node === undefined) return undefined;
  const [condition] = namedChildren(node).filter(({ type }) => type !== 'noexcept');
  if (node.type === 'noexcept' && condition) return lowerExpr(ctx, condition);
  return { is: 'Bool', value: condition === undefined, span: spanOf(ctx, node) };
}

/** The class of `T C::*`, of which the mask left the star. */
export function classOfMemberPointer(ctx: Context, pointer: Syntax): Expr | undefined {
  const mark = marksOf(ctx, pointer, pointer.start + 1).find(
    ({ what, at }) => what === MEMBER_OF && at === pointer.start,
  );
  return mark?.argument && ctx.readExpressions(mark.argument)[0];
}

// ---- Arguments ------------------------------------------------------------------------------------------------------

/** The arguments of a template: types, values, and types of functions. */
export function templateArgs(ctx: Context, list: Syntax | undefined, template: string): readonly Expr[] {
  if (list === undefined) return [];
  const args = namedChildren(list);
  return args.map(
    (arg) =>
      (FUNCTION_TEMPLATES.test(template) ? undefined : valueOfType(ctx, arg)) ??
      alsoFunctionType(ctx, arg, lowerExpr(ctx, arg)),
  );
}

/** `id<int()>` and `id<A(B)>`, which the grammar takes for calls where it is itself inside of a parameter: what can be
 *  a type is one ([temp.arg]/2). */
function alsoFunctionType(ctx: Context, arg: Syntax, e: Expr): Expr {
  if (arg.type !== 'call_expression' || e.is !== 'Call' || e.type !== undefined) return e;
  const isTypeName = ({ is }: Expr): boolean => is === 'Name' || is === 'Scope';
  if (!isTypeName(e.callee) || !e.args.every(isTypeName)) return e;
  const type: TypeOfType = {
    ...wrap(ctx, 'function', e.callee, arg.start, arg.end),
    signature: { params: e.args.map((of) => ({ type: of, pack: false, span: of.span })) },
  };
  return e.args.length === 0 && child(arg, 'function')?.type === 'primitive_type' ? type : { ...e, type };
}

/** Templates whose arguments are function types: `function<T(U)>`. */
const FUNCTION_TEMPLATES = /(?:^|_)function$|^result_of/;

function callOf(ctx: Context, type: Syntax, args: readonly Expr[], arg: Syntax, func: Syntax): Expr {
  const callee = lowerType(ctx, type);
  return { is: 'Call', callee, args, type: functionType(ctx, callee, func, arg.start), span: spanOf(ctx, arg) };
}

/** `static_cast<int>(n)` as a template argument. */
function castOf(ctx: Context, callee: Expr, args: readonly Expr[], at: Syntax): Expr | undefined {
  const [type, ...more] = callee.is === 'Name' && callee.id === 'static_cast' ? (callee.args ?? []) : [];
  const [arg] = args;
  if (type === undefined || more.length > 0 || args.length !== 1 || arg === undefined) return undefined;
  return { is: 'Cast', how: 'static', type, arg, span: spanOf(ctx, at) };
}

/** `Int<size(x)>` and `Int<table[0]>`: the grammar takes the argument for a function or array type. */
function valueOfType(ctx: Context, arg: Syntax): Expr | undefined {
  const type = child(arg, 'type');
  const declarator = child(arg, 'declarator');
  if (arg.type !== 'type_descriptor' || type === undefined || declarator === undefined) return undefined;
  const isBuiltin = BUILTIN_TYPE.test(type.type);
  if (declarator.type === 'abstract_function_declarator' && child(declarator, 'declarator') === undefined) {
    const args =
      child(declarator, 'parameters')?.children.some((c) => c.named) === true ? vexingArgs(ctx, declarator) : [];
    if (args === undefined || (isBuiltin && (args.length !== 1 || textOf(ctx, type) === 'void'))) return undefined;
    return castOf(ctx, lowerType(ctx, type), args, arg) ?? callOf(ctx, type, args, arg, declarator);
  }
  if (isBuiltin || declarator.type !== 'abstract_array_declarator') return undefined;
  return /^[a-z]\w*(?<!_t)$/.test(textOf(ctx, type)) ? indexed(ctx, lowerType(ctx, type), declarator, arg) : undefined;
}

const BUILTIN_TYPE = /^(?:primitive_type|sized_type_specifier|placeholder_type_specifier)$/;

/** `a[i][j]`, which the grammar takes for a parameter that is an array without a name. */
function indexed(ctx: Context, object: Expr, declarator: Syntax, param: Syntax): Expr | undefined {
  const [size, inner] = [child(declarator, 'size'), child(declarator, 'declarator')];
  if (size === undefined || (inner && inner.type !== 'abstract_array_declarator')) return undefined;
  const of = inner ? indexed(ctx, object, inner, param) : object;
  return of && { is: 'Index', object: of, args: [lowerExpr(ctx, size)], span: spanOf(ctx, param) };
}

/** `T x(a, b);` in a function: the grammar takes the arguments for parameters, and they become expressions again. What
 *  it cannot read as parameters is read anew: `T x(short(3), 4);`. */
export function vexingArgs(ctx: Context, func: Syntax): readonly Expr[] | undefined {
  const list = child(func, 'parameters') ?? func;
  if (!isClean(list)) return expressionsIn(ctx, list.start + 1, list.end - 1);
  const params = namedChildren(list);
  // What may be parameters is parameters: `T x(short(a));` declares a function ([dcl.ambig.res]).
  if (params.every((param) => castOfName(param) !== undefined)) return undefined;
  const args: Expr[] = [];
  for (const param of params) {
    const arg = param.type === 'parameter_declaration' ? vexingArg(ctx, param) : undefined;
    if (arg === undefined) return undefined;
    args.push(arg);
  }
  return args;
}

/** The name in `short(a)`, which the grammar takes for a function with a parameter of a type a. */
function castOfName(param: Syntax): Syntax | undefined {
  const [type, declarator] = [child(param, 'type'), child(param, 'declarator')];
  if (!type || !BUILTIN_TYPE.test(type.type) || declarator?.type !== 'abstract_function_declarator') return undefined;
  const [only, ...others] = namedChildren(child(declarator, 'parameters') ?? declarator);
  const name = only && others.length === 0 && child(only, 'declarator') === undefined ? child(only, 'type') : undefined;
  return name?.type === 'type_identifier' ? name : undefined;
}

function vexingArg(ctx: Context, param: Syntax): Expr | undefined {
  const type = child(param, 'type');
  const declarator = child(param, 'declarator');
  if (type === undefined || param.children.some((c) => c.type === 'type_qualifier')) return undefined;
  const left = lowerType(ctx, type);
  const cast = castOfName(param);
  if (cast) return { is: 'Call', callee: left, args: [lowerExpr(ctx, cast)], span: spanOf(ctx, param) };
  if (BUILTIN_TYPE.test(type.type)) return undefined;
  if (declarator === undefined) return left;
  if (declarator.type === 'abstract_array_declarator') return indexed(ctx, left, declarator, param);
  const op =
    declarator.type === 'pointer_declarator'
      ? '*'
      : declarator.type === 'reference_declarator'
        ? (declarator.children[0]?.type ?? '&')
        : undefined;
  const name = namedChildren(declarator)[0];
  if (op !== undefined && name !== undefined)
    return { is: 'Binary', op, left, right: lowerExpr(ctx, name), span: spanOf(ctx, param) };
  if (declarator.type !== 'abstract_function_declarator') return undefined;
  const args = vexingArgs(ctx, declarator);
  const [only] = args ?? [];
  // `int(sizeof(T))`: the grammar takes `sizeof` for a type.
  if (left.is === 'Name' && /^(sizeof|alignof)$/.test(left.id) && only)
    return { is: 'Sizeof', op: left.id === 'sizeof' ? 'sizeof' : 'alignof', arg: only, span: spanOf(ctx, param) };
  return { is: 'Call', callee: left, args: args ?? [], span: spanOf(ctx, param) };
}
