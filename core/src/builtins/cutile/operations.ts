// Operations on cuTile's tiles: the shape of each result, and the conditions under which an operation is refused.
// Semantics: cutile-rs 0839fe4 (cutile/src/_core.rs) and Tile IR's verifier, cuda-tile e01244d.
import { say, words } from '../../base/say';
import { refused } from '../../values/refused';
import { raise, spelled } from '../../algebra/errors';
import { add, ceilDiv, div, mul } from '../../algebra/arith';
import { dyn, hole, type Int } from '../../algebra/leaf';
import { isA } from '../../values/convert';
import { spellExtents, type Extents, type Tile } from '../../values/tile';
import type { Value } from '../../values/value';
import { arg, fn, typeOf, type Entry } from '../entry';
import { family, type BuiltinCall } from '../registry';
import {
  anyElement,
  axisArg,
  checkCount,
  countOf,
  differ,
  either,
  elementOfValue,
  elementTarg,
  extents,
  intArg,
  mismatch,
  orderArg,
  sameExtents,
  shapeArg,
  tileArg,
} from './arguments';

const tile = (element: Value, shape: Extents): Tile => ({ is: 'tile', element, shape });

// ---- Element by element --------------------------------------------------------------------------------------------

/** The lanes of a result past the edge of the tensor: zeros stay zeros where the operation maps 0 to 0
 *  (`keepsZero`). */
function edge(of: Tile, keepsZero: boolean): Pick<Tile, 'ragged' | 'padding'> {
  return of.ragged
    ? { ragged: of.ragged, padding: of.padding === 'zero' && !keepsZero ? 'other' : (of.padding ?? 'other') }
    : {};
}

/** `a op b` on two tiles of one shape. Throws: AlgebraError 'tile-operands' for a tile and a scalar, which cuTile
 *  does not combine, and for tiles of different shapes. */
export function tileBinary(op: string, a: Value, b: Value): Tile {
  const [given] = [a, b].filter((value) => isA(value, 'tile'));
  if (!given) throw refused('type')`\`${{ op }}\` takes tiles, not tensors or partitions`;
  if (!isA(a, 'tile') || !isA(b, 'tile'))
    throw refused(
      'tile-operands',
    )`\`${{ op }}\` needs two tiles of one shape: broadcast the scalar to ${{ shape: spelled(spellExtents, given.shape) }} first`;
  return together(`\`${op}\``, [a, b], op === '*' || op === '+' || op === '-' ? bothZero(op, a, b) : false);
}

/** True where lanes that hold 0 in the operands hold 0 in the result: for `*` one operand is enough, `+` and `-`
 *  need both. */
function bothZero(op: string, a: Tile, b: Tile): boolean {
  const zeroA = a.ragged !== undefined && a.padding === 'zero';
  const zeroB = b.ragged !== undefined && b.padding === 'zero';
  return op === '*' ? zeroA || zeroB : zeroA && zeroB;
}

/** The result of an element-wise operation on tiles of one shape. Throws: AlgebraError 'tile-operands' where the
 *  shapes differ. */
function together(what: string, tiles: readonly Tile[], keepsZero: boolean): Tile {
  const [first, ...more] = tiles;
  if (!first) throw refused('type')`${{ what }} needs tiles`;
  for (const other of more) if (!sameExtents(first.shape, other.shape)) throw mismatch(what, first.shape, other.shape);
  const ragged = tiles.find((one) => one.ragged);
  const shape = first.shape.map((x, i) => more.reduce((known, other) => either(known, other.shape[i]), x));
  return {
    ...tile(first.element, shape),
    ...(ragged && edge(keepsZero ? { ...ragged, padding: 'zero' } : ragged, keepsZero)),
  };
}

const unary = (gives: string, keepsZero = false): Entry =>
  fn('tile, more...', gives, [], (c) => {
    const value = arg(c, 0);
    return isA(value, 'tile') ? { ...tile(value.element, value.shape), ...edge(value, keepsZero) } : value;
  });
const binaryEntry = (name: string, gives: string): Entry =>
  fn('a, b, more...', gives, [], (c) => {
    const [a, b] = [arg(c, 0), arg(c, 1)];
    return isA(a, 'tile') && isA(b, 'tile') ? together(name, [a, b], false) : a;
  });
const comparison = (name: string, gives: string): Entry =>
  fn('a, b', gives, [], (c) =>
    tile(
      { is: 'scalar', type: 'bool', bits: 8 },
      together(name, [tileArg(c, 0, name), tileArg(c, 1, name)], false).shape,
    ),
  );

// ---- Shapes --------------------------------------------------------------------------------------------------------

function broadcast(value: Value, shape: Extents): Tile {
  if (!isA(value, 'tile')) return tile(elementOfValue(value), shape);
  const [from, to] = [spelled(spellExtents, value.shape), spelled(spellExtents, shape)];
  const rank = shape.length;
  if (value.shape.length !== rank)
    throw refused(
      'broadcast-rank',
    )`cannot broadcast ${{ from }} to ${{ to }}: the ranks differ; reshape to rank ${{ rank }} first`;
  value.shape.forEach((x, i) => {
    if (x.n === 1 || !differ(x, shape[i])) return;
    const [has, wanted] = [x.n ?? '?', shape[i]?.n ?? '?'];
    throw refused(
      'broadcast-dim',
    )`cannot broadcast ${{ from }} to ${{ to }}: axis ${{ i }} is ${{ has }}, neither 1 nor ${{ wanted }}`;
  });
  return { ...tile(value.element, shape), ...edge(value, true) };
}

function reshape(of: Tile, shape: Extents): Tile {
  checkCount(of.shape, shape);
  return { ...tile(of.element, shape), ...carried(of, shape) };
}

/** The edge of a reshaped tile. It is known where the reshape only adds or removes axes of extent 1. */
function carried(of: Tile, shape: Extents): Pick<Tile, 'ragged' | 'padding'> {
  const from = of.shape.flatMap((x, i) => (x.n === 1 ? [] : [{ x, edge: of.ragged?.[i] }]));
  const to = shape.filter((x) => x.n !== 1);
  if (!of.ragged || from.length !== to.length || from.some(({ x }, i) => x.n !== to[i]?.n)) return {};
  let next = 0;
  const ragged = shape.map((x) => (x.n === 1 ? undefined : from[next++]?.edge));
  return { ragged, padding: of.padding ?? 'other' };
}

function permute(of: Tile, order: readonly number[], what: string): Tile {
  if (
    order.length !== of.shape.length ||
    new Set(order).size !== order.length ||
    order.some((i) => of.shape[i] === undefined)
  )
    throw refused(
      'rank-mismatch',
    )`${{ what }}: [${{ order: order.join(', ') }}] is not a permutation of the axes of ${{ shape: spelled(spellExtents, of.shape) }}`;
  const ragged = of.ragged && order.map((i) => of.ragged?.[i]);
  return {
    ...tile(
      of.element,
      order.map((i) => of.shape[i] ?? dyn(1)),
    ),
    ...(ragged && { ragged, padding: of.padding ?? 'other' }),
  };
}

function cat(a: Tile, b: Tile, axis: number): Tile {
  if (a.shape.length !== b.shape.length || a.shape[axis] === undefined)
    throw mismatch(say`cat along axis ${axis}`, a.shape, b.shape);
  const shape = a.shape.map((x, i) => {
    const other = b.shape[i] ?? dyn(1);
    if (i !== axis && differ(x, other)) throw mismatch(say`cat along axis ${axis}`, a.shape, b.shape);
    return i === axis ? add(x, other) : x;
  });
  return tile(a.element, shape);
}

/** `[M, K] x [K, N] + [M, N]`, or a batch of such products. Throws: AlgebraError 'mma-shape'. */
function mma(a: Tile, b: Tile, c: Tile): Tile {
  const [m, k, kB, n, mC, nC] = [a, b, c].flatMap(({ shape }) => shape.slice(-2));
  const sizes = say`a is ${spellExtents(a.shape)}, b is ${spellExtents(b.shape)}, c is ${spellExtents(c.shape)}`;
  const rank = a.shape.length;
  if (b.shape.length !== rank || c.shape.length !== rank || (rank !== 2 && rank !== 3))
    throw refused('mma-shape')`mma: all three tiles have one rank, 2 or 3; ${{ sizes }}`;
  if (rank === 3 && (differ(a.shape[0], b.shape[0]) || differ(a.shape[0], c.shape[0])))
    throw refused('mma-shape')`mma: the batches differ; ${{ sizes }}`;
  if (differ(k, kB)) throw refused('mma-shape')`mma: ${{ sizes }}: K ${{ k: k?.n ?? '?' }} != ${{ kB: kB?.n ?? '?' }}`;
  if (differ(m, mC)) throw refused('mma-shape')`mma: ${{ sizes }}: M ${{ m: m?.n ?? '?' }} != ${{ mC: mC?.n ?? '?' }}`;
  if (differ(n, nC)) throw refused('mma-shape')`mma: ${{ sizes }}: N ${{ n: n?.n ?? '?' }} != ${{ nC: nC?.n ?? '?' }}`;
  return tile(c.element, [...c.shape.slice(0, -2), either(mC, m), either(nC, n)]);
}

const reduction = (name: string): Entry =>
  fn('tile, axis', `\`${name.slice(7)}\` along an axis, which is removed`, [], (c) => {
    const of = tileArg(c, 0, name);
    const axis = axisArg(c, 1, name);
    if (axis < 0 || axis >= of.shape.length)
      throw refused(
        'reduce-axis',
      )`${{ name }}: there is no axis ${{ axis }} in a tile of rank ${{ rank: of.shape.length }}`;
    const without = <T>(list: readonly T[]): readonly T[] => list.filter((_, i) => i !== axis);
    const ragged = of.ragged && without(of.ragged);
    return {
      ...tile(of.element, without(of.shape)),
      ...(ragged?.some((n) => n !== undefined) && { ragged, padding: 'other' as const }),
    };
  });

/** The value with what its type annotation adds: the element type and the extents that the value leaves open. */
function ascribe(v: Value, t: Value): Value {
  if (v.is === 'tile' && t.is === 'scalar') return { ...v, element: known(v.element, t) };
  if (v.is === 'tile-tensor' && t.is === 'scalar') return { ...v, element: known(v.element, t) };
  if (v.is === 'tile-partition' && t.is === 'scalar')
    return { ...v, tensor: { ...v.tensor, element: known(v.tensor.element, t) } };
  if (v.is === 'tile' && t.is === 'tile')
    return v.shape.length === t.shape.length
      ? { ...v, element: known(v.element, t.element), shape: v.shape.map((x, i) => either(x, t.shape[i])) }
      : t;
  if (v.is === 'tile-tensor' && t.is === 'tile-tensor') return { ...v, element: known(v.element, t.element) };
  if (v.is === 'tile-partition' && t.is === 'tile-tensor')
    return { ...v, tensor: { ...v.tensor, element: known(v.tensor.element, t.element) } };
  return v;
}

function known(a: Value, b: Value): Value {
  return isA(a, 'scalar') && a.type === anyElement.type ? b : a;
}

const floats: Readonly<Record<string, number>> = {
  f4e2m1fn: 4,
  f4e2m1fnx2: 8,
  f8e4m3fn: 8,
  f8e5m2: 8,
  f8e8m0fnu: 8,
  f16: 16,
  bf16: 16,
  f32: 32,
  tf32: 32,
  f64: 64,
};
const p = 'cutile:';
const each = (names: string, entry: (name: string) => Entry): Record<string, Entry> =>
  Object.fromEntries(names.split(' ').map((name) => [`${p}${name}`, entry(name)]));

export const tileOps = family('cutile/_core.rs', {
  [`${p}constant`]: fn('value, shape', 'a tile of one value', [], (c) =>
    tile(elementOfValue(arg(c, 0)), shapeArg(c, 1, 'constant')),
  ),
  [`${p}broadcast_scalar`]: fn('value, shape', 'a tile of one value', [], (c) =>
    tile(elementOfValue(arg(c, 0)), shapeArg(c, 1, 'broadcast_scalar')),
  ),
  [`${p}broadcast`]: fn('value, shape', 'repeated along axes of extent 1', [], (c) =>
    broadcast(arg(c, 0), shapeArg(c, 1, 'broadcast')),
  ),
  [`${p}iota`]: fn('shape', 'the tile 0, 1, …', [], (c) => {
    const shape = shapeArg(c, 0, 'iota');
    return shape.length === 1
      ? tile(anyElement, shape)
      : raise(refused('rank-mismatch')`iota makes a tile of rank 1, not ${{ shape: spelled(spellExtents, shape) }}`);
  }),
  [`${p}mma`]: fn('a, b, c', 'a * b + c: [M, K] by [K, N] onto [M, N]', [], (c) =>
    mma(tileArg(c, 0, 'mma'), tileArg(c, 1, 'mma'), tileArg(c, 2, 'mma')),
  ),
  [`${p}mmaf_scaled`]: fn('a, b, c, scaleA, scaleB', 'a * b + c with scaled operands', [], (c) =>
    mma(tileArg(c, 0, 'mmaf_scaled'), tileArg(c, 1, 'mmaf_scaled'), tileArg(c, 2, 'mmaf_scaled')),
  ),
  [`${p}cat`]: fn('a, b, axis', 'one tile after the other along an axis', [], (c) =>
    cat(tileArg(c, 0, 'cat'), tileArg(c, 1, 'cat'), axisArg(c, 2, 'cat')),
  ),
  [`${p}extract`]: fn('tile, index', 'a slice whose shape the annotation gives', [], (c) => {
    const of = tileArg(c, 0, 'extract');
    return tile(
      of.element,
      of.shape.map(() => hole()),
    );
  }),
  [`${p}reshape`]: fn('tile, shape', 'the same values, row major, in another shape', [], (c) =>
    reshape(tileArg(c, 0, 'reshape'), shapeArg(c, 1, 'reshape')),
  ),
  [`${p}permute`]: fn('tile, order', 'axis i is axis order[i] of the operand', [], (c) =>
    permute(tileArg(c, 0, 'permute'), orderArg(c, 1, 'permute'), 'permute'),
  ),
  [`${p}transpose`]: fn('tile', 'the two axes exchanged', [], (c) =>
    permute(tileArg(c, 0, 'transpose'), [1, 0], 'transpose'),
  ),
  [`${p}select`]: fn('cond, a, b', 'a where cond holds, else b', [], (c) => {
    const made = together('select', [tileArg(c, 0, 'select'), tileArg(c, 1, 'select'), tileArg(c, 2, 'select')], false);
    return tile(elementOfValue(arg(c, 1)), made.shape);
  }),
  [`${p}fma`]: fn('a, b, c, more...', 'a * b + c, element by element', [], (c) =>
    together('fma', [tileArg(c, 0, 'fma'), tileArg(c, 1, 'fma'), tileArg(c, 2, 'fma')], false),
  ),
  ...each('reduce_sum reduce_max reduce_min reduce_prod', reduction),
  [`${p}reduce`]: fn('tile, axis, more...', 'a reduction to one value', [], (c) =>
    tile(tileArg(c, 0, 'reduce').element, []),
  ),
  ...each('scan scan_sum scan_prod', (name) => unary(`\`${name}\` along an axis`)),
  ...each('min_tile max_tile true_div pow maxf minf maxi mini rem remf', (name) =>
    binaryEntry(name, `\`${name}\`, element by element`),
  ),
  ...each('eq_tile ne_tile lt_tile le_tile gt_tile ge_tile', (name) =>
    comparison(name, 'a comparison, element by element'),
  ),
  ...each('sqrt sin tan tanh sinh absf absi negf negi ceil floor', (name) =>
    unary(`\`${name}\`, element by element`, true),
  ),
  ...each('exp exp2 log log2 rsqrt cos cosh sigmoid', (name) => unary(`\`${name}\`, element by element`)),
  ...each('convert_tile bitcast exti extf trunci truncf convert_scalar', () =>
    fn('tile, more...', 'the same shape with elements of another type', [], (c) => {
      const of = arg(c, 0);
      return isA(of, 'tile') ? { ...tile(anyElement, of.shape), ...edge(of, true) } : of;
    }),
  ),
  [`${p}tile_to_scalar`]: fn(
    'tile',
    'the one value of a tile of rank 0',
    [],
    (c) => tileArg(c, 0, 'tile_to_scalar').element,
  ),
  [`${p}scalar_to_tile`]: fn('value', 'a tile of rank 0', [], (c) => tile(elementOfValue(arg(c, 0)), [])),
  [`${p}ceil_div`]: fn('a, b', 'a / b, rounded up', [], (c) =>
    ceilDiv(intArg(c, 0, 'ceil_div'), intArg(c, 1, 'ceil_div')),
  ),
  [`${p}pow`]: fn('base, exponent', 'a power', [], (c) => power(c)),
  [`${p}repeat`]: fn('value, n', 'an array of n equal values', [], (c) => {
    const n = intArg(c, 1, words`this array`).n;
    return n !== undefined && n <= longestList
      ? Array.from({ length: n }, () => arg(c, 0))
      : raise(
          refused('type')`an array of more than ${{ longestList }} elements, or of unknown length, is not modelled`,
        );
  }),
  [`${p}filled`]: fn('list, dims', 'the list, with the open extents taken from dims', [], (c) =>
    filled(extents(arg(c, 0), words`a shape`), extents(arg(c, 1), 'dims')),
  ),
  [`${p}number`]: fn('<T>()', 'some number of a type', [], (c) => elementTarg(c)),
  ...each('assume_div_by assume_bounds_lower assume_bounds assume_same_elements', () =>
    fn('value, more...', 'the value, with a promise to the compiler', [], (c) => arg(c, 0)),
  ),
  [`${p}range`]: fn('from, to', 'a half-open range', [], (c) => [arg(c, 0), arg(c, 1)]),
  [`${p}as`]: fn('<T>(value)', 'the value, with what its annotation adds', [], (c) =>
    ascribe(arg(c, 0), elementTarg(c)),
  ),
  'tile.reshape': fn('self, shape', 'the same values, row major, in another shape', [], (c) =>
    reshape(tileArg(c, 0, 'reshape'), shapeArg(c, 1, 'reshape')),
  ),
  'tile|scalar|int.broadcast': fn('self, shape', 'repeated along axes of extent 1', [], (c) =>
    broadcast(arg(c, 0), shapeArg(c, 1, 'broadcast')),
  ),
  'tile.transpose': fn('self', 'the two axes exchanged', [], (c) =>
    permute(tileArg(c, 0, 'transpose'), [1, 0], 'transpose'),
  ),
  'tile.permute': fn('self, order', 'axis i is axis order[i] of the operand', [], (c) =>
    permute(tileArg(c, 0, 'permute'), orderArg(c, 1, 'permute'), 'permute'),
  ),
  'tile.shape': fn('self', 'extents by axis', [], (c) => tileArg(c, 0, 'shape').shape),
  'tile.pack': fn('self, shape', 'two values of 4 bits in each byte', [], (c) => packed(c, 'pack')),
  'tile.unpack': fn('self, shape', 'the values of 4 bits one by one', [], (c) => packed(c, 'unpack')),
  'scalar|int.div_ceil': fn('self, by', 'divided, rounded up', [], (c) =>
    ceilDiv(intArg(c, 0, 'div_ceil'), intArg(c, 1, 'div_ceil')),
  ),
  [`${p}Tile`]: typeOf('E, S', 'a tile of elements E and shape S', [], (c) =>
    tile(elementTarg(c), extents(c.targs[1], 'Tile')),
  ),
  [`${p}Array`]: typeOf('S', 'a list of constants', [], (c) => extents(c.targs[0], 'Array')),
  [`${p}Shape`]: typeOf('S', 'a shape', [], (c) => extents(c.targs[0], 'Shape')),
  ...Object.fromEntries(
    Object.entries(floats).map(([name, bits]) => [
      `${p}${name}`,
      typeOf('', `an element of ${bits} bits`, [], () => ({ is: 'scalar', type: name, bits })),
    ]),
  ),
});

function filled(shape: Extents, dims: Extents): Extents {
  const isOpen = (extent: Int): boolean =>
    extent.n === undefined && extent.is === 'dynamic' && extent.name === undefined;
  if (shape.filter(isOpen).length !== dims.length) return shape;
  let next = 0;
  return shape.map((extent) => (isOpen(extent) ? (dims[next++] ?? extent) : extent));
}

/** The longest host vector whose elements are modelled one by one. */
const longestList = 4096;

function power(c: BuiltinCall): Value {
  const [base, exponent] = [intArg(c, 0, 'pow'), intArg(c, 1, 'pow').n];
  if (exponent === undefined || exponent < 0 || exponent > 63)
    throw refused('type')`the exponent must be a known number from 0 to 63`;
  return Array.from({ length: exponent }).reduce<Int>((product) => mul(product, base), dyn(1));
}

function packed(c: BuiltinCall, what: 'pack' | 'unpack'): Tile {
  const of = tileArg(c, 0, what);
  const shape = shapeArg(c, 1, what);
  const [before, after] = [countOf(of.shape), countOf(shape)];
  const wanted = before === undefined ? undefined : what === 'pack' ? div(dyn(before), dyn(2)).n : before * 2;
  if (after !== undefined && wanted !== undefined && after !== wanted) {
    const [from, to] = [spelled(spellExtents, of.shape), spelled(spellExtents, shape)];
    throw refused('reshape-count')`${{ what }} ${{ from }} to ${{ to }}: ${{ after }} elements, not ${{ wanted }}`;
  }
  return tile(anyElement, shape);
}
