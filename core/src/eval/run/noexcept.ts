// `noexcept(e)` ([expr.unary.noexcept]): whether an expression throws nothing ([except.spec]/6): each function
// that it calls promises so, and so do the constructors and destructors of the objects that it makes. What is not
// followed (operators of classes, functions of the libraries) is not known.
import { say } from '../../base/say';
import { dyn } from '../../algebra/leaf';
import type { Expr } from '../../ir/program';
import type { TypeOf, Value } from '../../values/value';
import { packScopes } from '../names/packs';
import type { Picked } from '../overload/overloads';
import { declareParameters } from '../overload/requirements';
import { evaluate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { Scope } from '../values/entities';
import { enumerationOf } from '../values/enumerations';
import { isTuple, isUnknown } from '../values/inspect';
import { classOf, targetOf } from '../values/kinds';
import { truth } from '../values/truth';
import { mayBeInvalid, unknown } from '../values/unknown';
import { constructionThrowsNothing, conversionThrowsNothing, specialThrowsNothing } from '../types/promises';
import { elementOf, isScalarType } from '../types/special-members';
import { functionCalled } from './call';
import { unevaluated } from './decltype';

type Answer = boolean | undefined;

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
    case 'Name':
    case 'This':
    case 'Sizeof':
    case 'Requires':
      return true;
    case 'Lambda':
      return e.captures.length > 0 || e.copies || e.copiesThis ? undefined : true;
    case 'Scope':
      return true;
    case 'Member':
      return e.arrow ? all([each(e.object), isPlain(m, e.object, scope)]) : each(e.object);
    case 'Unary':
      return all([each(e.arg), isPlain(m, e.arg, scope)]);
    case 'Binary':
      return all([each(e.left, e.right), arePlain(m, [e.left, e.right], scope)]);
    case 'Assign':
      return all([each(e.target, e.value), arePlain(m, [e.target, e.value], scope)]);
    case 'Index':
      return all([each(e.object, ...e.args), arePlain(m, [e.object, ...e.args], scope)]);
    case 'Conditional':
      return all([each(e.cond, e.then, e.else), arePlain(m, [e.cond, e.then, e.else], scope)]);
    case 'Cast':
      return all([each(e.arg), castThrowsNothing(m, e, scope)]);
    case 'Call':
      return all([each(e.callee, ...e.args), callThrowsNothing(m, e, scope)]);
    case 'Brace':
      return e.type ? all([each(...e.args), made(m, e, e.type, scope)]) : undefined;
    case 'Expand':
      return all(packScopes(e.of, scope).map((inner) => throwsNothing(m, e.of, inner)));
    default:
      return undefined;
  }
}

/** One that may throw decides, whatever is not known of the others. */
function all(answers: readonly Answer[]): Answer {
  return answers.includes(false) ? false : answers.includes(undefined) ? undefined : true;
}

/** The type of an expression, with its category; undefined where it is not known. */
function typeOf(m: Machine, e: Expr, scope: Scope): TypeOf | undefined {
  const type = evaluate(m, { is: 'Decltype', arg: e, parenthesised: true, span: e.span }, scope);
  return isTuple(type) || type.is !== 'type' || type.vague || isUnknown(type.of) ? undefined : type;
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

function castThrowsNothing(m: Machine, e: Expr & { is: 'Cast' }, scope: Scope): Answer {
  if (e.how !== 'static' && e.how !== 'c') return e.how === 'const' || e.how === 'reinterpret' ? true : undefined;
  const [from, to] = [typeOf(m, e.arg, scope), evaluate(m, e.type, scope)];
  if (!from || isTuple(to) || to.is !== 'type' || to.vague || isUnknown(to.of)) return undefined;
  if (!isTuple(to.of) && to.of.is === 'void') return true;
  return classOf(to.of) && !to.ref ? constructionThrowsNothing(m, to, [from]) : conversionThrowsNothing(m, from, to);
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
  const callee = unevaluated(m, e.callee, scope).value;
  if (!isTuple(callee) && callee.is === 'type') return made(m, e, e.callee, scope);
  const target = targetOf(callee);
  if (target?.kind === 'builtin') return naming.has(target.name) || undefined;
  if (target?.kind === 'lambda') {
    const { noexcept, params } = target.decl;
    if (!noexcept) return false;
    return params.length === 0 || noexcept.is === 'Bool' ? truth(evaluate(m, noexcept, target.scope)) : undefined;
  }
  const picked = functionCalled(m, e, scope);
  if (!picked || e.args.some(({ is }) => is === 'Expand')) return undefined;
  return all([promises(m, picked), passes(m, picked, e, scope), endsQuietly(m, e, scope)]);
}

function promises(m: Machine, { entity: { decl }, scope }: Picked): Answer {
  const { noexcept } = decl;
  if (!noexcept) return decl.name.startsWith('~') || decl.defaulted ? undefined : false;
  const inner = new Scope(scope);
  if (noexcept.is !== 'Bool') declareParameters(m, decl.params, scope, inner);
  return truth(evaluate(m, noexcept, inner));
}

/** The arguments as the parameters take them. */
function passes(m: Machine, { entity: { decl }, scope }: Picked, e: Expr & { is: 'Call' }, outer: Scope): Answer {
  if (decl.params.some(({ pack }) => pack) || e.args.length < decl.params.length) return undefined;
  return all(
    decl.params.map((param, i) => {
      const [arg] = e.args.slice(i);
      const [from, to] = [arg && typeOf(m, arg, outer), evaluate(m, param.type, scope)];
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
  if (!type) return undefined;
  return type.ref || !classOf(type.of) ? true : specialThrowsNothing(m, 'destroy', type.of);
}
