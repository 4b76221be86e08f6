// Template arguments: deduced from what is passed, matched against patterns, filled from defaults.
// A pattern is the type expression as written (`Layout<Shape<M, N>, D> const&`); the types it meets are examples.
import { int } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import { decompose } from '../../builtins/index';
import type { Alias, Expr, Func, Let, TemplateParam } from '../../ir/program';
import type { Value } from '../../values/value';
import { lookup } from '../names/names';
import { convert, evaluate, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { convertible } from '../values/convertible';
import { type Entity, Scope, VarCell } from '../values/entities';
import { erase, isTuple, isUnknown, sameType, sameValue } from '../values/inspect';
import { classOf, targetOf } from '../values/kinds';
import { asTemplateArgument, templateNamed } from '../values/template-args';
import { identityKey } from '../values/type-key';
import { unknown } from '../values/unknown';

/** Bindings of template parameters: a value, or a list for a pack. */
export type Bound = Map<string, Value | { readonly pack: Value[] }>;

/** What a deduction works on. */
export interface Deduction {
  readonly m: Machine;
  readonly params: ReadonlyMap<string, TemplateParam>;
  readonly bound: Bound;
  /** Where names that are not parameters are looked up. */
  readonly scope: Scope;
  /** Inside template arguments nothing converts. */
  readonly exact?: boolean;
  /** Operands that fit by conversion only. */
  readonly conversions?: { count: number };
}

/** Matches the type expression `pattern` with a type. False where they cannot agree. */
export function deduce(d: Deduction, pattern: Expr, example: Value): boolean {
  switch (pattern.is) {
    case 'Name':
      return deduceName(d, pattern, example);
    case 'Wrap':
      return deduceWrap(d, pattern, example);
    case 'Scope':
      if (pattern.args && pattern.of?.is === 'Name' && !pattern.of.args)
        return deduceTemplateId(d, pattern.id, pattern.args, example, pattern);
      // `typename T::type` deduces nothing; `std::true_type` is a type like any other.
      return mentionsParameter(d, pattern) || matchesConcrete(d, pattern, example);
    case 'Expand':
      return true;
    default:
      return true;
  }
}

function mentionsParameter(d: Deduction, node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  const { is, id } = node as { readonly is?: string; readonly id?: string };
  return (
    (is === 'Name' && d.params.has(id ?? '')) ||
    Object.entries(node).some(([key, part]) => key !== 'span' && key !== 'idSpan' && mentionsParameter(d, part))
  );
}

function deduceName(d: Deduction, pattern: Expr & { is: 'Name' }, example: Value): boolean {
  const param = d.params.get(pattern.id);
  if (param && !pattern.args) return bind(d, pattern.id, { is: 'type', of: example });
  if (pattern.id === 'auto') return true;
  if (pattern.args) return deduceTemplateId(d, pattern.id, pattern.args, example, pattern);
  return matchesConcrete(d, pattern, example);
}

function bind(d: Deduction, id: string, value: Value): boolean {
  const had = d.bound.get(id);
  if (had === undefined) {
    d.bound.set(id, value);
    return true;
  }
  if ('pack' in had) return true;
  if (isUnknownType(had) || isUnknownType(value)) return true;
  return sameTemplateArgument(had, value);
}

function isUnknownType(value: Value): boolean {
  return !isTuple(value) && (value.is === 'unknown' || (value.is === 'type' && isUnknown(value.of)));
}

function sameTemplateArgument(a: Value, b: Value): boolean {
  if (!isTuple(a) && !isTuple(b) && a.is === 'type' && b.is === 'type') return sameType(a.of, b.of);
  return sameValue(asTemplateArgument(a), asTemplateArgument(b));
}

function matchesConcrete(d: Deduction, pattern: Expr, example: Value): boolean {
  const wanted = evaluate(d.m, pattern, d.scope);
  if (isTuple(wanted) || wanted.is !== 'type') return true;
  const fit = convertible(example, wanted.of);
  if (fit > 0 && d.conversions) d.conversions.count += 2 - fit;
  return d.exact ? fit === 2 || isUnknown(example) : fit > 0;
}

function deduceWrap(d: Deduction, pattern: Expr & { is: 'Wrap' }, example: Value): boolean {
  if (pattern.how !== 'pointer' && pattern.how !== 'array')
    return pattern.how === 'function' ? true : deduce(d, pattern.of, example);
  if (isUnknown(example)) return deduce(d, pattern.of, example);
  if (isTuple(example)) return false;
  if (example.is === 'pointer') return deducePointee(d, pattern.of, example.element);
  const target = targetOf(example);
  if (target?.kind === 'address') return deducePointee(d, pattern.of, elementless(target.cell.read()));
  return example.is === 'callable' || example.is === 'dynamic';
}

/** What a pointer points to against what a parameter wants it to: every pointer becomes a `void*`. */
function deducePointee(d: Deduction, pattern: Expr, element: Value): boolean {
  if (isUnknown(element) || (!isTuple(element) && element.is === 'void') || !isVoid(d, pattern))
    return deduce(d, pattern, element);
  if (d.conversions) d.conversions.count++;
  return d.exact !== true;
}

function isVoid(d: Deduction, pattern: Expr): boolean {
  if (pattern.is === 'Wrap' && pattern.how === 'const') return isVoid(d, pattern.of);
  if (pattern.is !== 'Name' || pattern.args || d.params.has(pattern.id)) return false;
  const wanted = evaluate(d.m, pattern, d.scope);
  return !isTuple(wanted) && wanted.is === 'type' && !isTuple(wanted.of) && wanted.of.is === 'void';
}

/** `Layout<S, D>` against a layout: the parts of the value against the arguments of the pattern. */
function deduceTemplateId(d: Deduction, id: string, args: readonly Expr[], example: Value, pattern: Expr): boolean {
  if (isUnknown(example)) {
    for (const arg of args) if (arg.is === 'Name') deduceArgument(d, arg, example);
    return true;
  }
  const entity = lookup(d.scope, id);
  const template =
    entity?.kind === 'class' ? entity.class : entity?.kind === 'type' ? templateNamed(entity, id) : undefined;
  if (template) {
    const instance = classOf(example);
    return instance?.entity === template && deduceArguments(d, args, instance.args);
  }
  if (entity?.kind === 'alias-template') return true;
  const param = d.params.get(id);
  if (param?.kind === 'template') {
    const instance = classOf(example);
    return instance
      ? bind(d, id, { is: 'callable', name: id, target: { kind: 'class', class: instance.entity } }) &&
          deduceArguments(d, args, instance.args)
      : false;
  }
  const parts = decompose(id, example);
  if (parts === undefined) return matchesConcrete(d, pattern, example);
  return parts !== 'mismatch' && deduceArguments(d, args, parts);
}

export function deduceArguments(outer: Deduction, patterns: readonly Expr[], args: readonly Value[]): boolean {
  const d: Deduction = outer.exact ? outer : { ...outer, exact: true };
  for (let i = 0; i < patterns.length; i++) {
    const pattern = patterns[i];
    if (pattern?.is === 'Expand') {
      if (pattern.of.is === 'Name') d.bound.set(pattern.of.id, { pack: args.slice(i) });
      return true;
    }
    const arg = args[i];
    if (!pattern || arg === undefined) return pattern === undefined || i >= args.length;
    if (!deduceArgument(d, pattern, arg)) return false;
  }
  return patterns.length >= args.length;
}

function deduceArgument(d: Deduction, pattern: Expr, arg: Value): boolean {
  if (pattern.is === 'Name' && d.params.has(pattern.id) && !pattern.args) return bind(d, pattern.id, arg);
  if (!isTuple(arg) && arg.is === 'type') return deduce(d, pattern, arg.of);
  if (pattern.is === 'Name' || pattern.is === 'Wrap' || pattern.is === 'Scope') {
    const known = evaluate(d.m, pattern, d.scope);
    if (!isTuple(known) && known.is === 'type') return false;
  }
  const wanted = asTemplateArgument(evaluate(d.m, pattern, d.scope));
  return isUnknown(wanted) || sameValue(wanted, asTemplateArgument(arg));
}

// ---- Binding -----------------------------------------------------------------------------------------------------

/** Binds explicit template arguments to parameters by position. */
export function bindExplicit(params: readonly TemplateParam[], targs: readonly Value[]): Bound {
  const bound: Bound = new Map();
  for (let i = 0; i < params.length && i < targs.length; i++) {
    const param = params[i];
    const targ = targs[i];
    if (!param || targ === undefined) continue;
    const name = param.name ?? `#${i}`;
    bound.set(name, param.pack ? { pack: targs.slice(i) } : targ);
    if (param.pack) break;
  }
  return bound;
}

/** Declares bound template parameters in `scope`, filling defaults in order. False where a parameter stays unbound. */
export function declareTemplateParams(
  m: Machine,
  params: readonly TemplateParam[],
  bound: Bound,
  scope: Scope,
  lenient: boolean,
): boolean {
  for (const [i, param] of params.entries()) {
    const name = param.name ?? `#${i}`;
    let value = bound.get(name);
    if (value === undefined && param.pack) value = { pack: [] };
    if (value === undefined && param.default) value = asTemplateArgument(evaluate(m, param.default, scope));
    if (value === undefined) {
      if (!param.name) continue;
      if (!lenient) return false;
      value = placeholder(m, param);
    }
    if (param.name) declareParam(m, param, param.name, value, scope);
  }
  return true;
}

/** A template parameter that nothing binds: a named type of unknown size, or a named integer. */
function placeholder(m: Machine, param: TemplateParam): Value {
  const name = param.name ?? '?';
  if (param.kind === 'type') return { is: 'type', of: { is: 'scalar', type: name, bits: 0 } };
  if (param.kind === 'template')
    return unknown('symbol', `the template \`${name}\` is not known: nothing instantiates this`, param.nameSpan, [
      name,
    ]);
  const define = m.input.assumptions.defines.get(name);
  if (define) return asTemplateArgument(evaluate(m, define, m.global));
  return unknown('symbol', `\`${name}\` is not known: nothing instantiates this template`, param.nameSpan, [name]);
}

function declareParam(
  m: Machine,
  param: TemplateParam,
  name: string,
  value: Value | { readonly pack: Value[] },
  scope: Scope,
): void {
  if ('pack' in value) {
    scope.names.set(name, { kind: 'pack', values: value.pack });
    return;
  }
  scope.names.set(name, paramEntity(param, name, value));
  if (param.nameSpan) m.record(param.nameSpan, 'template-parameter', value, { name });
}

export function paramEntity(param: TemplateParam, name: string, value: Value): Entity {
  const at = param.nameSpan;
  if (param.kind === 'type') return { kind: 'type', of: !isTuple(value) && value.is === 'type' ? value.of : value, at };
  if (param.kind === 'template') return { kind: 'template', value };
  const held: Value =
    !isTuple(value) && value.is === 'static'
      ? { is: 'dynamic', n: value.n, name: undefined, bits: 32, from: undefined }
      : value;
  return { kind: 'variable', cell: new VarCell(name, held, true), at };
}

/** All template parameters of a function that its call binds (not those of the class around an out-of-class member). */
export function ownTemplateParams(decl: Func): readonly TemplateParam[] {
  const lists =
    decl.qualifier && decl.templates.length > 0 && templatedQualifier(decl.qualifier)
      ? decl.templates.slice(1)
      : decl.templates;
  return lists.length === 1 ? (lists[0] ?? []) : lists.flat();
}

function templatedQualifier(e: Expr): boolean {
  return (e.is === 'Name' || e.is === 'Scope') && e.args !== undefined;
}

/** The template arguments that a scope of `matchFunction` holds, by name. */
export function templateBindings(scope: Scope): readonly string[] {
  const bound: string[] = [];
  for (const [name, entity] of scope.names) {
    if (entity.kind === 'type') bound.push(`${name}=${identityKey(entity.of)}`);
    else if (entity.kind === 'variable') bound.push(`${name}=${identityKey(entity.cell.read())}`);
    else if (entity.kind === 'pack') bound.push(`${name}=${entity.values.map(identityKey).join(',')}`);
    else if (entity.kind === 'template') bound.push(`${name}=${identityKey(entity.value)}`);
  }
  return bound;
}

export function elementless(arg: Value): Value {
  if (!isTuple(arg) && arg.is === 'element') return arg.pointer.element;
  return isUnknown(arg) ? arg : erase(arg);
}

// ---- Alias and variable templates ------------------------------------------------------------------------------

function templateScope(
  m: Machine,
  params: readonly TemplateParam[],
  targs: readonly Value[],
  outer: Scope,
  label: string,
): Scope {
  const scope = new Scope(outer, label);
  declareTemplateParams(m, params, bindExplicit(params, targs), scope, true);
  return scope;
}

export function applyAliasTemplate(m: Machine, decl: Alias, outer: Scope, targs: readonly Value[], span: Span): Value {
  if (m.budget.isDeep()) return unknown('depth', `\`${decl.name}\` refers to itself without end`, span);
  return m.budget.deeper(() => {
    const scope = templateScope(m, decl.templateParams, targs, outer, decl.name);
    const of = typeExample(m, decl.type, scope);
    const value: Value = isUnknown(of) ? of : { is: 'type', of };
    m.record(decl.nameSpan, 'alias', value, { name: decl.name, start: decl.span.start });
    return value;
  });
}

export function applyVariableTemplate(m: Machine, decl: Let, outer: Scope, targs: readonly Value[], span: Span): Value {
  if (m.budget.isDeep()) return unknown('depth', `\`${decl.name}\` refers to itself without end`, span);
  return m.budget.deeper(() => {
    const scope = templateScope(m, decl.templateParams ?? [], targs, outer, decl.name);
    if (decl.init.how !== 'copy' && decl.init.how !== 'brace')
      return unknown('unsupported', `\`${decl.name}\` has no initial value`, span);
    const init = decl.init.how === 'copy' ? decl.init.value : decl.init.args[0];
    const value = init ? evaluate(m, init, scope) : int(0);
    const example = typeExample(m, decl.type, scope);
    return isUnknown(example) ? value : convert(m, value, example);
  });
}
