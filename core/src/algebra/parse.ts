// The reader of CuTe's printed form: print(parse(text)) === text for everything print writes.
// A name that is no number becomes a symbol, `int` a type without a number. Widths and assumptions are not in the text.
import { AlgebraError } from './errors';
import { scaled_basis } from './arithmetic_tuple';
import { dyn, hole, int, symbol, underscore, type Basis, type Int, type IntTuple } from './leaf';
import { make_swizzle } from './swizzle';
import type { Composable, ComposedLayout, ComposedOffset, Layout, MixedBits, SmemPtrFlag, Swizzle } from './types';

export type Printed = IntTuple | Layout | ComposedLayout | Swizzle | MixedBits | SmemPtrFlag;

/** Reads a printed integer, tuple, layout, composed layout, swizzle or offset. Throws: AlgebraError 'type' for other text. */
export function parse(text: string): Printed {
  const parts = splitComposition(text.trim()).map(readPart);
  if (parts.length === 1) return parts[0] as Printed;
  // `A o offset o B` nests in both directions; B is what stands at the end, A at the front.
  if (parts.length % 2 === 0) throw fail(text);
  let whole = parts[parts.length - 1] as Composable;
  for (let i = parts.length - 3; i >= 0; i -= 2) {
    whole = { is: 'composed', a: parts[i] as Composable, offset: parts[i + 1] as ComposedOffset, b: whole };
  }
  return whole as ComposedLayout;
}

function fail(text: string): AlgebraError {
  return new AlgebraError('type', `'${text}' is not a printed CuTe value`);
}

function splitComposition(text: string): string[] {
  return text.split(' o ');
}

function readPart(text: string): Printed {
  const swizzle = /^Sw<(-?\d+),(-?\d+),(-?\d+)>$/.exec(text);
  if (swizzle) return make_swizzle(Number(swizzle[1]), Number(swizzle[2]), Number(swizzle[3]));
  const flag = /^smem_ptr\[(\d+)b\]\(unset\)$/.exec(text);
  if (flag) return { is: 'smem-ptr-flag', bits: Number(flag[1]) };
  const mixed = /^M_(\d+)\|\((.*)&(\d+)\)(?:=\d+)?$/.exec(text);
  if (mixed) return { is: 'mixed-bits', staticBits: Number(mixed[1]), dynamic: readLeaf(mixed[2] as string) as Int, flags: Number(mixed[3]) };
  const reader = new Reader(text);
  const shape = reader.tree();
  if (reader.done()) return shape;
  if (!reader.take(':')) throw fail(text);
  const stride = reader.tree();
  if (!reader.done()) throw fail(text);
  return { is: 'layout', shape, stride };
}

/** A cursor over one tuple or layout. */
class Reader {
  private at = 0;
  constructor(private readonly text: string) {}

  done(): boolean {
    return this.at === this.text.length;
  }
  take(ch: string): boolean {
    if (this.text[this.at] !== ch) return false;
    this.at++;
    return true;
  }
  tree(): IntTuple {
    if (this.text[this.at] !== '(' || this.isName()) return this.leaf();
    this.at++;
    const out: IntTuple[] = [];
    if (this.take(')')) return out;
    do out.push(this.tree()); while (this.take(','));
    if (!this.take(')')) throw fail(this.text);
    return out;
  }
  /** A parenthesis opens a name, not a tuple, where an operator follows it or a choice stands in it. */
  private isName(): boolean {
    let depth = 0;
    for (let i = this.at; i < this.text.length; i++) {
      const ch = this.text[i] as string;
      if (ch === '(') depth++;
      else if (ch === '?' && depth === 1) return true;
      else if (ch === ')' && --depth === 0) return /[-+*/%&|^<>=!]/.test(this.text[i + 1] ?? '');
    }
    return false;
  }
  private leaf(): IntTuple {
    const start = this.at;
    let depth = 0;
    for (; this.at < this.text.length; this.at++) {
      const ch = this.text[this.at] as string;
      if (ch === '(' || ch === '[' || ch === '{') depth++;
      else if (depth > 0 && (ch === ')' || ch === ']' || ch === '}')) depth--;
      else if (depth === 0 && (ch === ',' || ch === ')')) break;
      else if (depth === 0 && ch === ':') {
        if (this.text[this.at + 1] !== ':') break;
        this.at++;
      } else if (depth === 0 && ch === '<') {
        const list = /^<[\w,<> ]*>(?=[({:])/.exec(this.text.slice(this.at));
        if (list) this.at += list[0].length - 1;
      }
    }
    return readLeaf(this.text.slice(start, this.at));
  }
}

function readLeaf(text: string): IntTuple {
  const bases = /^(.+?)((?:@\d+)+)$/.exec(text);
  if (bases) {
    const path = (bases[2] as string).slice(1).split('@').map(Number).reverse();
    return scaled_basis(readLeaf(bases[1] as string) as Basis['n'], path);
  }
  if (text === '_') return underscore;
  const fixed = /^_(-?\d+)$/.exec(text);
  if (fixed) return int(Number(fixed[1]));
  if (/^-?\d+$/.test(text)) return dyn(Number(text));
  if (text === 'int') return hole();
  if (text === 'int64_t') return hole(64);
  if (!/^[A-Za-z_(!-]/.test(text)) throw fail(text);
  return symbol(text);
}
