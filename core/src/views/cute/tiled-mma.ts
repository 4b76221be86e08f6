// View: the three operands of a tiled MMA, placed as print_latex places them: B above C, A to its left.
import { say, words } from '../../base/say';
import { number, offset_of } from '../../algebra/index';
import { isInt } from '../../algebra/leaf';
import { make_tiled_mma, type Operand } from '../../atoms/mma_atom';
import { isA } from '../../values/convert';
import { factText } from '../../values/print';
import type { MmaAtom, ThrMma, TiledMma, Value } from '../../values/value';
import type { Picture } from '../model';
import { mmaAtoms, mmaOwners, mmaTile } from './thread-value';
import { defineView } from '../view';

export const tiledMmaView = defineView({
  id: 'tiled-mma',
  title: words`Tiled MMA`,
  find: ({ value }) => (isMma(value) ? value : undefined),
  draw: (value, { title, source }) => {
    const mma = mmaOf(value);
    const [m, n] = mmaTile(mma, 'C');
    const [, k] = mmaTile(mma, 'A');
    const threads = value.is === 'thr-mma' ? threadOf(value) : undefined;
    return {
      title,
      printed: factText(value),
      summary: say`Tiled MMA of ${mma.atom.op}: C is ${m} by ${n} with B above it and A to its left, ${k} deep. Each cell names the thread and the value that hold it.`,
      pictures: (['B', 'A', 'C'] as const).map((operand) => operandPicture(mma, operand)),
      labelBy: 'owner',
      colourBy: 'thread',
      notes: memoryNotes(mma),
      ...(threads !== undefined && { selection: { thread: threads } }),
      ...(source && { source }),
    };
  },
});

function isMma(value: Value): value is TiledMma | ThrMma | MmaAtom {
  return isA(value, 'tiled-mma') || isA(value, 'thr-mma') || isA(value, 'mma-atom');
}

/** The tiled MMA: the value itself, that of a thread's slice, or one made of the atom alone. */
function mmaOf(given: TiledMma | ThrMma | MmaAtom): TiledMma {
  return given.is === 'tiled-mma' ? given : given.is === 'thr-mma' ? given.mma : make_tiled_mma(given);
}

/** The thread of a slice, where its coordinate is known. */
export function threadOf({ mma, vmnk }: ThrMma): number | undefined {
  const index = offset_of(mma.thrLayoutVMNK, vmnk);
  return isInt(index) && index.n !== undefined ? number(index) : undefined;
}

const places: Readonly<Record<Operand, Picture['at']>> = {
  B: { row: 0, column: 1 },
  A: { row: 1, column: 0 },
  C: { row: 1, column: 1 },
};
const titles: Readonly<Record<Operand, string>> = { A: 'A (M,K)', B: 'B (N,K)', C: 'C (M,N)' };

/** One tile of an operand. B is drawn with K down, so its columns are those of C. */
export function operandPicture(mma: TiledMma, operand: Operand): Picture {
  const extents = mmaTile(mma, operand);
  const axes =
    operand === 'B' ? { rows: [1], columns: [0], fixed: [0, 0] } : { rows: [0], columns: [1], fixed: [0, 0] };
  return {
    id: operand,
    title: titles[operand],
    at: places[operand],
    shape: `(${extents.map((n) => `_${n}`).join(',')})`,
    axes,
    element: { set: say`tile of ${operand}`, by: 'index' },
    owners: mmaOwners(mma, operand),
    tiles: mmaAtoms(mma, operand),
  };
}

/** An operand in memory has no owners: CuTe's layout gives every element to every thread. */
function memoryNotes({ atom }: TiledMma): readonly string[] {
  const { a, b, c } = atom.fragments ?? {};
  const sentence = (operand: string, fragment: string | undefined): readonly string[] =>
    fragment === undefined
      ? []
      : [
          say`The operation takes ${operand} from memory (${fragment}): its layout gives every element to every thread, and the first is named.`,
        ];
  return [
    ...sentence('A', a),
    ...sentence('B', b),
    ...sentence('C', c),
    ...(atom.extra === undefined
      ? []
      : [say`The traits have more members: ${Object.keys(atom.extra).join(', ')}; they are not drawn.`]),
  ];
}
