// Template arguments: deduced from what is passed, matched against patterns, filled from defaults.
// A pattern is the type expression as written (`Layout<Shape<M, N>, D> const&`); the types it meets are examples.
import { int, hole } from '../algebra/leaf';
import { decompose } from '../builtins/index';
import type { Span } from '../base/span';
import type { Alias, Expr, Func, Let, TemplateParam } from '../ir/program';
import type { Value } from '../values/value';
import { classOf } from './classes';
import { convert } from './construct';
import type { Entity } from './entities';
import { Scope, VarCell } from './entities';
import { asTemplateArgument, templateNamed } from './name-values';
import { convertible } from './convertible';
import { evaluate } from './expressions';
import { typeExample } from './types';
import { erase, isList, isUnknown, sameType, sameValue } from './inspect';
import type { Machine } from './machine';
import { unknown } from './unknown';
import { lookup, targetOf } from './names';
import { identityKey } from './type-key';

/** Bindings of template parameters: a value, or a list for a pack. */
export type Bound = Map<string, Value | { readonly pack: Value[] }>;

/** What a deduction works on. */
interface Deduction {
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
    case 'Name': return deduceName(d, pattern, example);
    case 'Wrap': return deduceWrap(d, pattern, example);
    case 'Scope':
      if (pattern.args && pattern.of?.is === 'Name' && !pattern.of.args) return deduceTemplateId(d, pattern.id, pattern.args, example, pattern);
      // `typename T::type` deduces nothing; `std::true_type` is a type like any other.
      return mentionsParameter(d, pattern) || matchesConcrete(d, pattern, example);
    case 'Expand': return true;
    default: return true;
  }
}

function mentionsParameter(d: Deduction, node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  const { is, id } = node as { readonly is?: string; readonly id?: string };
  return (is === 'Name' && d.params.has(id ?? '')) || Object.entries(node).some(([key, part]) => key !== 'span' && key !== 'idSpan' && mentionsParameter(d, part));
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
  return !isList(value) && (value.is === 'unknown' || (value.is === 'type' && isUnknown(value.of)));
}

function sameTemplateArgument(a: Value, b: Value): boolean {
  if (!isList(a) && !isList(b) && a.is === 'type' && b.is === 'type') return sameType(a.of, b.of);
  return sameValue(asTemplateArgument(a), asTemplateArgument(b));
}

function matchesConcrete(d: Deduction, pattern: Expr, example: Value): boolean {
  const wanted = evaluate(d.m, pattern, d.scope);
  if (isList(wanted) || wanted.is !== 'type') return true;
  const fit = convertible(example, wanted.of);
  if (fit > 0 && d.conversions) d.conversions.count += 2 - fit;
  return d.exact ? fit === 2 || isUnknown(example) : fit > 0;
}

function deduceWrap(d: Deduction, pattern: Expr & { is: 'Wrap' }, example: Value): boolean {
  if (pattern.how !== 'pointer' && pattern.how !== 'array') return pattern.how === 'function' ? true : deduce(d, pattern.of, example);
  if (isUnknown(example)) return deduce(d, pattern.of, example);
  if (isList(example)) return false;
  if (example.is === 'pointer') return deducePointee(d, pattern.of, example.element);
  const target = targetOf(example);
  if (target?.kind === 'address') return deducePointee(d, pattern.of, elementless(target.cell.read()));
  return example.is === 'callable' || example.is === 'dynamic';
}

/** What a pointer points to against what a parameter wants it to: every pointer becomes a `void*`. */
function deducePointee(d: Deduction, pattern: Expr, element: Value): boolean {
  if (isUnknown(element) || (!isList(element) && element.is === 'void') || !isVoid(d, pattern)) return deduce(d, pattern, element);
  if (d.conversions) d.conversions.count++;
  return d.exact !== true;
}

function isVoid(d: Deduction, pattern: Expr): boolean {
  if (pattern.is === 'Wrap' && pattern.how === 'const') return isVoid(d, pattern.of);
  if (pattern.is !== 'Name' || pattern.args || d.params.has(pattern.id)) return false;
  const wanted = evaluate(d.m, pattern, d.scope);
  return !isList(wanted) && wanted.is === 'type' && !isList(wanted.of) && wanted.of.is === 'void';
}

/** `Layout<S, D>` against a layout: the parts of the value against the arguments of the pattern. */
function deduceTemplateId(d: Deduction, id: string, args: readonly Expr[], example: Value, pattern: Expr): boolean {
  if (isUnknown(example)) {
    for (const arg of args) if (arg.is === 'Name') deduceArgument(d, arg, example);
    return true;
  }
  const entity = lookup(d.scope, id);
  const template = entity?.kind === 'class' ? entity.class : entity?.kind === 'type' ? templateNamed(entity, id) : undefined;
  if (template) {
    const instance = classOf(example);
    return instance?.entity === template && deduceArguments(d, args, instance.args);
  }
  if (entity?.kind === 'alias-template') return true;
  const param = d.params.get(id);
  if (param?.kind === 'template') {
    const instance = classOf(example);
    return instance ? bind(d, id, { is: 'callable', name: id, target: { kind: 'class', class: instance.entity } }) && deduceArguments(d, args, instance.args) : false;
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
  if (!isList(arg) && arg.is === 'type') return deduce(d, pattern, arg.of);
  if (pattern.is === 'Name' || pattern.is === 'Wrap' || pattern.is === 'Scope') {
    const known = evaluate(d.m, pattern, d.scope);
    if (!isList(known) && known.is === 'type') return false;
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
export function declareTemplateParams(m: Machine, params: readonly TemplateParam[], bound: Bound, scope: Scope, lenient: boolean): boolean {
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
  if (param.kind === 'template') return unknown('symbol', `the template \`${name}\` is not known: nothing instantiates this`, param.nameSpan, [name]);
  const define = m.input.assumptions.defines.get(name);
  if (define) return asTemplateArgument(evaluate(m, define, m.global));
  return unknown('symbol', `\`${name}\` is not known: nothing instantiates this template`, param.nameSpan, [name]);
}

function declareParam(m: Machine, param: TemplateParam, name: string, value: Value | { readonly pack: Value[] }, scope: Scope): void {
  if ('pack' in value) {
    scope.names.set(name, { kind: 'pack', values: value.pack });
    return;
  }
  scope.names.set(name, paramEntity(param, name, value));
  if (param.nameSpan) m.record(param.nameSpan, 'template-parameter', value, { name });
}

function paramEntity(param: TemplateParam, name: string, value: Value): Entity {
  const at = param.nameSpan;
  if (param.kind === 'type') return { kind: 'type', of: !isList(value) && value.is === 'type' ? value.of : value, at };
  if (param.kind === 'template') return { kind: 'template', value };
  const held: Value = !isList(value) && value.is === 'static' ? { is: 'dynamic', n: value.n, name: undefined, bits: 32, from: undefined } : value;
  return { kind: 'variable', cell: new VarCell(name, held, true), at };
}

// ---- Functions ---------------------------------------------------------------------------------------------------

/** All template parameters of a function that its call binds (not those of the class around an out-of-class member). */
export function ownTemplateParams(decl: Func): readonly TemplateParam[] {
  const lists = decl.qualifier && decl.templates.length > 0 && templatedQualifier(decl.qualifier) ? decl.templates.slice(1) : decl.templates;
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

export interface Match {
  readonly scope: Scope;
  readonly score: number;
}

/** Whether a function takes these arguments; the scope has its template parameters bound. */
export function matchFunction(m: Machine, decl: Func, outer: Scope, targs: readonly Value[], args: readonly Value[]): Match | undefined {
  if (!arityFits(decl, args.length)) return undefined;
  const params = ownTemplateParams(decl);
  const bound = bindExplicit(params, targs);
  const scope = new Scope(outer, decl.name);
  const d: Deduction = { m, params: new Map(params.map((p) => [p.name ?? '', p])), bound, scope, conversions: { count: 0 } };
  if (decl.specialises && !specialises(d, decl.specialises, targs)) return undefined;
  for (const [name, value] of bound) declareEarly(scope, params, name, value);
  m.recorder.muted++;
  let score: number | undefined;
  try {
    score = scoreArguments(d, decl, args);
  } finally {
    m.recorder.muted--;
  }
  return score !== undefined && declareTemplateParams(m, params, bound, scope, false) && !isDisabled(m, decl.returns, scope) ? { scope, score } : undefined;
}

/** `enable_if_t<…> f(…)` whose condition does not hold. */
function isDisabled(m: Machine, returns: Expr | undefined, scope: Scope): boolean {
  if (!returns || (returns.is !== 'Name' && returns.is !== 'Scope') || !returns.id.startsWith('enable_if')) return false;
  m.recorder.muted++;
  const value = evaluate(m, returns, scope);
  m.recorder.muted--;
  return isUnknown(value) && value.cause.rule === 'type';
}

/** `template <> int f<float>()` answers for those arguments only. */
function specialises(d: Deduction, patterns: readonly Expr[], targs: readonly Value[]): boolean {
  return targs.length === 0 || deduceArguments(d, patterns, targs);
}

function declareEarly(scope: Scope, params: readonly TemplateParam[], name: string, value: Value | { readonly pack: Value[] }): void {
  const param = params.find((p) => p.name === name);
  if (param && !('pack' in value)) scope.names.set(name, paramEntity(param, name, value));
}

function arityFits(decl: Func, count: number): boolean {
  const pack = decl.params.some((p) => p.pack);
  const required = decl.params.filter((p) => !p.default && !p.pack).length;
  return count >= required && (pack || count <= decl.params.length);
}

/** Undefined: not viable. Higher is the better match: exact types over conversions, then plain functions and
 *  specialisations over templates, then specific patterns over bare parameters, then fewer arguments left to a pack. */
function scoreArguments(d: Deduction, decl: Func, args: readonly Value[]): number | undefined {
  let score = 0;
  const total = (): number => score - 1000 * (d.conversions?.count ?? 0) + (decl.templates.every((params) => params.length === 0) ? 100 : 0);
  for (const [i, param] of decl.params.entries()) {
    if (param.pack) {
      bindParameterPack(d, param.type, args.slice(i));
      return total() - 1 - Math.max(0, args.length - i) / 100;
    }
    const arg = args[i];
    if (arg === undefined) break;
    const fits = deduce(d, param.type, decayed(param.type, elementless(arg)));
    if (!fits) return undefined;
    score += specificity(d, param.type);
  }
  return total();
}

/** An array is passed as a pointer to its first element. */
function decayed(type: Expr, arg: Value): Value {
  const first = isList(arg) ? arg[0] : undefined;
  return first !== undefined && type.is === 'Wrap' && (type.how === 'pointer' || type.how === 'array') ? { is: 'pointer', space: 'generic', element: erase(first), offset: hole(64) } : arg;
}

function elementless(arg: Value): Value {
  if (!isList(arg) && arg.is === 'element') return arg.pointer.element;
  return isUnknown(arg) ? arg : erase(arg);
}

function bindParameterPack(d: Deduction, type: Expr, args: readonly Value[]): void {
  const inner = innermost(type);
  if (inner.is === 'Name' && d.params.has(inner.id)) d.bound.set(inner.id, { pack: args.map((arg) => ({ is: 'type', of: elementless(arg) })) });
}

function innermost(type: Expr): Expr {
  return type.is === 'Wrap' || type.is === 'Expand' ? innermost(type.of) : type;
}

function specificity(d: Deduction, type: Expr): number {
  const inner = innermost(type);
  if (inner.is === 'Name' && (d.params.has(inner.id) || inner.id === 'auto') && !inner.args) return type.is === 'Wrap' && type.how === 'pointer' ? 1 : 0;
  return 2;
}

// ---- Alias and variable templates ------------------------------------------------------------------------------

function templateScope(m: Machine, params: readonly TemplateParam[], targs: readonly Value[], outer: Scope, label: string): Scope {
  const scope = new Scope(outer, label);
  declareTemplateParams(m, params, bindExplicit(params, targs), scope, true);
  return scope;
}

export function applyAliasTemplate(m: Machine, decl: Alias, outer: Scope, targs: readonly Value[], span: Span): Value {
  if (m.budget.isDeep()) return unknown('depth', `\`${decl.name}\` refers to itself without end`, span);
  m.budget.depth++;
  try {
    const scope = templateScope(m, decl.templateParams, targs, outer, decl.name);
    const of = typeExample(m, decl.type, scope);
    const value: Value = isUnknown(of) ? of : { is: 'type', of };
    m.record(decl.nameSpan, 'alias', value, { name: decl.name, start: decl.span.start });
    return value;
  } finally {
    m.budget.depth--;
  }
}

export function applyVariableTemplate(m: Machine, decl: Let, outer: Scope, targs: readonly Value[], span: Span): Value {
  if (m.budget.isDeep()) return unknown('depth', `\`${decl.name}\` refers to itself without end`, span);
  m.budget.depth++;
  try {
    const scope = templateScope(m, decl.templateParams ?? [], targs, outer, decl.name);
    if (decl.init.how !== 'copy' && decl.init.how !== 'brace') return unknown('unsupported', `\`${decl.name}\` has no initial value`, span);
    const init = decl.init.how === 'copy' ? decl.init.value : decl.init.args[0];
    const value = init ? evaluate(m, init, scope) : int(0);
    const example = typeExample(m, decl.type, scope);
    return isUnknown(example) ? value : convert(m, value, example);
  } finally {
    m.budget.depth--;
  }
}
