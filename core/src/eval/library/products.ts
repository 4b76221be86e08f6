// What `gemm` does to memory, thread by thread, and how products into tensor memory report that they are done.
import { say } from '../../base/say';
import type { Tensor, Value } from '../../values/value';
import { isA } from '../../values/convert';
import { accessTensor, loseAccesses } from '../memory/accesses';
import { readByProduct, reportProducts } from './background';
import type { Effect } from './called';
import { isRegister } from './moves';

/** `gemm(A, B, C)`, `gemm(mma, D, A, B, C)`: operands in memory are read, the accumulator is read and written. What is
 *  in tensor memory is not followed. */
export const product: Effect = ({ m, simt, args, tensors, span }) => {
  const result = tensors.length === 4 ? tensors[0] : tensors.at(-1);
  const [a, b] = tensors.length === 4 ? tensors.slice(1) : tensors;
  const operands = [a, b].filter((one) => one !== undefined);
  if (operands.length < 2 || !result)
    return loseAccesses(m, say`a product of operands behind descriptors is not followed`, undefined);
  const of = isInTensorMemory(result) ? 'tensor-products' : 'products';
  const isOfPair = isInTensorMemory(result) && isOfTwoBlocks(args[0]?.value);
  for (const operand of operands) {
    if (isInTensorMemory(operand)) continue;
    if (operand.data.space !== 'descriptor') accessTensor(m, operand, 1, false, span);
    else if (!readByProduct(simt, operand, of, isOfPair, span))
      return loseAccesses(m, say`a product of operands behind descriptors is not followed`, undefined);
  }
  if (isRegister(result) || isInTensorMemory(result)) return;
  accessTensor(m, result, 1, false, span);
  accessTensor(m, result, 1, true, span, { together: 'agreeing' });
};

const isInTensorMemory = ({ data }: Tensor): boolean => data.space === 'tmem';

/** `umma_arrive(&barrier)`, `umma_arrive_multicast(&barrier, mask)` */
export const report: Effect = ({ m, simt, args, span }) => {
  const at = args[0]?.value;
  reportProducts(m, simt, isA(at, 'pointer') ? at : undefined, args[1]?.value, span);
};

function isOfTwoBlocks(by: Value | undefined): boolean {
  const atom = isA(by, 'tiled-mma') ? by.atom : by;
  return !isA(atom, 'mma-atom') || atom.op.includes('2x1SM');
}
