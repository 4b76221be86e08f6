// Puts probes into a fixture so that CuTe itself prints what the annotations claim, on the host: launches become calls
// and CUDA's words go away. Text in, text out. It asks for any characters that are marked, expressions among them, also
// where nothing is predicted yet, and reads the text by itself: what judges the front end must not rest on it. Programs
// that a user verifies are probed by core/src/verify.
import type { Annotation } from '../support/fixture';

export interface Edit {
  readonly at: number;
  readonly text: string;
}
/** What is probed: the name or expression there. */
export type Place = Pick<Annotation, 'start' | 'end'>;

/** The source with a probe for each annotation, for the host. Probe `i` prints annotation `i`. */
export function instrument(source: string, annotations: readonly Annotation[]): string {
  return hostOnly(
    applyEdits(
      source,
      probesFor(
        source,
        annotations,
        annotations.map((_, i) => i),
      ),
    ),
  );
}

/** The probes as edits, for those who add their own. `ids` are the numbers that the probes print. */
export function probesFor(source: string, places: readonly Place[], ids: readonly number[]): Edit[] {
  const code = blankCommentsAndStrings(source);
  return places.map((place, i) => probeFor(source, code, place, ids[i] ?? i));
}

/** Inserts all texts, from the last to the first. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  let out = source;
  for (const edit of [...edits].sort((a, b) => b.at - a.at))
    out = out.slice(0, edit.at) + edit.text + out.slice(edit.at);
  return out;
}

/** Comments, strings and character literals become spaces; offsets stay. */
export function blankCommentsAndStrings(source: string): string {
  return source.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, (text) =>
    text.replace(/[^\n]/g, ' '),
  );
}

function probeFor(source: string, code: string, annotation: Place, id: number): Edit {
  const marked = source.slice(annotation.start, annotation.end);
  const statement = code.slice(statementStart(code, annotation.start), annotation.start);
  const where = insertionPoint(code, annotation.end);
  const isAlias = /^\s*(using|typedef)\b/.test(statement);
  if (scopeAt(code, annotation.start) !== 'function')
    return { at: where, text: ` ${registration(id, marked, statement, isAlias)}` };
  if (/^\s*return\b/.test(statement))
    return { at: statementStart(code, annotation.start), text: ` ::cute_lens_probe(${id}, ${marked}); ` };
  return { at: where, text: ` ::cute_lens_probe(${id}, ${isAlias ? `${marked}{}` : marked});` };
}

/** In a class or a namespace nothing is executed: an object whose constructor prints is required to exist. */
function registration(id: number, marked: string, statement: string, isAlias: boolean): string {
  const integral = /\b(int|bool|unsigned|size_t|long|uint32_t|int64_t)\b/.test(statement.replace(/<.*>/g, ''));
  if (!isAlias && integral) return `static_assert(&::cute_lens_value<${id}, ${marked}>::registered != nullptr, "");`;
  return `static_assert(&::cute_lens_type<${id}, ${isAlias ? marked : `decltype(${marked})`}>::registered != nullptr, "");`;
}

function statementStart(code: string, at: number): number {
  let depth = 0;
  for (let i = at - 1; i >= 0; i--) {
    const c = code[i] ?? '';
    if (')]'.includes(c)) depth++;
    else if ('(['.includes(c)) depth--;
    else if (depth <= 0 && ';{}'.includes(c)) return i + 1;
    else if (depth <= 0 && c === '\n' && /^\s*#/.test(code.slice(code.lastIndexOf('\n', i - 1) + 1, i))) return i + 1;
  }
  return 0;
}

/** After the statement that ends next, or after the brace that opens the body when the text stands in a header. */
function insertionPoint(code: string, from: number): number {
  let depth = 0;
  let lowest = 0;
  for (let i = from; i < code.length; i++) {
    const c = code[i] ?? '';
    const opensBody = c === '{' && lowest < 0 && depth <= lowest && /[)\w]\s*$/.test(code.slice(0, i));
    if (opensBody || (c === ';' && depth <= lowest)) return i + 1;
    if ('([{'.includes(c)) depth++;
    else if (')]}'.includes(c)) lowest = Math.min(lowest, --depth);
  }
  return code.length;
}

/** What encloses the place: a function's body, or a class or namespace (also the file itself). */
function scopeAt(code: string, at: number): 'function' | 'declarations' {
  const open: ('function' | 'declarations')[] = [];
  let start = 0;
  for (let i = 0; i < at; i++) {
    const c = code[i] ?? '';
    if (c === '{') {
      const head = code
        .slice(start, i)
        .replace(/^\s*#.*$/gm, '')
        .replace(/^\s*template\s*<.*?>\s*(?=struct|class|union|using|[\w_])/s, '');
      open.push(
        /^\s*((inline\s+)?namespace|struct|class|union|extern)\b/.test(head) && open.at(-1) !== 'function'
          ? 'declarations'
          : 'function',
      );
    }
    if (c === '}') open.pop();
    if (';{}'.includes(c)) start = i + 1;
  }
  return open.at(-1) ?? (inParameterList(code, at) ? 'function' : 'declarations');
}

function inParameterList(code: string, at: number): boolean {
  const head = code.slice(statementStart(code, at), at);
  return (head.match(/\(/g)?.length ?? 0) > (head.match(/\)/g)?.length ?? 0);
}

/** `k<<<g, b>>>(x)` becomes `cute_lens_launch(g, b), k(x)`; dynamic shared memory becomes an array. */
function hostOnly(source: string): string {
  return source
    .replace(
      /([\w:]+(?:<(?:[^<>;]|<(?:[^<>;]|<[^<>;]*>)*>)*>)?)\s*<<<([\s\S]*?)>>>\s*\(/g,
      '::cute_lens_launch($2), $1(',
    )
    .replace(
      /\bextern\s+__shared__\s+((?:alignas|__align__)\([^)]*\)\s+)?([\w:]+)\s+(\w+)\s*\[\s*\]/g,
      'alignas(128) static $2 $3[1 << 16]',
    );
}

/** Included before every fixture. Thread 0 of block 0 unless the environment says otherwise; the program's own output
 *  stays apart. */
export const PRELUDE = `#include <cute/tensor.hpp>
#include <cute/atom/mma_atom.hpp>
#include <cute/atom/copy_atom.hpp>
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>
template <class T> inline void cute_lens_print(int id, T const& v) {
  std::printf("\\n\\x01%d\\x02", id);
  if constexpr (cute::is_tensor<T>::value) { cute::print(v.layout()); }
  else if constexpr (std::is_same<T, char>::value) { std::printf("'%c'", v); }
  else { cute::print(v); }
  std::printf("\\x04\\n");
}
template <class T> constexpr int cute_lens_probe(int id, T const& v) {
  if (!__builtin_is_constant_evaluated()) cute_lens_print(id, v);
  return 0;
}
template <int Id, class T> struct cute_lens_type { static int registered; };
template <int Id, class T> int cute_lens_type<Id, T>::registered = (cute_lens_print(Id, std::decay_t<T>{}), 0);
template <int Id, auto V> struct cute_lens_value { static int registered; };
template <int Id, auto V> int cute_lens_value<Id, V>::registered = (cute_lens_print(Id, V), 0);
inline uint3 cute_lens_index(char const* name) {
  uint3 index{0, 0, 0};
  if (char const* text = std::getenv(name)) std::sscanf(text, "%u,%u,%u", &index.x, &index.y, &index.z);
  return index;
}
static uint3 const cute_lens_thread = cute_lens_index("CUTE_LENS_THREAD"), cute_lens_block = cute_lens_index("CUTE_LENS_BLOCK");
static dim3 cute_lens_grid_dim, cute_lens_block_dim;
template <class... Rest> void cute_lens_launch(dim3 grid, dim3 block, Rest...) { cute_lens_grid_dim = grid; cute_lens_block_dim = block; }
#undef __global__
#undef __device__
#undef __host__
#undef __shared__
#undef __constant__
#undef __launch_bounds__
#undef __grid_constant__
#undef __forceinline__
#define __global__
#define __device__
#define __host__
#define __shared__
#define __constant__
#define __launch_bounds__(...)
#define __grid_constant__
#define __forceinline__ inline
#define threadIdx cute_lens_thread
#define blockIdx cute_lens_block
#define gridDim cute_lens_grid_dim
#define blockDim cute_lens_block_dim
#define __syncthreads() ((void)0)
#define cudaMalloc(p, n) ((*(p) = (std::remove_reference_t<decltype(*(p))>)std::calloc((n), 1)), cudaSuccess)
#define cudaMallocManaged cudaMalloc
#define cudaFree(p) (std::free((void*)(p)), cudaSuccess)
#define cudaMemcpy(d, s, n, k) (std::memcpy(d, s, n), cudaSuccess)
#define cudaMemset(d, v, n) (std::memset(d, v, n), cudaSuccess)
#define cudaDeviceSynchronize() cudaSuccess
#define cudaGetLastError() cudaSuccess
#define cudaGetErrorString(e) ""
#define cudaFuncSetAttribute(...) cudaSuccess
#define __shfl_xor_sync(mask, x, lane) (x)
#define rsqrtf(x) (1.0f / std::sqrt(x))
`;
