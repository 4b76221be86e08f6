// Which elements each thread of `cooperative_copy<Threads, MaxVecBits>(thread, source, destination)` moves. Source:
// cute/algorithm/cooperative_copy.hpp.
import { invariant } from '../base/assert';
import { gcdOfNumbers } from '../algebra/gcd';
import {
  coalesce,
  compatible,
  composition,
  domain_distribute,
  get_nonswizzle_portion,
  logical_divide,
  make_layout,
  max_alignment,
  max_common_vector,
  number,
  right_inverse,
  shape,
  size,
} from '../algebra/index';
import { int, type Int, underscore } from '../algebra/leaf';
import type { Layout } from '../algebra/types';
import { sizeofBits } from './scalars';
import { mapLayout, sliceTensor } from './tensor';
import type { Tensor } from './value';

/** What one thread copies. */
export interface CooperativePart {
  readonly source: Tensor;
  readonly destination: Tensor;
  /** Elements of one vector, the first ones of both tensors. */
  readonly elements: number;
  /** Threads that copy; the others have nothing to do. */
  readonly threads: number;
}

/** The vectors that threads take in turn, where they do not divide the elements: `vectors` of `elements` each. */
export interface CooperativeTurns {
  readonly source: Tensor;
  readonly destination: Tensor;
  readonly elements: number;
  readonly vectors: number;
}

/** What threads take in turn (`naive_cooperative_copy`); undefined where a vector of a swizzled tensor would be taken.
 *  Throws: AlgebraError where CuTe does not compile. */
export function cooperativeTurns(
  source: Tensor,
  destination: Tensor,
  maxVecBits = sizeofBits(source.data.element),
): CooperativeTurns | undefined {
  const [a, b] = alike(source, destination);
  const bits = sizeofBits(source.data.element);
  const isVector = number(max_common_vector(a.layout, b.layout)) > 1 && maxVecBits > bits;
  const [ofA, ofB] = [a, b].map(({ layout }) => bits * number(max_alignment(layout)));
  const elements = isVector ? gcdOfNumbers(gcdOfNumbers(ofA ?? bits, ofB ?? bits), maxVecBits) / bits : 1;
  const isPlain = a.layout.is === 'layout' && b.layout.is === 'layout';
  if (!Number.isInteger(elements) || (elements > 1 && !isPlain)) return undefined;
  return { source: a, destination: b, elements, vectors: number(size(a.layout)) / elements };
}

/** The part of a thread, where the threads divide the elements. Throws: AlgebraError where CuTe does not compile. */
export function cooperativePart(
  source: Tensor,
  destination: Tensor,
  thread: Int,
  threads: number,
  maxVecBits = sizeofBits(source.data.element),
): CooperativePart | undefined {
  const total = number(size(source.layout));
  const [a, b] = alike(source, destination);
  const bits = sizeofBits(source.data.element);
  const together = number(max_common_vector(a.layout, b.layout)) * bits;
  const perThread = (total * bits) / threads;
  const vector = Math.max(bits, gcdOfNumbers(gcdOfNumbers(together, maxVecBits), perThread)) / bits;
  const copying = Math.min(threads, total / vector);
  const [ofA, ofB] = [a, b].map(({ layout }) => domain_distribute(shape(layout), int(vector * copying)));
  if (!ofA || !ofB) return undefined;
  const domain = number(compatible(shape(ofA), shape(ofB))) === 1 ? ofB : ofA;
  const tiler = composition(domain, make_layout([int(vector), int(copying)]));
  const partOf = (tensor: Tensor): Tensor =>
    sliceTensor(
      mapLayout(tensor, (layout) => logical_divide(layout, tiler)),
      [[underscore, thread], underscore],
    );
  return { source: partOf(a), destination: partOf(b), elements: vector, threads: copying };
}

/** Both with the elements in one order, in which those of one of them come one after the other: (vector, rest). */
function alike(source: Tensor, destination: Tensor): readonly [Tensor, Tensor] {
  const common = permutation(source, destination);
  const inOrder = (tensor: Tensor): Tensor =>
    mapLayout(tensor, (layout) => coalesce(logical_divide(layout, common), [int(1), int(1)]));
  return [inOrder(source), inOrder(destination)];
}

/** `heuristic_permutation`: the inverse of one of the layouts, so that its elements come one after the other. */
function permutation(source: Tensor, destination: Tensor): Layout {
  const [a, b] = [right_inverse(withoutSwizzle(source)), right_inverse(withoutSwizzle(destination))];
  const score = ({ data, layout }: Tensor, own: Layout, other: Layout): number =>
    (data.swizzle || layout.is !== 'layout' ? 4 : 0) +
    (data.space === 'smem' ? 2 : 0) +
    (number(size(own)) > number(size(other)) ? 1 : 0);
  return score(source, a, b) >= score(destination, b, a) ? a : b;
}

function withoutSwizzle({ layout }: Tensor): Layout {
  const inner = get_nonswizzle_portion(layout);
  invariant(inner.is === 'layout', 'a plain layout is inside a swizzle');
  return inner;
}
