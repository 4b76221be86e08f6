// What a declaration says about its type in its text: `auto`, a reference, a constant. Evaluates nothing.
import type { Expr, Let } from '../../ir/program';
import { isWrittenReference } from '../../ir/spelled';

/** True for `auto`, `auto const&`, `decltype(auto)`: the type follows from what is returned or passed. */
export function isAuto(e: Expr): boolean {
  if (e.is === 'Wrap') return isAuto(e.of);
  return (e.is === 'Name' && e.id === 'auto') || (e.is === 'Decltype' && e.arg.is === 'Name' && e.arg.id === 'auto');
}

/** True for a reference type: `T&`, `auto&&`, `decltype(auto)`. */
export function isReference(e: Expr | undefined): boolean {
  return e !== undefined && (isWrittenReference(e) || (e.is === 'Decltype' && isAuto(e)));
}

/** True for a static variable of a function, which is initialised once; one that is constexpr is the same each time. */
export function keepsItsValue(s: Let): boolean {
  return s.static && s.memory === 'local' && !s.constexpr;
}

/** False for a variable that is declared constant. */
export function mayChange(s: Let): boolean {
  return !s.constexpr && !isConst(s.type);
}

/** True for `const T`, `T const&`, and arrays of const elements. */
export function isConst(type: Expr): boolean {
  return isWrittenAs('const', type);
}

/** True for `T const*`, `auto const*`. */
export function isPointerToConst(type: Expr): boolean {
  return type.is === 'Wrap' && type.how === 'pointer' && isConst(type.of);
}

/** True for `volatile T`, `T volatile&`, and arrays of volatile elements. */
export function isVolatile(type: Expr): boolean {
  return isWrittenAs('volatile', type);
}

function isWrittenAs(qualifier: 'const' | 'volatile', type: Expr): boolean {
  if (type.is !== 'Wrap') return false;
  return type.how === qualifier || (/^(ref|array|const|volatile)$/.test(type.how) && isWrittenAs(qualifier, type.of));
}

/** A type without const and volatile at its top. */
export function withoutQualifiers(type: Expr): Expr {
  return type.is === 'Wrap' && (type.how === 'const' || type.how === 'volatile') ? withoutQualifiers(type.of) : type;
}

/** The type of the elements of an array of arrays, without const and volatile; of any other type that itself. */
export function withoutArrays(type: Expr): Expr {
  const own = withoutQualifiers(type);
  return own.is === 'Wrap' && own.how === 'array' ? withoutArrays(own.of) : own;
}

/** `std::id` and `::std::id`. */
export function isOfStandard(e: Expr): e is Expr & { is: 'Scope' } {
  if (e.is !== 'Scope' || !e.of) return false;
  return (e.of.is === 'Name' || (e.of.is === 'Scope' && !e.of.of)) && e.of.id === 'std';
}
