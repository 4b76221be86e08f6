// What CuTe prints of a value in several lines, with a sentence for each of them: the page behind *Details* in a hover.
// The hover itself says it in words. Computes nothing that the value does not contain.
import { say, said, words } from '../../base/say';
import { atomInCopy } from '../../atoms/copy_atom';
import { isA, isTuple, untype } from '../../values/convert';
import { factText, tensorText } from '../../values/print';
import type { Value } from '../../values/value';
import { code, plain, type Block } from '../blocks';
import { factAt, viewOf } from '../fact-at';
import { heading } from './heading';
import type { HoverInput } from './hover';
import { ownershipTable } from './ownership';
import { descriptorTable } from '../words/tma-words';

/** No one reads more in a hover. */
const mostPrinted = 10_000;

/** What CuTe prints, of a tensor with its pointer; of what is very long the beginning. */
export function printedText(value: Value): string {
  const text = isA(value, 'tensor') ? tensorText(value) : factText(value);
  if (text.length <= mostPrinted) return text;
  const more = (text.length - mostPrinted).toLocaleString('en-US');
  return `${text.slice(0, mostPrinted)}\n${say`… ${more} more characters`}`;
}

/** A sentence says more than the several lines that CuTe prints for some values. */
export function hasDetails(value: Value): boolean {
  return rowsOf(value).length > 0 && printedText(value).includes('\n');
}

/** The page about the value that a hover at `offset` shows first. */
export function detailsAt(
  input: HoverInput,
): { readonly title: string; readonly blocks: readonly Block[] } | undefined {
  const fact = factAt(input.analysis, input.file, input.offset);
  const lead = fact && viewOf(fact, input.analysis, input.active)?.lead;
  const shown = lead && untype(lead.value);
  if (!fact || !lead || !shown || !hasDetails(shown)) return undefined;
  const atom = atomInCopy(shown);
  const rows = rowsOf(shown).map(([name, means]) => [code(name), plain(said(means))]);
  return {
    title: fact.name ?? say`Details`,
    blocks: [
      { is: 'line', content: heading(fact, lead, input) },
      ...ownershipTable(shown),
      ...(atom ? descriptorTable(atom) : []),
      { is: 'printed', text: printedText(shown) },
      { is: 'table', header: [say`line`, say`what it says`], rows },
    ],
  };
}

type Row = readonly [name: string, means: ReturnType<typeof words>];

const ofMmaAtom: readonly Row[] = [
  ['ThrID', words`the threads that execute the atom together, as their numbers in the warp or the block`],
  ['Shape_MNK', words`the extents of the product that one atom computes`],
  ['LayoutA_TV', words`(thread, value) of an atom to the place in its (M,K) tile of A, counted down the columns`],
  ['LayoutB_TV', words`(thread, value) of an atom to the place in its (N,K) tile of B, counted down the columns`],
  ['LayoutC_TV', words`(thread, value) of an atom to the place in its (M,N) tile of C, counted down the columns`],
];
const ofTiledMma: readonly Row[] = [
  ['ThrLayoutVMNK', words`(thread of an atom, atom along M, along N, along K) to the number of the thread`],
  ['PermutationMNK', words`the extents of the tile, or an order of its rows and columns; \`_\` leaves a mode as it is`],
  ...ofMmaAtom,
];
const ofCopyAtom: readonly Row[] = [
  ['ThrID', words`the threads that execute the atom together, as their numbers in the warp or the block`],
  ['ValLayoutSrc', words`(thread, value) of an atom to the element of the source that it reads`],
  ['ValLayoutDst', words`(thread, value) of an atom to the element of the destination that it writes`],
  ['ValLayoutRef', words`the one of the two by which threads and values are counted`],
  ['ValueType', words`the bits of one element`],
];
const ofTiledCopy: readonly Row[] = [
  ['Tiler_MN', words`the tile that one use of the operation copies`],
  ['TiledLayout_TV', words`(thread, value) to the place in that tile, counted down the columns`],
  ...ofCopyAtom,
];

/** The lines that CuTe prints for a kind of value, and what each says. */
function rowsOf(value: Value): readonly Row[] {
  if (isTuple(value)) return [];
  switch (value.is) {
    case 'tiled-mma':
      return ofTiledMma;
    case 'thr-mma':
      return [
        ['Thr VMNK', words`which thread this is: of its atom, and of which atom along M, N and K`],
        ...ofTiledMma,
      ];
    case 'mma-atom':
      return value.traits ? [] : ofMmaAtom;
    case 'tiled-copy':
      return ofTiledCopy;
    case 'thr-copy':
      return [['ThrIdx', words`which thread this is`], ...ofTiledCopy];
    case 'copy-atom':
      return ofCopyAtom;
    default:
      return [];
  }
}
