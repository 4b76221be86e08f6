// Headers of CUTLASS are read declaration by declaration, when a program asks for their names. The headers here are
// written for these tests, in the shapes that CUTLASS's have.
import { expect, test } from 'vitest';
import { Abandoned, analyze, factText, type Analysis } from '../../../core/src/index';
import { assumptionsOf } from '../../../server/src/assumptions';
import { Disk, type DiskOptions } from '../../../server/src/disk';
import { cutlassFolders } from '../../../server/src/includes';
import { Sources, type SourceSet } from '../../../server/src/sources';
import { cudaFrontEnd } from '../../support/front-end';

const dispatch = `#pragma once
namespace cutlass::arch { struct Sm90 { static constexpr int kMin = 90; }; struct Sm80 {}; }
namespace cutlass { enum class Rounding { nearest = 2, zero }; }
namespace cutlass { namespace fusion {
template <class D, class C = D, Rounding R = Rounding::nearest> struct Linear { using Element = D; };
} }
`;

const builders = `#pragma once
#include "cutlass/gemm/dispatch.hpp"
#if defined(WIDE)
#define TILE_ROWS 128
#else
#define TILE_ROWS 64
#endif
namespace cutlass::gemm::collective {
using namespace cute;
template <class Arch, class Element, class Fusion, class Enable = void> struct Builder;
template <class Element, class Fusion, class Enable = void> struct Mainloop { using Layout = cute::Layout<_1>; };
${' '.repeat(3)}
template <class Element, class D, class C, Rounding R>
struct Mainloop<Element, fusion::Linear<D, C, R>> {
  // The body is longer than what is read at once.
  static constexpr int Rows = TILE_ROWS;
  static constexpr int Bits = sizeof_bits_v<Element>;
  using Atom = cute::Layout<cute::Shape<_8, Int<128 / Bits>>, cute::Stride<Int<128 / Bits>, _1>>;
  using Layout = decltype(tile_to_shape(Atom{}, make_shape(Int<Rows>{}, _64{})));
  CUTLASS_HOST_DEVICE static constexpr auto rows() { return Int<Rows>{}; }
};
template <class Element, class Fusion>
struct Builder<arch::Sm90, Element, Fusion, cute::enable_if_t<cute::is_any_of_v<Element, float, cutlass::half_t>>> {
  using CollectiveOp = Mainloop<Element, Fusion>;
};
CUTLASS_HOST_DEVICE constexpr auto unused(int x) { return x + no_such_name; }
template <class T> CUTLASS_HOST_DEVICE constexpr int bits_of() { return sizeof_bits_v<T>; }
}
`;

const main = `#include "cute/tensor.hpp"
#include "cutlass/gemm/builders.hpp"
using namespace cute;
using Op = typename cutlass::gemm::collective::Builder<
    cutlass::arch::Sm90, cutlass::half_t, cutlass::fusion::Linear<float>>::CollectiveOp;
using Tile = typename Op::Layout;
constexpr int bits = cutlass::gemm::collective::bits_of<float>();
`;

const texts = (): Record<string, string> => ({
  '/c/include/cutlass/gemm/dispatch.hpp': dispatch,
  '/c/include/cutlass/gemm/builders.hpp': builders,
  '/p/main.cu': main,
});

function filesOf(all: Record<string, string>): NonNullable<DiskOptions['files']> {
  return { stampOf: (file) => all[file], read: (file) => all[file] };
}

async function opened(all: Record<string, string>, entry = '/p/main.cu'): Promise<Opened> {
  const frontEnd = await cudaFrontEnd();
  const sources = new Sources(frontEnd, new Disk({ files: filesOf(all), isWatched: () => true }));
  sources.open(entry, all[entry] ?? '');
  const assumptions = assumptionsOf(
    { args: '', defines: {}, thread: [0, 0, 0], block: [0, 0, 0], arch: 900 },
    frontEnd,
  );
  const collect = (): SourceSet => sources.collect(entry, { includePaths: [], cutlass: ['/c/include'] }, 900);
  const look = (): Seen => {
    const set = collect();
    return { set, analysis: analyze({ entry, ...set, assumptions }) };
  };
  const abandoned = (polls: number): boolean => {
    let left = polls;
    try {
      analyze({ entry, ...collect(), assumptions, interrupt: () => (left-- > 0 ? 'go on' : 'abandon') });
      return false;
    } catch (error) {
      expect(error).toBeInstanceOf(Abandoned);
      return true;
    }
  };
  return { sources, look, abandoned };
}

interface Opened {
  readonly sources: Sources;
  readonly look: () => Seen;
  /** Analyses, and abandons it when the host is asked so often; whether it was. */
  readonly abandoned: (polls: number) => boolean;
}

interface Seen {
  readonly set: SourceSet;
  readonly analysis: Analysis;
}

function textOf({ analysis }: Seen, name: string, file = '/p/main.cu'): string | undefined {
  const fact = analysis.facts.get(file)?.find((one) => one.name === name && one.role !== 'use');
  return fact?.seen[0] && factText(fact.seen[0].value);
}

test('a collective is what its specialisation in a header says, chosen by its traits', async () => {
  const seen = (await opened(texts())).look();
  expect(seen.analysis.bugs).toEqual([]);
  expect(textOf(seen, 'Tile')).toBe('((_8,_8),(_8,_8)):((_8,_64),(_1,_512))');
  expect(textOf(seen, 'bits')).toBe('32');
});

test('what of a header was being read when the host abandoned the analysis is read again', async () => {
  const { look, abandoned } = await opened(texts());
  let polls = 0;
  while (abandoned(polls)) polls++;
  const seen = look();
  expect(polls).toBeGreaterThan(10);
  expect(seen.analysis.bugs).toEqual([]);
  expect([textOf(seen, 'Tile'), textOf(seen, 'bits')]).toEqual(['((_8,_8),(_8,_8)):((_8,_64),(_1,_512))', '32']);
});

test('what a library makes and ends among the elements of a vector writes to no variable of the program', async () => {
  const all = texts();
  all['/c/include/cutlass/host.h'] = `#pragma once
namespace cutlass { template <class T> struct Host { T* data; Host() : data(nullptr) {} ~Host() { data = nullptr; } }; }
`;
  all['/p/main.cu'] = `#include <vector>
#include "cutlass/host.h"
int counted = 0;
struct Own { ~Own() { ++counted; } };
int main() {
  std::vector<cutlass::Host<float>> plain;
  std::vector<cutlass::Host<Own>> other;
  counted = 1;
  plain.push_back(cutlass::Host<float>{});
  int before = counted;
  other.push_back(cutlass::Host<Own>{});
  int after = counted;
}
`;
  const seen = (await opened(all)).look();
  expect(textOf(seen, 'before')).toBe('1');
  expect(textOf(seen, 'after')).not.toBe('1');
});

test('macros that the including file defines reach into the header', async () => {
  const all = texts();
  all['/p/main.cu'] = `#define WIDE\n${main}`;
  expect(textOf((await opened(all)).look(), 'Tile')).toBe('((_8,_16),(_8,_8)):((_8,_64),(_1,_1024))');
});

test('nothing of a header is an entry point or evaluated for its own sake, and an edit reads nothing again', async () => {
  const { sources, look } = await opened(texts());
  const first = look();
  expect(first.set.files.get('/c/include/cutlass/gemm/builders.hpp')?.items).toEqual([]);
  expect(first.analysis.instances.map(({ label }) => label).filter((label) => label.startsWith('unused'))).toEqual([]);
  sources.edit('/p/main.cu', [{ start: main.length, end: main.length, text: 'int more;\n' }]);
  const second = look();
  for (const [file, program] of first.set.files)
    if (file !== '/p/main.cu') expect(second.set.files.get(file)).toBe(program);
  expect(textOf(second, 'Tile')).toBe(textOf(first, 'Tile'));
});

test('a header of the library that is looked at itself is read as a whole', async () => {
  const entry = '/c/include/cutlass/gemm/builders.hpp';
  const { set } = (await opened(texts(), entry)).look();
  expect(set.files.get(entry)?.latent).toBeUndefined();
  expect(set.files.get(entry)?.items.length).toBeGreaterThan(0);
});

test('without CUTLASS nothing of it is read', async () => {
  const { '/p/main.cu': text } = texts();
  const { look } = await opened({ '/p/main.cu': text ?? '' });
  const { set, analysis } = look();
  expect([...set.files.keys()]).toEqual(['/p/main.cu']);
  expect(analysis.bugs).toEqual([]);
});

test('CUTLASS is looked for where the user says and nowhere else', () => {
  expect(cutlassFolders('/x/cutlass', '/w')).toEqual(['/x/cutlass/include', '/x/cutlass/tools/util/include']);
  expect(cutlassFolders('', '/w')).toContain('/w/third_party/cutlass/include');
});

test('a class that derives from aligned_struct is as large as its alignment asks', async () => {
  const all = texts();
  all['/p/main.cu'] = `#include "cute/tensor.hpp"
struct Tensors : cute::aligned_struct<128, cute::_0> { cute::array_aligned<float, 40> data; };
struct Storage { Tensors tensors; uint64_t barriers[4]; };
constexpr int tensors = sizeof(Tensors);
constexpr int storage = sizeof(Storage);
constexpr int alone = sizeof(cute::aligned_struct<64>);
`;
  const seen = (await opened(all)).look();
  // As g++ has it with CuTe's own header.
  expect(['tensors', 'storage', 'alone'].map((name) => textOf(seen, name))).toEqual(['256', '384', '64']);
});

test('a program that adds to a namespace of CUTLASS sees the names of its headers before that, too', async () => {
  const all = texts();
  all['/c/include/cutlass/layout/matrix.h'] = `#pragma once
namespace cutlass { namespace layout { struct RowMajor { static int const rank = 2; }; } template <class T> constexpr int twice(T x) { return 2 * x; } }
`;
  all['/p/common.h'] = `#include "cutlass/layout/matrix.h"
template <class T> constexpr int ranks(T x) { return cutlass::layout::RowMajor::rank + cutlass::twice(x); }
`;
  all['/p/added.h'] = `namespace cutlass { struct Added {}; inline int twice(Added) { return 0; } }
`;
  all['/p/main.cu'] = `#include "common.h"
#include "added.h"
auto r = ranks(20);
`;
  expect(textOf((await opened(all)).look(), 'r')).toBe('42');
});

test("cutlass::Coord is the class of CUTLASS's header, and no coordinate of CuTe", async () => {
  const all = texts();
  all['/c/include/cutlass/coord.h'] = `#pragma once
namespace cutlass {
template <int Rank, class Index = int> struct Coord {
  Index idx[Rank];
  Coord(Index const (&of)[Rank]) { for (int i = 0; i < Rank; ++i) idx[i] = of[i]; }
  Index const& operator[](int i) const { return idx[i]; }
};
inline Coord<2> make_Coord(int a, int b) { int values[2] = {a, b}; return Coord<2>(values); }
}
`;
  all['/p/main.cu'] = `#include "cute/tensor.hpp"
#include "cutlass/coord.h"
auto c = cutlass::make_Coord(3, 4);
auto r = c[1];
using cute::Coord;
Coord<int, int> own = cute::make_coord(5, 6);
`;
  const seen = (await opened(all)).look();
  expect(textOf(seen, 'r')).toBe('4');
  expect(textOf(seen, 'own')).toBe('(5,6)');
});
