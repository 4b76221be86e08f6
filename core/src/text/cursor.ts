// Analyses the text around a cursor while it is being typed and no tree exists yet: open brackets, the name before the
// cursor, declared names. Reads C++ with comments and literals blanked; where the answer is not certain, it is
// undefined.
import { codeOf, sourceOf, statementsOf, surroundings, type Surroundings } from './code';

// ---- Where a cursor stands ------------------------------------------------------------------------------------------

/** An open bracket before the cursor: a call, or a list of template arguments. */
export interface OpenBracket {
  readonly bracket: '(' | '<' | '{' | '[';
  /** The place of the bracket. */
  readonly at: number;
  /** The end of the name before it, without template arguments: `size` in `size<0>(`. */
  readonly nameEnd: number;
  /** The number of commas at its level so far, which is the index of the argument at the cursor. */
  readonly argument: number;
}

/** What the cursor stands in, the code up to it, and the brackets that are open there, innermost last. */
export function cursorIn(
  text: string,
  offset: number,
): { readonly in: Surroundings; readonly code: string; readonly open: readonly OpenBracket[] } {
  const source = sourceOf(text);
  const scanner = new Scanner(statementsOf(source));
  for (let at = 0; at < offset; at++) scanner.step(at);
  return { in: surroundings(source, offset), code: codeOf(source), open: scanner.open };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Tracks brackets through code. A `<` right behind a name opens a list of template arguments unless later text
 *  shows that it is a comparison. */
class Scanner {
  readonly open: Mutable<OpenBracket>[] = [];
  private closedAngle: { readonly end: number; readonly nameEnd: number } | undefined;

  constructor(private readonly text: string) {}

  step(at: number): void {
    const c = this.text[at] ?? '';
    const top = this.open.at(-1);
    if (c === ',') {
      if (top) top.argument++;
    } else if (c === '(' || c === '{' || c === '[') this.push(c, at);
    else if (c === '<') {
      if (/\w/.test(this.text[at - 1] ?? '') && this.text[at + 1] !== '<' && this.text[at + 1] !== '=')
        this.push(c, at);
    } else if (c === '>') {
      if (top?.bracket === '<' && this.text[at - 1] !== '-') {
        this.open.pop();
        this.closedAngle = { end: at + 1, nameEnd: top.nameEnd };
      }
    } else if (')}]'.includes(c)) this.close(c === ')' ? '(' : c === '}' ? '{' : '[');
    else if (c === ';') this.dropAngles();
  }

  private push(bracket: OpenBracket['bracket'], at: number): void {
    const behindAngle = bracket !== '<' && this.closedAngle?.end === at;
    if (bracket === '{' && !behindAngle && !/[\w]/.test(this.text[at - 1] ?? '')) this.dropAngles();
    this.open.push({ bracket, at, nameEnd: behindAngle ? (this.closedAngle?.nameEnd ?? at) : at, argument: 0 });
  }

  private close(bracket: OpenBracket['bracket']): void {
    this.dropAngles();
    if (this.open.at(-1)?.bracket === bracket) this.open.pop();
  }

  private dropAngles(): void {
    while (this.open.at(-1)?.bracket === '<') this.open.pop();
  }
}

/** A name before an offset, and its qualifier or object. */
export interface QualifiedName {
  readonly name: string;
  readonly start: number;
  /** `cute` in `cute::size`, `thr_copy` in `thr_copy.partition_S`; empty if the object is not a name. */
  readonly of?: { readonly name: string; readonly end: number; readonly how: '::' | '.' | '->' };
}

/** The name that ends at `end`; it may be empty. */
export function nameBefore(text: string, end: number): QualifiedName {
  const before = text.slice(Math.max(0, end - 300), end);
  const name = /(?:[A-Za-z_]\w*)?$/.exec(before)?.[0] ?? '';
  const start = end - name.length;
  const operator = /(::|\.|->)\s*(?:template\s+)?$/.exec(before.slice(0, before.length - name.length));
  const how = operator?.[1];
  if (!operator || (how !== '::' && how !== '.' && how !== '->')) return { name, start };
  const objectEnd = start - operator[0].length;
  const object = /[A-Za-z_]\w*$/.exec(text.slice(Math.max(0, objectEnd - 100), objectEnd))?.[0] ?? '';
  return { name, start, of: { name: object, end: objectEnd, how } };
}

/** The beginning of the word around or before `offset`; undefined between words. */
export function wordStart(text: string, offset: number): number | undefined {
  const before = /\w*$/.exec(text.slice(Math.max(0, offset - 100), offset))?.[0] ?? '';
  return before !== '' || /\w/.test(text[offset] ?? '') ? offset - before.length : undefined;
}

// ---- What the code around it declares
// ---------------------------------------------------------------------------------

/** True where names of CuTe may be used without `cute::`. */
export function usesCute(code: string): boolean {
  return /\busing\s+namespace\s+cute\b|\bnamespace\s+cute\b/.test(code);
}

/** True where the name at `start` is being declared, or where the code declares a function of that name, which hides
 *  CuTe's. */
export function isDefinedHere(code: string, name: string, start: number): boolean {
  if (isDeclared(code, start)) return true;
  for (const { index } of code.matchAll(new RegExp(`\\b${name}\\s*\\(`, 'g')))
    if (index !== start && isDeclared(code, index)) return true;
  return false;
}

/** True for a name right behind a type, which declares it: `void copy(`. */
export function isDeclared(code: string, start: number): boolean {
  const before = /([A-Za-z_]\w*|[>&*])\s+$/.exec(code.slice(Math.max(0, start - 60), start))?.[1];
  return (
    before !== undefined &&
    !/^(?:return|else|do|case|throw|new|co_return|co_yield|and|or|not|[&*])$|^CUTE_/.test(before)
  );
}
