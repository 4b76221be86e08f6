// View: the sectors of global memory that a warp touches when it copies its part of a tensor.
import { words } from '../../base/say';
import { accessModel } from './banks';
import { defineView } from '../view';
import { warpAccesses } from './warp-accesses';
import { isTensor } from '../../values/convert';
import { memoryOf } from '../parts';
import { partitionOf } from './partition';
import { refused } from '../../values/refused';

export const coalescingView = defineView({
  id: 'coalescing',
  title: words`Coalescing`,
  find: (subject) =>
    isTensor(subject.value) && memoryOf(subject.value)?.space === 'gmem' ? partitionOf(subject) : undefined,
  draw: (_, subject) => {
    const accesses = warpAccesses(subject, 'gmem');
    if (!accesses) throw refused('type')`the threads of this partition do not copy whole elements of 1 to 16 bytes`;
    return accessModel(subject, accesses);
  },
});
