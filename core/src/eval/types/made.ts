// Whether `T(…)` and `T{…}` make an object of a class of the program ([expr.type.conv], [dcl.init.list]), and whether
// arguments are copied to parameters, asked where the code need not compile. Makes none.
import { isA } from '../../values/convert';
import type { TypeOf, Value } from '../../values/value';
import type { Func, Let, Param } from '../../ir/program';
import { categoryOf } from '../overload/categories';
import { writtenList } from '../overload/deduced-types';
import { resolve } from '../overload/overloads';
import { decayedType, isInitialiserList } from '../overload/viable';
import { typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { derivesFrom } from '../values/base-parts';
import { isReference } from '../values/declared-types';
import type { Arg, ClassInstance, Scope } from '../values/entities';
import { isUnknown } from '../values/inspect';
import { classOf } from '../values/kinds';
import { constVolatile } from '../values/qualifiers';
import { constructorsOf, declaredSpecials, elementOf, isAggregate, isOpen, isScalarType } from './special-members';
import { narrows, numberType } from './narrowing';
import { constructs, converts } from './type-relations';

type Answer = boolean | undefined;

export function makes(m: Machine, of: Value, args: readonly Arg[], braced: boolean): Answer {
  const instance = classOf(of);
  if (!instance) return isScalarType(of) ? makesScalar(m, of, args, braced) : true;
  if (isOpen(instance) || instance.decl.vagueAccess) return undefined;
  const given = args.map((arg) => typeOfArgument(m, arg));
  const [only] = given;
  const object = only && classOf(only.of);
  // An object of the class, or of one that is derived from it, is copied ([dcl.init.list]/3).
  const isOwn = args.length === 1 && object !== undefined && derivesFrom(object, instance);
  if (!braced || isOwn) return made(m, of, given);
  const isList = isAggregate(of);
  if (isList === true) return fills(m, instance, args, given);
  // Of C++20 on, a class whose constructors are defaulted is no aggregate.
  if (isList === undefined) return args.length === 0 ? made(m, of, []) || undefined : undefined;
  const takesLists = constructorsOf(instance).some(({ params: [first] }) => first && writtenList(first.type));
  if (takesLists) return undefined;
  const answer = made(m, of, given);
  return answer === true ? keepsNumbers(m, instance, args) : answer;
}

/** Whether the constructor that takes a list narrows none of its numbers. */
function keepsNumbers(m: Machine, instance: ClassInstance, args: readonly Arg[]): Answer {
  if (!args.some((arg) => numberType(decayedType(arg)))) return true;
  const all = instance.scope.own('#constructors');
  const found = all?.kind === 'functions' ? m.silently(() => resolve(m, all.overloads, [], args)) : undefined;
  if (found?.is !== 'picked') return undefined;
  const { entity, scope } = found;
  const kept = entity.decl.params.map((param, i): Answer => {
    const arg = args[i];
    if (!arg) return true;
    const to = m.silently(() => typeExample(m, param.type, scope));
    return param.pack ? true : isUnknown(to) ? undefined : isNot(narrows(arg, decayedType(arg), to));
  });
  return kept.includes(false) ? false : kept.includes(undefined) ? undefined : true;
}

/** A number or a pointer, made of an object that may convert to it; of others the evaluation knows. */
function makesScalar(m: Machine, of: Value, [arg, ...others]: readonly Arg[], braced: boolean): Answer {
  if (others.length > 0) return false;
  if (!arg || isInitialiserList(arg)) return true;
  const type = decayedType(arg);
  if (classOf(type)) return made(m, of, [typeOfArgument(m, arg)]);
  if (!isScalarType(type)) return true;
  if (!braced) return castsPlainly(type, of);
  const given = typeOfArgument(m, arg);
  const isOther =
    given !== undefined && arg.written?.expr.is !== 'Int' && converts(m, given, { is: 'type', of }) === false;
  return isOther ? false : isNot(narrows(arg, type, of));
}

/** `T(x)` of numbers and pointers is a cast: a pointer becomes a truth or an integer of its size, and nothing else. */
function castsPlainly(from: Value, to: Value): Answer {
  const [a, b] = [numberType(from), numberType(to)];
  if (isA(from, 'pointer') && b) return b.truth || (b.integer && b.bits >= 64);
  return isA(to, 'pointer') && a ? a.integer : true;
}

const isNot = (answer: Answer): Answer => (answer === undefined ? undefined : !answer);

function made(m: Machine, of: Value, given: readonly (TypeOf | undefined)[]): Answer {
  const known = given.flatMap((type) => type ?? []);
  return known.length < given.length ? undefined : constructs(m, { is: 'type', of }, known);
}

/** The type and the category of an argument; undefined for a list, and where they are not known. */
function typeOfArgument(m: Machine, arg: Arg): TypeOf | undefined {
  const type = isInitialiserList(arg) ? undefined : decayedType(arg);
  const of = type !== undefined && isUnknown(type) ? type.type : type;
  const category = categoryOf(m, arg);
  if (of === undefined || category.is === undefined || category.constant === undefined) return undefined;
  return { is: 'type', of, ref: category.is === 'lvalue' ? 'lvalue' : 'rvalue', ...constVolatile(category) };
}

/** The members of an aggregate: those that are given something, and the others from `{}` ([dcl.init.aggr]). */
function fills(
  m: Machine,
  instance: ClassInstance,
  args: readonly Arg[],
  given: readonly (TypeOf | undefined)[],
): Answer {
  const { decl, fields, bases } = instance;
  const isPlain = bases.length === 0 && decl.kind !== 'union' && fields.length === namedMembers(instance);
  if (!isPlain || m.budget.isDeep()) return undefined;
  if (given.length > fields.length) return fields.some((field) => isGroup(m, instance, field)) ? undefined : false;
  let answer: Answer = true;
  for (const [i, field] of fields.entries()) {
    const one = args[i] ? takes(m, instance, field, args[i], given[i]) : begins(m, instance, field);
    if (one === false) return false;
    if (one === undefined && i < given.length) return undefined;
    if (one === undefined) answer = undefined;
  }
  return answer;
}

function namedMembers({ decl: { members = [] } }: ClassInstance): number {
  return members.filter((one) => one.is === 'Let' && !one.static && one.name !== '').length;
}

/** Whether a member may take several elements of the list. */
function isGroup(m: Machine, instance: ClassInstance, { type }: Let): boolean {
  return !isReference(type) && !isScalarType(m.silently(() => typeExample(m, type, instance.scope)));
}

function takes(m: Machine, instance: ClassInstance, field: Let, arg: Arg, given: TypeOf | undefined): Answer {
  if (!given || field.width || isReference(field.type)) return undefined;
  const of = m.silently(() => typeExample(m, field.type, instance.scope));
  if (isUnknown(of)) return undefined;
  const converted = converts(m, given, { is: 'type', of });
  if (converted === true) return isNot(narrows(arg, given.of, of));
  return isGroup(m, instance, field) ? undefined : converted;
}

function begins(m: Machine, instance: ClassInstance, { type, init }: Let): Answer {
  if (init.how !== 'none') return true;
  if (isReference(type)) return false;
  const of = m.silently(() => typeExample(m, type, instance.scope));
  const element = elementOf(of) ?? of;
  if (isUnknown(element)) return undefined;
  const inner = classOf(element);
  if (!inner) return isScalarType(element) || undefined;
  return m.budget.deeper(() => makes(m, element, [], true));
}

/** Whether all arguments can be copied, moved or converted to the parameters of class type ([dcl.init]). */
export function passes(m: Machine, decl: Func, scope: Scope, args: readonly Arg[]): Answer {
  const answers = decl.params.map((param, i): Answer => {
    const arg = args[i];
    return !arg || param.pack || isReference(param.type) ? true : initialises(m, param, scope, arg);
  });
  return answers.includes(false) ? false : answers.includes(undefined) ? undefined : true;
}

function initialises(m: Machine, { type }: Param, scope: Scope, arg: Arg): Answer {
  const of = m.silently(() => typeExample(m, type, scope));
  const instance = classOf(of);
  if (!instance) return true;
  // Objects of the library's classes are copied; what the class itself declares is not looked at beside them.
  if (isOpen(instance)) return !instance.hasUnknownBase && !declaresCopies(instance) ? true : undefined;
  if (classOf(arg.value) !== instance) {
    const isBarred = constructorsOf(instance).some(({ deleted, hidden }) => deleted ?? hidden);
    return made(m, of, [typeOfArgument(m, arg)]) ?? (isBarred ? undefined : true);
  }
  return categoryOf(m, arg).is === 'prvalue' || made(m, of, [typeOfArgument(m, arg)]);
}

function declaresCopies(instance: ClassInstance): boolean {
  return declaredSpecials(instance, 'copy').length > 0 || declaredSpecials(instance, 'move').length > 0;
}
