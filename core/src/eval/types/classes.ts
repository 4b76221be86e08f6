// Classes of the program: declaring them, choosing a specialisation, instantiating a template.
// Members are evaluated when first asked for, so that recursive traits end where C++ lets them end.
import { say } from '../../base/say';
import { spend } from '../../base/meter';
import { nowhere, type Span } from '../../base/span';
import type { Expr, Let, Stmt, StructDecl, TemplateParam } from '../../ir/program';
import { namesOneOf } from '../../ir/walk';
import { isUnsignedScalar } from '../../values/scalars';
import type { Struct, Unknown, Value } from '../../values/value';
import { type Chosen, chooseSpecialisation, unclearSpecialisation } from '../overload/specialisations';
import {
  type Bound,
  bindExplicit,
  bindUnboundPacks,
  convertedArguments,
  declareTemplateParams,
  takesArguments,
  withDefaults,
} from '../overload/templates';
import { lookupName } from '../names/names';
import { lookupIn } from '../names/namespaces';
import { argsOf, packScopes } from '../names/packs';
import { hasOtherData, overlapsSided } from '../names/sides';
import { declareMembers, evaluate, exampleOfType, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { type ClassEntity, type ClassInstance, type Entity, type LibraryBase, Scope } from '../values/entities';
import type { BitField } from '../values/bit-fields';
import { isTuple, isUnknown, unknownIn } from '../values/inspect';
import { typeWith } from '../values/qualifiers';
import { asNumber } from '../values/truth';
import { classOf, targetOf } from '../values/kinds';
import { asTemplateArgument } from '../values/template-args';
import { typeHolder } from '../values/type-holders';
import { argumentKey, numberOf, typeKey } from '../values/type-key';
import { illFormed, unknown } from '../values/unknown';
import { basesToHold, derivesFrom } from '../values/base-parts';
import { declareOutOfClass, isAlike } from './definitions';

/** A class with arguments, as a type. */
export function instantiateClass(m: Machine, entity: ClassEntity, targs: readonly Value[], span: Span): Value {
  for (const [i, targ] of targs.entries()) {
    const bad = unknownIn(targ);
    if (bad && !standsForAnyNumber(m, entity, targ, i)) return bad;
  }
  if (entity.primary && !takesArguments(primaryParams(entity), targs))
    return illFormed('unsupported', say`\`${entity.name}\` does not take these arguments`, span, [entity.name]);
  if (m.budget.isDeep()) return unknown('depth', say`\`${entity.name}\` refers to itself without end`, span);
  const instance = m.budget.deeper(() => instanceOf(m, entity, targs));
  if (instance === 'unclear') return unclearSpecialisation(entity.name, targs, span);
  if (instance) return { is: 'type', of: exampleOf(instance) };
  return entity.primary
    ? { is: 'type', of: exampleOf(incomplete(m, entity, entity.primary, targs)) }
    : undefinedClass(entity, span);
}

/** In a template that nothing instantiates, a number that is not known chooses nothing where nothing of a class is
 *  specialised: members that do not depend on it are known. */
function standsForAnyNumber({ mode }: Machine, entity: ClassEntity, targ: Value, at: number): boolean {
  const params = primaryParams(entity);
  if (!mode.open || !isAlike(entity) || params.slice(0, at + 1).some(({ pack }) => pack)) return false;
  return params[at]?.kind === 'value' && isUnknown(targ) && targ.cause.code === 'symbol' && !targ.cause.pack;
}

/** A use of a class that is declared and not defined. */
export function undefinedClass({ name }: ClassEntity, span: Span): Unknown {
  return illFormed('unsupported', say`\`${name}\` has no definition for these arguments`, span, [name]);
}

const incompletes = new WeakMap<ClassEntity, Map<string, ClassInstance>>();

/** A class that is declared and not defined ([basic.types.general]/5): a type like any other, of which there are no
 *  objects here. Its definition may stand in a header that is not here. */
function incomplete(m: Machine, entity: ClassEntity, primary: StructDecl, given: readonly Value[]): ClassInstance {
  const args = argumentsOf(m, entity, given);
  const known = incompletes.get(entity) ?? new Map<string, ClassInstance>();
  incompletes.set(entity, known);
  const identity = args.map(argumentKey).join(',');
  const had = known.get(identity);
  if (had) return had;
  const { members: _members, ...decl } = primary;
  const scope = new Scope(entity.scope, entity.name);
  const key = keyOf(entity, args);
  const made: ClassInstance = {
    entity,
    decl: { ...decl, bases: [] },
    args,
    scope,
    bases: [],
    fields: [],
    key,
    hasUnknownBase: true,
    ...(m.missingIncludes().length === 0 && m.wants.length === 0 && { neverDefined: true }),
  };
  known.set(identity, made);
  return made;
}

/** Whether a class is declared and not defined, as far as the program goes. */
export function isIncomplete(instance: ClassInstance): boolean {
  return instance.decl.members === undefined;
}

/** The compiler needs the class complete here. Code that may be discarded needs nothing. */
export function need(m: Machine, instance: ClassInstance): void {
  if (instance.needed || m.mode.doubtful) return;
  instance.needed = true;
  for (const base of instance.bases) need(m, base);
}

/** Whether what a class declares is compiled. */
export function isCompiled(instance: ClassInstance): boolean {
  return instance.needed === true || !isOfTemplate(instance);
}

/** Whether it, or a class around it, is made of a template. */
export function isOfTemplate({ args, entity }: ClassInstance): boolean {
  if (args.length > 0 || primaryParams(entity).length > 0) return true;
  for (let scope: Scope | undefined = entity.scope; scope; scope = scope.parent)
    if (scope.owner) return isOfTemplate(scope.owner);
  return false;
}

export function exampleOf(instance: ClassInstance): Struct {
  return { is: 'struct', name: instance.key, cls: instance, fields: new Map() };
}

/** The class with these template arguments: undefined where it has no definition, 'unclear' where it is not known which
 *  specialisation is meant. */
export function instanceOf(
  m: Machine,
  entity: ClassEntity,
  given: readonly Value[],
): ClassInstance | 'unclear' | undefined {
  const args = argumentsOf(m, entity, given);
  const identity = args.map(keyOfArgument).join(',');
  const had = entity.instances.get(identity);
  if (had) return had;
  const chosen = chooseDefinition(m, entity, args);
  if (chosen === 'unclear') return 'unclear';
  if (!chosen?.decl.members) return undefined;
  return build(m, entity, chosen, args, identity);
}

/** Numbers that are not known for one reason make one class; what is asked of it as a type has no answer. */
function keyOfArgument(arg: Value): string {
  return isUnknown(arg) ? `?${arg.at?.file ?? ''}:${arg.at?.start ?? ''} ${arg.cause.message}` : argumentKey(arg);
}

/** A class template, or a partial specialisation of one, as it stands in the text: nothing instantiates it, so that
 *  each of its parameters stands for itself, or has its default. */
export function openInstance(m: Machine, entity: ClassEntity, decl: StructDecl): ClassInstance {
  const params = decl.templates[decl.templates.length - 1] ?? [];
  const bound: Bound = new Map();
  bindUnboundPacks(m, params, bound);
  const scope = new Scope(entity.scope);
  m.silently(() => declareTemplateParams(m, params, bound, scope, true));
  const written = decl.specialises ?? params.map(asArgument);
  const args = m.silently(() => argsOf(m, written, scope).map(({ value }) => asTemplateArgument(value)));
  const instance = build(m, entity, { decl, bound }, args, `#${numberOf(decl)}`);
  instance.open = true;
  return instance;
}

/** A template parameter as its template would hand it on. */
function asArgument({ name = '', nameSpan = nowhere, pack }: TemplateParam): Expr {
  const named: Expr = { is: 'Name', id: name, span: nameSpan };
  return pack ? { is: 'Expand', of: named, span: nameSpan } : named;
}

/** Whether a class, or one around it, is made of no arguments. */
export function isOpenInstance(instance: ClassInstance | undefined): boolean {
  if (instance?.open) return true;
  for (let scope = instance?.entity.scope; scope; scope = scope.parent)
    if (scope.owner) return isOpenInstance(scope.owner);
  return false;
}

function argumentsOf(m: Machine, entity: ClassEntity, given: readonly Value[]): readonly Value[] {
  const converted = convertedArguments(m, primaryParams(entity), given, entity.scope);
  return withDefaults(m, primaryParams(entity), entity.scope, converted);
}

function keyOf({ name }: ClassEntity, args: readonly Value[]): string {
  return args.length > 0 ? `${name}<${shownArguments(args)}>` : name;
}

export function primaryParams(entity: ClassEntity): readonly TemplateParam[] {
  return entity.primary?.templates[entity.primary.templates.length - 1] ?? [];
}

type Choice = Chosen<StructDecl>;

/** The definition that template arguments choose: a specialisation, or the primary template. */
function chooseDefinition(m: Machine, entity: ClassEntity, args: readonly Value[]): Choice | 'unclear' | undefined {
  const chosen = chooseSpecialisation(m, entity.specialisations, entity.scope, args, primaryParams(entity));
  if (chosen) return chosen;
  return entity.primary && { decl: entity.primary, bound: bindExplicit(primaryParams(entity), args) };
}

/** The most characters of template arguments that a name shows. Types that are made of one another can double the
 *  length of a name at each step. */
const longestName = 4096;

/** What declaring a member of an instance is on the meter: about a step of evaluation. */
const unitsOfMember = 64;

function shownArguments(args: readonly Value[]): string {
  const text = args.map(typeKey).join(',');
  spend(text.length, 'characters');
  return text.length > longestName ? `${text.slice(0, longestName)}…` : text;
}

function build(
  m: Machine,
  entity: ClassEntity,
  { decl, bound }: Choice,
  args: readonly Value[],
  identity: string,
): ClassInstance {
  spend((decl.members ?? []).length * unitsOfMember, 'members');
  const key = keyOf(entity, args);
  const scope = new Scope(entity.scope, entity.name);
  declareTemplateParams(m, decl.templates[decl.templates.length - 1] ?? [], bound, scope, true);
  const inner = new Scope(scope, entity.name);
  const bases: ClassInstance[] = [];
  const fields = dataMembers(decl.members ?? []).filter(({ span }) => !overlapsSided(m, span));
  const instance: ClassInstance = { entity, decl, args, scope: inner, bases, fields, key };
  inner.owner = instance;
  if (hasOtherData(m, decl)) instance.hasUnknownBase = true;
  const bits = bitFields(m, fields, inner);
  if (bits.size > 0) instance.bitFields = bits;
  entity.instances.set(identity, instance);
  m.classes.push(instance);
  inner.names.set(entity.name, { kind: 'type', of: exampleOf(instance), at: decl.nameSpan });
  let isWhole = false;
  try {
    for (const base of decl.bases) addBases(m, instance, base, scope, bases);
    const held = basesToHold(instance);
    if (held) instance.heldBases = held;
    declareMembers(m, instance, decl.members ?? []);
    declareOutOfClass(m, instance);
    isWhole = true;
    instance.whole = true;
  } finally {
    // A class whose instantiation was given up is not kept: the next use instantiates it again.
    if (!isWhole) {
      entity.instances.delete(identity);
      m.classes.splice(m.classes.indexOf(instance), 1);
    }
  }
  return instance;
}

/** Non-static data members, those of unnamed structs and unions among them. */
function dataMembers(members: readonly Stmt[]): Let[] {
  return members.flatMap((s): Let[] => {
    if (s.is === 'Let') return s.static || s.name === '' ? [] : [s];
    return s.is === 'Struct' && s.name === undefined ? dataMembers(s.members ?? []) : [];
  });
}

function bitFields(m: Machine, fields: readonly Let[], scope: Scope): ReadonlyMap<string, BitField> {
  const found = new Map<string, BitField>();
  for (const { name, type, width } of fields) {
    if (!width) continue;
    const example = m.silently(() => typeExample(m, type, scope));
    const isEnum = (type.is === 'Name' || type.is === 'Scope') && lookupName(scope, type)?.kind === 'namespace';
    const isUnsigned =
      !isTuple(example) &&
      (example.is === 'dynamic' ? example.unsigned === true : example.is === 'scalar' && isUnsignedScalar(example));
    const sign = isEnum ? 'open' : isUnsigned ? 'unsigned' : 'signed';
    found.set(name, { width: asNumber(m.silently(() => evaluate(m, width, scope))), sign });
  }
  return found;
}

/** One base, or those of a pack. */
function addBases(m: Machine, instance: ClassInstance, base: Expr, scope: Scope, bases: ClassInstance[]): void {
  if (base.is !== 'Expand') return addBase(m, instance, base, scope, bases);
  for (const one of packScopes(base.of, scope)) addBase(m, instance, base.of, one, bases);
}

function addBase(m: Machine, instance: ClassInstance, base: Expr, scope: Scope, bases: ClassInstance[]): void {
  const type = evaluate(m, base, scope);
  const holds = !isTuple(type) && type.is === 'type' && type.holds;
  const example = holds ? typeHolder(typeWith(type.of, type)) : exampleOfType(type, base);
  const known = classOf(example);
  if (known && isIncomplete(known)) instance.hasUnknownBase = true;
  else if (known && !derivesFrom(known, instance)) {
    bases.push(known);
    if (namesOneOf(base, paramsAround(instance))) (instance.dependentBases ??= new Set()).add(known);
  } else if (known) return;
  else if (isUnknown(example)) instance.hasUnknownBase = true;
  else addLibraryBase(m, instance, { of: example, at: bases.length }, base.span);
}

/** The names of the template parameters of a class and of those around it. */
function paramsAround({ decl, entity }: ClassInstance): ReadonlySet<string> {
  const names = new Set(decl.templates.flat().flatMap(({ name }) => name ?? []));
  for (let scope: Scope | undefined = entity.scope; scope; scope = scope.parent)
    for (const { name } of scope.owner?.decl.templates.flat() ?? []) if (name !== undefined) names.add(name);
  return names;
}

function addLibraryBase(m: Machine, instance: ClassInstance, { of, at }: LibraryBase, span: Span): void {
  const others = instance.libraryBases ?? [];
  // Members are looked up in one of them.
  if (others.length > 0) instance.hasUnknownBase = true;
  const held = targetOf(of)?.kind === 'lambda' ? `#closure${++m.closures}` : undefined;
  instance.libraryBases = [...others, { of, at, ...(held !== undefined && { held }) }];
  instance.scope.names.set('#base', { kind: 'type', of, at: span });
}

/** Whether a class has no members but those that the program declares. */
export function isWhollyKnown(instance: ClassInstance): boolean {
  if (instance.neverDefined) return true;
  return !instance.hasUnknownBase && libraryBase(instance) === undefined && instance.bases.every(isWhollyKnown);
}

/** A member of an object that an expression of the class `as` refers to. Of a function that is virtual, another one may
 *  run (overriders.ts). */
export function memberOf(instance: ClassInstance, as: ClassInstance | undefined, id: string): Entity | undefined {
  const declared = as && as !== instance && derivesFrom(instance, as) ? lookupIn(as.scope, id) : undefined;
  return declared ?? lookupIn(instance.scope, id);
}

/** A base class from the library (`std::true_type`, `Layout<…>`), by example. */
export function libraryBase(instance: ClassInstance): Value | undefined {
  const own = instance.scope.names.get('#base');
  if (own?.kind === 'type') return own.of;
  for (const base of instance.bases) {
    const found = libraryBase(base);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The classes instantiated so far: those that belong to the one that the user has come from before the others, since a
 *  function that nothing calls is shown for one of them. */
export function classesInOrder({ classes, input: { within } }: Machine): readonly ClassInstance[] {
  if (within === undefined) return [...classes];
  const belongs = ({ key }: ClassInstance): boolean => key.includes(within);
  return [...classes.filter(belongs), ...classes.filter((one) => !belongs(one))];
}
