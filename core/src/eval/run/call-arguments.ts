// The arguments of a call. Knows nothing of what is called.
import type { Expr } from '../../ir/program';
import { argsOf } from '../names/packs';
import { contestedNumber } from '../names/source-numbers';
import type { Machine } from '../state/machine';
import { asLiteral } from '../types/source-places';
import type { Arg, Scope } from '../values/entities';

export function argumentsOf(m: Machine, { callee, args }: Expr & { is: 'Call' }, scope: Scope): readonly Arg[] {
  const given = (): readonly Arg[] => argsOf(m, args, scope);
  // Where NDEBUG is defined, as for most kernels, the compiler never sees what an assertion asks.
  const all = callee.is === 'Name' && callee.id === 'assert' ? m.doubting(given) : given();
  return all.map((arg) => asWritten(m, arg));
}

/** An argument on whose type compilers differ deduces nothing; `__func__` is a literal. */
function asWritten(m: Machine, arg: Arg): Arg {
  const { written } = arg;
  if (!written) return arg;
  const value = contestedNumber(written.expr);
  if (value) return { ...arg, value };
  const expr = asLiteral(m, written.expr);
  return expr === written.expr ? arg : { ...arg, written: { ...written, expr } };
}
