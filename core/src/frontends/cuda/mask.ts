// Writes the text that the C++ grammar is given: the program after preprocessing, with CUDA's additions and what the
// grammar misreads blanked or respelled. Offsets and lines are kept except where macros expand; a SourceMap leads back.
// Knows tokens, not syntax. Whoever lowers the tree reads respelled operators from the original text.
import { pollAt } from '../../base/meter';
import type { Stretch } from '../../base/span';
import { findAngles } from './angles';
import { runDirectives, type IncludeLine, type Run } from './directives';
import type { Comment, Token } from './lex';
import { Lexed } from './lexed';
import type { Macro } from './macros';
import { Rules } from './mask-rules';
import { Writer, type Expanded, type Mark } from './mask-writer';
import { preprocess } from './preprocess';
import type { SourceMap } from './source-map';
import { traitCalls } from './trait-calls';
import { Asked, MacroUnit } from './unit';

export interface Masked {
  readonly original: string;
  readonly text: string;
  readonly map: SourceMap;
  /** In the order of `at`. */
  readonly marks: readonly Mark[];
  /** Tokens that the grammar is shown in another spelling: their own spelling, by masked offset. */
  readonly respelled: ReadonlyMap<number, string>;
  /** Where the grammar is shown STAND_IN for a plain template argument: its tokens, by masked offset; none where it is
   *  nested too deeply to be read. */
  readonly plain: ReadonlyMap<number, readonly Token[]>;
  /** Those of them of which macros gave tokens, in the order of `at`. */
  readonly expanded: readonly Expanded[];
  readonly comments: readonly Comment[];
  readonly literals: readonly Stretch[];
  readonly includes: readonly IncludeLine[];
  readonly defined: readonly Macro[];
  /** Text that is another one for the host than for the device. */
  readonly sided: Run['sided'];
  readonly unbuilt: Run['unbuilt'];
  readonly leftOut: Run['leftOut'];
  readonly packings: Run['packings'];
  readonly lines: Run['lines'];
  /** True where every bracket is matched. Otherwise the grammar cannot read the text without an error. */
  readonly isBalanced: boolean;
  /** Where in the original macros grew beyond all bounds, so that they are not expanded from there on. */
  readonly cutAt: number | undefined;
}

/** A text, or a `part` of it: then its tokens are those of that part. */
export type Maskable = Pick<Lexed, 'text' | 'comments' | 'literals' | 'take' | 'headAt'> & { readonly part?: Stretch };

/** Masks the text that remains after preprocessing. `asked` looks up macros, and records every name that is looked
 *  up. */
export function mask(lexed: Maskable, run: Run, asked: Asked): Masked {
  // What tells the literals are the tokens, which are changed here.
  const { literals } = lexed;
  const { tokens: read, map, cutAt } = preprocess(lexed.take(), run, asked, (offset) => lexed.headAt(offset));
  const tokens = traitCalls(read);
  const writer = new Writer(lexed.text, map, lexed.part);
  const kept = new Rules(tokens, findAngles(tokens), writer).run();
  kept.forEach((token, at) => {
    pollAt(at);
    writer.token(token);
  });
  const text = writer.finish();
  return {
    original: lexed.text,
    text,
    map,
    marks: writer.marks(),
    respelled: writer.respelled,
    plain: writer.plain,
    expanded: writer.expanded,
    comments: lexed.comments,
    literals,
    includes: run.includes,
    defined: run.defined,
    sided: [...run.sided, ...asked.sided],
    unbuilt: run.unbuilt,
    leftOut: run.leftOut,
    packings: run.packings,
    lines: run.lines,
    isBalanced: isBalanced(tokens),
    cutAt,
  };
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

function isBalanced(tokens: readonly Token[]): boolean {
  const open: string[] = [];
  for (const { kind, text } of tokens) {
    if (kind !== 'punct') continue;
    const closing = CLOSING[text];
    if (closing !== undefined) open.push(closing);
    else if ((text === ')' || text === ']' || text === '}') && open.pop() !== text) return false;
  }
  return open.length === 0;
}

/** Masks a text that stands by itself. */
export function maskAlone(text: string, arch: number): Masked {
  const [lexed, unit] = [new Lexed(text), new MacroUnit(arch)];
  return mask(lexed, runDirectives(lexed, '', unit, undefined), new Asked(unit));
}
