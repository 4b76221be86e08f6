// `sizeof` and `alignof` of classes of the program: members in order with C++'s padding, alignments that are asked for,
// unions by their widest member. The sizes of the library's types are in values/scalars.ts.
import type { Expr, Let, Stmt, StructDecl } from '../../ir/program';
import { record, type Size, sizeOfType } from '../../values/scalars';
import type { Value } from '../../values/value';
import { evaluate, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { ClassInstance, Scope } from '../values/entities';
import { isList, isUnknown } from '../values/inspect';
import { classOf, underlyingType } from '../values/kinds';
import { asNumber } from '../values/truth';

/** Size and alignment of any type, in bits; undefined where they are not known. */
export function sizeOfExample(m: Machine, example: Value): Size | undefined {
  return sizeOfType(underlyingType(example), (value) => sizeOfClass(m, value));
}

/** Of a class of the program; undefined for other types. */
function sizeOfClass(m: Machine, example: Value): Size | undefined {
  const instance = classOf(example);
  if (!instance || m.budget.isDeep() || isPolymorphic(instance)) return undefined;
  const { decl, scope } = instance;
  return m.budget.deeper(() => m.silently(() => sizeOfMembers(m, decl, decl.members ?? [], scope, instance)));
}

/** Objects of classes with virtual functions hold more than their members. */
function isPolymorphic({ decl }: ClassInstance): boolean {
  return decl.members?.some((member) => member.is === 'Func' && member.virtual) ?? false;
}

function sizeOfMembers(
  m: Machine,
  decl: StructDecl,
  members: readonly Stmt[],
  scope: Scope,
  instance?: ClassInstance,
): Size | undefined {
  const sizes: (Size | undefined)[] = (instance?.bases ?? []).map((base) =>
    sizeOfClass(m, { is: 'struct', name: base.key, cls: base, fields: new Map() }),
  );
  for (const s of members) {
    if (s.is === 'Let' && !s.static) sizes.push(sizeOfField(m, s, scope));
    else if (s.is === 'Struct' && s.name === undefined) sizes.push(sizeOfMembers(m, s, s.members ?? [], scope));
  }
  const whole = decl.kind === 'union' ? widest(sizes) : record(sizes);
  return whole && aligned(whole, alignmentOf(m, decl.align, scope));
}

/** Of a variable or a member as it is declared, with the alignment that it asks for. */
export function sizeOfField(m: Machine, field: Let, scope: Scope): Size | undefined {
  const example = typeExample(m, field.type, scope);
  if (isUnknown(example)) return undefined;
  const size = sizeOfExample(m, example);
  const asked = alignmentOf(m, field.align, scope);
  return size && asked !== undefined ? { ...size, align: Math.max(size.align, asked) } : undefined;
}

function widest(sizes: readonly (Size | undefined)[]): Size | undefined {
  let bits = 0;
  let align = 8;
  for (const size of sizes) {
    if (!size) return undefined;
    bits = Math.max(bits, size.bits);
    align = Math.max(align, size.align);
  }
  return { bits: Math.max(align, Math.ceil(bits / align) * align), align };
}

function aligned(size: Size, asked: number | undefined): Size | undefined {
  if (asked === undefined) return undefined;
  if (asked <= size.align) return size;
  return { bits: Math.ceil(size.bits / asked) * asked, align: asked };
}

/** The widest of the alignments asked for, in bits; 0 for none, undefined where one is not known. */
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
  return !isList(value) && value.is === 'type' ? sizeOfExample(m, value.of)?.align : undefined;
}
