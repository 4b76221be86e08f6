// Derivations: the steps in which CuTe computes a value, recorded by the code that computes it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FrontEnd } from '../../../core/src/frontends/front-end';
import { explanation, type Explanation } from '../../../core/src/ide/index';
import { explain } from '../../../core/src/index';
import { factText } from '../../../core/src/values/print';
import { analyzeText, programOf, resultOf } from '../../../server/src/lone-expression';
import { ROOT } from '../../support/fixture';
import { analyzeFiles } from '../../support/engine';
import { cudaFrontEnd } from '../../support/front-end';

let reader: FrontEnd;
beforeAll(async () => {
  reader = await cudaFrontEnd();
});

interface Told {
  readonly told: Explanation | undefined;
  /** The outermost call, explained or not. */
  readonly by: string | undefined;
  readonly result: string;
}

function tell(setup: string, expr: string): Told {
  const text = programOf(setup, expr);
  const analysis = analyzeText(text, {}, reader);
  const fact = resultOf(analysis);
  const seen = fact?.seen[0];
  if (!fact || !seen) throw new Error(`${expr} has no value`);
  const call = [...analysis.facts.values()]
    .flat()
    .find(({ why, span }) => why !== undefined && text.slice(span.start, span.end) === expr.trim());
  return {
    told: explanation(fact, seen, analysis, () => text, explain),
    by: call?.why?.by,
    result: factText(seen.value),
  };
}

/** A derivation as one reads it: two lines a step. */
function read(expr: string, setup = ''): string[] {
  const { told } = tell(setup, expr);
  return (told?.steps ?? []).flatMap(({ op, text, operand, value, offset }) => [
    [op, text, operand].filter(Boolean).join(' '),
    `  ${value}${offset === undefined ? '' : ` from ${offset}`}`,
  ]);
}

/** Functions that CuTe does not define by others: they have no steps to tell. */
const PRIMITIVE: ReadonlySet<string | undefined> = new Set([
  undefined,
  'domain_offset',
  'take',
  'flatten',
  'filter_zeros',
  'coalesce',
  'tensor',
  'get_thr_layout_vmnk',
  'permutation_mnk',
  'tile_shape',
  'tile_size',
  'size',
  'nullspace',
  'domain_distribute',
]);

const FAMILIES = [
  ['divide', 208],
  ['product', 169],
  ['tile_to_shape', 84],
  ['tensor', 65],
  ['tiled_copy', 48],
  ['tiled_mma', 70],
  ['complement', 86],
  ['composition', 217],
  ['inverse', 80],
] as const;

describe('every derivation ends in the result that CuTe printed', () => {
  test.each(FAMILIES)('%s: %i cases or more', (family, least) => {
    const { cases } = JSON.parse(readFileSync(join(ROOT, `test/golden/${family}.json`), 'utf8')) as {
      cases: { id: string; setup?: string[]; expr: string }[];
    };
    const wrong: string[] = [];
    let explained = 0;
    for (const { id, setup, expr } of cases) {
      const { told, by, result } = tell((setup ?? []).join('\n'), expr);
      if (!told && !PRIMITIVE.has(by)) wrong.push(`${id}: ${by} tells no steps: ${expr}`);
      if (!told) continue;
      explained++;
      // Of `t.layout()` and of a name, the derivation of t is told; its result need not print as the expression does.
      const wanted = told.expression === expr.replace(/\s+/g, ' ').trim() ? result : told.result;
      if (told.steps.at(-1)?.value !== wanted)
        wrong.push(`${id}: ${expr}\n  last step ${told.steps.at(-1)?.value}\n  result    ${wanted}`);
    }
    expect(wrong.join('\n')).toBe('');
    expect(explained).toBeGreaterThanOrEqual(least);
  });
});

const counting = (layout: string): string => `make_tensor(counting_iterator<int>(0), ${layout})`;

describe('a derivation reads layout by layout', () => {
  test('partition_C: permutation, atom, threads, slice', () => {
    const setup = `
      auto mma = make_tiled_mma(UniversalFMA<float>{}, Layout<Shape<_16,_16,_1>,Stride<_16,_1,_0>>{}, Tile<Layout<Shape<_16,_4>,Stride<_4,_1>>,Layout<Shape<_16,_4>,Stride<_4,_1>>>{});
      auto C = ${counting('Layout<Shape<_128,_128>,Stride<_128,_1>>{}')};`;
    expect(read('mma.get_slice(0).partition_C(C)', setup)).toEqual([
      'logical_divide by the permutation of M and N, ((_16,_4):(_4,_1),(_16,_4):(_4,_1))',
      '  (((_16,_4),_2),((_16,_4),_2)):(((_512,_128),_8192),((_4,_1),_64))',
      'zipped_divide by the extents of one atom, (_1:_0,_1:_0)',
      '  ((_1,_1),((_16,_4,_2),(_16,_4,_2))):((_0,_0),((_512,_128,_8192),(_4,_1,_64)))',
      "composition of mode 0 with the atom's layout of threads and values, (_1,_1):(_0,_0)",
      '  ((_1,_1),((_16,_4,_2),(_16,_4,_2))):((_0,_0),((_512,_128,_8192),(_4,_1,_64)))',
      'zipped_divide of mode 1 by the threads along M and N, to ((ThrV,threads),(FrgV,rest)): (_16:_1,_16:_1)',
      '  ((_1,(_16,_16)),(_1,((_4,_2),(_4,_2)))):((_0,(_512,_4)),(_0,((_128,_8192),(_1,_64))))',
      'slice at the thread, its values and all of the rest, ((_0,(0,0)),(_,(_,_)))',
      '  (_1,(_4,_2),(_4,_2)):(_0,(_128,_8192),(_1,_64))',
    ]);
  });

  test('local_partition shows where the thread stands in a tile', () => {
    expect(
      read(
        `local_partition(${counting('Layout<Shape<_4,_4>,Stride<_1,_8>>{}')}, Layout<Shape<_2,_2>,Stride<_1,_2>>{}, 3)`,
      ),
    ).toEqual([
      'product_each of the shape of the thread layout: one tile has one element for every thread of (_2,_2):(_1,_2)',
      '  (_2,_2)',
      'get_flat_coord of the thread in its layout: thread 3',
      '  (1,1)',
      'zipped_divide as ((tile),(rest)), by (_2,_2)',
      '  ((_2,_2),(_2,_2)):((_1,_8),(_2,_16))',
      'slice the tile at the coordinate, all of the rest: ((1,1),(_,_))',
      '  (_2,_2):(_2,_16) from 9',
    ]);
  });

  test('a Step first drops the modes that are not wanted', () => {
    const lines = read(
      `local_tile(${counting('make_layout(make_shape(512,256))')}, Shape<_128,_64,_8>{}, make_coord(1,_,2), Step<_1,X,_1>{})`,
    );
    expect(lines.filter((_, at) => at % 2 === 0)).toEqual([
      'dice of the tiler: its modes at a number of (_1,_,_1)',
      'dice of the coordinate, likewise by (_1,_,_1)',
      'zipped_divide as ((tile),(rest)), by (_128,_8)',
      'slice all of the tile, the rest at the coordinate: ((_,_),(1,2))',
    ]);
    expect(lines.at(-1)).toBe('  (_128,_8):(_1,512) from 8320');
  });

  test('logical_divide is a composition with the tiler and its complement', () => {
    expect(read('logical_divide(Layout<Shape<_4,_6>,Stride<_6,_1>>{}, Layout<_4,_2>{})')).toEqual([
      'complement of the tiler, up to the extent (_4,_6)',
      '  (_2,_3):(_1,_8)',
      'make_layout of the tiler and its complement',
      '  (_4,(_2,_3)):(_2,(_1,_8))',
      'composition of the layout with that',
      '  ((_2,_2),(_2,_3)):((_12,_1),(_6,_2))',
    ]);
  });

  test('make_tiled_copy rakes threads over values and inverts', () => {
    const ops = (
      tell(
        '',
        'make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<Shape<_8,_4>>{}, Layout<Shape<_1,_2>>{})',
      ).told?.steps ?? []
    ).map(({ op }) => op);
    expect(ops).toEqual(['raked_product', 'right_inverse', 'with_shape', 'product_each', 'TiledCopy']);
  });
});

describe('what is explained', () => {
  test('TMA: the copy, and each part that a structured binding takes from tma_partition', async () => {
    const source = readFileSync(join(ROOT, 'examples/gemm_sm90.cu'), 'utf8');
    const analysis = await analyzeFiles([{ name: 'gemm_sm90.cu', text: source }], { arch: 900 });
    const tellOf = (wanted: string): Explanation | undefined => {
      const fact = analysis.facts
        .get(analysis.entry)
        ?.find(({ name, role }) => name === wanted && (role === 'binding' || role === 'declaration'));
      const seen = fact?.seen.at(-1);
      return fact && seen && explanation(fact, seen, analysis, () => source, explain);
    };
    const part = tellOf('tAsA');
    expect(part?.steps.map(({ op }) => op)).toEqual([
      'right_inverse',
      'tile_to_shape',
      'logical_divide',
      'multicast_offset',
      'composition',
      'composition',
      'make_tuple',
    ]);
    expect(part?.steps.at(-1)?.value).toBe(part?.result);
    const copy = tellOf('tma_a');
    expect(copy?.steps.map(({ op }) => op)).toEqual([
      'composition',
      'composition',
      'composition',
      'append',
      'Copy_Atom',
      'make_layout',
      'TiledCopy',
    ]);
    expect(copy?.steps.at(-1)?.value).toBe(copy?.result);
  });

  test('a question about a value tells how that value came about', () => {
    const { told } = tell(
      `auto t = local_tile(${counting('Layout<Shape<_8,_8>>{}')}, Shape<_4,_4>{}, make_coord(1,0));`,
      't.layout()',
    );
    expect(told?.by).toBe('local_tile');
    expect(told?.result).toBe('(_4,_4):(_1,_8)');
  });

  test('operands are shown as written, with their values', () => {
    const { told } = tell('auto l = Layout<Shape<_8,_8>>{};', 'zipped_divide(l, Shape<_4,_4>{})');
    expect(told?.given).toEqual([
      { written: 'l', value: '(_8,_8):(_1,_8)' },
      { written: 'Shape<_4,_4>{}', value: '(_4,_4)' },
    ]);
    expect(told?.source).toBe('cute/layout.hpp');
  });

  test('nothing, for what CuTe does not define by others', () => {
    expect(tell('', 'make_layout(_8{})').told).toBeUndefined();
    expect(tell('', 'size(Layout<_8>{})').told).toBeUndefined();
    expect(tell('', '_8{}').told).toBeUndefined();
  });
});
