// Accesses to single elements, as kernels make them whose threads are followed, against what Nsight Compute counted for
// the same addresses (test/truth/bank-conflicts.json): the addresses come from the program, not from a formula.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sharedCost } from '../../../core/src/access/index';
import { atLeast } from '../../support/cases';
import { analyzeFiles } from '../../support/engine';
import { ROOT } from '../../support/fixture';
import { present } from '../../support/present';

interface Case {
  readonly access: string;
  readonly bytes_per_thread: number;
  readonly byte_offset_of_thread_t: string;
  readonly wavefronts: number;
  readonly bank_conflicts: number;
}

const { cases } = JSON.parse(readFileSync(join(ROOT, 'test/truth/bank-conflicts.json'), 'utf8')) as {
  readonly cases: readonly Case[];
};

const types = new Map([
  [4, 'float'],
  [8, 'double'],
  [16, 'float4'],
]);

const elements = cases.filter(({ access }) => access === 'load' || access === 'store');

function programOf({ access, bytes_per_thread: bytes, byte_offset_of_thread_t: formula }: Case): string {
  const type = present(types.get(bytes));
  const act = access === 'load' ? 'out[t] = shared[(FORMULA) / BYTES];' : 'shared[(FORMULA) / BYTES] = out[t];';
  return `#include <cute/tensor.hpp>
__global__ void kernel(${type}* out) {
  __shared__ ${type} shared[4096 / sizeof(${type})];
  int t = threadIdx.x;
  ${act.replace('FORMULA', formula).replace('BYTES', String(bytes))}
}
int main() { kernel<<<1, 32>>>(nullptr); }`;
}

describe('a warp accesses single elements', () => {
  test.each(
    atLeast(
      10,
      elements.map((one) => [`${one.access} ${one.bytes_per_thread} ${one.byte_offset_of_thread_t}`, one] as const),
    ),
  )('%s', async (_, one) => {
    const { blocks = [] } = await analyzeFiles([{ name: 'main.cu', text: programOf(one) }], { arch: 900 });
    const all = (blocks[0]?.instructions ?? []).filter(({ place }) => place.memory.isShared);
    const { bytes, instructions, count, place } = present(all[0]);
    const addresses = present(instructions[0]);
    const cost = sharedCost({ op: place.writes ? 'store' : 'load', bytesPerThread: bytes, addresses });
    expect({ all: all.length, count, wavefronts: cost.wavefronts, conflicts: cost.conflicts }).toEqual({
      all: 1,
      count: 1,
      wavefronts: one.wavefronts,
      conflicts: one.bank_conflicts,
    });
  });
});
