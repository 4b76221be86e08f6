// A TiledMMA or a TiledCopy in a sentence: its threads, its tile, and what one instruction does. Parts whose numbers
// are not known are left out.
import { counted } from '../../base/counted';
import { say, said, words } from '../../base/say';
import { bytesText } from '../../base/collect';
import { number, size } from '../../algebra/index';
import { known } from '../../algebra/errors';
import { tile_size_mnk } from '../../atoms/mma_atom';
import { asIntTuple, isAnyLayout, isTuple } from '../../values/convert';
import { spellType } from '../../values/print';
import type { CopyAtom, MmaAtom, TiledCopy, TiledMma, Value } from '../../values/value';
import { code, plain, term, type Inline } from '../blocks';
import { bytesOfInstruction, tmaWords } from './tma-words';

/** A tiled operation or a copy atom in one line, where CuTe prints several. */
export function tiledWords(value: Value): string | undefined {
  const content = contentOf(value);
  return content?.map(({ text }) => text).join('');
}

function contentOf(value: Value): readonly Inline[] | undefined {
  if (isTuple(value)) return undefined;
  switch (value.is) {
    case 'tiled-mma':
      return mmaWords(value);
    case 'tiled-copy':
      return copyWords(value);
    case 'thr-mma':
      return mmaWords(value.mma);
    case 'thr-copy':
      return copyWords(value.copy);
    case 'copy-atom':
      return copyAtomWords(value);
    case 'mma-atom':
      return mmaAtomWords(value);
    default:
      return undefined;
  }
}

/** `128 threads (2 × 2 warps), tile 32 × 32 × 16, half_t × half_t → float, 8 atoms a tile, atom SM80_16x8x16_…`. */
export function mmaWords(mma: TiledMma): Inline[] {
  const { atom } = mma;
  const tile = known(() => [0, 1, 2].map((mode) => number(tile_size_mnk(mma, mode))));
  const threads = known(() => number(size(mma.thrLayoutVMNK)));
  const atoms = tile && atomsOf(tile, atom);
  const parts = [
    ...(threads === undefined ? [] : [`${counted(threads, 'thread')}${groupsText(mma)}`]),
    ...(tile ? [say`tile ${tile.join(' × ')}`] : []),
    ...typesText(atom),
    ...(atoms === undefined ? [] : [say`${counted(atoms, 'atom')} a tile`]),
  ];
  return [
    term(say`tiled MMA`, 'tiled-mma'),
    plain(`: ${parts.map((part) => `${part}, `).join('')}`),
    term(say`atom`, 'atom'),
    plain(' '),
    code(atom.op),
  ];
}

/** `128 threads, tile 128 × 8, 16 bytes a thread and instruction, 8 instructions a thread, SM80_CP_ASYNC_…`. */
export function copyWords(copy: TiledCopy): Inline[] {
  const { atom } = copy;
  if (atom.tma) return tmaCopyWords(copy);
  const threads = known(() => number(size(copy.layoutTV, 0)));
  const tile = known(() => copy.tilerMN.map(extent));
  const bytes = bytesOfInstruction(atom);
  const instructions = known(() => number(size(copy.layoutTV, 1)) / number(size(atom.layoutRef, 1)));
  const parts = [
    ...(threads === undefined ? [] : [counted(threads, 'thread')]),
    ...(tile ? [say`tile ${tile.join(' × ')}`] : []),
    ...(bytes === undefined ? [] : [say`${bytesText(bytes)} a thread and instruction`]),
    ...(instructions !== undefined && Number.isInteger(instructions) && instructions > 1
      ? [say`${counted(instructions, 'instruction')} a thread`]
      : []),
  ];
  return [
    term(say`tiled copy`, 'tiled-copy'),
    plain(`: ${parts.map((part) => `${part}, `).join('')}${say`by `}`),
    code(atom.op),
  ];
}

/** `tiled copy: tile 128 × 64, TMA: boxes of 64 × 8 half_t (1 KiB), 128-byte swizzle, by SM90_TMA_LOAD`. The threads of
 *  its layout are the CTAs of a cluster. */
function tmaCopyWords({ atom, layoutTV, tilerMN }: TiledCopy): Inline[] {
  const ctas = known(() => number(size(layoutTV, 0)));
  const tile = known(() => tilerMN.map(extent));
  const parts = [
    ...(ctas === undefined || ctas === 1 ? [] : [say`${ctas} CTAs`]),
    ...(tile ? [say`tile ${tile.join(' × ')}`] : []),
  ];
  return [
    term(say`tiled copy`, 'tiled-copy'),
    plain(`: ${parts.map((part) => `${part}, `).join('')}`),
    ...tmaWords(atom),
  ];
}

/** The groups of threads that execute an atom together, by their number. */
const groups: ReadonlyMap<number, string> = new Map([
  [8, words`quad pairs`],
  [32, words`warps`],
  [128, words`warpgroups`],
]);

/** ` (2 × 2 warps)`: how the atoms lie side by side along M, N and K. */
function groupsText({ thrLayoutVMNK, atom }: TiledMma): string {
  const counts = known(() => [1, 2, 3].map((mode) => number(size(thrLayoutVMNK, mode))));
  const group = known(() => groups.get(number(size(atom.thrId))));
  if (!counts || group === undefined || counts.every((count) => count === 1)) return '';
  const [m = 1, n = 1, k = 1] = counts;
  return ` (${[m, n, ...(k === 1 ? [] : [k])].join(' × ')} ${said(group)})`;
}

/** `a warp`: the threads that execute an instruction together. */
export function groupOfThreads(count: number): string {
  switch (count) {
    case 1:
      return say`a thread`;
    case 32:
      return say`a warp`;
    case 128:
      return say`a warpgroup`;
    default:
      return counted(count, 'thread');
  }
}

/** How many atoms it takes to compute the tile. */
function atomsOf(tile: readonly number[], { shapeMNK }: MmaAtom): number | undefined {
  const volume = tile.reduce((all, extentOfMode) => all * extentOfMode, 1);
  const one = known(() => number(size(shapeMNK)));
  const atoms = one === undefined ? 0 : volume / one;
  return atoms >= 1 && Number.isInteger(atoms) ? atoms : undefined;
}

function typesText({ types: [d, a, b, c] }: Pick<MmaAtom, 'types'>): readonly string[] {
  const [td, ta, tb, tc] = [d, a, b, c].map((type) => spellType(type));
  const into = td === tc ? td : `${tc} → ${td}`;
  return [ta, tb, td, tc].every((type) => type !== undefined && type !== '' && type !== '?')
    ? [`${ta} × ${tb} → ${into}`]
    : [];
}

/** `MMA atom: 16 × 8 × 16, half_t × half_t → float, by a warp, SM80_16x8x16_F32F16F16F32_TN`. */
export function mmaAtomWords(atom: MmaAtom): Inline[] {
  const kind = atom.traits ? plain(say`MMA traits`) : term(say`MMA atom`, 'atom');
  return [
    kind,
    plain(
      `: ${mmaAtomParts(atom)
        .map((part) => `${part}, `)
        .join('')}`,
    ),
    code(atom.op),
  ];
}

/** What one instruction multiplies, and who executes it. */
export function mmaAtomParts(atom: Pick<MmaAtom, 'shapeMNK' | 'thrId' | 'types'>): readonly string[] {
  const shape = known(() => [0, 1, 2].map((mode) => number(size(atom.shapeMNK, mode))));
  const threads = known(() => number(size(atom.thrId)));
  return [
    ...(shape ? [shape.join(' × ')] : []),
    ...typesText(atom),
    ...(threads === undefined ? [] : [say`by ${groupOfThreads(threads)}`]),
  ];
}

/** `copy atom: 16 bytes a thread and instruction, by SM75_U32x4_LDSM_N`. */
export function copyAtomWords(atom: CopyAtom): Inline[] {
  if (atom.tma) return tmaWords(atom);
  const bytes = bytesOfInstruction(atom);
  const width = bytes === undefined ? '' : `${say`${bytesText(bytes)} a thread and instruction`}, `;
  return [term(say`copy atom`, 'atom'), plain(`: ${width}${say`by `}`), code(atom.op)];
}

function extent(tiler: Value): number {
  return number(size(isAnyLayout(tiler) ? tiler : asIntTuple(tiler, say`the tiler of a copy`)));
}
