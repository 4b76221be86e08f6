// Refusals of CuTe, with the operand that causes them. The rules and their messages are those of the algebra; this file
// separates certain refusals from those that follow from code that CuTe Lens does not model.
import { say } from '../../base/say';
import type { Call, Refusal } from '../../analysis';
import type { Span } from '../../base/span';
import { rankOf } from '../../algebra/index';
import { isA, tagOf, isTuple } from '../../values/convert';
import type { Value } from '../../values/value';
import type { Finding } from './check';
import type { Facts } from './facts';

export interface Refused {
  readonly refusal: Refusal;
  /** Absent where no function is called: for an operator, or the arguments of a class template. */
  readonly call: Call | undefined;
}

/** The refusals by these rules. Calls with operands that CuTe Lens does not model are left out. */
export function refused(facts: Facts, ...rules: readonly Refusal['rule'][]): readonly Refused[] {
  return facts.evaluation.refusals
    .filter(({ rule }) => rules.includes(rule))
    .flatMap((refusal) => {
      const call = facts.callAt(refusal.span, refusal.instance);
      return call && !call.operands.every(({ value }) => isModelled(value)) ? [] : [{ refusal, call }];
    });
}

/** The refusal as a finding at the operand that causes it. */
export function refusalFinding({ refusal, call }: Refused): Finding {
  return {
    span: (call && blamed(call)) ?? refusal.span,
    instance: refusal.instance,
    message: say`CuTe refuses to compile this: ${refusal.message}`,
  };
}

const foreign = ['struct', 'scalar', 'text', 'callable', 'element', 'void', 'unknown'];

function isModelled(value: Value): boolean {
  if (isTuple(value)) return value.every(isModelled);
  return isA(value, 'tag') ? known.test(value.name) : !foreign.includes(tagOf(value));
}

/** Tags that are modelled: orders of modes, and operations of an architecture. Others may be classes that are not
 *  modelled, such as `cute::array<float, 5>`. */
const known = /^(LayoutLeft|LayoutRight|GenColMajor|GenRowMajor|SM\d+_\w+|Universal\w+|AutoVectorizingCopy\w*)$/;

/** The operand that causes a function's refusals, counted from 0; operand 0 of a member function is its object. */
const culprits: Readonly<Record<string, (call: Call) => number>> = {
  complement: () => 0,
  left_inverse: () => 0,
  right_inverse: () => 0,
  upcast: () => 0,
  downcast: () => 0,
  recast_layout: () => 0,
  stride: () => 0,
  zip: () => 0,
  append: () => 0,
  prepend: () => 0,
  slice: () => 0,
  dice: () => 0,
  idx2crd: () => 0,
  crd2idx: ({ operands }) =>
    rankOf(operands[0]?.value) > 1 && rankOf(operands[0]?.value) !== rankOf(operands[1]?.value)
      ? 0
      : operands.length - 1,
  logical_product: () => 0,
  zipped_product: () => 0,
  tiled_product: () => 0,
  flat_product: () => 0,
  blocked_product: () => 0,
  raked_product: () => 0,
  tile_to_shape: ({ operands }) => (operands[2] && rankOf(operands[2].value) !== rankOf(operands[1]?.value) ? 2 : 1),
  local_tile: ({ operands }) => (!operands[3] && rankOf(operands[1]?.value) > tensorRank(operands[0]?.value) ? 1 : 2),
  make_tensor: () => 0,
  make_tiled_mma: () => 2,
};

function tensorRank(value: Value | undefined): number {
  return isA(value, 'tensor') && value.layout.is === 'layout' ? rankOf(value.layout.shape) : 1;
}

/** The place of the operand at fault. For a function that is not listed it is the second operand, since the first
 *  one is the value that the function works on. */
function blamed(call: Call): Span | undefined {
  if (call.name === 'operator()') return spanOfAll(call.operands.slice(1));
  return call.operands[culprits[call.name]?.(call) ?? 1]?.span;
}

function spanOfAll(operands: Call['operands']): Span | undefined {
  const [first, last] = [operands[0]?.span, operands[operands.length - 1]?.span];
  return first && last && { ...first, end: last.end };
}
