// const, volatile and references of types ([basic.type.qualifier], [dcl.ref]): how they combine and compare. Pure
// functions on what is written beside a type; the type itself is an example (values/value.ts).
import type { Qualifiers, TypeOf, Value } from '../../values/value';
import type { Cell } from './cells';
import { isTuple } from './inspect';

const none: Qualifiers = {};

/** The qualifiers of a type, or of the type that a template argument is. */
export function qualifiersOf(type: Value): Qualifiers {
  return !isTuple(type) && type.is === 'type' ? type : none;
}

export function isQualified({ constant, volatile, ref, vague }: Qualifiers): boolean {
  return constant !== undefined || volatile !== undefined || ref !== undefined || vague !== undefined;
}

/** const and volatile of a type, or of what a reference or a pointer leads to. */
export interface ConstVolatile {
  readonly constant?: true;
  readonly volatile?: true;
}

interface MaybeQualified {
  readonly constant?: boolean | undefined;
  readonly volatile?: boolean | undefined;
}

export function constVolatile({ constant, volatile }: MaybeQualified): ConstVolatile {
  return { ...(constant === true && { constant }), ...(volatile === true && { volatile }) };
}

/** Those of a variable. */
export function qualifiersOfCell(cell: Cell | undefined): ConstVolatile {
  return cell ? constVolatile({ constant: cell.fixed, volatile: cell.volatile }) : {};
}

/** What the type of an address says of the variable to which it leads. */
export interface Pointed extends ConstVolatile {
  readonly exact?: true;
  readonly vague?: true;
}

/** Those of what an address leads to; `vague` where whether that is const is not known. */
export function qualifiersOfPointed({ cell, ...said }: Pointed & { readonly cell: Cell }): Qualifiers {
  const own = said.exact ? {} : qualifiersOfCell(cell);
  const all = constVolatile({ constant: said.constant ?? own.constant, volatile: said.volatile ?? own.volatile });
  return { ...all, ...(said.vague && !all.constant && { vague: true }) };
}

/** What the address of an expression of a category says: const and volatile are those of the expression. */
export function pointedBy({ constant, volatile }: MaybeQualified): Pointed {
  return { ...constVolatile({ constant, volatile }), ...(constant === undefined ? { vague: true } : { exact: true }) };
}

/** What an address says by itself. */
export function saidOf({ constant, volatile, exact, vague }: Pointed): Pointed {
  return { ...constVolatile({ constant, volatile }), ...(exact && { exact }), ...(vague && { vague }) };
}

/** Whether all qualifiers of the first are among those of the second ([basic.type.qualifier]/5). */
export function isAtMost(a: ConstVolatile, b: ConstVolatile): boolean {
  return (!a.constant || b.constant === true) && (!a.volatile || b.volatile === true);
}

/** Positive where the first has fewer qualifiers than the second, negative where it has more, and 0 where they are the
 *  same or where neither has all of the other. */
export function compareQualified(a: ConstVolatile, b: ConstVolatile): number {
  return Number(isAtMost(a, b)) - Number(isAtMost(b, a));
}

/** The qualifiers of a type without the type; undefined where it has none. */
export function writtenOf(type: Qualifiers): Qualifiers | undefined {
  const { constant, volatile, ref, vague } = type;
  if (!constant && !volatile && !ref && !vague) return undefined;
  return {
    ...(constant && { constant }),
    ...(volatile && { volatile }),
    ...(ref && { ref }),
    ...(vague && { vague }),
  };
}

export function typeWith(of: Value, written: Qualifiers | undefined): TypeOf {
  return written && isQualified(written) ? { is: 'type', of, ...writtenOf(written) } : { is: 'type', of };
}

/** A type with nothing beside its example, as most are: it is written out, since engines copy slowly with `...`. */
function isPlain(type: TypeOf): boolean {
  return !isQualified(type) && !type.holds;
}

/** `T const`: a reference is never const itself. */
export function constType(type: TypeOf): TypeOf {
  if (type.ref || type.constant) return type;
  return isPlain(type) ? { is: 'type', of: type.of, constant: true } : { ...type, constant: true };
}

/** `T volatile`: a reference is never volatile itself. */
export function volatileType(type: TypeOf): TypeOf {
  return type.ref || type.volatile ? type : { ...type, volatile: true };
}

/** `T` of `T const`, `T volatile`; undefined for a type that is not. */
export function withoutQualifier(type: TypeOf, qualifier: keyof ConstVolatile): TypeOf | undefined {
  if (type.ref || !type[qualifier]) return undefined;
  const { [qualifier]: _left, ...rest } = type;
  return rest;
}

/** `T&` and `T&&`; references to references collapse ([dcl.ref]/6). */
export function referenceTo(type: TypeOf, written: 'lvalue' | 'rvalue'): TypeOf {
  const ref = type.ref === 'lvalue' ? 'lvalue' : written;
  return isPlain(type) ? { is: 'type', of: type.of, ref } : { ...type, ref };
}

export function sameQualifiers(a: Qualifiers, b: Qualifiers): boolean {
  return a.constant === b.constant && a.volatile === b.volatile && a.ref === b.ref && a.vague === b.vague;
}

/** The qualifiers as they are written behind the name of a type: `const&`. */
export function spelledQualifiers({ constant, volatile, ref, vague }: Qualifiers): string {
  return `${constant ? ' const' : ''}${volatile ? ' volatile' : ''}${ref === 'lvalue' ? '&' : ref === 'rvalue' ? '&&' : ''}${vague ? ' (&)' : ''}`;
}
