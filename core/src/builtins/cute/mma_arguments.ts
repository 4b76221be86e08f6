// Reads the operands of the MMA builtins: tiled MMAs, slices, atoms, modes. Throws AlgebraError where they are
// something else. Declares no builtin.
import type { IntTuple } from '../../algebra/leaf';
import { AlgebraError } from '../../algebra/errors';
import { make_tiled_mma, mmaAtom, withTraits } from '../../atoms/mma_atom';
import type { Operand } from '../../atoms/mma_atom';
import { mmaAtomOf } from '../../atoms/user_traits';
import { asIntTuple, asStatic, isA, isAnyLayout, isTuple, refuse, untype } from '../../values/convert';
import { printValue } from '../../values/print';
import type { MmaAtom, ThrMma, TiledMma, Tuple, Value } from '../../values/value';
import type { BuiltinContext } from '../registry';

type One = Exclude<Value, Tuple>;

export const operands: readonly Operand[] = ['A', 'B', 'C'];

/** A tiled MMA, also behind a slice; an atom alone is tiled once. */
export function asTiledMma(value: Value | undefined, what: string): TiledMma {
  const one = value as One | undefined;
  if (one !== undefined && !isTuple(one)) {
    if (one.is === 'tiled-mma') return one;
    if (one.is === 'thr-mma') return one.mma;
    if (one.is === 'mma-atom') return make_tiled_mma(withTraits(one));
  }
  return refuse(what, 'a tiled MMA', value);
}

export function asThrMma(value: Value | undefined, what: string): ThrMma {
  const one = value as One | undefined;
  return one !== undefined && isA(one, 'thr-mma') ? one : refuse(what, 'a slice of a tiled MMA (get_slice)', value);
}

/** The atom itself, or the one that a tiled MMA or a slice is made of. */
export function atomOf(value: Value | undefined, what: string): MmaAtom {
  const one = value as One | undefined;
  if (one !== undefined && !isTuple(one)) {
    if (one.is === 'mma-atom') return withTraits(one);
    if (one.is === 'tiled-mma') return one.atom;
    if (one.is === 'thr-mma') return one.mma.atom;
  }
  return refuse(what, 'an MMA atom', value);
}

/** `MMA_Atom<Op>`; the program's own `MMA_Traits<Op>` come before the library's. */
export function atomIn(ctx: BuiltinContext, op: Value | undefined): MmaAtom {
  const given = op === undefined ? undefined : (untype(op) as One);
  if (given === undefined || isTuple(given) || (given.is !== 'struct' && given.is !== 'tag')) return mmaAtom(op);
  const own = ctx.traits?.('MMA_Traits', given);
  return own ? mmaAtomOf(printValue(given).replace(/^MMA_Traits<(.*)>$/, '$1'), own) : mmaAtom(op);
}

export function shapeArg(value: Value | undefined, what: string): IntTuple {
  if (value !== undefined && isAnyLayout(value))
    return value.is === 'layout' ? value.shape : refuse(what, 'a shape', value);
  return asIntTuple(value, what);
}

/** A mode of (M,N,K) by its number. */
export function modeArg(value: Value | undefined, what: string): number {
  const i = asStatic(value, what).n;
  if (i < 0 || i > 2) throw new AlgebraError('rank', `${what} takes a mode of M, N, K (0, 1 or 2), not ${i}`);
  return i;
}
