// Viable functions ([over.match.viable]): whether a function takes the arguments of a call, as far as its template
// arguments and constraints say. overloads.ts chooses the best of them, by the conversions that the arguments need.
import { isSpecialisation } from './declared-before';
import { hole } from '../../algebra/leaf';
import type { Expr, Func, Param, TemplateParam } from '../../ir/program';
import { namesOneOf } from '../../ir/walk';
import type { Pointer, Value } from '../../values/value';
import { actOn, classAround, selfOf } from '../names/names';
import { evaluate, mayNameAll } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { isAuto } from '../values/declared-types';
import { VarCell } from '../values/cells';
import { type Arg, Scope } from '../values/entities';
import { withElementConst } from '../../values/array-types';
import { erase, isTuple, isUnknown } from '../values/inspect';
import { isOpenType } from '../values/open-types';
import { qualifiersOfCell, writtenOf } from '../values/qualifiers';
import { arrayOfText } from '../values/texts';
import { isSubstitutionFailure } from '../values/unknown';
import { withoutAliases } from './alias-templates';
import { categoryOf } from './categories';
import { askedOf, isConstrainedType, satisfied, typeOfAuto } from './constraints';
import { declareParameters } from './requirements';
import { packsOf, shareBound } from './deduced-packs';
import { deducedFrom, innermost, peeled, withoutPack, writtenList } from './deduced-types';
import { type Deduction, deduceArguments, deduceBound, deduceParameter } from './deduction';
import { functionFor } from './function-arguments';
import { noteUnclear, settleOpen } from './nothing-deduced';
import { placedParameters } from './placed';
import { typedObject } from './typed-objects';
import {
  type Bound,
  bindExplicit,
  convertedArguments,
  declareTemplateParams,
  elementless,
  ownTemplateParams,
  paramAt,
  paramEntity,
} from './templates';

/** A function that may take the arguments of a call. */
export interface Match {
  readonly scope: Scope;
  /** Whether it takes the arguments is not known. */
  readonly doubt: boolean;
  /** A template argument is a pack of unknown length. */
  readonly unclear?: boolean;
}

/** Whether a function takes these arguments, as far as its template arguments say; the scope has them bound. */
export function matchFunction(
  m: Machine,
  decl: Func,
  outer: Scope,
  targs: readonly Value[],
  args: readonly Arg[],
): Match | undefined {
  if (!arityFits(decl, outer, args.length)) return undefined;
  const params = ownTemplateParams(decl);
  // A call with template arguments means a template.
  const isOfTemplate = isSpecialisation(decl);
  if (targs.length > 0 && params.length === 0 && !isOfTemplate) return undefined;
  if (!isOfTemplate && !kindsFit(params, targs, outer)) return undefined;
  const bound = bindExplicit(params, convertedArguments(m, params, targs, outer));
  const scope = new Scope(outer, decl.name);
  const unclear: NonNullable<Deduction['unclear']> = { pack: false, open: new Set() };
  const d: Deduction = {
    m,
    params: byName(params),
    bound,
    scope,
    given: givenIn(bound),
    left: [],
    unclear,
  };
  if (decl.specialises && !specialises(d, decl.specialises, targs))
    return m.hasOpenTypes && targs.some((targ) => isOpenType(targ)) ? { scope, doubt: true, unclear: true } : undefined;
  for (const [name, value] of bound) declareEarly(scope, params, name, value);
  if (!m.silently(() => deduceAll(d, decl, args))) return undefined;
  settleOpen(d);
  const declared = declareTemplateParams(m, params, bound, scope, false, withMembers(m, params, scope));
  if (declared === false) return undefined;
  declareAutos(m, decl, args, scope);
  const formed =
    params.length > 0 || decl.params.some(({ type }) => isAuto(type))
      ? wellFormed(m, decl, scope, declared === undefined, args.length)
      : true;
  const holds = formed === false ? false : satisfied(m, params, askedOf(decl), withParameters(m, decl, scope));
  if (formed === false || holds === false) return undefined;
  const doubt = formed === undefined || holds === undefined;
  return { scope, doubt, unclear: unclear.pack || unclear.tuple === true };
}

function byName(params: readonly TemplateParam[]): ReadonlyMap<string, TemplateParam> {
  const named = new Map<string, TemplateParam>();
  for (const param of params) named.set(param.name ?? '', param);
  return named;
}

/** The template parameters that the call gives arguments for. What a pack is given, deduction may add to. */
function givenIn(bound: Bound): ReadonlySet<string> {
  const given = new Set<string>();
  for (const [name, value] of bound) if (!('pack' in value)) given.add(name);
  return given;
}

/** There is a parameter for each argument; one that is a type takes types, one that is a value takes values
 *  ([temp.arg]). */
function kindsFit(params: readonly TemplateParam[], targs: readonly Value[], scope: Scope): boolean {
  return targs.every((targ, i) => {
    const param = paramAt(params, i);
    if (!param) return false;
    if (isTuple(targ)) return true;
    if (param.kind === 'type') return targ.is !== 'static' && targ.is !== 'dynamic';
    return param.kind !== 'value' || targ.is !== 'type' || isConstrainedType(param, scope);
  });
}

/** `template <> int f<float>()` answers for those arguments only. */
function specialises(d: Deduction, patterns: readonly Expr[], targs: readonly Value[]): boolean {
  return targs.length === 0 || deduceArguments(d, patterns, targs);
}

function declareEarly(
  scope: Scope,
  params: readonly TemplateParam[],
  name: string,
  value: Value | { readonly pack: Value[] },
): void {
  const param = params.find((p) => p.name === name);
  if (param && !('pack' in value)) scope.names.set(name, paramEntity(param, name, value));
}

function arityFits(decl: Func, outer: Scope, count: number): boolean {
  let required = 0;
  let hasPack = false;
  for (const param of decl.params) {
    if (param.pack) hasPack = true;
    else if (!param.default) required++;
  }
  if (!hasPack) return count >= required && (decl.variadic === true || count <= decl.params.length);
  const places = placedParameters(decl, outer, count);
  const fixed = places.filter(({ element }) => element !== undefined).length;
  return count >= required + fixed && (decl.variadic === true || count <= places.length);
}

function deduceAll(d: Deduction, decl: Func, args: readonly Arg[]): boolean {
  // Without packs, which most functions have none of, each parameter takes one argument.
  if (!decl.params.some(({ pack }) => pack)) return decl.params.every((param, i) => deducePlace(d, param, args[i]));
  const places = placedParameters(decl, d.scope, args.length);
  for (const param of decl.params) {
    const first = places.findIndex((place) => place.param === param);
    const own = first < 0 ? [] : places.slice(first).filter((place) => place.param === param);
    if (param.pack && own[0]?.element === undefined) {
      const type = withoutAliases(param.type, d.scope, d.params);
      if (!bindParameterPack(d, type, args.slice(first, first + own.length))) return false;
      continue;
    }
    for (const [i, { element }] of own.entries())
      if (!deducePlace(element ? { ...d, scope: element } : d, param, args[first + i])) return false;
  }
  return true;
}

function deducePlace(d: Deduction, param: Param, arg: Arg | undefined): boolean {
  if (arg === undefined) return true;
  const type = withoutAliases(withoutPack(param.type), d.scope, d.params);
  if (isInitialiserList(arg)) return deduceFromList(d, type, arg);
  return deduceParameter(d, type, typeOfArgument(d.m, arg, type), categoryOf(d.m, arg));
}

/** `T const (&)[N]` and `std::initializer_list<T>` take what each element of a list says; nothing else is deduced from
 *  one ([temp.deduct.call]/1). */
function deduceFromList(d: Deduction, type: Expr, { value }: Arg): boolean {
  const { core } = peeled(type);
  const isArray = core.is === 'Wrap' && core.how === 'array';
  const element = isArray ? core.of : writtenList(type)?.args?.[0];
  if (!element || !isTuple(value) || value.length === 0) return true;
  for (const one of namesOneOf(element, d.params) ? value : [])
    // A list in a list has no type.
    if (isTuple(one)) noteUnclear(d);
    else if (!deduceParameter(d, element, elementless(one), {})) return false;
  const size = isArray ? core.size : undefined;
  return size?.is !== 'Name' || !d.params.has(size.id) || deduceBound(d, size, { is: 'static', n: value.length });
}

/** A `requires` clause behind the parameters may name them ([dcl.decl]/4). */
function withParameters(m: Machine, decl: Func, scope: Scope): Scope {
  const { requires, params } = decl;
  if (!requires) return scope;
  const names = new Set(params.flatMap(({ name }) => name ?? []));
  if (names.size === 0 || !namesOneOf(requires, names)) return scope;
  const inner = new Scope(scope);
  declareTyped(m, decl, inner);
  return inner;
}

/** A scope for what a declaration says of the result, which may name the parameters and the members of the object. */
export function withTypedParameters(m: Machine, decl: Func, scope: Scope): Scope {
  const inner = new Scope(scope);
  if (!decl.returns || !mayFail(decl.returns)) return inner;
  declareTyped(m, decl, inner);
  const owner = decl.static || selfOf(inner) ? undefined : classAround(inner);
  if (owner) actOn(inner, new VarCell('this', typedObject(m, owner)), decl);
  return inner;
}

/** A scope for the default arguments of a template that is a member: `decltype(member)` names one of an object that is
 *  not const, since there is no `this` ([expr.prim.id.general]/3). */
function withMembers(m: Machine, params: readonly TemplateParam[], scope: Scope): Scope {
  const owner = params.some((param) => param.default) && !selfOf(scope) ? classAround(scope) : undefined;
  if (!owner) return scope;
  const inner = new Scope(scope);
  inner.self = new VarCell('this', typedObject(m, owner));
  return inner;
}

/** Declares the parameters by their types. */
function declareTyped(m: Machine, { params }: Func, inner: Scope): void {
  const { parent: scope } = inner;
  if (!scope) return;
  declareParameters(m, params, scope, inner);
  for (const [i, { name, type }] of params.entries()) {
    const own = scope.names.get(typeOfAuto(i));
    if (name === undefined) continue;
    const pack = scope.names.get(typesOfAutos(i));
    if (pack) inner.names.set(name, pack);
    if (own?.kind !== 'type') continue;
    const written = type.is === 'Name' ? {} : { vague: true as const };
    inner.names.set(name, { kind: 'variable', cell: new VarCell(name, own.of, true), at: undefined, written });
  }
}

/** The types that the `auto` of constrained parameters are. */
function declareAutos(m: Machine, decl: Func, args: readonly Arg[], scope: Scope): void {
  if (!decl.requires && !(decl.returns && mayFail(decl.returns)) && !decl.params.some((p) => p.constraint)) return;
  for (const [i, { type, pack }] of decl.params.entries()) {
    if (!isAuto(type)) continue;
    if (pack) {
      const each = args.slice(i).map((arg) => deducedFrom(type, typeOfArgument(m, arg, type), categoryOf(m, arg)));
      const values = each.map(({ of }) => of);
      const cells = values.map((value) => new VarCell('', value, true));
      const writtenOfEach = each.map((one) => writtenOf(one) ?? {});
      scope.names.set(typesOfAutos(i), { kind: 'pack', values, cells, writtenOfEach });
      continue;
    }
    const arg = args[i];
    if (!arg) continue;
    const deduced = deducedFrom(type, typeOfArgument(m, arg, type), categoryOf(m, arg));
    const written = writtenOf(deduced);
    scope.names.set(typeOfAuto(i), { kind: 'type', of: deduced.of, at: undefined, ...(written && { written }) });
  }
}

/** The parameters that a pack of `auto` is. */
const typesOfAutos = (index: number): string => `${typeOfAuto(index)}...`;

/** `{1, 2}` has no type: nothing is deduced from it. */
export function isInitialiserList({ written }: Arg): boolean {
  return written?.expr.is === 'Brace' && !written.expr.type;
}

/** `nullptr` has a type of its own. */
export const nullptr: Value = { is: 'tag', name: 'nullptr_t', args: [] };

export function isNullptr({ written }: Arg): boolean {
  return written?.expr.is === 'Name' && written.expr.id === 'nullptr';
}

export function isZero({ written }: Arg): boolean {
  return written?.expr.is === 'Int' && written.expr.value === 0;
}

/** The type of an argument by example. An array that is bound to a reference stays one. */
function typeOfArgument(m: Machine, arg: Arg, type: Expr): Value {
  if (isNullptr(arg)) return type.is === 'Wrap' && type.how === 'pointer' ? elementless(arg.value) : nullptr;
  const func = functionFor(m, arg, type);
  if (func) return func;
  const { value } = arg;
  const array = type.is === 'Wrap' && (type.how === 'ref' || type.how === 'rvalue-ref') ? arrayOf(arg) : undefined;
  if (array) return array;
  const first = isTuple(value) ? value[0] : undefined;
  // The program's arguments are passed as a pointer to the first of them.
  return first !== undefined && type.is === 'Wrap' && (type.how === 'pointer' || type.how === 'array')
    ? { is: 'pointer', space: 'generic', element: erase(first), offset: hole(64) }
    : decayedType(arg);
}

/** The array that an argument names, as a type. */
export function arrayOf({ value, cell, written }: Arg): Value | undefined {
  if (written?.expr.is === 'String') return arrayOfText(written.expr);
  const held = cell?.read() ?? value;
  const isArray = !isTuple(held) && (held.is === 'array' ? held.of === 'c' : held.is === 'pointer' && isRawArray(held));
  return isArray ? withElementConst({ is: 'type', of: erase(held), ...qualifiersOfCell(cell) }).of : undefined;
}

function isRawArray({ space, length }: Pointer): boolean {
  return space === 'generic' && length !== undefined;
}

/** The type that an argument has where it is passed by value: an array is a pointer to its first element
 *  ([temp.deduct.call]/2). */
export function decayedType(arg: Arg): Value {
  const type = elementless(typed(arg.value));
  if (isTuple(type) || type.is !== 'pointer' || !isRawArray(type)) return type;
  const { length: _length, ...pointer } = type;
  return { ...pointer, ...qualifiersOfCell(arg.cell) };
}

/** A variable that has no value yet has the type that it is declared with. */
function typed(value: Value): Value {
  return isUnknown(value) && value.cause.code === 'uninitialised' ? (value.type ?? value) : value;
}

/** The packs of `P...` are what each argument says ([temp.deduct.call]/1). */
function bindParameterPack(d: Deduction, type: Expr, args: readonly Arg[]): boolean {
  const inner = innermost(type);
  if (inner.is !== 'Name' || inner.args || !d.params.has(inner.id)) return bindPacks(d, withoutPack(type), args);
  const single: Deduction = { ...d, given: new Set() };
  const written = elementsGiven(d, inner.id);
  const pack = args.map((arg, i): Value => {
    const given = written[i];
    if (given !== undefined) return given;
    const bound: Deduction['bound'] = new Map();
    const one = withoutPack(type);
    deduceParameter({ ...single, bound }, one, typeOfArgument(d.m, arg, one), categoryOf(d.m, arg));
    const found = bound.get(inner.id);
    return found === undefined || 'pack' in found ? { is: 'type', of: decayedType(arg) } : found;
  });
  d.bound.set(inner.id, { pack });
  return true;
}

/** The arguments of a pack that are written, which deduction may add to ([temp.arg.explicit]/9). */
function elementsGiven({ bound }: Deduction, name: string): readonly Value[] {
  const found = bound.get(name);
  return found !== undefined && 'pack' in found ? found.pack : [];
}

/** `Id<T>*...`: the packs in a pattern get one element of each argument. */
function bindPacks(d: Deduction, pattern: Expr, args: readonly Arg[]): boolean {
  const columns = packsOf(d, pattern);
  const written = new Map([...columns.keys()].map((name) => [name, elementsGiven(d, name)]));
  for (const [i, arg] of args.entries()) {
    const bound: Bound = new Map([...d.bound].filter(([name]) => !columns.has(name)));
    const given = new Set(d.given);
    for (const [name, elements] of written) {
      const one = elements[i];
      if (one !== undefined) bound.set(name, one);
      if (one !== undefined) given.add(name);
    }
    if (isInitialiserList(arg)) return true;
    const type = typeOfArgument(d.m, arg, pattern);
    if (!deduceParameter({ ...d, bound, given }, pattern, type, categoryOf(d.m, arg))) return false;
    shareBound(d, bound, columns);
  }
  for (const [name, pack] of columns) d.bound.set(name, { pack });
  return true;
}

/** Substitution into the declaration ([temp.deduct]/8): the types of template parameters, what the function returns,
 *  and the types of parameters that the call gives no argument, where there are `count` of these. Undefined: whether it
 *  fails is not known. */
function wellFormed(m: Machine, decl: Func, scope: Scope, isUncertain: boolean, count: number): boolean | undefined {
  let sure: boolean | undefined = isUncertain ? undefined : true;
  const left = decl.params.slice(count).flatMap(({ type, pack }) => (pack ? [] : type));
  const own = [...ownTemplateParams(decl).map(({ type }) => type), decl.returns];
  const inner = withTypedParameters(m, decl, scope);
  for (const type of [...own, ...left]) {
    if (!type || !mayFail(type)) continue;
    const value = m.silently(() => m.aside('unevaluated', type.span, () => evaluate(m, type, inner)));
    if (isSubstitutionFailure(value)) return false;
    if (isUnknown(value)) sure = undefined;
  }
  for (const type of [...own, ...decl.params.map((param) => withoutPack(param.type))]) {
    const named = type ? mayNameAll(m, type, inner) : true;
    if (named === false) return false;
    if (named === undefined) sure = undefined;
  }
  return sure;
}

/** Types that a program writes to have a template fail: `enable_if_t<…>`, `decltype(…)`, `typename T::type`, `T[n]`. */
function mayFail(type: Expr): boolean {
  if (type.is === 'Wrap') return mayFail(type.of) || (type.how === 'array' && type.size?.is !== 'Int');
  if (type.is === 'Decltype') return !isAuto(type);
  return type.is === 'Scope' || (type.is === 'Name' && type.args !== undefined);
}
