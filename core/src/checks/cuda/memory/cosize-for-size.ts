// The cosize of a layout where the number of its elements is meant.
import type { Call } from '../../../analysis';
import { number, print, size } from '../../../algebra/index';
import { isA, isAnyLayout, numbersOf } from '../../../values/convert';
import type { Check, Finding } from '../../lib/check';
import type { Facts } from '../../lib/facts';
import { known } from '../../lib/shared-memory';

export const cosizeForSize: Check = {
  slug: 'cosize-for-size',
  topic: 'memory',
  level: 'warning',
  title: 'The cosize of a layout is used as the number of its elements',
  explains: `\`cosize\` is the largest offset plus one: how much memory a layout needs. \`size\` is how many elements it has: how often to loop, how many threads to launch.
Where a layout has gaps they differ, and where it repeats elements \`cosize\` is the smaller one.

Looked at: \`cosize(…)\` as the end of a loop that counts, and as the number of threads of a launch, where the two differ.`,
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
  const plain = layout === undefined ? undefined : isA(layout, 'tensor') ? layout.layout : isAnyLayout(layout) ? layout : undefined;
  const elements = plain && known(() => number(size(plain)));
  if (call.targs.length > 0 || !plain || cosize === undefined || elements === undefined || elements === cosize) return undefined;
  const use = isLoopEnd(call, facts) ? 'the loop runs' : isBlock(call, facts) ? 'the block has' : undefined;
  if (use === undefined) return undefined;
  const unit = use === 'the loop runs' ? 'times' : 'threads';
  const name = facts.textAt(call.span).indexOf('cosize');
  const start = call.span.start + name;
  return {
    span: call.span,
    instance: call.instance,
    message: `${use} ${cosize} ${unit}, the cosize of ${print(plain)}, which has ${elements} elements`,
    fixes: [{ title: 'Use size', edits: [{ span: { ...call.span, start, end: start + 'cosize'.length }, text: 'size' }], preferred: true }],
  };
}

/** `for (…; i < cosize(l); ++i)`: compared by `<`, and what counts goes on by one. */
function isLoopEnd({ span }: Call, facts: Facts): boolean {
  const text = facts.codeOf(span.file);
  const before = text.slice(Math.max(0, span.start - 200), span.start);
  const after = text.slice(span.end, span.end + 60);
  return /\bfor\s*\([^;{}]*;\s*\w+\s*<\s*$/.test(before) && /^\s*;\s*(?:\+\+\s*\w+|\w+\s*\+\+)\s*\)/.test(after);
}

function isBlock({ span, instance }: Call, facts: Facts): boolean {
  return facts.evaluation.instances.some(({ launch, id }) => {
    const at = launch?.at.block;
    return id !== instance && at !== undefined && at.file === span.file && at.start <= span.start && span.end <= at.end && /^(?:int\s*\()?\s*cosize\b/.test(facts.textAt(at).trim());
  });
}
