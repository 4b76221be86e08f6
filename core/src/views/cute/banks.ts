// View: shared memory by banks. For one thread's part of a tensor it shows the words that the thread's warp touches,
// phase by phase; for any other tensor, where the elements lie.
import { counted } from '../../base/counted';
import { say, words } from '../../base/say';
import { isTensor } from '../../values/convert';
import { shortText } from '../../values/print';
import { layoutPicture } from '../layout';
import type { Memory, Picture } from '../model';
import { dataOf, memoryOf, setOf } from '../parts';
import { defineView, type Drawing, type Limits, type Subject } from '../view';
import { warpAccesses, type WarpAccesses } from './warp-accesses';

export const banksView = defineView({
  id: 'banks',
  title: words`Banks`,
  find: ({ value }) => {
    const memory = isTensor(value) ? memoryOf(value) : undefined;
    return memory?.space === 'smem' ? memory : undefined;
  },
  draw: (memory, subject, limits) => {
    const accesses = warpAccesses(subject, 'smem');
    return accesses ? accessModel(subject, accesses) : placeModel(subject, memory, limits);
  },
});

/** Words of memory, 32 in a row, and the accesses of a warp to them. */
export function accessModel({ value, title, source }: Subject, { accesses, isAssumed }: WarpAccesses): Drawing {
  const isBank = accesses.unit === 'bank';
  const count = accesses.addresses.length;
  const picture: Picture = {
    id: 'words',
    title: isBank
      ? say`Words of shared memory, a bank in each column`
      : say`Words of global memory, four sectors in each row`,
    at: { row: 0, column: 0 },
    shape: `(_32,_${Math.max(1, accesses.lines.length)})`,
    axes: { rows: [1], columns: [0], fixed: [0, 0] },
    accesses,
    ...dataOf(value),
    element: { set: setOf(value), by: 'offset' },
    ...(!isBank && { tiles: { is: 'extents', extents: [8, 1], name: words`sector` } as const }),
  };
  const warp = accesses.firstThread / 32;
  return {
    title,
    printed: shortText(value),
    pictures: [picture],
    labelBy: 'owner',
    colourBy: isBank ? 'phase' : 'thread',
    selection: { instruction: 0 },
    summary: say`What warp ${warp} touches when it copies ${title}: ${counted(count, 'instruction', String(count))} of ${accesses.bytesPerThread} bytes a thread.`,
    notes: [
      ...(isAssumed
        ? [say`The copying operation is not known here: each instruction is assumed to move one element for a thread.`]
        : []),
      say`Addresses count from the base of the tensor, which is taken to be aligned to 128 bytes; each row shows 128 bytes, and rows that nobody touches are left out.`,
    ],
    ...(source && { source }),
  };
}

/** The elements of a tensor, coloured by bank. */
function placeModel({ value, title, source }: Subject, { widthBits, element }: Memory, limits: Limits): Drawing {
  const { picture, notes } = layoutPicture(value, { id: 'tensor', title: '', at: { row: 0, column: 0 } }, limits);
  return {
    title,
    printed: shortText(value),
    pictures: [picture],
    labelBy: 'bank',
    colourBy: 'bank',
    summary: say`The bank of each element of ${title}: ${element} of ${widthBits} bits, in 32 banks of 4 bytes.`,
    notes: [
      say`Elements of the same bank have the same colour; threads of a warp that want different words of one bank are served one after the other.`,
      ...notes,
    ],
    ...(source && { source }),
  };
}
