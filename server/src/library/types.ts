// The types of the npm package `cute-lens`: plain data, as `--json` on the command line has it. This file imports
// nothing, so that its declarations ship as they are.

/** What a program is given, and which of its values are looked at. Every field may be absent. */
export interface Options {
  /** The arguments of the program, as on a command line: `512 768 256 N T`. */
  readonly args?: string;
  /** Values for names that the source leaves open, as C++ expressions: `{ M: '512' }`. */
  readonly define?: Readonly<Record<string, string>>;
  /** Folders for `#include "…"`. */
  readonly include?: readonly string[];
  /** For a header: sources that include it. Without it, they are searched for in the folder of the project. */
  readonly from?: readonly string[];
  /** `threadIdx` and `blockIdx` of the shown values. The first by default. */
  readonly thread?: readonly [number, number, number];
  readonly block?: readonly [number, number, number];
  /** The compute capability to assume: 80, 90, 100. By default that of compile_commands.json, or else 90. */
  readonly arch?: number;
}

/** A file on the disk, or one with a text that is not saved. */
export type Source = string | { readonly file: string; readonly text: string };

/** An expression, or a declaration of a file: the one of this name that starts on this line, counted from 1. */
export type Target =
  | { readonly expression: string; readonly setup?: string }
  | { readonly source: Source; readonly line: number; readonly name: string };

/** A part of a file. Lines and columns count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** What a check found. */
export interface Finding extends Place {
  readonly level: 'error' | 'warning' | 'information' | 'hint';
  /** The name of the check: `tile-remainder`. */
  readonly slug: string;
  readonly message: string;
  readonly related: readonly (Place & { readonly message: string })[];
  /** Repairs; the edits of one belong together. */
  readonly fixes: readonly { readonly title: string; readonly edits: readonly (Place & { readonly text: string })[] }[];
}

/** A kernel whose accesses to memory are not checked, all of them or some: where its name is declared, and why. */
export interface NotFollowed {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly kernel: string;
  readonly what: 'all' | 'some';
  readonly why: readonly string[];
}

/** A declaration with its value. */
export interface FactRow {
  readonly file: string;
  /** Where the declaration starts, counted from 1. */
  readonly line: number;
  readonly column: number;
  readonly name: string;
  /** `layout`, `tensor`, `int`, `tuple`, … */
  readonly kind: string;
  /** What `cute::print` writes (of a tensor, what it writes of its layout); null where the value is unknown. */
  readonly text: string | null;
  /** Every distinct text over kernel instances and calls. */
  readonly texts: readonly string[];
  /** Of a tensor: its memory and its element type. */
  readonly space?: string;
  readonly element?: string;
  /** Of a tensor: what CuTe prints of its pointer before the address, swizzle included: `Sw<3,4,3>_smem_ptr[16b]`. */
  readonly pointer?: string;
  /** Of a tensor: the offset in elements from the base pointer, for the sample thread. For a coordinate tensor, the
   *  coordinate as text. */
  readonly offset?: number | string;
  /** The kernel instance of `text`, where there are several. */
  readonly instance: string | null;
  /** What the value rests on: `m = 512, default of m, line 12`. */
  readonly assumes: readonly string[];
  /** Why the value is not known, and the names whose values would make it known. */
  readonly unknown?: {
    readonly reason: string;
    readonly needs: readonly string[];
    /** In a template that nothing instantiates: what is declared, with the names of parameters for their numbers. */
    readonly form?: string;
    /** The names that must stand for integers other than 1 for that to hold. */
    readonly unlikeOne?: readonly string[];
    /** Those that must stand for strides, and not for an order such as `LayoutRight`. */
    readonly strides?: readonly string[];
  };
}

export interface Report {
  readonly file: string;
  /** Why the file was not read at all, so that nothing of it is known: it is too large. */
  readonly unread?: string;
  /** In source order. */
  readonly facts: readonly FactRow[];
  readonly diagnostics: readonly Finding[];
}

/** Why there is no answer: what CuTe refuses, what cannot be known, or what could not be read. */
export interface NoAnswer {
  readonly error: { readonly code: string; readonly message: string };
}

export interface Evaluated {
  /** What `cute::print` writes. */
  readonly text: string;
  /** The values of a layout or tensor in order, if they were asked for: at most 64, of a larger tensor the first 16. */
  readonly values?: readonly (number | string)[];
}

/** How CuTe computes a value. */
export interface Explained {
  readonly expression: string;
  /** The function that gives the value: `logical_divide`. */
  readonly by: string;
  /** The header that defines it. */
  readonly source?: string;
  readonly given: readonly { readonly written: string; readonly value: string }[];
  /** The last step gives the result. */
  readonly steps: readonly {
    readonly op: string;
    readonly text: string;
    readonly operand?: string;
    readonly value: string;
    readonly offset?: string;
  }[];
  readonly result: string;
}

/** The form of a picture: `html` is interactive and in one file, `tex` is TikZ, `json` the data of the picture. */
export type DrawFormat = 'svg' | 'html' | 'tex' | 'txt' | 'json';

export interface DrawOptions extends Options {
  /** `svg` by default. */
  readonly format?: DrawFormat;
  /** The kind of picture: `layout`, `tiled-copy`, `banks`, … Without it, the first that accepts the value. */
  readonly view?: string;
  /** An expression whose value is drawn beside it, with the differences marked. */
  readonly compare?: string;
  /** The colours of `svg`: those of print_latex, or eight that colour-blind people can distinguish. */
  readonly palette?: 'cute' | 'distinct';
}

/** A picture as a document. */
export interface Drawn {
  readonly document: string;
  /** The kind of picture. */
  readonly view: string;
  /** The kinds that this value has. */
  readonly views: readonly string[];
}
