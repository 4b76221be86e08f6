// Idioms of predicates in registers: what sets them, what may share their elements, and the copies that they guard.
import type { KernelDraft } from './kernel';
import { condition, integer, sizes, threadNames, type Idiom } from './words';

/** Statements that set some elements of \`p\`, a tensor of \`count\` truth values, or make another name for them. */
function changed(draft: KernelDraft, p: string, count: number, names: readonly string[]): readonly string[] {
  const { rng } = draft;
  const [k, q] = [draft.name('k'), draft.name('q')];
  const holds = condition(draft, names, 1);
  const at = (): string => `int(unsigned(${integer(draft, names, 1)}) % ${count}u)`;
  const fixed = (): string => String(rng.int(0, count - 1));
  const each = (body: string): string => `for (int ${k} = 0; ${k} < ${count}; ++${k}) ${body}`;
  switch (rng.int(0, 15)) {
    case 0:
      return [each(`${p}(${k}) = ${condition(draft, [...names, k], 1)};`)];
    case 1:
      return [`if (${holds}) ${p}(${at()}) = ${rng.pick(['true', 'false'])};`];
    case 2:
      return [`Tensor ${q} = ${p};`, `${q}(${fixed()}) = ${holds};`];
    case 3:
      return [`Tensor ${q} = make_tensor(${p}.data(), Layout<Int<${count}>>{});`, `${q}(${fixed()}) = ${holds};`];
    case 4:
      return [`auto ${q} = [&](auto& t) { t(${fixed()}) = ${holds}; };`, `${q}(${p});`];
    case 5:
      return [`auto ${q} = [&](auto t) { t(${fixed()}) = ${holds}; };`, `${q}(${p});`];
    case 6:
      return [`auto ${q} = [=]() mutable { ${p}(${fixed()}) = true; };`, `${q}();`];
    case 7:
      return [`auto ${q} = [&]() { ${p}(${at()}) = ${rng.pick(['true', 'false'])}; };`, `if (${holds}) ${q}();`];
    case 8:
      return [`auto ${q} = make_tuple(${p}, 1);`, `get<0>(${q})(${fixed()}) = ${holds};`];
    case 9:
      return [`auto ${q} = ${p}(${fixed()});`, `${q} = ${holds};`];
    case 10:
      return [`bool ${q} = ${p}(${fixed()});`, `${p}(${fixed()}) = !${q};`];
    case 11:
      return [rng.pick([`clear(${p});`, `fill(${p}, ${holds});`])];
    case 12:
      return [`Tensor ${q} = make_tensor<bool>(shape(${p}));`, `fill(${q}, ${holds});`, `${p} = ${q};`];
    case 13:
      return [`auto&& ${q} = ${p};`, `${q}(${fixed()}) = ${q}(${fixed()}) && ${holds};`];
    case 14:
      return [`struct S${q} { decltype(${p})& t; };`, `S${q} ${q}{${p}};`, `${q}.t(${fixed()}) = ${holds};`];
    default:
      return [`while (${p}(${fixed()})) { ${p}(${fixed()}) = false; break; }`];
  }
}

export const predicates: Idiom = (draft) => {
  const { rng } = draft;
  const type = rng.pick(['float', 'int', 'double', 'int16_t']);
  const size = sizes[type] ?? 4;
  const [width, rest] = [rng.pick([1, 2, 4].filter((n) => n * size <= 16)), rng.pick([2, 3, 4, 6])];
  const whole = size * width === 16 ? 'uint128_t' : `uint${size * width * 8}_t`;
  const all = draft.threads * width * rest;
  const [a, b] = [draft.global(type, all), rng.chance(0.4) ? draft.shared(type, all) : draft.global(type, all)];
  const names = threadNames(draft);
  const layout = `make_layout(make_shape(Int<${width}>{}, Int<${rest}>{}), make_stride(Int<1>{}, Int<${width * draft.threads}>{}))`;
  const part = (memory: string, of: string, pointer: string): string =>
    `Tensor ${of} = make_tensor(${pointer}(${memory} + ${width} * threadIdx.x), ${layout});`;
  const [s, d, p] = [draft.name('s'), draft.name('d'), draft.name('p')];
  draft.run(part(a, s, 'make_gmem_ptr'), part(b, d, 'make_gmem_ptr'));
  const repeats = rng.chance(0.3) && width > 1;
  // One value for each vector, and as many elements as the tensors have.
  const isByVector = width > 1 && rng.chance(0.5);
  const [groups, elements] = isByVector ? [rest, repeats ? 1 : rest] : [width * rest, repeats ? width : width * rest];
  const made = isByVector
    ? `make_tensor<bool>(make_shape(Int<1>{}, Int<${rest}>{}), make_stride(Int<0>{}, Int<${repeats ? 0 : 1}>{}))`
    : `make_tensor<bool>(make_shape(Int<${width}>{}, Int<${rest}>{})${repeats ? ', make_stride(Int<1>{}, Int<0>{})' : ''})`;
  draft.run(`Tensor ${p} = ${made};`);
  const k = draft.name('k');
  draft.run(`for (int ${k} = 0; ${k} < ${groups}; ++${k}) ${p}(${k}) = ${condition(draft, [...names, k], 1)};`);
  for (let i = rng.int(0, 3); i > 0; i--) draft.run(...changed(draft, p, elements, names));
  const atom = `Copy_Atom<UniversalCopy<${whole}>, ${type}>{}`;
  const coordinates = `make_identity_tensor(make_shape(Int<${width}>{}, Int<${rest}>{}))`;
  if (isByVector) return draft.run(`copy_if(${atom}, ${p}, ${s}, ${d});`);
  switch (rng.int(0, 4)) {
    case 0:
      return draft.run(`for (int ${k} = 0; ${k} < size(${p}); ++${k}) if (${p}(${k})) ${d}(${k}) = ${s}(${k});`);
    case 1:
      return draft.run(
        `auto f${k} = [&](auto c) { return get<0>(c) + get<1>(c) * ${rng.int(1, 4)} < int(threadIdx.x) % ${rng.int(2, 9)}; };`,
        `copy_if(cute::lazy::transform(${coordinates}, f${k}), ${s}, ${d});`,
      );
    case 2:
      return draft.run(`copy_if(${atom}, ${p}, ${s}, ${d});`);
    default:
      return draft.run(`copy_if(${p}, ${s}, ${d});`);
  }
};
