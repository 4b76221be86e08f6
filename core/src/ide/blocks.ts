// The parts of a hover as plain data. Knows neither Markdown nor any editor: the host renders them.
import type { Span } from '../base/span';

/** A piece of a line. `code` is shown in the editor's code font; `name`, which the line is about, stands out; `place`
 *  is a link to the source; `term` is a word that the glossary explains. */
export type Inline =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'name'; readonly text: string }
  | { readonly is: 'code'; readonly text: string }
  | { readonly is: 'place'; readonly text: string; readonly at: Span }
  | { readonly is: 'term'; readonly text: string; readonly term: Term };

/** The headings of docs/glossary.md that hovers lead to. */
export const terms = [
  'atom',
  'coordinate',
  'descriptor',
  'layout',
  'mode',
  'partition',
  'static-integer',
  'swizzle',
  'tiled-copy',
  'tiled-mma',
  'tma',
] as const;
export type Term = (typeof terms)[number];

/** An action of the user on a value; the host turns it into a command. */
export type Action =
  | 'selectInstance'
  | 'openClass'
  | 'selectThread'
  | 'setArguments'
  | 'insertPin'
  | 'instantiate'
  | 'explain'
  | 'details'
  | 'visualize'
  | 'share'
  | 'verify'
  | 'reportMismatch'
  | 'copyBugReport';

export type Block =
  /** Text exactly as CuTe prints it. */
  | { readonly is: 'printed'; readonly text: string }
  | { readonly is: 'line'; readonly content: readonly Inline[] }
  | { readonly is: 'list'; readonly title: string; readonly items: readonly (readonly Inline[])[] }
  /** The columns `numbers` stand at the right. */
  | {
      readonly is: 'table';
      readonly header: readonly (string | Inline)[];
      readonly rows: readonly (readonly Inline[])[];
      readonly numbers?: readonly number[];
    }
  /** What the user can do. It belongs to the line before it. */
  | {
      readonly is: 'actions';
      readonly actions: readonly {
        readonly title: string;
        readonly action: Action;
        readonly at?: Span;
        readonly of?: string;
      }[];
    };

export interface Hover {
  /** The place that the hover is about. */
  readonly span: Span;
  /** False where the hover can only say why the value is not known. */
  readonly known: boolean;
  readonly blocks: readonly Block[];
}

export const plain = (text: string): Inline => ({ is: 'text', text });
/** The name that a line is about. */
export const named = (text: string): Inline => ({ is: 'name', text });
export const code = (text: string): Inline => ({ is: 'code', text });
export const term = (text: string, of: Term): Inline => ({ is: 'term', text, term: of });
export const place = (text: string, at: Span): Inline => ({ is: 'place', text, at });
