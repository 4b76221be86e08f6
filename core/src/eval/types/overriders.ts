// Calls of member functions that may be virtual ([class.virtual]): overload resolution has chosen a function of the
// class that the expression is of, with its default arguments; the one that runs is the final overrider of that in the
// class of the object. While a constructor or a destructor runs, an object is of the class of that ([class.cdtor]/4).
import { withEntry } from '../../base/held';
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { FunctionType, Value } from '../../values/value';
import { loseArguments, loseLasting } from '../memory/reach';
import { behind } from '../memory/symbolic';
import { actOn } from '../names/names';
import { argsOf } from '../names/packs';
import { typeOfFunction } from '../overload/function-patterns';
import type { Picked } from '../overload/overloads';
import { typedSelf } from '../overload/typed-objects';
import { callFunction, convert, type Located, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { derivesFrom } from '../values/base-parts';
import type { Cell } from '../values/cells';
import { isAuto } from '../values/declared-types';
import { type Arg, type ClassInstance, type FunctionEntity, Scope } from '../values/entities';
import { isTuple, sameType } from '../values/inspect';
import { callable, classOf } from '../values/kinds';
import { unknown } from '../values/unknown';
import { returned } from './returned';
import { isPolymorphic } from './special-members';

/** Runs code of a constructor or a destructor of a class for an object. */
export function whileOfClass<T>(m: Machine, cell: Cell, instance: ClassInstance, run: () => T): T {
  return isPolymorphic(instance) ? withEntry(m.making, cell, instance, run) : run();
}

/** Calls a member function of an object. `qualified`: the one that is named, also where another one overrides it. */
export function callOn(
  m: Machine,
  picked: Picked,
  self: Cell,
  args: readonly Arg[],
  span: Span,
  qualified = false,
): Located {
  const { entity, scope } = picked;
  const own = qualified ? entity : finalOverrider(m, entity, self);
  if (!own) {
    const why = say`which function overrides \`${entity.decl.name}\` here is not known`;
    loseLasting(m, why, span);
    const object = { value: self.read(), cell: self, span };
    return { value: loseArguments(m, unknown('unsupported', why, span), [...args, object]), place: undefined };
  }
  if (own === entity) {
    actOn(scope, typedSelf(m, self), entity.decl);
    return returned(m, picked, callFunction(m, entity, scope, args));
  }
  const inner = new Scope(own.scope);
  actOn(inner, typedSelf(m, self), own.decl);
  const found = callFunction(m, own, inner, [...args, ...defaultsBehind(m, picked, args.length)]);
  return returned(m, picked, { ...found, value: asDeclared(m, picked, found.value) });
}

/** Default arguments are those of the function that the call means ([dcl.fct.default]/10). */
function defaultsBehind(m: Machine, { entity, scope }: Picked, count: number): readonly Arg[] {
  return argsOf(
    m,
    entity.decl.params.slice(count).flatMap((param) => param.default ?? []),
    scope,
  );
}

/** A pointer to a derived class, as one to the class that the overridden function returns a pointer to. */
function asDeclared(m: Machine, { entity, scope }: Picked, value: Value): Value {
  const { returns } = entity.decl;
  if (returns?.is !== 'Wrap' || returns.how !== 'pointer' || isAuto(returns)) return value;
  return convert(m, value, typeExample(m, returns, scope));
}

/** The function that runs for an object; undefined where that is not known. */
function finalOverrider(m: Machine, entity: FunctionEntity, self: Cell): FunctionEntity | undefined {
  const { owner, decl } = entity;
  const made = m.making.get(self);
  const object = referred(self.read());
  const instance = made ?? classOf(object);
  if (!owner || !instance || decl.static || decl.templates.flat().length > 0) return entity;
  const isOpen = !made && !isTuple(object) && object.is === 'struct' && object.perhapsDerived && !instance.decl.final;
  if ((!isOpen && instance === owner) || !derivesFrom(instance, owner) || !isPolymorphic(owner)) return entity;
  const isVirtual = overridesVirtual(m, owner, entity);
  if (isVirtual === false) return entity;
  if (isOpen) return undefined;
  const found = overridersIn(m, instance, entity);
  const [only, ...others] = found;
  const isSure = others.length === 0 && only !== 'unclear' && (isVirtual === true || only === entity);
  return isSure ? only : undefined;
}

/** The object behind a pointer of which nothing but the type is known. */
function referred(object: Value): Value {
  return isTuple(object) || object.is !== 'pointer' ? object : behind(object.element);
}

/** Whether a function is virtual: it says so, or overrides one that is. */
function overridesVirtual(m: Machine, instance: ClassInstance, entity: FunctionEntity): boolean | undefined {
  if (entity.decl.virtual) return true;
  let answer: boolean | undefined = false;
  for (const base of instance.bases)
    for (const one of functionsNamed(base, entity.decl.name)) {
      const is = isAlike(m, one, entity);
      if (is && one.decl.virtual) return true;
      if (is === undefined && one.decl.virtual) answer = undefined;
    }
  for (const base of instance.bases) {
    const above = overridesVirtual(m, base, entity);
    if (above) return true;
    if (above === undefined) answer = undefined;
  }
  return answer;
}

/** The overriders of a function that a class has, the last ones of each way up to it. */
function overridersIn(
  m: Machine,
  instance: ClassInstance,
  entity: FunctionEntity,
): readonly (FunctionEntity | 'unclear')[] {
  if (instance === entity.owner) return [entity];
  const alike = functionsNamed(instance, entity.decl.name).map((one) => [one, isAlike(m, one, entity)] as const);
  const own = alike.filter(([, is]) => is);
  if (alike.some(([, is]) => is === undefined)) return ['unclear'];
  const one = own.find(([{ decl }]) => decl.body) ?? own[0];
  if (one) return [one[0]];
  const { owner } = entity;
  const above = instance.bases.filter((base) => owner && derivesFrom(base, owner));
  return [...new Set(above.flatMap((base) => overridersIn(m, base, entity)))];
}

function functionsNamed({ scope }: ClassInstance, name: string): readonly FunctionEntity[] {
  const own = scope.own(name);
  return own?.kind === 'functions'
    ? own.overloads.filter(({ decl, owner }) => owner?.scope === scope && !decl.static)
    : [];
}

/** Whether two member functions have the same parameters and qualifiers, so that one overrides the other. */
function isAlike(m: Machine, a: FunctionEntity, b: FunctionEntity): boolean | undefined {
  if (a === b) return true;
  if (a.decl.templates.flat().length > 0 || a.decl.params.length !== b.decl.params.length) return false;
  if (a.decl.const !== b.decl.const || a.decl.volatile !== b.decl.volatile) return false;
  if (a.decl.refQualifier !== b.decl.refQualifier) return false;
  if (a.decl.params.length === 0) return true;
  const [one, other] = [takenBy(m, a), takenBy(m, b)];
  return one && other && sameType(one, other);
}

/** The type of a function, whatever it returns and throws. */
function takenBy(m: Machine, entity: FunctionEntity): FunctionType | undefined {
  const { name } = entity.decl;
  const type = m.silently(() =>
    typeOfFunction(m, callable(name, { kind: 'functions', overloads: [entity], targs: [] })),
  );
  const of = type?.of;
  if (of === undefined || isTuple(of) || of.is !== 'function-type') return undefined;
  const { noexcept: _noexcept, ...rest } = of;
  return { ...rest, returns: { is: 'type', of: { is: 'void' } } };
}
