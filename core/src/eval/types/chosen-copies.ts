// What copies, moves or assigns an object of a class of the program to another one ([class.copy.ctor],
// [class.copy.assign]): the function that overload resolution chooses among those that the class declares and those
// that the compiler declares for it. Says whether it is trivial. Where g++ and clang++ differ, it is not known.
import { nowhere } from '../../base/span';
import type { Expr, Func, Let } from '../../ir/program';
import { namesOneOf } from '../../ir/walk';
import type { TypeOf, Value } from '../../values/value';
import { implicitOnes } from '../overload/explicit';
import { categoryOfType } from '../overload/categories';
import { chosen } from '../overload/overloads';
import { Relations } from '../overload/remembered-relations';
import { typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { derivesFrom } from '../values/base-parts';
import { isConst, isReference } from '../values/declared-types';
import type { ClassInstance, FunctionEntity, Scope } from '../values/entities';
import { isUnknown } from '../values/inspect';
import { classOf } from '../values/kinds';
import { exampleOf } from './classes';
import {
  declaredSpecials,
  elementOf,
  hasOpenBase,
  isOpen,
  isPolymorphic,
  isScalarType,
  specialOf,
} from './special-members';

export type Copying = 'construct' | 'assign';
/** 'disputed': trivial for clang++, and not for g++. */
type Kind = 'trivial' | 'user' | 'deleted' | 'disputed';
type How = 'copy' | 'move';

/** What serves for an object of the class from another one, `from`; `to`: the object that is assigned to. 'deleted'
 *  also where nothing does, and where nobody may call what does. */
export function kindOfCopying(
  m: Machine,
  copying: Copying,
  from: TypeOf,
  to: TypeOf,
): Exclude<Kind, 'disputed'> | undefined {
  const picked = copierOf(m, copying, from, to);
  if (typeof picked === 'string' || !picked) return picked;
  return picked.hidden ? 'deleted' : picked.kind === 'disputed' ? undefined : picked.kind;
}

const copiers = new Relations<Copier | 'deleted' | undefined>();

/** The function that serves. `implicitly`: none that is explicit does. */
export function copierOf(
  m: Machine,
  copying: Copying,
  from: TypeOf,
  to: TypeOf,
  implicitly = false,
): Copier | 'deleted' | undefined {
  const instance = classOf(from.of);
  if (!instance || from.vague || to.vague || m.budget.isDeep()) return undefined;
  const asked = [copying, implicitly ? 'implicitly' : '', from, to];
  return copiers.answer(m, instance, asked, () =>
    m.budget.deeper(() => pick(m, copying, instance, from, to, implicitly)),
  );
}

/** Whether something serves that anybody may call. */
export function mayCopy(
  m: Machine,
  copying: Copying,
  from: TypeOf,
  to: TypeOf,
  implicitly = false,
): boolean | undefined {
  const picked = copierOf(m, copying, from, to, implicitly);
  if (!picked || typeof picked === 'string') return picked && false;
  return picked.hidden ? false : picked.kind && picked.kind !== 'deleted';
}

export interface Copier {
  readonly kind: Kind | undefined;
  readonly hidden: boolean;
  readonly entity: FunctionEntity;
  /** Where its template parameters are bound. */
  readonly scope: Scope;
}

function pick(
  m: Machine,
  copying: Copying,
  instance: ClassInstance,
  from: TypeOf,
  to: TypeOf,
  implicitly = false,
): Copier | 'deleted' | undefined {
  const declared = declaredFor(instance, copying);
  if (!declared || isOpen(instance, copying === 'construct') || instance.decl.kind === 'union') return undefined;
  const candidates = new Map<FunctionEntity, Kind | undefined>();
  const compared = declared.filter((entity) => !takesByTemplate(entity));
  for (const entity of implicitly ? implicitOnes(m, compared) : compared)
    candidates.set(entity, kindOfDeclared(m, copying, instance, entity.decl));
  for (const { entity, how, constant } of implicitFunctions(m, instance, copying)) {
    if (!entity) return undefined;
    const suppressed = how === 'copy' && moves(instance).length > 0;
    const kind = suppressed ? 'deleted' : ofParts(m, copying, instance, how, constant);
    candidates.set(entity, kind);
  }
  // A move that is defaulted and deleted takes part in nothing ([over.match.funcs]/8).
  const serving = [...candidates].filter(([{ decl }, kind]) => !(kind === 'deleted' && decl.defaulted && isMove(decl)));
  const isOpenMove = serving.some(([{ decl }, kind]) => kind === undefined && decl.defaulted && isMove(decl));
  if (isOpenMove && !(from.ref === 'lvalue' || from.constant)) return undefined;
  const category = { is: from.ref === 'lvalue' ? 'lvalue' : 'xvalue' } as const;
  const arg = { value: from.of, span: nowhere, category: { ...categoryOfType(from), ...category } };
  const object = { ...categoryOfType(to), is: to.ref === 'lvalue' ? 'lvalue' : 'xvalue' } as const;
  const found = chosen(
    m,
    serving.map(([entity]) => entity),
    [arg],
    copying === 'assign' ? object : undefined,
  );
  if (found.is === 'none') return compared.length < declared.length ? undefined : 'deleted';
  if (found.is !== 'picked') return undefined;
  const kind = candidates.get(found.entity);
  const { entity, scope } = found;
  // Who may call the conversion function that another constructor needs is not looked at.
  if (!takesOwn(instance, copying, entity)) return undefined;
  const isMixed = kind === 'trivial' && isDisputed(instance, copying, isMove(entity.decl) ? 'move' : 'copy');
  return { kind: isMixed ? 'disputed' : kind, hidden: entity.decl.hidden === true, entity, scope };
}

/** Whether a function copies or moves, or is a template. */
function takesOwn(instance: ClassInstance, copying: Copying, { decl }: FunctionEntity): boolean {
  const own = (['copy', 'move'] as const).flatMap((how) =>
    declaredSpecials(instance, copying === 'assign' ? `${how}-assign` : how),
  );
  return decl.span === nowhere || decl.templates.flat().length > 0 || own.some((one) => one.span === decl.span);
}

/** The constructors but those that are inherited, which copy no object of the class ([over.match.funcs]/8), or the
 *  assignments; undefined where some of these are inherited. */
function declaredFor(instance: ClassInstance, copying: Copying): readonly FunctionEntity[] | undefined {
  const own = instance.scope.own(copying === 'construct' ? '#constructors' : 'operator=');
  const overloads = own?.kind === 'functions' ? own.overloads : [];
  const ofClass = overloads.filter(({ owner }) => owner === instance);
  return copying === 'assign' && ofClass.length < overloads.length ? undefined : ofClass;
}

/** Whether a template takes an object by value. Another function that takes the object is always better: for one of its
 *  own class no constructor is made of the template ([class.copy.ctor]/5), a base would be a conversion, and functions
 *  come before templates ([over.match.best.general]/2). */
function takesByTemplate({ decl: { templates, params } }: FunctionEntity): boolean {
  const [first, ...others] = params;
  return (
    first !== undefined &&
    first.type.is !== 'Wrap' &&
    namesOneOf(first.type, new Set(templates.flat().flatMap(({ name }) => name ?? []))) &&
    others.every((param) => param.default ?? param.pack)
  );
}

/** Several copies, or several moves, of which some are trivial: g++ calls the class as a whole not trivial. So it does
 *  with a copy that is defaulted and takes a `T&` (CWG 2171). */
function isDisputed(instance: ClassInstance, copying: Copying, how: How): boolean {
  const all = declaredSpecials(instance, copying === 'assign' ? `${how}-assign` : how);
  const defaulted = all.filter((one) => one.defaulted);
  if (all.length > 1 && defaulted.length > 0 && defaulted.length < all.length) return true;
  return how === 'copy' && defaulted.some(({ params: [first] }) => first && !isConstRef(first.type));
}

/** Whether a parameter takes what is const. */
export function isConstRef(type: Expr): boolean {
  return type.is !== 'Wrap' || isConst(type.of);
}

function moves(instance: ClassInstance): readonly Func[] {
  return [...declaredSpecials(instance, 'move'), ...declaredSpecials(instance, 'move-assign')];
}

/** The copy and the move that the compiler declares and that take part in overload resolution: no move that is deleted
 *  does ([over.match.funcs]/8). Undefined where that is not known. */
export function implicitCandidates(
  m: Machine,
  instance: ClassInstance,
  copying: Copying,
): readonly FunctionEntity[] | undefined {
  const all: FunctionEntity[] = [];
  for (const { entity, how, constant } of implicitFunctions(m, instance, copying)) {
    const kind = entity && how === 'move' ? ofParts(m, copying, instance, how, constant) : 'user';
    if (!entity || kind === undefined) return undefined;
    if (kind !== 'deleted') all.push(entity);
  }
  return all;
}

/** Whether an assignment from an object that is given away, by what the compiler writes, moves its parts. */
export function movesParts(instance: ClassInstance): boolean {
  return implicit(instance, 'assign').includes('move') || declaredSpecials(instance, 'move-assign').length > 0;
}

/** Which of copy and move the compiler declares. */
function implicit(instance: ClassInstance, copying: Copying): readonly How[] {
  const own = (how: How): readonly Func[] => declaredSpecials(instance, copying === 'assign' ? `${how}-assign` : how);
  const copies = [...declaredSpecials(instance, 'copy'), ...declaredSpecials(instance, 'copy-assign')];
  const isMoved =
    copies.length === 0 && moves(instance).length === 0 && declaredSpecials(instance, 'destroy').length === 0;
  return [...(own('copy').length === 0 ? ['copy' as const] : []), ...(isMoved ? ['move' as const] : [])];
}

interface Implicit {
  readonly how: How;
  readonly constant: boolean;
  /** Undefined where it is not known whether it takes what is const. */
  readonly entity: FunctionEntity | undefined;
}

/** The copy and the move that the compiler declares. */
function implicitFunctions(m: Machine, instance: ClassInstance, copying: Copying): readonly Implicit[] {
  return implicit(instance, copying).map((how) => {
    const constant = how === 'move' ? false : takesConst(m, copying, instance);
    const entity = constant === undefined ? undefined : written(instance, copying, how, constant);
    return { how, constant: constant === true, entity };
  });
}

function kindOfDeclared(m: Machine, copying: Copying, instance: ClassInstance, decl: Func): Kind | undefined {
  if (decl.deleted) return 'deleted';
  // What is defaulted outside of the class is written by the user.
  const isOwn = instance.decl.members?.includes(decl) === true;
  if (!decl.defaulted || !isOwn) return 'user';
  const [first] = decl.params;
  if (!first) return 'user';
  return ofParts(m, copying, instance, isMove(decl) ? 'move' : 'copy', isConstRef(first.type));
}

/** Whether a function takes what is given away. */
export function isMove({ params: [first] }: Func): boolean {
  return first?.type.is === 'Wrap' && first.type.how === 'rvalue-ref';
}

/** Whether the copy that the compiler declares takes a const object: those of all parts do. */
export function takesConst(m: Machine, copying: Copying, instance: ClassInstance): boolean | undefined {
  const parts = partsOf(m, instance).flatMap(({ of, field }) =>
    field && isReference(field.type) ? [] : (classOf(of) ?? []),
  );
  const answers = parts.map((part): boolean | undefined => {
    if (isOpen(part, copying === 'construct')) return undefined;
    const declared = declaredSpecials(part, copying === 'assign' ? 'copy-assign' : 'copy');
    if (declared.length > 0) return declared.some(({ params: [first] }) => first && isConstRef(first.type));
    return m.budget.isDeep() ? undefined : m.budget.deeper(() => takesConst(m, copying, part));
  });
  return answers.includes(undefined) ? undefined : !answers.includes(false);
}

interface Part {
  readonly of: Value;
  readonly field?: Let;
}

function partsOf(m: Machine, instance: ClassInstance): readonly Part[] {
  const fields = instance.fields.map((field): Part => {
    const of = m.silently(() => typeExample(m, field.type, instance.scope));
    return { of: elementOf(of) ?? of, field };
  });
  return [...instance.bases.map((base): Part => ({ of: exampleOf(base) })), ...fields];
}

/** What the compiler writes: that of all bases and members. */
function ofParts(m: Machine, copying: Copying, instance: ClassInstance, how: How, constant: boolean): Kind | undefined {
  let known = kindsOfParts.get(instance);
  if (!known) kindsOfParts.set(instance, (known = new Map()));
  const key = `${copying} ${how} ${constant}`;
  const kind = known.get(key) ?? kindOfParts(m, copying, instance, how, constant);
  if (kind !== undefined) known.set(key, kind);
  return kind;
}

const kindsOfParts = new WeakMap<ClassInstance, Map<string, Kind>>();

function kindOfParts(
  m: Machine,
  copying: Copying,
  instance: ClassInstance,
  how: How,
  constant: boolean,
): Kind | undefined {
  if (hasOpenBase(instance, copying === 'construct')) return undefined;
  const kinds = partsOf(m, instance).map((part) => ofPart(m, copying, instance, part, how, constant));
  if (isPolymorphic(instance) || instance.decl.virtualBases) kinds.push('user');
  const order = ['deleted', undefined, 'user', 'disputed'] as const;
  for (const kind of order) if (kinds.includes(kind)) return kind;
  return 'trivial';
}

function ofPart(
  m: Machine,
  copying: Copying,
  instance: ClassInstance,
  { of, field }: Part,
  how: How,
  constant: boolean,
): Kind | undefined {
  if (field && isReference(field.type)) return copying === 'construct' ? 'trivial' : 'deleted';
  if (isUnknown(of)) return undefined;
  const part = classOf(of);
  if (field && copying === 'assign' && isConst(field.type)) return part ? undefined : 'deleted';
  if (!part) return isScalarType(of) ? 'trivial' : copying === 'construct' ? specialOf(m, how, of) : undefined;
  if (part.decl.virtualBases || m.budget.isDeep()) return undefined;
  const from = typeCopied({ of, field }, how, constant);
  const picked = m.budget.deeper(() => pick(m, copying, part, from, { is: 'type', of, ref: 'lvalue' }));
  if (picked === undefined || typeof picked === 'string') return picked;
  // A base may be used where it is protected, and a friend uses what is private.
  if (picked.hidden) return field && !part.decl.vagueAccess && !derivesFrom(instance, part) ? 'deleted' : undefined;
  const end = copying === 'construct' ? specialOf(m, 'destroy', of) : 'trivial';
  return end === undefined || end === 'deleted' ? end : picked.kind;
}

/** What the function that copies a part is given. */
function typeCopied({ of, field }: Part, how: How, constant: boolean): TypeOf {
  const isConstant = (constant && !field?.mutable) || (field && isConst(field.type));
  return { is: 'type', of, ref: how === 'move' ? 'rvalue' : 'lvalue', ...(isConstant && { constant: true as const }) };
}

/** What a function that is defaulted copies, part by part, but for references. */
export function partsCopied(m: Machine, { entity: { decl, owner } }: Copier): readonly TypeOf[] | undefined {
  const [first] = decl.params;
  if (!owner || !first || hasOpenBase(owner)) return undefined;
  const parts = partsOf(m, owner).filter(({ field }) => !(field && isReference(field.type)));
  return parts.map((part) => typeCopied(part, isMove(decl) ? 'move' : 'copy', isConstRef(first.type)));
}

/** The declaration that the compiler writes. */
function written(instance: ClassInstance, copying: Copying, how: How, constant: boolean): FunctionEntity {
  const { name } = instance.entity;
  const span = nowhere;
  const own: Expr = { is: 'Name', id: name, span };
  const of: Expr = constant ? { is: 'Wrap', how: 'const', of: own, span } : own;
  const decl: Func = {
    is: 'Func',
    name: copying === 'construct' ? name : 'operator=',
    nameSpan: span,
    templates: [],
    params: [{ type: { is: 'Wrap', how: how === 'move' ? 'rvalue-ref' : 'ref', of, span }, pack: false, span }],
    kernel: false,
    device: false,
    constexpr: false,
    static: false,
    const: false,
    defaulted: true,
    span,
  };
  return { decl, scope: instance.scope, owner: instance };
}
