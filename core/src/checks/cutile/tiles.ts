// Problems of cuTile programs that are reported late, or by no tool: tiles that Tile IR has no type for, lanes beyond
// the edge of a tensor, loops that leave a remainder. Semantics: cutile-rs 0839fe4, cuda-tile e01244d.
import { say } from '../../base/say';
import type { Call, Fix } from '../../analysis';
import type { Span } from '../../base/span';
import { declares } from '../../ir/outline';
import { nodesIn } from '../../ir/walk';
import type { For, Name } from '../../ir/program';
import { isA } from '../../values/convert';
import {
  gridOf,
  raggedOf,
  spellExtents,
  type Extents,
  type Tile,
  type TilePartition,
  type TileTensor,
} from '../../values/tile';
import type { Value } from '../../values/value';
import type { Check, Finding } from '../lib/check';
import { countTiles, dividingFixes, extentFixes, indexedCalls } from '../fixes/cutile';
import type { Facts } from '../lib/facts';

type Row = Omit<Check, 'language' | 'topic'>;

const kernel = (body: string, shape = '{ [16, 64] }', more = ''): string =>
  `#[cutile::entry()] fn k(y: &mut Tensor<f32, ${shape}>, x: &Tensor<f32, { [-1, -1] }>${more}) { ${body} }`;
const launch = (shape: string, tile: string): string =>
  `fn host() -> Result<(), Error> { let x = api::ones::<f32>(&${shape}).sync()?; k(api::zeros::<f32>(&${shape}).partition(${tile}), &x).sync()?; Ok(()) }`;
const program = (body: string, shape: string, tile: string): string =>
  `${kernel(body, `{ ${tile} }`)}\n${launch(shape, tile)}`;

const mostElements = 16_777_216;

/** Calls whose result is a new tile: the places where a tile's shape is written. */
function* formed(facts: Facts): Generator<{ readonly call: Call; readonly tile: Tile }> {
  for (const call of facts.evaluation.calls) {
    const { result } = call;
    if (!isA(result, 'tile')) continue;
    const isGiven = call.operands.some(
      ({ value }) => isA(value, 'tile') && spellExtents(value.shape) === spellExtents(result.shape),
    );
    if (!isGiven) yield { call, tile: result };
  }
}

function* oddTiles(facts: Facts): Generator<Finding> {
  for (const { call, tile } of formed(facts)) {
    const axis = tile.shape.findIndex(({ n }) => n !== undefined && (n <= 0 || (n & (n - 1)) !== 0));
    const odd = tile.shape[axis];
    if (odd)
      yield {
        span: call.span,
        instance: call.instance,
        fixes: extentFixes(facts, call, axis, odd.n ?? 0),
        message: say`the tile ${spellExtents(tile.shape)} has the extent ${odd.n ?? '?'}, which is not a power of two (Tile IR)`,
      };
  }
}

function* hugeTiles(facts: Facts): Generator<Finding> {
  for (const { call, tile } of formed(facts)) {
    const count = tile.shape.reduce((n, extent) => n * (extent.n ?? 1), 1);
    if (count > mostElements)
      yield {
        span: call.span,
        instance: call.instance,
        message: say`the tile ${spellExtents(tile.shape)} has ${count} elements, the limit is ${mostElements}`,
      };
  }
}

/** The `&mut` tensor of a call that loads the block's own tile. */
function* ownLoads(facts: Facts): Generator<{ readonly call: Call; readonly slab: TileTensor }> {
  for (const call of facts.calls('load', 'cutile:load_tile_mut')) {
    const [first] = call.operands;
    if (first && isA(first.value, 'tile-tensor') && first.value.slab) yield { call, slab: first.value };
  }
}

function outsideText(axis: number, inside: number, { tile, tensor }: TilePartition): string {
  const [lanes, shape] = [tile[axis]?.n ?? '?', spellExtents(tensor.shape)];
  return say`in the last tile of axis ${axis} only ${inside} of ${lanes} lanes lie in ${shape}: the others are unspecified here, not 0`;
}

function* unspecified(facts: Facts): Generator<Finding> {
  for (const { call, slab } of ownLoads(facts)) {
    const of = slab.slab?.of;
    const ragged = of ? raggedOf(of) : [];
    const axis = ragged.findIndex((n) => n !== undefined);
    if (of && axis >= 0)
      yield {
        span: call.span,
        instance: call.instance,
        message: outsideText(axis, ragged[axis] ?? 0, of),
      };
  }
}

function* outsideLike(facts: Facts): Generator<Finding> {
  for (const call of facts.calls(
    'cutile:load_tile_like',
    'cutile:load_tile_like_1d',
    'cutile:load_tile_like_2d',
    'cutile:load_tile_like_3d',
  )) {
    const [x, z] = call.operands.map(({ value }) => value);
    if (x === undefined || z === undefined || !isA(x, 'tile-tensor') || !isA(z, 'tile-tensor') || !z.slab) continue;
    const [launched, there] = [
      z.slab.of.grid,
      gridOf(
        x.shape,
        z.shape,
        x.shape.map((_, i) => i),
      ),
    ];
    const axis = launched.findIndex((n, i) => (n.n ?? 0) > (there[i]?.n ?? Infinity));
    if (axis < 0) continue;
    const block = [0, 1, 2].map((i) => (i === axis ? (launched[i]?.n ?? 1) - 1 : 0));
    yield {
      span: call.span,
      instance: call.instance,
      message: say`block (${block.join(', ')}) is outside of the ${numbers(there)} tiles of ${spellExtents(x.shape)}: load_tile_like does not check this, and what it reads is undefined`,
    };
  }
}

function numbers(extents: Extents): string {
  return extents.map(({ n }) => n ?? '?').join(' x ');
}

function* padded(facts: Facts): Generator<Finding> {
  for (const name of ['reduce_sum', 'reduce_max', 'reduce_min', 'reduce_prod']) {
    for (const call of facts.calls(`cutile:${name}`)) {
      const [tile, at] = call.operands.map(({ value }) => value);
      const axis = at === undefined ? undefined : numberOf(at);
      if (tile === undefined || !isA(tile, 'tile') || axis === undefined) continue;
      const inside = tile.ragged?.[axis];
      if (inside === undefined || (tile.padding === 'zero' && name === 'reduce_sum')) continue;
      const extent = tile.shape[axis]?.n ?? 0;
      const what =
        tile.padding === 'zero'
          ? '0'
          : tile.padding === 'unspecified'
            ? 'unspecified'
            : say`what became of the 0 that was loaded`;
      yield {
        span: call.span,
        instance: call.instance,
        message: say`in the last tile of axis ${axis} lanes ${inside}..${extent - 1} lie past the edge and are ${what}: mask them before ${name}`,
      };
    }
  }
}

function numberOf(value: Value): number | undefined {
  return isA(value, 'dynamic') || isA(value, 'static') ? value.n : undefined;
}

function* gaps(facts: Facts): Generator<Finding> {
  for (const call of facts.calls('partition_mut')) {
    const [slab] = call.operands.map(({ value }) => value);
    const { result } = call;
    if (slab === undefined || !isA(slab, 'tile-tensor') || !isA(result, 'tile-partition')) continue;
    // A single block along an axis has no neighbour.
    const blocks = slab.slab?.of.grid ?? [];
    const axis = slab.shape.findIndex(
      ({ n }, i) => n !== undefined && n % (result.tile[i]?.n ?? 1) !== 0 && (blocks[i]?.n ?? 1) > 1,
    );
    if (axis < 0) continue;
    const [whole, part, count] = [slab.shape[axis]?.n ?? 0, result.tile[axis]?.n ?? 1, result.grid[axis]?.n ?? 0];
    yield {
      span: call.span,
      instance: call.instance,
      fixes: dividingFixes(facts, call, axis, whole, part),
      message: say`the block's ${whole} along axis ${axis} is not a multiple of ${part}: block 1 starts at ${count * part}, not at ${whole}`,
    };
  }
}

/** Finds `for i in 0..(K / BK)` where BK does not divide K. Inside a kernel `/` rounds down. */
function* truncated(facts: Facts): Generator<Finding> {
  for (const { items } of facts.evaluation.sources.values()) {
    for (const loop of nodesIn(items)) {
      const division =
        loop.is === 'For' && loop.until?.is === 'Binary' && loop.until.op === '/' ? loop.until : undefined;
      if (loop.is === 'For' && division?.left.is === 'Name' && division.right.is === 'Name')
        yield* restOf(facts, loop, division.left, division.right);
    }
  }
}

function* restOf(facts: Facts, loop: For, over: Name, by: Name): Generator<Finding> {
  const seen = ({ span }: Name) => facts.factsAt(span)[0]?.seen ?? [];
  for (const { value, instance } of seen(over)) {
    const divisor = seen(by).find((one) => one.instance === instance);
    const [whole, part] = [numberOf(value), divisor && numberOf(divisor.value)];
    if (whole === undefined || part === undefined || part === 0 || whole % part === 0) continue;
    yield {
      span: { ...over.span, end: by.span.end },
      instance,
      fixes: countingFixes(facts, loop, instance),
      message: say`${over.id} / ${by.id} is ${Math.floor(whole / part)} and drops ${whole % part} of ${whole}; num_tiles(&partition, axis) counts the last tile too`,
    };
  }
}

/** Makes the loop count the tiles that it loads. */
function countingFixes(facts: Facts, counting: For, instance: number): readonly Fix[] {
  for (const { call, axes } of indexedCalls(facts)) {
    const axis = axes.findIndex(({ loop }) => loop && declares(counting, loop.at));
    const loop = axes[axis]?.loop;
    if (loop && call.instance === instance) return countTiles(facts, loop, call, axis);
  }
  return [];
}

function* oldNames(facts: Facts): Generator<Finding> {
  for (const call of facts.calls('cutile:load_tile_like_1d', 'cutile:load_tile_like_2d', 'cutile:load_tile_like_3d')) {
    const name = call.name.replace('cutile:', '');
    const written = facts.expressionAt(call.span);
    const callee = written?.is === 'Call' ? written.callee.span : undefined;
    const span = callee && { ...callee, start: callee.end - name.length };
    if (!span || facts.writtenAt(span) !== name) continue;
    yield {
      span,
      instance: call.instance,
      message: say`${name} is spelled load_tile_like since cuTile 0.0.2`,
      fixes: [{ title: say`Write load_tile_like`, edits: [{ span, text: 'load_tile_like' }], preferred: true }],
    };
  }
  for (const call of facts.calls('cutile:zeros', 'cutile:ones', 'cutile:full')) {
    const name = call.name.replace('cutile:', '');
    const span = call.operands[name === 'full' ? 1 : 0]?.span;
    const list = facts.expressionAt(span);
    if (!span || list?.is !== 'Brace' || isBorrowed(facts, call, span)) continue;
    yield {
      span,
      instance: call.instance,
      message: say`${name} takes a slice since cuTile 0.0.2`,
      fixes: [{ title: say`Write &`, edits: [{ span: { ...span, end: span.start }, text: '&' }], preferred: true }],
    };
  }
}

/** Evaluation does not distinguish a borrowed value from another, so the `&` is read from the text. */
function isBorrowed(facts: Facts, call: Call, operand: Span): boolean {
  return facts
    .textAt({ ...operand, start: call.span.start, end: operand.start })
    .trimEnd()
    .endsWith('&');
}

const rows: readonly Row[] = [
  {
    slug: 'tile-power-of-two',
    level: 'error',
    title: 'An extent of a tile is not a power of two',
    explains:
      "Tile IR has types for tiles of powers of two only; cuTile Rust itself does not check it. A block's own part that is only cut further by `partition_mut` is no tile and may be of any size.",
    bad: kernel('let t: Tile<f32, { [48] }> = constant(0.0f32, const_shape![48]);'),
    good: kernel('let t: Tile<f32, { [64] }> = constant(0.0f32, const_shape![64]);'),
    find: oddTiles,
  },
  {
    slug: 'tile-too-big',
    level: 'error',
    title: 'A tile has too many elements',
    explains: "Tile IR's limit is 16,777,216 elements.",
    bad: kernel('let t: Tile<f32, { [4096, 8192] }> = constant(0.0f32, const_shape![4096, 8192]);'),
    good: kernel('let t: Tile<f32, { [4096, 4096] }> = constant(0.0f32, const_shape![4096, 4096]);'),
    find: hugeTiles,
  },
  {
    slug: 'load-like-outside',
    level: 'warning',
    title: 'Some blocks load a tile outside of the tensor',
    explains: "`load_tile_like(x, z)` reads the tile of x at the block's index. Nothing checks that x has such a tile.",
    bad: `${kernel('y.store(load_tile_like(x, y));')}\nfn host() -> Result<(), Error> { let x = api::ones::<f32>(&[32, 64]).sync()?; k(api::zeros::<f32>(&[64, 64]).partition([16, 64]), &x).sync()?; Ok(()) }`,
    good: `${kernel('y.store(load_tile_like(x, y));')}\n${launch('[64, 64]', '[16, 64]')}`,
    find: outsideLike,
  },
  {
    slug: 'padded-reduce',
    level: 'warning',
    title: 'A reduction includes lanes beyond the edge of the tensor',
    explains:
      'A load past the edge reads 0. For a sum 0 is neutral; for a maximum, a minimum or a product, and for a sum of what was computed from it, it is not.',
    bad: program('let t = load_tile_like(x, y); let m = reduce_max(t, 1i32);', '[32, 50]', '[16, 64]'),
    good: program('let t = load_tile_like(x, y); let m = reduce_max(t, 1i32);', '[32, 64]', '[16, 64]'),
    find: padded,
  },
  {
    slug: 'unspecified-load',
    level: 'warning',
    title: 'A block loads its own ragged tile',
    explains:
      'Lanes past the edge of a `&mut` tensor are unspecified when they are loaded, unlike those of a partition of a `&` tensor, which read 0. Stores are masked.',
    bad: program('y.store(y.load());', '[32, 50]', '[16, 64]'),
    good: program('y.store(y.load());', '[32, 64]', '[16, 64]'),
    find: unspecified,
  },
  {
    slug: 'nested-gap',
    level: 'warning',
    title: "Smaller tiles do not divide the block's own part",
    explains:
      "`partition_mut` counts whole tiles: where they do not divide the block's part, the tiles of the next block start behind the beginning of its part.",
    bad: program('let mut p = y.partition_mut(const_shape![16, 64]);', '[32, 192]', '[16, 96]'),
    good: program('let mut p = y.partition_mut(const_shape![16, 32]);', '[32, 192]', '[16, 96]'),
    find: gaps,
  },
  {
    slug: 'loop-truncates',
    level: 'warning',
    title: 'A loop over tiles leaves a remainder',
    explains:
      'Inside of a kernel `/` rounds down: where the tile does not divide the extent, the last tile is left out.',
    bad: '#[cutile::entry()] fn k<const BK: i32, const K: i32>(y: &mut Tensor<f32, { [16, BK] }>, x: &Tensor<f32, { [-1, K] }>) { for i in 0i32..(K / BK) { } }\nfn host() -> Result<(), Error> { let x = api::ones::<f32>(&[16, 112]).sync()?; k(api::zeros::<f32>(&[16, 112]).partition([16, 32]), &x).sync()?; Ok(()) }',
    good: '#[cutile::entry()] fn k<const BK: i32, const K: i32>(y: &mut Tensor<f32, { [16, BK] }>, x: &Tensor<f32, { [-1, K] }>) { for i in 0i32..(K / BK) { } }\nfn host() -> Result<(), Error> { let x = api::ones::<f32>(&[16, 128]).sync()?; k(api::zeros::<f32>(&[16, 128]).partition([16, 32]), &x).sync()?; Ok(()) }',
    find: truncated,
  },
  {
    slug: 'old-spelling',
    level: 'hint',
    title: 'A call is written as it was before cuTile 0.0.2',
    explains: 'One `load_tile_like` serves all ranks; `zeros`, `ones` and `full` take their shape as a slice.',
    bad: program('y.store(load_tile_like_2d(x, y));', '[32, 64]', '[16, 64]'),
    good: program('y.store(load_tile_like(x, y));', '[32, 64]', '[16, 64]'),
    find: oldNames,
  },
];

export const cutileTiles: readonly Check[] = rows.map((row) => ({ ...row, topic: 'cutile', language: 'cutile-rust' }));
