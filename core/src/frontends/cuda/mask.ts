// Writes the text that the C++ grammar is given: the program after preprocessing, with CUDA's additions and what the
// grammar misreads blanked or respelled. Offsets and lines are kept except where macros expand; a SourceMap leads back.
// Knows tokens, not syntax. Whoever lowers the tree reads respelled operators from the original text.
import type { MacroDefinition } from '../front-end';
import { findAngles } from './angles';
import type { Comment, Token } from './lex';
import type { Macro } from './macros';
import { Rules } from './mask-rules';
import { Writer, type Mark } from './mask-writer';
import { preprocess, type IncludeLine } from './preprocess';
import type { SourceMap } from './source-map';

export interface Masked {
  readonly original: string;
  readonly text: string;
  readonly map: SourceMap;
  /** In the order of `at`. */
  readonly marks: readonly Mark[];
  /** Tokens that the grammar is shown in another spelling: their own spelling, by masked offset. */
  readonly respelled: ReadonlyMap<number, string>;
  /** Where the grammar is shown STAND_IN for a plain template argument: its tokens, by masked offset. */
  readonly plain: ReadonlyMap<number, readonly Token[]>;
  readonly comments: readonly Comment[];
  readonly includes: readonly IncludeLine[];
  readonly defined: readonly Macro[];
}

export function mask(original: string, external: readonly MacroDefinition[], arch: number): Masked {
  const { tokens, comments, includes, defined, map } = preprocess(original, external, arch);
  const writer = new Writer(original, map);
  const kept = new Rules(tokens, findAngles(tokens), writer).run();
  for (const token of kept) writer.token(token);
  return { original, text: writer.finish(), map, marks: writer.marks(), respelled: writer.respelled, plain: writer.plain, comments, includes, defined };
}
