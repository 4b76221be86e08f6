// The tokens of a file after preprocessing: of what its directives leave to be read, with macros expanded.
// Knows no grammar. The tokens that come out still know where in the original text they stand.
import { elementAt } from '../../base/assert';
import { pollAt } from '../../base/meter';
import type { Run } from './directives';
import { lex, type Token, tokenAt } from './lex';
import { Expander, Growth } from './macros';
import type { Seen } from './mask-writer';
import type { Head } from './sides';
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
  for (const { from, to, division } of stretches)
    if (division === undefined) for (let at = from; at < to; at++) kept.push(tokenAt(tokens, at));
  return kept;
}

/** The tokens of the text after preprocessing. `asked` looks up macros, `headAt` gives the head of the function around
 *  an offset. The arguments of a macro may span directives. */
export function preprocess(
  tokens: readonly Token[],
  { stretches, moments, lines }: Run,
  asked: Asked,
  headAt: (offset: number) => Head,
): Preprocessed {
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
  for (const { from, to, epoch, side, division } of stretches) {
    if (division !== undefined) {
      out.push(...placed(division, tokenAt(tokens, from)));
      continue;
    }
    asked.enter(epoch, elementAt(moments, epoch), side);
    end += to - from;
    while (at < end) {
      pollAt(at);
      const [use, before] = [tokenAt(read, at), out.length];
      asked.expanding(use, headAt);
      at = expander.expandAt(read, at, out);
      if (cutAt !== undefined || !growth.spent) continue;
      cutAt = use.start;
      out.length = before;
      out.push({ ...use, cut: true });
    }
  }
  return { tokens: out, map, cutAt };
}

/** The tokens that are read in place of a directive, which is at least as long. */
function placed(text: string, { start, piece }: Token): readonly Seen[] {
  return lex(text).tokens.map((token) => {
    const [from, to] = [start + token.start, start + token.end];
    return { ...token, piece, start: from, end: to, emit: token.text };
  });
}
