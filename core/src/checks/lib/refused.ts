// What CuTe refuses to compile, with the operand that is to blame. The rules and their words are the algebra's; this
// tells the refusals that are certain from those that come of what CuTe Lens does not model.
import type { Call, Refusal } from '../../analysis';
import type { Span } from '../../base/span';
import { rankOf } from '../../algebra/index';
import { isA, tagOf, isTuple } from '../../values/convert';
import type { Value } from '../../values/value';
import type { Finding } from './check';
import type { Facts } from './facts';

export interface Refused {
  readonly refusal: Refusal;
  /** Absent where no function is called: an operator, the arguments of a class template. */
  readonly call: Call | undefined;
}

/** Refusals by these rules. Calls with operands that are not CuTe's own are left out: what they do is not modelled. */
export function refused(facts: Facts, ...rules: readonly Refusal['rule'][]): readonly Refused[] {
  return facts.evaluation.refusals
    .filter(({ rule }) => rules.includes(rule))
    .flatMap((refusal) => {
      const call = facts.callAt(refusal.span, refusal.instance);
      return call && !call.operands.every(({ value }) => isModelled(value)) ? [] : [{ refusal, call }];
    });
}

/** CuTe's words at the operand that they are about. */
export function refusalFinding({ refusal, call }: Refused): Finding {
  return {
    span: (call && blamed(call)) ?? refusal.span,
    instance: refusal.instance,
    message: `CuTe refuses to compile this: ${refusal.message}`,
  };
}

const foreign = ['struct', 'scalar', 'text', 'callable', 'element', 'void', 'unknown'];

function isModelled(value: Value): boolean {
  if (isTuple(value)) return value.every(isModelled);
  return isA(value, 'tag') ? known.test(value.name) : !foreign.includes(tagOf(value));
}

/** Orders of modes, and operations of an architecture. Other tags may be classes that are not modelled:
 *  `cute::array<float, 5>`. */
const known = /^(LayoutLeft|LayoutRight|GenColMajor|GenRowMajor|SM\d+_\w+|Universal\w+|AutoVectorizingCopy\w*)$/;

/** The operand that a function's refusals are about, counted from 0; the object of a member function is 0. */
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

/** Where the operand to blame is written; the second one where a function is not listed, since the first is what it
 *  works on. */
function blamed(call: Call): Span | undefined {
  if (call.name === 'operator()') return spanOfAll(call.operands.slice(1));
  return call.operands[culprits[call.name]?.(call) ?? 1]?.span;
}

function spanOfAll(operands: Call['operands']): Span | undefined {
  const [first, last] = [operands[0]?.span, operands[operands.length - 1]?.span];
  return first && last && { ...first, end: last.end };
}
