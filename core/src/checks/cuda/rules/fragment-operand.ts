// The operands of gemm and of the functions that make fragments. A fragment is made of a thread's part of an operand,
// in registers or behind descriptors.
import { say } from '../../../base/say';
import { known } from '../../../algebra/errors';
import type { Call, Fix } from '../../../analysis';
import { number, print, rankOf, size } from '../../../algebra/index';
import { nameOf } from '../../../ir/spelled';
import { isA } from '../../../values/convert';
import { spellType } from '../../../values/print';
import { sizeofBits } from '../../../values/scalars';
import type { MmaAtom, Tensor, Value } from '../../../values/value';
import type { Check, Finding } from '../../lib/check';
import type { Facts } from '../../lib/facts';
import { refusalFinding, refused, type Refused } from '../../lib/refused';

export const fragmentOperand: Check = {
  slug: 'fragment-operand',
  topic: 'rules',
  level: 'error',
  title: "A fragment is not made of a thread's part of its operand",
  explains: `\`partition_A\` returns a thread's part of a tensor, (V,M,K). \`make_fragment_A\` takes that part and makes what the MMA reads: registers, or descriptors for operations that read shared memory themselves.
\`partition_fragment_A\` does both, and takes the whole tensor.
CuTe refuses \`make_fragment_A\` of a tensor that was not partitioned. It often accepts \`partition_fragment_A\` of a tensor that was partitioned already, but the shape of the result is meaningless.
It also accepts \`make_fragment_A\` of a part of B, if both have the same number of values.

\`gemm\` with an MMA accumulates in registers of the accumulator's type. \`partition_fragment_C\` and \`make_fragment_C\` make such registers; \`make_fragment_like(tCgC)\` makes registers with the type of C in memory.`,
  bad: `auto tensor = make_tensor(counting_iterator<int>(0), Layout<Shape<_128, _64>>{});
auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}).get_slice(0);
auto fragment = mma.make_fragment_A(tensor);`,
  good: `auto tensor = make_tensor(counting_iterator<int>(0), Layout<Shape<_128, _64>>{});
auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}).get_slice(0);
auto fragment = mma.partition_fragment_A(tensor);`,
  *find(facts) {
    for (const one of refused(facts, ...rules))
      if (one.call && isFragmentRefusal(one))
        yield {
          ...refusalFinding(one),
          fixes: one.refusal.rule === 'type' || isPart(one.call, facts) ? [] : other(one.call, facts),
        };
    for (const call of facts.calls(...makers)) {
      const found = isA(call.result, 'unknown') ? undefined : misusedPart(call, facts);
      if (found) yield found;
    }
    for (const call of facts.calls('gemm')) {
      const found = gemmFinding(call);
      if (found) yield found;
    }
  },
};

const makers = ['A', 'B', 'C'].flatMap((operand) => [`make_fragment_${operand}`, `partition_fragment_${operand}`]);
const rules = ['rank', 'congruence', 'type'] as const;

/** True for a refusal because the operand is not a part, or is a part that the MMA cannot read. Other checks leave
 *  such refusals to this one. */
export function isFragmentRefusal({ call, refusal }: Refused): boolean {
  return call !== undefined && makers.includes(call.name) && rules.some((rule) => rule === refusal.rule);
}

// ---- Parts ----------------------------------------------------------------------------------------------------------

/** A part that is partitioned again, or that belongs to another operand. */
function misusedPart(call: Call, facts: Facts): Finding | undefined {
  const [object, tensor] = call.operands;
  const [, verb, operand] = /^(make|partition)_fragment_([ABC])$/.exec(call.name) ?? [];
  const part = tensor && isA(tensor.value, 'tensor') ? partOf(tensor.value, facts) : undefined;
  if (!object || !part || !operand || !sameMma(object.value, part.operands[0]?.value)) return undefined;
  const from = part.name.slice(-1);
  const related = [{ span: part.span, message: say`partitioned here, by ${part.name}` }];
  const place = { span: tensor?.span ?? call.span, instance: call.instance, related };
  if (verb === 'partition')
    return {
      ...place,
      message: say`${call.name} partitions its operand, but ${part.name} has partitioned it already; use make_fragment_${operand}`,
      ...(from === operand && { fixes: other(call, facts) }),
    };
  if (from !== operand)
    return {
      ...place,
      message: say`${call.name} takes a part of ${operand}, but this is a part of ${from}, from ${part.name}`,
    };
  return undefined;
}

function isPart({ operands: [, tensor] }: Call, facts: Facts): boolean {
  return tensor !== undefined && isA(tensor.value, 'tensor') && partOf(tensor.value, facts) !== undefined;
}

/** The call that made the partition: of the tensor itself, or of the tensor that it is a slice of with all values of
 *  the atom. */
function partOf(tensor: Tensor, facts: Facts, depth = 0): Call | undefined {
  const part = facts.calls('partition_A', 'partition_B', 'partition_C').find(({ result }) => result === tensor);
  if (part || depth > 3) return part;
  const slice = facts
    .calls('operator()')
    .find(
      ({ result, operands: [, first] }) => result === tensor && first !== undefined && isA(first.value, 'underscore'),
    );
  const whole = slice?.operands[0]?.value;
  return whole !== undefined && isA(whole, 'tensor') ? partOf(whole, facts, depth + 1) : undefined;
}

function sameMma(one: Value, other: Value | undefined): boolean {
  const [a, b] = [one, other].map((value) =>
    value === undefined ? undefined : isA(value, 'thr-mma') ? value.mma : isA(value, 'tiled-mma') ? value : undefined,
  );
  return (
    a !== undefined &&
    b !== undefined &&
    (a === b ||
      (print(a.thrLayoutVMNK) === print(b.thrLayoutVMNK) &&
        a.atom.op === b.atom.op &&
        JSON.stringify(a.permutationMNK) === JSON.stringify(b.permutationMNK)))
  );
}

/** Replaces `partition_fragment_A` by `make_fragment_A`, or the other way round if the object is a thread's slice. */
function other(call: Call, facts: Facts): readonly Fix[] {
  const object = call.operands[0];
  const becomes = call.name.startsWith('make')
    ? call.name.replace('make', 'partition')
    : call.name.replace('partition', 'make');
  if (!object || !isA(object.value, 'thr-mma') || !object.span) return [];
  const written = facts.expressionAt(call.span);
  const method = written?.is === 'Call' ? nameOf(written.callee) : undefined;
  if (method?.id !== call.name) return [];
  return [{ title: say`Use ${becomes}`, edits: [{ span: method.span, text: becomes }], preferred: true }];
}

// ---- gemm -----------------------------------------------------------------------------------------------------------

function gemmFinding(call: Call): Finding | undefined {
  const [first, ...rest] = call.operands;
  const atom = first && atomOf(first.value);
  const tensors = rest.flatMap(({ value, span }) => (isA(value, 'tensor') && span ? [{ tensor: value, span }] : []));
  if (!atom || tensors.length !== rest.length || (rest.length !== 3 && rest.length !== 4)) return undefined;
  const names: readonly Name[] = rest.length === 4 ? ['D', 'A', 'B', 'C'] : ['A', 'B', 'C'];
  const named = names.map((name, at) => ({ name, ...tensors[at] }));
  for (const { name, tensor, span } of named) {
    const wrong =
      tensor && span
        ? refusalOf(
            name,
            tensor,
            atom,
            named.flatMap((one) => (one.tensor ? [one.tensor] : [])),
          )
        : undefined;
    if (wrong !== undefined && span)
      return { span, instance: call.instance, message: say`CuTe refuses to compile this: ${wrong}` };
  }
  return undefined;
}

type Name = 'A' | 'B' | 'C' | 'D';

function atomOf(value: Value): MmaAtom | undefined {
  if (isA(value, 'mma-atom')) return value;
  return isA(value, 'tiled-mma') ? value.atom : isA(value, 'thr-mma') ? value.mma.atom : undefined;
}

/** The reason why gemm cannot take the tensor as that operand; undefined where it can, or where that is not known. */
function refusalOf(
  name: Name,
  { data, layout, owning }: Tensor,
  atom: MmaAtom,
  all: readonly Tensor[],
): string | undefined {
  const memory = data.space === 'gmem' ? say`global memory` : data.space === 'smem' ? say`shared memory` : undefined;
  const isResult = name === 'C' || name === 'D';
  if (memory !== undefined && isResult)
    return say`gemm accumulates in registers, but ${name} is in ${memory}; make_fragment_C makes registers for a part, and copy writes them back`;
  if (data.space === 'gmem')
    return say`gemm does not read global memory, but ${name} is there; copy it to registers or to shared memory first`;
  const fragment = isResult ? atom.fragments?.c : name === 'A' ? atom.fragments?.a : atom.fragments?.b;
  const inRegisters = owning === true && rankOf(layout) === 3 && all.every((tensor) => rankOf(tensor.layout) === 3);
  if (!inRegisters) return undefined;
  if (fragment?.includes('smem_desc'))
    return say`${atom.op} reads ${name} from shared memory through descriptors, which make_fragment_${name} makes; but this tensor is in registers`;
  return fragment === undefined ? wrongRegisters(name, { data, layout }, atom) : undefined;
}

/** Compares the registers of one instruction in bits: CuTe casts a fragment to registers and needs the same number. */
function wrongRegisters(
  name: Name,
  { data, layout }: Pick<Tensor, 'data' | 'layout'>,
  atom: MmaAtom,
): string | undefined {
  const { type, values } = {
    D: { type: atom.types[0], values: atom.layoutC },
    A: { type: atom.types[1], values: atom.layoutA },
    B: { type: atom.types[2], values: atom.layoutB },
    C: { type: atom.types[3], values: atom.layoutC },
  }[name];
  const have = known(() => number(size(layout, 0)) * sizeofBits(data.element));
  const want = known(() => number(size(values, 1)) * sizeofBits(type));
  if (have === undefined || want === undefined || have === want || /^UniversalFMA\b/.test(atom.op)) return undefined;
  const isType = spellType(data.element) !== spellType(type);
  const wanted = say`${atom.op} takes ${want / 32} registers of ${spellType(type)} for ${name}`;
  const given = isType
    ? say`but mode 0 of ${print(layout)} has ${have / 32} of ${spellType(data.element)}`
    : say`but mode 0 of ${print(layout)} has ${have / 32}`;
  return say`${wanted}, ${given}; make_fragment_${isName(name)} makes the right ones`;
}

const isName = (name: Name): string => (name === 'D' ? 'C' : name);
