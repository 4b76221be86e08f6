// The pictures as documents. Golden SVGs were looked at when they were written: `UPDATE_EXPECT=1` writes them again,
// then look.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { bankClasses, contrast, fillOf, inkOn, rampClasses, svg, text, tikz } from '../../../core/src/draw';
import type { FrontEnd } from '../../../core/src/frontends/front-end';
import type { ColourBy } from '../../../core/src/views/model';
import { cudaFrontEnd } from '../../support/front-end';
import { ROOT } from '../../support/fixture';
import { modelOf, type Drawn } from '../../support/visualize';

let reader: FrontEnd;
beforeAll(async () => {
  reader = await cudaFrontEnd();
});

const copy =
  'auto copy = make_tiled_copy(Copy_Atom<UniversalCopy<uint64_t>, half_t>{}, Layout<Shape<_4,_4>,Stride<_4,_1>>{}, Layout<Shape<_1,_4>>{});';
const counted = 'auto t = make_tensor(counting_iterator<int>(0), make_layout(Shape<_8,_16>{}, LayoutRight{}));';
const memory = (
  space: string,
): string => `half_t* p = nullptr; auto t = make_tensor(make_${space}_ptr(p), make_layout(Shape<_32,_64>{}, LayoutRight{}));
  auto rows = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_32,_4>>{}, Layout<Shape<_1,_8>>{});`;

const goldens: Readonly<Record<string, Drawn>> = {
  layout: { expr: 'Layout<Shape<Shape<_2,_4>,Shape<_4,_2>>,Stride<Stride<_1,_16>,Stride<_2,_8>>>{}' },
  strip: { expr: 'make_layout(Shape<Shape<_4,_2>>{}, Stride<Stride<_2,_1>>{})' },
  broadcast: { expr: 'Layout<Shape<_4,_8>,Stride<_0,_1>>{}' },
  'mma-atom': { expr: 'MMA_Atom<SM80_16x8x8_F32F16F16F32_TN>{}' },
  'tiled-copy': { setup: copy, expr: 'copy' },
  partition: { setup: `${copy} ${counted}`, expr: 'copy.get_slice(5).partition_S(t)' },
  ragged: {
    setup: 'auto t = make_tensor(counting_iterator<int>(0), make_shape(6, 10));',
    expr: 'local_partition(t, Layout<Shape<_4,_4>>{}, 3)',
  },
  tiles: { setup: counted, expr: 'local_tile(t, Shape<_4,_8>{}, make_coord(1, 0))' },
  swizzle: { expr: 'composition(Swizzle<3,0,3>{}, Layout<Shape<_8,_8>,Stride<_8,_1>>{})', view: 'swizzle' },
  banks: { setup: memory('smem'), expr: 'rows.get_slice(0).partition_D(t)', view: 'banks' },
  coalescing: { setup: memory('gmem'), expr: 'rows.get_slice(0).partition_S(t)', view: 'coalescing' },
  explain: {
    setup: 'auto t = make_layout(Shape<_8,_8>{});',
    expr: 'zipped_divide(t, Shape<_4,_2>{})',
    view: 'explain',
  },
};

describe('golden SVG', () => {
  test.each(Object.entries(goldens))('%s', (name, drawn) => {
    const file = join(ROOT, 'test/golden/svg', `${name}.svg`);
    const document = svg(modelOf(drawn, reader));
    if (process.env['UPDATE_EXPECT'] === '1' || !existsSync(file)) {
      expect(process.env['UPDATE_EXPECT'], `${file} is missing: write it with UPDATE_EXPECT=1 and look at it`).toBe(
        '1',
      );
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, document);
    }
    expect(document).toBe(readFileSync(file, 'utf8'));
  });
});

describe('an SVG', () => {
  test('fetches and runs nothing', () => {
    for (const drawn of Object.values(goldens))
      expect(svg(modelOf(drawn, reader))).not.toMatch(/<script|href|@import|url\((?!#)|on\w+=/);
  });

  test('says what it shows, with names from the source escaped', () => {
    const document = svg({ ...modelOf({ expr: 'make_layout(_4{})' }, reader), title: 'a<b>&c' });
    expect(document).toContain('<title id="t">a&lt;b&gt;&amp;c: layout</title>');
    expect(document).toContain('<desc id="d">Layout _4:_1, 4.</desc>');
  });

  test('says which slice of further modes it shows', () => {
    expect(svg(modelOf({ expr: 'make_layout(Shape<_64,_32,_8>{})' }, reader))).toContain(
      'The slice (_,_,0) of 64 × 32 × 8 elements.',
    );
    expect(svg(modelOf({ expr: 'make_layout(Shape<_4,_4,_2>{})' }, reader))).not.toContain('slice');
  });

  test('writes white on dark greys', () => {
    expect(svg(modelOf({ expr: 'make_layout(_8{})' }, reader))).toContain('style="fill:#ffffff">7</text>');
  });

  test('of a quarter of a million cells leaves labels out and stays small', () => {
    const document = svg(modelOf({ expr: 'make_layout(Shape<_512,_512>{})' }, reader));
    expect(document).not.toContain('class="label"');
    expect(document.length).toBeLessThan(9e6);
  });
});

test('text on every fill has a contrast of 4.5 or more', () => {
  const classes: Readonly<Partial<Record<ColourBy, number>>> = {
    thread: 8,
    offset: 8,
    element: rampClasses,
    bank: bankClasses,
    difference: 2,
  };
  for (const [by, count] of Object.entries(classes)) {
    for (let one = 0; one < count; one++) {
      const fill = fillOf(one, by as ColourBy) ?? [255, 255, 255];
      expect(contrast(fill, inkOn(fill)), `${by} ${one}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test('text and TikZ exist for every view', () => {
  for (const drawn of Object.values(goldens)) {
    const model = modelOf(drawn, reader);
    expect(text(model).split('\n').length).toBeGreaterThan(3);
    expect(tikz(model)).toMatch(/\\begin\{tikzpicture\}[\s\S]*\\node[\s\S]*\\end\{tikzpicture\}/);
  }
});
