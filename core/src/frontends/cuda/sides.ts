// For whom code is compiled: CUDA reads a file once for the host and once for the device, and only the latter defines
// `__CUDA_ARCH__`. Finds the function around each directive by its tokens; knows no tree.
import { elementAt } from '../../base/assert';
import { type Token, tokenAt } from './lex';
import type { MacroTable } from './macros';

export type Side = 'host' | 'device' | 'both';

/** The words of the head of the function around a directive; undefined outside of functions. */
export type Head = readonly string[] | undefined;

const SIDES = /^__(?:host|device|global)__$/;
const MAY_BE_SIDE = /host|device|global|_HD\b|^HD$|kernel/i;
/** How macros are spelled that stand for specifiers. */
const MAY_BE_MACRO = /^(?:[A-Z_][A-Z0-9_]+|\w*host_?device\w*)$/;
const TYPES = new Set(['struct', 'class', 'union', 'enum', 'namespace']);

/** The head of the function around a place of a text, by its offset. */
export function headsOf(tokens: readonly Token[]): (offset: number) => Head {
  /** Where the function around changes, in the order of the text. */
  const changes: { readonly from: number; readonly head: Head }[] = [];
  let open: Head[] = [];
  /** What was open at the start of each `#if`: each of its branches begins there. */
  const before: (readonly Head[])[] = [];
  let start = 0;
  tokens.forEach(({ kind, text, end }, i) => {
    if (kind === 'directive') {
      if (/^#\s*if/.test(text)) before.push([...open]);
      else if (/^#\s*el/.test(text)) open = [...(before.at(-1) ?? [])];
      else if (/^#\s*endif/.test(text)) before.pop();
    } else if (kind === 'punct' && (text === ';' || text === '{' || text === '}')) {
      if (text === '{') open.push(headAt(tokens, start, i, open.at(-1)));
      else if (text === '}') open.pop();
      start = i + 1;
    } else return;
    if (open.at(-1) !== changes.at(-1)?.head) changes.push({ from: end, head: open.at(-1) });
  });
  return (offset) => {
    let [low, high] = [0, changes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (elementAt(changes, middle).from <= offset) low = middle + 1;
      else high = middle;
    }
    return changes[low - 1]?.head;
  };
}

/** The head of the function whose block, or a block in it, is opened at `end`. */
function headAt(tokens: readonly Token[], start: number, end: number, around: Head): Head {
  const words: string[] = [];
  let isFunction = false;
  for (let i = start; i < end; i++) {
    const { kind, text } = tokenAt(tokens, i);
    if (text === 'template' && tokens[i + 1]?.text === '<') i = listEnd(tokens, i + 1, end);
    else if (kind === 'ident') words.push(text);
    else if (text === '(') isFunction = true;
    if (!isFunction && TYPES.has(text)) return around;
  }
  if (around !== undefined) return words.some((word) => MAY_BE_SIDE.test(word)) ? words : around;
  return isFunction && tokens[end - 1]?.text !== '=' ? words : undefined;
}

/** The index of the `>` that ends a template parameter list. */
export function listEnd(tokens: readonly Token[], from: number, end: number): number {
  let depth = 0;
  for (let i = from; i < end; i++) {
    const { text } = tokenAt(tokens, i);
    depth += text === '<' ? 1 : text === '>' ? -1 : 0;
    if (depth === 0) return i;
  }
  return end - 1;
}

/** For whom a function with this head is compiled; what stands outside of functions is for both, and so is a function
 *  whose specifiers may be macros that are not found. */
export function sideOf(head: Head, macros: MacroTable): Side {
  if (head === undefined) return 'both';
  const words = new Set<string>();
  head.forEach((word) => void collect(word, macros, words, 4));
  const device = words.has('__device__') || words.has('__global__');
  if (device) return words.has('__host__') ? 'both' : 'device';
  const isOpen = head.some((word) => MAY_BE_MACRO.test(word) && macros.get(word) === undefined);
  if (isOpen && !words.has('__host__')) return 'both';
  return words.has('constexpr') && !words.has('__host__') ? 'both' : 'host';
}

/** Collects the words `__host__`, `__device__`, `__global__` and `constexpr` that a word is or, as a macro, expands
 *  to. */
function collect(word: string, macros: MacroTable, words: Set<string>, depth: number): void {
  if (SIDES.test(word) || word === 'constexpr') words.add(word);
  const macro = depth > 0 ? macros.get(word) : undefined;
  for (const { kind, text } of macro?.body.slice(0, 40) ?? [])
    if (kind === 'ident' && text !== word) collect(text, macros, words, depth - 1);
}

/** Each `#if` outside of functions that has no other branch. */
export function aloneIn(
  directives: readonly { readonly is: string; readonly at: number; readonly start: number }[],
  headAtOffset: (offset: number) => Head,
): ReadonlySet<number> {
  const alone = new Set<number>();
  const open: number[] = [];
  for (const { is, at, start } of directives) {
    if (/^if/.test(is)) {
      open.push(at);
      if (headAtOffset(start) === undefined) alone.add(at);
    } else if (/^el/.test(is)) alone.delete(open.at(-1) ?? -1);
    else if (is === 'endif') open.pop();
  }
  return alone;
}
