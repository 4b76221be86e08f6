// What test/golden/pictures.json holds: who owns each cell of a picture, as CuTe's print_latex says, and what CuTe
// writes for layouts. scripts/pictures.ts writes it.
export interface PictureCase {
  readonly kind: 'mma' | 'copy';
  readonly setup: string;
  readonly expr: string;
  /** By id of the picture, row by row: `thread.value` of each cell, separated by blanks, `-` where CuTe draws
   *  nothing. */
  readonly pictures: Readonly<Record<string, readonly string[]>>;
}

export interface PictureGolden {
  readonly source: string;
  /** Commit of CUTLASS. */
  readonly cutlass: string;
  readonly cases: readonly PictureCase[];
  /** By line, without line ends. */
  readonly layouts: readonly {
    readonly expr: string;
    readonly printLayout: readonly string[];
    readonly printLatex: readonly string[];
  }[];
}
