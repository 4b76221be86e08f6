// Smaller versions of an expression, by text: a part in place of the whole, an argument less, a smaller number.
// Many of them are nonsense; the compiler sorts those out.
import type { Question } from './host';

const OPEN = '([{<';
const CLOSE = ')]}>';

/** Every version that is one step smaller, shortest first. */
export function smaller(question: Question): Question[] {
  const { expr } = question;
  const found = new Set<string>();
  for (const part of parts(expr)) {
    if (part.text !== expr) found.add(part.text);
    for (const inner of part.args) {
      if (inner !== part.text) found.add(expr.slice(0, part.start) + inner + expr.slice(part.start + part.text.length));
    }
    for (let i = 0; i < part.args.length && part.args.length > 1; i++) {
      const rest = part.args.filter((_, j) => j !== i).join(', ');
      found.add(
        expr.slice(0, part.start) + `${part.head}${rest}${part.tail}` + expr.slice(part.start + part.text.length),
      );
    }
  }
  for (const match of expr.matchAll(/(?<![\w])_?(\d+)(?=\b)/g)) {
    const n = Number(match[1]);
    const at = match.index + match[0].length - (match[1]?.length ?? 0);
    for (const less of [1, 2, 4, n >> 1])
      if (less < n && less > 0) found.add(expr.slice(0, at) + String(less) + expr.slice(at + (match[1]?.length ?? 0)));
  }
  found.delete(expr);
  return [...found]
    .filter((text) => text.length <= expr.length && text.length > 2)
    .sort((a, b) => a.length - b.length)
    .map((text) => ({ ...question, expr: text }));
}

interface Part {
  readonly start: number;
  readonly text: string;
  readonly head: string;
  readonly tail: string;
  readonly args: readonly string[];
}

/** Every call and braced type with its arguments. */
function parts(expr: string): Part[] {
  const found: Part[] = [];
  for (const match of expr.matchAll(/[A-Za-z_:][\w:.]*[(<]/g)) {
    const open = match.index + match[0].length - 1;
    const close = closing(expr, open);
    if (close < 0) continue;
    const end = expr.startsWith('{}', close + 1) ? close + 3 : close + 1;
    found.push({
      start: match.index,
      text: expr.slice(match.index, end),
      head: match[0],
      tail: expr.slice(close, end),
      args: split(expr.slice(open + 1, close)),
    });
  }
  return found;
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (OPEN.includes(text[i] ?? '')) depth++;
    else if (CLOSE.includes(text[i] ?? '') && --depth === 0) return i;
  }
  return -1;
}

function split(text: string): string[] {
  const out: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (OPEN.includes(text[i] ?? '')) depth++;
    else if (CLOSE.includes(text[i] ?? '')) depth--;
    else if (text[i] === ',' && depth === 0) {
      out.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  out.push(text.slice(start).trim());
  return out.filter((part) => part !== '');
}
