// A call of a function of CuTe or CUDA in a block whose threads are all followed, and what it does to memory.
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Tensor, Value } from '../../values/value';
import { loseAccesses } from '../memory/accesses';
import type { Machine } from '../state/machine';
import type { Simt } from '../state/simt';
import type { Arg } from '../values/entities';

export interface Called {
  readonly m: Machine;
  readonly simt: Simt;
  readonly name: string;
  readonly targs: readonly Value[];
  readonly args: readonly Arg[];
  readonly tensors: readonly Tensor[];
  readonly span: Span;
}

export type Effect = (call: Called) => void;

export const nothing: Effect = () => undefined;

export const notFollowed: Effect = ({ m, name }) => loseAccesses(m, say`\`${name}\` is not followed`, undefined);
