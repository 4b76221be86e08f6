// Rules of cuTile that evaluation itself enforces: what its launcher, its compiler or the verifier of Tile IR refuses.
// Conditions, and the stage at which the real tool reports them: cutile-rs 0839fe4, cuda-tile e01244d.
import { counted } from '../../base/counted';
import { say } from '../../base/say';
import type { TileCode } from '../../algebra/errors';
import type { Fix, Refusal } from '../../analysis';
import type { Span } from '../../base/span';
import { loopOf } from '../../ir/outline';
import { nodesIn } from '../../ir/walk';
import { isA } from '../../values/convert';
import type { Check, Finding } from '../lib/check';
import { countTiles, indexedCalls, reshapeFixes } from '../fixes/cutile';
import type { Facts } from '../lib/facts';

interface Row {
  readonly slug: TileCode;
  readonly title: string;
  readonly explains: string;
  readonly bad: string;
  readonly good: string;
  /** Further violations, which evaluation does not refuse. */
  readonly more?: (facts: Facts) => Generator<Finding>;
}

const kernel = (params: string, body: string, generics = ''): string =>
  `#[cutile::entry()] fn k${generics}(${params}) { ${body} }`;
const host = (body: string): string => `fn host() -> Result<(), Error> { ${body} Ok(()) }`;
const own = 'z: &mut Tensor<f32, S>';
const ofShape = '<const S: [i32; 2]>';
const tiles = (body: string): string => kernel('z: &mut Tensor<f32, { [16, 8] }>', `let a = load_tile_mut(z); ${body}`);

const rows: readonly Row[] = [
  {
    slug: 'grid-mismatch',
    title: 'Two partitions of one launch give different grids',
    explains:
      'Every `&mut` tensor of a launch is cut into tiles, one for each tile block: their grids must be equal. Otherwise the launch fails at run time.',
    bad: `${kernel(`${own}, w: &mut Tensor<f32, S>`, 'z.store(load_tile_mut(w));', ofShape)}\n${host('let z = api::zeros::<f32>(&[1024, 1024]).sync()?.partition([64, 64]); let w = api::zeros::<f32>(&[1024, 512]).sync()?.partition([64, 64]); k(z, w).sync()?;')}`,
    good: `${kernel(`${own}, w: &mut Tensor<f32, S>`, 'z.store(load_tile_mut(w));', ofShape)}\n${host('let z = api::zeros::<f32>(&[1024, 512]).sync()?.partition([64, 64]); let w = api::zeros::<f32>(&[1024, 512]).sync()?.partition([64, 64]); k(z, w).sync()?;')}`,
  },
  {
    slug: 'explicit-grid',
    title: 'The written grid differs from the grid of a partition',
    explains:
      'An explicit `.grid(…)` does not override the grid of a `&mut` tensor: it must equal that grid, or, with `partition_prefix`, lie within it.',
    bad: `${kernel(own, 'z.store(load_tile_mut(z));', ofShape)}\n${host('k(api::zeros::<f32>(&[256, 256]).partition([64, 64])).grid((8, 4, 1)).sync()?;')}`,
    good: `${kernel(own, 'z.store(load_tile_mut(z));', ofShape)}\n${host('k(api::zeros::<f32>(&[256, 256]).partition([64, 64])).grid((4, 4, 1)).sync()?;')}`,
  },
  {
    slug: 'no-grid',
    title: 'The launch has no grid',
    explains: 'Without a `&mut` tensor, or with `partition_prefix` alone, the launch needs `.grid(…)`.',
    bad: `${kernel('x: &Tensor<f32, { [-1] }>', 'let t = x.load_tile(const_shape![16], [0]);')}\n${host('k(api::ones::<f32>(&[64]).sync()?).sync()?;')}`,
    good: `${kernel('x: &Tensor<f32, { [-1] }>', 'let t = x.load_tile(const_shape![16], [0]);')}\n${host('k(api::ones::<f32>(&[64]).sync()?).grid((4, 1, 1)).sync()?;')}`,
  },
  {
    slug: 'uninferred-generic',
    title: 'A generic parameter cannot be inferred from the arguments',
    explains:
      'Only names in the types of tensor parameters are bound by a launch. One that stands in the body alone makes the launch panic unless `.generics(…)` gives it.',
    bad: `${kernel(own, 'let t: Tile<f32, { [BK] }> = constant(0.0f32, const_shape![BK]);', '<const S: [i32; 2], const BK: i32>')}\n${host('k(api::zeros::<f32>(&[256, 256]).partition([64, 64])).sync()?;')}`,
    good: `${kernel(own, 'let t: Tile<f32, { [BK] }> = constant(0.0f32, const_shape![BK]);', '<const S: [i32; 2], const BK: i32>')}\n${host('k(api::zeros::<f32>(&[256, 256]).partition([64, 64])).generics(vec![64.to_string(), 64.to_string(), 32.to_string()]).sync()?;')}`,
  },
  {
    slug: 'generics-arity',
    title: 'The number of generics is not that of the kernel',
    explains:
      '`.generics(…)` replaces all bindings, in the order of declaration; a constant array takes one entry for each element.',
    bad: `${kernel(own, 'z.store(load_tile_mut(z));', ofShape)}\n${host('k(api::zeros::<f32>(&[256, 256]).partition([64, 64])).generics(vec![64.to_string()]).sync()?;')}`,
    good: `${kernel(own, 'z.store(load_tile_mut(z));', ofShape)}\n${host('k(api::zeros::<f32>(&[256, 256]).partition([64, 64])).generics(vec![64.to_string(), 64.to_string()]).sync()?;')}`,
  },
  {
    slug: 'shape-mismatch',
    title: 'An argument does not have the extent of the parameter',
    explains:
      "Extents that a parameter's type fixes, by a number or by a generic that is bound, have to be those of the argument.",
    bad: `${kernel(`${own}, x: &Tensor<f32, { [-1, 128] }>`, 'z.store(load_tile_like(x, z));', ofShape)}\n${host('let x = api::ones::<f32>(&[256, 120]).sync()?; k(api::zeros::<f32>(&[256, 120]).partition([64, 8]), &x).sync()?;')}`,
    good: `${kernel(`${own}, x: &Tensor<f32, { [-1, 128] }>`, 'z.store(load_tile_like(x, z));', ofShape)}\n${host('let x = api::ones::<f32>(&[256, 128]).sync()?; k(api::zeros::<f32>(&[256, 128]).partition([64, 8]), &x).sync()?;')}`,
  },
  {
    slug: 'rank-mismatch',
    title: 'A tile, an index or an argument has the wrong rank',
    explains:
      'A tile has the rank of the tensor that it cuts, an index the rank of its partition, an argument the rank of its parameter.',
    bad: host('let z = api::zeros::<f32>(&[256, 256]).sync()?.partition([64]);'),
    good: host('let z = api::zeros::<f32>(&[256, 256]).sync()?.partition([64, 64]);'),
  },
  {
    slug: 'mut-rank',
    title: 'A tensor of rank above 3 is partitioned for writing',
    explains: 'A grid has three axes, so a tensor of higher rank cannot be partitioned for writing.',
    bad: `${kernel('z: &mut Tensor<f32, S>', 'z.store(z.load());', '<const S: [i32; 4]>')}\n${host('k(api::zeros::<f32>(&[4, 4, 64, 64]).partition([1, 1, 64, 64])).sync()?;')}`,
    good: `${kernel('z: &mut Tensor<f32, S>', 'z.store(z.load());', '<const S: [i32; 3]>')}\n${host('k(api::zeros::<f32>(&[16, 64, 64]).partition([1, 64, 64])).sync()?;')}`,
  },
  {
    slug: 'reshape-count',
    title: 'A reshape changes the number of elements',
    explains:
      "Tile IR's verifier refuses it for a tile, and for a tensor an error is returned; in a chain of device operations nothing checks it.",
    bad: tiles('let b = a.reshape(const_shape![16, 4]);'),
    good: tiles('let b = a.reshape(const_shape![8, 16]);'),
  },
  {
    slug: 'broadcast-dim',
    title: 'An axis that is broadcast is not 1',
    explains: 'A broadcast repeats elements along axes of extent 1; all other extents must stay the same.',
    bad: tiles('let b = a.broadcast(const_shape![16, 16]);'),
    good: tiles('let b = a.reshape(const_shape![128, 1]).broadcast(const_shape![128, 2]);'),
  },
  {
    slug: 'broadcast-rank',
    title: 'A broadcast changes the rank',
    explains: 'A broadcast adds no axis: reshape to the rank first.',
    bad: tiles('let v: Tile<i32, { [16] }> = iota(const_shape![16]); let b = v.broadcast(const_shape![16, 8]);'),
    good: tiles(
      'let v: Tile<i32, { [16] }> = iota(const_shape![16]); let b = v.reshape(const_shape![16, 1]).broadcast(const_shape![16, 8]);',
    ),
  },
  {
    slug: 'mma-shape',
    title: 'The shapes of the operands of `mma` do not match',
    explains: 'The operands of `mma(a, b, c)` have the shapes [M, K], [K, N] and [M, N].',
    bad: tiles('let c = mma(a, constant(0.0f32, const_shape![16, 32]), constant(0.0f32, const_shape![16, 32]));'),
    good: tiles('let c = mma(a, constant(0.0f32, const_shape![8, 32]), constant(0.0f32, const_shape![16, 32]));'),
  },
  {
    slug: 'reduce-axis',
    title: 'The tile has no such axis to reduce',
    explains: 'The axis must be an integer literal below the rank of the tile.',
    bad: tiles('let s = reduce_sum(a, 2i32);'),
    good: tiles('let s = reduce_sum(a, 1i32);'),
  },
  {
    slug: 'tile-operands',
    title: 'An operation takes tiles of different shapes',
    explains:
      'Operators take two tiles of one shape, and a store a tile of the shape it fills. There is no operator between a tile and a scalar.',
    bad: tiles('let b = a + constant(1.0f32, const_shape![8, 16]);'),
    good: tiles('let b = a + constant(1.0f32, const_shape![16, 8]);'),
  },
  {
    slug: 'index-oob',
    title: 'An index is outside of the partition',
    explains:
      'Tiles are counted from 0; there are ceil(extent / tile) of them. A constant index outside is refused by the compiler, and so is one that a loop counts too far.',
    more: countedOutside,
    bad: `${kernel(`${own}, x: &Tensor<f32, { [-1, -1] }>`, 'let p = x.partition(const_shape![64, 64]); let t = p.load([0i32, 4i32]);', ofShape)}\n${host('let x = api::ones::<f32>(&[256, 256]).sync()?; k(api::zeros::<f32>(&[256, 256]).partition([64, 64]), &x).sync()?;')}`,
    good: `${kernel(`${own}, x: &Tensor<f32, { [-1, -1] }>`, 'let p = x.partition(const_shape![64, 64]); let t = p.load([0i32, 3i32]);', ofShape)}\n${host('let x = api::ones::<f32>(&[256, 256]).sync()?; k(api::zeros::<f32>(&[256, 256]).partition([64, 64]), &x).sync()?;')}`,
  },
  {
    slug: 'tile-map',
    title: 'A map does not fit its partition',
    explains: 'A map must have the rank of the grid, at least one block, and no more blocks than tiles.',
    bad: host('let z = api::zeros::<f32>(&[64, 64]).sync()?.partition([16, 16]).map([4, 1], 32);'),
    good: host('let z = api::zeros::<f32>(&[64, 64]).sync()?.partition([16, 16]).map([4, 1], 4);'),
  },
];

function* refused(facts: Facts, row: Row): Generator<Finding> {
  for (const refusal of facts.evaluation.refusals) {
    const { span, instance, rule, message } = refusal;
    if (rule === row.slug) yield { span, instance, message, fixes: fixesOf(facts, row, refusal) };
  }
}

/** A loop that counts an index beyond the last tile. Silent where something in the loop may stop it before. */
function* countedOutside(facts: Facts): Generator<Finding> {
  for (const { call, axes } of indexedCalls(facts)) {
    const { name, span, instance, guards } = call;
    const of = call.operands[0]?.value;
    if (guards.length > 0 || of === undefined || !isA(of, 'tile-partition')) continue;
    for (const [axis, { loop, written }] of axes.entries()) {
      const [end, tiles] = [loop?.end.n, of.grid[axis]?.n];
      if (!loop || end === undefined || tiles === undefined || end <= tiles) continue;
      if (mayTurnAway(facts, loop.at, span)) continue;
      const [short, count] = [name.replace('cutile:', ''), counted(tiles, 'tile', String(tiles))];
      const message = say`${short}: axis ${axis} has ${count} (0..${tiles - 1}), and ${written} runs up to ${end - 1}`;
      yield { span, instance, message, fixes: countTiles(facts, loop, call, axis) };
    }
  }
}

const turns: ReadonlySet<string> = new Set(['If', 'Conditional', 'Switch', 'Jump', 'Return']);

/** True where something between the head of a loop and a call in it may end the iteration or the loop. */
function mayTurnAway(facts: Facts, variable: Span, call: Span): boolean {
  const loop = loopOf(facts.sourceOf(variable), variable);
  return !loop || nodesIn(loop).some((node) => turns.has(node.is) && node.span.start < call.start);
}

/** Repairs: a wrong or missing grid becomes the one in the refusal, and a broadcast that adds axes gets a reshape. */
function fixesOf(facts: Facts, { slug }: Row, { span, instance, data }: Refusal): readonly Fix[] {
  const grid =
    data?.is === 'launch-grid' && data.extents.every((n) => n !== undefined)
      ? `(${data.extents.join(', ')})`
      : undefined;
  if (slug === 'explicit-grid' && grid !== undefined) {
    return [{ title: say`Launch the partition's grid ${grid}`, edits: [{ span, text: grid }], preferred: true }];
  }
  if (slug === 'no-grid' && grid !== undefined) {
    return [
      {
        title: say`Launch all of it: .grid(${grid})`,
        edits: [{ span: { ...span, start: span.end }, text: `.grid(${grid})` }],
        preferred: true,
      },
    ];
  }
  return slug === 'broadcast-rank' ? reshapeFixes(facts, facts.callAt(span, instance)) : [];
}

export const cutileRules: readonly Check[] = rows.map((row) => ({
  ...row,
  topic: 'cutile',
  language: 'cutile-rust',
  level: 'error',
  *find(facts) {
    yield* refused(facts, row);
    if (row.more) yield* row.more(facts);
  },
}));
