// Overload resolution: which of several functions of one name a call means, and the scope in which its template
// parameters are bound. Scores are an approximation of the ranking of the C++ standard.
import { hole } from '../../algebra/leaf';
import { spend } from '../../base/meter';
import type { Expr, Func, TemplateParam } from '../../ir/program';
import type { Value } from '../../values/value';
import { evaluate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { type FunctionEntity, Scope } from '../values/entities';
import { erase, isTuple, isUnknown } from '../values/inspect';
import {
  bindExplicit,
  declareTemplateParams,
  deduce,
  deduceArguments,
  type Deduction,
  elementless,
  ownTemplateParams,
  paramEntity,
} from './templates';

export interface Match {
  readonly scope: Scope;
  readonly score: number;
}

/** Whether a function takes these arguments; the scope has its template parameters bound. */
export function matchFunction(
  m: Machine,
  decl: Func,
  outer: Scope,
  targs: readonly Value[],
  args: readonly Value[],
): Match | undefined {
  if (!arityFits(decl, args.length)) return undefined;
  const params = ownTemplateParams(decl);
  const bound = bindExplicit(params, targs);
  const scope = new Scope(outer, decl.name);
  const d: Deduction = {
    m,
    params: new Map(params.map((p) => [p.name ?? '', p])),
    bound,
    scope,
    conversions: { count: 0 },
  };
  if (decl.specialises && !specialises(d, decl.specialises, targs)) return undefined;
  for (const [name, value] of bound) declareEarly(scope, params, name, value);
  const score = m.silently(() => scoreArguments(d, decl, args));
  return score !== undefined &&
    declareTemplateParams(m, params, bound, scope, false) &&
    !isDisabled(m, decl.returns, scope)
    ? { scope, score }
    : undefined;
}

/** `enable_if_t<…> f(…)` whose condition does not hold. */
function isDisabled(m: Machine, returns: Expr | undefined, scope: Scope): boolean {
  if (!returns || (returns.is !== 'Name' && returns.is !== 'Scope') || !returns.id.startsWith('enable_if'))
    return false;
  const value = m.silently(() => evaluate(m, returns, scope));
  return isUnknown(value) && value.cause.rule === 'type';
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

function arityFits(decl: Func, count: number): boolean {
  const pack = decl.params.some((p) => p.pack);
  const required = decl.params.filter((p) => !p.default && !p.pack).length;
  return count >= required && (pack || count <= decl.params.length);
}

/** Undefined: not viable. Higher is the better match: exact types over conversions, then plain functions and
 *  specialisations over templates, then specific patterns over bare parameters, then fewer arguments left to a pack. */
function scoreArguments(d: Deduction, decl: Func, args: readonly Value[]): number | undefined {
  let score = 0;
  const total = (): number =>
    score - 1000 * (d.conversions?.count ?? 0) + (decl.templates.every((params) => params.length === 0) ? 100 : 0);
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
  const first = isTuple(arg) ? arg[0] : undefined;
  return first !== undefined && type.is === 'Wrap' && (type.how === 'pointer' || type.how === 'array')
    ? { is: 'pointer', space: 'generic', element: erase(first), offset: hole(64) }
    : arg;
}

function bindParameterPack(d: Deduction, type: Expr, args: readonly Value[]): void {
  const inner = innermost(type);
  if (inner.is === 'Name' && d.params.has(inner.id))
    d.bound.set(inner.id, { pack: args.map((arg) => ({ is: 'type', of: elementless(arg) })) });
}

function innermost(type: Expr): Expr {
  return type.is === 'Wrap' || type.is === 'Expand' ? innermost(type.of) : type;
}

function specificity(d: Deduction, type: Expr): number {
  const inner = innermost(type);
  if (inner.is === 'Name' && (d.params.has(inner.id) || inner.id === 'auto') && !inner.args)
    return type.is === 'Wrap' && type.how === 'pointer' ? 1 : 0;
  return 2;
}

export interface Picked {
  readonly entity: FunctionEntity;
  readonly scope: Scope;
}

/** What it costs to look at whether a function takes what a call gives it. */
const unitsOfCandidate = 64;

/** Overload resolution: viable functions by arity and deduction, the best match first. */
export function pickOverload(
  m: Machine,
  overloads: readonly FunctionEntity[],
  targs: readonly Value[],
  args: readonly Value[],
): Picked | undefined {
  let best: (Picked & { score: number }) | undefined;
  const viable: FunctionEntity[] = [];
  spend(overloads.length * unitsOfCandidate, 'overloads');
  for (const entity of overloads) {
    const match = matchFunction(m, entity.decl, entity.scope, targs, args);
    if (!match) continue;
    viable.push(entity);
    const score = match.score * 2 + (entity.decl.body ? 1 : 0);
    if (!best || score > best.score) best = { entity, scope: match.scope, score };
  }
  return viable.length > 1 && dependsOnUnknown(m, viable, args) ? undefined : best;
}

/** Which of several functions is called may follow from the type of an argument that is not known. */
function dependsOnUnknown(m: Machine, viable: readonly FunctionEntity[], args: readonly Value[]): boolean {
  const typeAt = ({ decl }: FunctionEntity, i: number): string => {
    const { type } = decl.params[Math.min(i, decl.params.length - 1)] ?? {};
    return type ? (m.files.get(type.span.file)?.text.slice(type.span.start, type.span.end) ?? '') : '';
  };
  const [first, ...others] = viable;
  return (
    first !== undefined &&
    args.some((arg, i) => isUnknown(arg) && others.some((other) => typeAt(other, i) !== typeAt(first, i)))
  );
}
