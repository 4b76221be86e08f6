// Conversion functions ([class.conv.fct]) of classes of the program: which of them an initialisation calls
// ([over.match.conv], [over.match.copy], [over.match.ref]). Constructors are in user-conversions.ts.
import type { Expr } from '../../ir/program';
import type { Qualifiers, TypeOf, Value } from '../../values/value';
import { evaluate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { hasConstantBase } from '../values/constant-bases';
import { type Category, type ClassInstance, type FunctionEntity, Scope } from '../values/entities';
import { isTuple, isUnknown, sameType } from '../values/inspect';
import { sameQualifiers } from '../values/qualifiers';
import { implicitOnes, isExplicit } from './explicit';
import { askedOf, satisfied } from './constraints';
import { type Sequence, sequenceTo } from './conversions';
import { compareSequences } from './ranking';
import { peeled } from './deduced-types';
import { type Deduction, deduce } from './deduction';
import { settleOpen } from './nothing-deduced';
import { type Bound, declareTemplateParams, ownTemplateParams } from './templates';

/** A conversion function, and what follows it. */
export interface Conversion {
  readonly entity: FunctionEntity;
  /** Where its template parameters are bound. */
  readonly scope: Scope;
  /** The standard conversion from what it gives to what is wanted. */
  readonly second: Sequence;
  readonly isTemplate: boolean;
}

/** The type to which an object is converted. */
export interface Wanted {
  readonly type: Value;
  readonly written?: Qualifiers;
  /** Direct initialisation, where functions that are explicit serve as well. */
  readonly direct?: boolean;
}

/** The conversion function that an object means; 'unclear' where that is not known, and undefined where it has none.
 *  `object`: the category of the object, as far as it is known. */
export function conversionFunction(
  m: Machine,
  instance: ClassInstance,
  wanted: Wanted,
  object: Category = {},
): Conversion | 'unclear' | undefined {
  const all = candidates(m, instance, wanted, object);
  const { constant } = object;
  // The function of a constant that is a base may be better.
  if (all === 'unclear' || (all.length > 0 && hasConstantBase(instance))) return 'unclear';
  if (all.length === 0) return undefined;
  if (constant === false) return best(all);
  const ofConst = best(all.filter(({ entity }) => entity.decl.const));
  return constant === true || best(all) === ofConst ? ofConst : 'unclear';
}

/** The conversion functions of a class and of its bases: one that is declared again hides that of a base. */
export function conversionFunctions(m: Machine, instance: ClassInstance): readonly FunctionEntity[] {
  const found: FunctionEntity[] = [];
  for (const [name, entity] of instance.scope.names)
    if (name.startsWith('operator ') && entity.kind === 'functions') found.push(...entity.overloads);
  if (instance.bases.length === 0) return found;
  const own = found.map((one) => givenBy(m, one));
  const isHidden = (one: FunctionEntity): boolean => {
    const type = givenBy(m, one);
    return type !== undefined && own.some((other) => other !== undefined && sameTypes(type, other));
  };
  return [...found, ...instance.bases.flatMap((base) => conversionFunctions(m, base).filter((one) => !isHidden(one)))];
}

/** Whether an object may be called by way of a function that it converts to ([over.call.object]/2). */
export function convertsToFunction(m: Machine, instance: ClassInstance): boolean {
  return conversionFunctions(m, instance).some((one) => {
    const of = givenBy(m, one)?.of;
    if (!of || isTuple(of)) return true;
    return (
      of.is === 'function-type' || (of.is === 'pointer' && !isTuple(of.element) && of.element.is === 'function-type')
    );
  });
}

function sameTypes(a: TypeOf, b: TypeOf): boolean {
  return sameType(a.of, b.of) && sameQualifiers(a, b);
}

/** What a conversion function that is no template gives. */
function givenBy(m: Machine, { decl, scope }: FunctionEntity): TypeOf | undefined {
  if (!decl.returns || ownTemplateParams(decl).length > 0) return undefined;
  return typeIn(m, decl.returns, scope);
}

function typeIn(m: Machine, type: Expr, scope: Scope): TypeOf | undefined {
  const value = m.silently(() => evaluate(m, type, scope));
  if (isTuple(value) || value.is !== 'type' || isUnknown(value.of)) return undefined;
  return !isTuple(value.of) && value.of.is === 'callable' ? undefined : value;
}

function candidates(
  m: Machine,
  instance: ClassInstance,
  wanted: Wanted,
  { is }: Category,
): readonly Conversion[] | 'unclear' {
  const viable: Conversion[] = [];
  const all = conversionFunctions(m, instance);
  for (const entity of wanted.direct ? all : implicitOnes(m, all)) {
    const { decl } = entity;
    if (decl.deleted || decl.volatile || (decl.refQualifier && is === undefined)) return 'unclear';
    if (decl.refQualifier === 'rvalue' && is === 'lvalue') continue;
    if (decl.refQualifier === 'lvalue' && is !== 'lvalue' && !decl.const) continue;
    const bound = boundFor(m, entity, wanted);
    if (!bound) continue;
    const gives = bound === 'unclear' || !decl.returns ? undefined : typeIn(m, decl.returns, bound);
    if (bound === 'unclear' || !gives) return 'unclear';
    // An explicit one serves for its own type alone ([over.match.conv]/1).
    const isOther = wanted.direct === true && !sameType(gives.of, wanted.type);
    const isOfItsTypeAlone = isOther && isExplicit(m, entity, bound);
    if (isOfItsTypeAlone === undefined) return 'unclear';
    if (isOfItsTypeAlone) continue;
    const second = secondOf(gives, wanted);
    if (second?.doubt) return 'unclear';
    if (second) viable.push({ entity, scope: bound, second, isTemplate: ownTemplateParams(decl).length > 0 });
  }
  return viable;
}

/** Deduces the template arguments of a conversion function from the type that is wanted ([temp.deduct.conv]). */
function boundFor(m: Machine, { decl, scope: outer }: FunctionEntity, wanted: Wanted): Scope | 'unclear' | undefined {
  const params = ownTemplateParams(decl);
  const scope = new Scope(outer, decl.name);
  const { returns } = decl;
  if (params.length > 0) {
    if (!returns || isUnknown(wanted.type)) return 'unclear';
    const bound: Bound = new Map();
    const named = new Map(params.map((one) => [one.name ?? '', one]));
    const unclear: NonNullable<Deduction['unclear']> = { pack: false, open: new Set() };
    const d: Deduction = { m, params: named, bound, scope, exact: true, unclear };
    if (!m.silently(() => deduce(d, peeled(returns).core, { is: 'type', of: wanted.type }))) return undefined;
    settleOpen(d);
    const declared = m.silently(() => declareTemplateParams(m, params, bound, scope, false));
    if (declared === false) return undefined;
    if (declared === undefined || unclear.pack || unclear.tuple) return 'unclear';
  }
  const holds = satisfied(m, params, askedOf(decl), scope);
  if (holds === undefined) return 'unclear';
  return holds ? scope : undefined;
}

function secondOf(gives: TypeOf, { type, written = {} }: Wanted): Sequence | undefined {
  const is = gives.ref === 'lvalue' ? 'lvalue' : gives.ref ? 'xvalue' : 'prvalue';
  const second = sequenceTo(
    { type: gives.of, category: { is, constant: gives.constant === true, volatile: gives.volatile }, braced: false },
    { type, written },
    () => false,
  );
  // A string is made of a pointer by a constructor, which is no standard conversion.
  return second?.rank === 'user' && !isTuple(type) && type.is === 'text' ? undefined : second;
}

/** The best of several ([over.match.best]): by the object, by what follows, and functions before templates. */
function best(all: readonly Conversion[]): Conversion | 'unclear' | undefined {
  if (all.length === 0) return undefined;
  const isBest = (one: Conversion): boolean => all.every((other) => other === one || isBetter(one, other));
  return all.find(isBest) ?? 'unclear';
}

function isBetter(a: Conversion, b: Conversion): boolean {
  const [one, other] = [a.entity.decl, b.entity.decl];
  if (one.const !== other.const) return !one.const;
  if (one.refQualifier !== other.refQualifier) return one.refQualifier === 'rvalue';
  const order = compareSequences(a.second, b.second);
  if (order === undefined || order !== 0) return order !== undefined && order > 0;
  return !a.isTemplate && b.isTemplate;
}
