// Operands of copy and gemm whose shapes do not fit each other. It also speaks of kernels whose threads are followed:
// what a copy leaves out is no access.
import { counted } from '../../../base/counted';
import { say } from '../../../base/say';
import type { Call, Related } from '../../../analysis';
import { print, rankOf, shape, size } from '../../../algebra/index';
import { type Int, isTuple, type IntTuple } from '../../../algebra/leaf';
import { meansOfCopy } from '../../../atoms/copy_atom';
import { addressing } from '../../../atoms/copy_addressing';
import { isA, numbersOf } from '../../../values/convert';
import type { CopyAtom, Tensor } from '../../../values/value';
import type { Check, Finding } from '../../lib/check';
import type { Facts } from '../../lib/facts';

export const operandShapes: Check = {
  slug: 'operand-shapes',
  topic: 'tiling',
  level: 'error',
  title: 'The shapes of the operands of copy or gemm disagree',
  explains: `\`copy(tiled_copy, src, dst)\` takes two tensors of the same rank. Mode 0 is what one instruction copies, or a multiple of that. The copy is repeated over all other modes, so source and destination must have as many elements there.
\`gemm(mma, A, B, C)\` takes A as (V,M,K), B as (V,N,K) and C as (V,M,N); V and K may be missing. Each of M, N and K must be the same in both operands that have it.
CuTe refuses to compile static sizes that disagree. It does not compare run-time sizes: \`copy\` then reads past the end of a shorter source, or leaves out the end of a longer one.

The usual cause is a \`Step\` that drops the wrong mode of the tiler in \`local_tile\`: A takes \`Step<_1, X, _1>\`, B takes \`Step<X, _1, _1>\`, C takes \`Step<_1, _1, X>\`.`,
  bad: `auto src = make_tensor(counting_iterator<int>(0), Layout<Shape<_1, _8>>{});
auto dst = make_tensor<int>(Layout<Shape<_1, _2>>{});
copy(Copy_Atom<UniversalCopy<int>, int>{}, src, dst);`,
  good: `auto src = make_tensor(counting_iterator<int>(0), Layout<Shape<_1, _8>>{});
auto dst = make_tensor<int>(Layout<Shape<_1, _8>>{});
copy(Copy_Atom<UniversalCopy<int>, int>{}, src, dst);`,
  *find(facts) {
    for (const call of facts.calls('copy', 'copy_if')) yield* copyFindings(facts, call);
    for (const call of facts.calls('gemm')) yield* gemmFindings(facts, call);
  },
};

interface Operand {
  readonly tensor: Tensor;
  readonly span: Call['span'];
}

/** The last operands; undefined where one of them is no tensor, or not known to be one. */
function lastTensors({ operands }: Call, count: number): readonly Operand[] | undefined {
  const tensors = operands
    .slice(-count)
    .flatMap(({ value, span }) => (isA(value, 'tensor') && span ? [{ tensor: value, span }] : []));
  return tensors.length === count ? tensors : undefined;
}

function* copyFindings(facts: Facts, call: Call): Generator<Finding> {
  const [src, dst] = lastTensors(call, 2) ?? [];
  if (!src || !dst) return;
  // A copy that chooses its width itself goes through all elements, however they are grouped.
  const means = meansOfCopy(call.name, call.operands[0]?.value);
  const byAtom = 'atom' in means;
  const [ranks, sizes] = [
    [src, dst].map(({ tensor }) => rankOf(tensor.layout)),
    [src, dst].map(({ tensor }) => sizeFrom(tensor, byAtom ? 1 : 0)),
  ];
  const described = say`the source is ${print(src.tensor.layout)}, the destination is ${print(dst.tensor.layout)}`;
  if (byAtom && ranks[0] !== ranks[1]) {
    yield {
      span: dst.span,
      instance: call.instance,
      message: refuses(say`the source has rank ${ranks[0]}, the destination has rank ${ranks[1]}: ${described}`),
      related: tilings(facts, call, [src, dst]),
    };
  } else if (sizes[0] !== undefined && sizes[1] !== undefined && sizes[0] !== sizes[1]) {
    const what = byAtom
      ? say`the modes after mode 0 have ${sizes[0]} elements in the source, but ${sizes[1]} in the destination`
      : say`the source has ${sizes[0]} elements, the destination has ${sizes[1]}`;
    const isRefused = [src, dst].every(({ tensor }) => modesFrom(tensor, byAtom ? 1 : 0).every(isStatic));
    yield {
      span: dst.span,
      instance: call.instance,
      message: isRefused ? refuses(`${what}: ${described}`) : `${what}: ${described}`,
      related: tilings(facts, call, [src, dst]),
    };
  } else if (byAtom) {
    const message = instructionMismatch(means.atom, src.tensor, dst.tensor);
    if (message !== undefined) yield { span: src.span, instance: call.instance, message: refuses(message) };
  }
}

/** The reason why an instruction cannot take mode 0 of the operands; undefined where it can, or where that is not
 *  known. */
function instructionMismatch(atom: CopyAtom, src: Tensor, dst: Tensor): string | undefined {
  if (!addressing(atom.op, 'S') && !addressing(atom.op, 'D')) return undefined;
  const wanted = [size(atom.layoutSrc, 1), size(atom.layoutDst, 1)].map(({ n }) => n);
  const mismatch = (from: IntTuple, to: IntTuple): boolean => {
    const have = numbersOf([size(from), size(to)]);
    if (!have || have[0] === wanted[0] || have[1] === wanted[1] || isTuple(from) !== isTuple(to)) return false;
    return (
      !isTuple(from) ||
      !isTuple(to) ||
      (from.length === to.length && mismatch(from[0] ?? size(from), to[0] ?? size(to)))
    );
  };
  const [from, to] = [shape(src.layout, 0), shape(dst.layout, 0)];
  if (!mismatch(from, to)) return undefined;
  const count = counted(wanted[0] ?? 0, 'element', String(wanted[0]));
  return say`${atom.op} copies ${count} at a time, but mode 0 of the source ${print(src.layout)} is ${print(from)}: partition both tensors with a TiledCopy, which makes mode 0 what one instruction copies`;
}

/** The number of elements in the modes from `first` on. */
function sizeFrom(tensor: Tensor, first: number): number | undefined {
  return numbersOf(modesFrom(tensor, first))?.reduce((n, extent) => n * extent, 1);
}

/** The sizes of the modes from `first` on. */
function modesFrom({ layout }: Tensor, first: number): readonly Int[] {
  return Array.from({ length: Math.max(rankOf(layout) - first, 0) }, (_, i) => size(layout, first + i));
}

/** CuTe compares static sizes when it compiles, and others never. */
function isStatic({ is }: Int): boolean {
  return is === 'static';
}

const refuses = (what: string): string => say`CuTe refuses to compile this: ${what}`;

/** Modes that must agree, by the ranks of A, B and C: operand, mode and name on both sides. */
type Pair = readonly ['A' | 'B', number, 'B' | 'C', number, string];
const agreements: Readonly<Record<string, readonly Pair[]>> = {
  '3,3,3': [
    ['A', 1, 'C', 1, 'M'],
    ['B', 1, 'C', 2, 'N'],
    ['A', 2, 'B', 2, 'K'],
  ],
  '2,2,3': [
    ['A', 1, 'C', 1, 'M'],
    ['B', 1, 'C', 2, 'N'],
  ],
  '2,2,2': [
    ['A', 0, 'C', 0, 'M'],
    ['B', 0, 'C', 1, 'N'],
    ['A', 1, 'B', 1, 'K'],
  ],
  '1,1,2': [
    ['A', 0, 'C', 0, 'M'],
    ['B', 0, 'C', 1, 'N'],
  ],
};

function* gemmFindings(facts: Facts, call: Call): Generator<Finding> {
  // The first of them may be the MMA; of four tensors the first is D.
  const count = call.operands.length - (isA(call.operands[0]?.value, 'tensor') ? 0 : 1);
  const tensors = (count === 3 || count === 4) && lastTensors(call, count);
  if (!tensors) return;
  const [A, B, C] = tensors.slice(-3);
  if (!A || !B || !C) return;
  const operands = { A, B, C };
  for (const [left, i, right, j, name] of agreements[[A, B, C].map(({ tensor }) => rankOf(tensor.layout)).join()] ??
    []) {
    const [one, other] = [operands[left], operands[right]];
    const sizes = [size(one.tensor.layout, i), size(other.tensor.layout, j)];
    const [n, m] = numbersOf(sizes) ?? [];
    if (n === undefined || m === undefined || n === m) continue;
    const layouts = say`${left} is ${print(one.tensor.layout)}, ${right} is ${print(other.tensor.layout)}`;
    const disagreement = say`${name} is ${n} in mode ${i} of ${left}, but ${m} in mode ${j} of ${right}: ${layouts}`;
    const message = sizes.every(isStatic) ? refuses(disagreement) : disagreement;
    yield { span: one.span, instance: call.instance, message, related: tilings(facts, call, [one, other]) };
    return;
  }
}

/** The places where the operands were cut out of their tensors; the projections there may be wrong. */
function tilings(facts: Facts, call: Call, operands: readonly Operand[]): readonly Related[] {
  const bases = operands.flatMap(({ tensor }) =>
    tensor.data.base === undefined || tensor.owning ? [] : [tensor.data.base],
  );
  return facts.calls('local_tile').flatMap(({ instance, operands: [tensor, , , step], result, span }) => {
    if (
      instance !== call.instance ||
      !step?.span ||
      !tensor ||
      !isA(tensor.value, 'tensor') ||
      !bases.includes(tensor.value.data.base ?? '') ||
      !isA(result, 'tensor')
    )
      return [];
    return [{ span, message: say`${facts.textAt(step.span)} makes tiles of ${print(result.layout)} here` }];
  });
}
