// The program that real editors open in the tests of this folder: one finding with a repair, one launch, one value
// worth a hover.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const program = `#include <cute/tensor.hpp>
using namespace cute;

__global__ void copy_tile(float* data)
{
  auto tile = make_tensor(make_gmem_ptr(data), make_shape(_128{}, _16{}));
  auto threads = make_layout(make_shape(_32{}, _8{}));
  auto mine = local_partition(tile, threads, threadIdx.x); // (4,4)
}

int main() {
  copy_tile<<<1, 256>>>(nullptr);
  return 0;
}
`;

/** The value that the tests hover, and what CuTe prints for its layout. */
export const hovered = { name: 'mine', text: '(_4,_2):(_32,_1024)' };

/** Writes the program into a new folder, and gives its path. */
export function writeProgram(name = 'copy_tile.cu'): string {
  const file = join(mkdtempSync(join(tmpdir(), 'cute-lens-editor-')), name);
  writeFileSync(file, program);
  return file;
}

/** Whether an editor is on the machine. Where EDITORS says that all must be there, as in CI, one that is not is an
 *  error. */
export function hasEditor(command: string, args: readonly string[]): boolean {
  const isThere = spawnSync(command, args, { encoding: 'utf8' }).status === 0;
  if (!isThere && process.env['EDITORS'] === 'required') throw new Error(`${[command, ...args].join(' ')} fails`);
  return isThere;
}
