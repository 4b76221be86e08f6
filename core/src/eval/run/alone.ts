// A function that the program does not call, entered on its own: its arguments are symbols, and so is the object that a
// member function runs on. Pins above it give some of them.
import { say } from '../../base/say';
import type { Expr, Func, Name, Param, Pin, Scope as ScopeExpr, Stmt, TemplateParam } from '../../ir/program';
import type { Value } from '../../values/value';
import { derivesFrom } from '../values/base-parts';
import { isReference } from '../values/declared-types';
import { behind, symbolic, symbolicObject } from '../memory/symbolic';
import { actOn } from '../names/names';
import { namesPack, packScopes, unboundPackIn } from '../names/packs';
import { withoutPack } from '../overload/deduced-types';
import {
  bindExplicit,
  bindUnboundPacks,
  type Bound,
  declareTemplateParams,
  ownTemplateParams,
  placeholder,
} from '../overload/templates';
import { callFunction, evaluate, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { Pinned } from '../state/mode';
import { VarCell } from '../values/cells';
import { type Arg, type ClassInstance, type FunctionEntity, Scope } from '../values/entities';
import { isTuple } from '../values/inspect';
import { classOf, targetOf } from '../values/kinds';
import { unboundPack } from '../values/unknown';

/** Calls a function with what the pins above it give, and symbols for the rest. */
export function enterAlone(m: Machine, entity: FunctionEntity, targs: readonly Value[]): void {
  const { decl } = entity;
  const scope = new Scope(entity.scope);
  const pins = pinsOf(m, decl);
  const params = ownTemplateParams(decl);
  const bound = bindExplicit(params, targs);
  for (const [name, { value }] of pins)
    if (!bound.has(name)) bound.set(name, templateValue(evaluate(m, value, m.global)));
  bindPacksOfClasses(m, decl.params, params, bound, scope);
  bindUnboundPacks(m, params, bound);
  declareTemplateParams(m, params, bound, scope, true);
  m.names.scoped(() => {
    m.within({ pinned: pins }, () => actOnSome(m, entity, scope));
    const args = m.within({ pinned: pins }, () => decl.params.flatMap((p) => symbolicArguments(m, p, scope)));
    callFunction(m, entity, scope, args, { entry: true });
  });
}

/** A pack that stands for all arguments of a class template has one element for each of its parameters:
 *  `template <class... As> void f(Args<As...> const&)` of `template <class A, class B> struct Args`. */
function bindPacksOfClasses(
  m: Machine,
  params: readonly Param[],
  own: readonly TemplateParam[],
  bound: Bound,
  scope: Scope,
): void {
  for (const { type } of params) {
    const named = unwrapped(type);
    if (named.is !== 'Name' && named.is !== 'Scope') continue;
    const [only, more] = named.args ?? [];
    if (more || only?.is !== 'Expand' || only.of.is !== 'Name') continue;
    const { id } = only.of;
    const isFree = own.some(({ pack, kind, name }) => pack && kind === 'type' && name === id) && !bound.has(id);
    const elements = isFree ? parametersOf(m, named, scope) : [];
    if (elements.length > 0) bound.set(id, { pack: elements.map((one) => placeholder(m, one)) });
  }
}

const unwrapped = (type: Expr): Expr =>
  type.is === 'Wrap' && /^(?:const|volatile|ref|rvalue-ref|pointer)$/.test(type.how) ? unwrapped(type.of) : type;

/** The parameters of a class template that takes types alone, so many and no fewer. */
function parametersOf(m: Machine, named: Name | ScopeExpr, scope: Scope): readonly TemplateParam[] {
  const { args: _all, ...plain } = named;
  const target = targetOf(evaluate(m, plain, scope));
  const declared = target?.kind === 'class' ? (target.class.primary?.templates.at(-1) ?? []) : [];
  return declared.every(({ kind, pack, default: or }) => kind === 'type' && !pack && !or) ? declared : [];
}

/** A member function runs on some object of its class, of which only the type is known. */
function actOnSome(m: Machine, { decl, scope: around }: FunctionEntity, scope: Scope): void {
  const { owner } = around;
  if (!owner || decl.static || decl.name === owner.entity.name || decl.name.startsWith('~')) return;
  actOn(scope, new VarCell('this', symbolicObject(m, recurring(owner), decl.nameSpan)), decl);
}

/** The class of the objects whose functions are in a class: `D` for `Base<D>`, from which `D` derives. */
function recurring(instance: ClassInstance): ClassInstance {
  const derived = instance.args.flatMap((arg) => {
    const argument = !isTuple(arg) && arg.is === 'type' ? classOf(arg.of) : undefined;
    return argument && argument !== instance && derivesFrom(argument, instance) ? [argument] : [];
  });
  const [only] = derived;
  return only && derived.length === 1 ? recurring(only) : instance;
}

/** Generics that pins above a kernel of the tile model give. */
export function pinnedGenerics(m: Machine, decl: Func): Map<string, Value> {
  return new Map(
    [...pinsOf(m, decl)].map(([name, { value }]): [string, Value] => [
      name,
      templateValue(evaluate(m, value, m.global)),
    ]),
  );
}

function templateValue(value: Value): Value {
  return !isTuple(value) && value.is === 'dynamic' && value.n !== undefined ? { is: 'static', n: value.n } : value;
}

/** Pins above a declaration: comments between the declaration before it and its start. */
export function pinsOf(m: Machine, decl: Func): ReadonlyMap<string, Pinned> {
  const program = m.files.get(decl.span.file);
  const own =
    program?.pins.filter((pin) => pin.span.end <= decl.span.start && belongsTo(program.items, pin, decl)) ?? [];
  return new Map(
    own.flatMap(({ values, span }) => values.map(({ name, value }): [string, Pinned] => [name, { value, at: span }])),
  );
}

function belongsTo(items: readonly Stmt[], pin: Pin, decl: Func): boolean {
  for (const item of items) {
    if (item.is === 'Namespace' && item.span.start <= pin.span.start && pin.span.end <= item.span.end)
      return belongsTo(item.items, pin, decl);
    if (item.span.start >= pin.span.end) return item.span.start <= decl.span.start && decl.span.end <= item.span.end;
  }
  return false;
}

/** One argument, or those of a pack: a pack that nothing binds has one that stands for all of them. */
function symbolicArguments(m: Machine, param: Param, scope: Scope): readonly Arg[] {
  const { pack, name, nameSpan, span } = param;
  if (!pack) return [{ value: symbolicArgument(m, param, scope), span }];
  const one: Param = { ...param, type: withoutPack(param.type) };
  const unbound = namesPack(one.type, scope)
    ? unboundPackIn(one.type, scope)
    : unboundPack(name ?? '_', nameSpan ?? span);
  if (unbound) return [{ value: unbound, span }];
  return packScopes(one.type, scope).map((element) => ({ value: symbolicArgument(m, one, element), span }));
}

function symbolicArgument(m: Machine, param: Param, scope: Scope): Value {
  const name = param.name ?? '_';
  const pin = m.mode.pinned.get(name);
  if (pin) return pinnedValue(m, name, pin);
  const value = symbolic(m, typeExample(m, param.type, scope), name, param.nameSpan ?? param.span);
  return isReference(param.type) ? behind(value) : value;
}

function pinnedValue(m: Machine, name: string, { value: e, at }: Pinned): Value {
  const value = evaluate(m, e, m.global);
  if (isTuple(value) || value.is !== 'dynamic' || value.n === undefined) return value;
  const id = m.recorder.assume({ kind: 'pin', text: say`${name} = ${value.n}, pinned`, at });
  return { ...value, from: [id] };
}
