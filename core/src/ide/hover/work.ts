// The hover on a call that does the work: `copy`, `gemm`, `clear`, `fill`, `axpby`, and what waits for it. Says which
// instruction does it, how wide and how often, how much all threads move or compute, and what that costs in memory, and
// draws what it works with. A number that is not known is left out.
import { counted } from '../../base/counted';
import { say } from '../../base/say';
import { globalCost } from '../../access/index';
import { bytesText, grouped } from '../../base/collect';
import { isWithin, type FileId } from '../../base/span';
import { number, size } from '../../algebra/index';
import { known } from '../../algebra/errors';
import type { Analysis, Call, Instance } from '../../analysis';
import { Facts } from '../../checks/lib/facts';
import { costOf } from '../../checks/lib/warp-cost';
import { moved, startOf, warpAccessesOf, type WarpAccess } from '../../checks/lib/warp-accesses';
import { expressionAt } from '../../ir/outline';
import { endOfHead } from '../../ir/spelled';
import { atomInCopy } from '../../atoms/copy_atom';
import { isA, isTuple, numbersOf } from '../../values/convert';
import { spellType } from '../../values/print';
import { sizeofBits } from '../../values/scalars';
import type { CopyAtom, MmaAtom, Tensor, Value } from '../../values/value';
import { code, named, plain, type Block, type Hover, type Inline } from '../blocks';
import { spaces } from '../describe';
import { factAt, viewOf } from '../fact-at';
import { hasPicture, pictureTitle } from '../pictures/visualize';
import { namesOfGroups, ofGroups } from './groups';
import { groupOfThreads } from '../words/tiled-words';
import { bytesOfInstruction, isMulticast, tmaNotes } from '../words/tma-words';

interface Input {
  readonly analysis: Analysis;
  readonly file: FileId;
  readonly offset: number;
  readonly active: Instance | undefined;
}

/** The lines on a call of each function, the first with its name; undefined where nothing is known of it. */
const works: ReadonlyMap<string, (call: Call, input: Input) => Inline[][] | undefined> = new Map([
  ['copy', ofCopy],
  ['copy_if', ofCopy],
  ['copy_aligned', ofCopy],
  ['gemm', ofGemm],
  ['call', (call: Call, input: Input) => (atomInCopy(call.operands[0]?.value) ? ofCopy(call, input) : ofGemm(call))],
  ['clear', ofSet],
  ['fill', ofSet],
  ['axpby', ofAxpby],
  ...namesOfGroups.map((name) => [name, ofGroups] as const),
]);

/** Whether a function does work, by its name. */
export const isWork = (name: string): boolean => works.has(name);

/** The hover on the name of the called function; undefined elsewhere, and where nothing is known of the call. */
export function workHover(input: Input): Hover | undefined {
  const call = callAt(input);
  if (!call) return undefined;
  const lines = works.get(call.name)?.(call, input);
  if (!lines) return undefined;
  const [first = [], ...rest] = lines.map((content): Block => ({ is: 'line', content }));
  return { span: call.span, known: true, blocks: [first, ...drawn(call, input), ...rest].flat() };
}

/** Offers to draw the tiled operation of a call, or else the first of its operands that has a picture. */
function drawn({ operands }: Call, { analysis, file, active }: Input): Block[] {
  for (const { span } of operands) {
    const fact = span?.file === file ? factAt(analysis, file, span.start) : undefined;
    const view = fact && viewOf(fact, analysis, active);
    if (fact && view && hasPicture(view.lead.value))
      return [
        { is: 'actions', actions: [{ title: pictureTitle(view.lead.value), action: 'visualize', at: fact.span }] },
      ];
  }
  return [];
}

/** The innermost call whose function is named at the place, as the active instance makes it. */
function callAt({ analysis, file, offset, active }: Input): Call | undefined {
  const source = analysis.sources.get(file);
  const at = { start: offset, end: offset };
  const calls = analysis.calls.filter(({ name, span }) => works.has(name) && span.file === file && isWithin(at, span));
  const here = calls.filter(({ span }) => {
    const written = source && expressionAt(source, span);
    if (written === undefined || offset >= endOfHead(written)) return false;
    // The object before `.call` has a hover of its own.
    return written.is !== 'Call' || written.callee.is !== 'Member' || written.callee.idSpan.start <= offset;
  });
  return here.find(({ instance }) => instance === active?.id) ?? here[0];
}

// ---- Copies --------------------------------------------------------------------------------------------------------

function ofCopy(call: Call, { analysis }: Input): Inline[][] | undefined {
  const tensors = call.operands.flatMap(({ value }) => (isA(value, 'tensor') ? [value] : []));
  const [source, destination] = tensors.slice(-2);
  if (!source || !destination) return undefined;
  const facts = new Facts(analysis, []);
  const accesses = known(() => warpAccessesOf(call, facts)) ?? [];
  const atom = atomInCopy(call.operands[0]?.value);
  const mine = bytesIn(source) ?? bytesIn(destination);
  // Of a box that is multicast, each CTA loads a part, and the parts are not known here.
  const width = atom ? (isMulticast(atom) ? undefined : bytesOfInstruction(atom)) : accesses[0]?.bytes;
  const times = mine !== undefined && width !== undefined && mine % width === 0 ? mine / width : undefined;
  // An operand that is not known may be a copy that one thread issues for all.
  const isByThread = atom ? atom.tma === undefined : tensors.length === call.operands.length;
  const first: Inline[] = [
    named(call.name),
    plain(` ${placeOf(source)} → ${placeOf(destination)}`),
    ...(atom ? [plain(', '), code(atom.op)] : []),
    ...(width === undefined ? [] : [plain(say`, ${bytesText(width)} at once`)]),
    ...(times === undefined
      ? []
      : [
          plain(
            atom?.tma
              ? say`, ${counted(times, 'instruction')} in all`
              : say`, ${counted(times, 'instruction')} a thread`,
          ),
        ]),
    ...(mine === undefined ? [] : [plain(isByThread ? byThreads(mine, call, analysis) : byOne(mine, atom))]),
  ];
  const notes = [...(atom?.tma ? tmaNotes(atom) : []), ...accesses.flatMap(memoryNote)];
  return [first, ...(notes.length > 0 ? [[plain(notes.join(' · '))]] : [])];
}

const placeOf = ({ data, owning }: Tensor): string =>
  owning ? say`registers` : data.space === 'coordinates' ? say`global memory` : spaces[data.space];

function bytesIn({ data, layout }: Tensor): number | undefined {
  if (data.space === 'coordinates') return undefined;
  return known(() => {
    const bits = number(size(layout)) * sizeofBits(data.element);
    return bits % 8 === 0 ? bits / 8 : undefined;
  });
}

const byOne = (bytes: number, atom: CopyAtom | undefined): string =>
  atom?.tma ? say`: ${bytesText(bytes)}, issued by one thread` : `: ${bytesText(bytes)}`;

/** `: 128 bytes a thread, 16 KiB by 128 threads`. */
function byThreads(mine: number, { instance, guards }: Call, { instances }: Analysis): string {
  const block = numbersOf(instances.find(({ id }) => id === instance)?.launch?.block ?? []);
  const threads = block && block.length > 0 ? block.reduce((all, n) => all * n, 1) : undefined;
  // Under a condition, nothing says which threads do it.
  return threads === undefined || threads <= 1 || guards.length > 0
    ? say`: ${bytesText(mine)} a thread`
    : say`: ${bytesText(mine)} a thread, ${bytesText(mine * threads)} by ${grouped(threads)} threads`;
}

/** `sectors 4 of 4`, `no bank conflicts`: the worst instruction of the first warp. */
function memoryNote(access: WarpAccess): readonly string[] {
  const { space, instructions, bytes } = access;
  if (instructions.length === 0) return [];
  if (space === 'gmem') {
    const start = known(() => startOf(access.root));
    if (start === undefined) return [];
    const costs = instructions.map((addresses) =>
      globalCost({ bytesPerThread: bytes, addresses: moved(addresses, start) }),
    );
    const worst = costs.reduce((most, cost) =>
      cost.sectors - cost.bestSectors > most.sectors - most.bestSectors ? cost : most,
    );
    return [
      worst.sectors === worst.bestSectors
        ? say`every byte of ${counted(worst.sectors, 'sector')} is used`
        : say`a warp touches ${worst.sectors} sectors where ${worst.bestSectors} would do`,
    ];
  }
  const ways = known(() => instructions.map((addresses, at) => costOf(access, bytes, addresses, at)?.ways));
  if (!ways || ways.some((one) => one === undefined)) return [];
  const most = Math.max(1, ...ways.map((one) => one ?? 1));
  return [most === 1 ? say`no bank conflicts` : say`${most}-way bank conflicts`];
}

// ---- Element by element --------------------------------------------------------------------------------------------

/** `clear` and `fill`: where, how many elements, how many bytes. */
function ofSet(call: Call, { analysis }: Input): Inline[][] | undefined {
  const { name, operands } = call;
  const tensor = operands[0]?.value;
  if (tensor === undefined || !isA(tensor, 'tensor')) return undefined;
  const given = name === 'fill' ? operands[1]?.value : undefined;
  const to = name === 'clear' ? '0' : given && numbersOf([given])?.[0]?.toString();
  const what = to === undefined ? say`sets ${elementsText(tensor)}` : say`sets ${elementsText(tensor)} to ${to}`;
  return [[named(name), plain(` ${placeOf(tensor)}, ${what}`), ...bytesOfAll(tensor, call, analysis)]];
}

/** `axpby(a, x, b, y)`: y = a·x + b·y. */
function ofAxpby(call: Call, { analysis }: Input): Inline[][] | undefined {
  const { name, operands } = call;
  const [x, y] = [operands[1]?.value, operands[3]?.value];
  if (x === undefined || y === undefined || !isA(x, 'tensor') || !isA(y, 'tensor')) return undefined;
  const places = `${placeOf(x)} → ${placeOf(y)}`;
  return [
    [named(name), plain(` ${places}, y = a·x + b·y, ${elementsText(y)}`), ...bytesOfAll(y, call, analysis)],
    [plain(`${say`element by element`}, ${readText(operands[2]?.value)}`)],
  ];
}

/** CuTe does not read what it writes to where `b` is 0. Source: cute/algorithm/axpby.hpp. */
function readText(b: Value | undefined): string {
  const factor = b === undefined ? undefined : isA(b, 'scalar') ? b.n : numbersOf([b])?.[0];
  if (factor === undefined) return say`what it writes to is read too where b is not 0`;
  return factor === 0 ? say`what it writes to is not read, as b is 0` : say`what it writes to is read too`;
}

/** `64 elements of half_t`. */
function elementsText({ data, layout }: Tensor): string {
  const count = known(() => number(size(layout)));
  const type = spellType(data.element);
  return count === undefined ? say`elements of ${type}` : say`${counted(count, 'element')} of ${type}`;
}

function bytesOfAll(tensor: Tensor, call: Call, analysis: Analysis): Inline[] {
  const bytes = bytesIn(tensor);
  return bytes === undefined ? [] : [plain(byThreads(bytes, call, analysis))];
}

// ---- Matrix products -----------------------------------------------------------------------------------------------

function ofGemm(call: Call): Inline[][] | undefined {
  const tensors = call.operands.flatMap(({ value }) => (isA(value, 'tensor') ? [value] : []));
  const atom = atomInProduct(call.operands[0]?.value);
  const [a, b, c] = tensors.slice(-3);
  if (!a || !b || !c) return undefined;
  // An atom of its own is one instruction.
  const counts = call.name === 'call' ? [1] : atom && timesOf(a, b);
  const factors = counts && counts.length > 1 ? `${counts.join(' × ')} = ` : '';
  const first: Inline[] = [
    named(call.name),
    plain(` ${placeOf(a)} × ${placeOf(b)} → ${placeOf(c)}`),
    ...(atom ? [plain(', '), code(atom.op)] : []),
    ...(counts ? [plain(`, ${factors}${counted(product(counts), 'instruction')}`)] : []),
  ];
  const flops = atom && counts && flopsText(atom, product(counts));
  return [first, ...(flops === undefined ? [] : [[plain(flops)]])];
}

function atomInProduct(value: Value | undefined): MmaAtom | undefined {
  if (value === undefined || isTuple(value)) return undefined;
  switch (value.is) {
    case 'mma-atom':
      return value;
    case 'tiled-mma':
      return value.atom;
    case 'thr-mma':
      return value.mma.atom;
    default:
      return undefined;
  }
}

/** How many atoms along M, N and K. */
function timesOf(a: Tensor, b: Tensor): readonly number[] | undefined {
  return known(() => {
    const along = ({ layout }: Tensor, mode: number): number =>
      layout.is === 'layout' && isTuple(layout.shape) && layout.shape.length > mode ? number(size(layout, mode)) : 1;
    return [along(a, 1), along(b, 1), along(a, 2)];
  });
}

const product = (numbers: readonly number[]): number => numbers.reduce((all, n) => all * n, 1);

function flopsText({ shapeMNK, thrId }: MmaAtom, times: number): string | undefined {
  return known(() => {
    const operations = grouped(2 * number(size(shapeMNK)) * times);
    return say`${operations} operations by ${groupOfThreads(number(size(thrId)))}`;
  });
}
