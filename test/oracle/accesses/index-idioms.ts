// Idioms of plain index arithmetic: arrays, pointers, objects in shared memory, functions.
import type { KernelDraft } from './kernel';
import { block, condition, integer, place, threadNames, types, type Idiom } from './words';

function access(
  draft: KernelDraft,
  names: readonly string[],
  type: string,
  buffers: readonly string[],
  count: number,
): string {
  const { rng } = draft;
  const [to, from] = [rng.pick(buffers), rng.pick(buffers)];
  const at = (): string => place(draft, names, count);
  switch (rng.int(0, 6)) {
    case 0:
      return `${to}[${at()}] = ${type}(1);`;
    case 1:
      return `${to}[${at()}] += ${from}[${at()}];`;
    case 2:
      return `{ ${type}* at = ${to} + ${at()}; *at = ${from}[${at()}]; }`;
    case 3:
      return `{ auto v = ${from}[${at()}]; ${to}[${at()}] = v; }`;
    case 4:
      return `*(${to} + ${at()}) = ${from}[${at()}];`;
    default:
      return `${to}[${at()}] = ${from}[${at()}];`;
  }
}

export const arithmetic: Idiom = (draft) => {
  const { rng } = draft;
  const type = rng.pick(types);
  const count = rng.pick([64, 100, 128, 256, 300]);
  const buffers = [draft.global(type, count), rng.chance(0.5) ? draft.shared(type, count) : draft.global(type, count)];
  const names = threadNames(draft);
  if (rng.chance(0.5)) {
    const tid = draft.name('tid');
    draft.run(
      `int ${tid} = ${rng.pick(['threadIdx.x + blockIdx.x * blockDim.x', 'threadIdx.x', 'threadIdx.x / 32', 'threadIdx.x % 32', 'threadIdx.x + threadIdx.y * blockDim.x'])};`,
    );
    names.push(tid, tid);
  }
  if (rng.chance(0.3)) names.push(draft.number(rng.int(0, 40)));
  if (rng.chance(0.2)) draft.run(`if (${condition(draft, names, 1)}) return;`);
  for (let i = rng.int(1, 3); i > 0; i--) {
    draft.run(...block(draft, names, 2, (known) => access(draft, known, type, buffers, count)));
    if (rng.chance(0.3)) draft.run('__syncthreads();');
  }
};

export const functions: Idiom = (draft) => {
  const { rng } = draft;
  const type = rng.pick(types);
  const f = draft.name('f');
  const count = 256;
  const g = draft.global(type, count);
  const body = block(draft, ['i', 'j', 'int(threadIdx.x)'], 1, (known) =>
    access(draft, known, type, ['p', 'q'], count),
  );
  const result = integer(draft, ['i', 'j'], 2);
  draft.declare(
    rng.chance(0.5)
      ? `template <class T> __device__ int ${f}(T* p, ${type}* q, int i, int j = ${rng.int(0, 9)}) {`
      : `__device__ int ${f}(${type}* p, ${type}* q, int i, int j = ${rng.int(0, 9)}) {`,
    ...(rng.chance(0.4) ? [`if (${condition(draft, ['i', 'j'], 1)}) return ${integer(draft, ['i', 'j'], 1)};`] : []),
    ...body,
    `return ${result};`,
    '}',
  );
  const h = rng.chance(0.5) ? g : draft.shared(type, count);
  const names = threadNames(draft);
  draft.run(
    `int r = ${f}(${g}, ${h}, ${integer(draft, names, 2)});`,
    `${g}[r & 255] = ${h}[${f}(${h}, ${g}, r, ${integer(draft, names, 1)}) & 255];`,
  );
};

export const vectors: Idiom = (draft) => {
  const { rng } = draft;
  const g = draft.global('float', 512);
  const h = rng.chance(0.5) ? draft.shared('float', 512) : draft.global('float', 512);
  const names = threadNames(draft);
  const v = rng.pick(['float4', 'float2', 'uint128_t', 'uint64_t']);
  const most = v === 'float4' || v === 'uint128_t' ? 127 : 255;
  draft.run(
    `auto p = reinterpret_cast<${v}*>(${g});`,
    `auto q = reinterpret_cast<${v}${rng.pick([' const', ''])}*>(${h});`,
  );
  draft.run(
    ...block(
      draft,
      names,
      2,
      (known) => `p[${integer(draft, known, 2)} & ${most}] = q[${integer(draft, known, 2)} & ${most}];`,
    ),
  );
};

/** Objects in shared memory, with arrays and numbers. */
export const storage: Idiom = (draft) => {
  const { rng } = draft;
  const type = draft.name('Storage');
  draft.declare(
    `struct ${type} {`,
    rng.pick(['char lead;', '', 'short lead[3];']),
    rng.pick([
      'alignas(16) float a[64];',
      'float a[64];',
      'cute::array<float, 64> a;',
      'alignas(128) cute::array_aligned<float, 64> a;',
    ]),
    rng.pick(['int b[2][32];', 'struct { int b[2][32]; };', 'union { int b[2][32]; double other[20]; };']),
    'int c;',
    '};',
  );
  const s = draft.shared(type, '');
  const two = draft.shared('float', '[8][33]');
  const g = draft.global('float', 256);
  const names = threadNames(draft);
  const at = (known: readonly string[], most: number): string => `(${integer(draft, known, 2)}) & ${most}`;
  if (rng.chance(0.5)) draft.run(`auto& a = ${s}.a;`);
  else draft.run(`float* a = &${s}.a[0];`);
  if (rng.chance(0.5))
    draft.run(
      `Tensor t = make_tensor(make_smem_ptr(&${s}.a[0]), Shape<_8, _8>{}${rng.pick(['', ', LayoutRight{}'])});`,
    );
  else draft.run(`Tensor t = make_tensor(make_smem_ptr(&${two}[0][0]), Shape<_8, _32>{}, Stride<Int<33>, _1>{});`);
  const leaf = (known: readonly string[]): string =>
    rng.pick([
      `a[${at(known, 63)}] = ${g}[${at(known, 255)}];`,
      `${s}.b[${at(known, 1)}][${at(known, 31)}] = 1;`,
      `${two}[${at(known, 7)}][${at(known, 31)}] = a[${at(known, 63)}];`,
      `${g}[${at(known, 255)}] = ${two}[${at(known, 7)}][${at(known, 31)}];`,
      `if (threadIdx.x == ${rng.int(0, 3)}) ${s}.c = ${s}.b[0][${at(known, 31)}];`,
      `t(${at(known, 7)}, ${at(known, 7)}) = ${g}[${at(known, 255)}];`,
      `${g}[${at(known, 255)}] += t(${at(known, 63)});`,
    ]);
  for (let i = rng.int(1, 3); i > 0; i--) {
    draft.run(...block(draft, names, 1, leaf));
    if (rng.chance(0.4)) draft.run('__syncthreads();');
  }
};

/** What depends on data is not known, and nothing is claimed of it. */
export const data: Idiom = (draft) => {
  const { rng } = draft;
  const [g, h] = [draft.global('int', 256), rng.chance(0.5) ? draft.global('int', 256) : draft.shared('int', 256)];
  const names = threadNames(draft);
  draft.readsByData = true;
  draft.run(`int k = ${g}[${integer(draft, names, 1)} & 255] & 3;`);
  const leaf = (known: readonly string[]): string => {
    const at = `(${integer(draft, known, 2)}) & 127`;
    return rng.pick([
      `if (k > 1) ${h}[${at}] = 1;`,
      `${h}[k] = ${g}[${at}];`,
      `${h}[${at}] = ${g}[k];`,
      `if (k == 0) ${h}[${at}] = 2; else ${g}[${at}] = 3;`,
      `for (int j = 0; j < k; ++j) ${h}[j] = ${g}[${at}];`,
      `k += ${g}[${at}];`,
      `if (${g}[${at}] > 2) return;`,
      `${h}[${at}] = k;`,
    ]);
  };
  for (let i = rng.int(1, 3); i > 0; i--) draft.run(...block(draft, names, 1, leaf));
};

/** The threads of the whole grid go through an array; pointers move. */
export const strided: Idiom = (draft) => {
  const { rng } = draft;
  const type = rng.pick(types);
  const count = rng.int(100, 700);
  const [g, h] = [draft.global(type, count + 64), draft.global(type, count + 64)];
  const n = rng.pick([draft.number(count), String(count)]);
  const by = rng.pick(['gridDim.x * blockDim.x', 'int(gridDim.x * blockDim.x)']);
  const first = rng.pick(['blockIdx.x * blockDim.x + threadIdx.x', 'threadIdx.x + blockDim.x * blockIdx.x']);
  const type_ = rng.pick(['int', 'unsigned', 'size_t', 'long']);
  switch (rng.int(0, 3)) {
    case 0:
      return draft.run(
        `for (${type_} i = ${first}; i < ${n}; i += ${by}) ${h}[i] = ${g}[${rng.pick(['i', `${n} - 1 - i`, '(i ^ 1)', 'i / 2'])}];`,
      );
    case 1:
      return draft.run(
        `${type}* p = ${g} + ${first};`,
        `${type} const* q = &${h}[${first}];`,
        `while (p < ${g} + ${n}) {`,
        '*p = *q;',
        `p += ${by};`,
        `q += ${by};`,
        '}',
      );
    case 2:
      return draft.run(
        `${type_} const i = (${first}) * ${rng.pick([2, 4])};`,
        `if (i + 1 < ${n}) {`,
        `${h}[i] = ${g}[i + 1];`,
        `${h}[i + 1] = ${g}[i];`,
        `} else if (i < ${n}) ${h}[i] = ${type}(1);`,
      );
    default:
      return draft.run(
        `${type}* p = ${g};`,
        `p += blockIdx.x * ${rng.pick([16, 32, 33])};`,
        `for (int i = 0; i < ${rng.int(1, 4)}; ++i, p += ${rng.int(1, 20)}) { ${rng.pick(['*p++ = 1;', 'p[threadIdx.x] = 2;', '*(p + threadIdx.x) = 3;', 'p[i] = *(p + 1);', '*++p = 4;'])} }`,
      );
  }
};
