// What can be drawn, as plain data that survives JSON: layouts travel, not cells. core/src/draw turns a picture into
// cells, for the canvas, SVG, TikZ, text and tests alike. Knows neither how a value came about nor how anything is
// drawn.
import type { Span } from '../base/span';

/** A shape, layout or swizzle as CuTe prints it; the algebra's `parse` reads it. All its numbers are known. */
export type Printed = string;

/** The views, in the order in which they are offered: of those that accept a value, the first is drawn unless the
 *  reader asks for another. `views/index.ts` has a view for each id. */
export const viewIds = [
  'compare',
  'tiled-mma',
  'tiled-copy',
  'partition',
  'tiles',
  'layout',
  'swizzle',
  'banks',
  'coalescing',
  'explain',
  'block-grid',
  'blocks',
  'measured',
] as const;
export type ViewId = (typeof viewIds)[number];

/** What stands in a cell. `owner` is two lines, `T0` over `V3`. A picture without what a label needs falls back to
 *  `offset`. */
export const labelIds = ['offset', 'index', 'coordinate', 'owner', 'tile', 'bank', 'none'] as const;
export type LabelBy = (typeof labelIds)[number];

/** What decides a cell's colour. A picture without it is white. */
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
  /** What is shown, for the title of a tab: `tCgA`, or the expression as typed. */
  readonly title: string;
  /** The value exactly as CuTe prints it, without a last newline. */
  readonly printed: string;
  /** One sentence that says what the picture shows, for readers who do not see it. */
  readonly summary: string;
  /** At least one. Their cells are of one size. */
  readonly pictures: readonly Picture[];
  /** What the reader starts with and can change. */
  readonly labelBy: LabelBy;
  readonly colourBy: ColourBy;
  readonly selection?: Selection;
  /** What the picture leaves out, what it rests on: whole sentences. */
  readonly notes: readonly string[];
  /** Where the value stands in the source, if it does: what "go to source" reveals. */
  readonly source?: Span;
}

/** What is picked out. A thread is a number of the picture's owners. */
export interface Selection {
  readonly thread?: number;
  readonly value?: number;
  /** Coordinate of a tile, by top-level mode. */
  readonly tile?: readonly number[];
  /** Which of the accesses, for banks and sectors. */
  readonly instruction?: number;
}

/** A grid of cells; each is one coordinate of `shape`. */
export interface Picture {
  /** Unlike that of any other picture of the model: `A`, `source`, `step 2`. */
  readonly id: string;
  readonly title: string;
  /** A line below the title: the layout as CuTe prints it, a step's reason. */
  readonly caption?: string;
  /** Place among the pictures, as in a table: those of one table row share their first row of cells, those of one table
   *  column their first column, one cell apart. A tiled MMA has B at (0,1), A at (1,0) and C at (1,1). */
  readonly at: { readonly row: number; readonly column: number };
  /** The coordinates that are cells. Hierarchical modes keep their profile and are drawn with nested borders. */
  readonly shape: Printed;
  readonly axes: Axes;
  /** What exists, by top-level mode, where that is less than `shape`: cells beyond are hatched. */
  readonly bounds?: readonly number[];
  /** From a coordinate of `shape` to its offset in elements, or to a coordinate where the strides are bases. */
  readonly layout?: Printed;
  /** Added to each value of the layout: where the tensor starts, in elements from the base that the program was given,
   *  or the coordinate it starts at. As CuTe prints it. */
  readonly origin?: Printed;
  readonly memory?: Memory;
  readonly owners?: Owners;
  /** The offset of each element by index, where it is known from a run and no layout says it. */
  readonly offsets?: readonly number[];
  readonly tiles?: Tiles;
  readonly accesses?: Accesses;
  /** Which cells of other pictures show the same element: those of the same set with an equal number by `by`. */
  readonly element?: {
    readonly set: string;
    readonly by: 'index' | 'offset';
    /** Numbers are below this, as a rule; colours are spread over them. The size of the shape, where it is not
     *  given. */
    readonly count?: number;
    /** The offset is an index into this layout, and the element is the offset that it has there: of what a layout is
     *  composed with on the way to a result. */
    readonly through?: Printed;
  };
  /** Id of another picture: cells are marked where the offset, or the owners, differ from those of its cell with the
   *  same index. */
  readonly differsFrom?: string;
  /** The swizzle that its layout ends with, where the picture is about that; it acts on bits of the offset. */
  readonly swizzle?: Printed;
}

/** How the top-level modes of the shape are spread over the two directions, innermost first. Modes in neither are fixed
 *  at `fixed`, for the reader to choose. A direction without modes is one cell wide. */
export interface Axes {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  /** By top-level mode; modes that are drawn have 0. */
  readonly fixed: readonly number[];
  /** Where only columns are drawn: after how many cells a new row begins. */
  readonly wrap?: number;
}

export type Space = 'gmem' | 'smem' | 'rmem' | 'tmem' | 'generic';

export interface Memory {
  readonly space: Space;
  /** Of one element. */
  readonly widthBits: number;
  /** As C++ spells the element. */
  readonly element: string;
  /** A swizzle that the pointer carries: it acts on bits of the byte address. */
  readonly swizzle?: Printed;
}

/** Who holds each element. A cell may have several owners, or none. */
export interface Owners {
  /** `(thread, value)` to the column-major index in one tile of `tile`. Where no layout says it: for each thread its
   *  elements, -1 for one that lies elsewhere; none of a thread that nobody asked. */
  readonly tv: Printed | readonly (readonly number[])[];
  /** Extents of the tile by top-level mode of the picture's shape. It repeats: an element of another tile is the same
   *  thread's, and its value counts on by the values of one tile, column major over the tiles. */
  readonly tile: readonly number[];
  /** What the two modes of `tv` count, for labels and legends; a cell does not name a thread without a name. Spelled
   *  out where they are no threads and values. */
  readonly names: {
    readonly thread: string;
    readonly value: string;
    readonly spelled?: { readonly thread: string; readonly value: string };
  };
  /** So many consecutive values are moved at once: they are outlined together. */
  readonly vector?: number;
}

/** Regions with a border, and a coordinate each. */
export type Tiles =
  /** By mode: each tile is `extents` large; the first has the coordinate `first`, else zeros. */
  | {
      readonly is: 'extents';
      readonly extents: readonly number[];
      readonly name: string;
      readonly first?: readonly number[];
    }
  /** `(within, which)` to the column-major index in `shape`: tiles that are scattered, such as the atoms of a permuted
   *  MMA. */
  | { readonly is: 'layout'; readonly layout: Printed; readonly name: string };

/** What a warp does to memory, instruction by instruction. The picture's cells are then words of 4 bytes, not elements:
 *  its shape is `(32, lines)`, and row r shows the bytes from 128 * lines[r] on. */
export interface Accesses {
  readonly op: 'load' | 'store' | 'ldmatrix' | 'stmatrix';
  /** Moved by one thread at its address. */
  readonly bytesPerThread: number;
  /** By instruction, then by lane: byte addresses; null for a lane that takes no part. */
  readonly addresses: readonly (readonly (number | null)[])[];
  readonly lines: readonly number[];
  /** Thread index of lane 0. */
  readonly firstThread: number;
  /** `bank`: shared memory, phases and conflicts. `sector`: global memory, sectors of 32 bytes. */
  readonly unit: 'bank' | 'sector';
}

/** What a value is compared with: itself in another kernel instance, by its label, or what an expression is worth. */
export type Comparison = { readonly instance: string } | { readonly expression: string };

/** What can be shown of a value, or why nothing can. */
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
      /** Names whose number the user can pin. */
      readonly needs: readonly string[];
      readonly source?: Span;
    };
