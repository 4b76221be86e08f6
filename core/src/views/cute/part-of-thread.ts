// Analyses the call that made a value one thread's part of a tensor: which operation partitioned the tensor, and for
// which thread. Draws nothing, computes nothing.
import { isIntTuple } from '../../algebra/index';
import type { IntTuple } from '../../algebra/leaf';
import type { Layout } from '../../algebra/types';
import type { Side } from '../../atoms/copy_atom';
import type { Operand } from '../../atoms/mma_atom';
import { isA } from '../../values/convert';
import type { ThrCopy, ThrMma, Value } from '../../values/value';
import type { Subject } from '../view';

/** A call of `partition_A`, `partition_S`, `local_partition` or a function like them. */
export type PartOfThread =
  | { readonly by: 'mma'; readonly tensor: Value; readonly thr: ThrMma; readonly operand: Operand }
  | { readonly by: 'copy'; readonly tensor: Value; readonly thr: ThrCopy; readonly side: Side }
  | {
      readonly by: 'threads';
      readonly tensor: Value;
      readonly threads: Layout;
      readonly index: IntTuple | undefined;
      readonly proj: IntTuple | undefined;
    };

/** The call that a subject is the result of; undefined where it is none of these. */
export function partOfThread({ why }: Subject): PartOfThread | undefined {
  const [first, second, ...rest] = (why?.operands ?? []).map((operand) => operand.value);
  if (!why || first === undefined || second === undefined) return undefined;
  const [operand, side] = [operands.get(why.by), sides.get(why.by)];
  if (operand && isA(first, 'thr-mma')) return { by: 'mma', tensor: second, thr: first, operand };
  if (side && isA(first, 'thr-copy')) return { by: 'copy', tensor: second, thr: first, side };
  if (why.by !== 'local_partition' || !isA(second, 'layout')) return undefined;
  const [index, proj] = rest.map((value) => (isIntTuple(value) ? value : undefined));
  return { by: 'threads', tensor: first, threads: second, index, proj };
}

const operands: ReadonlyMap<string, Operand> = new Map([
  ['partition_A', 'A'],
  ['partition_B', 'B'],
  ['partition_C', 'C'],
]);

const sides: ReadonlyMap<string, Side> = new Map([
  ['partition_S', 'S'],
  ['partition_D', 'D'],
]);
