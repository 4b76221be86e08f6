// Readers of the operands of the MMA builtins: tiled MMAs, slices, atoms, modes. They throw AlgebraError 'type' for
// other operands.
// Declares no builtin.
import { words } from '../../base/say';
import { refused } from '../../values/refused';
import type { IntTuple } from '../../algebra/leaf';
import { make_tiled_mma, mmaAtom, withTraits } from '../../atoms/mma_atom';
import type { Operand } from '../../atoms/mma_atom';
import { mmaAtomOf } from '../../atoms/user_traits';
import { asIntTuple, asStatic, isA, isAnyLayout, refuse, untype } from '../../values/convert';
import { printValue } from '../../values/print';
import type { MmaAtom, ThrMma, TiledMma, Value } from '../../values/value';
import type { BuiltinContext } from '../registry';

export const operands: readonly Operand[] = ['A', 'B', 'C'];

/** A tiled MMA; of a slice, the MMA that it is a slice of; of an atom, the MMA that tiles it once. */
export function asTiledMma(value: Value | undefined, what: string): TiledMma {
  if (isA(value, 'tiled-mma')) return value;
  if (isA(value, 'thr-mma')) return value.mma;
  if (isA(value, 'mma-atom')) return make_tiled_mma(withTraits(value));
  return refuse(what, words`a tiled MMA`, value);
}

/** A slice of a tiled MMA, as `get_slice` gives it. */
export function asThrMma(value: Value | undefined, what: string): ThrMma {
  return isA(value, 'thr-mma') ? value : refuse(what, words`a slice of a tiled MMA (get_slice)`, value);
}

/** An MMA atom; of a tiled MMA or a slice, the atom that it is made of. */
export function atomOf(value: Value | undefined, what: string): MmaAtom {
  if (isA(value, 'mma-atom')) return withTraits(value);
  if (isA(value, 'tiled-mma')) return value.atom;
  if (isA(value, 'thr-mma')) return value.mma.atom;
  return refuse(what, words`an MMA atom`, value);
}

/** `MMA_Atom<Op>`. A specialisation of `MMA_Traits<Op>` in the program takes precedence over the library's. */
export function atomIn(ctx: BuiltinContext, op: Value | undefined): MmaAtom {
  const given = op === undefined ? undefined : untype(op);
  if (given === undefined || (given.is !== 'struct' && given.is !== 'tag')) return mmaAtom(op);
  const own = ctx.traits?.('MMA_Traits', given);
  return own ? mmaAtomOf(printValue(given).replace(/^MMA_Traits<(.*)>$/, '$1'), own) : mmaAtom(op);
}

/** A shape, or the shape of a plain layout. */
export function shapeArg(value: Value | undefined, what: string): IntTuple {
  if (value !== undefined && isAnyLayout(value))
    return value.is === 'layout' ? value.shape : refuse(what, words`a shape`, value);
  return asIntTuple(value, what);
}

/** A mode of (M,N,K) by its number. Throws: AlgebraError 'rank' for numbers other than 0, 1 and 2. */
export function modeArg(value: Value | undefined, what: string): number {
  const i = asStatic(value, what).n;
  if (i < 0 || i > 2) throw refused('rank')`${{ what }} takes a mode of M, N, K (0, 1 or 2), not ${{ i }}`;
  return i;
}
