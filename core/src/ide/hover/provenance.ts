// The last lines of a hover: where a tensor starts, what the value was computed from, which assumptions it rests on,
// and under which conditions its code runs. A value is not said to rest on a condition that it cannot depend on.
import { say } from '../../base/say';
import { isSamePlace, isWithin, type Span } from '../../base/span';
import { grouped } from '../../base/collect';
import type { Analysis, Assumption, Fact, Observation } from '../../analysis';
import { loopOf, nodesAround } from '../../ir/outline';
import { printValue } from '../../values/print';
import { isTuple } from '../../values/convert';
import type { Tensor, Value } from '../../values/value';
import { code, place, plain, type Block, type Inline } from '../blocks';
import { derivation, type TextOf } from '../derivation';
import { unknownOf } from '../fact-at';

interface Input {
  readonly analysis: Analysis;
  readonly file: string;
  readonly textOf: TextOf;
}

/** The assumptions that an observation rests on. */
export function assumptionsOf(seen: Observation, analysis: Analysis): readonly Assumption[] {
  const wanted = new Set(seen.assumes);
  return analysis.assumptions.filter(({ id }) => wanted.has(id));
}

/** One line of what a known value comes from, and one of the conditions around its code. */
export function provenance(fact: Fact, lead: Observation, input: Input): Block[] {
  const { value } = lead;
  const assumptions = assumptionsOf(lead, input.analysis);
  const tensor = hasOffset(value) ? value : undefined;
  const rest = assumptions.filter((one) => !isCondition(one) && !(tensor && isSample(one)));
  const segments: Inline[][] = [
    ...(tensor ? [startOf(tensor, assumptions.filter(isSample))] : []),
    ...derivation(fact, value, input.analysis, input.file, input.textOf),
    ...limited(rest.filter((one) => !isOwnLoop(one, fact, input.analysis)).map(assumptionText)),
  ];
  const first = segments.length === 0 ? [] : [line(joined(segments))];
  return [...first, ...conditions(fact, lead, assumptions.filter(isCondition), input)];
}

/** What an unknown value rests on. */
export function assumedBlocks(fact: Fact, lead: Observation, input: Input): Block[] {
  const assumptions = assumptionsOf(lead, input.analysis);
  const rest = assumptions.filter((one) => !isCondition(one));
  const items = limited(rest.map(assumptionText));
  const assumed: Block[] = items.length > 0 ? [{ is: 'list', title: say`assumes`, items }] : [];
  return [...assumed, ...conditions(fact, lead, assumptions.filter(isCondition), input)];
}

const line = (content: readonly Inline[]): Block => ({ is: 'line', content });
const assumptionText = ({ text, at }: Assumption): Inline[] => [at ? place(text, at) : plain(text)];
const isSample = ({ kind }: Assumption): boolean => kind === 'thread' || kind === 'block';
const isCondition = ({ condition }: Assumption): boolean => condition === true;

/** The heading says of a loop's variable which iteration is shown. */
function isOwnLoop({ kind, at }: Assumption, { declared, span }: Fact, { sources }: Analysis): boolean {
  const name = declared ?? span;
  const source = kind === 'loop' && at ? sources.get(name.file) : undefined;
  const loop = source && loopOf(source, name);
  return loop !== undefined && at !== undefined && isSamePlace(loop.span, at);
}

function joined(segments: readonly (readonly Inline[])[]): readonly Inline[] {
  return segments.flatMap((segment, at) => [...(at === 0 ? [] : [plain(' · ')]), ...segment]);
}

// ---- The start of a tensor
// -------------------------------------------------------------------------------------------

/** True for a tensor in memory, which has a start. A tensor in registers has none. */
function hasOffset(value: Value): value is Tensor {
  return !isTuple(value) && value.is === 'tensor' && !value.owning;
}

/** `starts at element 96 of smemA for threadIdx.x = 3`. */
function startOf({ data }: Tensor, sample: readonly Assumption[]): Inline[] {
  const { space, base } = data;
  const offset: Value = data.offset;
  const isCoordinate = space === 'coordinates';
  const what = isCoordinate ? say`coordinate ` : space === 'descriptor' ? say`descriptor ` : say`element `;
  const text = unknownOf(offset) ? undefined : printValue(offset);
  const shown = text === undefined || isCoordinate ? text : text.replace(/^_(?=\d+$)/, '');
  return [
    plain(shown === undefined ? say`starts where is not known` : say`starts at ${what}`),
    ...(shown === undefined ? [] : [code(shown)]),
    ...(base === undefined ? [] : [plain(say` of `), code(base)]),
    ...(sample.length === 0
      ? []
      : [plain(say` for ${sample.map(({ text: long, brief }) => brief ?? long).join(', ')}`)]),
  ];
}

// ---- Conditions ----------------------------------------------------------------------------------------------------

const mostConditions = 3;
const longestCondition = 48;

/** `under 6 conditions that are not known: Is_causal, Is_local, …`. A value without a run-time number follows from
 *  types, which no such condition changes; and what stands in the branch itself needs no words. */
function conditions(fact: Fact, lead: Observation, assumptions: readonly Assumption[], input: Input): Block[] {
  if (assumptions.length === 0 || (unknownOf(lead.value) === undefined && !hasRunTimeNumber(lead.value))) return [];
  const source = input.analysis.sources.get(fact.span.file);
  const around = source ? nodesAround(source, fact.span) : [];
  const isAround = ({ at }: Assumption): boolean =>
    at !== undefined &&
    around.some((node) => 'cond' in node && node.cond !== undefined && isWithin(at, node.cond.span));
  const texts = new Map<string, Assumption>();
  for (const one of assumptions) {
    const text = isAround(one) || !one.at ? undefined : quoted(one.at, input);
    if (text !== undefined && !texts.has(text)) texts.set(text, one);
  }
  if (texts.size === 0) return [];
  const all = [...texts];
  const shown = all
    .slice(0, mostConditions)
    .flatMap(([text, { at }], i): Inline[] => [
      plain(i === 0 ? '' : ', '),
      ...(at && text.length < longestCondition ? [place(`\`${text}\``, at)] : [code(text)]),
    ]);
  const what =
    all.length === 1
      ? say`a condition that is not known: `
      : say`${grouped(all.length)} conditions that are not known: `;
  return [line([plain(say`under ${what}`), ...shown, ...(all.length > mostConditions ? [plain(' …')] : [])])];
}

function quoted(at: Span, { textOf, analysis }: Input): string | undefined {
  const text = (textOf(at.file) ?? analysis.sources.get(at.file)?.text)?.slice(at.start, at.end).replace(/\s+/g, ' ');
  if (text === undefined || text === '') return undefined;
  return text.length <= longestCondition ? text : `${text.slice(0, longestCondition - 1)}…`;
}

/** Whether a value contains an integer that only a run has. */
function hasRunTimeNumber(value: Value): boolean {
  if (isTuple(value)) return value.some(hasRunTimeNumber);
  switch (value.is) {
    case 'dynamic':
      return true;
    case 'basis':
      return hasRunTimeNumber(value.n);
    case 'layout':
      return hasRunTimeNumber(value.shape) || hasRunTimeNumber(value.stride);
    case 'composed':
      return [value.a, value.b].some(hasRunTimeNumber) || hasRunTimeNumber(value.offset);
    case 'tensor':
      return hasRunTimeNumber(value.layout);
    case 'mixed-bits':
    case 'scalar':
    case 'pointer':
    case 'array':
      return true;
    default:
      return false;
  }
}

// ---- Lists ---------------------------------------------------------------------------------------------------------

const longestList = 6;

/** The first items, and how many more there are. */
export function limited(items: readonly (readonly Inline[])[]): Inline[][] {
  const kept = items.slice(0, longestList).map((item) => [...item]);
  return items.length <= longestList ? kept : [...kept, [plain(say`and ${items.length - longestList} more`)]];
}
