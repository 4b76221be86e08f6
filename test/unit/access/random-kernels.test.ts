// Random kernels, whose threads' accesses a host compiler or a GPU recorded with the real CuTe (`npm run test:oracle --
// accesses --record`): of every block that is followed, each thread touches the bytes that it touched there.
import { expect, test } from 'vitest';
import { compareKernel, touchedHere } from '../../oracle/accesses/compare';
import { kernelOf } from '../../oracle/accesses/generate';
import { judgedIn } from '../../oracle/accesses/judge';
import { playedText, programOf } from '../../oracle/accesses/kernel';
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

test('a GPU gets the kernel with its buffers in shared memory apart, each telling where it is', () => {
  const { numbers, ...rest } = present(recorded.find(({ id }) => id === 'storage-9002'));
  const { text, launch } = playedText({ ...rest, numbers: new Map(numbers) }, 7);
  expect(launch).toBe('3 2 1 48 1 1 232448 115712 b2');
  expect(text).toContain('extern "C" __global__ void kernel_7(float* g3, size_t* places) {');
  expect(text).toContain('type_of_s1& s1 = *(type_of_s1*)(cute_lens_memory + 28672); cute_lens_at(places, 0,');
  expect(text).toContain('type_of_s2& s2 = *(type_of_s2*)(cute_lens_memory + 144384); cute_lens_at(places, 1,');
});

test('what a recorder wrote is read kernel by kernel, with those that ended otherwise or not at all', () => {
  const touched = { block: '0 1 0', thread: 3, buffer: 2, writes: true, bytes: '-4:0,8:12' };
  expect(judgedIn('\x050\n0 1 0 3 2 1 -4:0,8:12\n\n\x060\n\x052\n\n\x06run: CUDA_ERROR\n', 3)).toEqual([
    { touched: [touched] },
    { crashed: 'exit none' },
    { crashed: 'exit run: CUDA_ERROR' },
  ]);
});
