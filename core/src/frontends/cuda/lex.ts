// Splits C++ text into tokens, and says where its literals stand. Knows no grammar and no macro; every text has tokens.
// A preprocessor directive is one token up to the end of its (continued) line.
import { outside } from '../../base/assert';
import { pollAt } from '../../base/meter';
import type { Stretch } from '../../base/span';

export type Kind = 'ident' | 'number' | 'string' | 'char' | 'punct' | 'directive';

/** Where a token came from: piece 0 is the file's own text (see source-map.ts). */
export interface Token {
  kind: Kind;
  text: string;
  /** Offsets in the original text: of the token itself, or, where it came out of a macro, of the text that it
   *  replaces. */
  start: number;
  end: number;
  piece: number;
  /** In a macro's body: no white space stands before it. */
  glued?: boolean;
  /** Of the first token of an expansion: no white space stood before the name of the macro or parameter. */
  near?: boolean | undefined;
  /** Macros that may not be expanded in this token again. */
  hide?: ReadonlySet<string>;
  /** The name of a macro that was not expanded, since macros of the file grow beyond all bounds. */
  cut?: boolean;
}

/** The token `i` of a list that is known to have one. */
export function tokenAt<T extends Token>(tokens: readonly T[], i: number): T {
  return tokens[i] ?? outside(i);
}

export interface Comment {
  readonly start: number;
  readonly end: number;
}

export interface Lexed {
  readonly tokens: Token[];
  readonly comments: readonly Comment[];
}

const NEWLINE = 10,
  RETURN = 13,
  SPACE = 32,
  QUOTE = 34,
  HASH = 35,
  APOSTROPHE = 39,
  STAR = 42,
  DOT = 46,
  SLASH = 47;
const BACKSLASH = 92,
  BYTE_ORDER_MARK = 0xfeff;

const PUNCTS3 = new Set(['<<=', '...', '->*', '<=>']);
const PUNCTS2 = new Set([
  '::',
  '->',
  '++',
  '--',
  '<<',
  '<=',
  '>=',
  '==',
  '!=',
  '&&',
  '||',
  '+=',
  '-=',
  '*=',
  '/=',
  '%=',
  '&=',
  '|=',
  '^=',
  '##',
  '.*',
]);

/** `>` is always a token of its own, as in C++11 template lists; `>=` is one token, `<<` and `<<<` are read as `<<` and
 *  `<`. */
export function lex(text: string): Lexed {
  const tokens: Token[] = [];
  const comments: Comment[] = [];
  const length = text.length;
  let at = 0;
  let lineStart = true;
  while (at < length) {
    const c = text.charCodeAt(at);
    if (c === NEWLINE) {
      lineStart = true;
      at++;
      continue;
    }
    if (c <= SPACE || c === BACKSLASH || c === 0x7f || c === BYTE_ORDER_MARK) {
      at++;
      continue;
    }
    if (c === SLASH && isComment(text, at)) {
      const end = commentEnd(text, at);
      comments.push({ start: at, end });
      at = end;
      continue;
    }
    const start = at;
    let kind: Kind = 'punct';
    if (c === HASH && lineStart) {
      kind = 'directive';
      at = directiveEnd(text, at, comments);
    } else if (isIdentStart(c)) {
      at = identEnd(text, at);
      kind = 'ident';
      const operator = at - start === '_Pragma'.length ? macroPragmaEnd(text, start) : undefined;
      if (operator !== undefined) [kind, at] = ['directive', operator];
    } else if (isDigit(c) || (c === DOT && isDigit(text.charCodeAt(at + 1)))) {
      at = numberEnd(text, at);
      kind = 'number';
    } else if (c === QUOTE) {
      at = quotedEnd(text, at);
      kind = 'string';
    } else if (c === APOSTROPHE) {
      at = quotedEnd(text, at);
      kind = 'char';
    } else at = punctEnd(text, at);
    lineStart = false;
    if (kind === 'ident' && at < length && isQuote(text.charCodeAt(at))) {
      const prefixed = prefixedLiteral(text, start, at);
      if (prefixed !== undefined) {
        kind = text.charCodeAt(at) === QUOTE ? 'string' : 'char';
        at = prefixed;
      }
    }
    pollAt(tokens.push({ kind, text: text.slice(start, at), start, end: at, piece: 0 }));
  }
  return { tokens, comments };
}

export function isIdentStart(c: number): boolean {
  return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || c === 36 || c > 0xa0;
}

export function isDigit(c: number): boolean {
  return c >= 48 && c <= 57;
}

function isQuote(c: number): boolean {
  return c === QUOTE || c === APOSTROPHE;
}

function isComment(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1);
  return next === SLASH || next === STAR;
}

function commentEnd(text: string, at: number): number {
  if (text.charCodeAt(at + 1) === STAR) {
    const close = text.indexOf('*/', at + 2);
    return close < 0 ? text.length : close + 2;
  }
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

function identEnd(text: string, at: number): number {
  while (at < text.length) {
    const c = text.charCodeAt(at);
    if (!isIdentStart(c) && !isDigit(c)) break;
    at++;
  }
  return at;
}

/** A preprocessing number: digits, letters, dots, digit separators and signed exponents. */
function numberEnd(text: string, at: number): number {
  while (at < text.length) {
    const c = text.charCodeAt(at);
    if (isIdentStart(c) || isDigit(c) || c === DOT) {
      at++;
      continue;
    }
    const before = text.charCodeAt(at - 1) | SPACE;
    if (
      (c === 43 || c === 45) &&
      (before === 101 || before === 112) &&
      !/^0[xX][\da-fA-F]*[eE]$/.test(text.slice(Math.max(0, at - 20), at))
    ) {
      at++;
      continue;
    }
    if (c === APOSTROPHE && /[\w]/.test(text.charAt(at + 1))) {
      at += 2;
      continue;
    }
    break;
  }
  return at;
}

function quotedEnd(text: string, at: number): number {
  const quote = text.charCodeAt(at);
  at++;
  while (at < text.length) {
    const c = text.charCodeAt(at);
    if (c === quote) return at + 1;
    if (c === NEWLINE) return at;
    at += c === BACKSLASH ? 2 : 1;
  }
  return text.length;
}

function prefixedLiteral(text: string, start: number, at: number): number | undefined {
  const prefix = text.slice(start, at);
  if (/^(?:u8|u|U|L)?R$/.test(prefix) && text.charCodeAt(at) === QUOTE) {
    const open = text.slice(at, at + 18).indexOf('(') + at;
    if (open < at) return undefined;
    const close = text.indexOf(`)${text.slice(at + 1, open)}"`, open);
    return close < 0 ? text.length : close + (open - at) + 1;
  }
  return /^(?:u8|u|U|L)$/.test(prefix) ? quotedEnd(text, at) : undefined;
}

function punctEnd(text: string, at: number): number {
  const next = text.charCodeAt(at + 1);
  if (
    next <= SPACE ||
    isIdentStart(next) ||
    isDigit(next) ||
    next === 40 ||
    next === 41 ||
    next === 59 ||
    next === 123 ||
    next === 125
  )
    return at + 1;
  if (PUNCTS3.has(text.slice(at, at + 3))) return at + 3;
  if (PUNCTS2.has(text.slice(at, at + 2))) return at + 2;
  return at + 1;
}

/** The end of `_Pragma("push_macro(\"X\")")`, which is a directive wherever it stands; undefined for other text. */
function macroPragmaEnd(text: string, at: number): number | undefined {
  macroPragma.lastIndex = at;
  return macroPragma.exec(text) ? macroPragma.lastIndex : undefined;
}

const macroPragma = /_Pragma\s*\(\s*"\s*(?:push|pop)_macro\s*\(\s*\\"\w+\\"\s*\)\s*"\s*\)/y;

/** The end of a directive's line. A comment inside ends where it ends, even on a later line. */
function directiveEnd(text: string, at: number, comments: Comment[]): number {
  while (at < text.length) {
    const c = text.charCodeAt(at);
    if (c === NEWLINE) return at;
    if (c === BACKSLASH) {
      at += text.charCodeAt(at + 1) === RETURN && text.charCodeAt(at + 2) === NEWLINE ? 3 : 2;
      continue;
    }
    if (isQuote(c)) {
      at = quotedEnd(text, at);
      continue;
    }
    if (c === SLASH && isComment(text, at)) {
      const end = commentEnd(text, at);
      comments.push({ start: at, end });
      at = end;
      continue;
    }
    at++;
  }
  return Math.min(at, text.length);
}

/** `text` with everything blanked that is not a newline. */
export function blank(text: string): string {
  if (!text.includes('\n')) return ' '.repeat(text.length);
  return text
    .split('\n')
    .map((line) => ' '.repeat(line.length))
    .join('\n');
}

/** The literals of a text with their quotes, in order. */
export function literalsAmong(tokens: readonly Token[], comments: readonly Comment[]): readonly Stretch[] {
  const found: Stretch[] = [];
  for (const token of tokens) {
    if (isLiteral(token)) found.push({ start: token.start, end: token.end });
    else if (token.kind === 'directive' && /["']/.test(token.text)) found.push(...literalsOfDirective(token, comments));
  }
  return found;
}

/** A directive is read as one line of code, whose first character is no `#` any more. */
function literalsOfDirective({ text, start, end }: Token, comments: readonly Comment[]): readonly Stretch[] {
  let code = `_${text.slice(1).replace(/[\r\n]/g, ' ')}`;
  for (const comment of comments) {
    if (comment.start >= end || comment.end <= start) continue;
    const [from, to] = [Math.max(0, comment.start - start), Math.min(end, comment.end) - start];
    code = code.slice(0, from) + ' '.repeat(to - from) + code.slice(to);
  }
  return lex(code)
    .tokens.filter(isLiteral)
    .map((token) => ({ start: start + token.start, end: start + token.end }));
}

function isLiteral({ kind }: Token): boolean {
  return kind === 'string' || kind === 'char';
}
