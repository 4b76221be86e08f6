// The addresses of elements of tensors: plain pointers, whatever pointer of CuTe's leads there; and those of variables.
import { integerOfLanes } from '../../algebra/lanes';
import { dyn } from '../../algebra/leaf';
import { say } from '../../base/say';
import { anew, toFirst } from '../../values/pointer';
import type { Pointer, Value } from '../../values/value';
import type { Machine } from '../state/machine';
import type { Simt } from '../state/simt';
import { outermostArray } from '../values/cells';
import { pointerTo } from '../values/elements';
import { targetOf } from '../values/kinds';
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

/** The address of a variable as a pointer: where all threads are followed, one to memory of each thread's own. */
export function ownPointer(m: Machine, address: Value): Pointer | undefined {
  const pointer = pointerTo(address);
  const target = targetOf(address);
  const cell = target?.kind === 'address' ? outermostArray(target.cell) : undefined;
  if (!m.simt || !pointer || pointer.allocation || !cell || m.lasting.onDevice.has(cell)) return pointer;
  return { ...pointer, allocation: { name: pointer.base ?? '?', isShared: false, isOwn: true } };
}
