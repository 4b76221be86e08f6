// The accesses of a block to a memory as pictures have them, each with a text; and those to a tensor of the program.
import { grouped } from '../../base/collect';
import { say } from '../../base/say';
import { isSameSpan, type Span } from '../../base/span';
import type { AccessMoment, Analysis } from '../../analysis';
import { iterationText } from '../../checks/lib/hazards';
import { lineNumber } from '../../text/lines';
import type { Accessed } from '../../views/view';
import type { TextOf } from '../derivation';

/** What the threads of a block do to a tensor that a call of `make_tensor` made; undefined where that was not kept. */
export function accessesThrough(
  made: Span,
  instance: number,
  { blocks = [] }: Analysis,
  textOf: TextOf,
): Accessed | undefined {
  const run = blocks.find((one) => one.instance === instance && !one.isLost);
  const isThrough = ({ place: { through } }: AccessMoment): boolean =>
    through !== undefined && isSameSpan(through.at, made);
  const first = run?.moments.find(isThrough);
  if (!run || !first?.place.through) return undefined;
  const moments = run.moments.filter(({ place }) => place.memory === first.place.memory);
  const [gap] = run.gaps;
  return {
    message: say`What the threads of block (${run.block.join(',')}) do to this memory, one access after the other.`,
    moments,
    textOf: (moment) => textOfMoment(moment, textOf),
    at: moments.indexOf(first),
    start: 0,
    tensor: first.place.through.tensor,
    ...(gap && { gap: gap.why }),
  };
}

/** `line 12 writes, in iteration 2` */
export function textOfMoment({ place: { span, writes }, iterations }: AccessMoment, textOf: TextOf): string {
  const text = textOf(span.file);
  const line = text === undefined ? '?' : grouped(lineNumber(text, span.start));
  if (iterations.length === 0) return writes ? say`line ${line} writes` : say`line ${line} reads`;
  const n = iterationText(iterations);
  return writes ? say`line ${line} writes, in iteration ${n}` : say`line ${line} reads, in iteration ${n}`;
}
