// The line of a hover that says what a value is: its name, its kind, its extents and bytes, and of a part whose part it
// is. The words come before codes and numbers. Computes nothing that the value does not contain.
import { say } from '../../base/say';
import { bytesText } from '../../base/collect';
import { cosize, number, size } from '../../algebra/index';
import { known } from '../../algebra/errors';
import type { Int } from '../../algebra/leaf';
import type { Analysis, Derivation, Fact, Observation } from '../../analysis';
import { declarationAt } from '../../ir/outline';
import { isA, isTuple, numbersOf } from '../../values/convert';
import { spellType } from '../../values/print';
import { bitsOfStep } from '../../values/pointer';
import { sizeofBits } from '../../values/scalars';
import type { Tensor, Value } from '../../values/value';
import { code, named, plain, term, type Inline } from '../blocks';
import type { TextOf } from '../derivation';
import { describe, modesOf, sizes, spaces } from '../describe';
import { callOf } from '../explain';
import { rangeText } from './iterations';
import { swizzleWords } from '../words/swizzle-words';
import { copyAtomWords, copyWords, mmaAtomWords, mmaWords } from '../words/tiled-words';

export interface HeadingInput {
  readonly analysis: Analysis;
  readonly textOf: TextOf;
}

/** The pieces of the line, with the name first. */
export function heading(fact: Fact, lead: Observation, input: HeadingInput): Inline[] {
  const name = fact.name === undefined ? [] : [named(fact.name), plain(' ')];
  return [...name, ...words(fact, lead, input)];
}

function words(fact: Fact, lead: Observation, input: HeadingInput): Inline[] {
  const { value } = lead;
  if (isTuple(value)) return describe(value);
  switch (value.is) {
    case 'dynamic':
      return integerWords(fact, lead, input);
    case 'tensor':
      return tensorWords(value, partOf(fact, lead, input));
    case 'tiled-mma':
      return mmaWords(value);
    case 'tiled-copy':
      return copyWords(value);
    case 'thr-mma':
      return [plain(say`one thread of a `), ...mmaWords(value.mma)];
    case 'thr-copy':
      return [plain(say`one thread of a `), ...copyWords(value.copy)];
    case 'copy-atom':
      return copyAtomWords(value);
    case 'mma-atom':
      return mmaAtomWords(value);
    case 'type':
      return typeWords(value.of);
    default:
      return [...describe(value), ...sizes(value)];
  }
}

function typeWords(of: Value): Inline[] {
  if (isA(of, 'tensor')) return [plain(say`type: `), ...tensorWords(of)];
  if (isA(of, 'tiled-mma')) return [plain(say`type: `), ...mmaWords(of)];
  if (isA(of, 'tiled-copy')) return [plain(say`type: `), ...copyWords(of)];
  if (isA(of, 'copy-atom')) return [plain(say`type: `), ...copyAtomWords(of)];
  if (isA(of, 'mma-atom')) return [plain(say`type: `), ...mmaAtomWords(of)];
  return [plain(say`type: `), ...describe(of), ...sizes(of)];
}

function tensorWords(tensor: Tensor, part?: Part): Inline[] {
  const bytes = part?.bytes === undefined ? [] : [plain(say`, ${bytesText(part.bytes)} an instruction`)];
  return [...tensorKind(tensor, part), ...extents(tensor, part !== undefined), ...swizzled(tensor), ...bytes];
}

// ---- Integers ------------------------------------------------------------------------------------------------------

/** `first of 16 iterations (K_TILE_MAX)`, `compile-time constant`, `argument`, or a plain integer. */
function integerWords(fact: Fact, lead: Observation, input: HeadingInput): Inline[] {
  const { value } = lead;
  const range = rangeText(fact, lead, input);
  if (range)
    return [plain(say`integer, ${range.text}`), ...(range.end ? [plain(' ('), code(range.end), plain(')')] : [])];
  const place = fact.declared ?? fact.span;
  const source = input.analysis.sources.get(place.file);
  const declaration = source && declarationAt(source, place);
  if (declaration?.let?.constexpr) return [plain(say`compile-time constant`)];
  if (roleOf(fact, input.analysis) === 'template-parameter')
    return [plain(say`template argument, a compile-time constant`)];
  // Of a name of the library, `rank_v<L>`, or of a macro, nothing here says when it is known.
  if (fact.role === 'use' && !fact.declared) return [plain(say`integer`)];
  return describe(value);
}

/** The role of the declaration of what a fact is about. */
function roleOf({ role, declared }: Fact, { facts }: Analysis): Fact['role'] {
  if (role !== 'use' || !declared) return role;
  return (
    facts.get(declared.file)?.find(({ span }) => span.start === declared.start && span.end === declared.end)?.role ??
    role
  );
}

// ---- Tensors -------------------------------------------------------------------------------------------------------

/** The tensor that this one is a part of, and how many bytes one instruction takes of it. */
interface Part {
  readonly of: string;
  readonly whose: string;
  readonly bytes?: number;
}

const partitions: ReadonlySet<string> = new Set([
  'partition_S',
  'partition_D',
  'partition_A',
  'partition_B',
  'partition_C',
  'local_partition',
]);

function partOf(fact: Fact, lead: Observation, { analysis, textOf }: HeadingInput): Part | undefined {
  const call = callOf(fact, lead, analysis);
  if (!call || !partitions.has(call.why.by)) return undefined;
  const { why } = call;
  const operand = why.operands[why.method ? 1 : 0];
  const written = operand && spelled(operand, textOf);
  if (written === undefined || written === '' || written.length > longestWhole) return undefined;
  const thread = why.method ? why.operands[0]?.value : undefined;
  const bytes = thread === undefined ? undefined : bytesAtOnce(thread, why.by);
  return {
    of: written,
    whose:
      thread !== undefined && readsMemory(thread, why.by)
        ? say`what an MMA reads of `
        : say`${whose(lead, analysis)} part of `,
    ...(bytes !== undefined && { bytes }),
  };
}

/** The sample thread is this one; a thread that the program names is some thread. */
function whose({ assumes }: Observation, { assumptions }: Analysis): string {
  const isSample = assumptions.some(({ id, kind }) => kind === 'thread' && assumes.includes(id));
  return isSample ? say`this thread's` : say`one thread's`;
}

/** Whether the MMA itself reads the operand from shared or tensor memory, for all of its threads. */
function readsMemory(thread: Value, by: string): boolean {
  if (!isA(thread, 'thr-mma')) return false;
  const { a, b, c } = thread.mma.atom.fragments ?? {};
  return { partition_A: a, partition_B: b, partition_C: c }[by] !== undefined;
}

const longestWhole = 40;

function spelled({ text, span }: Derivation['operands'][number], textOf: TextOf): string {
  const written = text !== '' ? text : span ? (textOf(span.file)?.slice(span.start, span.end) ?? '') : '';
  return written.replace(/\s+/g, ' ');
}

/** The bytes that one thread gives to, or gets from, one instruction of a copy. */
function bytesAtOnce(thread: Value, by: string): number | undefined {
  if (!isA(thread, 'thr-copy')) return undefined;
  const { atom } = thread.copy;
  return known(() => {
    const elements = number(size(by === 'partition_D' ? atom.layoutDst : atom.layoutSrc, 1));
    const bits = elements * sizeofBits(atom.type);
    return bits % 8 === 0 ? bits / 8 : undefined;
  });
}

/** `shared memory, half_t`, or of a part whose part it is and where that lies. */
function tensorKind({ data, owning }: Tensor, part?: Part): Inline[] {
  const of = part ? [term(part.whose.trimEnd(), 'partition'), plain(' '), code(part.of)] : [];
  const between = part ? [plain(say` in `)] : [];
  if (data.space === 'coordinates') {
    const coordinates = term(say`coordinates`, 'coordinate');
    return part ? [...of, plain(', '), coordinates] : [coordinates];
  }
  if (data.space === 'counting') return [...of, ...between, plain(say`counted integers`)];
  const where = owning ? spaces.rmem : spaces[data.space];
  const place = data.space === 'descriptor' ? term(where, 'descriptor') : plain(where);
  return [...of, ...between, place, plain(', '), code(spellType(data.element))];
}

/** `, 128 × 64 × 3 (48 KiB)`: the sizes of the modes, and the bytes of all elements. Empty for a type whose sizes are
 *  those of run-time integers. */
function extents(tensor: Tensor, isPart: boolean): Inline[] {
  const modes = modesOf(tensor).map((mode) => mode.size);
  if (modes.length === 0 || modes.some((one) => one === 'int' || one === 'not known')) return [];
  const count = known(() => size(tensor.layout));
  const bytes = count && bytesOf(tensor, count);
  const isWhole = !isPart && (tensor.data.space === 'smem' || tensor.owning);
  const spans = isWhole ? spanned(tensor, count) : '';
  return [plain(`, ${modes.join(' × ')}${bytes === undefined ? '' : ` (${bytesText(bytes)})`}${spans}`)];
}

function bytesOf({ data, owning }: Tensor, count: Int): number | undefined {
  if (data.space === 'coordinates' || data.space === 'counting' || data.space === 'descriptor') return undefined;
  if (data.space === 'tmem' && !owning) return undefined;
  const elements = numbersOf([count])?.[0];
  const bits = known(() => bitsOfStep(data));
  return elements === undefined || bits === undefined || (elements * bits) % 8 !== 0
    ? undefined
    : (elements * bits) / 8;
}

/** `, spread over 256 elements` where the elements do not lie side by side. */
function spanned({ layout }: Tensor, count: Int | undefined): string {
  if (layout.is !== 'layout' || !count) return '';
  const reach = known(() => number(cosize(layout)));
  const elements = numbersOf([count])?.[0];
  return reach === undefined || elements === undefined || reach <= elements ? '' : say`, spread over ${reach} elements`;
}

/** `, 128-byte swizzle`: of the pointer, or of the layout. */
function swizzled({ data, layout }: Tensor): Inline[] {
  const bits = known(() => sizeofBits(data.element));
  const word = data.swizzle
    ? swizzleWords(data.swizzle, 8)
    : layout.is === 'composed' && layout.a.is === 'swizzle' && bits !== undefined
      ? swizzleWords(layout.a, bits)
      : undefined;
  return word === undefined ? [] : [plain(', '), term(word, 'swizzle')];
}
