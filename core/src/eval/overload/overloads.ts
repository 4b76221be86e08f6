// Overload resolution ([over.match]): which of several functions of one name a call means, and the scope in which its
// template parameters are bound. Candidates come from the caller; viable.ts judges them, and here the best one is
// chosen ([over.match.best]). If a candidate cannot be judged, no function is chosen: the first that fits is never
// taken for the best.
import { standardTupleOf } from '../../values/standard-tuples';
import { say } from '../../base/say';
import { chooseBeside } from './explicit-specialisations';
import { templateParamsOf } from './specialisations';
import { spend } from '../../base/meter';
import type { Expr } from '../../ir/program';
import type { Value } from '../../values/value';
import { evaluate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { isAuto, isConst, isReference, isVolatile } from '../values/declared-types';
import type { Scope } from '../values/entities';
import { type Arg, type Category, type FunctionEntity } from '../values/entities';
import { isTuple, sameType } from '../values/inspect';
import { classOf } from '../values/kinds';
import { hasHiddenBase } from './operand-uses';
import { compareQualified, type ConstVolatile, qualifiersOf, sameQualifiers } from '../values/qualifiers';
import { withoutAliases } from './alias-templates';
import { categoryOf, declaredAs } from './categories';
import {
  askedOf,
  type Constrained,
  compareConstraints,
  paramsWithAutos,
  sameConstraints,
  typeOfAuto,
  withNamedAuto,
} from './constraints';
import { type Operand, type Parameter, type Sequence, ellipsis, sequenceTo } from './conversions';
import { withoutPack } from './deduced-types';
import { functionOperand } from './function-arguments';
import { type OfObject, objectSequence } from './object-parameter';
import { type Side, compareSpecialisation, forOrdering } from './ordering';
import { type Place, placedParameters } from './placed';
import { writtenOnce } from './redeclared';
import { compareSequences } from './ranking';
import { ownTemplateParams } from './templates';
import { userConversion } from './template-conversions';
import {
  arrayOf,
  decayedType,
  type Match,
  isInitialiserList,
  isNullptr,
  isZero,
  matchFunction,
  nullptr,
} from './viable';

export interface Picked {
  readonly entity: FunctionEntity;
  readonly scope: Scope;
}

/** The result of overload resolution: a function, no function, or a choice that cannot be made. */
export type Resolution =
  | ({ readonly is: 'picked' } & Picked)
  | { readonly is: 'none' }
  /** `among`: the functions that it may be. */
  | { readonly is: 'unclear'; readonly why: string; readonly among: readonly FunctionEntity[] };

export interface Candidate {
  readonly entity: FunctionEntity;
  readonly scope: Scope;
  readonly parameters: readonly (Parameter | undefined)[];
  readonly sequences: readonly Sequence[];
  /** The first sequence is that of the object. */
  readonly hasObject: boolean;
  /** Whether it is viable is not known. */
  readonly doubt: boolean;
  /** What partial ordering sees of it, made for the first comparison. */
  side?: Side;
}

type Matched = Match & { readonly entity: FunctionEntity };

/** What it costs to look at whether a function takes what a call gives it. */
const unitsOfCandidate = 64;

/** Chooses among functions by the arguments of a call. `object` is the category of the object whose member functions
 *  they are. `competes`: something else may be meant, so that the only one need not take the arguments. */
export function resolve(
  m: Machine,
  overloads: readonly FunctionEntity[],
  targs: readonly Value[],
  args: readonly Arg[],
  object?: Category,
  competes = false,
): Resolution {
  const candidates = writtenOnce(overloads);
  spend(overloads.length + candidates.length * unitsOfCandidate, 'overloads');
  const matches = candidates.flatMap((entity) => matchOf(m, entity, targs, args) ?? []);
  const [first, ...others] = matches;
  if (!first) return { is: 'none' };
  if (m.mode.unevaluated && args.some(hidesBases)) return withAccess(m, matches, args, object);
  const open = matches.find(({ unclear }) => unclear);
  if (open)
    return {
      is: 'unclear',
      why: say`the template arguments of \`${first.entity.decl.name}\` are not known`,
      among: matches.map(({ entity }) => entity),
    };
  const isSole = others.length === 0 && candidates.length === overloads.length;
  // Where the code need not compile, the only one may not take the arguments.
  if (isSole && !competes && !(m.mode.unevaluated && m.mode.silent))
    return { is: 'picked', entity: first.entity, scope: first.scope };
  return best(
    m,
    m.silently(() => sequenced(m, matches, args, object)),
  );
}

/** Whether an argument is of a class whose bases not everybody may use. */
function hidesBases(arg: Arg): boolean {
  const type = decayedType(arg);
  const instance = classOf(!isTuple(type) && type.is === 'pointer' ? type.element : type);
  return instance !== undefined && hasHiddenBase(instance);
}

/** Where the code need not compile, a function that takes an object as one of its base may be refused: who may use that
 *  base is not followed ([class.access.base]). */
function withAccess(
  m: Machine,
  matches: readonly Matched[],
  args: readonly Arg[],
  object: Category | undefined,
): Resolution {
  const candidates = m.silently(() => sequenced(m, matches, args, object));
  const found = best(m, candidates);
  const picked = found.is === 'picked' ? candidates.find(({ entity }) => entity === found.entity) : undefined;
  if (found.is !== 'picked' || !picked?.sequences.some(({ steps }) => steps > 0)) return found;
  const why = say`whether \`${found.entity.decl.name}\` may use a base that is not public is not known`;
  return { is: 'unclear', why, among: [found.entity] };
}

/** The functions that take the arguments, and whether that is in doubt. */
export function judged(
  m: Machine,
  overloads: readonly FunctionEntity[],
  targs: readonly Value[],
  args: readonly Arg[],
): readonly Pick<Candidate, 'entity' | 'doubt' | 'parameters' | 'sequences'>[] {
  return m.silently(() => sequenced(m, matched(m, writtenOnce(overloads), args, targs), args, undefined));
}

/** The functions that may take the arguments. */
export function matched(
  m: Machine,
  overloads: readonly FunctionEntity[],
  args: readonly Arg[],
  targs: readonly Value[] = [],
): readonly Matched[] {
  return overloads.flatMap((entity) => {
    const match = matchOf(m, entity, targs, args);
    return match ? [{ ...match, doubt: match.doubt || match.unclear === true }] : [];
  });
}

function matchOf(
  m: Machine,
  entity: FunctionEntity,
  targs: readonly Value[],
  args: readonly Arg[],
): Matched | undefined {
  const match = matchFunction(m, entity.decl, entity.scope, targs, args);
  return match && { entity, ...match };
}

/** The best of several functions, where all of them are known to take the arguments or not. */
export function chosen(
  m: Machine,
  overloads: readonly FunctionEntity[],
  args: readonly Arg[],
  object: Category | undefined,
  byUser = userConversion(m),
): Resolution {
  return m.silently(() => {
    const candidates = sequenced(m, matched(m, overloads, args), args, object, byUser);
    const found = best(m, candidates);
    const isSure = !candidates.some((one) => one.doubt && (found.is !== 'picked' || one.entity === found.entity));
    return isSure || found.is !== 'picked' ? found : { is: 'unclear', why: '', among: [found.entity] };
  });
}

/** The candidates that can take the arguments, each with the conversions that it takes. */
export function sequenced(
  m: Machine,
  matches: readonly Matched[],
  args: readonly Arg[],
  object: OfObject | undefined,
  byUser = userConversion(m),
): Candidate[] {
  const operands = args.map((arg): Operand => {
    const type = isNullptr(arg) ? nullptr : decayedType(arg);
    return { type, category: categoryOf(m, arg), braced: isInitialiserList(arg), zero: isZero(arg) };
  });
  return matches.flatMap(({ entity, scope, doubt }) => {
    const own = objectSequence(entity, object);
    if (own === 'none') return [];
    const places = placedParameters(entity.decl, scope, operands.length);
    const parameters = operands.map((operand, i) => parameterAt(m, scope, places[i], operand));
    if (isCopyByTemplate(entity, parameters)) return [];
    const sequences: Sequence[] = own ? [own] : [];
    for (const [i, operand] of operands.entries()) {
      const parameter = parameters[i];
      const arg = args[i];
      const array = parameter?.written.ref && arg ? arrayOf(arg) : undefined;
      const own = array ? { type: array } : parameter && functionOperand(m, arg, parameter);
      const sequence = parameter ? sequenceTo({ ...operand, ...own }, parameter, byUser) : ellipsis;
      if (!sequence) return [];
      sequences.push(sequence);
    }
    const isDoubtful = doubt || sequences.some((one) => one.doubt);
    const all = own ? [undefined, ...parameters] : parameters;
    return [{ entity, scope, parameters: all, sequences, hasObject: own !== undefined, doubt: isDoubtful }];
  });
}

/** No template of a constructor makes one that takes an object of its class by value ([class.copy.ctor]/5). */
function isCopyByTemplate({ decl, owner }: FunctionEntity, parameters: readonly (Parameter | undefined)[]): boolean {
  const [only, ...others] = parameters;
  if (!owner || !only || others.length > 0 || only.written.ref || decl.name !== owner.entity.name) return false;
  return decl.templates.flat().length > 0 && classOf(only.type) === owner;
}

/** The type of the parameter that takes an argument; undefined for `...`. */
function parameterAt(m: Machine, scope: Scope, place: Place | undefined, operand: Operand): Parameter | undefined {
  if (!place) return undefined;
  const { param, element } = place;
  if ((param.pack && !element) || isAuto(param.type)) {
    const written = declaredAs(m, asAuto(withoutPack(param.type)), scope, operand.category);
    return { type: operand.type, written: written ?? {} };
  }
  const type = evaluate(m, withoutPack(param.type), element ?? scope);
  const of = !isTuple(type) && type.is === 'type' ? type.of : type;
  return { type: of, written: qualifiersOf(type) };
}

/** An element of a parameter pack takes its argument as it is: `Ts&&...` as `auto&&`. */
function asAuto(type: Expr): Expr {
  return type.is === 'Wrap' ? { ...type, of: asAuto(type.of) } : { is: 'Name', id: 'auto', span: type.span };
}

export function best(m: Machine, candidates: readonly Candidate[]): Resolution {
  const [first, ...others] = candidates;
  if (!first) return { is: 'none' };
  if (others.length === 0) return { is: 'picked', entity: first.entity, scope: first.scope };
  const isOne = (a: Candidate, b: Candidate): boolean => isRedeclared(m, a, b);
  const beside = chooseBeside(m, candidates, (among) => best(m, among), isOne);
  if (beside) return beside;
  // Of a function that is declared more than once, the definition counts.
  const distinct = candidates.filter(
    (one, i) =>
      !candidates.some(
        (other, j) =>
          other !== one && (hasBody(other) === hasBody(one) ? j < i : hasBody(other)) && isRedeclared(m, one, other),
      ),
  );
  for (const one of distinct)
    if (distinct.every((other) => other === one || (compare(m, one, other) ?? 0) > 0))
      return { is: 'picked', entity: one.entity, scope: one.scope };
  const name = first.entity.decl.name;
  return {
    is: 'unclear',
    why: say`which of ${distinct.length} functions \`${name}\` is meant is not known`,
    among: distinct.map(({ entity }) => entity),
  };
}

function hasBody({ entity }: Candidate): boolean {
  return entity.decl.body !== undefined;
}

/** Positive where the first candidate is the better one ([over.match.best]/2), undefined where that is not known. */
function compare(m: Machine, a: Candidate, b: Candidate): number | undefined {
  let balance = 0;
  let isSure = true;
  for (const [i, sequence] of a.sequences.entries()) {
    const other = b.sequences[i];
    if (!other || sameParameter(a.parameters[i], b.parameters[i])) continue;
    const order = compareSequences(sequence, other);
    if (order === undefined) isSure = false;
    else if (order !== 0 && balance !== 0 && order > 0 !== balance > 0) return 0;
    else if (order !== 0) balance = order;
  }
  if (!isSure) return undefined;
  // One that is better, but may not be viable at all, is not chosen for sure.
  const ranked = balance === 0 ? compareTemplates(m, a, b) : balance;
  const order = ranked === 0 ? compareGuides(a, b) : ranked;
  if (order === undefined || order === 0) return order;
  return (order > 0 ? a : b).doubt ? undefined : order;
}

/** A guide that the program writes is better than one that a constructor stands for. */
function compareGuides({ entity: a }: Candidate, { entity: b }: Candidate): number {
  return Number(b.implicitGuide ?? false) - Number(a.implicitGuide ?? false);
}

function sameParameter(a: Parameter | undefined, b: Parameter | undefined): boolean {
  if (!a || !b || !sameType(a.type, b.type) || !sameQualifiers(a.written, b.written)) return false;
  // A tuple of CuTe is none of the standard library: types of parameters say which one they are.
  return standardTupleOf(a.type) === standardTupleOf(b.type);
}

/** Functions before templates, and among templates the more specialised one. */
function compareTemplates(m: Machine, a: Candidate, b: Candidate): number | undefined {
  const [ofA, ofB] = [isTemplate(a), isTemplate(b)];
  if (ofA !== ofB) return ofA ? -1 : 1;
  // The order of a member and of a function is not modelled.
  if (ofA && a.hasObject !== b.hasObject) return undefined;
  if (!ofA) {
    const alike = a.parameters.every((one, i) => one === b.parameters[i] || sameParameter(one, b.parameters[i]));
    return alike ? compareConstraints(constrained(a), constrained(b)) : 0;
  }
  const [given, other] = [a.entity.decl.specialises, b.entity.decl.specialises];
  if ((given === undefined) !== (other === undefined)) return given ? 1 : -1;
  const compared = compareSpecialisation(sideOf(m, a), sideOf(m, b));
  if (!compared?.same) return compared?.order;
  const byReference = compareReferences(a, b);
  return byReference === 0 ? compareConstraints(constrained(a), constrained(b)) : byReference;
}

function constrained({ entity, scope }: Candidate): Constrained {
  return { params: paramsWithAutos(entity.decl), requires: askedOf(entity.decl), scope };
}

/** Parameters that are alike but for what they refer to ([temp.deduct.partial]/9): `T&` is more specialised than `T&&`,
 *  and `T const&` than `T&`. */
function compareReferences(a: Candidate, b: Candidate): number {
  for (const [i, { type }] of a.entity.decl.params.entries()) {
    const other = b.entity.decl.params[i]?.type;
    if (type.is !== 'Wrap' || other?.is !== 'Wrap' || !isReference(type) || !isReference(other)) continue;
    if (type.how !== other.how) return type.how === 'ref' ? 1 : -1;
    const [inner, outer] = [type, other].map(writtenQualifiers);
    const order = inner && outer ? compareQualified(outer, inner) : 0;
    if (order !== 0) return order;
  }
  return 0;
}

function writtenQualifiers(type: Expr): ConstVolatile {
  return { ...(isConst(type) && { constant: true }), ...(isVolatile(type) && { volatile: true }) };
}

function isTemplate({ entity }: Candidate): boolean {
  return (
    entity.decl.specialises !== undefined ||
    ownTemplateParams(entity.decl).length > 0 ||
    entity.decl.params.some(({ type }) => isAuto(type))
  );
}

function sideOf(m: Machine, candidate: Candidate): Side {
  return (candidate.side ??= makeSide(m, candidate));
}

function makeSide(m: Machine, { entity, scope, sequences }: Candidate): Side {
  const { params } = entity.decl;
  const own = new Set(ownTemplateParams(entity.decl).flatMap(({ name }) => name ?? []));
  return {
    types: params.slice(0, Math.max(sequences.length, 1)).map(({ type, pack, span }, i): Expr => {
      const meant = withoutAliases(withoutPack(type), scope, own);
      const plain = withNamedAuto(forOrdering(meant), typeOfAuto(i));
      return pack ? { is: 'Expand', of: plain, span } : plain;
    }),
    params: paramsWithAutos(entity.decl),
    trailingPack: params[params.length - 1]?.pack === true,
    meaning: (e) => evaluate(m, e, scope),
    templateNamed: (id) => templateParamsOf(scope, id),
  };
}

/** Two declarations of one function. */
function isRedeclared(m: Machine, a: Candidate, b: Candidate): boolean {
  if (a.entity.decl.params.length !== b.entity.decl.params.length || isTemplate(a) !== isTemplate(b)) return false;
  if (a.entity.implicitGuide !== b.entity.implicitGuide) return false;
  if (a.entity.owner !== b.entity.owner || a.entity.decl.const !== b.entity.decl.const) return false;
  if (a.entity.decl.refQualifier !== b.entity.decl.refQualifier) return false;
  if (a.entity.decl.volatile !== b.entity.decl.volatile) return false;
  // What costs least is compared first.
  if (!a.parameters.every((one, i) => one === b.parameters[i] || sameParameter(one, b.parameters[i]))) return false;
  if (!isTemplate(a)) return sameConstraints(constrained(a), constrained(b));
  if (paramsWithAutos(a.entity.decl).length !== paramsWithAutos(b.entity.decl).length) return false;
  if (compareReferences(a, b) !== 0 || askedOf(a.entity.decl).length !== askedOf(b.entity.decl).length) return false;
  const compared = compareSpecialisation(sideOf(m, a), sideOf(m, b));
  return compared?.same === true && sameConstraints(constrained(a), constrained(b));
}
