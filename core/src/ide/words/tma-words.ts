// A TMA copy in words: the box that one instruction moves, the swizzle of shared memory, whether CTAs share a box.
// Every word follows from the copy itself; the descriptor in memory is made by the driver and is not read.
import { say } from '../../base/say';
import { bytesText, grouped } from '../../base/collect';
import { isBasis, number, print, size } from '../../algebra/index';
import { known } from '../../algebra/errors';
import type { IntTuple } from '../../algebra/leaf';
import { isTuple, numbersOf } from '../../values/convert';
import { spellType } from '../../values/print';
import { sizeofBits } from '../../values/scalars';
import type { CopyAtom } from '../../values/value';
import { code, plain, term, type Block, type Inline } from '../blocks';
import { plainNames } from './plain-names';
import { swizzleWords } from './swizzle-words';

/** `TMA copy: boxes of 64 × 8 half_t (1 KiB), 128-byte swizzle, no multicast, by SM90_TMA_LOAD`. */
export function tmaWords(atom: CopyAtom): Inline[] {
  const notes = tmaNotes(atom);
  return [
    term(say`TMA copy`, 'tma'),
    plain(`: ${notes.map((note) => `${note}, `).join('')}${say`by `}`),
    code(atom.op),
  ];
}

/** What is said of a TMA copy: its boxes, its swizzle, whether CTAs share a box. */
export function tmaNotes(atom: CopyAtom): readonly string[] {
  const [box, bytes, swizzle] = [boxText(atom), bytesOfInstruction(atom), swizzleOfBox(atom)];
  return [
    ...(box === undefined ? [] : [bytes === undefined ? box : `${box} (${bytesText(bytes)})`]),
    ...(swizzle === undefined ? [] : [swizzle]),
    ...(isMulticast(atom)
      ? [say`multicast: the CTAs that receive a box load a part of it each`]
      : atom.op.includes('LOAD')
        ? [say`no multicast`]
        : []),
    ...globalNote(atom),
  ];
}

/** `from (512,1024):(_1,512)`: the global tensor of the descriptor, where its numbers have names at least. */
function globalNote({ global, op }: CopyAtom): readonly string[] {
  const text = global && plainNames(print(global));
  if (text === undefined || !isNamed([global?.shape ?? [], global?.stride ?? []])) return [];
  return [op.includes('LOAD') ? say`from ${text}` : say`to ${text}`];
}

/** Whether every number of a tuple is known or has a name. */
function isNamed(t: IntTuple): boolean {
  return isTuple(t) ? t.every(isNamed) : t.is !== 'dynamic' || t.n !== undefined || t.name !== undefined;
}

export const isMulticast = ({ op }: CopyAtom): boolean => op.includes('MULTICAST');

/** `boxes of 64 × 8 half_t`, of a TMA copy that copies tiles. */
export function boxText(atom: CopyAtom): string | undefined {
  const extents = boxExtents(atom);
  const unit = unitOf(atom);
  return extents && unit !== undefined ? say`boxes of ${extents.join(' × ')} ${unit}` : undefined;
}

function boxExtents({ tma }: CopyAtom): readonly number[] | undefined {
  if (!tma || !('basis' in tma)) return undefined;
  return known(() => modes(tma.basis.shape).map((part) => number(size(part))));
}

/** What the extents of a box count: the hardware may copy elements of another width than the tensor's. */
function unitOf(atom: CopyAtom): string | undefined {
  const { tma, type } = atom;
  const bytes = bytesOfInstruction(atom);
  if (!tma || !('basis' in tma) || bytes === undefined) return undefined;
  const bits = known(() => (bytes * 8) / number(size(tma.basis)));
  return bits === undefined || !Number.isInteger(bits)
    ? undefined
    : bits === known(() => sizeofBits(type))
      ? spellType(type)
      : say`elements of ${bits} bits`;
}

/** `128-byte swizzle`, `no swizzle`. */
export function swizzleOfBox({ tma }: CopyAtom): string | undefined {
  if (!tma || !('swizzle' in tma)) return undefined;
  return tma.swizzle.bits === 0 ? say`no swizzle` : swizzleWords(tma.swizzle, 8);
}

/** The modes of the descriptor: how far the box reaches along each, and which modes of the global tensor it steps
 *  along. */
export function descriptorTable(atom: CopyAtom): Block[] {
  const { tma } = atom;
  const extents = boxExtents(atom);
  if (!tma || !('basis' in tma) || !extents) return [];
  const along = modes(tma.basis.stride);
  const rows = extents.map((count, at) => [
    plain(String(at)),
    plain(String(count)),
    plain(
      modesAlong(along[at] ?? [])
        .map((path) => path.join('.'))
        .join(', '),
    ),
    ...globalMode(atom, along[at] ?? []).map(plain),
  ]);
  const header = [
    say`mode of the descriptor`,
    say`box`,
    say`mode of the global tensor`,
    say`its extent`,
    say`its stride in bytes`,
  ];
  return [{ is: 'table', header, rows, numbers: [1, 3, 4] }];
}

/** The extent of the global tensor along a mode of the descriptor, and its stride in bytes. Empty where the mode steps
 *  along several, or where they are not known. */
function globalMode({ global, type }: CopyAtom, stride: IntTuple): readonly [extent: string, bytes: string] {
  const paths = modesAlong(stride);
  const [path] = paths;
  if (!global || !path || paths.length !== 1) return ['', ''];
  const extent = partAt(global.shape, path);
  const step = partAt(global.stride, path);
  if (!extent || !step || !isNamed([extent, step])) return ['', ''];
  const elements = numbersOf([step])?.[0];
  const bits = known(() => sizeofBits(type));
  return [
    plainNames(print(extent)).replace(/^_/, ''),
    elements === undefined || bits === undefined || (elements * bits) % 8 !== 0 ? '' : grouped((elements * bits) / 8),
  ];
}

function partAt(t: IntTuple, path: readonly number[]): IntTuple | undefined {
  return path.reduce<IntTuple | undefined>(
    (part, at) => (part === undefined ? undefined : isTuple(part) ? part[at] : at === 0 ? part : undefined),
    t,
  );
}

function modesAlong(stride: IntTuple): readonly (readonly number[])[] {
  if (isTuple(stride)) return stride.flatMap(modesAlong);
  return isBasis(stride) ? [stride.path] : [];
}

const modes = (t: IntTuple): readonly IntTuple[] => (isTuple(t) ? t : [t]);

/** The bytes of one instruction: for one thread, or for TMA of the whole box. */
export function bytesOfInstruction({ layoutSrc, type }: CopyAtom): number | undefined {
  return known(() => {
    const bits = number(size(layoutSrc, 1)) * sizeofBits(type);
    return bits % 8 === 0 ? bits / 8 : undefined;
  });
}
