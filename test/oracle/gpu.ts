// The GPU oracle: copies of the examples with a probe at each annotation, compiled by nvcc and run on a GPU, and what
// they printed there as records that tests replay. Knows nothing of our evaluator.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, type Annotation, type Fixture } from '../support/fixture';
import { withProbes } from './instrument';

/** What a GPU printed of one example: `test/gpu/<example>.json`. */
export interface GpuRecord {
  readonly example: string;
  /** Of the text that was compiled: a fixture's `hash`. */
  readonly hash: string;
  readonly device: string;
  readonly driver: string;
  readonly cuda: string;
  readonly cutlass: string;
  readonly day: string;
  /** What the example itself printed, without probes. */
  readonly output: readonly string[];
  readonly exit: number;
  readonly values: readonly GpuValue[];
}

/** The threads of the first block that were asked: the second because a swizzle's strides depend on the thread. */
export const SAMPLES = [0, 37] as const;

/**
 * What `cute::print` wrote for the characters `name` that begin at `line` and `column`: for each thread that was asked
 * its texts, each once, in order. Where the first thread and another wrote the same, only the first is listed; no text
 * means that the blocks have no such thread.
 */
export interface GpuValue {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly name: string;
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

const FOLDER = join(ROOT, 'test/gpu');

export function readGpuRecords(): GpuRecord[] {
  if (!existsSync(FOLDER)) return [];
  return readdirSync(FOLDER).filter((file) => file.endsWith('.json')).sort().map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as GpuRecord);
}

/** The files of an example with their probes. Probe `i` is the place `i` of `askedPlaces`. */
export function probedFiles(fixture: Fixture): { readonly name: string; readonly text: string }[] {
  const asked = askedPlaces(fixture);
  return fixture.files.map((file) => {
    const mine = asked.filter((annotation) => annotation.file === file.name);
    return { name: file.name, text: withProbes(file.text, mine, mine.map((annotation) => asked.indexOf(annotation))) };
  });
}

/** One annotation for each marked place. */
export function askedPlaces(fixture: Fixture): Annotation[] {
  const seen = new Set<string>();
  return fixture.annotations.filter(({ file, start, end }) => {
    const place = `${file}:${start}:${end}`;
    if (seen.has(place)) return false;
    seen.add(place);
    return true;
  });
}

/** What the probed programs printed, one for each of `SAMPLES`, by place. */
export function readValues(fixture: Fixture, printed: readonly string[]): GpuValue[] {
  const byThread = printed.map(textsById);
  return askedPlaces(fixture).map((annotation, i) => {
    const [first = [], ...others] = byThread.map((texts) => texts.get(i) ?? []);
    const differing = others.map((texts, n): [string, readonly string[]] => [String(SAMPLES[n + 1]), texts]).filter(([, texts]) => texts.join('\n') !== first.join('\n'));
    return { ...placeOf(fixture, annotation), texts: { [SAMPLES[0]]: first, ...Object.fromEntries(differing) } };
  });
}

function textsById(printed: string): Map<number, string[]> {
  const texts = new Map<number, string[]>();
  for (const [, id, text = ''] of printed.matchAll(/\x01(\d+)\x02([^\x04]*)\x04/g)) {
    const list = texts.get(Number(id)) ?? [];
    if (!list.includes(text)) list.push(text);
    texts.set(Number(id), list);
  }
  return texts;
}

/** Where an annotation's marked characters stand, as records name it. */
export function placeOf(fixture: Fixture, { file, start, end }: Annotation): Omit<GpuValue, 'texts'> {
  const text = fixture.files.find(({ name }) => name === file)?.text ?? '';
  const before = text.slice(0, start).split('\n');
  return { file, line: before.length, column: (before.at(-1) ?? '').length + 1, name: text.slice(start, end) };
}

/** Included before every probed example: thread CUTE_LENS_THREAD of the first block prints, and the host. */
export const GPU_PRELUDE = `#include <cute/tensor.hpp>
#include <cstdio>
#include <type_traits>
template <class T> CUTE_HOST_DEVICE void cute_lens_print(int id, T const& v) {
  printf("\\n\\x01%d\\x02", id);
  if constexpr (cute::is_tensor<T>::value) { cute::print(v.layout()); }
  else if constexpr (std::is_same<T, bool>::value) { cute::print(int(v)); }
  else { cute::print(v); }
  printf("\\x04\\n");
}
template <class T> CUTE_HOST_DEVICE constexpr int cute_lens_probe(int id, T const& v) {
  if (!__builtin_is_constant_evaluated()) {
#if defined(__CUDA_ARCH__)
    if (cute::thread(CUTE_LENS_THREAD, 0)) cute_lens_print(id, v);
#else
    cute_lens_print(id, v);
#endif
  }
  return 0;
}
template <int Id, class T> struct cute_lens_type { static int registered; };
template <int Id, class T> int cute_lens_type<Id, T>::registered = (cute_lens_print(Id, std::decay_t<T>{}), 0);
template <int Id, auto V> struct cute_lens_value { static int registered; };
template <int Id, auto V> int cute_lens_value<Id, V>::registered = (cute_lens_print(Id, V), 0);
`;
