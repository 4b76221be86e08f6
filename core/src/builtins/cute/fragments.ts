// Builtins for the fragment types that are not register arrays: shared-memory descriptors (GMMA and UMMA) and tensor
// memory (UMMA).
// Source: cute/atom/mma_traits_sm90_gmma.hpp, cute/arch/mma_sm100_desc.hpp, cute/atom/mma_traits_sm100_frag.hpp.
import { refused } from '../../values/refused';
import { int, shape } from '../../algebra/index';
import type { IntTuple } from '../../algebra/leaf';
import { valueType } from '../../atoms/mma_atom';
import { descriptorTensor } from '../../atoms/smem_desc';
import { make_metadata_fragment, make_scale_factor_fragment, make_tmem_fragment } from '../../atoms/tmem';
import { spellFragment, tmemFragment } from '../../atoms/mma_traits_sm100';
import { asIntTuple, asStatic, asType, isAnyLayout, isTensor, untype, isA } from '../../values/convert';
import { sizeofBits } from '../../values/scalars';
import type { MmaAtom, Tag, Value } from '../../values/value';
import type { Entry } from '../entry';
import { family } from '../registry';

const modes = [
  'Interleaved',
  'NonInterleaved',
  'Duplicated',
  'ScaleFactorDuplicated4by1',
  'ScaleFactorDuplicated2by2',
] as const;

function smemDesc(space: 'GMMA' | 'UMMA', sparse = ''): Entry {
  return {
    kind: 'type',
    templateParams: ['tnsp'],
    gives: 'the fragment type of an operand that is read from shared memory',
    examples: [],
    run: ({ targs }) => ({
      is: 'tag',
      name: `${space}::${sparse}smem_desc<${asStatic(targs[0], 'smem_desc').n === 0 ? 'K' : 'MN'}>`,
      args: [],
    }),
  };
}

function descriptorIterator(space: 'GMMA' | 'UMMA'): Entry {
  return {
    kind: 'type',
    gives: 'what fragments of descriptors of shared memory derive from',
    examples: [],
    run: () => ({ is: 'tag', name: `${space}::DescriptorIterator`, args: [] }),
  };
}

/** Whether a fragment type derives from an iterator over descriptors; undefined where neither is one. */
export function derivesFromIterator(base: Value, derived: Value): boolean | undefined {
  if (!isA(base, 'tag') || !base.name.endsWith('::DescriptorIterator')) return undefined;
  if (isA(derived, 'scalar') || isA(derived, 'dynamic')) return false;
  if (!isFragmentType(derived)) return undefined;
  const [space] = base.name.split('::');
  return derived.name === base.name || new RegExp(`^${space}::(sparse_)?smem_desc<`).test(derived.name);
}

function tmemFrg(sms: 1 | 2): Entry {
  const what = `tmem_frg_${sms}sm`;
  return {
    kind: 'type',
    templateParams: ['ValueType', 'StorageType', 'TmemAlloc'],
    gives: 'the fragment type of an operand in tensor memory',
    examples: [],
    run: ({ targs: [type, storage, mode] }) => {
      const alloc = modes[mode === undefined ? 0 : asStatic(mode, what).n];
      if (alloc !== 'Interleaved' && alloc !== 'NonInterleaved' && alloc !== 'Duplicated')
        throw refused('type')`${{ what }} takes Interleaved, NonInterleaved or Duplicated`;
      const storageBits = storage === undefined ? 32 : sizeofBits(asType(storage, what));
      return {
        is: 'tag',
        name: spellFragment({ sms, storageBits, mode: alloc }),
        args: [asType(type, what)],
      };
    },
  };
}

export const fragments = family('cute/atom/mma_traits_sm100_frag.hpp', {
  'GMMA::smem_desc': smemDesc('GMMA'),
  'UMMA::smem_desc': smemDesc('UMMA'),
  'UMMA::sparse_smem_desc': smemDesc('UMMA', 'sparse_'),
  'GMMA::DescriptorIterator': descriptorIterator('GMMA'),
  'UMMA::DescriptorIterator': descriptorIterator('UMMA'),
  tmem_frg_1sm: tmemFrg(1),
  tmem_frg_2sm: tmemFrg(2),
  ...Object.fromEntries(
    modes.map((mode, i): [string, Entry] => [
      `TmemAllocMode::${mode}`,
      { kind: 'value', gives: 'how a fragment is laid out in tensor memory', examples: [], run: () => int(i) },
    ]),
  ),
});

/** The type of an operand's fragments: the value type, or a tag from which `make_tensor` makes descriptors or
 *  tensor memory. */
export function fragmentType(atom: MmaAtom, operand: 'A' | 'B' | 'C', value: Value): Value {
  const name = atom.fragments?.[operand === 'A' ? 'a' : operand === 'B' ? 'b' : 'c'];
  if (name === undefined) return value;
  return !name.includes('::') ? valueType(name) : { is: 'tag', name, args: tmemFragment(name) ? [value] : [] };
}

/** True for the tag of a descriptor or tensor-memory fragment. */
export function isFragmentType(type: Value): type is Tag {
  return isA(type, 'tag') && /^[GU]MMA::/.test(type.name);
}

/** `make_tensor<Frg>(x)` for a fragment type of this file. Descriptors take a shared-memory tensor; tensor memory
 *  (of values, metadata or scale factors) takes a partitioned shape. Throws: AlgebraError 'type' for fragment
 *  types that are not modelled. */
export function fragmentTensor(frg: Tag, arg: Value | undefined): Value {
  const tmem = tmemFragment(frg.name);
  const [element] = frg.args;
  const shaped = (): IntTuple =>
    arg !== undefined && (isTensor(arg) || isAnyLayout(arg))
      ? shape(isTensor(arg) ? arg.layout : arg)
      : asIntTuple(arg, 'make_tensor');
  const metadata = /tmem_e_frg<(\w+)>/.exec(frg.name)?.[1];
  if (metadata !== undefined) return make_metadata_fragment(sizeofBits(valueType(metadata)), shaped());
  const [, factor, isA, mode] = /tmem_sf_frg<(\w+),\d+,\d,(\w+),(\w+)>/.exec(frg.name) ?? [];
  if (factor !== undefined)
    return make_scale_factor_fragment(
      valueType(factor),
      isA === 'false' && mode === 'ScaleFactorDuplicated2by2',
      shaped(),
    );
  if (tmem && element !== undefined) return make_tmem_fragment(untype(element), tmem, shaped());
  if (frg.name.includes('smem_desc') && arg !== undefined && isTensor(arg))
    return descriptorTensor(
      arg.data.element,
      arg,
      frg.name.startsWith('UMMA') ? 'UMMA' : 'GMMA',
      frg.name.includes('<K>') ? 'K' : 'MN',
    );
  throw refused('type')`tensors of ${{ name: frg.name }} are not modelled`;
}
