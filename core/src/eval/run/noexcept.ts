// `noexcept(e)` ([expr.unary.noexcept]): whether an expression throws nothing ([except.spec]/6): each function
// that it calls promises so, and so do the constructors and destructors of the objects that it makes. What is not
// followed (functions of the libraries) is not known. `new`, `delete` and the like are in noexcept-forms.ts.
import { say } from '../../base/say';
import { dyn } from '../../algebra/leaf';
import type { Expr } from '../../ir/program';
import type { TypeOf, Value } from '../../values/value';
import { packScopes } from '../names/packs';
import { categoryOfType, prvalue } from '../overload/categories';
import { convertsToFunction } from '../overload/conversion-functions';
import { type Picked, resolve } from '../overload/overloads';
import { declareParameters } from '../overload/requirements';
import { evaluate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { type Arg, Scope } from '../values/entities';
import { enumerationOf } from '../values/enumerations';
import { isTuple, isUnknown } from '../values/inspect';
import { classOf, targetOf } from '../values/kinds';
import { constVolatile } from '../values/qualifiers';
import { truth } from '../values/truth';
import { mayBeInvalid, unknown } from '../values/unknown';
import { memberOf } from '../types/classes';
import { invocation } from '../types/invocations';
import {
  callThrowsNothing as pointedThrowsNothing,
  constructionThrowsNothing,
  conversionThrowsNothing,
  specialThrowsNothing,
} from '../types/promises';
import { elementOf, isScalarType } from '../types/special-members';
import { asksForPlace } from '../types/source-places';
import { operatorMeant } from '../types/user-operators';
import { functionCalled } from './call';
import { unevaluated } from './decltype';
import {
  all,
  type Answer,
  dynamicCastThrowsNothing,
  endThrowsNothing,
  formThrowsNothing,
  typeidThrowsNothing,
  typeOf,
} from './noexcept-forms';

export function noexceptValue(m: Machine, e: Expr & { is: 'Sizeof' }, scope: Scope): Value {
  const { value } = unevaluated(m, e.arg, scope);
  if (m.mode.silent && mayBeInvalid(value)) return value;
  const holds = m.silently(() => m.aside('unevaluated', e.span, () => throwsNothing(m, e.arg, scope)));
  if (holds === undefined) return unknown('unsupported', say`whether this expression may throw is not known`, e.span);
  return { ...dyn(holds ? 1 : 0), narrow: 'bool' };
}

function throwsNothing(m: Machine, e: Expr, scope: Scope): Answer {
  const each = (...parts: readonly Expr[]): Answer => all(parts.map((part) => throwsNothing(m, part, scope)));
  switch (e.is) {
    case 'Int':
    case 'Float':
    case 'Bool':
    case 'Char':
    case 'String':
    case 'This':
    case 'Sizeof':
    case 'Requires':
      return true;
    case 'Name':
      // The grammar takes `throw e` for two expressions.
      return e.id !== 'throw';
    case 'Opaque':
      return e.form && formThrowsNothing(m, e.form, scope, each);
    case 'Lambda':
      return e.captures.length > 0 || e.copies || e.copiesThis ? undefined : true;
    case 'Scope':
      return true;
    case 'Member':
      return e.arrow ? all([each(e.object), isPlain(m, e.object, scope)]) : each(e.object);
    case 'Unary':
      return all([each(e.arg), operatorThrowsNothing(m, e, e.op, [e.arg], scope)]);
    case 'Binary':
      return all([each(e.left, e.right), operatorThrowsNothing(m, e, e.op, [e.left, e.right], scope)]);
    case 'Assign':
      return all([each(e.target, e.value), operatorThrowsNothing(m, e, e.op, [e.target, e.value], scope)]);
    case 'Index':
      return all([each(e.object, ...e.args), indexThrowsNothing(m, e, scope)]);
    case 'Conditional':
      return all([each(e.cond, e.then, e.else), arePlain(m, [e.cond, e.then, e.else], scope)]);
    case 'Cast':
      return all([each(e.arg), castThrowsNothing(m, e, scope)]);
    case 'Call':
      if (asksForPlace(e)) return true;
      if (e.callee.is === 'Name' && e.callee.id === 'typeid') return typeidThrowsNothing(m, e.args, scope);
      return all([each(e.callee, ...e.args), callThrowsNothing(m, e, scope)]);
    case 'Brace':
      return e.type ? all([each(...e.args), made(m, e, e.type, scope)]) : undefined;
    case 'Expand':
      return all(packScopes(e.of, scope).map((inner) => throwsNothing(m, e.of, inner)));
    default:
      return undefined;
  }
}

/** An operand for which no class or enumeration has an operator of its own. */
function isPlain(m: Machine, e: Expr, scope: Scope): Answer {
  const type = typeOf(m, e, scope);
  if (!type) return undefined;
  const isVoid = !isTuple(type.of) && type.of.is === 'void';
  const isNumber = isScalarType(type.of) && !enumerationOf(type.of);
  return isVoid || isNumber || elementOf(type.of) !== undefined ? true : undefined;
}

function arePlain(m: Machine, parts: readonly Expr[], scope: Scope): Answer {
  return all(parts.map((part) => isPlain(m, part, scope)));
}

/** An operator of the language, or a function of the program that it means. */
function operatorThrowsNothing(m: Machine, e: Expr, op: string, parts: readonly Expr[], scope: Scope): Answer {
  const isLanguage = arePlain(m, parts, scope);
  if (isLanguage !== undefined) return isLanguage;
  const operands = parts.map((part) => argFor(m, part, scope));
  if (op.startsWith('post')) operands.push({ value: dyn(0), span: e.span, category: prvalue });
  const known = operands.flatMap((one) => one ?? []);
  if (known.length < operands.length || known.some(({ value }) => enumerationOf(value))) return undefined;
  const meant = operatorMeant(m, op.replace('post', ''), known, scope, e.span);
  if (!meant || meant.is === 'unclear') return undefined;
  return functionThrowsNothing(m, e, meant.picked, meant.args, scope);
}

function indexThrowsNothing(m: Machine, e: Expr & { is: 'Index' }, scope: Scope): Answer {
  return arePlain(m, [e.object, ...e.args], scope) ?? memberThrowsNothing(m, e, e.object, 'operator[]', e.args, scope);
}

/** A call of a member function of an object: of `operator()` and `operator[]`. */
function memberThrowsNothing(
  m: Machine,
  e: Expr,
  object: Expr,
  name: string,
  parts: readonly Expr[],
  scope: Scope,
): Answer {
  const type = typeOf(m, object, scope);
  const instance = type && classOf(type.of);
  const entity = instance && memberOf(instance, instance, name);
  if (!type || !instance || entity?.kind !== 'functions' || convertsToFunction(m, instance)) return undefined;
  const args = parts.map((part) => argFor(m, part, scope));
  const known = args.flatMap((one) => one ?? []);
  if (known.length < args.length) return undefined;
  const found = resolve(m, entity.overloads, [], known, categoryOfType(type));
  return found.is === 'picked' ? functionThrowsNothing(m, e, found, known, scope) : undefined;
}

function functionThrowsNothing(m: Machine, e: Expr, picked: Picked, args: readonly Arg[], scope: Scope): Answer {
  const types = args.map(({ value: of, category }): TypeOf => ({
    is: 'type',
    of,
    ...(category?.is !== 'prvalue' && { ref: category?.is === 'lvalue' ? 'lvalue' : 'rvalue' }),
    ...constVolatile(category ?? {}),
  }));
  return all([promises(m, picked), passes(m, picked, types), endsQuietly(m, e, scope)]);
}

/** An operand as an argument of which only the type is known. */
function argFor(m: Machine, e: Expr, scope: Scope): Arg | undefined {
  const type = e.is === 'Expand' ? undefined : typeOf(m, e, scope);
  return type && { value: type.of, span: e.span, category: categoryOfType(type), written: { expr: e, scope } };
}

function castThrowsNothing(m: Machine, e: Expr & { is: 'Cast' }, scope: Scope): Answer {
  if (e.how === 'dynamic') return dynamicCastThrowsNothing(m, e, scope);
  if (e.how !== 'static' && e.how !== 'c') return true;
  const [from, to] = [typeOf(m, e.arg, scope), evaluate(m, e.type, scope)];
  if (!from || isTuple(to) || to.is !== 'type' || to.vague || isUnknown(to.of)) return undefined;
  if (!isTuple(to.of) && to.of.is === 'void') return true;
  return classOf(to.of) && !to.ref
    ? constructionThrowsNothing(m, to, [from])
    : conversionThrowsNothing(m, from, to, true);
}

/** `T(…)` and `T{…}`. */
function made(m: Machine, e: Expr & { is: 'Call' | 'Brace' }, written: Expr, scope: Scope): Answer {
  const type = evaluate(m, written, scope);
  if (isTuple(type) || type.is !== 'type' || type.ref || isUnknown(type.of)) return undefined;
  if (e.args.some(({ is }) => is === 'Expand')) return undefined;
  const args = e.args.flatMap((arg) => typeOf(m, arg, scope) ?? []);
  if (args.length < e.args.length) return undefined;
  return constructionThrowsNothing(m, { is: 'type', of: type.of }, args);
}

/** Functions of the standard library that only name what they are given. */
const naming: ReadonlySet<string> = new Set(['declval', 'move', 'forward', 'addressof', 'as_const']);

function callThrowsNothing(m: Machine, e: Expr & { is: 'Call' }, scope: Scope): Answer {
  const { callee: written } = e;
  if (written.is === 'Member' && written.id.startsWith('~')) return endThrowsNothing(m, written, scope);
  const callee = unevaluated(m, written, scope).value;
  if (!isTuple(callee) && callee.is === 'type') return made(m, e, written, scope);
  const pointer = pointerCalled(m, written, callee, scope);
  if (pointer) return pointer === 'unknown' ? undefined : pointerThrowsNothing(m, e, pointer, scope);
  const target = targetOf(callee);
  if (target?.kind === 'builtin') return naming.has(target.name) || undefined;
  if (target?.kind === 'lambda') {
    const { noexcept, params } = target.decl;
    if (!noexcept) return false;
    return params.length === 0 || noexcept.is === 'Bool' ? truth(evaluate(m, noexcept, target.scope)) : undefined;
  }
  const picked = functionCalled(m, e, scope);
  if (!picked) return target ? undefined : memberThrowsNothing(m, e, written, 'operator()', e.args, scope);
  if (e.args.some(({ is }) => is === 'Expand')) return undefined;
  const types = e.args.map((arg) => typeOf(m, arg, scope));
  return all([promises(m, picked), passes(m, picked, types), endsQuietly(m, e, scope)]);
}

/** The type of what is called where it is a variable, a pointer or a pointer to a member: what that points to may
 *  promise more. */
function pointerCalled(m: Machine, callee: Expr, value: Value, scope: Scope): TypeOf | 'unknown' | undefined {
  if (callee.is === 'Opaque') return callee.form?.how === 'pointed' ? typeOf(m, callee.form.pointer, scope) : undefined;
  const target = targetOf(value);
  const func = target?.kind === 'functions' ? target.overloads[0] : undefined;
  const isNamed = callee.is === 'Name' || callee.is === 'Scope' || callee.is === 'Member';
  // A function that is named otherwise than by its name, or as a member that it is none of, is one that is led to.
  const isLed = func && !(isNamed && callee.id === func.decl.name && (callee.is !== 'Member' || func.owner));
  const type = isNamed && func && !isLed && callee.is !== 'Name' ? undefined : typeOf(m, callee, scope);
  if (!type) return isLed ? 'unknown' : undefined;
  const isPointer = !isTuple(type.of) && type.of.is === 'pointer';
  const isFunction = !isTuple(type.of) && type.of.is === 'function-type';
  return isPointer || (isFunction && (isLed ?? !func)) ? type : isLed ? 'unknown' : undefined;
}

function pointerThrowsNothing(m: Machine, e: Expr & { is: 'Call' }, pointer: TypeOf, scope: Scope): Answer {
  const object = e.callee.is === 'Opaque' && e.callee.form?.how === 'pointed' ? [e.callee.form.object] : [];
  const types = [...object, ...e.args].map((arg) => typeOf(m, arg, scope));
  const known = types.flatMap((type) => type ?? []);
  // What is passed by value may be copied, or made in its place.
  if (known.length < types.length || known.slice(object.length).some(({ of }) => classOf(of))) return undefined;
  const called = invocation(pointer, known);
  if (!called || called === 'none' || called === 'unknown') return undefined;
  return all([pointedThrowsNothing(m, pointer, known), endsWell(m, called.func.returns)]);
}

function promises(m: Machine, { entity: { decl }, scope }: Picked): Answer {
  const { noexcept } = decl;
  if (!noexcept) return decl.name.startsWith('~') || decl.defaulted ? undefined : false;
  const inner = new Scope(scope);
  if (noexcept.is !== 'Bool') declareParameters(m, decl.params, scope, inner);
  return truth(evaluate(m, noexcept, inner));
}

/** The arguments as the parameters take them. */
function passes(m: Machine, { entity: { decl }, scope }: Picked, types: readonly (TypeOf | undefined)[]): Answer {
  if (decl.params.some(({ pack }) => pack) || types.length < decl.params.length) return undefined;
  return all(
    decl.params.map((param, i) => {
      const [from, to] = [types[i], evaluate(m, param.type, scope)];
      if (!from || isTuple(to) || to.is !== 'type' || to.vague || isUnknown(to.of)) return undefined;
      const isOwn = classOf(to.of) !== undefined && classOf(to.of) === classOf(from.of);
      // What is made in its place is neither copied nor moved.
      if (isOwn && !to.ref && !from.ref) return specialThrowsNothing(m, 'destroy', to.of);
      return conversionThrowsNothing(m, from, to);
    }),
  );
}

/** The object that a call gives ends with the expression. */
function endsQuietly(m: Machine, e: Expr, scope: Scope): Answer {
  const type = typeOf(m, e, scope);
  return type && endsWell(m, type);
}

function endsWell(m: Machine, { of, ref, vague }: TypeOf): Answer {
  if (vague || isUnknown(of)) return undefined;
  return ref || !classOf(of) ? true : specialThrowsNothing(m, 'destroy', of);
}
