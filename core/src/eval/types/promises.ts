// Which operations of a type throw nothing ([except.spec]): the special member functions of classes, constructors,
// assignments, conversions and calls. Where a function's `noexcept` cannot be evaluated, the answer is not known.
import { nowhere } from '../../base/span';
import type { TypeOf, Value } from '../../values/value';
import type { Func } from '../../ir/program';
import { conversionFunction } from '../overload/conversion-functions';
import { judged, resolve } from '../overload/overloads';
import { evaluate, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { derivesFrom } from '../values/base-parts';
import type { Arg, Category, ClassInstance, FunctionEntity, Scope } from '../values/entities';
import { isReference } from '../values/declared-types';
import { isTuple, sameType } from '../values/inspect';
import { classOf } from '../values/kinds';
import { asNumber } from '../values/truth';
import { copierOf, type Copying, partsCopied } from './chosen-copies';
import { exampleOf } from './classes';
import { invocation } from './invocations';
import {
  constructorsOf,
  declaredSpecial,
  elementOf,
  isOpen,
  isScalarType,
  servingFor,
  type Special,
  specialOf,
} from './special-members';

type Answer = boolean | undefined;

function all(answers: readonly Answer[]): Answer {
  return answers.includes(false) ? false : answers.includes(undefined) ? undefined : true;
}

/** Whether a special member function that is not deleted throws nothing. */
export function specialThrowsNothing(m: Machine, special: Special, type: Value): Answer {
  const kind = specialOf(m, special, type);
  if (kind === 'trivial') return true;
  const element = elementOf(type);
  if (element !== undefined) return specialThrowsNothing(m, special, element);
  const instance = classOf(type);
  if (kind !== 'user' || !instance || m.budget.isDeep()) return undefined;
  return m.budget.deeper(() => ofClass(m, special, instance));
}

function ofClass(m: Machine, asked: Special, instance: ClassInstance): Answer {
  if (isOpen(instance)) return undefined;
  const special = servingFor(instance, asked);
  const own = declaredSpecial(instance, special);
  if (own && !own.defaulted && (own.noexcept || special !== 'destroy')) return promises(m, own, instance.scope);
  if (own?.noexcept) return promises(m, own, instance.scope);
  // Beside constructors that are declared, only a template serves.
  if (!own && special === 'default' && constructorsOf(instance).length > 0) return undefined;
  return ofParts(m, special, instance);
}

/** What the compiler writes throws what the functions of bases and members throw. */
function ofParts(m: Machine, special: Special, instance: ClassInstance): Answer {
  if (instance.decl.virtualBases || instance.decl.kind === 'union') return undefined;
  const bases = instance.bases.map((base) => specialThrowsNothing(m, special, exampleOf(base)));
  const fields = instance.fields.map(({ type, init }): Answer => {
    if (isReference(type)) return true;
    if (special === 'default' && init.how !== 'none') return undefined;
    return specialThrowsNothing(
      m,
      special,
      m.silently(() => typeExample(m, type, instance.scope)),
    );
  });
  return all([...bases, ...fields]);
}

/** The condition of a function's `noexcept`; a destructor has one without writing it. */
function promises(m: Machine, { noexcept, name }: Func, scope: Scope): Answer {
  if (!noexcept) return name.startsWith('~');
  const n = asNumber(m.silently(() => evaluate(m, noexcept, scope)));
  return n === undefined ? undefined : n !== 0;
}

/** Whether the construction of a type, which is possible, throws nothing; its destruction included. */
export function constructionThrowsNothing(m: Machine, type: TypeOf, args: readonly TypeOf[]): Answer {
  const [only] = args;
  if (type.ref) return args.length === 1 && only ? conversionThrowsNothing(m, only, type) : undefined;
  const element = elementOf(type.of);
  if (element !== undefined)
    return args.length > 0 ? undefined : constructionThrowsNothing(m, { is: 'type', of: element }, []);
  if (isScalarType(type.of)) return !only || conversionThrowsNothing(m, only, type, true);
  const instance = classOf(type.of);
  if (!instance || isOpen(instance)) return undefined;
  return all([initialisationThrowsNothing(m, instance, type, args), specialThrowsNothing(m, 'destroy', type.of)]);
}

/** As `constructionThrowsNothing`, of an object of a class that does not end here. */
export function initialisationThrowsNothing(
  m: Machine,
  instance: ClassInstance,
  type: TypeOf,
  args: readonly TypeOf[],
): Answer {
  const [only] = args;
  if (!only) return specialThrowsNothing(m, 'default', type.of);
  if (args.length === 1 && classOf(only.of) === instance) return copyThrowsNothing(m, 'construct', only, type);
  // Its copies and moves take an object of a class that is derived from it, too.
  const given = args.length === 1 ? classOf(only.of) : undefined;
  if (given && derivesFrom(given, instance)) return undefined;
  const constructors = instance.scope.own('#constructors');
  const overloads = constructors?.kind === 'functions' ? constructors.overloads : [];
  const takes = judged(m, overloads, [], args.map(argOf));
  const [first, ...others] = takes;
  const chosen = others.length === 0 ? first?.entity : classOf(only.of) ? undefined : best(m, overloads, args);
  const isSure = takes.every((one) => !one.doubt) && chosen?.decl.templates.flat().length === 0;
  if (!chosen || !isSure || (chosen.decl.defaulted && !chosen.decl.noexcept)) return undefined;
  return all([promises(m, chosen.decl, chosen.scope), ...args.map((arg, i) => isPlain(m, chosen, arg, i))]);
}

/** Whether what copies, moves or assigns an object throws nothing. */
function copyThrowsNothing(m: Machine, copying: Copying, from: TypeOf, to: TypeOf): Answer {
  const copier = copierOf(m, copying, from, to);
  if (!copier || typeof copier === 'string' || copier.kind === undefined) return undefined;
  const { decl, owner } = copier.entity;
  if (copier.kind === 'trivial') return true;
  if (!decl.defaulted || decl.noexcept) return promises(m, decl, copier.scope);
  const parts = owner?.decl.virtualBases ? undefined : partsCopied(m, copier);
  return (
    parts &&
    all(
      parts.map((part) =>
        classOf(part.of) ? copyThrowsNothing(m, copying, part, lvalue(part)) : isScalarType(part.of) || undefined,
      ),
    )
  );
}

const lvalue = ({ of }: TypeOf): TypeOf => ({ is: 'type', of, ref: 'lvalue' });

/** The constructor that takes arguments which are no objects. */
function best(m: Machine, overloads: readonly FunctionEntity[], args: readonly TypeOf[]): FunctionEntity | undefined {
  const found = m.silently(() => resolve(m, overloads, [], args.map(argOf)));
  return found.is === 'picked' ? found.entity : undefined;
}

/** Whether an argument is passed without a function that may throw: as a number, or by reference to its own class. */
function isPlain(m: Machine, { decl, scope }: FunctionEntity, arg: TypeOf, i: number): Answer {
  const type = decl.params[i]?.type;
  if (!type) return undefined;
  const example = m.silently(() => typeExample(m, type, scope));
  if (isScalarType(arg.of) && isScalarType(example)) return true;
  return isReference(type) && sameType(arg.of, example) ? true : undefined;
}

function argOf(type: TypeOf): Arg {
  return { value: type.of, span: nowhere, category: categoryGiven(type) };
}

/** The category of what has a type, as `declval` makes it. */
export function categoryGiven({ ref, constant, volatile }: TypeOf): Category {
  return { is: ref === 'lvalue' ? 'lvalue' : 'xvalue', constant: constant === true, volatile };
}

/** Whether a conversion, which is possible, throws nothing. `direct`: functions that are explicit serve as well. */
export function conversionThrowsNothing(m: Machine, from: TypeOf, to: TypeOf, direct = false): Answer {
  if (isVoid(to)) return isVoid(from);
  if (to.ref && sameType(from.of, to.of)) return true;
  const source = classOf(from.of);
  if (source && isScalarType(to.of) && !to.ref) {
    const found = conversionFunction(m, source, { type: to.of, direct }, categoryGiven(from));
    if (!found || found === 'unclear' || found.isTemplate) return undefined;
    return found.entity.decl.returns && promises(m, found.entity.decl, found.scope);
  }
  const isArithmetic = (of: Value): boolean => isScalarType(of) || elementOf(of) !== undefined || isFunctionType(of);
  if (isArithmetic(from.of) && isArithmetic(to.of)) return true;
  const instance = classOf(to.of);
  if (!instance || to.ref) return undefined;
  return constructionThrowsNothing(m, { is: 'type', of: to.of }, [from]);
}

/** Whether an assignment, which is possible, throws nothing. */
export function assignmentThrowsNothing(m: Machine, to: TypeOf, from: TypeOf): Answer {
  if (isScalarType(to.of)) return conversionThrowsNothing(m, from, { is: 'type', of: to.of });
  return sameType(to.of, from.of) ? copyThrowsNothing(m, 'assign', from, to) : undefined;
}

/** Whether a call, which is possible, throws nothing: of a function or a pointer to one. */
export function callThrowsNothing(m: Machine, callee: TypeOf, args: readonly TypeOf[]): Answer {
  const called = invocation(callee, args);
  if (!called || called === 'unknown' || called === 'none') return undefined;
  const { func } = called;
  const isData = !isTuple(callee.of) && callee.of.is === 'member-pointer' && !isFunctionType(callee.of.member.of);
  if (isData) return true;
  if (!func.noexcept) return false;
  return all(func.params.map((param, i) => conversionThrowsNothing(m, called.args[i] ?? param, param)));
}

function isVoid({ of, ref }: TypeOf): boolean {
  return !ref && !isTuple(of) && of.is === 'void';
}

function isFunctionType(of: Value): boolean {
  return !isTuple(of) && of.is === 'function-type';
}
