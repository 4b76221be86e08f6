// The judges of the language: g++ and clang++. What a variable is counts only where both compile the program and agree.
import { runPrograms, type Mend, type Printed, type Ran } from '../programs/host';
import { marksOf } from '../programs/marks';
import type { Source } from '../programs/generate';
import type { Host } from '../host';
import { JUDGE } from './pool';

/** Values as texts that compare: static integers as `_3`, integers, enumerators, characters and `bool` as `3`, floating
 *  numbers as `~` and all their digits, what CuTe prints as CuTe prints it. */
const PRELUDE = `#include <cute/tensor.hpp>
#include <cuda_runtime.h>
#include <algorithm>
#include <array>
#include <bit>
#include <climits>
#include <cmath>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>
template <class T> void cute_lens_number(T v) {
  if constexpr (std::is_enum_v<T>) cute_lens_number(static_cast<std::underlying_type_t<T>>(v));
  else if constexpr (std::is_floating_point_v<T>) std::printf("~%.17g", double(v));
  else if constexpr (std::is_same_v<T, bool>) std::printf("%d", int(v));
  else if constexpr (std::is_unsigned_v<T>) std::printf("%llu", (unsigned long long)v);
  else std::printf("%lld", (long long)v);
}
template <class T, T V> constexpr std::true_type cute_lens_constant(std::integral_constant<T, V> const*);
template <auto V> constexpr std::true_type cute_lens_constant(cute::C<V> const*);
constexpr std::false_type cute_lens_constant(...);
template <class T> void cute_lens_seen(int id, T const& v) {
  static int left = 2000;
  if (--left < 0) std::_Exit(3);
  std::printf("\\n\\x01%d\\x02", id);
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) cute_lens_number(v);
  else if constexpr (decltype(cute_lens_constant(&v))::value) { std::printf("_"); cute_lens_number(T::value); }
  else if constexpr (cute::is_tensor<T>::value) cute::print(v.layout());
  else cute::print(v);
  std::printf("\\x04\\n");
}
`;

const FLAGS = ['-std=c++20', `-D${JUDGE}`, '-w', '-Werror=return-type'];

/** The two compilers. */
export const judges = (host: Host): readonly [Host, Host] => [
  {
    ...host,
    compiler: process.env['CXX'] ?? 'g++',
    prelude: PRELUDE,
    flags: [
      ...FLAGS,
      '-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero',
      '-fsanitize-undefined-trap-on-error',
    ],
  },
  { ...host, compiler: process.env['CLANGXX'] ?? 'clang++', prelude: PRELUDE, flags: [...FLAGS, '-ferror-limit=0'] },
];

/** A program as both accept it, with what is printed at its marks: nothing where they differ. */
export type Judged =
  { readonly source: Source; readonly printed: Printed; readonly disputed: number } | { readonly refused: string };

/** Takes lines of `main` out that do not compile. */
export const mend: Mend = ({ id, text }, lines) => {
  const all = text.split('\n');
  const start = all.findIndex((line) => line.startsWith('int main('));
  const bad = new Set(lines.filter((at) => at > start && !/\{$|^\s*\}/.test(all[at] ?? '')));
  if (bad.size === 0) return undefined;
  return { id, text: all.filter((_, at) => !bad.has(at)).join('\n') };
};

type Accepted = Extract<Ran, { readonly source: Source }>;

/** What both compilers say; each program is as the second of them left it. A compiler sees a program once more only
 *  where the other one took lines out of it. */
export async function judge(host: Host, sources: readonly Source[]): Promise<readonly Judged[]> {
  const refused = new Map<string, string>();
  const answers = judges(host).map((compiler) => ({ compiler, accepted: new Map<string, Accepted>() }));
  let now: readonly Source[] = sources;
  for (let round = 0; round < 4; round++)
    for (const { compiler, accepted } of answers) {
      const open = now.filter(({ id, text }) => accepted.get(id)?.source.text !== text);
      const ran = await runPrograms(compiler, open, mend);
      ran.forEach((one, i) => {
        const id = open[i]?.id ?? '';
        if ('printed' in one) accepted.set(id, one);
        else refused.set(id, 'refused' in one ? one.refused : one.crashed);
      });
      now = now.flatMap(({ id }) => (refused.has(id) ? [] : (accepted.get(id)?.source ?? [])));
    }
  return sources.map(({ id }): Judged => {
    const [a, b] = answers.map(({ accepted }) => accepted.get(id));
    if (refused.has(id) || !a || !b || a.source.text !== b.source.text)
      return { refused: refused.get(id) ?? 'the compilers differ' };
    return agreed(b.source, a.printed, b.printed);
  });
}

function agreed(source: Source, a: Printed, b: Printed): Judged {
  let disputed = 0;
  const printed = marksOf(source).map(({ id }) => {
    const [one, other] = [a[id] ?? [], b[id] ?? []];
    if (one.join('\n') === other.join('\n')) return one;
    disputed++;
    return [];
  });
  return { source, printed, disputed };
}
