// The addresses of elements of tensors: plain pointers, whatever pointer of CuTe's leads there.
import { integerOfLanes } from '../../algebra/lanes';
import { dyn } from '../../algebra/leaf';
import { say } from '../../base/say';
import { anew, toFirst } from '../../values/pointer';
import type { Pointer } from '../../values/value';
import type { Simt } from '../state/simt';
import { unknown } from '../values/unknown';
import { spreading } from './accesses';
import { bytesOf, startsOf } from './addresses';

/** `&tensor(i)`. A swizzle permutes the addresses themselves, so that what leads to the element counts from the start
 *  of its memory, where that is followed. */
export function addressOfElement(simt: Simt | undefined, given: Pointer): Pointer {
  const pointer = toFirst(given);
  const { swizzle, ...rest } = pointer;
  const plain: Pointer = /^[gs]mem$/.test(rest.space) ? { ...rest, space: 'generic' } : rest;
  if (!swizzle) return plain;
  const bytes = bytesOf(pointer);
  const starts = simt && startsOf(simt, pointer, bytes);
  const { origin: _origin, ...begin } = anew(plain);
  if (!starts || !pointer.allocation)
    return { ...begin, offset: unknown('input', say`where a swizzle leads depends on the address of the memory`) };
  const spread = spreading(swizzle);
  const at = starts.map((start) => (Number.isNaN(start) ? NaN : spread(start)));
  const isWhole = at.every((byte) => Number.isNaN(byte) || byte % bytes === 0);
  return isWhole
    ? { ...begin, offset: integerOfLanes(at.map((byte) => byte / bytes)) }
    : { ...begin, offset: dyn(0), origin: integerOfLanes(at) };
}
