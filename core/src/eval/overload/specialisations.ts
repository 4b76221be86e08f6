// Specialisations of class and variable templates ([temp.spec.partial]): which one template arguments choose. And the
// templates that are no classes: alias templates and variable templates with their arguments.
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Alias, Expr, Init, Let, TemplateParam } from '../../ir/program';
import { namesOneOf } from '../../ir/walk';
import type { Unknown, Value } from '../../values/value';
import { lookup } from '../names/names';
import { convert, evaluate, exampleOfType, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { isAuto } from '../values/declared-types';
import { type Entity, Scope } from '../values/entities';
import { isTuple, isUnknown, unknownIn } from '../values/inspect';
import { isOpenType } from '../values/open-types';
import { qualifiersOf, typeWith } from '../values/qualifiers';
import { illFormed, isContested, isSubstitutionFailure, isUnboundPack, unknown } from '../values/unknown';
import { withoutAliases } from './alias-templates';
import { type Constrained, compareConstraints, satisfied } from './constraints';
import { type Deduction, deduceArguments } from './deduction';
import { fitsWhatIsLeft, settleOpen } from './nothing-deduced';
import { type Side, compareSpecialisation } from './ordering';
import {
  type Bound,
  bindExplicit,
  convertedArguments,
  declareTemplateParams,
  takesArguments,
  withDefaults,
} from './templates';

/** A specialisation of a class or variable template, and what its template parameters are. */
export interface Chosen<D> {
  readonly decl: D;
  readonly bound: Bound;
}

interface Specialisation {
  readonly requires?: readonly Expr[];
  readonly specialises?: readonly Expr[];
  readonly templates?: readonly (readonly TemplateParam[])[];
  readonly templateParams?: readonly TemplateParam[];
}

/** The specialisation that template arguments choose ([temp.spec.partial.match]): the most specialised of those that
 *  they match; undefined where they match none, which means the primary template. */
export function chooseSpecialisation<D extends Specialisation>(
  m: Machine,
  specialisations: readonly D[],
  outer: Scope,
  args: readonly Value[],
  primary: readonly TemplateParam[],
): Chosen<D> | 'unclear' | undefined {
  const fitting = specialisations.flatMap((decl) => {
    const match = m.silently(() => matchSpecialisation(m, decl, outer, args, primary));
    return match ? [match] : [];
  });
  const [first, ...others] = fitting;
  if (!first) return undefined;
  if (others.length === 0) return first.sure ? first : 'unclear';
  const best = fitting.find((one) =>
    fitting.every((other) => other === one || (m.silently(() => orderOf(m, [one, other], outer, primary)) ?? 0) > 0),
  );
  return best?.sure === true ? best : 'unclear';
}

/** The arguments of a specialisation; those that it leaves out are the defaults of the template. */
function completed(written: readonly Expr[], primary: readonly TemplateParam[]): readonly Expr[] {
  if (written.some(({ is }) => is === 'Expand')) return written;
  return [...written, ...primary.slice(written.length).flatMap((param) => param.default ?? [])];
}

/** Template arguments as a specialisation writes them; numbers have the types of the parameters. */
function patternsOf(
  written: readonly Expr[],
  primary: readonly TemplateParam[],
  own: { has(name: string): boolean },
): readonly Expr[] {
  return written.map((pattern, i): Expr => {
    const { kind, type } = primary[i] ?? {};
    if (kind !== 'value' || !type || isAuto(type) || pattern.is === 'Expand') return pattern;
    if ((type.is !== 'Name' && type.is !== 'Scope') || type.args) return pattern;
    const isParameter = pattern.is === 'Name' && own.has(pattern.id);
    const isDependent = primary.some(({ name }) => name !== undefined && namesOneOf(type, new Set([name])));
    return isParameter || isDependent ? pattern : { is: 'Cast', how: 'static', type, arg: pattern, span: pattern.span };
  });
}

/** Why a type is not modelled, or what a pointer points to (a function): it may fit every pattern. */
function unmodelled(arg: Value): Unknown | undefined {
  if (isTuple(arg) || arg.is !== 'type') return undefined;
  const { of } = arg;
  if (isUnknown(of)) return of;
  return !isTuple(of) && of.is === 'pointer' && isUnknown(of.element) ? of.element : undefined;
}

/** Which specialisation of `name` is meant is not known: the reason is that of an argument which is not. */
export function unclearSpecialisation(name: string, args: readonly Value[], span: Span): Unknown {
  const open = args.flatMap((arg) => unmodelled(arg) ?? [])[0];
  const why = open?.cause.message ?? say`which specialisation of \`${name}\` is meant is not known`;
  return unknown('unsupported', why, open?.at ?? span, [name]);
}

/** A type that nothing binds may be any type, where a pattern asks more of it than that it is one. */
function asAnyType(arg: Value, patterns: readonly Expr[], at: number, own: { has(name: string): boolean }): Value {
  if (!isOpenType(arg)) return arg;
  const pattern = patterns[at] ?? patterns[patterns.length - 1];
  const core = pattern?.is === 'Expand' ? pattern.of : pattern;
  if (core?.is === 'Name' && !core.args && own.has(core.id)) {
    const names = new Set([core.id]);
    if (patterns.filter((one) => namesOneOf(one, names)).length === 1) return arg;
  }
  return { is: 'type', of: unknown('symbol', say`nothing instantiates this template`) };
}

interface Fitting<D> extends Chosen<D> {
  readonly params: readonly TemplateParam[];
  readonly sure: boolean;
}

function matchSpecialisation<D extends Specialisation>(
  m: Machine,
  decl: D,
  outer: Scope,
  given: readonly Value[],
  primary: readonly TemplateParam[],
): Fitting<D> | undefined {
  const params = decl.templateParams ?? decl.templates?.[decl.templates.length - 1] ?? [];
  const bound: Bound = new Map();
  const left: { readonly pattern: Expr; readonly arg: Value }[] = [];
  const unclear: NonNullable<Deduction['unclear']> = { pack: false, open: new Set() };
  const d: Deduction = { m, params: new Map(params.map((p) => [p.name ?? '', p])), bound, scope: outer, left, unclear };
  const written = completed(decl.specialises ?? [], primary).map((one) => withoutAliases(one, outer, d.params));
  const patterns = patternsOf(written, primary, d.params);
  const known = m.hasOpenTypes ? given.map((arg, i) => asAnyType(arg, patterns, i, d.params)) : given;
  // An argument that is not known may be what a pattern wants.
  const args = known.map((arg): Value => (isUnknown(arg) ? { is: 'type', of: arg } : arg));
  // What is not the pattern of a pack takes one argument each.
  const isShort = patterns.filter(({ is }) => is !== 'Expand').length > args.length;
  if (isShort && !given.some(isUnboundPack)) return undefined;
  if (!deduceArguments(d, patterns, args)) return undefined;
  if (args.some(unmodelled)) return { decl, bound, params, sure: false };
  settleOpen(d);
  const scope = new Scope(outer);
  const declared = declareTemplateParams(m, params, bound, scope, false);
  if (declared === false) return undefined;
  const fits = fitsWhatIsLeft(d, scope);
  const holds = satisfied(m, params, decl.requires, scope);
  if (fits === false || holds === false) return undefined;
  return {
    decl,
    bound,
    params,
    sure: fits === true && declared === true && holds === true && !unclear.pack && !unclear.tuple,
  };
}

function orderOf<D extends Specialisation>(
  m: Machine,
  [a, b]: readonly [Fitting<D>, Fitting<D>],
  outer: Scope,
  primary: readonly TemplateParam[],
): number | undefined {
  if ((a.params.length === 0) !== (b.params.length === 0)) return a.params.length === 0 ? 1 : -1;
  const side = ({ decl, params, bound }: Fitting<D>): Side => {
    const scope = new Scope(outer);
    declareTemplateParams(m, params, bound, scope, true);
    const own = new Set(params.flatMap(({ name }) => name ?? []));
    return {
      types: completed(decl.specialises ?? [], primary).map((one) => withoutAliases(one, outer, own)),
      params,
      isSpecialisation: true,
      meaning: (e) => evaluate(m, e, scope),
      templateNamed: (id) => templateParamsOf(scope, id),
    };
  };
  const compared = compareSpecialisation(side(a), side(b));
  if (!compared?.same) return compared?.order;
  const constrained = ({ decl, params }: Fitting<D>): Constrained => ({
    params,
    requires: decl.requires,
    scope: outer,
  });
  return compareConstraints(constrained(a), constrained(b));
}

/** The template parameters of a class template of the program. */
export function templateParamsOf(scope: Scope, id: string): readonly TemplateParam[] | undefined {
  const entity = lookup(scope, id);
  const primary = entity?.kind === 'class' ? entity.class.primary : undefined;
  return primary?.templates[primary.templates.length - 1];
}

// ---- Alias and variable templates ------------------------------------------------------------------------------

function templateScope(
  m: Machine,
  params: readonly TemplateParam[],
  targs: readonly Value[],
  outer: Scope,
  label: string,
): Scope {
  const scope = new Scope(outer, label);
  const args = convertedArguments(m, params, targs, outer);
  declareTemplateParams(m, params, bindExplicit(params, args), scope, true);
  return scope;
}

export function applyAliasTemplate(m: Machine, decl: Alias, outer: Scope, targs: readonly Value[], span: Span): Value {
  const { templateParams: params } = decl;
  // An argument that fails is a failure though the alias may not use it, and one that is not known may fail.
  const mayFail = m.mode.unevaluated || m.mode.silent ? isUnknown : isContested;
  const failed = targs.find(isSubstitutionFailure) ?? targs.find(mayFail);
  if (failed !== undefined) return failed;
  if (!takesArguments(params, targs))
    return unknownIn(targs) ?? illFormed('unsupported', say`\`${decl.name}\` does not take these arguments`, span);
  if (m.budget.isDeep()) return unknown('depth', say`\`${decl.name}\` refers to itself without end`, span);
  return m.budget.deeper(() => {
    const scope = templateScope(m, params, targs, outer, decl.name);
    const type = evaluate(m, decl.type, scope);
    const of = exampleOfType(type, decl.type);
    const value: Value = isUnknown(of) ? of : typeWith(of, qualifiersOf(type));
    m.record(decl.nameSpan, 'alias', value, { name: decl.name, start: decl.span.start });
    return value;
  });
}

/** What a variable template is with its arguments: the most specialised of its specialisations that they match, and
 *  the scope that binds its parameters. */
export interface Variable {
  readonly decl: Let;
  readonly scope: Scope;
}

export function variableOf(
  m: Machine,
  { decl: primary, scope: outer, specialisations }: Entity & { kind: 'variable-template' },
  targs: readonly Value[],
  span: Span,
): Variable | Unknown {
  const converted = convertedArguments(m, primary.templateParams ?? [], targs, outer);
  const args = withDefaults(m, primary.templateParams ?? [], outer, converted);
  const open = specialisations.length > 0 ? args.find(isUnknown) : undefined;
  if (open !== undefined) return open;
  const chosen = chooseSpecialisation(m, specialisations, outer, args, primary.templateParams ?? []);
  if (chosen === 'unclear') return unclearSpecialisation(primary.name, args, span);
  const decl = chosen?.decl ?? primary;
  const scope = new Scope(outer, decl.name);
  const params = decl.templateParams ?? [];
  declareTemplateParams(m, params, chosen?.bound ?? bindExplicit(params, converted), scope, true);
  return { decl, scope };
}

/** The value of a variable template with arguments. */
export function applyVariableTemplate(
  m: Machine,
  entity: Entity & { kind: 'variable-template' },
  targs: readonly Value[],
  span: Span,
): Value {
  if (m.budget.isDeep()) return unknown('depth', say`\`${entity.decl.name}\` refers to itself without end`, span);
  return m.budget.deeper(() => {
    const variable = variableOf(m, entity, targs, span);
    return 'is' in variable ? variable : initialValue(m, variable, span);
  });
}

function initialValue(m: Machine, { decl, scope }: Variable, span: Span): Value {
  const { init } = decl;
  if (init.how === 'none') return unknown('unsupported', say`\`${decl.name}\` has no initial value`, span);
  const example = typeExample(m, decl.type, scope);
  if (init.how !== 'copy') return madeOf(m, decl, init, example, scope);
  const value = evaluate(m, init.value, scope);
  return isUnknown(example) ? value : convert(m, value, example);
}

/** `T x{…};` and `T x(…);`: what the expressions `T{…}` and `T(…)` make, of `auto` the one element. */
function madeOf(m: Machine, { type, span }: Let, { how, args, designators }: Made, of: Value, scope: Scope): Value {
  const [only] = args;
  if (isUnknown(of) && only && args.length === 1) return evaluate(m, only, scope);
  const made = unqualified(type);
  if (how === 'paren') return evaluate(m, { is: 'Call', callee: made, args, span }, scope);
  return evaluate(m, { is: 'Brace', type: made, args, span, ...(designators && { designators }) }, scope);
}

type Made = Exclude<Init, { how: 'none' } | { how: 'copy' }>;

function unqualified(type: Expr): Expr {
  return type.is === 'Wrap' && (type.how === 'const' || type.how === 'volatile') ? unqualified(type.of) : type;
}
