// Parses CuTe's printed form: print(parse(text)) === text for everything that print writes. A name becomes a symbol,
// `int` a run-time integer without a number. Widths and assumptions are not in the text, and are lost.
import { elementAt } from '../base/assert';
import { type AlgebraError, refused } from './errors';
import { scaled_basis } from './arithmetic_tuple';
import { dyn, hole, int, isBasis, isInt, symbol, underscore, type Basis, type Int, type IntTuple } from './leaf';
import { make_swizzle } from './swizzle';
import type { Composable, ComposedLayout, ComposedOffset, Layout, MixedBits, SmemPtrFlag, Swizzle } from './types';

export type Printed = IntTuple | Layout | ComposedLayout | Swizzle | MixedBits | SmemPtrFlag;

/** Parses a printed integer, tuple, layout, composed layout, swizzle or offset. Throws: AlgebraError 'type' for
 *  other text. */
export function parse(text: string): Printed {
  const parts = splitComposition(text.trim()).map(readPart);
  if (parts.length === 1) return elementAt(parts, 0);
  // `A o offset o B` may nest on both sides: B is the last part, A is everything in front of the offset.
  if (parts.length % 2 === 0) throw fail(text);
  let whole = composable(elementAt(parts, parts.length - 1), text);
  for (let i = parts.length - 3; i >= 0; i -= 2) {
    const a = composable(elementAt(parts, i), text);
    whole = { is: 'composed', a, offset: offsetPart(elementAt(parts, i + 1), text), b: whole };
  }
  return whole;
}

function composable(part: Printed, text: string): Composable {
  if (part.is === 'layout' || part.is === 'composed' || part.is === 'swizzle') return part;
  throw fail(text);
}

function offsetPart(part: Printed, text: string): ComposedOffset {
  if (part.is === 'layout' || part.is === 'composed' || part.is === 'swizzle') throw fail(text);
  return part;
}

function fail(text: string): AlgebraError {
  return refused('type')`'${{ text }}' is not a printed CuTe value`;
}

function splitComposition(text: string): string[] {
  return text.split(' o ');
}

function readPart(text: string): Printed {
  const swizzle = /^Sw<(-?\d+),(-?\d+),(-?\d+)>$/.exec(text);
  if (swizzle) return make_swizzle(Number(swizzle[1]), Number(swizzle[2]), Number(swizzle[3]));
  const flag = /^smem_(?:sparse<(\d+)>_)?ptr\[(\d+)b\]\(unset\)$/.exec(text);
  if (flag)
    return {
      is: 'smem-ptr-flag',
      bits: Number(flag[2]),
      ...(flag[1] !== undefined && { sparsity: Number(flag[1]) }),
    };
  const mixed = /^M_(\d+)\|\((.*)&(\d+)\)(?:=\d+)?$/.exec(text);
  if (mixed)
    return {
      is: 'mixed-bits',
      staticBits: Number(mixed[1]),
      dynamic: integerPart(readLeaf(mixed[2] ?? ''), text),
      flags: Number(mixed[3]),
    };
  const reader = new Reader(text);
  const shape = reader.tree();
  if (reader.done()) return shape;
  if (!reader.take(':')) throw fail(text);
  const stride = reader.tree();
  if (!reader.done()) throw fail(text);
  return { is: 'layout', shape, stride };
}

function integerPart(part: IntTuple, text: string): Int {
  if (isInt(part)) return part;
  throw fail(text);
}

function scalePart(part: IntTuple, text: string): Basis['n'] {
  return isBasis(part) ? part : integerPart(part, text);
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
    do out.push(this.tree());
    while (this.take(','));
    if (!this.take(')')) throw fail(this.text);
    return out;
  }
  /** True where a parenthesis opens an expression and not a tuple: an operator follows it, or it contains a
   *  conditional. */
  private isName(): boolean {
    let depth = 0;
    for (let i = this.at; i < this.text.length; i++) {
      const ch = this.text.charAt(i);
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
      const ch = this.text.charAt(this.at);
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
  const fraction = /^_(-?\d+)\/_(\d+)$/.exec(text);
  if (fraction) return int(Number(fraction[1]) / Number(fraction[2]));
  const bases = /^(.+?)((?:@\d+)+)$/.exec(text);
  if (bases) {
    const path = (bases[2] ?? '').slice(1).split('@').map(Number).reverse();
    return scaled_basis(scalePart(readLeaf(bases[1] ?? ''), text), path);
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
