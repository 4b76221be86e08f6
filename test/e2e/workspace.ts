// The programs that the end-to-end tests open, and what CuTe prints for them. Written to a folder of its own for each
// run, so that tests may edit them.
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hoverProgram } from './hover-kinds';

/** A kernel whose partition depends on the tile size BM. Checked against CuTe for both sizes. */
const partition = `#include <cute/tensor.hpp>
using namespace cute;

__global__ void copy_tile(float* data)
{
  auto BM = Int<128>{};
  auto BK = Int<16>{};
  auto tile = make_tensor(make_gmem_ptr(data), make_shape(BM, BK)); // (BLK_M,BLK_K)
  auto threads = make_layout(make_shape(Int<32>{}, Int<8>{}));
  auto mine = local_partition(tile, threads, threadIdx.x); // (THR_M,THR_K)
  for (int i = 0; i < size(mine); ++i) mine(i) = 1.0f;
}

int main()
{
  copy_tile<<<1, 256>>>(nullptr);
  return 0;
}
`;

export const partitionFile = 'partition.cu';
export const variable = 'mine';
export const before = { source: 'Int<128>', text: '(_4,_2):(_32,_1024)' };
export const after = { source: 'Int<64>', text: '(_2,_2):(_32,_512)' };

/** Tiles that divide, as long as nobody edits them. */
const tiles = `#include <cute/tensor.hpp>
using namespace cute;

void tiles()
{
  auto whole = make_layout(make_shape(_128{}, _64{}));
  auto bM = _64{};
  auto tiler = make_shape(bM, _32{});
  auto tiled = zipped_divide(whole, tiler);
}
`;

export const tileFile = 'tiles.cu';

/** One of the examples, to be edited. */
export const exampleFile = 'local_partition.cu';

/** A C++ file that has nothing to do with CuTe. */
const plainCpp = `#include <vector>

int main()
{
  std::vector<int> numbers(8);
  return static_cast<int>(numbers.size());
}
`;

/** A Rust file that has nothing to do with cuTile. */
const plainRust = `fn main() {
    let numbers = vec![0; 8];
    println!("{}", numbers.len());
}
`;

export function writeWorkspace(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cute-lens-workspace-'));
  writeFileSync(join(folder, partitionFile), partition);
  writeFileSync(join(folder, tileFile), tiles);
  writeFileSync(join(folder, 'hovers.cu'), hoverProgram);
  writeFileSync(join(folder, 'plain.cpp'), plainCpp);
  writeFileSync(join(folder, 'plain.rs'), plainRust);
  copyFileSync(join(import.meta.dirname, '..', '..', 'examples', exampleFile), join(folder, exampleFile));
  return folder;
}
