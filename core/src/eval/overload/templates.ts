// Template parameters and their arguments: bound by position, filled from defaults, declared in the scope of what is
// instantiated. deduction.ts deduces arguments, and specialisations.ts chooses the specialisation for them.
import { arrayType, withElementConst } from '../../values/array-types';
import { say } from '../../base/say';
import { enumerationOf } from '../values/enumerations';
import { hole } from '../../algebra/leaf';
import type { Expr, Func, TemplateParam } from '../../ir/program';
import { isIntegerType } from '../../values/scalars';
import type { Value } from '../../values/value';
import { convert, evaluate, mayNameAll, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { isAuto } from '../values/declared-types';
import { VarCell } from '../values/cells';
import { type Entity, Scope, type Target } from '../values/entities';
import { erase, isTuple, isUnknown, sameConstant, sameType, sameValue } from '../values/inspect';
import { classOf, targetOf } from '../values/kinds';
import { constVolatile, qualifiersOf, qualifiersOfPointed, sameQualifiers, writtenOf } from '../values/qualifiers';
import { asTemplateArgument, numberOfConstant } from '../values/template-args';
import { argumentKey, identityKey } from '../values/type-key';
import { isSubstitutionFailure, unboundPack, unknown } from '../values/unknown';

/** Bindings of template parameters: a value, or a list for a pack. */
export type Bound = Map<string, Value | { readonly pack: Value[] }>;

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

/** The parameter that takes a template argument: the first pack takes all that are written from there on. */
export function paramAt(params: readonly TemplateParam[], i: number): TemplateParam | undefined {
  const pack = params.findIndex((param) => param.pack);
  return params[pack >= 0 && i > pack ? pack : i];
}

/** Template arguments as their parameters take them ([temp.arg.nontype]): a number has the type of its parameter, that
 *  of `auto` the type that it is written with. */
export function convertedArguments(
  m: Machine,
  params: readonly TemplateParam[],
  given: readonly Value[],
  outer: Scope,
): readonly Value[] {
  if (!given.some(dependsOnParam)) return given;
  const scope = new Scope(outer);
  return given.map((arg, i) => {
    const param = paramAt(params, i);
    if (!param) return arg;
    const value = convertedArgument(m, param, arg, scope);
    if (param.name !== undefined && !param.pack) scope.names.set(param.name, paramEntity(param, param.name, value));
    return value;
  });
}

function dependsOnParam(arg: Value): boolean {
  if (isTuple(arg)) return false;
  if (targetOf(arg)?.kind === 'address') return true;
  return arg.is === 'static' || arg.is === 'dynamic' || (arg.is === 'type' && arg.injected === true);
}

export function convertedArgument(m: Machine, { kind, type }: TemplateParam, arg: Value, scope: Scope): Value {
  const template =
    kind === 'template' && !isTuple(arg) && arg.is === 'type' && arg.injected ? classOf(arg.of) : undefined;
  if (template)
    return { is: 'callable', name: template.entity.name, target: { kind: 'class', class: template.entity } };
  if (kind !== 'value' || isTuple(arg) || !type || isAuto(type)) return arg;
  const isAddress = targetOf(arg)?.kind === 'address';
  if (arg.is !== 'static' && !isAddress) return arg;
  const example = m.silently(() => typeExample(m, type, scope));
  if (arg.is !== 'static') return !isTuple(example) && example.is === 'pointer' ? convert(m, arg, example) : arg;
  if (enumerationOf(example)) return asTemplateArgument(convert(m, numberOfConstant(arg), example, true));
  if (isTuple(example) || (example.is !== 'dynamic' && example.is !== 'scalar') || !isIntegerType(example)) return arg;
  return asTemplateArgument(convert(m, numberOfConstant(arg), example, true));
}

/** Template arguments, with the defaults of those that are left out. */
export function withDefaults(
  m: Machine,
  params: readonly TemplateParam[],
  outer: Scope,
  given: readonly Value[],
): readonly Value[] {
  if (given.length >= params.filter((p) => !p.pack).length) return given;
  const scope = new Scope(outer);
  declareTemplateParams(m, params.slice(0, given.length), bindExplicit(params, given), scope, true);
  const args = [...given];
  for (const param of params.slice(given.length)) {
    if (!param.default) break;
    const value = convertedArgument(m, param, asTemplateArgument(evaluate(m, param.default, scope)), scope);
    args.push(value);
    declareTemplateParams(m, [param], new Map([[param.name ?? '', value]]), scope, true);
  }
  return args;
}

/** Whether a template takes so many arguments ([temp.arg]/1): too many of them, or too few, are a substitution
 *  failure. */
export function takesArguments(params: readonly TemplateParam[], targs: readonly Value[]): boolean {
  if (targs.length > params.length && !params.some(({ pack }) => pack)) return false;
  return targs.length >= params.filter((param) => !param.pack && !param.default).length;
}

/** Declares bound template parameters in `scope`, filling defaults in order, as they are seen `from` there. False where
 *  a parameter stays unbound, or where its default is refused; undefined where that is not known. */
export function declareTemplateParams(
  m: Machine,
  params: readonly TemplateParam[],
  bound: Bound,
  scope: Scope,
  lenient: boolean,
  from = scope,
): boolean | undefined {
  let sure: boolean | undefined = true;
  for (const [i, param] of params.entries()) {
    const name = param.name ?? `#${i}`;
    let value = bound.get(name);
    if (value === undefined && param.pack) value = { pack: [] };
    if (value === undefined && param.default) {
      value = convertedArgument(m, param, asTemplateArgument(evaluate(m, param.default, from)), scope);
      const named = lenient ? true : mayNameAll(m, param.default, from);
      if (named === false || (isSubstitutionFailure(value) && !lenient)) return false;
      if (named === undefined || isUnknownType(value)) sure = undefined;
    }
    if (value === undefined) {
      if (!param.name) continue;
      if (!lenient) return false;
      value = placeholder(m, param);
    }
    if (param.name) declareParam(m, param, param.name, value, scope);
  }
  return sure;
}

/** Packs that nothing binds in a template that nothing instantiates. */
export function bindUnboundPacks(m: Machine, params: readonly TemplateParam[], bound: Bound): void {
  m.hasOpenTypes = true;
  for (const { pack, name, nameSpan } of params)
    if (pack && name !== undefined && !bound.has(name)) bound.set(name, { pack: [unboundPack(name, nameSpan)] });
}

/** A template parameter that nothing binds: a named type of unknown size, or a named integer. */
export function placeholder(m: Machine, param: TemplateParam): Value {
  const name = param.name ?? '?';
  m.hasOpenTypes = true;
  if (param.kind === 'type') return { is: 'type', of: { is: 'scalar', type: name, bits: 0 } };
  if (param.kind === 'template')
    return unknown('symbol', say`the template \`${name}\` is not known: nothing instantiates this`, param.nameSpan, [
      name,
    ]);
  const define = m.input.assumptions.defines.get(name);
  if (define) return asTemplateArgument(evaluate(m, define, m.global));
  return unknown('symbol', say`\`${name}\` is not known: nothing instantiates this template`, param.nameSpan, [name]);
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
  // A parameter that a concept constrains looks like one of the concept's type.
  if (param.kind === 'type' || (!isTuple(value) && value.is === 'type')) {
    const written = writtenOf(qualifiersOf(value));
    const of = !isTuple(value) && value.is === 'type' ? value.of : value;
    return { kind: 'type', of, at, ...(written && { written }) };
  }
  if (param.kind === 'template') return { kind: 'template', value };
  const held = !isTuple(value) && value.is === 'static' ? numberOfConstant(value) : value;
  return { kind: 'variable', cell: new VarCell(name, held, true), at, prvalue: true };
}

/** All template parameters of a function that its call binds (not those of the classes around an out-of-class
 *  member). */
export function ownTemplateParams({ qualifier, templates }: Func): readonly TemplateParam[] {
  const lists = qualifier ? templates.slice(headsOfClasses(qualifier)) : templates;
  return lists.length === 1 ? (lists[0] ?? []) : lists.flat();
}

/** How many `template <…>` of a definition belong to the classes that its name leads through: two for
 *  `A<T>::B<U>::f`. */
export function headsOfClasses(qualifier: Expr | undefined): number {
  if (qualifier?.is !== 'Name' && qualifier?.is !== 'Scope') return 0;
  return (qualifier.is === 'Scope' ? headsOfClasses(qualifier.of) : 0) + (qualifier.args ? 1 : 0);
}

/** The template arguments that a scope of `matchFunction` holds, by name. */
export function templateBindings(scope: Scope): readonly string[] {
  const bound: string[] = [];
  for (const [name, entity] of scope.names) {
    if (entity.kind === 'type') bound.push(`${name}=${identityKey(entity.of)}`);
    else if (entity.kind === 'variable') bound.push(`${name}=${argumentKey(entity.cell.read())}`);
    else if (entity.kind === 'pack') bound.push(`${name}=${entity.values.map(argumentKey).join(',')}`);
    else if (entity.kind === 'template') bound.push(`${name}=${identityKey(entity.value)}`);
  }
  return bound;
}

/** The type of an argument, by example. */
export function elementless(arg: Value): Value {
  if (!isTuple(arg) && arg.is === 'element') return arg.pointer.element;
  const target = targetOf(arg);
  if (target?.kind === 'address') return pointerType(target);
  if (!isTuple(arg) && arg.is === 'pointer' && arg.vague)
    return unknown('unsupported', say`whether this points to what is const is not known`);
  if (target?.kind === 'lambda' && target.retyped)
    return unknown('unsupported', say`the type of what holds this lambda is not known`);
  return isUnknown(arg) ? arg : erase(arg);
}

/** The type of an address: a pointer to what its variable holds, or to what a cast said. */
function pointerType(address: Target & { kind: 'address' }): Value {
  const { cell, as, element } = address;
  const held = cell.read();
  const first = as === 'array' && isTuple(held) ? held[0] : undefined;
  const of = element ?? first ?? held;
  const qualifiers = qualifiersOfPointed(address);
  if (qualifiers.vague) return unknown('unsupported', say`whether this points to what is const is not known`);
  // What is pointed to may be a pointer itself.
  const pointed = targetOf(of)?.kind === 'address' ? elementless(of) : arrayType(erase(of));
  if (isUnknown(pointed) && !isUnknown(of)) return pointed;
  // Of an array the elements are const.
  const said = withElementConst({ is: 'type', of: pointed, ...constVolatile(qualifiers) });
  const pointer = { is: 'pointer', space: 'generic', element: said.of, offset: hole(64) } as const;
  return isUnknown(of) && of.type === undefined ? of : { ...pointer, ...constVolatile(said) };
}

/** Whether a type, or a template argument, is not known. */
export function isUnknownType(value: Value): boolean {
  return !isTuple(value) && (value.is === 'unknown' || (value.is === 'type' && isUnknown(value.of)));
}

/** True where two template arguments are equal. Qualifiers count only where both are known. */
/** A template template argument. */
export function isTemplate(arg: Value): boolean {
  return !isTuple(arg) && arg.is === 'callable';
}

export function sameTemplateArgument(a: Value, b: Value): boolean {
  if (!isTuple(a) && !isTuple(b) && a.is === 'static' && b.is === 'static') return sameConstant(a, b);
  if (!isTuple(a) && !isTuple(b) && a.is === 'type' && b.is === 'type')
    return sameType(a.of, b.of) && (a.vague === true || b.vague === true || sameQualifiers(a, b));
  if (isTemplate(a) && isTemplate(b)) return identityKey(a) === identityKey(b);
  return sameValue(asTemplateArgument(a), asTemplateArgument(b));
}

/** Template parameters, what is deduced for them so far, and where other names are looked up. */
interface Binding {
  readonly m: Machine;
  readonly params: ReadonlyMap<string, TemplateParam>;
  readonly bound: Bound;
  readonly scope: Scope;
}

/** A number is deduced for a parameter of its own type alone ([temp.deduct.type]/20). */
export function hasTypeOfParameter(d: Binding, id: string, value: Value): boolean {
  const param = d.params.get(id);
  if (param?.kind !== 'value' || isTuple(value) || value.is !== 'static' || !param.type || isAuto(param.type))
    return true;
  const scope = new Scope(d.scope);
  for (const [name, one] of d.bound)
    if (!('pack' in one) && !isTuple(one) && one.is === 'type')
      scope.names.set(name, { kind: 'type', of: one.of, at: undefined });
  const converted = convertedArgument(d.m, param, value, scope);
  return isTuple(converted) || converted.is !== 'static' || converted.type === value.type;
}
