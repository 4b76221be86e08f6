// The member types and constants of an MMA's classes: `ValTypeA`, `Shape_MNK`, `LayoutC_TV`, `ThrLayoutVMNK`.
// Source: cute/atom/mma_atom.hpp, mma_traits*.hpp. Only reads atoms; atoms/ makes them.
import { words } from '../../base/say';
import { refused } from '../../values/refused';
import { int, isTuple } from '../../algebra/index';
import { scaleFactorOperation } from '../../atoms/mma_traits_sm100';
import type { MmaAtom, Value } from '../../values/value';
import type { Entry } from '../entry';
import { fragmentType } from './fragments';
import { asTiledMma, atomOf, operands } from './mma_arguments';
import { tag } from './mma_operations';

const type = (of: Value): Value => ({ is: 'type', of });

function member(gives: string, run: (atom: MmaAtom) => Value): Entry {
  return { gives, examples: [], run: ({ args }) => run(atomOf(args[0], words`this member of an MMA`)) };
}

/** The kinds of value whose class has the members of an atom. */
export const owners = 'mma-atom|tiled-mma|thr-mma';
const valueTypes = Object.fromEntries(
  (['D', 'A', 'B', 'C'] as const).flatMap((X, i) => [
    [`${owners}::ValType${X}`, member(`the value type of ${X}`, (atom) => type(atom.types[i] ?? int(0)))],
    [
      `${owners}::FrgType${X}`,
      member(`the type of ${X}'s fragments`, (atom) =>
        type(X === 'D' ? atom.types[0] : fragmentType(atom, X, atom.types[i] ?? int(0))),
      ),
    ],
  ]),
);

/** Members that only sparse or block-scaled operations have. */
const extraMembers = Object.fromEntries(
  [
    'ValTypeE',
    'ELayout',
    'FrgTypeE',
    'ValTypeSF',
    'ValTypeSFA',
    'ValTypeSFB',
    'SFVecSize',
    'SFALayout',
    'SFBLayout',
    'FrgTypeSFA',
    'FrgTypeSFB',
  ].map((id) => [
    `${owners}::${id}`,
    member(`${id} of a sparse or block-scaled operation`, (atom) => extraMember(atom, id)),
  ]),
);

function extraMember(atom: MmaAtom, id: string): Value {
  const value = atom.extra?.[id];
  if (value === undefined) throw refused('type')`the traits of ${{ op: atom.op }} have no member ${{ id }}`;
  return id === 'SFVecSize' ? value : type(value);
}

/** Only the traits of block-scaled operations of sm_100 have this type. */
function scaleFactorOf({ op, operation }: MmaAtom): Value {
  const found = operation && scaleFactorOperation(operation);
  if (!found) throw refused('type')`the traits of ${{ op }} have no member MMA_ScaleFactor`;
  return type(found);
}

/** Only the traits of `SM100_MMA_…` have this constant. */
function kOf({ op, shapeMNK }: MmaAtom): Value {
  if (!op.startsWith('SM100_MMA_') || !isTuple(shapeMNK))
    throw refused('type')`the traits of ${{ op }} have no member K`;
  return shapeMNK[2] ?? int(0);
}

export const members: Record<string, Entry> = {
  ...valueTypes,
  ...extraMembers,
  [`${owners}::Shape_MNK`]: member('the shape of one MMA', (atom) => type(atom.shapeMNK)),
  [`${owners}::MMA_ScaleFactor`]: member('the operation by which scale factors are partitioned', scaleFactorOf),
  [`${owners}::K`]: member('the extent along K of one MMA of sm_100', kOf),
  [`${owners}::AtomShape_MNK`]: member('the shape of one MMA', (atom) => type(atom.shapeMNK)),
  [`${owners}::ThrID`]: member('logical thread → thread', (atom) => type(atom.thrId)),
  [`${owners}::AtomThrID`]: member('logical thread → thread', (atom) => type(atom.thrId)),
  ...Object.fromEntries(
    operands.flatMap((X) =>
      [`Layout${X}_TV`, `AtomLayout${X}_TV`, `${X}Layout`].map((name) => [
        `${owners}::${name}`,
        member(`(thread, value) → coordinate of ${X} in one MMA`, (atom) =>
          type(X === 'A' ? atom.layoutA : X === 'B' ? atom.layoutB : atom.layoutC),
        ),
      ]),
    ),
  ),
  [`${owners}::Traits`]: member('the traits of the operation', (atom) => type(atom)),
  [`${owners}::Atom`]: member('the atom', (atom) => type(atom)),
  [`${owners}::MMA_Op`]: member('the operation', (atom) => type(tag(atom.op))),
  'tiled-mma|thr-mma::ThrLayoutVMNK': {
    gives: 'threads by (V,M,N,K)',
    examples: [],
    run: ({ args }) => type(asTiledMma(args[0], 'ThrLayoutVMNK').thrLayoutVMNK),
  },
};
