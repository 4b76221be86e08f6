// Where an array lies that a declaration makes and whose elements are not values.
import { dyn } from '../../algebra/leaf';
import type { Let } from '../../ir/program';
import type { Pointer, Value } from '../../values/value';
import type { Machine } from '../state/machine';
import { sizeOfExample } from '../types/sizes';
import { keepsItsValue } from '../values/declared-types';
import { inThread } from '../values/elements';

/** The array, as the address of its first element. */
export function arrayValue(m: Machine, s: Let, example: Pointer): Value {
  const { name, memory } = s;
  const space = memory === 'shared' || memory === 'extern-shared' ? 'generic' : example.space;
  const array: Pointer = { ...example, space, offset: dyn(0), base: name };
  if (memory === 'local') return m.simt && !keepsItsValue(s) ? inThread(array, name) : array;
  return memory === 'device' || memory === 'constant' ? onDevice(m, array, name) : array;
}

/** An array of a namespace that is in memory of the device. `allocate` gives those in shared memory theirs. */
function onDevice(m: Machine, array: Pointer, name: string): Pointer {
  const size = m.silently(() => sizeOfExample(m, array));
  return { ...array, allocation: { name, isShared: false, ...(size && { bytes: size.bits / 8 }) } };
}
