// Relations of types ([meta.rel], [meta.unary.prop]): whether a type can be constructed from others, converted to
// another, called with others. Overload resolution and conversion sequences give the answers; where they are in doubt,
// the answer is unknown.
import type { TypeAnswer, TypeQuestions } from '../../builtins/registry';
import { nowhere } from '../../base/span';
import type { Expr } from '../../ir/program';
import { withElementConst } from '../../values/array-types';
import type { FunctionType, TypeOf, Value } from '../../values/value';
import { conversionFunction, conversionFunctions } from '../overload/conversion-functions';
import { type Parameter, sequenceTo } from '../overload/conversions';
import { judged } from '../overload/overloads';
import { nullptr } from '../overload/viable';
import { Relations } from '../overload/remembered-relations';
import { userConversion } from '../overload/template-conversions';
import { evaluate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { derivesFrom } from '../values/base-parts';
import { VarCell } from '../values/cells';
import { type Arg, type Category, type ClassInstance, Scope } from '../values/entities';
import { erase, isTuple, isUnknown, sameType } from '../values/inspect';
import { classOf, isTextObject, targetOf, underlyingType } from '../values/kinds';
import { constVolatile, sameQualifiers } from '../values/qualifiers';
import { isSubstitutionFailure } from '../values/unknown';
import { endsVirtually, hasLibraryBase, isBaseOf, isFunctionType, isNoClass, isVoid, toBase } from './base-relations';
import { kindOfCopying, mayCopy } from './chosen-copies';
import { numberType } from './narrowing';
import { exampleOf, isWhollyKnown } from './classes';
import {
  constructorsOf,
  declaredSpecials,
  isAbstract,
  elementOf,
  isOfUnknownBound,
  hasOpenBase,
  isAggregate,
  isPolymorphic,
  isScalarType,
  isStandardLayout,
  isTrivial,
  isTriviallyCopyable,
  specialOf,
  takesAny,
} from './special-members';
import { invocation } from './invocations';
import { isOfMember, pointerTo } from '../values/function-types';
import {
  categoryGiven,
  assignmentThrowsNothing,
  callThrowsNothing,
  constructionThrowsNothing,
  conversionThrowsNothing,
  specialThrowsNothing,
} from './promises';

type Answer = boolean | undefined;

const constructions = new Relations<Answer>();
export function typeQuestions(m: Machine): TypeQuestions {
  // A class is instantiated, and a constraint evaluated, on the account of the code that asks.
  const outside = <T>(ask: () => T): T => m.budget.meter.outside(ask);
  return {
    special: (special, type) => specialOf(m, special, type),
    copying: (copying, from, to) => kindOfCopying(m, copying, from, to),
    hasOne: (special, type) => declaredSpecials(classOf(type), special).length <= 1,
    takesAny: (special, type) => {
      const instance = classOf(type);
      return instance !== undefined && takesAny(instance, special);
    },
    isTriviallyCopyable: (type) => isTriviallyCopyable(m, type),
    isTrivial: (type) => isTrivial(m, type),
    isStandardLayout: (type) => isStandardLayout(m, type),
    isAggregate,
    isPolymorphic: (type) => ofClass(type, isPolymorphic),
    isAbstract: (type) => ofClass(type, isAbstract),
    endsVirtually: (type) => ofClass(type, endsVirtually),
    isFinal: (type) =>
      targetOf(type)?.kind === 'lambda' ? false : classOf(type)?.decl.final === true || ofClass(type, () => false),
    isBaseOf,
    constructs: (type, args) => outside(() => constructs(m, type, args)),
    converts: (from, to) => outside(() => converts(m, from, to)),
    assigns: (to, from) => outside(() => assigns(m, to, from)),
    calls: (callee, args) => outside(() => calls(m, callee, args)),
    isScalar: isScalarType,
    isSame: (a, b) => sameType(a.of, b.of) && sameQualifiers(a, b),
    specialThrowsNothing: (special, type) => specialThrowsNothing(m, special, type),
    constructionThrowsNothing: (type, args) => outside(() => constructionThrowsNothing(m, type, args)),
    conversionThrowsNothing: (from, to) => outside(() => conversionThrowsNothing(m, from, to)),
    assignmentThrowsNothing: (to, from) => outside(() => assignmentThrowsNothing(m, to, from)),
    callThrowsNothing: (callee, args) => outside(() => callThrowsNothing(m, callee, args)),
    common: (a, b) => common(m, a, b),
    underlying: (type) => {
      const target = targetOf(type);
      const isFixed = target?.kind === 'namespace' && target.scope?.fixed === true;
      const of = underlyingType(type);
      return of === type || !isFixed ? undefined : of;
    },
  };
}

/** What is asked of classes: scalars and arrays are none; of the library's nothing is known. */
function ofClass(type: Value, ask: (instance: ClassInstance) => boolean | undefined): boolean | undefined {
  const instance = classOf(type);
  if (instance) return instance.hasUnknownBase || hasOpenBase(instance) ? undefined : ask(instance);
  return isNoClass(type) ? false : undefined;
}

/** `declval<T>()`. */
function categoryOf({ ref, constant, volatile }: TypeOf): Category {
  return { is: ref === 'lvalue' ? 'lvalue' : 'xvalue', constant: constant === true, volatile };
}

function argOf(type: TypeOf): Arg {
  return { value: type.of, span: nowhere, category: categoryOf(type) };
}

/** Whether a value of one type is passed to a parameter of another. */
export function converts(m: Machine, from: TypeOf, to: TypeOf): boolean | undefined {
  if (from.vague || to.vague || isUnknown(from.of) || isUnknown(to.of)) return undefined;
  if (isVoid(to.of) && !to.ref) return isVoid(from.of) && !from.ref;
  if (isVoid(from.of)) return false;
  if (elementOf(to.of) !== undefined && !to.ref) return false;
  if (isFunction(from.of) || isFunction(to.of)) return undefined;
  if (isFunctionType(to.of)) {
    if (!to.ref) return false;
    if (isFunctionType(from.of)) return isOfMember(from.of) ? undefined : sameType(from.of, to.of);
  }
  if (isFunctionType(from.of) && isOfMember(from.of)) return false;
  const own = classOf(to.of);
  if (own && !to.ref && sameType(from.of, to.of)) return copies(m, from, to.of);
  const sequence = sequenceTo(
    { type: erase(to.ref ? from.of : withElementConst(from).of), category: categoryOf(from), braced: false },
    { type: to.of, written: to },
    userConversion(m),
  );
  // A base from the library may have a conversion function.
  const source = classOf(from.of);
  if (!sequence) return (own && isArray(from.of)) || (source && hasLibraryBase(source)) ? undefined : false;
  if (sequence.steps > 0) return sequence.doubt ? undefined : toBase(pointee(from.of), pointee(to.of));
  if (sequence.rank === 'user' && own && constructorsOf(own).some(({ deleted }) => deleted)) return undefined;
  return sequence.doubt ? undefined : isKnownPair(from.of, to.of) ? true : undefined;
}

function isFunction(type: Value): boolean {
  return targetOf(type)?.kind === 'functions' || (!isTuple(type) && type.is === 'callable' && !targetOf(type));
}

function pointee(type: Value): Value {
  return !isTuple(type) && type.is === 'pointer' ? type.element : type;
}

const isEnumeration = (type: Value): boolean => underlyingType(type) !== type;

/** Types whose conversions are known: scalars, and classes of the program. */
function isKnownPair(...types: readonly Value[]): boolean {
  return types.every(
    (type) =>
      isScalarType(type) ||
      isFunctionType(type) ||
      classOf(type) !== undefined ||
      elementOf(type) !== undefined ||
      (!isTuple(type) && isTextObject(type)),
  );
}

/** An object from another one of its class, without a constructor that is explicit. */
function copies(m: Machine, from: TypeOf, type: Value): boolean | undefined {
  const [end, instance] = [specialOf(m, 'destroy', type), classOf(type)];
  const barred = end === 'deleted' || (instance && isAbstract(instance));
  if (barred || end === undefined || barred === undefined) return barred ? false : undefined;
  return mayCopy(m, 'construct', from, { is: 'type', of: type }, true);
}

export function constructs(m: Machine, type: TypeOf, args: readonly TypeOf[]): boolean | undefined {
  const { of } = type;
  if (type.vague || isUnknown(of) || args.some((arg) => arg.vague || isUnknown(arg.of))) return undefined;
  if (args.some((arg) => isVoid(arg.of)) || ((isVoid(of) || isFunctionType(of)) && !type.ref)) return false;
  const [only] = args;
  if (type.ref) return args.length === 1 && only ? (converts(m, only, type) === true ? true : undefined) : false;
  const element = elementOf(of);
  if (element !== undefined)
    return args.length > 0 || isOfUnknownBound(of) ? false : constructs(m, { is: 'type', of: element }, []);
  if (isScalarType(of)) return constructsScalar(m, type, args);
  const instance = classOf(of);
  if (!instance || instance.hasUnknownBase || specialOf(m, 'destroy', of) === undefined) return undefined;
  if (specialOf(m, 'destroy', of) === 'deleted') return false;
  const barred = isAbstract(instance);
  if (barred !== false) return barred && false;
  if (args.length > 0) return constructions.answer(m, instance, args, () => constructsClass(m, instance, args));
  const kind = specialOf(m, 'default', of);
  return kind && kind !== 'deleted';
}

function constructsScalar(m: Machine, type: TypeOf, args: readonly TypeOf[]): boolean | undefined {
  const [only] = args;
  if (args.length > 1) return false;
  if (!only) return true;
  if (isEnumeration(type.of) || isEnumeration(only.of)) return sameType(type.of, only.of) ? true : undefined;
  // A null pointer becomes false where that is asked for ([conv.bool]).
  if (sameType(only.of, nullptr) && numberType(type.of)?.truth) return true;
  // Functions that are explicit serve as well.
  const source = classOf(only.of);
  const found = source && conversionFunction(m, source, { type: type.of, direct: true }, categoryGiven(only));
  if (found) return found === 'unclear' ? undefined : true;
  return converts(m, only, { is: 'type', of: type.of });
}

function constructsClass(m: Machine, instance: ClassInstance, args: readonly TypeOf[]): boolean | undefined {
  const [only] = args;
  const example = exampleOf(instance);
  const isOwn = args.length === 1 && only !== undefined && sameType(only.of, example);
  if (isOwn && only) return mayCopy(m, 'construct', only, { is: 'type', of: example });
  const constructors = instance.scope.own('#constructors');
  const overloads = constructors?.kind === 'functions' ? constructors.overloads : [];
  const takes = judged(m, overloads, [], args.map(argOf));
  const isBarred = ({ entity }: (typeof takes)[number]): boolean =>
    (entity.decl.deleted ?? entity.decl.hidden) === true;
  const sure = takes.filter((one) => !one.doubt && !isBarred(one));
  if (sure.length > 0) {
    const passed = sure.map(({ parameters }) => passes(m, parameters, args));
    if (takes.some(isBarred)) return undefined;
    return passed.every((one) => one === true) ? true : takes.length === 1 ? passed[0] : undefined;
  }
  if (takes.length > 0 && takes.every((one) => !one.doubt && isBarred(one))) return false;
  if (takes.length > 0) return undefined;
  const into = only && args.length === 1 ? classOf(only.of) : undefined;
  if (into && only && derivesFrom(into, instance)) {
    const copies = mayCopy(m, 'construct', { ...only, of: example }, { is: 'type', of: example });
    return toBase(only.of, example) === true ? copies : undefined;
  }
  if ((into && convertsToSome(m, into)) || instance.libraryBases) return undefined;
  // An aggregate may be made of its base, or of an object, in parentheses too since C++20.
  const mayBeFilled = (into !== undefined || instance.bases.length > 0) && isAggregate(example) !== false;
  return mayBeFilled && only && beginsWith(m, instance, only) !== false ? undefined : false;
}

/** Whether the first element of an aggregate, a base before all members, is copied or converted from an argument. */
function beginsWith(m: Machine, instance: ClassInstance, arg: TypeOf): Answer {
  const [base] = instance.bases;
  const [member] = instance.fields;
  if (base) return converts(m, arg, { is: 'type', of: exampleOf(base) });
  const type = member && m.silently(() => evaluate(m, member.type, instance.scope));
  return type === undefined ? false : isTuple(type) || type.is !== 'type' ? undefined : converts(m, arg, type);
}

/** Whether an object may convert to one of a class by a function of its own. */
function convertsToSome(m: Machine, instance: ClassInstance): boolean {
  return !isWhollyKnown(instance) || conversionFunctions(m, instance).length > 0;
}

/** Whether the objects can be copied or moved that parameters take by value ([dcl.init]). */
function passes(m: Machine, parameters: readonly (Parameter | undefined)[], args: readonly TypeOf[]): Answer {
  const answers = parameters.map((parameter, i) => {
    const [arg, instance] = [args[i], parameter && !parameter.written.ref ? classOf(parameter.type) : undefined];
    if (!arg || !parameter || !instance || classOf(arg.of) !== instance) return true;
    return copies(m, arg, parameter.type);
  });
  return answers.includes(false) ? false : answers.includes(undefined) ? undefined : true;
}

/** `declval<To>() = declval<From>()`. */
export function assigns(m: Machine, to: TypeOf, from: TypeOf): boolean | undefined {
  if (to.vague || from.vague || isUnknown(to.of) || isUnknown(from.of)) return undefined;
  if (isVoid(to.of) || isVoid(from.of) || isFunctionType(to.of)) return false;
  if (isScalarType(to.of)) {
    if (to.ref !== 'lvalue' || to.constant) return false;
    return converts(m, from, { is: 'type', of: to.of });
  }
  if (elementOf(to.of) !== undefined) return false;
  if (!classOf(to.of) || !sameType(to.of, from.of)) return undefined;
  return mayCopy(m, 'assign', from, to);
}

/** `decltype(declval<F>()(declval<Args>()...))`. */
function calls(m: Machine, callee: TypeOf, args: readonly TypeOf[]): TypeAnswer {
  if (args.some(({ of, ref }) => (isVoid(of) && !ref) || isOfMember(of))) return 'none';
  const invoked = invocation(callee, args);
  if (invoked === 'none') return invoked;
  if (invoked) return invoked === 'unknown' ? undefined : callsFunction(m, invoked.func, invoked.args);
  if (isScalarType(callee.of) && !isPointer(callee.of)) return 'none';
  if (isVoid(callee.of) || isArray(callee.of)) return 'none';
  if (!classOf(callee.of) && targetOf(callee.of)?.kind !== 'lambda') return undefined;
  const scope = new Scope(m.global);
  const names = [callee, ...args].map((type, i): Expr => declval(scope, `#${i}`, type));
  const [f, ...given] = names;
  if (!f) return undefined;
  return typeOfExpression(m, { is: 'Call', callee: f, args: given, span: nowhere }, scope);
}

/** What a call of a function is given: its result, where the arguments convert to its parameters. */
function callsFunction(m: Machine, func: FunctionType, args: readonly TypeOf[]): TypeAnswer {
  const { params, variadic, returns } = func;
  if (args.length < params.length || (args.length > params.length && !variadic)) return 'none';
  const taken = params.map((param, i) => converts(m, args[i] ?? param, param));
  if (taken.includes(false)) return 'none';
  return taken.includes(undefined) ? undefined : returns;
}

function isArray(type: Value): boolean {
  return elementOf(type) !== undefined;
}

function isPointer(type: Value): boolean {
  return !isTuple(type) && type.is === 'pointer';
}

/** An expression of a type: a variable of it, given away where it is no lvalue. */
function declval(scope: Scope, id: string, type: TypeOf): Expr {
  const written = constVolatile(type);
  scope.names.set(id, {
    kind: 'variable',
    cell: new VarCell(id, someValue(type.of), type.constant === true, type.volatile === true),
    at: undefined,
    written,
  });
  const name: Expr = { is: 'Name', id, span: nowhere };
  if (type.ref === 'lvalue') return name;
  scope.names.set(`${id}&&`, {
    kind: 'type',
    of: type.of,
    at: undefined,
    written: { ...written, ref: 'rvalue' },
  });
  return { is: 'Cast', how: 'static', type: { is: 'Name', id: `${id}&&`, span: nowhere }, arg: name, span: nowhere };
}

/** A value of a type; of numbers the number does not matter. */
function someValue(type: Value): Value {
  return !isTuple(type) && (type.is === 'dynamic' || type.is === 'scalar') ? { ...type, n: 1 } : type;
}

function typeOfExpression(m: Machine, e: Expr, scope: Scope): TypeAnswer {
  const type = m.silently(() => evaluate(m, { is: 'Decltype', arg: e, span: nowhere }, scope));
  if (isSubstitutionFailure(type)) return 'none';
  return isTuple(type) || type.is !== 'type' || type.vague || isUnknown(type.of) ? undefined : type;
}

/** `common_type_t<A, B>` of scalars: the type of a conditional operator. */
function common(m: Machine, a: TypeOf, b: TypeOf): TypeAnswer {
  const [left, right] = [decayed(a), decayed(b)];
  // A program may specialise the template for its own classes.
  if (classOf(left.of) ?? classOf(right.of)) return undefined;
  if (isUnknown(left.of) || isUnknown(right.of) || isArray(a.of) || isArray(b.of)) return undefined;
  if (sameType(left.of, right.of)) return left;
  if (isVoid(left.of) || isVoid(right.of)) return 'none';
  if (!isScalarType(left.of) || !isScalarType(right.of) || isEnumeration(left.of) || isEnumeration(right.of))
    return undefined;
  if (isPointer(left.of) || isPointer(right.of)) return undefined;
  const scope = new Scope(m.global);
  const sum: Expr = {
    is: 'Binary',
    op: '+',
    left: declval(scope, '#0', { ...left, ref: 'lvalue' }),
    right: declval(scope, '#1', { ...right, ref: 'lvalue' }),
    span: nowhere,
  };
  return typeOfExpression(m, sum, scope);
}

function decayed({ of }: TypeOf): TypeOf {
  if (isFunctionType(of) && !isOfMember(of)) return { is: 'type', of: pointerTo({ is: 'type', of }) };
  const element = elementOf(of);
  return element === undefined
    ? { is: 'type', of }
    : {
        is: 'type',
        of: {
          is: 'pointer',
          space: 'generic',
          element,
          offset: { is: 'dynamic', n: undefined, name: undefined, bits: 64, from: undefined },
        },
      };
}
