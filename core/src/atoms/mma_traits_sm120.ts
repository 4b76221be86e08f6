// MMA operations of sm_120: a row for each, whose value types may name a template parameter.
// From cute/atom/mma_traits_sm120.hpp and mma_traits_sm120_sparse.hpp of CUTLASS 4.7.0 (7107b0553); checked against
// CuTe by `npm run gen-atoms`.
import { untype } from '../values/convert';
import { spellType } from '../values/print';
import type { Tag } from '../values/value';
import { mmaTraitsOf } from './rows';
import type { MmaRow, MmaTraits } from './rows';

interface TemplateRow {
  readonly params: readonly string[];
  readonly row: MmaRow;
  readonly fragmentA?: string;
  readonly extra?: Readonly<Record<string, string>>;
}

const types = ['a_type', 'b_type', 'c_type'];
const scaled = [...types, 'sf_type', 'VS'];
const c = '((_4,_8),(_2,_2)):((_32,_1),(_16,_8))';
const a32 = '((_4,_8),(_4,_2,_2)):((_64,_1),(_16,_8,_256))';
const b32 = '((_4,_8),(_4,_2)):((_32,_1),(_8,_128))';
const a64 = '((_4,_8),(_8,_2,_2)):((_128,_1),(_16,_8,_512))';
const b64sparse = '((_4,_8),(_4,_4)):((_32,_1),(_8,_128))';

/** (thread, value) → (m or n, k) of the scale factors of A and B. */
function scaleFactors(k: number): Record<string, string> {
  return {
    ValTypeSF: 'sf_type',
    SFVecSize: 'VS',
    SFALayout: `((_2,_2,_8),_${k}):((_8,_0,_1),_16)`,
    SFBLayout: `((_4,_8),_${k}):((_0,_1),_8)`,
  };
}

const metadata64 = {
  ValTypeE: 'sparse_elem<8,uint8_t>',
  ELayout: '((_2,_2,_8),_32):((_8,_512,_1),_16)',
  FrgTypeE: 'sparse_elem<8,uint8_t>',
};
const metadata128 = {
  ValTypeE: 'sparse_elem<16,uint8_t>',
  ELayout: '((_2,_2,_8),(_64)):((_8,_1024,_1),(_16))',
  FrgTypeE: 'sparse_elem<16,uint8_t>',
};

const rows: readonly TemplateRow[] = [
  { params: types, row: ['SM120_16x8x32_TN', 'c_type,uint8_t,uint8_t,c_type', '(_16,_8,_32)', '_32:_1', a32, b32, c] },
  {
    params: scaled,
    row: ['SM120_16x8x32_TN_VS', 'c_type,uint8_t,uint8_t,c_type', '(_16,_8,_32)', '_32:_1', a32, b32, c],
    extra: scaleFactors(32),
  },
  {
    params: scaled,
    row: [
      'SM120_16x8x64_TN_VS',
      'c_type,uint4b_t,uint4b_t,c_type',
      '(_16,_8,_64)',
      '_32:_1',
      a64,
      '((_4,_8),(_8,_2)):((_64,_1),(_8,_256))',
      c,
    ],
    extra: scaleFactors(64),
  },
  {
    params: types,
    row: [
      'SM120_SPARSE_16x8x64_TN',
      'c_type,sparse_elem<2;a_type>,uint8_t,c_type',
      '(_16,_8,_64)',
      '_32:_1',
      a64,
      b64sparse,
      c,
    ],
    fragmentA: 'sparse_elem<2,uint8_t>',
    extra: metadata64,
  },
  {
    params: scaled,
    row: [
      'SM120_SPARSE_16x8x64_TN_VS',
      'c_type,sparse_elem<2;a_type>,uint8_t,c_type',
      '(_16,_8,_64)',
      '_32:_1',
      a64,
      b64sparse,
      c,
    ],
    fragmentA: 'sparse_elem<2,uint8_t>',
    extra: { ...metadata64, ...scaleFactors(64) },
  },
  {
    params: scaled,
    row: [
      'SM120_SPARSE_16x8x128_TN_VS',
      'c_type,sparse_elem<4;uint8_t>,uint4b_t,c_type',
      '(_16,_8,_128)',
      '_32:_1',
      '((_4,_8),(_16,_2,_2)):((_256,_1),(_16,_8,_1024))',
      '((_4,_8),(_8,_4)):((_64,_1),(_8,_256))',
      c,
    ],
    extra: { ...metadata128, ...scaleFactors(128) },
  },
];

/** Names and template parameters of the operations. */
export const sm120Operations: readonly (readonly [name: string, params: readonly string[]])[] = rows.map(
  ({ row, params }) => [row[0], params],
);

const byName = new Map(rows.map((row) => [row.row[0], row]));

/** The traits of `SM120_16x8x32_TN<a, b, c>` and its like; undefined for other names or missing arguments. */
export function sm120Traits(op: Tag): MmaTraits | undefined {
  const found = byName.get(op.name);
  if (!found || op.args.length < found.params.length) return undefined;
  const fill = (text: string): string =>
    text.replace(/\w+/g, (word) => {
      const arg = op.args[found.params.indexOf(word)];
      return arg === undefined ? word : spellType(untype(arg)).replace(/^_(?=\d)/, '');
    });
  const [name, valueTypes, ...rest] = found.row;
  const traits = mmaTraitsOf([name, fill(valueTypes), ...rest]);
  const typeOf = (type: string): string => type.replace(';', ',');
  const [d, a, b, c] = traits.types;
  const extra =
    found.extra &&
    Object.fromEntries(
      Object.entries(found.extra).map(([key, text]) => [key, key.endsWith('Layout') ? text : fill(text)]),
    );
  return {
    ...traits,
    types: [typeOf(d), typeOf(a), typeOf(b), typeOf(c)],
    ...(found.fragmentA !== undefined && { fragments: { a: found.fragmentA } }),
    ...(extra && { extra }),
  };
}
