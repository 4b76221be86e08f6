// CuTe's printed form: `(_8,4):(_1,_8)`, `Sw<3,3,3> o _0 o (_8,_64):(_64,_1)`, `_3@0@1`. An unknown number prints as
// its expression (`ceil_div(M,128)`), a run-time integer type as `int`. parse.ts reads the text.
// Source: the print functions of cute/container/tuple.hpp, integral_constant.hpp, layout.hpp, swizzle.hpp,
// pointer_flagged.hpp.
import { isTuple } from '../base/tuple';
import { spend } from '../base/meter';
import { asFraction } from './fractions';
import type { Dynamic, Leaf } from './leaf';
import type { ComposedLayout, Layout, MixedBits, SmemPtrFlag, Swizzle } from './types';

type Printable = Leaf | Layout | ComposedLayout | Swizzle | MixedBits | SmemPtrFlag;

/** Prints integers, tuples, layouts, composed layouts, swizzles and offsets as `cute::print` does. `other` prints
 *  all other values inside tuples (tensors, tags); values/print.ts passes one that knows them. */
export function print(x: unknown, other: (x: unknown) => string = kindOf): string {
  if (isTuple(x)) {
    spend(x.length, 'parts');
    return `(${x.map((m) => print(m, other)).join(',')})`;
  }
  // Anything may be printed: what is no value of the algebra falls through to `other`.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- a door: `x` comes from any room
  const v = x as Printable;
  switch (v.is) {
    case 'static':
      if (!Number.isInteger(v.n)) return fractionText(v.n);
      return `_${v.type === 'char' ? String.fromCharCode(v.n & 255) : v.n}`;
    case 'dynamic':
      return dynamicText(v);
    case 'basis':
      return (
        print(v.n, other) +
        [...v.path]
          .reverse()
          .map((i) => `@${i}`)
          .join('')
      );
    case 'underscore':
      return '_';
    case 'layout':
      return `${print(v.shape, other)}:${print(v.stride, other)}`;
    case 'composed':
      return `${print(v.a, other)} o ${print(v.offset, other)} o ${print(v.b, other)}`;
    case 'swizzle':
      return `Sw<${v.bits},${v.base},${v.shift}>`;
    case 'mixed-bits':
      return mixedBitsText(v);
    case 'smem-ptr-flag':
      return `smem_${v.sparsity === undefined ? '' : `sparse<${v.sparsity}>_`}ptr[${v.bits}b](unset)`;
    default:
      return other(x);
  }
}

/** `_1/_2`: what CuTe prints of `R<1,2>`. Denominators are powers of two. */
function fractionText(n: number): string {
  const [num, den] = asFraction(n);
  return Number.isFinite(num) ? `_${num}/_${den}` : `_${n}`;
}

function dynamicText(v: Dynamic): string {
  if (v.n !== undefined) return v.narrow === 'char' ? String.fromCharCode(v.n & 255) : String(v.n);
  return v.name ?? nameOfType(v.narrow) ?? (v.bits === 64 ? 'int64_t' : 'int');
}

function nameOfType(type: Dynamic['narrow']): string | undefined {
  return typeof type === 'object' ? type.name : type;
}

function mixedBitsText(v: MixedBits): string {
  const known = v.dynamic.n;
  const head = `M_${v.staticBits}|(${print(v.dynamic)}&${v.flags})`;
  return known === undefined ? head : `${head}=${(v.staticBits | (known & v.flags)) >>> 0}`;
}

function kindOf(x: unknown): string {
  return typeof x === 'object' && x !== null && 'is' in x ? `<${String(x.is)}>` : String(x);
}
