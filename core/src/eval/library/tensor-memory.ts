// The allocators of tensor memory, `cute::TMEM::Allocator1Sm` and `Allocator2Sm`: what is in tensor memory is not
// followed, but where a part of it begins is written into shared memory. Source: cute/arch/tmem_allocator_sm100.hpp.
import { dyn } from '../../algebra/leaf';
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import { isA } from '../../values/convert';
import type { Value } from '../../values/value';
import { accessElement, loseAccesses } from '../memory/accesses';
import type { Machine } from '../state/machine';
import type { Arg } from '../values/entities';

export const allocators: ReadonlySet<string> = new Set(['Allocator1Sm', 'Allocator2Sm']);

const constants: Readonly<Record<string, number>> = { ColumnsPerAllocationSlice: 32, Sm100TmemCapacityColumns: 512 };

/** A constant of the class, in columns. */
export function allocatorMember(id: string): Value | undefined {
  const columns = constants[id];
  return columns === undefined ? undefined : dyn(columns);
}

/** `allocate(columns, &address)` by all threads of a warp, `free(address, columns)`, `release_allocation_lock()`. */
export function allocatorMethod(m: Machine, name: string, args: readonly Arg[], span: Span): Value | undefined {
  if (name !== 'allocate') return name === 'free' || name === 'release_allocation_lock' ? { is: 'void' } : undefined;
  const to = args[1]?.value;
  if (isA(to, 'pointer')) accessElement(m, to, true, span, { together: 'agreeing' });
  else loseAccesses(m, say`\`${name}\` is not followed`, undefined);
  return { is: 'void' };
}
