// Idioms of tensors: tiles, partitions, tiled copies, thread-value layouts, products.
import type { KernelDraft } from './kernel';
import { block, integer, mask, sizes, threadNames, types, type Idiom } from './words';

/** Extents of a matrix of which blocks have tiles, and the tile's. */
interface Matrix {
  readonly m: string;
  readonly n: string;
  readonly rows: number;
  readonly columns: number;
  readonly tileRows: number;
  readonly tileColumns: number;
}

function matrix(draft: KernelDraft, ragged: boolean): Matrix {
  const { rng, grid } = draft;
  const [tileRows, tileColumns] = [rng.pick([4, 8, 16, 12]), rng.pick([8, 16, 32])];
  const less = (n: number): number => (ragged ? Math.max(1, n - rng.int(0, 5)) : n);
  const [rows, columns] = [less(tileRows * grid[0]), less(tileColumns * grid[1])];
  const [m, n] = rng.chance(0.6)
    ? [draft.number(rows), draft.number(columns)]
    : [`Int<${rows}>{}`, `Int<${columns}>{}`];
  return { m, n, rows, columns, tileRows, tileColumns };
}

/** A tensor over global memory with the matrix's extents. Its memory has room for whole tiles. */
function tensor(draft: KernelDraft, { m, n, rows, columns, tileRows, tileColumns }: Matrix, type: string): string {
  const { rng, grid } = draft;
  const pad = rng.pick([0, 0, 1, 3, 8]);
  const [allRows, allColumns] = [tileRows * grid[0], tileColumns * grid[1]];
  const g = draft.global(type, (allRows + pad) * (allColumns + pad));
  const name = draft.name('m');
  const stride = rng.pick([
    `make_stride(Int<${allColumns + pad}>{}, Int<1>{})`,
    `make_stride(Int<1>{}, Int<${allRows + pad}>{})`,
    `make_stride(${draft.number(allColumns + pad)}, Int<1>{})`,
    `make_stride(Int<1>{}, ${draft.number(allRows + pad)})`,
    'LayoutRight{}',
    'LayoutLeft{}',
  ]);
  draft.run(`Tensor ${name} = make_tensor(make_gmem_ptr(${g}), make_shape(${m}, ${n}), ${stride});`);
  return [rows, columns].length > 0 ? name : g;
}

function tiles(draft: KernelDraft, name: string, { tileRows, tileColumns }: Matrix): string {
  const tile = draft.name('t');
  const shape = `make_shape(Int<${tileRows}>{}, Int<${tileColumns}>{})`;
  const text = draft.rng.pick([
    `local_tile(${name}, ${shape}, make_coord(blockIdx.x, blockIdx.y))`,
    `zipped_divide(${name}, ${shape})(make_coord(_, _), make_coord(blockIdx.x, blockIdx.y))`,
    `tiled_divide(${name}, ${shape})(make_coord(_, _), blockIdx.x, blockIdx.y)`,
    `flat_divide(${name}, ${shape})(_, _, blockIdx.x, blockIdx.y)`,
  ]);
  draft.run(`Tensor ${tile} = ${text};`);
  return tile;
}

/** A layout of the block's threads over a tile that it divides. */
function threadLayout(
  draft: KernelDraft,
  { tileRows, tileColumns }: Matrix,
): { readonly text: string; readonly count: number } {
  const { rng } = draft;
  const rows = rng.pick([1, 2, 4, tileRows].filter((n) => tileRows % n === 0));
  const columns = rng.pick([1, 2, 4, 8].filter((n) => tileColumns % n === 0 && rows * n <= draft.threads));
  const order = rng.pick(['', ', LayoutRight{}', ', LayoutLeft{}']);
  return { text: `make_layout(make_shape(Int<${rows}>{}, Int<${columns}>{})${order})`, count: rows * columns };
}

const thread = 'threadIdx.x';

export const partition: Idiom = (draft) => {
  const { rng } = draft;
  const type = rng.pick(types);
  const of = matrix(draft, rng.chance(0.5));
  const [a, b] = [tensor(draft, of, type), tensor(draft, of, type)];
  const [ta, tb] = [tiles(draft, a, of), tiles(draft, b, of)];
  const { text, count } = threadLayout(draft, of);
  const guard = draft.threads > count && rng.chance(0.8);
  draft.run(`auto threads = ${text};`);
  if (guard) draft.run(`if (${thread} < size(threads)) {`);
  draft.run(
    `Tensor p = local_partition(${ta}, threads, ${thread});`,
    `Tensor q = local_partition(${tb}, threads, ${thread});`,
    `Tensor c = local_partition(local_tile(make_identity_tensor(shape(${a})), make_shape(Int<${of.tileRows}>{}, Int<${of.tileColumns}>{}), make_coord(blockIdx.x, blockIdx.y)), threads, ${thread});`,
  );
  moves(draft, of, type);
  if (guard) draft.run('}');
};

/** What is done with the parts `p` and `q` and their coordinates `c`. */
function moves(draft: KernelDraft, { m, n }: Matrix, type: string): void {
  const { rng } = draft;
  const inside = rng.pick([`elem_less(c(i), make_coord(${m}, ${n}))`, `get<0>(c(i)) < ${m} && get<1>(c(i)) < ${n}`]);
  const loop = 'for (int i = 0; i < size(p); ++i)';
  switch (rng.int(0, 9)) {
    case 0:
      return draft.run('copy(p, q);');
    case 1:
      return draft.run('clear(q);');
    case 2:
      return draft.run(`fill(q, ${type}(2));`);
    case 3:
      return draft.run(`${loop} if (${inside}) q(i) = p(i);`);
    case 4:
      return draft.run(`${loop} { if (!(${inside})) continue; q(i) = p(i); }`);
    case 5:
      return draft.run(
        'Tensor pred = make_tensor<bool>(shape(p));',
        `${loop} pred(i) = ${inside};`,
        'copy_if(pred, p, q);',
      );
    case 6:
      return draft.run('Tensor r = make_fragment_like(p);', 'copy(p, r);', 'copy(r, q);');
    case 7:
      return draft.run(`axpby(${type}(2), p, ${type}(${rng.int(0, 1)}), q);`);
    case 8:
      return draft.run(`${loop} { auto k = (i * ${rng.int(1, 5)}) % int(size(p)); q(k) = p(i); }`);
    default:
      return draft.run(`${loop} q(i) = p(i) + p(0);`);
  }
}

export const tiledCopy: Idiom = (draft) => {
  const { rng } = draft;
  const type = rng.pick(['float', 'half_t', 'int', 'double', 'uint8_t']);
  const width = rng.pick([1, 1, 2, 4].filter((n) => n * (sizes[type] ?? 4) <= 16));
  const [rows, columns] = [rng.pick([4, 8]), rng.pick([4, 8])];
  const count = rows * columns;
  if (count > draft.threads) return partition(draft);
  const isRow = rng.chance(0.5);
  const values = isRow ? [1, width] : [width, 1];
  const [tileRows, tileColumns] = [rows * (values[0] ?? 1) * rng.int(1, 2), columns * (values[1] ?? 1) * rng.int(1, 2)];
  const of: Matrix = {
    m: `Int<${tileRows * draft.grid[0]}>{}`,
    n: `Int<${tileColumns * draft.grid[1]}>{}`,
    rows: tileRows * draft.grid[0],
    columns: tileColumns * draft.grid[1],
    tileRows,
    tileColumns,
  };
  const major = isRow ? 'LayoutRight{}' : 'LayoutLeft{}';
  const g = draft.global(type, of.rows * of.columns);
  draft.run(`Tensor m = make_tensor(make_gmem_ptr(${g}), make_shape(${of.m}, ${of.n}), ${major});`);
  const tile = tiles(draft, 'm', of);
  const order = isRow ? `Stride<Int<${columns}>, _1>` : `Stride<_1, Int<${rows}>>`;
  const unit = width === 1 ? type : `uint_bit_t<${width * (sizes[type] ?? 4) * 8}>`;
  const operation = rng.pick([
    `UniversalCopy<${unit}>`,
    'DefaultCopy',
    `AutoVectorizingCopyWithAssumedAlignment<${(sizes[type] ?? 4) * 8}>`,
  ]);
  draft.run(
    `auto tc = make_tiled_copy(Copy_Atom<${operation}, ${type}>{}, Layout<Shape<Int<${rows}>, Int<${columns}>>, ${order}>{}, Layout<Shape<Int<${values[0] ?? 1}>, Int<${values[1] ?? 1}>>>{});`,
  );
  const smem = draft.shared(type, tileRows * tileColumns);
  const plain = `make_layout(make_shape(Int<${tileRows}>{}, Int<${tileColumns}>{}), ${major})`;
  const isSwizzled = rng.chance(0.4);
  draft.run(
    `Tensor s = make_tensor(make_smem_ptr(${smem}), ${isSwizzled ? `composition(Swizzle<${rng.int(1, 2)}, ${rng.int(2, 3)}, 3>{}, ${plain})` : plain});`,
    ...(draft.threads > count ? [`if (${thread} >= ${count}) return;`] : []),
    `auto thr = tc.${rng.pick(['get_slice', 'get_thread_slice'])}(${thread});`,
    `Tensor p = thr.partition_S(${tile});`,
    `Tensor q = thr.partition_D(s);`,
  );
  if (rng.chance(0.6)) draft.run(rng.pick(['copy(tc, p, q);', 'copy(p, q);']));
  else draft.run('Tensor r = make_fragment_like(p);', 'copy(tc, p, r);', 'copy(tc, r, q);');
  if (rng.chance(0.5)) {
    const t = draft.name('u');
    draft.run(
      '__syncthreads();',
      `for (int k = 0; k < size<${rng.int(0, 1)}>(s); ++k) { auto ${t} = s(${rng.pick(['k', `${thread} % ${tileRows}`])}, ${rng.pick([`${thread} % ${tileColumns}`, '0'])}); m(0, 0) = ${t}; }`,
    );
  }
};

export const cooperative: Idiom = (draft) => {
  const { rng } = draft;
  const type = rng.pick(['float', 'half_t', 'int', 'uint8_t', 'double']);
  const bits = 8 * (sizes[type] ?? 4);
  const [rows, columns] = [rng.pick([8, 16, 24, 32]), rng.pick([8, 16, 32])];
  const pad = rng.pick([0, 0, 0, 8]);
  const [g, smem] = [
    draft.global(type, (rows + pad) * (columns + pad)),
    draft.shared(type, (rows + pad) * (columns + pad)),
  ];
  const plain = (): string =>
    `make_layout(make_shape(Int<${rows}>{}, Int<${columns}>{}), ${rng.pick([
      'LayoutLeft{}',
      'LayoutRight{}',
      `make_stride(Int<${columns + pad}>{}, _1{})`,
      `make_stride(_1{}, Int<${rows + pad}>{})`,
    ])})`;
  const swizzled = `composition(Swizzle<${rng.int(1, 2)}, ${rng.int(2, 3)}, 3>{}, make_layout(make_shape(Int<${rows}>{}, Int<${columns}>{}), ${rng.pick(['LayoutLeft{}', 'LayoutRight{}'])}))`;
  const most = rng.pick([...[16, 32, 64, 128].filter((n) => n >= bits).map((n) => `, ${n}`), '', '']);
  draft.run(
    `Tensor g = make_tensor(make_gmem_ptr(${g}), ${plain()});`,
    `Tensor s = make_tensor(make_smem_ptr(${smem}), ${rng.chance(0.4) ? swizzled : plain()});`,
    `cooperative_copy<${draft.threads}${most}>(threadIdx.x, ${rng.pick(['g, s', 's, g'])});`,
  );
};

export const elements: Idiom = (draft) => {
  const { rng } = draft;
  const type = rng.pick(types);
  const of = matrix(draft, false);
  const a = tensor(draft, of, type);
  const tile = rng.chance(0.6) ? tiles(draft, a, of) : a;
  const names = threadNames(draft);
  const smem = draft.shared(type, of.tileRows * (of.tileColumns + 4));
  draft.run(
    `Tensor s = make_tensor(make_smem_ptr(${smem}), make_layout(make_shape(Int<${of.tileRows}>{}, Int<${of.tileColumns}>{}), make_stride(Int<${of.tileColumns + rng.int(0, 4)}>{}, Int<1>{})));`,
  );
  const at = (known: readonly string[]): string => {
    const [i, j] = [integer(draft, known, 1), integer(draft, known, 1)];
    return rng.chance(0.8)
      ? `(${i} & ${mask(of.tileRows)}, ${j} & ${mask(of.tileColumns)})`
      : `(${i} & ${mask(of.tileRows * of.tileColumns)})`;
  };
  draft.run(
    ...block(draft, names, 2, (known) =>
      rng.pick([
        `s${at(known)} = ${tile}${at(known)};`,
        `${tile}${at(known)} = s${at(known)};`,
        `${tile}${at(known)} += ${type}(1);`,
      ]),
    ),
  );
  if (tile === a || rng.chance(0.5)) return;
  const slice = rng.pick(['_, 0', '0, _', '_, 1', '_, _']);
  draft.run('__syncthreads();', `copy(s(${slice}), ${tile}(${slice}));`);
};

export const threadValue: Idiom = (draft) => {
  const { rng } = draft;
  const type = rng.pick(types);
  const [threads, values] = [rng.pick([8, 16, 32]), rng.pick([2, 4, 8])];
  const count = threads * values;
  const g = draft.global(type, count * draft.grid[0]);
  const h = rng.chance(0.5) ? draft.global(type, count * draft.grid[0]) : draft.shared(type, count);
  const isShared = h.startsWith('s');
  const tv = rng.pick([
    `make_layout(make_shape(Int<${threads}>{}, Int<${values}>{}))`,
    `make_layout(make_shape(Int<${threads}>{}, Int<${values}>{}), LayoutRight{})`,
    `make_layout(make_shape(make_shape(_2{}, Int<${threads / 2}>{}), Int<${values}>{}), make_stride(make_stride(Int<${values}>{}, Int<${values * 2}>{}), _1{}))`,
  ]);
  draft.run(
    `auto tv = ${tv};`,
    `Tensor a = make_tensor(make_gmem_ptr(${g} + blockIdx.x * ${count}), Int<${count}>{});`,
    `Tensor b = make_tensor(${isShared ? `make_smem_ptr(${h})` : `make_gmem_ptr(${h} + ${count} * blockIdx.x)`}, Int<${count}>{});`,
    `if (${thread} < ${threads}) {`,
    `Tensor p = composition(a, tv)(${thread}, _);`,
    `Tensor q = composition(b, tv)(${thread}, _);`,
    'Tensor c = make_identity_tensor(shape(p));',
    rng.pick([
      'copy(p, q);',
      'for (int i = 0; i < size(p); ++i) q(i) = p(i);',
      'for (int i = 0; i < size(q); i += 2) { q(i) = p(i + 1); }',
      'axpby(1, p, 0, q);',
    ]),
    '}',
  );
};

export const product: Idiom = (draft) => {
  const { rng } = draft;
  const [m, n, k] = [rng.pick([8, 16]), rng.pick([8, 16]), rng.pick([2, 4, 8])];
  const [tm, tn] = [rng.pick([2, 4]), rng.pick([4, 8])];
  if (tm * tn > draft.threads) return threadValue(draft);
  const [sa, sb] = [draft.shared('float', m * k), draft.shared('float', n * k)];
  const g = draft.global('float', m * n * draft.grid[0]);
  const order = (): string => rng.pick(['LayoutLeft{}', 'LayoutRight{}']);
  draft.run(
    `Tensor a = make_tensor(make_smem_ptr(${sa}), make_shape(Int<${m}>{}, Int<${k}>{}), ${order()});`,
    `Tensor b = make_tensor(make_smem_ptr(${sb}), make_shape(Int<${n}>{}, Int<${k}>{}), ${order()});`,
    `Tensor c = make_tensor(make_gmem_ptr(${g} + blockIdx.x * ${m * n}), make_shape(Int<${m}>{}, Int<${n}>{}), ${order()});`,
    ...(draft.threads > tm * tn ? [`if (${thread} >= ${tm * tn}) return;`] : []),
  );
  if (rng.chance(0.5))
    draft.run(
      `TiledMMA mma = make_tiled_mma(UniversalFMA<float>{}, Layout<Shape<Int<${tm}>, Int<${tn}>, _1>>{});`,
      `auto thr = mma.get_slice(${thread});`,
      'Tensor pa = thr.partition_A(a);',
      'Tensor pb = thr.partition_B(b);',
      'Tensor pc = thr.partition_C(c);',
      'Tensor r = thr.make_fragment_C(pc);',
      'clear(r);',
      'gemm(mma, pa, pb, r);',
    );
  else
    draft.run(
      `auto tc = Layout<Shape<Int<${tm}>, Int<${tn}>>>{};`,
      `Tensor pa = local_partition(a, tc, ${thread}, Step<_1, X>{});`,
      `Tensor pb = local_partition(b, tc, ${thread}, Step<X, _1>{});`,
      `Tensor pc = local_partition(c, tc, ${thread}, Step<_1, _1>{});`,
      'Tensor r = make_tensor_like(pc);',
      'clear(r);',
      'gemm(pa, pb, r);',
    );
  draft.run(rng.pick(['copy(r, pc);', 'axpby(1.f, r, 2.f, pc);', 'for (int i = 0; i < size(r); ++i) pc(i) = r(i);']));
};
