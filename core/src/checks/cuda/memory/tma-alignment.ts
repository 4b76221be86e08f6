// A TMA copy of a tensor in global memory whose strides do not have the alignment that TMA needs.
import { say } from '../../../base/say';
import { known } from '../../../algebra/errors';
import type { Call } from '../../../analysis';
import { flatten, print, wrap } from '../../../algebra/index';
import { isTuple as isIntTuple, type IntTuple } from '../../../algebra/leaf';
import { atomInCopy } from '../../../atoms/copy_atom';
import { isA, numbersOf } from '../../../values/convert';
import { sizeofBits } from '../../../values/scalars';
import type { Check, Finding } from '../../lib/check';

/** All strides of a tensor map but the first must be multiples of this.
 *  Source: CUDA Driver API 13.0, cuTensorMapEncodeTiled, `globalStrides`. */
const STRIDE_BYTES = 16;

export const tmaAlignment: Check = {
  slug: 'tma-alignment',
  topic: 'memory',
  level: 'warning',
  title: 'A stride of a tensor that TMA copies is not a multiple of 16 bytes',
  explains: `TMA accesses a tensor through a descriptor. The stride of its contiguous mode must be 1, and all other strides must be multiples of 16 bytes.
Otherwise the program fails at run time when it makes the descriptor.
Pad the rows, or copy without TMA.

The check looks at tensors given to \`make_tma_copy\` and similar functions whose strides are known numbers.`,
  bad: `void host(half_t* data) {
  auto tensor = make_tensor(make_gmem_ptr(data), make_layout(make_shape(256, 100), make_stride(100, _1{})));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, tensor, Layout<Shape<_64, _32>, Stride<_32, _1>>{});
}
int main() { host(nullptr); }`,
  good: `void host(half_t* data) {
  auto tensor = make_tensor(make_gmem_ptr(data), make_layout(make_shape(256, 104), make_stride(104, _1{})));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, tensor, Layout<Shape<_64, _32>, Stride<_32, _1>>{});
}
int main() { host(nullptr); }`,
  *find(facts) {
    const calls = facts.calls(
      'make_tma_copy',
      'make_tma_atom',
      'make_tma_copy_A_sm90',
      'make_tma_copy_B_sm90',
      'make_tma_copy_C_sm90',
      'make_tma_atom_A_sm100',
      'make_tma_atom_B_sm100',
    );
    for (const call of calls) {
      const found = findingOf(call);
      if (found) yield found;
    }
  },
};

function findingOf(call: Call): Finding | undefined {
  const operand = call.operands.find(({ value }) => isA(value, 'tensor') && value.data.space === 'gmem');
  const tensor = operand?.value;
  if (!operand || tensor === undefined || !isA(tensor, 'tensor') || tensor.layout.is !== 'layout') return undefined;
  const bits = known(() => sizeofBits(tensor.data.element));
  if (bits === undefined) return undefined;
  const { shape, stride } = tensor.layout;
  const first = firstModes(call);
  for (const { extent, step, path } of leaves(shape, stride)) {
    const [n, d] = numbersOf([extent, step]) ?? [];
    // A tensor without elements is there for its type alone.
    if (n === 0) return undefined;
    if (n === undefined || d === undefined || n === 1 || d === 0 || d === 1) continue;
    if (first.includes(path.join())) continue;
    const bytes = (d * bits) / 8;
    if (bytes % STRIDE_BYTES === 0) continue;
    return {
      span: operand.span ?? call.span,
      instance: call.instance,
      message: say`the stride of ${d} elements in ${print(tensor.layout)} is ${bytes} bytes; TMA needs multiples of ${STRIDE_BYTES}`,
    };
  }
  return undefined;
}

interface Mode {
  readonly extent: IntTuple;
  readonly step: IntTuple;
  readonly path: readonly number[];
}

function leaves(shape: IntTuple, stride: IntTuple, path: readonly number[] = []): readonly Mode[] {
  if (!isIntTuple(shape) || !isIntTuple(stride)) return [{ extent: shape, step: stride, path }];
  return shape.flatMap((part, at) => leaves(part, stride[at] ?? [], [...path, at]));
}

/** The paths of the global modes that are one contiguous mode in the descriptor: it has no stride for them. */
function firstModes({ result }: Call): readonly string[] {
  const tma = atomInCopy(result)?.tma;
  if (!tma || !('basis' in tma)) return [];
  return wrap(flatten<IntTuple>(wrap(tma.basis.stride)[0] ?? [])).flatMap((e) =>
    !isIntTuple(e) && e.is === 'basis' ? [e.path.join()] : [],
  );
}
