// How the build of a project compiles a file: its macros, architecture and include folders, and when they change.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { printValue } from '../../../core/src/index';
import { onDisk } from '../../../server/src/worker/outside';
import { Session } from '../../../server/src/worker/session';
import { allLanguages } from '../../support/front-end';
import { present } from '../../support/present';
import { scratch } from '../../support/scratch';

const text = `#include <cute/tensor.hpp>
#include "tiles.hpp"
using namespace cute;
#if TARGET == 100
using Tile = Shape<_128, _256>;
#elif TARGET == 120
using Tile = Shape<_128, _128>;
#endif
auto made = make_layout(Tile{});
#if __CUDA_ARCH__ >= 1000
auto arch = Layout<Int<1000>>{};
#else
auto arch = Layout<Int<900>>{};
#endif
auto tiles = Layout<Width>{};
`;

interface Desk {
  readonly list: (command: string) => void;
  /** What some declarations are, after the file was analysed. */
  readonly shown: (section?: object) => Readonly<Record<string, string>>;
}

async function desk(): Promise<Desk> {
  const folder = scratch('build');
  mkdirSync(join(folder, 'build'));
  mkdirSync(join(folder, 'tiles'));
  const file = join(folder, 'gemm.cu');
  const uri = pathToFileURL(file).href;
  writeFileSync(file, text);
  // A file that is called like a folder of builds.
  writeFileSync(join(folder, 'out-of-bounds.cu'), '');
  writeFileSync(join(folder, 'tiles/tiles.hpp'), 'using Width = cute::Int<WIDTH>;\n');
  const outside = onDisk({ wake: () => undefined, log: (bug) => expect.unreachable(bug) });
  const session = new Session({
    frontEnd: await allLanguages(),
    outside,
    log: (bug) => expect.unreachable(bug),
    wake: () => undefined,
    isWatched: () => true,
    now: () => performance.now(),
  });
  session.didOpen(uri, 'cuda-cpp', 1, text);
  return {
    list: (command) => {
      const entries = [{ directory: join(folder, 'build'), file, command }];
      writeFileSync(join(folder, 'build/compile_commands.json'), JSON.stringify(entries));
      outside.changed();
      session.outsideChanged([join(folder, 'build/compile_commands.json')]);
    },
    shown: (section = {}) => {
      session.configure(uri, { section }, folder);
      session.run(uri, { interrupt: () => 'go on', began: () => undefined });
      const { analysis } = present(session.look(uri));
      const facts = analysis.facts.get(file) ?? [];
      return Object.fromEntries(
        ['made', 'arch', 'tiles'].map((name) => {
          const fact = facts.find((one) => one.name === name && one.role === 'declaration');
          const value = fact?.seen[0]?.value;
          return [name, value ? printValue(value) : ''];
        }),
      );
    },
  };
}

test('its macros, architecture and include folders decide what is evaluated', async () => {
  const { list, shown } = await desk();
  list('nvcc -DTARGET=100 -D WIDTH=64 -I../tiles -gencode arch=compute_100a,code=sm_100a -c ../gemm.cu');
  expect(shown()).toEqual({ made: '(_128,_256):(_1,_128)', arch: '_1000:_1', tiles: '_64:_1' });
  list('nvcc -DTARGET=120 -D WIDTH=32 -I../tiles -arch=sm_80 -arch=sm_120 -c ../gemm.cu');
  expect(shown()).toEqual({ made: '(_128,_128):(_1,_128)', arch: '_1000:_1', tiles: '_32:_1' });
  list('nvcc -DTARGET=120 -D WIDTH=32 -I../tiles -arch=sm_80 -arch=sm_90a -c ../gemm.cu');
  expect(shown()).toMatchObject({ arch: '_900:_1' });
  expect(shown({ arch: 'sm_100' })).toMatchObject({ arch: '_1000:_1' });
});

test("what the build does not say, the user's values do", async () => {
  const { list, shown } = await desk();
  list('nvcc -DWIDTH=16 -I../tiles -c ../gemm.cu');
  expect(shown()).toEqual({ made: '?', arch: '_900:_1', tiles: '_16:_1' });
  expect(shown({ defines: { TARGET: 120 } })).toMatchObject({ made: '(_128,_128):(_1,_128)' });
});
