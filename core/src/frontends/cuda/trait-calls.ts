// Traits of compilers that are called with types: `__is_base_of(A, B)`. The grammar reads arguments in parentheses as
// expressions, so they are read as template arguments from here on: `__is_base_of<A, B>`.
import { isCompilerTrait } from '../../base/compiler-traits';
import { tokenAt } from './lex';
import type { Seen } from './mask-writer';

/** The tokens, with those parentheses respelled. */
export function traitCalls(tokens: Seen[]): Seen[] {
  const isCall = ({ kind, text }: Seen, i: number): boolean =>
    kind === 'ident' && isCompilerTrait(text) && tokens[i + 1]?.text === '(';
  if (!tokens.some(isCall)) return tokens;
  const out = [...tokens];
  tokens.forEach((token, i) => {
    const close = isCall(token, i) ? closing(tokens, i + 1) : undefined;
    if (close === undefined) return;
    out[i + 1] = respelled(tokenAt(tokens, i + 1), '<');
    out[close] = respelled(tokenAt(tokens, close), '>');
  });
  return out;
}

function respelled(token: Seen, text: string): Seen {
  return { ...token, text, emit: text, glued: true };
}

function closing(tokens: readonly Seen[], open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    const { text } = tokenAt(tokens, at);
    if (text === '(') depth++;
    else if (text === ')' && --depth === 0) return at;
    else if (/^[;{}]$/.test(text)) return undefined;
  }
  return undefined;
}
