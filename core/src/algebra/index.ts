// The door of the algebra: every CuTe function by CuTe's name and parameter order.
// Template arguments come last: `get<1,0>(t)` is `get(t, 1, 0)`, `take<0,2>(t)` is `take(t, 0, 2)`, `upcast<4>(L)` is
// `upcast(L, 4)`.
export * from './leaf';
export * from './types';
export * from './errors';
export * from './arith';
export * from './arithmetic_tuple';
export {
  all_underscore,
  ceilDivTuples,
  colex_geq,
  colex_gtr,
  colex_leq,
  colex_less,
  compatible,
  congruent,
  sameProfile,
  depth,
  depthOf,
  elem_geq,
  elem_gtr,
  elem_leq,
  elem_less,
  elem_scale,
  filterZeros,
  gcd,
  has_int1,
  has_underscore,
  inner_product,
  isIntTuple,
  isLayout,
  is_layout,
  lex_geq,
  lex_gtr,
  lex_leq,
  lex_less,
  max,
  min,
  product,
  product_each,
  product_like,
  rank,
  rankOf,
  round_up,
  shape,
  shape_div,
  shapeOf,
  size,
  sum,
  weakly_congruent,
} from './int_tuple';
export {
  compact_col_major,
  compact_major,
  compact_order,
  compact_row_major,
  crd2crd,
  crd2idx,
  idx2crd,
  type Major,
  type Order,
} from './stride';
export {
  append,
  apply,
  coprofile,
  coshape,
  cosize,
  dice,
  domain_offset,
  flatten,
  get,
  get_1d_coord,
  get_flat_coord,
  get_hier_coord,
  group,
  layout_mode,
  layoutOf,
  make_fragment_like,
  make_identity_layout,
  make_layout,
  make_layout_like,
  make_layout_of,
  make_ordered_layout,
  offset_of,
  plain,
  prepend,
  replace,
  select,
  slice,
  slice_and_offset,
  stride,
  take,
  trivial,
  unflatten,
  zip,
  type SliceAndOffset,
} from './layout';
export { coalesce, coalesce_shape, coalesce_x, filter, filter_zeros } from './coalesce';
export { composition } from './composition';
export { complement } from './complement';
export {
  domain_distribute,
  left_inverse,
  max_alignment,
  max_common_layout,
  max_common_vector,
  nullspace,
  right_inverse,
} from './inverse';
export {
  ceil_div,
  evenly_divides,
  flat_divide,
  logical_divide,
  tile_unzip,
  tiled_divide,
  zipped_divide,
} from './divide';
export {
  blocked_product,
  flat_product,
  logical_product,
  raked_product,
  tile_to_shape,
  tiled_product,
  zipped_product,
} from './product';
export {
  apply_swizzle,
  castOffset,
  has_single_bit,
  isMixed,
  make_mixed_bits,
  make_swizzle,
  make_swizzle_masks,
  mixedValue,
  yyyMask,
  zzzMask,
} from './swizzle';
export {
  composeOffset,
  get_nonswizzle_portion,
  get_swizzle_portion,
  make_composed_layout,
  make_layout_swizzle,
  offsetPlus,
  to_mixed_bits,
} from './layout_composed';
export { downcast, recast_layout, upcast } from './cast';
export { with_shape } from './with_shape';
export { compile, numbersOf, offsets, type FlatLayout } from './compile';
export {
  collision,
  contiguous_run,
  footprint,
  image,
  is_compact,
  is_contiguous,
  is_injective,
  values,
} from './properties';
export { coordinatesOf } from './preimage';
export { counted, largestEnumeration } from './counted';
export { print } from './print';
export { parse, type Printed } from './parse';
export {
  appendTree,
  back,
  flatten_to_tuple,
  front,
  insert,
  remove,
  repeat,
  repeat_like,
  replace_back,
  replace_front,
  reverse,
  scan,
  transform,
  transform_leaf,
  transform_leaf2,
  tuple_cat,
  tuple_repeat,
  unwrap,
  wrap,
  zip2_by,
  type Tree,
  prependTree,
} from './tuple_algorithms';
