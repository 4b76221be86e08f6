// The tokens of a file after preprocessing: of what its directives leave to be read, with macros expanded.
// Knows no grammar. The tokens that come out still know where in the original text they stand.
import { elementAt } from '../../base/assert';
import { pollAt } from '../../base/meter';
import type { Run } from './directives';
import { type Token, tokenAt } from './lex';
import { Expander, Growth } from './macros';
import { SourceMap } from './source-map';
import type { Asked } from './unit';

export interface Preprocessed {
  readonly tokens: Token[];
  readonly map: SourceMap;
  /** The offset from which on macros were not expanded, since their expansion became too long. */
  readonly cutAt: number | undefined;
}

/** The tokens that stand in the stretches of a text. */
function within(tokens: readonly Token[], stretches: Run['stretches']): readonly Token[] {
  const kept: Token[] = [];
  for (const { from, to } of stretches) for (let at = from; at < to; at++) kept.push(tokenAt(tokens, at));
  return kept;
}

/** The tokens of the text after preprocessing. `asked` looks up macros. The arguments of a macro may span
 *  directives. */
export function preprocess(tokens: readonly Token[], { stretches, moments, lines }: Run, asked: Asked): Preprocessed {
  const map = new SourceMap();
  const growth = new Growth();
  const expander = new Expander(asked, map, growth, lines);
  const read =
    stretches.length === 1 && elementAt(stretches, 0).from === 0 && elementAt(stretches, 0).to === tokens.length
      ? tokens
      : within(tokens, stretches);
  const out: Token[] = [];
  let at = 0;
  let end = 0;
  let cutAt: number | undefined;
  for (const { from, to, epoch } of stretches) {
    asked.enter(epoch, elementAt(moments, epoch));
    end += to - from;
    while (at < end) {
      pollAt(at);
      const [use, before] = [tokenAt(read, at), out.length];
      at = expander.expandAt(read, at, out);
      if (cutAt !== undefined || !growth.spent) continue;
      cutAt = use.start;
      out.length = before;
      out.push({ ...use, cut: true });
    }
  }
  return { tokens: out, map, cutAt };
}
