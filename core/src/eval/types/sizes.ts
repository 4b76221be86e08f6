// `sizeof` and `alignof` of classes of the program: what their bases and members are. Where those lie is decided in
// record-layout.ts; the sizes of the library's types are in values/scalars.ts.
import { bitsOfPlaced, isPhaseBarrier } from '../values/placed-barrier';
import type { Expr, Func, Let, Stmt, StructDecl } from '../../ir/program';
import { sizeOfType } from '../../values/scalars';
import type { Size } from '../../values/storage';
import { standardTupleOf } from '../../values/standard-tuples';
import type { Value } from '../../values/value';
import { evaluate, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { isReference } from '../values/declared-types';
import { basesInOrder, type ClassInstance, type Scope } from '../values/entities';
import { enumerationOf } from '../values/enumerations';
import { isTuple, isUnknown } from '../values/inspect';
import { classOf, targetOf, underlyingType } from '../values/kinds';
import { heldType } from '../values/type-holders';
import { asNumber } from '../values/truth';
import { type Extent, layOut, type Part, placesOfParts, type Whole } from './record-layout';
import { sizeOfStandard, withIdentity } from './standard-sizes';

/** Size and alignment of any type, in bits; undefined where they are not known. */
export function sizeOfExample(m: Machine, example: Value): Size | undefined {
  return sizeOfType(underlyingType(example), (value) => sizeOfClass(m, value));
}

/** Of a class or an enumeration of the program; undefined for other types. */
function sizeOfClass(m: Machine, example: Value): Size | undefined {
  if (enumerationOf(example)) return sizeOfExample(m, example);
  if (isTuple(example) && standardTupleOf(example) !== undefined)
    return sizeOfStandard(example, (one) => sizeOfExample(m, one));
  const instance = classOf(example);
  if (instance) return extentOf(m, instance);
  if (isPhaseBarrier(example)) {
    const bits = bitsOfPlaced(example);
    return bits === undefined ? undefined : { bits, align: 64 };
  }
  return isEmptyClosure(example) || heldType(example) !== undefined ? emptyClass : undefined;
}

/** The closure of a lambda without captures has no data, as all compilers have it. */
function isEmptyClosure(example: Value): boolean {
  const target = targetOf(example);
  return target?.kind === 'lambda' && target.decl.capturesNothing === true && target.retyped !== true;
}

const emptyClass: Size = { bits: 8, align: 8, empty: true };

function extentOf(m: Machine, instance: ClassInstance): Extent | undefined {
  if (m.budget.isDeep() || instance.decl.virtualBases || !instance.decl.members) return undefined;
  const { decl, scope } = instance;
  return m.budget.deeper(() =>
    m.silently(() => {
      const bases = basesOf(m, instance);
      return bases && extentOfMembers(m, decl, decl.members ?? [], scope, instance, bases);
    }),
  );
}

/** The bases in order; one with a pointer to virtual functions comes first. */
function basesOf(m: Machine, instance: ClassInstance): readonly Part[] | undefined {
  const ofLibrary = instance.libraryBases ?? [];
  const isPack = instance.decl.bases.some((base) => base.is === 'Expand');
  if (!isPack && instance.decl.bases.length !== instance.bases.length + ofLibrary.length) return undefined;
  const parts: Part[] = [];
  for (const base of basesInLayout(instance)) {
    const extent = 'of' in base ? libraryExtent(m, base.of) : extentOf(m, base);
    if (!extent || extent.open) return undefined;
    parts.push({ is: 'base', extent });
  }
  return parts;
}

function basesInLayout(instance: ClassInstance): ReturnType<typeof basesInOrder> {
  const first = instance.bases.find(isPolymorphic);
  const bases = basesInOrder(instance);
  return first ? [first, ...bases.filter((one) => one !== first)] : bases;
}

function libraryExtent(m: Machine, of: Value): Extent | undefined {
  const size = sizeOfExample(m, of);
  return size && withIdentity(size, of);
}

/** Objects of classes with virtual functions hold a pointer to them. */
function isPolymorphic({ decl, bases }: ClassInstance): boolean {
  return (decl.members?.some((member) => member.is === 'Func' && member.virtual) ?? false) || bases.some(isPolymorphic);
}

function extentOfMembers(
  m: Machine,
  decl: StructDecl,
  members: readonly Stmt[],
  scope: Scope,
  instance: ClassInstance | undefined,
  bases: readonly Part[],
): Extent | undefined {
  const laid = partsOfMembers(m, decl, members, scope, instance, bases);
  return laid && layOut(laid.parts, laid.whole);
}

interface Laid {
  readonly parts: readonly Part[];
  /** The declaration of each part that is no base. */
  readonly declared: readonly Stmt[];
  readonly whole: Whole;
}

function partsOfMembers(
  m: Machine,
  decl: StructDecl,
  members: readonly Stmt[],
  scope: Scope,
  instance: ClassInstance | undefined,
  bases: readonly Part[],
): Laid | undefined {
  const parts = [...bases];
  const declared: Stmt[] = [];
  for (const s of members) {
    const part = s.is === 'Let' && !s.static ? partOf(m, s, scope, instance) : unnamedPart(m, s, scope);
    if (part === 'unknown') return undefined;
    if (!part) continue;
    parts.push(part);
    declared.push(s);
  }
  const asked = alignmentOf(m, decl.align, scope);
  if (asked === undefined || (decl.packed && parts.some(isKeptWhole))) return undefined;
  const whole = {
    of: instance ?? decl,
    isUnion: decl.kind === 'union',
    pointer: instance !== undefined && isPolymorphic(instance) && !instance.bases.some(isPolymorphic),
    ...(decl.pack !== undefined && { pack: decl.pack }),
    ...(decl.packed && { packed: true as const }),
    asked,
    isPod: podOf(decl, members, parts),
  };
  return { parts, declared, whole };
}

/** Where the bases and the data members of a class lie, in bytes. */
export interface Places {
  readonly bases: ReadonlyMap<ClassInstance, number>;
  readonly fields: ReadonlyMap<Let, number>;
}

/** Undefined where that is not known, and for classes with bit-fields. */
export function placesIn(m: Machine, instance: ClassInstance): Places | undefined {
  const { decl, scope } = instance;
  if (m.budget.isDeep() || decl.virtualBases || !decl.members) return undefined;
  const fields = new Map<Let, number>();
  return m.budget.deeper(() =>
    m.silently(() => {
      const bases = basesOf(m, instance);
      const laid = bases && partsOfMembers(m, decl, decl.members ?? [], scope, instance, bases);
      if (!laid || !placeMembers(m, laid, bases.length, 0, scope, fields)) return undefined;
      const at = placesOfParts(laid.parts, laid.whole);
      const own = basesInLayout(instance).map((base, i) => [base, (at[i] ?? NaN) / 8] as const);
      return { bases: new Map(own.flatMap(([base, byte]) => ('of' in base ? [] : [[base, byte]]))), fields };
    }),
  );
}

/** False for bit-fields. */
function placeMembers(
  m: Machine,
  { parts, declared, whole }: Laid,
  bases: number,
  start: number,
  scope: Scope,
  fields: Map<Let, number>,
): boolean {
  const places = placesOfParts(parts, whole).slice(bases);
  return declared.every((s, i) => {
    const place = places[i];
    if (place === undefined) return false;
    if (s.is === 'Let') fields.set(s, start + place / 8);
    if (s.is !== 'Struct') return true;
    const inner = partsOfMembers(m, s, s.members ?? [], scope, undefined, []);
    return inner !== undefined && placeMembers(m, inner, 0, start + place / 8, scope, fields);
  });
}

/** Whether a member is of a class that is no plain old data: where one is, g++ packs nothing, and clang++ packs all. */
const isKeptWhole = (part: Part): boolean =>
  part.is !== 'bits' && part.is !== 'base' && (part.extent.filled !== undefined || part.extent.open === true);

/** The members of an unnamed struct or union. */
function unnamedPart(m: Machine, s: Stmt, scope: Scope): Part | 'unknown' | undefined {
  if (s.is !== 'Struct' || s.name !== undefined) return undefined;
  const extent = extentOfMembers(m, s, s.members ?? [], scope, undefined, []);
  return extent ? { is: 'member', extent } : 'unknown';
}

/** A packed member of a class template: g++ packs none whose type depends on a template parameter. */
function isVaguelyPacked({ packed }: Let, instance: ClassInstance | undefined): boolean {
  return packed === true && (instance?.decl.templates.some((list) => list.length > 0) ?? false);
}

function partOf(m: Machine, field: Let, scope: Scope, instance: ClassInstance | undefined): Part | 'unknown' {
  const extent = isVaguelyPacked(field, instance) ? undefined : sizeOfField(m, field, scope);
  if (!extent || (field.overlapping && extent.open)) return 'unknown';
  if (!field.width) return { is: field.overlapping ? 'overlapping' : 'member', extent };
  const width = asNumber(evaluate(m, field.width, scope));
  if (width === undefined || width > extent.bits + (extent.bits === 1 ? 7 : 0)) return 'unknown';
  return { is: 'bits', width, of: extent, named: field.name !== '' };
}

/** Whether a class is plain old data; undefined where that depends on functions that it declares and defaults. */
function podOf(decl: StructDecl, members: readonly Stmt[], parts: readonly Part[]): boolean | undefined {
  const holds = parts.flatMap((part) => (part.is === 'bits' ? [] : part.extent));
  if (!isPod(decl, members) || holds.some(({ filled, open }) => filled !== undefined && !open)) return false;
  const isOpen = members.some((s) => s.is === 'Func' && s.defaulted && /^(~|operator=$)/.test(s.name));
  const isDeclared = members.some((s) => s.is === 'Func' && s.defaulted && s.name === decl.name);
  return isOpen || isDeclared || holds.some(({ open }) => open) ? undefined : true;
}

/** A class that C++98 calls plain old data: the ABI does not use its tail padding. */
function isPod(decl: StructDecl, members: readonly Stmt[]): boolean {
  if (decl.bases.length > 0 || decl.hidden) return false;
  return members.every((s) => {
    if (s.is === 'Func') return !(s.virtual ?? false) && !isOwn(decl, s);
    return s.is !== 'Let' || s.static || (!isReference(s.type) && s.init.how === 'none');
  });
}

/** A constructor, a destructor or a copy assignment that the class writes itself. */
function isOwn(decl: StructDecl, { name, defaulted, params: [first] }: Func): boolean {
  if (defaulted) return false;
  if (name === decl.name) return true;
  if (name !== 'operator=') return name.startsWith('~');
  let type = first?.type;
  while (type?.is === 'Wrap') type = type.of;
  return type?.is === 'Name' && type.id === decl.name;
}

/** The size and alignment of a variable or a member, `alignas` in its declaration included. */
export function sizeOfField(m: Machine, field: Let, scope: Scope): Extent | undefined {
  const example = typeExample(m, field.type, scope);
  if (isUnknown(example)) return undefined;
  const size: Extent | undefined = isReference(field.type) ? { bits: 64, align: 64 } : sizeOfExample(m, example);
  const asked = alignmentOf(m, field.align, scope);
  if (!size || asked === undefined) return undefined;
  const extent = withIdentity(size, example);
  return {
    ...extent,
    align: Math.max(size.align, asked),
    ...(asked > 0 && { asked }),
    ...(field.packed && { packed: true as const }),
  };
}

/** The largest alignment that `alignas` asks for, in bits: 0 without any, undefined where one is unknown. */
function alignmentOf(m: Machine, asked: readonly Expr[] | undefined, scope: Scope): number | undefined {
  let bits = 0;
  for (const e of asked ?? []) {
    const value = evaluate(m, e, scope);
    const bytes = asNumber(value);
    const one = bytes === undefined ? alignOfType(m, value) : bytes * 8;
    if (one === undefined) return undefined;
    bits = Math.max(bits, one);
  }
  return bits;
}

function alignOfType(m: Machine, value: Value): number | undefined {
  return !isTuple(value) && value.is === 'type' ? sizeOfExample(m, value.of)?.align : undefined;
}
