// Hovers of cuTile Rust, over a program with two launches of one kernel, a matrix product and a softmax.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Analysis } from '../../../core/src/analysis';
import type { Block, Inline } from '../../../core/src/ide/blocks';
import { activeInstance, hover } from '../../../core/src/ide/index';
import { analyzeFiles, FOLDER } from '../../support/engine';

const text = `use cutile::prelude::*;
#[cutile::entry()]
fn copy<const S: [i32; 2]>(z: &mut Tensor<f32, S>, x: &Tensor<f32, { [-1, -1] }>) { z.store(load_tile_like(x, z)); }
#[cutile::entry()]
fn gemm<E: ElementType, const BM: i32, const BN: i32, const K: i32>(out: &mut Tensor<E, { [BM, BN] }>, a: &Tensor<E, { [-1, K] }>, b: &Tensor<E, { [K, -1] }>) {
    let pa = a.partition(const_shape![BM, 32]);
    let pb = b.partition(const_shape![32, BN]);
    let pid: (i32, i32, i32) = get_tile_block_id();
    let mut acc = load_tile_mut(out);
    let count = num_tiles(&pa, 1);
    for i in 0i32..(K / 32) {
        let ta = pa.load([pid.0, i]);
        let tb = pb.load([i + 1 - 1, pid.1]);
        acc = mma(ta, tb, acc);
    }
    out.store(acc);
}
#[cutile::entry()]
fn softmax<const BM: i32, const BN: i32>(y: &mut Tensor<f32, { [BM, BN] }>, w: &Tensor<f32, { [-1, -1] }>) {
    let t = load_tile_like(w, y);
    let most: Tile<f32, { [BM] }> = reduce_max(t, 1i32);
    y.store(exp(t - most.reshape(const_shape![BM, 1]).broadcast(y.shape())));
}
fn main() -> Result<(), Error> {
    let part = api::zeros::<f32>(&[1024, 1000]).partition([64, 64]);
    let x = api::zeros::<f32>(&[1024, 1000]).sync()?;
    copy(part, &x).sync()?;
    copy(api::zeros::<f32>(&[64, 64]).partition([32, 32]), &x).sync()?;
    let (a, b) = (api::ones::<f32>(&[256, 128]).sync()?, api::ones::<f32>(&[128, 384]).sync()?);
    gemm(api::zeros::<f32>(&[256, 384]).partition([64, 64]), &a, &b).sync()?;
    let w = api::arange::<f32>(1600).reshape(&[32, 50]).sync()?;
    softmax(api::zeros::<f32>(&[32, 50]).partition([16, 64]), &w).sync()?;
    Ok(())
}
`;

let analysis: Analysis;
beforeAll(async () => {
  analysis = await analyzeFiles([{ name: 'x.rs', text }], { block: [2, 1, 0] });
});

const spell = (content: readonly Inline[]): string => content.map((piece) => piece.text).join('');

function lines(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.is === 'printed') return [block.text];
    if (block.is === 'line') return [spell(block.content)];
    return block.is === 'list' && block.title !== 'assumes'
      ? block.items.map((item) => `${block.title}: ${spell(item)}`)
      : [];
  });
}

/** What the hover at the first `place` says, without what it assumes. */
function at(place: string): string[] {
  return lines(
    hover({
      analysis,
      file: `${FOLDER}/x.rs`,
      offset: text.indexOf(place),
      active: activeInstance(analysis, undefined),
      textOf: () => text,
    })?.blocks ?? [],
  );
}

describe('a hover in a program of the tile model says', () => {
  test('of a partition its grid, with the formula and the edge', () => {
    expect(at('part = ').slice(0, -1)).toEqual([
      'Partition<f32, [64, 64]> of [1024, 1000], grid (16, 16)',
      'part tensor in tiles of [64, 64]',
      'tensor [1024, 1000]:[1000, 1]',
      'grid ceil(1024/64) x ceil(1000/64) = (16, 16, 1), 256 blocks',
      'axis 1 is ragged: 40 of 64 lie inside in the last tile; lanes past the edge are masked when stored',
    ]);
  });

  test('of a `&mut` parameter the part of this block, and which launch binds its generics', () => {
    expect(at('z: &mut')).toEqual([
      'Tensor<f32, [64, 64]>',
      'z the part of a tensor that this block owns, of f32',
      'block (2, 1, 0) of the grid (16, 16, 1) owns [128:192, 64:128] of [1024, 1000], from element 128064',
      'axis 1 is ragged: 40 of 64 lie inside in the last tile; lanes past the edge are unspecified when loaded, masked when stored',
      'S = [64, 64], bound by z',
      'launched in line 27',
      'differs in: copy #2: Tensor<f32, [32, 32]>',
      'blockIdx.x = 2, the sample block · blockIdx.y = 1, the sample block',
    ]);
  });

  test('of a `&` parameter what names it, where several do', () => {
    expect(at('a: &Tensor')).toEqual([
      'Tensor<f32, [256, 128]>',
      'a a whole tensor of f32',
      'row-major strides [128, 1]',
      'E = f32, K = 128, bound by b, the last parameter that names it',
      'launched in line 30',
    ]);
  });

  test('of a partition in the kernel its index space, and what lies past the edge', () => {
    expect(at('pa = ').slice(0, 4)).toEqual([
      'Partition<f32, [64, 32]> of [256, 128], index space (4, 4)',
      'pa tensor in tiles of [64, 32]',
      'index space ceil(256/64) x ceil(128/32) = (4, 4)',
      'lanes past the edge read 0',
    ]);
  });

  test('of a load what it covers, and over a loop', () => {
    expect(at('ta = ').slice(1, 4)).toEqual([
      'ta tile of f32 · 2048 elements, 8 KiB',
      'tile (2, 0) is [128:192, 0:32] of [256, 128], from element 16384',
      'covers [64*pid.0 .. +64, 32*i .. +32]; i runs over 0..4: [128:192, 0:128] in all',
    ]);
    expect(at('i in 0i32')).toContain('i runs over 0..4');
    expect(at('t = load_tile_like')).toContain('nothing checks that there is such a tile');
  });

  test('nothing of a loop where the index is more than its variable', () => {
    expect(at('tb = ')).toContain('covers [32*(i + 1 - 1) .. +32, 64*pid.1 .. +64]');
  });

  test('of operations what they do to shapes', () => {
    expect(at('mma(')).toContain('[64, 32] x [32, 64] + [64, 64]: M = 64, N = 64, K = 32');
    expect(at('reduce_max(').slice(2, 4)).toEqual([
      '[16, 64] to [16]: axis 1 goes',
      'in the last tile of axis 1 only 50 of 64 lanes lie inside; the others read 0',
    ]);
    expect(at('broadcast(')).toContain('[16, 1] to [16, 64]');
    expect(at('num_tiles(')).toContain('ceil(128/32) = 4 tiles along axis 1');
  });

  test('of block ids how far they run, and along which axes', () => {
    expect(at('get_tile_block_id').slice(2, 4)).toEqual([
      '(x, y, z) < (4, 6, 1)',
      'x walks axis 0, y walks axis 1 of out',
    ]);
  });
});
