// Brackets among tokens: which one closes which, and what stands directly inside one. Knows no rule of masking.
import type { Angles } from './angles';
import { type Token, tokenAt } from './lex';

/** From each opening bracket to the one that closes it, whatever its kind. */
export function matchBrackets(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const closes = new Map<number, number>();
  const open: number[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const { text, kind } = tokenAt(tokens, i);
    if (kind !== 'punct') continue;
    if (text === '(' || text === '[' || text === '{') open.push(i);
    else if (text === ')' || text === ']' || text === '}') {
      const at = open.pop();
      if (at !== undefined) closes.set(at, i);
    }
  }
  return closes;
}

/** Whether a comma stands between two tokens, outside of all brackets. */
export function hasComma(tokens: readonly Token[], { roles, closes }: Angles, from: number, to: number): boolean {
  let depth = 0;
  for (let at = from; at < to; at++) {
    const { text } = tokenAt(tokens, at);
    if (roles.get(at) === 'open') at = closes.get(at) ?? at;
    else if (/^[([{]$/.test(text)) depth++;
    else if (/^[)\]}]$/.test(text)) depth--;
    else if (text === ',' && depth === 0) return true;
  }
  return false;
}

/** `P(int) -> P<long>;`, a deduction guide without a template header, which the grammar does not know. `close`: the
 *  index of the bracket that closes the one behind the name. */
export function isGuide(tokens: readonly Token[], { roles }: Angles, name: number, close: number | undefined): boolean {
  const text = (at: number): string => tokens[at]?.text ?? '';
  if (close === undefined || text(name + 1) !== '(' || text(close + 1) !== '->') return false;
  const isSame = text(close + 2) === text(name) && roles.get(close + 3) === 'open';
  return isSame && /^(?:[;{}]|explicit|)$/.test(text(name - 1));
}

/** Whether a token ends what may stand before a constraint: parameters, `const`, `noexcept`, a type that is returned.
 *  In an expression, `requires` follows none of these. */
export function endsDeclarator(tokens: readonly Token[], i: number): boolean {
  const { text, kind } = tokens[i] ?? {};
  if (text === '&' || text === '&&') return tokens[i - 1]?.text === 'const';
  return text === ')' || (kind === 'ident' && !/^(?:return|case|and|or|not|else|do|throw|co_\w+)$/.test(text ?? ''));
}
