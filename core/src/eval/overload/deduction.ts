// Deduction of template arguments ([temp.deduct]): the written type of a parameter is matched with an argument, a
// pattern (`Layout<Shape<M, N>, D>`) of a specialisation with a template argument. Types are examples.
import type { Expr, TemplateParam } from '../../ir/program';
import { namesOneOf } from '../../ir/walk';
import { standardTupleOf } from '../../values/standard-tuples';
import { withArrayConst, withElementConst } from '../../values/array-types';
import type { ArrayValue, TypeOf, Value } from '../../values/value';
import { evaluate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { withoutQualifiers } from '../values/declared-types';
import { namesPack, packScopes } from '../names/packs';
import { type Category, type ClassInstance, Scope } from '../values/entities';
import { isTuple, isUnknown } from '../values/inspect';
import { classOf, targetOf } from '../values/kinds';
import { constVolatile, type ConstVolatile, isQualified, withoutQualifier } from '../values/qualifiers';
import { asTemplateArgument, templateNamed } from '../values/template-args';
import { isOfNamespace, libraryTemplate, templateNamedBy } from './qualified-patterns';
import {
  argumentsOfTag,
  asClass,
  asElement,
  decomposed,
  hasOpenBases,
  instancesOfTemplate,
  isUnbounded,
  isUnclearTuple,
  ofTupleBase,
  withoutDefaults,
  withSize,
} from './instances';
import { packsOf, shareBound } from './deduced-packs';
import { deducedType, isNotDeduced, peeled } from './deduced-types';
import {
  isParameter,
  matchesConcrete,
  noteOpen,
  noteUnclear,
  noteUndeduced,
  noteVague,
  sameNoted,
  takesHolder,
} from './nothing-deduced';
import { isNoInstance } from './standard-classes';
import {
  type Bound,
  bindExplicit,
  convertedArgument,
  declareTemplateParams,
  hasTypeOfParameter,
  isTemplate,
  sameTemplateArgument,
} from './templates';
import { deduceFunction, deduceMemberPointer, isTypeCall, typeOfFunction } from './function-patterns';
import { deduceTemplateTemplate, sameTemplate } from './template-patterns';

/** What a deduction works on. */
export interface Deduction {
  readonly m: Machine;
  readonly params: ReadonlyMap<string, TemplateParam>;
  readonly bound: Bound;
  /** Where names that are not parameters are looked up. */
  readonly scope: Scope;
  /** Inside template arguments nothing converts. */
  readonly exact?: boolean;
  /** Template parameters whose arguments are written: what is passed to them converts. */
  readonly given?: ReadonlySet<string>;
  /** Noted while deducing: what is not known decides (such as how long a pack is, or whether a type is a reference),
   *  a tuple that may be one of CuTe or of the standard library, and template parameters in a template of a library
   *  that is not taken apart (`open`): it may be a class, or an alias from which nothing is deduced. */
  readonly unclear?: { pack: boolean; tuple?: true; readonly open?: Set<string> };
  /** Patterns that deduce nothing ([temp.deduct.type]/5), with what they have to be; compared when all is deduced. */
  readonly left?: { readonly pattern: Expr; readonly arg: Value }[];
}

/** Matches the written type of a parameter with an argument; false where they cannot agree ([temp.deduct.call]). */
export function deduceParameter(d: Deduction, type: Expr, arg: Value, category: Category): boolean {
  const written = peeled(type);
  const { core } = written;
  if (core.is === 'Name' && !core.args && d.params.has(core.id)) {
    if (d.given?.has(core.id)) return true;
    return bind(d, core.id, deducedType(arg, category, written));
  }
  return deduce(d, core, { is: 'type', of: arg });
}

/** Matches the type expression `pattern` with a type. False where they cannot agree. */
export function deduce(d: Deduction, pattern: Expr, type: TypeOf): boolean {
  // Where nothing is deduced, an argument converts ([temp.arg.explicit]/6); what a plain tuple is, its pattern tells.
  const isPlainTuple = isTuple(type.of) && standardTupleOf(type.of) === undefined;
  if (!d.exact && !isPlainTuple && hasArguments(pattern) && !namesOneOf(pattern, d.params))
    return matchesConcrete(d, pattern, type);
  if (d.exact && type.holds && !isParameter(d, pattern)) return takesHolder(d, pattern);
  switch (pattern.is) {
    case 'Name':
      return deduceName(d, pattern, type);
    case 'Wrap':
      return deduceWrap(d, pattern, type);
    case 'Scope':
      if (pattern.args && isOfNamespace(d, pattern))
        return isPlain(d, type) && deduceTemplateId(d, pattern.id, pattern.args, type.of, pattern);
      // `typename T::type` deduces nothing; `std::true_type` is a type like any other.
      return namesOneOf(pattern, d.params) ? leave(d, pattern, type) : matchesConcrete(d, pattern, type);
    case 'Call':
      return pattern.type && isTypeCall(d, pattern) ? deduce(d, pattern.type, type) : leave(d, pattern, type);
    case 'Expand':
      return true;
    default:
      return leave(d, pattern, type);
  }
}

function hasArguments(pattern: Expr): boolean {
  return (pattern.is === 'Name' || pattern.is === 'Scope') && pattern.args !== undefined;
}

/** A context in which nothing is deduced. */
function leave(d: Deduction, pattern: Expr, arg: Value): boolean {
  if (d.exact) d.left?.push({ pattern, arg });
  return true;
}

/** Inside template arguments `Layout<S, D>` is not `Layout<S, D> const`. */
function isPlain(d: Deduction, type: TypeOf): boolean {
  return !d.exact || noteVague(d, type) || !isQualified(type);
}

function deduceName(d: Deduction, pattern: Expr & { is: 'Name' }, type: TypeOf): boolean {
  const param = d.params.get(pattern.id);
  if (param && !pattern.args) return d.given?.has(pattern.id) === true || bind(d, pattern.id, type);
  if (pattern.id === 'auto') return true;
  if (pattern.args) return isPlain(d, type) && deduceTemplateId(d, pattern.id, pattern.args, type.of, pattern);
  return matchesConcrete(d, pattern, type);
}

export function bind(d: Deduction, id: string, value: Value): boolean {
  if (!hasTypeOfParameter(d, id, value)) return false;
  const had = d.bound.get(id);
  if (had === undefined) {
    d.bound.set(id, value);
    return true;
  }
  if ('pack' in had) return true;
  return sameNoted(d, had, value);
}

function deduceWrap(d: Deduction, pattern: Expr & { is: 'Wrap' }, type: TypeOf): boolean {
  switch (pattern.how) {
    case 'const':
    case 'volatile': {
      if (!d.exact || noteVague(d, type)) return deduce(d, pattern.of, { is: 'type', of: type.of });
      const rest = withoutQualifier(withArrayConst(type), pattern.how === 'const' ? 'constant' : 'volatile');
      return rest !== undefined && deduce(d, pattern.of, withElementConst(rest));
    }
    case 'ref':
    case 'rvalue-ref': {
      if (!d.exact || noteVague(d, type)) return deduce(d, pattern.of, { is: 'type', of: type.of });
      const { ref, ...referred } = type;
      return ref === (pattern.how === 'ref' ? 'lvalue' : 'rvalue') && deduce(d, pattern.of, referred);
    }
    case 'function':
      return deduceFunction(d, pattern, type);
    case 'member':
      return deduceMemberPointer(d, pattern, type);
    case 'pointer':
    case 'array':
      // An object may convert to a pointer, from which nothing is deduced.
      if (!d.exact && classOf(type.of)) return !mentionsUnbound(d, pattern) && matchesConcrete(d, pattern, type);
      return isPlain(d, withElementConst(type)) && deduceElements(d, pattern, withElementConst(type).of);
  }
}

function deduceElements(d: Deduction, pattern: Expr & { is: 'Wrap' }, example: Value): boolean {
  if (isUnknown(example)) return deduce(d, pattern.of, { is: 'type', of: example });
  if (isTuple(example)) return false;
  if (example.is === 'array') return deduceArray(d, pattern, example);
  if (example.is === 'pointer') {
    if (example.space !== 'generic') return false;
    const { element, length } = example;
    if (pattern.how === 'array') {
      if (length === undefined) return !d.exact && deducePointee(d, pattern.of, element, example);
      if (d.exact && (pattern.size === undefined) !== isUnbounded(length)) return false;
      if (pattern.size && !deduceBound(d, pattern.size, length)) return false;
    } else if (length !== undefined) return false;
    return deducePointee(d, pattern.of, element, example);
  }
  const func = d.exact || pattern.how !== 'pointer' ? undefined : typeOfFunction(d.m, example);
  if (func) return deduce(d, pattern.of, func);
  if (!d.exact && targetOf(example)?.kind === 'functions' && mentionsUnbound(d, pattern))
    return noteUndeduced(d, pattern);
  if (d.exact || example.is === 'callable') return !d.exact;
  return example.is === 'dynamic' && (!mentionsUnbound(d, pattern) || isNotDeduced(pattern.of));
}

/** True where a pattern contains a template parameter that is not given explicitly. */
function mentionsUnbound(d: Deduction, pattern: Expr): boolean {
  const open = new Map([...d.params].filter(([name]) => !d.given?.has(name)));
  return namesOneOf(pattern, open);
}

/** The bound of an array is deduced for a parameter of any integer type ([temp.deduct.type]/20). */
export function deduceBound(d: Deduction, size: Expr, length: Value): boolean {
  const param = size.is === 'Name' ? d.params.get(size.id) : undefined;
  return deduceArgument(d, size, param ? convertedArgument(d.m, param, asTemplateArgument(length), d.scope) : length);
}

/** `T (&)[N]` against an array whose elements are known. */
function deduceArray(d: Deduction, pattern: Expr & { is: 'Wrap' }, { of, element, elements }: ArrayValue): boolean {
  if (of !== 'c') return false;
  if (pattern.how === 'array' && pattern.size && !deduceBound(d, pattern.size, { is: 'static', n: elements.length }))
    return false;
  return deducePointee(d, pattern.of, element, {});
}

/** What a pointer points to against what a parameter wants it to: every pointer becomes a `void*`. */
export function deducePointee(d: Deduction, pattern: Expr, element: Value, qualifiers: ConstVolatile): boolean {
  const type: TypeOf = { is: 'type', of: element, ...constVolatile(qualifiers) };
  if (d.exact || isUnknown(element)) return deduce(d, pattern, type);
  if ((isTuple(element) || element.is !== 'void') && isVoid(d, pattern)) return true;
  const { core, ...written } = peeled(pattern);
  const category: Category = { constant: false, ...qualifiers };
  if (core.is === 'Name' && !core.args && d.params.has(core.id) && !d.given?.has(core.id))
    return bind(d, core.id, deducedType(element, category, { ...written, ref: 'lvalue' }));
  return deduce(d, core, { is: 'type', of: element });
}

function isVoid(d: Deduction, pattern: Expr): boolean {
  if (withoutQualifiers(pattern) !== pattern) return isVoid(d, withoutQualifiers(pattern));
  if (pattern.is !== 'Name' || pattern.args || d.params.has(pattern.id)) return false;
  const wanted = evaluate(d.m, pattern, d.scope);
  return !isTuple(wanted) && wanted.is === 'type' && !isTuple(wanted.of) && wanted.of.is === 'void';
}

/** `Layout<S, D>` against a layout: the parts of the value against the arguments of the pattern. */
function deduceTemplateId(d: Deduction, id: string, args: readonly Expr[], example: Value, pattern: Expr): boolean {
  if (isUnknown(example)) {
    for (const arg of args) {
      if (arg.is === 'Name') deduceArgument(d, arg, example);
      else if (arg.is === 'Expand' && d.unclear && namesOneOf(arg, d.params)) d.unclear.pack = true;
    }
    return true;
  }
  const param = d.params.get(id);
  // The parameters of the template hide what is declared around it ([temp.local]/6).
  if (param?.kind === 'template' && pattern.is === 'Name') return deduceTemplateTemplate(d, id, args, example);
  const entity = templateNamedBy(d, id, pattern);
  if (entity === 'unknown') return d.unclear ? (d.unclear.pack = true) : leave(d, pattern, { is: 'type', of: example });
  const template =
    entity?.kind === 'class' ? entity.class : entity?.kind === 'type' ? templateNamed(entity, id) : undefined;
  if (template) {
    const own = classOf(example);
    const fits = deduceInstance(d, args, instancesOfTemplate(own, template, d.exact === true));
    // Which bases a class has is not known where its definition, or that of a base, is not here.
    return fits || d.exact || !d.unclear || !own || !hasOpenBases(own) ? fits : (d.unclear.pack = true);
  }
  if (entity?.kind === 'alias-template') return leave(d, pattern, { is: 'type', of: example });
  if (param?.kind === 'template') return deduceTemplateTemplate(d, id, args, example);
  const written = argumentsOfTag(example, id, args);
  if (written) return deduceArguments(d, args, written);
  const library = entity?.kind === 'template' ? libraryTemplate(entity.value) : undefined;
  const own = d.exact ? example : asClass(id, ofTupleBase(example));
  const parts = decomposed(library ?? id, pattern, own, d.scope);
  if (parts === undefined && !namesOneOf(pattern, d.params))
    return matchesConcrete(d, pattern, { is: 'type', of: example });
  if (parts === undefined && isNoInstance(pattern, example, d.scope)) return false;
  if (parts === undefined) return leave(noteOpen(d, pattern, example), pattern, { is: 'type', of: example });
  if (parts === 'mismatch') return false;
  if (d.unclear && isUnclearTuple(pattern, example, d.scope)) d.unclear.tuple = true;
  const given = withoutDefaults(d.m, library ?? id, args, parts, own);
  const typed: Typed = (value, i) => asElement(value, example, parts[i]);
  if ('is' in given) noteUnclear(d);
  return deduceArguments(d, withSize(id, args, d.params), 'is' in given ? parts.slice(0, args.length) : given, typed);
}

/** Template arguments that a pattern leaves out are the defaults of the template. */
function deduceWithDefaults(d: Deduction, patterns: readonly Expr[], { args, entity }: ClassInstance): boolean {
  const params = entity.primary?.templates[entity.primary.templates.length - 1] ?? [];
  const typed: Typed = (value, i) => {
    const param = params[i];
    return param && !param.pack
      ? convertedArgument(d.m, param, value, scopeOfParameters(d, entity, params, args))
      : value;
  };
  const isShort = patterns.length < args.length && !patterns.some(({ is }) => is === 'Expand');
  if (!isShort) return deduceArguments(d, patterns, args, typed);
  if (!deduceArguments(d, patterns, args.slice(0, patterns.length), typed)) return false;
  const scope = scopeOfParameters(d, entity, params, args);
  return args.slice(patterns.length).every((arg, i) => {
    const { default: written } = params[patterns.length + i] ?? {};
    if (written === undefined) return false;
    const value = asTemplateArgument(evaluate(d.m, written, scope));
    return sameTemplateArgument(typed(value, patterns.length + i), arg);
  });
}

function scopeOfParameters(
  { m }: Deduction,
  entity: ClassInstance['entity'],
  params: readonly TemplateParam[],
  args: readonly Value[],
): Scope {
  const scope = new Scope(entity.scope);
  declareTemplateParams(m, params, bindExplicit(params, args), scope, true);
  return scope;
}

/** The value of a pattern in which nothing is deduced, with the type of the parameter for which it stands. */
type Typed = (value: Value, i: number) => Value;

/** Of several bases exactly one has to fit ([temp.deduct.call]/4). */
function deduceInstance(d: Deduction, args: readonly Expr[], instances: readonly ClassInstance[]): boolean {
  const [first, ...others] = new Set(instances);
  if (!first || others.length === 0) return first !== undefined && deduceWithDefaults(d, args, first);
  const fitting = [first, ...others].filter((one) => {
    const bound: Bound = new Map(d.bound);
    return deduceWithDefaults({ ...d, bound, left: [] }, args, one);
  });
  const [only, ...more] = fitting;
  return only !== undefined && more.length === 0 && deduceWithDefaults(d, args, only);
}

export function deduceArguments(
  outer: Deduction,
  patterns: readonly Expr[],
  args: readonly Value[],
  typed: Typed = (value) => value,
): boolean {
  const d: Deduction = outer.exact ? outer : { ...outer, exact: true };
  for (let i = 0, pattern = patterns[0]; i < patterns.length; pattern = patterns[++i]) {
    if (pattern?.is === 'Expand') {
      if (namesOneOf(pattern, d.params) || !namesPack(pattern.of, d.scope))
        return deducePack(d, pattern.of, args.slice(i));
      return deduceKnownPack(d, patterns, i, args);
    }
    const arg = args[i];
    if (!pattern || arg === undefined) return pattern === undefined || i >= args.length;
    if (!deduceArgument(d, pattern, arg, (value) => typed(value, i))) return false;
  }
  return patterns.length >= args.length;
}

/** A pack whose elements are known has one pattern for each of them. */
function deduceKnownPack(d: Deduction, patterns: readonly Expr[], at: number, args: readonly Value[]): boolean {
  const pattern = patterns[at];
  if (pattern?.is !== 'Expand') return false;
  const scopes = packScopes(pattern.of, d.scope);
  const next = at + scopes.length;
  return (
    args.length >= next &&
    args.slice(at, next).every((arg, i) => deduceArgument({ ...d, scope: scopes[i] ?? d.scope }, pattern.of, arg)) &&
    deduceArguments(d, patterns.slice(at + 1), args.slice(next))
  );
}

/** `P...` at the end of a list: each argument against `P`, whose packs get one element of each. */
function deducePack(d: Deduction, pattern: Expr, args: readonly Value[]): boolean {
  if (pattern.is === 'Name' && d.params.get(pattern.id)?.pack) {
    const had = d.bound.get(pattern.id);
    if (had === undefined || !('pack' in had)) {
      d.bound.set(pattern.id, { pack: [...args] });
      return true;
    }
    return had.pack.length === args.length && had.pack.every((one, i) => sameNoted(d, one, args[i] ?? one));
  }
  const columns = packsOf(d, pattern);
  for (const arg of args) {
    const bound: Bound = new Map([...d.bound].filter(([name]) => !columns.has(name)));
    if (!deduceArgument({ ...d, bound }, pattern, arg)) return false;
    shareBound(d, bound, columns);
  }
  for (const [name, pack] of columns) d.bound.set(name, { pack });
  return true;
}

export function deduceArgument(
  d: Deduction,
  pattern: Expr,
  arg: Value,
  typed: (value: Value) => Value = (value) => value,
): boolean {
  if (pattern.is === 'Name' && d.params.has(pattern.id) && !pattern.args) return bind(d, pattern.id, arg);
  if (!isTuple(arg) && arg.is === 'type') return deduce(d, pattern, arg);
  if (isTemplate(arg)) return sameTemplate(d, pattern, arg);
  if (namesOneOf(pattern, d.params)) return leave(d, pattern, arg);
  if (pattern.is === 'Name' || pattern.is === 'Wrap' || pattern.is === 'Scope') {
    const known = evaluate(d.m, pattern, d.scope);
    if (!isTuple(known) && known.is === 'type') return false;
  }
  const wanted = typed(asTemplateArgument(evaluate(d.m, pattern, d.scope)));
  return isUnknown(wanted) || sameTemplateArgument(wanted, asTemplateArgument(arg));
}
