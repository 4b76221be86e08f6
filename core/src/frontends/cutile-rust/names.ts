// Which names of a Rust file are cuTile's, and what the evaluator calls them. The one table of surface names.
// Knows nothing of what they do: that is builtins/cutile.

/** The prefix under which the evaluator knows cuTile's functions and types, so that they are nobody else's. */
const prefix = 'cutile:';

const functions = new Set([
  // Host: tensors.
  'zeros',
  'ones',
  'full',
  'rand',
  'randn',
  'randn_f16',
  'from_foreign',
  'arange',
  'linspace',
  'eye',
  'eye_rect',
  'empty',
  'copy_host_vec_to_device',
  'meta',
  'dup',
  'fill',
  'convert',
  // Device: where the block stands, and views.
  'get_tile_block_id',
  'get_num_tile_blocks',
  'num_tiles',
  'ceil_div',
  'load_tile_like',
  'load_tile_like_1d',
  'load_tile_like_2d',
  'load_tile_like_3d',
  'load_tile',
  'load_tile_mut',
  'store_tile',
  'make_partition_view',
  'make_partition_view_mut',
  'make_tensor_view',
  'load_view_tko',
  'load_view_tko_mut',
  'load_view_tko_bounded',
  'store_view_tko_mut',
  'store_view_tko_bounded',
  // Device: tiles.
  'constant',
  'assume_div_by',
  'assume_bounds_lower',
  'assume_bounds',
  'assume_same_elements',
  'broadcast_scalar',
  'iota',
  'mma',
  'mmaf_scaled',
  'cat',
  'extract',
  'permute',
  'transpose',
  'reshape',
  'broadcast',
  'select',
  'fma',
  'true_div',
  'convert_tile',
  'convert_scalar',
  'bitcast',
  'exti',
  'extf',
  'trunci',
  'truncf',
  'tile_to_scalar',
  'scalar_to_tile',
  'reduce_sum',
  'reduce_max',
  'reduce_min',
  'reduce_prod',
  'reduce',
  'scan',
  'scan_sum',
  'scan_prod',
  'min_tile',
  'max_tile',
  'eq_tile',
  'ne_tile',
  'lt_tile',
  'le_tile',
  'gt_tile',
  'ge_tile',
  'exp',
  'exp2',
  'log',
  'log2',
  'sqrt',
  'rsqrt',
  'sin',
  'cos',
  'tan',
  'tanh',
  'sinh',
  'cosh',
  'absf',
  'absi',
  'negf',
  'negi',
  'ceil',
  'floor',
  'pow',
  'maxf',
  'minf',
  'maxi',
  'mini',
  'rem',
  'remf',
  'sigmoid',
]);

/** Types that have a shape or describe one. The other types of a program do not affect shapes. */
const types = new Set(['Tensor', 'Tile', 'Partition', 'PartitionMut', 'MappedPartitionMut', 'Array', 'Shape']);

const scalars: Readonly<Record<string, string>> = {
  i8: 'int8_t',
  i16: 'int16_t',
  i32: 'int',
  i64: 'int64_t',
  isize: 'int64_t',
  u8: 'uint8_t',
  u16: 'uint16_t',
  u32: 'unsigned',
  u64: 'size_t',
  usize: 'size_t',
  bool: 'bool',
};

/** The evaluator's name of a cuTile function. */
export function functionName(surface: string): string | undefined {
  return functions.has(surface) ? `${prefix}${surface}` : undefined;
}

/** The evaluator's name of a type: cuTile's own, or an integer type that both languages have. Element types keep
 *  theirs. */
export function typeName(surface: string): string | undefined {
  if (types.has(surface)) return `${prefix}${surface}`;
  return (
    scalars[surface] ?? (/^(?:f(?:4|6|8|16|32|64)\w*|bf16|tf32)$/.test(surface) ? `${prefix}${surface}` : undefined)
  );
}

/** A name of the evaluator's that is written by no one: what lowering needs in order to say something. */
export function internal(name: 'as' | 'repeat' | 'pow' | 'range' | 'number' | 'filled'): string {
  return `${prefix}${name}`;
}

/** Methods that return their object, as far as shapes are concerned. */
export const transparent = new Set([
  'unwrap',
  'expect',
  'clone',
  'into',
  'to_owned',
  'to_string',
  'as_str',
  'to_vec',
  'as_slice',
  'as_ref',
  'as_mut',
  'borrow',
  'boxed',
  'shared',
  'unwrap_or_default',
  'ok',
  'try_into',
  'cloned',
  'copied',
  'map_err',
  'context',
  'with_context',
  'coords',
  'with_bounds',
]);

/** Methods whose operands say where or when, and decide no shape. */
export const unconcerned = /^(?:sync_on\w*|fill|schedule|execute|graph_on)$/;

/** Functions of which only the first operands say something of shapes; the others are orderings, scopes, tokens. */
export const leading: ReadonlyMap<string, readonly number[]> = new Map([
  ['randn_f16', [2]],
  ['from_foreign', [1, 2]],
  ['make_tensor_view', [1, 2]],
  ['load_view_tko', [0, 1]],
  ['load_view_tko_mut', [0, 1]],
  ['load_view_tko_bounded', [0, 1]],
  ['store_view_tko_mut', [0, 1, 2]],
  ['store_view_tko_bounded', [0, 1, 2]],
  ['make_partition_view', [0, 1, 2, 3]],
  ['make_partition_view_mut', [0, 1, 2, 3]],
]);

/** Constructors around a value that hand it on. */
export const wrappers = new Set([
  'Arc::new',
  'Rc::new',
  'Box::new',
  'Some',
  'Ok',
  'value',
  'Cell::new',
  'RefCell::new',
  'Mutex::new',
  'Dim::new',
]);

/** Types around another that is meant. */
export const wrapperTypes = new Set(['Arc', 'Rc', 'Box', 'Option', 'Result']);
