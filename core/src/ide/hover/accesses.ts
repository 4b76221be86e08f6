// What a kernel's hover says of its accesses to memory: the blocks whose accesses were all checked, and the code that
// was not followed, with its place.
import { say } from '../../base/say';
import { grouped } from '../../base/collect';
import type { FileId } from '../../base/span';
import type { Analysis, BlockRun, Gap, Instance } from '../../analysis';
import { lineNumber } from '../../text/lines';
import { place, plain, type Block, type Inline } from '../blocks';
import { gapsOf } from '../unfollowed';

/** The most reasons that are listed. */
const mostReasons = 4;

/** The lines on the accesses of an instance of a kernel; none where nobody asked to follow it. */
export function accessLines(
  instance: Instance,
  analysis: Analysis,
  textOf: (file: FileId) => string | undefined,
): Block[] {
  const runs = (analysis.blocks ?? []).filter((run) => run.instance === instance.id);
  const gaps = gapsOf(instance, analysis);
  const [first] = runs;
  if (!first) {
    const [not] = gaps;
    return not ? [{ is: 'line', content: [plain(say`the accesses of its threads are not checked: ${not.why}`)] }] : [];
  }
  const title = titleOf(runs, first, gaps.length > 0);
  if (gaps.length === 0) return [{ is: 'line', content: [plain(title)] }];
  const items = gaps.slice(0, mostReasons).map((gap) => reason(gap, analysis, textOf));
  const more = gaps.length > mostReasons ? [[plain(say`and ${grouped(gaps.length - mostReasons)} more`)]] : [];
  return [{ is: 'list', title, items: [...items, ...more] }];
}

function titleOf(runs: readonly BlockRun[], { threads: [x, y, z] }: BlockRun, hasGaps: boolean): string {
  if (runs.every(({ isLost }) => isLost)) return say`the accesses of its threads are not checked`;
  const blocks = runs.length === 1 ? say`1 block` : say`${runs.length} blocks`;
  const who = say`${grouped(x * y * z)} threads in ${blocks}`;
  return hasGaps
    ? say`every access of ${who} is checked, but for what is not followed:`
    : say`every access of ${who} is checked`;
}

function reason(
  { why, at }: Gap,
  { sources }: Analysis,
  textOf: (file: FileId) => string | undefined,
): readonly Inline[] {
  const text = at && (textOf(at.file) ?? sources.get(at.file)?.text);
  if (!at || text === undefined) return [plain(why)];
  return [plain(`${why}, `), place(say`line ${grouped(lineNumber(text, at.start))}`, at)];
}
