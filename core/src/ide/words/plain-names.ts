// Numbers that are not known have names, and the evaluator tells numbers of one name apart by marks that count all it
// ever made: `seqlen_q'16`. A reader sees only those of one text. There a name that stands for one number has no mark,
// and the numbers of one name are `seqlen_q`, `seqlen_q'`, `seqlen_q''`, in the order in which they occur.
import type { Block, Inline } from '../blocks';

/** The text with names for readers. */
export function plainNames(text: string): string {
  return text.includes("'") ? renaming([text])(text) : text;
}

/** The blocks with names for readers. `texts`: what the values in them print. */
export function withPlainNames(blocks: readonly Block[], texts: readonly string[]): Block[] {
  const rename = renaming(texts);
  const inline = (one: Inline): Inline =>
    one.is === 'text' || one.is === 'code' ? { ...one, text: rename(one.text) } : one;
  const inlines = (all: readonly Inline[]): Inline[] => all.map(inline);
  return blocks.map((block): Block => {
    switch (block.is) {
      case 'printed':
        return { ...block, text: rename(block.text) };
      case 'line':
        return { ...block, content: inlines(block.content) };
      case 'list':
        return { ...block, items: block.items.map(inlines) };
      case 'table':
        return { ...block, rows: block.rows.map((row) => row.map(inline)) };
      default:
        return block;
    }
  });
}

/** A name with its mark: words, members and what stands in brackets behind them. */
interface Marked {
  readonly name: string;
  readonly mark: string;
}

function renaming(texts: readonly string[]): (text: string) => string {
  const marked = texts.flatMap(marksIn);
  const given = new Map<string, string>();
  for (const name of new Set(marked.map((one) => one.name))) {
    const inOrder = new Set(texts.flatMap((text) => occurrences(text, name)));
    for (const [at, mark] of [...inOrder].entries()) given.set(name + mark, name + markOf(at));
  }
  if (given.size === 0) return (text) => text;
  const longestFirst = [...given.keys()].sort((a, b) => b.length - a.length);
  const any = new RegExp(longestFirst.map((one) => `${before(one)}${escaped(one)}(?![\\w'])`).join('|'), 'g');
  return (text) => text.replace(any, (found) => given.get(found) ?? found);
}

/** The marks of `FreshNames`: none, `'`, `''`, `'3`. */
const markOf = (at: number): string => (at < 3 ? "'".repeat(at) : `'${at}`);

function marksIn(text: string): readonly Marked[] {
  return [...text.matchAll(/(?<=[\w\])])'+\d*/g)].flatMap(({ 0: mark, index }) => {
    const name = text.slice(nameStart(text, index), index);
    return name === '' ? [] : [{ name, mark }];
  });
}

/** Where the name begins that ends at `end`. */
function nameStart(text: string, end: number): number {
  let at = end;
  for (;;) {
    const last = text[at - 1] ?? '';
    if (/[\w.]/.test(last)) at--;
    else if (last === ']' || (last === ')' && at === end)) {
      const open = opening(text, at - 1);
      if (open < 0) return end;
      at = open;
    } else return at;
  }
}

function opening(text: string, close: number): number {
  for (let [at, depth] = [close, 0]; at >= 0; at--) {
    const one = text[at] ?? '';
    if (/[\])]/.test(one)) depth++;
    else if (/[[(]/.test(one) && --depth === 0) return at;
  }
  return -1;
}

/** The marks that a name has in a text, in order; none is one too. */
function occurrences(text: string, name: string): readonly string[] {
  return [...text.matchAll(new RegExp(`${before(name)}${escaped(name)}(?!\\w)(?![[(])('+\\d*)?`, 'g'))].map(
    ([, mark]) => mark ?? '',
  );
}

/** A name does not begin in the middle of another. */
const before = (name: string): string => (/^\w/.test(name) ? '(?<![\\w.])' : '');
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
