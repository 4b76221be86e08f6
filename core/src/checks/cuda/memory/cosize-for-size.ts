// The cosize of a layout, used where the number of its elements is meant. It also speaks of kernels whose threads are
// followed: loops of the host are not, and a loop that runs too often need not access anything.
import { say } from '../../../base/say';
import { isSameSpan } from '../../../base/span';
import { known } from '../../../algebra/errors';
import type { Call } from '../../../analysis';
import { number, print, size } from '../../../algebra/index';
import { nodesAround } from '../../../ir/outline';
import { nameOf } from '../../../ir/spelled';
import { isA, isAnyLayout, numbersOf } from '../../../values/convert';
import type { Check, Finding } from '../../lib/check';
import type { Facts } from '../../lib/facts';
import { uncast } from '../../lib/origin';

export const cosizeForSize: Check = {
  slug: 'cosize-for-size',
  topic: 'memory',
  level: 'warning',
  title: 'The cosize of a layout is used as the number of its elements',
  explains: `\`cosize\` is the largest offset plus one, which is the memory that a layout needs. \`size\` is the number of its elements, which is the number of iterations or threads.
The two differ where a layout has gaps; where it repeats elements, \`cosize\` is the smaller one.

The check looks at \`cosize(…)\` as the end of a loop that counts, and as the number of threads of a launch, where the two differ.`,
  bad: `void host() {
  auto layout = Layout<Shape<_4, _4>, Stride<_5, _1>>{};
  for (int i = 0; i < cosize(layout); ++i) print(layout(i));
}
int main() { host(); }`,
  good: `void host() {
  auto layout = Layout<Shape<_4, _4>, Stride<_5, _1>>{};
  for (int i = 0; i < size(layout); ++i) print(layout(i));
}
int main() { host(); }`,
  *find(facts) {
    for (const call of facts.calls('cosize')) {
      const found = findingOf(call, facts);
      if (found) yield found;
    }
  },
};

function findingOf(call: Call, facts: Facts): Finding | undefined {
  const layout = call.operands[0]?.value;
  const [cosize] = numbersOf([call.result]) ?? [];
  const plain =
    layout === undefined ? undefined : isA(layout, 'tensor') ? layout.layout : isAnyLayout(layout) ? layout : undefined;
  const elements = plain && known(() => number(size(plain)));
  if (call.targs.length > 0 || !plain || cosize === undefined || elements === undefined || elements === cosize)
    return undefined;
  const isLoop = isLoopEnd(call, facts);
  if (!isLoop && !isBlock(call, facts)) return undefined;
  const written = facts.expressionAt(call.span);
  const name = written?.is === 'Call' ? nameOf(written.callee) : undefined;
  return {
    span: call.span,
    instance: call.instance,
    message: isLoop
      ? say`the loop runs ${cosize} times, the cosize of ${print(plain)}, which has ${elements} elements`
      : say`the block has ${cosize} threads, the cosize of ${print(plain)}, which has ${elements} elements`,
    fixes:
      name?.id === 'cosize'
        ? [{ title: say`Use size`, edits: [{ span: name.span, text: 'size' }], preferred: true }]
        : [],
  };
}

/** True for `for (…; i < cosize(l); ++i)`: the comparison is `<`, and the variable increases by one. */
function isLoopEnd({ span }: Call, facts: Facts): boolean {
  const [loop] = nodesAround(facts.sourceOf(span), span)
    .filter((node) => node.is === 'For')
    .slice(-1);
  const end =
    loop?.cond?.is === 'Binary' && loop.cond.op === '<' && loop.cond.left.is === 'Name' ? loop.cond.right : undefined;
  const step = loop?.step?.is === 'Unary' && /\+\+$/.test(loop.step.op) && loop.step.arg.is === 'Name';
  return step && end?.span.start === span.start && end.span.end === span.end;
}

function isBlock({ span, instance }: Call, facts: Facts): boolean {
  return facts.evaluation.instances.some(({ launch, id }) => {
    const at = launch?.at.block;
    const written = id === instance ? undefined : facts.expressionAt(at);
    const inner = written && uncast(written).span;
    return inner !== undefined && isSameSpan(inner, span);
  });
}
