// Expressions of unknown numbers as sums of products: `M*128`, `ceil_div(K,64)*8+3`. An operand that is neither a sum
// nor a product is an atom, kept as text. The `name` of a dynamic integer is a printed expression and can be parsed
// again.
// Operators on expressions are in symbols.ts.
import { elementAt } from '../base/assert';
import { refused, spelled } from './errors';
import { gcdOfNumbers } from './gcd';

/** `c * atoms[0] * atoms[1] …`. `key` is the same for every order of the factors. */
export interface Term {
  readonly c: number;
  readonly atoms: readonly string[];
  readonly key: string;
}
/** A sum of terms with distinct keys and no zero coefficients. The empty sum is 0. */
export type Expression = readonly Term[];

/** The most characters of a name. What a program computes is often longer on the way than in the end: the stride of a
 *  batch is `abs(…)` of a product in which each factor is rounded up, before the parts that are equal cancel. */
const LONGEST = 1000;
const MOST_TERMS = 8;

export function constant(n: number): Expression {
  return n === 0 ? [] : [{ c: n, atoms: [], key: '' }];
}

/** The number of an expression without atoms; undefined for others. */
export function constantOf(e: Expression): number | undefined {
  if (e.length === 0) return 0;
  const only = elementAt(e, 0);
  return e.length === 1 && only.key === '' ? only.c : undefined;
}

const parsed = new Map<string, Expression>();

/** Parses a name. Text that is not a sum of products becomes one atom. */
export function expression(name: string): Expression {
  const known = parsed.get(name);
  if (known) return known;
  if (parsed.size > 4096) parsed.clear();
  const read = readSum(name.trim().replace(/\s*([-+*])\s*/g, '$1'));
  parsed.set(name, read);
  return read;
}

/** Prints an expression. Throws: AlgebraError 'symbolic' where the text is longer than `LONGEST`. */
export function nameOf(e: Expression): string {
  const only = e[0];
  if (e.length === 1 && only?.c === 1 && only.atoms.length === 1) {
    const text = elementAt(only.atoms, 0);
    return checkLength(text.includes('?') ? text : stripParentheses(text));
  }
  return checkLength(sumText(e));
}

/** The unknowns a name rests on: `ceil_div(M,params.tile)` rests on `M` and `params.tile`. */
export function unknownsOf(name: string): string[] {
  const words = name.match(/[A-Za-z_]\w*(?:(?:\.|->|::)[A-Za-z_]\w*)*(?!\w*\()/g) ?? [];
  return [...new Set(words)];
}

/** True where the two are equal for every value of the unknowns. */
export function sameExpression(a: Expression, b: Expression): boolean {
  return a === b || sum(a, scale(b, -1)).length === 0;
}

// ---- sums and products

export function sum(a: Expression, b: Expression): Expression {
  const out: Term[] = [...a];
  for (const term of b) {
    const at = out.findIndex((t) => t.key === term.key);
    const old = out[at];
    if (!old) out.push(term);
    else if (old.c + term.c === 0) out.splice(at, 1);
    else out[at] = { ...old, c: checked(old.c + term.c) };
  }
  return out;
}

export function scale(a: Expression, c: number): Expression {
  if (c === 1) return a;
  return c === 0 ? [] : a.map((t) => ({ ...t, c: checked(t.c * c) }));
}

export function multiply(a: Expression, b: Expression): Expression {
  if (a.length > 1 && b.length > 1) return multiply(atom(`(${sumText(a)})`), atom(`(${sumText(b)})`));
  if (a.length * b.length > MOST_TERMS) return multiply(lump(a), lump(b));
  let out: Expression = [];
  for (const s of a) for (const t of b) out = sum(out, [monomial(s.c * t.c, [...s.atoms, ...t.atoms])]);
  return out;
}

export function monomial(c: number, atoms: readonly string[]): Term {
  // |x| * signum(x) is x: composition splits a stride into these factors and multiplies them again later.
  for (const one of atoms) {
    const inner = /^abs\((.*)\)$/.exec(one)?.[1];
    if (inner === undefined || !atoms.includes(`signum(${inner})`)) continue;
    const left = [...atoms];
    left.splice(left.indexOf(one), 1);
    left.splice(left.indexOf(`signum(${inner})`), 1);
    return monomial(c, [...left, atomText(inner)]);
  }
  return { c: checked(c), atoms, key: [...atoms].sort().join('*') };
}

/** The greatest common divisor of the coefficients (with the sign of a single term), and the expression divided by
 *  it. */
export function factor(a: Expression): [number, Expression] {
  let c = 0;
  for (const t of a) c = gcdOfNumbers(c, Math.abs(t.c));
  if (c === 0) return [0, []];
  if (a.length === 1 && elementAt(a, 0).c < 0) c = -c;
  return [c, a.map((t) => ({ ...t, c: t.c / c }))];
}

export function checked(n: number): number {
  if (Math.abs(n) > Number.MAX_SAFE_INTEGER)
    throw refused('overflow')`the factor ${{ n }} of a symbolic number does not fit 53 bits`;
  return n;
}

// ---- text

export function atom(text: string): Expression {
  return [{ c: 1, atoms: [text], key: text }];
}
function lump(e: Expression): Expression {
  return e.length > 1 ? atom(`(${sumText(e)})`) : e;
}
export function soleAtom(e: Expression): string | undefined {
  const only = e[0];
  return e.length === 1 && only && only.c === 1 && only.atoms.length === 1 ? only.atoms[0] : undefined;
}
/** The text of an operand of an operator that is not + or *: in parentheses unless it is a number or one atom. */
export function operand(e: Expression): string {
  const n = constantOf(e);
  if (n !== undefined) return n < 0 ? `(${n})` : String(n);
  return soleAtom(e) ?? `(${sumText(e)})`;
}

function sumText(e: Expression): string {
  if (e.length === 0) return '0';
  const ordered = [...e.filter((t) => t.key !== ''), ...e.filter((t) => t.key === '')];
  const first = ordered.findIndex((t) => t.c > 0);
  if (first > 0) ordered.unshift(...ordered.splice(first, 1));
  return ordered.map((t, i) => (t.c < 0 ? '-' : i > 0 ? '+' : '') + termText(t)).join('');
}

function termText(t: Term): string {
  const c = Math.abs(t.c);
  if (t.atoms.length === 0) return String(c);
  return c === 1 ? t.atoms.join('*') : `${t.atoms.join('*')}*${c}`;
}

const beginning = (text: string): string => text.slice(0, 60);

export function checkLength(text: string): string {
  if (text.length > LONGEST) {
    throw refused('symbolic', {
      needs: unknownsOf(text),
    })`the symbolic number ${{ text: spelled(beginning, text) }}… is too long to read`;
  }
  return text;
}

/** True where one pair of parentheses encloses the whole text, and can be dropped. */
function enclosed(text: string): boolean {
  if (!text.startsWith('(')) return false;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth++;
    else if (text[i] === ')' && --depth === 0) return i === text.length - 1;
  }
  return false;
}
export function stripParentheses(text: string): string {
  return enclosed(text) ? text.slice(1, -1) : text;
}
export function isOperand(text: string): boolean {
  return (
    enclosed(text) || (splitTop(text) !== undefined && !/[-+*]/.test(text.replace(/->/g, '').replace(/\(.*\)/, '')))
  );
}
function atomText(text: string): string {
  return isOperand(text) ? text : `(${text})`;
}

// ---- reading

function readSum(text: string): Expression {
  const terms = splitTop(text);
  if (!terms) return atom(enclosed(text) ? text : `(${text})`);
  let out: Expression = [];
  for (const { negative, factors } of terms) {
    let c = negative ? -1 : 1;
    const atoms: string[] = [];
    for (const f of factors) {
      if (/^\d+$/.test(f)) c *= Number(f);
      else atoms.push(f);
    }
    out = sum(out, c === 0 ? [] : [monomial(c, atoms)]);
  }
  return out;
}

/** One term of a sum, as text. */
interface SignedProduct {
  readonly factors: string[];
  negative: boolean;
}

/** Splits a text at the + - * outside of parentheses; undefined where another operator stands there. */
function splitTop(text: string): SignedProduct[] | undefined {
  const terms: SignedProduct[] = [];
  let term: SignedProduct = { negative: false, factors: [] };
  let depth = 0;
  let start = 0;
  const close = (end: number): boolean => {
    if (end === start) return false;
    term.factors.push(text.slice(start, end));
    return true;
  };
  for (let i = 0; i < text.length; i++) {
    const ch = text.charAt(i);
    if (ch === '-' && text[i + 1] === '>') {
      i++;
      continue;
    }
    if (ch === '<' && templateEnd(text, i) > 0) {
      i = templateEnd(text, i);
      continue;
    }
    if ('([{'.includes(ch)) depth++;
    else if (')]}'.includes(ch)) depth--;
    else if (depth > 0) continue;
    else if (ch === ':' && text[i + 1] === ':') i++;
    else if (/[\s/%&|^<>=!?:~,]/.test(ch)) return undefined;
    else if (ch === '*') {
      if (!close(i)) return undefined;
      start = i + 1;
    } else if (ch === '+' || ch === '-') {
      if (i === 0 && ch === '-') term.negative = true;
      else {
        if (!close(i)) return undefined;
        terms.push(term);
        term = { negative: ch === '-', factors: [] };
      }
      start = i + 1;
    }
  }
  if (depth !== 0 || !close(text.length)) return undefined;
  terms.push(term);
  return terms;
}

/** The end of the template argument list of `size<0>(x)` that opens at `at`, or 0 where `<` is an operator. */
function templateEnd(text: string, at: number): number {
  const list = /^<[\w,<> ]*>(?=[({:])/.exec(text.slice(at));
  return list && /\w/.test(text[at - 1] ?? '') ? at + list[0].length - 1 : 0;
}
