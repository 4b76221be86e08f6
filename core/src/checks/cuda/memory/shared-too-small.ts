// A tensor in shared memory that reaches past the end of the variable that it lies in.
import { say } from '../../../base/say';
import { known } from '../../../algebra/errors';
import type { Fix } from '../../../analysis';
import { number, print, size } from '../../../algebra/index';
import { arrayExtent } from '../../../ir/outline';
import { nodesIn } from '../../../ir/walk';
import { cuteNameOf, makerOf, type Spelled } from '../../../ir/spelled';
import type { Expr } from '../../../ir/program';
import { isA } from '../../../values/convert';
import { bitsOfStep } from '../../../values/pointer';
import type { Tensor } from '../../../values/value';
import type { Check, Finding } from '../../lib/check';
import type { Facts } from '../../lib/facts';
import { isFollowed } from '../../lib/followed';
import { leavesMemory } from '../../lib/hazards';
import { placeOf, reach, type Place } from '../../lib/shared-memory';

export const sharedTooSmall: Check = {
  slug: 'shared-too-small',
  topic: 'memory',
  level: 'warning',
  title: 'The tensor does not fit into its shared variable',
  explains: `An array needs as many elements as the layout's largest offset plus one, its \`cosize\`.
That is more than its \`size\` if the layout has gaps, for example from padding.
An element past the end lies in another variable, or outside of all of them.

The check looks at tensors over \`__shared__\` variables whose sizes are in the source. The size of dynamic shared memory is in the launch. It is silent where [out-of-bounds](#out-of-bounds) reports an access past the end, and in kernels whose threads are followed to their end, where it would.`,
  bad: `__global__ void kernel(int const* rows) {
  auto layout = Layout<Shape<_32, _32>, Stride<Int<33>, _1>>{};
  __shared__ float memory[size(layout)];
  auto tile = make_tensor(make_smem_ptr(memory), layout);
  tile(rows[threadIdx.x], 31) = 0;
}
int main() { kernel<<<1, 32>>>(nullptr); }`,
  good: `__global__ void kernel(int const* rows) {
  auto layout = Layout<Shape<_32, _32>, Stride<Int<33>, _1>>{};
  __shared__ float memory[cosize(layout)];
  auto tile = make_tensor(make_smem_ptr(memory), layout);
  tile(rows[threadIdx.x], 31) = 0;
}
int main() { kernel<<<1, 32>>>(nullptr); }`,
  *find(facts) {
    for (const { result, span, instance, operands } of facts.calls('make_tensor')) {
      if (isFollowed(facts, instance)) continue;
      const place = isA(result, 'tensor') ? placeOf(result, instance, facts) : undefined;
      const found = isA(result, 'tensor') && place ? findingOf(result, place, facts) : undefined;
      const isLeft = found && leavesMemory(facts, instance, ({ name }) => name === place?.variable.name);
      if (found && !isLeft) yield { ...found, span: operands[1]?.span ?? span, instance };
    }
  },
};

/** The tensors that do not fit into a shared variable, where they are made, and how it is made larger. */
export function lackOfRoom(facts: Facts, instance: number, name: string): Pick<Finding, 'related' | 'fixes'> {
  const found = facts.calls('make_tensor').flatMap(({ result, span, operands, instance: of }) => {
    const place = of === instance && isA(result, 'tensor') ? placeOf(result, instance, facts) : undefined;
    const one = place?.variable.name === name && isA(result, 'tensor') ? findingOf(result, place, facts) : undefined;
    return one ? [{ ...one, span: operands[1]?.span ?? span }] : [];
  });
  const [first] = found;
  if (!first) return {};
  return {
    related: [...found.map(({ span, message }) => ({ span, message })), ...(first.related ?? [])],
    // What is long enough for one tensor may not be for another.
    fixes: found.every(({ fixes }) => JSON.stringify(fixes) === JSON.stringify(first.fixes)) ? (first.fixes ?? []) : [],
  };
}

function findingOf(tensor: Tensor, { variable, start }: Place, facts: Facts): Omit<Finding, 'span'> | undefined {
  const bytesOfElement = bitsOfStep(tensor.data) / 8;
  const elements = known(() => reach(tensor.layout));
  if (
    variable.dynamic ||
    variable.bytes === undefined ||
    elements === undefined ||
    start + elements * bytesOfElement <= variable.bytes
  )
    return undefined;
  const room = Math.max(0, Math.floor((variable.bytes - start) / bytesOfElement));
  const isSize = known(() => number(size(tensor.layout))) === room;
  const why = isSize ? say`; that is the size of the layout, not its cosize` : '';
  return {
    message: say`${print(tensor.layout)} needs ${elements} elements, \`${variable.name}\` has room for ${room}${why}`,
    related: [{ span: variable.span, message: say`\`${variable.name}\` has ${variable.bytes} bytes` }],
    fixes: start === 0 ? fixesOf(variable.span, isSize, elements, room, facts) : [],
  };
}

/** Changes `size(…)` in the extent to `cosize(…)`, and a number to the right number. */
function fixesOf(name: Finding['span'], isSize: boolean, elements: number, room: number, facts: Facts): readonly Fix[] {
  const extent = arrayExtent(facts.declarationAt(name));
  const size = isSize && extent ? sizeIn(extent) : undefined;
  if (size)
    return [
      {
        title: say`Use the cosize of the layout`,
        edits: [{ span: size.span, text: size.id.replace('size', 'cosize') }],
        preferred: true,
      },
    ];
  if (!extent || facts.writtenAt(extent.span) !== String(room)) return [];
  return [
    {
      title: say`Make the array ${elements} elements long`,
      edits: [{ span: extent.span, text: String(elements) }],
      preferred: true,
    },
  ];
}

/** The name of the first `size(…)` or `size_v<…>` in an expression. */
function sizeIn(extent: Expr): Spelled | undefined {
  for (const node of nodesIn(extent)) {
    const name = node.is === 'Call' ? makerOf(node) : undefined;
    if (name?.id === 'size') return name;
    const constant = node.is === 'Name' || node.is === 'Scope' ? cuteNameOf(node) : undefined;
    if (constant?.id === 'size_v' && constant.args) return constant;
  }
  return undefined;
}
