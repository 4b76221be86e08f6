// What the special member functions of a type are ([special]): trivial, written by the user, deleted. Also the
// properties of classes that follow from them ([class.prop]). What is not known of a part is not known of the whole.
import type { Func } from '../../ir/program';
import type { TypeOf, Value } from '../../values/value';
import { typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { isConst, isReference } from '../values/declared-types';
import type { ClassInstance } from '../values/entities';
import { isTuple } from '../values/inspect';
import { classOf, targetOf, underlyingType } from '../values/kinds';
import { heldType } from '../values/type-holders';
import { saysExplicit } from '../overload/explicit';
import { judged } from '../overload/overloads';
import { exampleOf } from './classes';

export type Special = 'default' | 'copy' | 'move' | 'copy-assign' | 'move-assign' | 'destroy';
type Kind = 'trivial' | 'user' | 'deleted';

/** What a special member function of a type is; undefined where that is not known. */
export function specialOf(m: Machine, special: Special, type: Value): Kind | undefined {
  if (!isTuple(type) && type.is === 'function-type') return 'deleted';
  if (isScalarType(type)) return 'trivial';
  const element = elementOf(type);
  if (element !== undefined)
    return isOfUnknownBound(type) && (special === 'destroy' || special === 'default')
      ? 'deleted'
      : specialOf(m, special, element);
  const instance = classOf(type);
  if (instance) return m.budget.isDeep() ? undefined : m.budget.deeper(() => ofClass(m, special, instance));
  if (isEmptyConstant(type) || isStorage(type)) return 'trivial';
  return isCopy(special) && isBareClosure(type) ? 'trivial' : undefined;
}

/** A closure without captures holds nothing. Whether it can be made and assigned to depends on the version of C++
 *  ([expr.prim.lambda.closure]/14). */
function isBareClosure(type: Value): boolean {
  const target = targetOf(type);
  return target?.kind === 'lambda' && target.decl.capturesNothing === true;
}

function isCopy(special: Special): boolean {
  return special === 'copy' || special === 'move' || special === 'destroy';
}

/** `aligned_storage`. */
function isStorage(type: Value): boolean {
  return !isTuple(type) && type.is === 'tag' && type.name === 'aligned_storage';
}

/** Numbers, enumerations and pointers ([basic.types.general]/9). */
export function isScalarType(type: Value): boolean {
  if (isTuple(type)) return false;
  switch (type.is) {
    case 'dynamic':
      return true;
    case 'scalar':
      return type.bits > 0 && plain.test(type.type);
    case 'pointer':
      return type.space === 'generic' && type.length === undefined;
    case 'member-pointer':
      return true;
    case 'tag':
      return type.name === 'nullptr_t';
    default:
      return underlyingType(type) !== type;
  }
}

const plain = /^(bool|char|u?int(8|16|32|64)_t|char8_t|char16_t|char32_t|wchar_t|float|double|long double|byte)$/;

/** The elements of a `T[n]`. */
export function elementOf(type: Value): Value | undefined {
  if (isTuple(type)) return undefined;
  if (type.is === 'array' && type.of === 'c') return type.element;
  return type.is === 'pointer' && type.space === 'generic' && type.length !== undefined ? type.element : undefined;
}

/** `T[]`, of which there are no objects. */
export function isOfUnknownBound(type: Value): boolean {
  if (isTuple(type) || type.is !== 'pointer' || type.length === undefined || isTuple(type.length)) return false;
  return type.length.is === 'dynamic' && type.length.n === undefined && type.length.name === undefined;
}

/** `integral_constant` and CuTe's constants, and classes that have a member type alone: they hold nothing. */
function isEmptyConstant(type: Value): boolean {
  if (heldType(type) !== undefined) return true;
  return !isTuple(type) && (type.is === 'static' || type.is === 'underscore');
}

function ofClass(m: Machine, special: Special, instance: ClassInstance): Kind | undefined {
  if (isOpen(instance, isCopy(special))) return undefined;
  if (isContested(instance, special)) return undefined;
  const kind = withoutFallback(m, special, instance);
  if (kind !== 'deleted' || declaredSpecial(instance, special)?.deleted) return kind;
  // A move that the compiler would write and that is deleted is none: a copy serves ([class.copy.ctor]/10).
  const serves = special === 'move' ? 'copy' : special === 'move-assign' ? 'copy-assign' : undefined;
  return serves && !declaredSpecial(instance, special)?.hidden ? ofClass(m, serves, instance) : kind;
}

/** Whether several functions of a class may serve: two that differ in const, or a template that takes any object. */
function isContested(instance: ClassInstance, special: Special): boolean {
  if (special === 'default' || special === 'destroy') return false;
  if (declaredSpecials(instance, special).length > 1) return true;
  return special.startsWith('move') && !declaredSpecial(instance, special) && takesAny(instance, special);
}

/** Whether a class has a template that may take any object. */
export function takesAny(instance: ClassInstance, special: Special): boolean {
  const all = special.endsWith('assign')
    ? functionsOf(instance).filter(({ name }) => name === 'operator=')
    : constructorsOf(instance);
  return all.some(({ templates, params }) => templates.flat().length > 0 && params.length > 0);
}

/** Whether an object is const and copied by what takes a const one: no template of constructors is better than that
 *  ([over.match.best]/2). */
export function copiesConst(instance: ClassInstance, { ref, constant, volatile }: TypeOf): boolean {
  return ref === 'lvalue' && constant === true && !volatile && declaredSpecials(instance, 'copy').length <= 1;
}

/** What is not known of a member: one that is mutable is copied as one that is not const, so that a template may be
 *  better than what takes a const one ([over.match.best]/2), and a friend may use what is private. */
function isVaguePart(part: ClassInstance | undefined, special: Special, mutable: boolean): boolean {
  if (!part) return false;
  if (mutable && special.startsWith('copy') && takesAny(part, special)) return true;
  return special !== 'default' && declaredSpecials(part, special).some(({ hidden, deleted }) => hidden && !deleted);
}

function withoutFallback(m: Machine, special: Special, instance: ClassInstance): Kind | undefined {
  const own = declaredSpecial(instance, special);
  // A copy of a `T&` takes no const object.
  if (own && special.startsWith('copy') && !takesConst(own)) return undefined;
  if (own) return (own.deleted ?? own.hidden) ? 'deleted' : own.defaulted ? ofParts(m, special, instance) : 'user';
  if (special === 'default' && constructorsOf(instance).some(mayTakeNothing)) return ofTemplate(m, instance);
  if (special === 'default' && constructorsOf(instance).length > 0)
    return inheritsConstructors(instance) ? undefined : 'deleted';
  const serving = servingFor(instance, special);
  if (serving !== special) return ofClass(m, serving, instance);
  if ((special === 'copy' || special === 'copy-assign') && hasAny(instance, ['move', 'move-assign'])) return 'deleted';
  return ofParts(m, special, instance);
}

/** The template that takes no argument, which a class may begin with. Whether it serves, its declaration alone does not
 *  say. */
function ofTemplate(m: Machine, instance: ClassInstance): Kind | undefined {
  const all = instance.scope.own('#constructors');
  if (all?.kind !== 'functions' || inheritsConstructors(instance)) return undefined;
  const takes = judged(m, all.overloads, [], []);
  if (takes.some(({ doubt }) => doubt)) return undefined;
  const [only, ...others] = takes.map(({ entity }) => entity.decl);
  if (others.length > 0) return undefined;
  return !only || (only.deleted ?? only.hidden) ? 'deleted' : 'user';
}

function mayTakeNothing({ templates, params }: Func): boolean {
  return templates.flat().length > 0 && params.every((param) => param.default !== undefined || param.pack);
}

/** The special member function that serves where a class declares none of its own: a copy for a move. */
export function servingFor(instance: ClassInstance, special: Special): Special {
  if (declaredSpecial(instance, special)) return special;
  if (special === 'move' && hasAny(instance, ['copy', 'copy-assign', 'move-assign', 'destroy'])) return 'copy';
  return special === 'move-assign' && hasAny(instance, ['copy', 'copy-assign', 'move', 'destroy'])
    ? 'copy-assign'
    : special;
}

/** Whether parts of a class are not known; `forCopies`: whether what copies and ends them is not. */
export function isOpen(instance: ClassInstance, forCopies = false): boolean {
  return instance.hasUnknownBase === true || hasOpenBase(instance, forCopies) || instance.decl.members === undefined;
}

/** Whether a base is one of the library and no constant, whose special member functions are all trivial. */
export function hasOpenBase({ libraryBases = [] }: ClassInstance, forCopies = false): boolean {
  return libraryBases.some(({ of }) => !isEmptyConstant(of) && !(forCopies && isBareClosure(of)));
}

function hasAny(instance: ClassInstance, specials: readonly Special[]): boolean {
  return specials.some((special) => declaredSpecial(instance, special) !== undefined);
}

/** What the compiler writes: the function of all bases and members. */
function ofParts(m: Machine, special: Special, instance: ClassInstance): Kind | undefined {
  if (instance.decl.kind === 'union') return ofUnion(m, special, instance);
  // What is not public in a base may be protected, so that the class may call it.
  const kinds = instance.bases.map((base) => (isHidden(base, special) ? undefined : ofClass(m, special, base)));
  if (special !== 'destroy' && (isPolymorphic(instance) || instance.decl.virtualBases)) kinds.push('user');
  for (const field of instance.fields) {
    const { type, init } = field;
    if (special === 'default' && init.how !== 'none') kinds.push('user');
    else if (isReference(type)) kinds.push(ofReference(special));
    else {
      const of = m.silently(() => typeExample(m, type, instance.scope));
      if (isVaguePart(classOf(elementOf(of) ?? of), special, field.mutable === true)) kinds.push(undefined);
      else if (special === 'default' && isConst(type) && isScalarType(of)) kinds.push('deleted');
      else if (special.endsWith('assign') && isConst(type)) kinds.push('deleted');
      else kinds.push(specialOf(m, special, of));
    }
  }
  return kinds.includes('deleted')
    ? 'deleted'
    : kinds.includes(undefined)
      ? undefined
      : kinds.includes('user')
        ? 'user'
        : 'trivial';
}

function isHidden(base: ClassInstance, special: Special): boolean {
  const serving = declaredSpecials(base, servingFor(base, special));
  return serving.some(({ hidden, deleted }) => hidden && !deleted);
}

function ofReference(special: Special): Kind {
  return special === 'copy' || special === 'move' || special === 'destroy' ? 'trivial' : 'deleted';
}

/** A union has a special member function where those of all its members are trivial. */
function ofUnion(m: Machine, special: Special, instance: ClassInstance): Kind | undefined {
  const kinds = instance.fields.map(({ type }) => specialOf(m, special, typeExample(m, type, instance.scope)));
  return kinds.every((kind) => kind === 'trivial') ? 'trivial' : kinds.includes('user') ? 'deleted' : undefined;
}

// ---- Declarations ------------------------------------------------------------------------------------------------

function functionsOf({ decl }: ClassInstance): readonly Func[] {
  return (decl.members ?? []).filter((member): member is Func => member.is === 'Func');
}

export function constructorsOf(instance: ClassInstance): readonly Func[] {
  return functionsOf(instance).filter(({ name }) => name === instance.entity.name);
}

/** `using Base::Base;`: the base may have one without arguments. */
function inheritsConstructors(instance: ClassInstance): boolean {
  const all = instance.scope.own('#constructors');
  return all?.kind === 'functions' && all.overloads.some(({ owner }) => owner !== instance);
}

/** The special member function that a class declares. */
export function declaredSpecial(instance: ClassInstance, special: Special): Func | undefined {
  return declaredSpecials(instance, special)[0];
}

/** All special member functions of a kind that a class declares. */
export function declaredSpecials(instance: ClassInstance | undefined, special: Special): readonly Func[] {
  if (!instance) return [];
  const { name } = instance.entity;
  switch (special) {
    case 'default':
      return constructorsOf(instance).filter(
        ({ params, templates }) => templates.flat().length === 0 && params.every((p) => p.default ?? p.pack),
      );
    case 'destroy':
      return functionsOf(instance).filter((one) => one.name === `~${name}`);
    case 'copy':
    case 'move':
      return constructorsOf(instance).filter((one) => takesOwn(one, name, special === 'copy' ? 'ref' : 'rvalue-ref'));
    default:
      return functionsOf(instance).filter(
        (one) =>
          one.name === 'operator=' && takesOwn(one, name, special === 'copy-assign' ? 'ref' : 'rvalue-ref', true),
      );
  }
}

/** Whether the only parameter that has to be given is a reference to the class itself. */
function takesOwn({ params, templates }: Func, name: string, how: string, orByValue = false): boolean {
  const [first, ...others] = params;
  if (!first || templates.flat().length > 0 || others.some((param) => !param.default)) return false;
  let { type } = first;
  if (type.is !== 'Wrap') return orByValue && how === 'ref' && type.is === 'Name' && type.id === name;
  if (type.how !== how) return false;
  while (type.is === 'Wrap') type = type.of;
  return type.is === 'Name' && type.id === name;
}

function takesConst({ params: [first] }: Func): boolean {
  return first?.type.is !== 'Wrap' || isConst(first.type.of);
}

/** Whether a class has a pure virtual function, its own or one that it does not override. A function of the same name
 *  may have other parameters: then it is not known. */
export function isAbstract(instance: ClassInstance): boolean | undefined {
  const names = new Set(functionsOf(instance).map(({ name }) => name));
  if (functionsOf(instance).some(({ pure }) => pure)) return true;
  const open = instance.bases.flatMap(pureFunctions);
  if (open.some(({ name }) => !names.has(name) && !name.startsWith('~'))) return true;
  return open.every(({ name }) => name.startsWith('~')) ? false : undefined;
}

function pureFunctions(instance: ClassInstance): readonly Func[] {
  return [...functionsOf(instance).filter(({ pure }) => pure), ...instance.bases.flatMap(pureFunctions)];
}

/** Objects with virtual functions. */
export function isPolymorphic(instance: ClassInstance): boolean {
  return functionsOf(instance).some((one) => one.virtual) || instance.bases.some(isPolymorphic);
}

// ---- Properties ([class.prop], [dcl.init.aggr]) --------------------------------------------------------------------

const copies: readonly Special[] = ['copy', 'move', 'copy-assign', 'move-assign'];

export function isTriviallyCopyable(m: Machine, type: Value): boolean | undefined {
  const element = elementOf(type);
  if (element !== undefined) return isTriviallyCopyable(m, element);
  const instance = classOf(type);
  // Nobody may call one that is private, but it is written by the user all the same.
  const declared = instance ? copies.flatMap((special) => declaredSpecials(instance, special)) : [];
  if (declared.some(({ hidden, defaulted, deleted }) => hidden && !defaulted && !deleted)) return false;
  const kinds = copies.map((special) => specialOf(m, special, type));
  const end = specialOf(m, 'destroy', type);
  if (kinds.includes('user') || end === 'user') return false;
  // Compilers call a class trivially copyable whose objects never end.
  if (kinds.includes(undefined) || end === undefined || end === 'deleted') return undefined;
  // What is deleted does not count; for g++ and clang++ it does where a part is written by the user.
  if (instance && !partsOf(m, instance).every((part) => isCopiedTrivially(m, part))) return undefined;
  // Where all are deleted the standard says no since CWG 1734, and g++ and clang++ still say yes.
  return kinds.some((kind) => kind !== 'deleted') || undefined;
}

/** Whether a part is trivially copyable, and no template serves for one that is const or mutable. */
function isCopiedTrivially(m: Machine, part: Value): boolean {
  const instance = classOf(elementOf(part) ?? part);
  const isTemplated = instance && (takesAny(instance, 'copy') || takesAny(instance, 'copy-assign'));
  return !isTemplated && isTriviallyCopyable(m, part) === true;
}

/** The types of bases and members that are no references. */
function partsOf(m: Machine, instance: ClassInstance): readonly Value[] {
  const fields = instance.fields.filter(({ type }) => !isReference(type));
  return [
    ...instance.bases.map(exampleOf),
    ...fields.map(({ type }) => m.silently(() => typeExample(m, type, instance.scope))),
  ];
}

export function isTrivial(m: Machine, type: Value): boolean | undefined {
  const element = elementOf(type);
  if (element !== undefined) return isTrivial(m, element);
  const begin = specialOf(m, 'default', type);
  if (begin === 'user') return false;
  const instance = classOf(type);
  // Compilers call one trivial that is deleted; there is none beside other constructors.
  const isNone = instance && constructorsOf(instance).length > 0 && !declaredSpecial(instance, 'default');
  if (begin === 'deleted') return isNone || isTriviallyCopyable(m, type) === false ? false : undefined;
  const copyable = isTriviallyCopyable(m, type);
  return begin === undefined && copyable !== false ? undefined : copyable;
}

export function isAggregate(type: Value): boolean | undefined {
  if (isScalarType(type)) return false;
  if (elementOf(type) !== undefined) return true;
  const instance = classOf(type);
  if (!instance) return undefined;
  if (isOpen(instance)) return undefined;
  const { decl, bases, libraryBases } = instance;
  if (decl.hidden ?? (decl.virtualBases || isPolymorphic(instance))) return false;
  const constructors = constructorsOf(instance);
  if (constructors.some((decl) => !(decl.defaulted ?? decl.deleted) || saysExplicit(decl))) return false;
  // Since C++20 a constructor that is defaulted or deleted counts too. A base may be private, and constructors may be
  // inherited.
  return bases.length > 0 || libraryBases || constructors.length > 0 ? undefined : true;
}

/** [class.prop]/3. */
export function isStandardLayout(m: Machine, type: Value): boolean | undefined {
  if (isScalarType(type) || isEmptyConstant(type) || isStorage(type)) return true;
  const element = elementOf(type);
  if (element !== undefined) return isStandardLayout(m, element);
  const instance = classOf(type);
  if (!instance || isOpen(instance)) return undefined;
  if (instance.decl.virtualBases || isPolymorphic(instance)) return false;
  const parts = instance.fields.map(({ type: field }) =>
    isReference(field) ? false : isStandardLayout(m, typeExample(m, field, instance.scope)),
  );
  if (parts.includes(false)) return false;
  if (parts.includes(undefined) || instance.bases.length > 0 || instance.libraryBases) return undefined;
  return instance.decl.hidden && instance.fields.length > 1 ? undefined : true;
}

/** Whether a type is a lambda's, which is a class of its own. */
export function isLambda(type: Value): boolean {
  return targetOf(type)?.kind === 'lambda';
}
