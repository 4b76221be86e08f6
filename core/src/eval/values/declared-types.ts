// What the text of a declaration says about its type: `auto`, a reference, a constant. Evaluates nothing.
import type { Expr, Let } from '../../ir/program';

/** `auto`, `auto const&`, `decltype(auto)`: what is returned or passed says the type. */
export function isAuto(e: Expr): boolean {
  if (e.is === 'Wrap') return isAuto(e.of);
  return (e.is === 'Name' && e.id === 'auto') || (e.is === 'Decltype' && e.arg.is === 'Name' && e.arg.id === 'auto');
}

/** What returns a reference: `T&`, `auto&&`, `decltype(auto)`. */
export function isReference(e: Expr | undefined): boolean {
  return (
    e !== undefined &&
    ((e.is === 'Wrap' && (e.how === 'ref' || e.how === 'rvalue-ref')) || (e.is === 'Decltype' && isAuto(e)))
  );
}

/** True for a variable of a function that may hold something else when the function is called again. */
export function keepsItsValue(s: Let): boolean {
  return s.static && s.memory === 'local' && mayChange(s);
}

/** False for a constant. */
export function mayChange(s: Let): boolean {
  return !s.constexpr && !isConst(s.type);
}

/** `const T`, `T const&`. */
export function isConst(type: Expr): boolean {
  return type.is === 'Wrap' && (type.how === 'const' || (type.how === 'ref' && isConst(type.of)));
}
