// Brackets among tokens: which one closes which, and what stands directly inside one. Knows no rule of masking.
import type { Angles } from './angles';
import { type Token, tokenAt } from './lex';
import type { Seen } from './mask-writer';
import { STATEMENT_WORDS, TYPE_WORDS } from './type-words';

/** From each opening bracket to the one that closes it, whatever its kind; 0 for other tokens. */
export function matchBrackets(tokens: readonly Token[]): Int32Array {
  const closes = new Int32Array(tokens.length);
  const open: number[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const { text, kind } = tokenAt(tokens, i);
    if (kind !== 'punct') continue;
    if (text === '(' || text === '[' || text === '{') open.push(i);
    else if (text === ')' || text === ']' || text === '}') {
      const at = open.pop();
      if (at !== undefined) closes[at] = i;
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

/** Whether a token stands in `struct S : …`. */
export function isBase(tokens: readonly Token[], i: number): boolean {
  for (let at = i - 1; at >= 0 && at > i - 60; at--) {
    const { text } = tokenAt(tokens, at);
    if (text === 'struct' || text === 'class') return true;
    if (/^[;{}()?]$/.test(text)) return false;
  }
  return false;
}

/** `P(int) -> P<long>;`, a deduction guide without a template header, which the grammar does not know. `closing`: the
 *  index of the bracket that closes one. */
export function isGuide(
  tokens: readonly Token[],
  { roles }: Angles,
  name: number,
  closing: (open: number) => number | undefined,
): boolean {
  const text = (at: number): string => tokens[at]?.text ?? '';
  if (text(name + 1) !== '(' || !/^(?:[;{}]|explicit|)$/.test(text(name - 1))) return false;
  const close = closing(name + 1);
  if (close === undefined || text(close + 1) !== '->') return false;
  return text(close + 2) === text(name) && roles.get(close + 3) === 'open';
}

/** `U*...`, not the fold `(x * ... * y)`. The grammar knows packs of references, but none of pointers. */
export function isPackOfPointers(tokens: readonly Token[], angles: Angles, i: number): boolean {
  return tokens[i + 1]?.text === '...' && tokens[i + 2]?.text !== '*' && !angles.inTemplate.has(i);
}

/** Whether a token ends what may stand before a constraint: parameters, `const`, `noexcept`, a type that is returned.
 *  In an expression, `requires` follows none of these. */
function endsDeclarator(tokens: readonly Token[], i: number): boolean {
  const { text, kind } = tokens[i] ?? {};
  if (text === '&' || text === '&&') return /^(?:const|volatile)$/.test(tokens[i - 1]?.text ?? '');
  return text === ')' || (kind === 'ident' && !/^(?:return|case|and|or|not|else|do|throw|co_\w+)$/.test(text ?? ''));
}

/** The index after one operand of a constraint: a parenthesis, a requires-expression, or a name with template
 *  arguments. */
function constraintEnd(
  tokens: readonly Token[],
  angles: Angles,
  closing: (open: number) => number | undefined,
  from: number,
): number | undefined {
  const text = (at: number): string => tokens[at]?.text ?? '';
  if (text(from) === 'requires') {
    const params = text(from + 1) === '(' ? closing(from + 1) : from;
    const body = params === undefined ? undefined : params + 1;
    const close = body !== undefined && text(body) === '{' ? closing(body) : undefined;
    return close === undefined ? undefined : close + 1;
  }
  if (text(from) === '(') {
    const close = closing(from);
    return close === undefined ? undefined : close + 1;
  }
  let at = from;
  for (;;) {
    if (tokens[at]?.kind !== 'ident') return undefined;
    at++;
    if (angles.roles.get(at) === 'open') {
      at = (angles.closes.get(at) ?? at) + 1;
    }
    if (text(at) !== '::') return at;
    at++;
  }
}

/** What the word `requires` at `i` asks, up to the token `end`: as the constraint of a template, `A<T> && (B<T>)` after
 *  the header, or after the parameters with what follows them (`const`, `noexcept`, a type that is returned), or as a
 *  nested requirement ([expr.prim.req.nested]); undefined for a requires-expression. */
export function requiresAt(
  tokens: readonly Token[],
  angles: Angles,
  i: number,
  closing: (open: number) => number | undefined,
): { readonly end: number; readonly isNested: boolean } | undefined {
  if (/^[{;]$/.test(tokens[i - 1]?.text ?? '')) {
    const end = semicolonBehind(tokens, i + 1, closing);
    return end === undefined ? undefined : { end, isNested: true };
  }
  if (angles.roles.get(i - 1) !== 'close' && !endsDeclarator(tokens, i - 1)) return undefined;
  let end = i + 1;
  for (;;) {
    const next = constraintEnd(tokens, angles, closing, end);
    if (next === undefined) return undefined;
    end = next;
    if (!/^(?:&&|\|\|)$/.test(tokens[end]?.text ?? '')) return { end, isNested: false };
    end++;
  }
}

/** The index of the `;` that ends what begins at `from`. */
function semicolonBehind(
  tokens: readonly Token[],
  from: number,
  closing: (open: number) => number | undefined,
): number | undefined {
  for (let at = from; at < tokens.length; at++) {
    const text = tokens[at]?.text ?? '';
    if (text === ';') return at === from ? undefined : at;
    if (text === '}') return undefined;
    if (/^[([{]$/.test(text)) at = closing(at) ?? tokens.length;
  }
  return undefined;
}

/** Where `A::B<C>` starts, of which the `::` at `end` is behind; undefined where no name stands there. */
export function qualifierStart(tokens: readonly Token[], angles: Angles, end: number): number | undefined {
  const text = (at: number): string => tokens[at]?.text ?? '';
  let at = end;
  for (;;) {
    let name = at - 1;
    if (angles.roles.get(name) === 'close') {
      while (name >= 0 && angles.closes.get(name) !== at - 1) name--;
      name--;
    }
    if (tokens[name]?.kind !== 'ident') return undefined;
    if (text(name - 1) !== '::') return name;
    at = name - 1;
    if (tokens[at - 1]?.kind !== 'ident' && angles.roles.get(at - 1) !== 'close') return at;
  }
}

/** The specifiers of `inline A::operator B() {…}`, the `operator` at `i`: the grammar takes `A::operator` for a type
 *  behind them, and `B` for the function. */
export function specifiersOfConversion(tokens: readonly Token[], angles: Angles, i: number): readonly number[] {
  const text = (at: number): string => tokens[at]?.text ?? '';
  const isType = tokens[i + 1]?.kind === 'ident' && !/^(?:new|delete|co_await)$/.test(text(i + 1));
  const start = isType && text(i - 1) === '::' ? qualifierStart(tokens, angles, i - 1) : undefined;
  const found: number[] = [];
  for (let at = (start ?? 0) - 1; /^(?:inline|constexpr|consteval)$/.test(text(at)); at--) found.push(at);
  return found;
}

/** Whether `&&` follows a name in parentheses and is an operator: in `(A::b) && c` the grammar takes the name for the
 *  type of a cast. Behind `decltype(x)` and behind parameters `&&` is no operator. */
export function isConjunction(tokens: readonly Token[], i: number): boolean {
  let at = i - 1;
  if (tokens[at]?.text !== ')') return false;
  do at--;
  while (tokens[at]?.kind === 'ident' || tokens[at]?.text === '::');
  const before = tokens[at - 1];
  if (tokens[at]?.text !== '(' || at === i - 2) return false;
  if (before?.kind === 'ident' && !/^(?:return|case|if|while|and|or|not|else|do|throw|co_\w+)$/.test(before.text))
    return false;
  const { kind, text } = tokens[i + 1] ?? {};
  if (kind === 'ident') return !/^(?:noexcept|override|final|requires|const|volatile|throw|try)$/.test(text ?? '');
  return !/^(?:[{};:,)>=]|->|>>|\.\.\.)$/.test(text ?? '');
}

/** Whether the token stands in `case a ... b:`. */
export function isInLabel(tokens: readonly Token[], i: number): boolean {
  let at = i - 1;
  while (at > i - 60 && at >= 0 && !/^(?:[;{}?:]|case)$/.test(tokens[at]?.text ?? '')) at--;
  return tokens[at]?.text === 'case';
}

/** Whether the token is the second `>` of two that close lists and touch, as in `Shape<_4, Int<n / 2>>`: behind an
 *  argument that computes, the grammar may take both for a shift. */
export function looksLikeShift(tokens: readonly Seen[], { roles }: Angles, i: number): boolean {
  if (roles.get(i - 1) !== 'close' || roles.has(i - 2)) return false;
  const [before, argument] = [tokens[i - 3], tokens[i - 2]];
  const isComputed = argument?.absorbed !== true && roles.get(i - 3) !== 'open' && before?.text !== ',';
  const [inner, outer] = [tokenAt(tokens, i - 1), tokenAt(tokens, i)];
  return isComputed && inner.piece === outer.piece && inner.end === outer.start;
}

/** `if (a) T x = f();`: a declaration that is the whole body of `if`, `else` or a loop, which the grammar takes only
 *  in braces. Gives the token before it and its `;`. `word`: where `if`, `else`, `for` or `while` stands. */
export function declaringBody(
  tokens: readonly Token[],
  angles: Angles,
  word: number,
  closing: (open: number) => number | undefined,
): { readonly before: number; readonly end: number } | undefined {
  const text = (at: number): string => tokens[at]?.text ?? '';
  const open = word + (text(word + 1) === 'constexpr' ? 2 : 1);
  const before = text(word) === 'else' ? word : text(open) === '(' ? closing(open) : undefined;
  if (before === undefined || !declares(tokens, angles, before + 1)) return undefined;
  for (let at = before + 1; at < tokens.length; at++) {
    if (text(at) === ';') return { before, end: at };
    if (/^[)\]}]$/.test(text(at))) return undefined;
    if (/^[([{]$/.test(text(at))) at = closing(at) ?? tokens.length;
  }
  return undefined;
}

/** Whether a statement begins with a type and a name, as far as tokens tell: `a * b;` does. */
function declares(tokens: readonly Token[], { roles, closes }: Angles, from: number): boolean {
  const text = (at: number): string => tokens[at]?.text ?? '';
  const isWord = (at: number): boolean =>
    tokens[at]?.kind === 'ident' && !STATEMENT_WORDS.test(text(at)) && text(at) !== 'using';
  let at = from;
  while (/^(?:const|constexpr|static|volatile|typename|::)$/.test(text(at))) at++;
  const isOfWords = TYPE_WORDS.test(text(at));
  for (;;) {
    if (!isWord(at)) return false;
    at++;
    if (roles.get(at) === 'open') at = (closes.get(at) ?? at) + 1;
    if (text(at) !== '::') break;
    at++;
  }
  while (isOfWords && TYPE_WORDS.test(text(at))) at++;
  while (/^(?:const|\*|&&?)$/.test(text(at))) at++;
  return (isWord(at) && /^[=({;[,]$/.test(text(at + 1))) || (text(at) === '[' && /^(?:auto|&&?)$/.test(text(at - 1)));
}
