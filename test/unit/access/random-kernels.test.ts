// Random kernels, whose threads' accesses a host compiler or a GPU recorded with the real CuTe (`npm run test:oracle --
// accesses --record`): of every block that is followed, each thread touches the bytes that it touched there.
import { expect, test } from 'vitest';
import { compareKernel, touchedHere } from '../../oracle/accesses/compare';
import { kernelOf } from '../../oracle/accesses/generate';
import { programOf } from '../../oracle/accesses/kernel';
import { digestsOf, recordedAccesses } from '../../oracle/accesses/recorded';
import { atLeast } from '../../support/cases';
import { present } from '../../support/present';

const { host, gpu } = recordedAccesses();
const recorded = [...present(host).kernels, ...(gpu?.kernels ?? [])];

test.each(
  atLeast(
    40,
    recorded.map((one) => [one.id, one] as const),
  ),
)('%s', async (_, { numbers, digests, ...kernel }) => {
  const here = Object.entries(digestsOf(await touchedHere({ ...kernel, numbers: new Map(numbers) })));
  expect(here.length).toBeGreaterThan(0);
  for (const [block, digest] of here) expect(digest, `block ${block}`).toBe(digests[block]);
});

test('a byte more, and a byte less, is found', async () => {
  const { numbers, ...rest } = present(recorded[0]);
  const kernel = { ...rest, numbers: new Map(numbers) };
  const touched = await touchedHere(kernel);
  expect((await compareKernel(kernel, touched)).wrong).toEqual([]);
  const [first, ...others] = touched;
  const { bytes, ...same } = present(first);
  const changed = (text: string): Promise<{ readonly wrong: readonly string[] }> =>
    compareKernel(kernel, [{ ...same, bytes: text }, ...others]);
  expect((await changed(`${bytes},100000:100001`)).wrong.join()).toContain('missed: 100000');
  expect((await changed(bytes.replace(/^(\d+):/, (_, from) => `${Number(from) + 1}:`))).wrong.join()).toContain(
    'not accessed',
  );
});

test('a kernel of a seed is always the same', () => {
  expect(kernelOf(7)).toEqual(kernelOf(7));
  expect(programOf(kernelOf(7))).not.toBe(programOf(kernelOf(8)));
});
