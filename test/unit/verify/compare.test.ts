// The comparison can fail: planted mismatches are refuted, and values that were not recorded are not confirmed.
import { describe, expect, test } from 'vitest';
import { attribute, shapesOf } from '../../../core/src/verify/attribute';
import { compare } from '../../../core/src/verify/compare';
import { fits, type Expected } from '../../../core/src/verify/predict';
import type { Records, Seen } from '../../../core/src/verify/records';
import { planned } from '../../support/verify';

const probes = [{ id: 0, scope: 1, ask: 'value' as const }];
const attribution = new Map([[7, [1]]]);
const nothing: Records = { seen: [], owned: [], kernels: [], launches: [], full: false };
const expected: Expected = {
  text: '(_2,_2):(_2,_16)',
  pointer: 'gmem_ptr[32b]',
  base: 'A',
  startBytes: 0,
  elementBytes: 4,
  elements: [0, 2, 16, 18],
};
const measured: Seen = {
  probe: 0,
  grid: 7,
  block: 0,
  thread: 0,
  hit: 0,
  text: '(_2,_2):(_2,_16)',
  pointer: 'gmem_ptr[32b](0x7f00)',
  start: 0x7f00,
  elements: [0, 2, 16, 18],
  addresses: [0, 8, 64, 72],
};

function verdictOf(predicted: readonly Expected[], seen: readonly Seen[], owned: Records['owned'] = []) {
  const [verdict] = compare(probes, { ...nothing, seen, owned }, attribution, () => new Map([[1, predicted]]));
  return `${verdict?.says}${verdict?.why === undefined ? '' : `: ${verdict.why}`}`;
}

describe('a record against a prediction', () => {
  test('is confirmed where all of it is as predicted', () => {
    expect(verdictOf([expected], [measured])).toBe('confirmed');
  });
  test('is refuted by another layout, another memory, another element, another address', () => {
    expect(verdictOf([{ ...expected, text: '(_2,_2):(_1,_8)' }], [measured])).toBe(
      'refuted: block 0, thread 0: CuTe says (_2,_2):(_2,_16), predicted (_2,_2):(_1,_8)',
    );
    expect(verdictOf([{ ...expected, pointer: 'smem_ptr[32b]' }], [measured])).toMatch(
      /^refuted: .*gmem_ptr\[32b\] for its pointer, predicted smem_ptr/,
    );
    expect(verdictOf([expected], [{ ...measured, addresses: [0, 8, 64, 76] }])).toMatch(
      /^refuted: .*element 3 lies 76 bytes from the start, predicted 72/,
    );
  });
  test('refutes the published `0 1 8 9` for local_partition((4,4):(1,8), (2,2):(1,2), 0)', () => {
    expect(verdictOf([{ ...expected, elements: [0, 1, 8, 9] }], [measured])).toBe(
      'refuted: block 0, thread 0: other elements: element 1 is at offset 2, predicted 1',
    );
  });
  test('claims nothing that was not recorded', () => {
    expect(verdictOf([expected], [])).toBe('not-reached: no recorded thread reached it');
    expect(verdictOf([expected], [{ ...measured, grid: 8 }])).toBe('not-reached: no recorded thread reached it');
  });
  test('wants the first value of a thread to be predicted, and every predicted value to be seen', () => {
    const other = { ...expected, text: '(_4):(_1)', elements: [0, 1, 2, 3] };
    const second = { ...measured, hit: 1, text: '(_4):(_1)', elements: [0, 1, 2, 3], addresses: [0, 4, 8, 12] };
    expect(verdictOf([expected], [measured, second])).toBe('confirmed');
    expect(verdictOf([expected, other], [measured, second])).toBe('confirmed');
    expect(verdictOf([other], [measured, second])).toMatch(/^refuted/);
    expect(verdictOf([expected, other], [measured])).toBe('refuted: block 0, thread 0 never saw (_4):(_1)');
    expect(verdictOf([expected, { ...other, maybe: true }], [measured])).toBe('confirmed');
  });
  test('claims nothing of values that are not predicted, nor of types that CuTe does not print', () => {
    const open: Expected = { text: '', maybe: true, open: true };
    expect(verdictOf([expected, open], [measured])).toBe('confirmed');
    expect(verdictOf([{ ...expected, text: '(_4):(_1)' }, open], [measured])).toBe(
      'not-reached: no recorded thread reached it',
    );
    expect(verdictOf([expected], [{ ...measured, text: '\x1e' }])).toBe('not-reached: CuTe cannot print this type');
  });
  test('follows a swizzled pointer to where the elements really lie', () => {
    const swizzled: Expected = {
      ...expected,
      pointer: 'Sw<1,4,1>_smem_ptr[32b]',
      swizzle: [1, 4, 1],
      elements: [0, 8, 12],
    };
    const seen = {
      ...measured,
      pointer: 'Sw<1,4,1>_smem_ptr[32b](0x400)',
      start: 0x400,
      elements: [0, 8, 12],
      addresses: [0, 48, 32],
    };
    expect(verdictOf([swizzled], [seen])).toBe('confirmed');
    expect(verdictOf([swizzled], [{ ...seen, addresses: [0, 32, 48] }])).toMatch(
      /^refuted: .*element 1 lies 32 bytes from the start, predicted 48/,
    );
  });
  test('threads must agree on where their memory begins', () => {
    const predictions = (at: { thread: number } | undefined) =>
      new Map([[1, [{ ...expected, startBytes: (at?.thread ?? 0) * 4 }]]]);
    const records = (start: number): Records => ({ ...nothing, seen: [measured, { ...measured, thread: 1, start }] });
    const says = (start: number) =>
      compare(probes, records(start), attribution, (_, sample) => predictions(sample)).map(({ says: word, why }) => [
        word,
        why,
      ]);
    expect(says(0x7f04)).toEqual([['confirmed', undefined]]);
    expect(says(0x7f08)).toEqual([
      ['refuted', expect.stringContaining('block 0, thread 1: starts 4 bytes from where A + 4 bytes should be')],
    ]);
  });
  test('every thread of the first block has its own elements', () => {
    const own = (thread: number, elements: readonly number[]) => ({
      probe: 0,
      grid: 7,
      thread,
      start: 0x7f00,
      elements,
    });
    expect(verdictOf([expected], [measured], [own(0, [0, 2, 16, 18]), own(1, [0, 2, 16, 18])])).toBe('confirmed');
    expect(verdictOf([expected], [measured], [own(5, [0, 2, 16, 20])])).toBe(
      'refuted: block 0, thread 5 has other elements: element 3 is at offset 20, predicted 18',
    );
  });
  test('a number that is not known may be any, and nothing else may', () => {
    expect([
      fits('(_8,64):(_1,12)', '(_8,¤):(_1,12)'),
      fits('(_8,_64):(_1,12)', '(_8,¤):(_1,12)'),
      fits('(_8,64):(_1,13)', '(_8,¤):(_1,12)'),
    ]).toEqual([true, false, false]);
  });
});

describe('launches and instances', () => {
  const program = `#include <cute/tensor.hpp>
using namespace cute;
template <class T> __global__ void kernel(int m) { auto l = make_layout(make_shape(m, T{})); }
template <class T> void run(int m) { kernel<T><<<m, 32>>>(m); }
int main() { run<_4>(2); run<_8>(3); kernel<_4><<<1, 64>>>(5); return 0; }
`;
  const ran = (grid: number, x: number, threads: number, instantiation: number) => ({
    kernel: 0,
    grid,
    instantiation,
    gridDim: [x, 1, 1] as const,
    blockDim: [threads, 1, 1] as const,
  });

  test('are told apart by the statement, then by what was launched', async () => {
    const { analysis, plan } = await planned(program);
    const records: Records = {
      ...nothing,
      launches: [0, 0, 1],
      kernels: [ran(11, 2, 32, 1), ran(12, 3, 32, 2), ran(15, 1, 64, 1)],
    };
    const shapes = shapesOf(analysis);
    const labels = [...attribute(plan, shapes, records)]
      .filter(([grid]) => grid !== 0)
      .map(([grid, ids]) => [grid, ids.map((id) => shapes[id]?.gridDim?.[0])]);
    expect(labels).toEqual([
      [11, [2]],
      [12, [3]],
      [15, [1]],
    ]);
  });
  test('one launch of an instance need not see the numbers of another', async () => {
    const twice = program.replace('run<_8>(3);', 'run<_4>(5); int n; read(n); run<_4>(n);');
    const { analysis, probe, predicted } = await planned(twice);
    const instance = analysis.instances.findIndex(({ repeated }) => repeated);
    const of = (name: string) =>
      predicted(0)
        .get(probe(name))
        ?.get(instance)
        ?.map(({ text, maybe, open }) => [text, maybe, open]);
    expect(of('l')).toEqual([
      ['(2,_4):(_1,2)', true, undefined],
      ['(5,_4):(_1,5)', true, undefined],
      ['(¤,_4):(_1,¤)', true, undefined],
    ]);
    expect(of('m')).toEqual([
      ['2', true, undefined],
      ['5', true, undefined],
      ['', true, true],
    ]);
  });
  test('a constant that the host has otherwise refutes nothing where the file asks for the architecture', async () => {
    const text = `#include <cute/tensor.hpp>
using namespace cute;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
using Tile = Shape<_64, _32>;
#else
using Tile = Shape<_16, _8>;
#endif
int main() { return 0; }
`;
    const says = async (program: string): Promise<string | undefined> => {
      const { plan, probe, predicted } = await planned(program);
      const id = probe('Tile');
      const seen = [{ probe: id, grid: 0, block: 0, thread: 0, hit: 0, text: '(_16,_8)' }];
      return compare(plan.probes, { ...nothing, seen }, new Map(), (of) => predicted(0).get(of)).find(
        ({ probe: of }) => of === id,
      )?.says;
    };
    expect(await says(text)).toBe('not-reached');
    expect(await says(text.replace(/#if.*/, '#if 1'))).toBe('refuted');
  });
  test('a launch that does not come out even may be any instance that has its extents', async () => {
    const { analysis, plan } = await planned(program);
    const shapes = shapesOf(analysis);
    const found = attribute(plan, shapes, {
      ...nothing,
      launches: [0],
      kernels: [ran(11, 2, 32, 1), ran(12, 3, 32, 2)],
    });
    expect([11, 12].map((grid) => found.get(grid)?.map((id) => shapes[id]?.gridDim?.[0]))).toEqual([[2], [3]]);
  });
  test('what one of several instances shows confirms that one alone', () => {
    const either = new Map([[7, [1, 2]]]);
    const other: Expected = { ...expected, text: '(_4):(_1)', elements: [0, 1, 2, 3] };
    const says = (seen: readonly Seen[], owned: Records['owned'] = []): string[] =>
      compare(
        probes,
        { ...nothing, seen, owned },
        either,
        () =>
          new Map([
            [1, [expected]],
            [2, [other]],
          ]),
      ).map(({ says: word, threads, owners }) => `${word} ${threads} ${owners}`);
    expect(says([measured])).toEqual(['confirmed 1 0', 'not-reached 0 0']);
    expect(says([measured], [{ probe: 0, grid: 7, thread: 0, start: 0x7f00, elements: [0, 2, 16, 18] }])).toEqual([
      'confirmed 1 1',
      'not-reached 0 0',
    ]);
    expect(says([{ ...measured, text: '(_9):(_1)' }])).toEqual(['refuted 0 0', 'refuted 0 0']);
  });
  test('launches of which nothing is seen refute nothing: later iterations of a loop, more instances than are kept', async () => {
    const loop = program.replace('int main() {', 'int main() { for (int i = 1; i < 4; ++i) kernel<_2><<<1, 32>>>(i);');
    const { plan, probe, predicted, analysis } = await planned(loop);
    const instance = analysis.instances.findIndex(({ unseen }) => unseen);
    const record = (grid: number, n: number): Seen => ({
      probe: probe('l'),
      grid,
      block: 0,
      thread: 0,
      hit: 0,
      text: `(${n},_2):(_1,${n})`,
    });
    const says = (...numbers: readonly number[]) => {
      const attributed = new Map(numbers.map((_, at) => [at + 1, [instance]]));
      return compare(plan.probes, { ...nothing, seen: numbers.map((n, at) => record(at + 1, n)) }, attributed, (of) =>
        predicted(0).get(of),
      ).find(({ probe: of, instance: id }) => of === probe('l') && id === instance);
    };
    expect(says(1, 2, 3)).toMatchObject({ says: 'confirmed', threads: 1, expected: ['(1,_2):(_1,1)'] });
    expect(says(2, 3)).toMatchObject({ says: 'not-reached' });
  });
  test('a variable that its own condition counts is not asked for: the body sees another number than it began with', async () => {
    const { plan } = await planned(
      '#include <cute/tensor.hpp>\nusing namespace cute;\nint main() { for (int i = 3; i-- > 0;) { auto l = make_layout(i + 1); } for (int j = 0; j < 3; ++j) { auto k = make_layout(j + 1); } return 0; }\n',
    );
    expect(plan.asked.map(({ fact: { name }, why }) => [name, why])).toEqual([
      ['i', 'the condition changes it before a probe can see it'],
      ['l', undefined],
      ['j', undefined],
      ['k', undefined],
    ]);
  });
});
