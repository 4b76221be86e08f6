// What unread code may do to variables, as far as its tokens say: the names that it writes or takes the address of, and
// whether it begins or ends objects, or throws. It does not know what a name stands for. Rust code is read in the same
// way.
import type { Touched } from '../../ir/program';
import { lex, type Token } from './lex';

const assignments = new Set(['=', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '<<=', '++', '--']);
const writers = new Set(['++', '--', '&', 'delete']);

/** Nothing where the code touches nothing. */
export function touchedBy(text: string): { readonly touched?: Touched } {
  const { tokens } = lex(text);
  const says = (word: string): boolean => tokens.some((token) => token.text === word);
  const writes = new Set<string>();
  // `object.*pointer` may be set, and may be a function that sets anything.
  const isPointed = says('.*') || says('->*');
  for (const [i, token] of tokens.entries()) {
    if (token.kind !== 'ident' || isMember(tokens, i)) continue;
    if ((isPointed && !isPointer(tokens, i)) || isSet(tokens, i) || isHandedOn(tokens, i) || isArgument(tokens, i))
      writes.add(token.text);
  }
  const lasting = isPointed || says('new') || says('delete');
  const throws = says('throw');
  if (writes.size === 0 && !lasting && !throws) return {};
  return { touched: { writes: [...writes], lasting, ...(throws && { throws }) } };
}

const textAt = (tokens: readonly Token[], i: number): string => tokens[i]?.text ?? '';

const isMember = (tokens: readonly Token[], i: number): boolean => ['.', '->'].includes(textAt(tokens, i - 1));

/** The `b` of `a.*b` and `a->*b`. */
const isPointer = (tokens: readonly Token[], i: number): boolean => ['.*', '->*'].includes(textAt(tokens, i - 1));

/** `a = …`, `a[i].b += …`, `(a)++`, `a<T> = …`: an operator behind the name, its template arguments, its indices and
 *  its members. */
function isSet(tokens: readonly Token[], name: number): boolean {
  return isSetAt(tokens, name + 1) || (textAt(tokens, name + 1) === '<' && isSetBehindAngles(tokens, name + 1));
}

/** Whether an operator stands behind some `>`: which one ends the arguments is not asked. */
function isSetBehindAngles(tokens: readonly Token[], open: number): boolean {
  for (let at = open + 1; at < tokens.length && !/^[;{}]$/.test(textAt(tokens, at)); at++) {
    if (textAt(tokens, at) === '>' && isSetAt(tokens, at + 1)) return true;
    // The lexer reads the `>=` of `a<T>= 3` as one.
    if (textAt(tokens, at) === '>=') return true;
  }
  return false;
}

function isSetAt(tokens: readonly Token[], from: number): boolean {
  let at = from;
  for (;;) {
    const text = textAt(tokens, at);
    if (text === '.' || text === '->') at += 2;
    else if (text === '[') at = behindIndex(tokens, at);
    else if (text === ')') at += 1;
    else break;
  }
  // The lexer reads `>>=` as `>` and `>=`.
  return assignments.has(textAt(tokens, at)) || (textAt(tokens, at) === '>' && textAt(tokens, at + 1) === '>=');
}

function behindIndex(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    if (textAt(tokens, at) === '[') depth++;
    else if (textAt(tokens, at) === ']' && --depth === 0) return at + 1;
  }
  return tokens.length;
}

/** `++a`, `&a`, `delete a`, `delete[] a`, and `>> a` of a stream. */
function isHandedOn(tokens: readonly Token[], name: number): boolean {
  let at = name - 1;
  while (textAt(tokens, at) === '(') at--;
  if (textAt(tokens, at) === ']' && textAt(tokens, at - 1) === '[') at -= 2;
  return writers.has(textAt(tokens, at)) || (textAt(tokens, at) === '>' && textAt(tokens, at - 1) === '>');
}

/** A name alone between brackets and commas: what is called may change it, and so may who gets it back. */
function isArgument(tokens: readonly Token[], name: number): boolean {
  return ['(', ',', '{'].includes(textAt(tokens, name - 1)) && [')', ',', '}'].includes(textAt(tokens, name + 1));
}
