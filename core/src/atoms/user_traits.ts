// Atoms from traits that the program defines: its specialisations `MMA_Traits<MyOp>` and `Copy_Traits<MyOp>`. Reads
// the members that cute/atom/mma_traits.hpp and copy_traits.hpp use; the evaluator provides them.
import { refused } from '../values/refused';
import type { Layout } from '../algebra/types';
import { asIntTuple, asLayout, isA, untype } from '../values/convert';
import type { MmaAtom, Value } from '../values/value';
import type { CopyTraits } from './rows';

/** Looks up a member of the traits by name; undefined where there is none. */
export type Member = (id: string) => Value | undefined;

function needed(member: Member, traits: string, id: string): Value {
  const value = member(id);
  if (value === undefined) throw refused('type')`${{ traits }} has no member \`${{ id }}\`, which CuTe asks for`;
  return known(value, traits, id);
}

/** The example of a member's type.  Throws: 'type' with the reason where it is not known. */
function known(value: Value, traits: string, id: string): Value {
  const of = untype(value);
  if (isA(of, 'unknown'))
    throw refused('type')`${{ traits }}::${{ id }} is not known: ${{ message: of.cause.message }}`;
  return of;
}

function layoutMember(member: Member, traits: string, id: string): Layout {
  return asLayout(needed(member, traits, id), `${traits}::${id}`);
}

/** `MMA_Atom<Op>` from the members of `MMA_Traits<Op>`.  Throws: 'type' where a member is missing. */
export function mmaAtomOf(op: string, member: Member): MmaAtom {
  const traits = `MMA_Traits<${op}>`;
  const typeOf = (id: string): Value => needed(member, traits, id);
  const types = [typeOf('ValTypeD'), typeOf('ValTypeA'), typeOf('ValTypeB'), typeOf('ValTypeC')] as const;
  const fragments = Object.fromEntries(
    ['A', 'B', 'C'].flatMap((X) => {
      const type = fragmentName(member(`FrgType${X}`), traits, `FrgType${X}`);
      return type === undefined ? [] : [[X.toLowerCase(), type]];
    }),
  );
  return {
    is: 'mma-atom',
    op,
    types,
    shapeMNK: asIntTuple(needed(member, traits, 'Shape_MNK'), `${traits}::Shape_MNK`),
    thrId: layoutMember(member, traits, 'ThrID'),
    layoutA: layoutMember(member, traits, 'ALayout'),
    layoutB: layoutMember(member, traits, 'BLayout'),
    layoutC: layoutMember(member, traits, 'CLayout'),
    ...(Object.keys(fragments).length > 0 && { fragments }),
  };
}

/** The name of a fragment type that is not a register array, as our own traits name it: `GMMA::smem_desc<K>`. */
function fragmentName(value: Value | undefined, traits: string, id: string): string | undefined {
  const type = value && known(value, traits, id);
  return isA(type, 'tag') ? type.name : undefined;
}

/** The bit layouts of `Copy_Traits<Op>`.  Throws: 'type' where a member is missing. */
export function copyTraitsOfMembers(op: string, member: Member): CopyTraits {
  const traits = `Copy_Traits<${op}>`;
  return {
    thrId: layoutMember(member, traits, 'ThrID'),
    src: layoutMember(member, traits, 'SrcLayout'),
    dst: layoutMember(member, traits, 'DstLayout'),
    ref: layoutMember(member, traits, 'RefLayout'),
  };
}
