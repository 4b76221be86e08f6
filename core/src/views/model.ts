// What can be drawn, as plain data that survives JSON. A model contains layouts, not cells; core/src/draw turns a
// picture into cells, for the canvas, SVG, TikZ, text and tests alike. Knows neither how a value was computed nor how
// anything is drawn.
import type { Span } from '../base/span';
import { viewIds } from './view-ids';

export { viewIds };

/** A shape, layout or swizzle as CuTe prints it. The algebra's `parse` reads it, and all its numbers are known. */
export type Printed = string;

/** The id of a view. */
export type ViewId = (typeof viewIds)[number];

/** What a cell shows. `owner` is two lines, `T0` over `V3`. A picture that lacks the data for a label shows `offset`
 *  instead. */
export const labelIds = ['offset', 'index', 'coordinate', 'owner', 'tile', 'bank', 'none'] as const;
export type LabelBy = (typeof labelIds)[number];

/** What determines a cell's colour. A picture that lacks the data for it is white. */
export const colourIds = [
  'thread',
  'value',
  'warp',
  'bank',
  'tile',
  'offset',
  'element',
  'phase',
  'difference',
  'none',
] as const;
export type ColourBy = (typeof colourIds)[number];

export interface ViewModel {
  readonly view: ViewId;
  /** The title of the tab: the name of a value such as `tCgA`, or the expression as typed. */
  readonly title: string;
  /** The value exactly as CuTe prints it, without the final newline. */
  readonly printed: string;
  /** One sentence that describes the picture, for readers who cannot see it. */
  readonly summary: string;
  /** At least one picture. The cells of all pictures have one size. */
  readonly pictures: readonly Picture[];
  /** What the reader starts with and can change. */
  readonly labelBy: LabelBy;
  readonly colourBy: ColourBy;
  readonly selection?: Selection;
  /** Whole sentences: what the picture leaves out, and what it assumes. */
  readonly notes: readonly string[];
  /** The place of the value in the source, if it has one: the target of "go to source". */
  readonly source?: Span;
}

/** What the reader selected. A thread is a number among the picture's owners. */
export interface Selection {
  readonly thread?: number;
  readonly value?: number;
  /** The coordinate of a tile, by top-level mode. */
  readonly tile?: readonly number[];
  /** The index of an instruction, in pictures of banks and sectors; of a moment, in pictures that have moments. */
  readonly instruction?: number;
}

/** A grid of cells; each is one coordinate of `shape`. */
export interface Picture {
  /** Unique among the pictures of a model: `A`, `source`, `step 2`. */
  readonly id: string;
  readonly title: string;
  /** A line below the title: the layout as CuTe prints it, or the reason of a step. */
  readonly caption?: string;
  /** The place among the pictures, as in a table. The first cells of the pictures in one table row are aligned, and
   *  so are those in one table column; pictures are one cell apart. A tiled MMA has B at (0,1), A at (1,0) and C at
   *  (1,1). */
  readonly at: { readonly row: number; readonly column: number };
  /** Each coordinate of this shape is a cell. Hierarchical modes keep their profile and are drawn with nested
   *  borders. */
  readonly shape: Printed;
  readonly axes: Axes;
  /** The extents of the tensor by top-level mode, where they are smaller than `shape`: cells beyond them are
   *  hatched. */
  readonly bounds?: readonly number[];
  /** Maps a coordinate of `shape` to its offset in elements, or to a coordinate where the strides are scaled basis
   *  vectors. */
  readonly layout?: Printed;
  /** Added to each value of the layout: the start of the tensor, in elements from the base that the program was
   *  given, or the coordinate at which it starts. As CuTe prints it. */
  readonly origin?: Printed;
  /** Present where the picture shows a part of a layout that is too large, and another part can be shown. */
  readonly part?: Part;
  readonly memory?: Memory;
  readonly owners?: Owners;
  /** The offset of each element by index, if a run recorded it and no layout describes it. */
  readonly offsets?: readonly number[];
  readonly tiles?: Tiles;
  readonly accesses?: Accesses;
  /** Who accesses the elements, moment by moment: `selection.instruction` chooses, and the owners are those of the
   *  chosen one. */
  readonly moments?: readonly Moment[];
  /** Elements with a mark, in a picture of one moment. */
  readonly marked?: readonly number[];
  /** Identifies elements across pictures: cells of the same set with equal numbers show the same element. `by` names
   *  the number. */
  readonly element?: {
    readonly set: string;
    readonly by: 'index' | 'offset';
    /** Numbers are usually below this; colours are spread over them. Where it is absent, the size of the shape
     *  counts. */
    readonly count?: number;
    /** If present, the offset is an index into this layout, and the element is the one at the layout's offset for
     *  that index. Used in steps that the given layout is composed with. */
    readonly through?: Printed;
  };
  /** The id of another picture. A cell is marked if its offset or its owners differ from those of the cell there
   *  with the same index. */
  readonly differsFrom?: string;
  /** The swizzle at the end of its layout, if the picture is about it; it acts on bits of the offset. */
  readonly swizzle?: Printed;
}

/** The distribution of the top-level modes over the two directions, innermost first. A mode in neither direction is
 *  fixed at `fixed`, and the reader can change that. A direction without modes is one cell wide. */
export interface Axes {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  /** By top-level mode; 0 for modes that are drawn. */
  readonly fixed: readonly number[];
  /** If only columns are drawn: the number of cells after which a new row begins. */
  readonly wrap?: number;
}

/** A window into a layout: what it is a window into, where it begins, and how far it reaches. */
export interface Part {
  /** The shape of the whole. */
  readonly shape: Printed;
  /** The first coordinate by top-level mode. */
  readonly first: readonly number[];
  /** The coordinates that fit, by top-level mode: as many as there are in a mode along which nothing moves. */
  readonly extents: readonly number[];
  /** `origin` of the whole. */
  readonly origin?: Printed;
  /** The sentence that says so among the notes, of the first window. */
  readonly note: string;
}

export type Space = 'gmem' | 'smem' | 'rmem' | 'tmem' | 'generic';

export interface Memory {
  readonly space: Space;
  /** The width of one element. */
  readonly widthBits: number;
  /** The element type as C++ spells it. */
  readonly element: string;
  /** The swizzle of the pointer; it acts on bits of the byte address. */
  readonly swizzle?: Printed;
}

/** The owners of the elements. A cell may have several owners, or none. */
export interface Owners {
  /** A layout from `(thread, value)` to the column-major index in one tile of `tile`. Where no layout describes it,
   *  a list: the elements of each thread, -1 for an element outside, and an empty list for a thread without records. */
  readonly tv: Printed | readonly (readonly number[])[];
  /** The extents of the tile by top-level mode of the picture's shape. The tile repeats over the tensor: a thread
   *  owns the same element of every tile, and its values continue from tile to tile, column major over the tiles. */
  readonly tile: readonly number[];
  /** The names of the two modes of `tv`, for labels and legends. If `thread` is empty, cells do not name a thread.
   *  `spelled` is present where the modes are not threads and values. */
  readonly names: {
    readonly thread: string;
    readonly value: string;
    readonly spelled?: { readonly thread: string; readonly value: string };
  };
  /** This number of consecutive values is moved by one instruction; they are outlined together. */
  readonly vector?: number;
}

/** One access of all threads. */
export interface Moment {
  /** `line 12 writes, in iteration 2`. */
  readonly text: string;
  /** Barriers before it. Accesses between the same two are in no order between warps. */
  readonly epoch: number;
  /** The elements of each thread, by index in the picture. */
  readonly held: readonly (readonly number[])[];
  /** Elements with a mark. */
  readonly marked?: readonly number[];
}

/** Regions with a border, each with a coordinate. */
export type Tiles =
  /** Tiles of `extents` by mode. The first tile has the coordinate `first`, or zeros. `counts` is present where a tile
   *  has the coordinate that it has in another picture: how many tiles there are in each mode of that one. */
  | {
      readonly is: 'extents';
      readonly extents: readonly number[];
      readonly name: string;
      readonly first?: readonly number[];
      readonly counts?: readonly number[];
    }
  /** A layout from `(within, which)` to the column-major index in `shape`, for scattered tiles such as the atoms of
   *  a permuted MMA. */
  | { readonly is: 'layout'; readonly layout: Printed; readonly name: string };

/** The memory accesses of a warp, instruction by instruction. The cells of such a picture are words of 4 bytes
 *  instead of elements: its shape is `(32, lines)`, and row r shows the bytes from 128 * lines[r] on. */
export interface Accesses {
  readonly op: 'load' | 'store' | 'ldmatrix' | 'stmatrix';
  /** The bytes that one thread moves at its address. */
  readonly bytesPerThread: number;
  /** Byte addresses by instruction, then by lane; null for a lane that takes no part. */
  readonly addresses: readonly (readonly (number | null)[])[];
  readonly lines: readonly number[];
  /** The thread index of lane 0. */
  readonly firstThread: number;
  /** `bank`: shared memory, phases and conflicts. `sector`: global memory, sectors of 32 bytes. */
  readonly unit: 'bank' | 'sector';
}

/** What a value is compared with: the same value in another kernel instance, given by its label, or the value of an
 *  expression. */
export type Comparison = { readonly instance: string } | { readonly expression: string };

/** The picture of a value, or the reason why there is none. */
export type Visualization =
  | {
      readonly is: 'drawn';
      /** Every view that accepts the value; the model is one of theirs. */
      readonly views: readonly { readonly id: ViewId; readonly title: string }[];
      readonly model: ViewModel;
    }
  | {
      readonly is: 'unknown';
      readonly title: string;
      /** A sentence. */
      readonly reason: string;
      /** The names of numbers that the user can pin. */
      readonly needs: readonly string[];
      readonly source?: Span;
    };
