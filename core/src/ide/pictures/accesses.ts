// The picture of a finding among the accesses of all threads: the accesses of the block to the memory in question, the
// one that makes the mistake, and the one that it meets.
import { say } from '../../base/say';
import { isSameSpan, isWithin, type FileId } from '../../base/span';
import { absent } from '../../access/index';
import type { HazardKind } from '../../access/hazards';
import type {
  AccessHazard,
  AccessMoment,
  Analysis,
  BarrierFault,
  BlockRun,
  Diagnostic,
  Divergence,
  UnwrittenEnd,
} from '../../analysis';
import { memoryName } from '../../checks/lib/hazards';
import type { Accessed, Lined } from '../../views/view';
import type { Visualization } from '../../views/model';
import { textOfMoment } from './accesses-of';
import { visualizeValue, type VisualizeInput } from './visualize';

/** The check that reports each kind of mistake. */
const checkOf: Readonly<Record<HazardKind, string>> = {
  outside: 'out-of-bounds',
  misaligned: 'misaligned-access',
  'write-write': 'shared-race',
  'read-write': 'shared-race',
  'write-read': 'shared-race',
  unwritten: 'unwritten-shared',
  unwaited: 'unwaited-copy',
  'unwaited-write': 'unwaited-copy',
  'read-pending': 'unwaited-copy',
  unfenced: 'missing-fence',
  'global-write': 'global-race',
  overrun: 'outside-tensor',
};

/** The same of what is wrong with barriers. */
const faultCheck: Readonly<Record<BarrierFault['kind'], string>> = {
  endless: 'endless-wait',
  bytes: 'transaction-bytes',
  early: 'unready-barrier',
};

export type FindingInput = Pick<VisualizeInput, 'analysis' | 'textOf' | 'view' | 'mostCells'>;

/** Whether the accesses of a finding can be drawn. */
export function hasAccesses(finding: Diagnostic, analysis: Analysis): boolean {
  return drawn(finding, analysis) !== undefined;
}

/** What is drawn of a finding: the accesses that it is about, or those of the first that follows from it. */
function drawn(finding: Diagnostic, analysis: Analysis): Diagnostic | undefined {
  const following = finding.related.flatMap(({ code, span, message }) =>
    code === undefined ? [] : [{ ...finding, code, span, message }],
  );
  return [finding, ...following].find((one) =>
    [hazardOf, linedOf, costlyOf].some((of) => of(one, analysis) !== undefined),
  );
}

/** The picture of the finding with this code that begins at the place; undefined where there is none. */
export function visualizeFinding(
  input: FindingInput & { readonly file: FileId; readonly offset: number; readonly code: string },
): Visualization | undefined {
  const { analysis, file, offset, code } = input;
  const found = analysis.diagnostics.find(
    ({ span, code: one }) => one === code && span.file === file && span.start === offset,
  );
  const finding = found && drawn(found, analysis);
  const seen = finding && hazardOf(finding, analysis);
  const lined = finding && linedOf(finding, analysis);
  if (finding && lined)
    return visualizeValue(
      { value: { is: 'void' }, title: lined.title, source: finding.span, steps: () => [], lined },
      { ...input, view: 'accesses' },
    );
  const costly = finding && !seen ? costlyOf(finding, analysis) : undefined;
  const accessed =
    seen && finding ? accessedBy(seen, finding, input) : costly && finding && costlyAccess(costly, finding, input);
  const place = accessed?.moments[accessed.at]?.place;
  if (!finding || !accessed || !place) return undefined;
  return visualizeValue(
    {
      value: accessed.tensor ?? { is: 'void' },
      title: memoryName(place.memory),
      source: finding.span,
      steps: () => [],
      accessed,
    },
    { view: 'accesses', ...input },
  );
}

/** The threads of a block at a barrier, or the elements at the end of an output. */
function linedOf(finding: Diagnostic, analysis: Analysis): (Lined & { readonly title: string }) | undefined {
  const message = sentence(finding);
  switch (finding.code) {
    case 'divergent-barrier': {
      const all = (analysis.blocks ?? []).flatMap(({ divergences }) => divergences);
      const found = all.find(({ span }) => isSameSpan(span, finding.span));
      return found && { ...barrierOf(found), message, title: say`barrier` };
    }
    case 'endless-wait':
    case 'transaction-bytes':
    case 'unready-barrier': {
      const all = (analysis.blocks ?? []).flatMap(({ faults }) => faults);
      const found = all.find(({ kind, span }) => faultCheck[kind] === finding.code && isSameSpan(span, finding.span));
      return found && { ...threadsAt(found), message, title: found.name === '' ? say`barrier` : found.name };
    }
    case 'unwritten-output': {
      const launched = analysis.instances.filter(({ at }) => at && isSameSpan(at, finding.span)).map(({ id }) => id);
      const found = analysis.unwritten?.find(({ instance }) => launched.includes(instance));
      const lined = found && endOf(found);
      return lined && { ...lined, message, title: memoryName(found.memory) };
    }
  }
  return undefined;
}

function barrierOf({ arrives, misses }: Divergence): Omit<Lined, 'message'> {
  return {
    ...ofBlock(),
    owners: Array.from(arrives, (one, thread) => (one === 1 ? thread : -1)),
    marked: [...misses.keys()].filter((thread) => misses[thread] === 1),
  };
}

/** The threads that wait at a barrier, that use it, or that expect bytes there. */
function threadsAt({ who }: BarrierFault): Omit<Lined, 'message'> {
  const threads = [...who.keys()];
  return { ...ofBlock(), owners: threads, marked: threads.filter((thread) => who[thread] !== 0) };
}

/** One cell for each thread. */
function ofBlock(): Pick<Lined, 'caption' | 'first' | 'names'> {
  return { caption: say`threads of the block, a warp in each row`, first: 0, names: { thread: 'T', value: '' } };
}

function endOf({ memory, element, end, writers }: UnwrittenEnd): Omit<Lined, 'message'> | undefined {
  const first = (memory.bytes ?? NaN) / element - writers.length;
  const marked = [...writers.keys()].filter((i) => first + i >= end / element);
  if (writers.length === 0 || marked.length === 0) return undefined;
  return {
    caption: say`the last elements, and the block that writes each`,
    first,
    owners: writers,
    names: { thread: 'B', value: '', spelled: { thread: say`Block`, value: say`Element` } },
    marked,
  };
}

const sentence = ({ message }: Diagnostic): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;

interface Seen {
  readonly run: BlockRun;
  readonly hazard: AccessHazard;
  /** The access that makes the mistake, and the one that it meets. */
  readonly at: number;
  readonly other?: number;
  readonly moments: readonly AccessMoment[];
}

/** The mistake that a finding is about, at its first block, where the access was kept. */
function hazardOf({ code, span }: Diagnostic, { blocks = [] }: Analysis): Seen | undefined {
  for (const run of blocks)
    for (const hazard of run.found) {
      if (checkOf[hazard.kind] !== code || !isSameSpan(hazard.overrun?.at ?? hazard.place.span, span)) continue;
      const moments = run.moments.filter(({ place }) => place.memory === hazard.place.memory);
      const pair = pairOf(hazard, moments);
      if (pair) return { run, hazard, moments, ...pair };
    }
  return undefined;
}

interface Costly {
  readonly run: BlockRun;
  readonly moments: readonly AccessMoment[];
  readonly at: number;
}

/** The first access that a finding about its cost is about, where it was kept. */
function costlyOf({ code, span }: Diagnostic, { blocks = [] }: Analysis): Costly | undefined {
  const isShared = code === 'bank-conflict';
  if (!isShared && code !== 'uncoalesced') return undefined;
  const isMeant = ({ kind, place }: AccessMoment): boolean =>
    kind !== undefined &&
    place.memory.isShared === isShared &&
    place.span.file === span.file &&
    isWithin(span, place.span);
  for (const run of blocks) {
    const first = run.moments.find(isMeant);
    if (!first) continue;
    const moments = run.moments.filter(({ place }) => place.memory === first.place.memory);
    return { run, moments, at: moments.indexOf(first) };
  }
  return undefined;
}

function costlyAccess(
  { run, moments, at }: Costly,
  finding: Diagnostic,
  { textOf }: Pick<FindingInput, 'textOf'>,
): Accessed {
  const { starts = [], offsets = [], who = [] } = moments[at]?.access ?? {};
  const thread = who.findIndex((one) => one !== absent);
  return { ...shown(run, moments, at, finding, textOf), start: (starts[thread] ?? 0) + (offsets[0] ?? 0) };
}

/** What pictures of findings about accesses have in common. */
function shown(
  run: BlockRun,
  moments: readonly AccessMoment[],
  at: number,
  finding: Diagnostic,
  textOf: FindingInput['textOf'],
): Omit<Accessed, 'start'> {
  const through = moments[at]?.place.through;
  return {
    message: sentence(finding),
    moments,
    textOf: (moment) => textOfMoment(moment, textOf),
    at,
    ...(run.gaps[0] && { gap: run.gaps[0].why }),
    ...(through && { tensor: through.tensor }),
  };
}

/** The first access that makes the mistake: where it meets another one, the first that does. */
function pairOf(
  hazard: AccessHazard,
  moments: readonly AccessMoment[],
): { readonly at: number; readonly other?: number } | undefined {
  const { place, otherPlace, thread, otherThread, start, bytes, otherBlock } = hazard;
  const makes = [...moments.keys()].filter((i) => touches(moments[i], place, thread, start, 1));
  const [first] = makes;
  if (first === undefined) return undefined;
  // What another block does is not kept with this one.
  if (!otherPlace || otherThread === undefined || otherBlock) return { at: first };
  const meets = (at: number, isOfEpoch: boolean): number | undefined =>
    [...moments.keys()]
      .reverse()
      .find(
        (i) =>
          i <= at &&
          (!isOfEpoch || moments[i]?.epoch === moments[at]?.epoch) &&
          touches(moments[i], otherPlace, otherThread, start, bytes),
      );
  for (const isOfEpoch of [true, false])
    for (const at of makes) {
      const other = meets(at, isOfEpoch);
      if (other !== undefined) return { at, other };
    }
  return { at: first };
}

/** Whether a thread accesses some of these bytes at a place of the program. */
function touches(
  moment: AccessMoment | undefined,
  { span, writes }: AccessHazard['place'],
  thread: number,
  start: number,
  bytes: number,
): boolean {
  if (!moment || moment.place.writes !== writes || !isSameSpan(moment.place.span, span)) return false;
  return plainStart(moment, thread, start, bytes) !== undefined;
}

/** Where a thread accesses some of these bytes, before the swizzle. */
function plainStart({ access }: AccessMoment, thread: number, start: number, bytes: number): number | undefined {
  const { starts, offsets, who, spread = (at: number): number => at, bytes: width } = access;
  if (who[thread] === absent) return undefined;
  return Array.from(offsets, (offset) => (starts[thread] ?? NaN) + offset).find(
    (plain) => spread(plain) < start + bytes && start < spread(plain) + width,
  );
}

function accessedBy(
  { run, hazard, moments, at, other }: Seen,
  finding: Diagnostic,
  { textOf }: Pick<FindingInput, 'textOf'>,
): Accessed {
  return {
    ...shown(run, moments, at, finding, textOf),
    hazard,
    start: (moments[at] && plainStart(moments[at], hazard.thread, hazard.start, 1)) ?? hazard.start,
    ...(other !== undefined && { other }),
  };
}
