// View: the sectors of global memory that a warp touches when it copies its part of a tensor.
import { accessModel } from './banks';
import type { View } from '../view';
import { warpAccesses } from './warp-accesses';
import { isTensor } from '../../values/convert';
import { memoryOf } from '../parts';
import { partitionOf } from './partition';
import { AlgebraError } from '../../algebra/errors';

export const coalescingView: View = {
  id: 'coalescing',
  title: 'Coalescing',
  accepts: (subject) =>
    isTensor(subject.value) && memoryOf(subject.value)?.space === 'gmem' && partitionOf(subject) !== undefined,
  build: (subject) => {
    const accesses = warpAccesses(subject, 'gmem');
    if (!accesses)
      throw new AlgebraError('type', 'the threads of this partition do not copy whole elements of 1 to 16 bytes');
    return accessModel(subject, accesses);
  },
};
