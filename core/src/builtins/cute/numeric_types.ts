// Types by width (`uint_bit_t<N>`, `int_byte_t<N>`), `complex<T>` and `sizeof_bits`; the architectures of CUTLASS
// (`Sm90`), and its block-scaled types.
// Widths of scalar types are in values/scalars.ts.
import { dyn } from '../../algebra/leaf';
import { refused } from '../../values/refused';
import { isA, untype } from '../../values/convert';
import { complexOf, integerOfBits, scalarExample } from '../../values/scalars';
import { isSparse, ratioOfBits } from '../../values/sparse';
import type { Tag, Value } from '../../values/value';
import { family } from '../registry';
import { flag, type Entry } from '../entry';
import type { BuiltinCall } from '../registry';

function count({ targs: [n] }: BuiltinCall, what: string): number {
  if (isA(n, 'static')) return n.n;
  throw refused('static')`${{ what }} needs a constant number`;
}

function byWidth(name: string, unit: number, signed: boolean): Entry {
  return {
    kind: 'type',
    templateParams: ['N'],
    gives: `the ${signed ? 'signed' : 'unsigned'} integer of N ${unit === 8 ? 'bytes' : 'bits'}`,
    examples: [],
    run: (call) => integerOfBits(count(call, name) * unit, signed),
  };
}

function of({ targs: [t] }: BuiltinCall): Value {
  if (t === undefined) throw refused('type')`a type is needed here`;
  return untype(t);
}

/** The architectures `cutlass::arch::Sm90` and so on. */
const architectures = family('cutlass/arch/arch.h', {
  ...Object.fromEntries(
    [50, 60, 61, 70, 72, 75, 80, 86, 89, 90, 100, 101, 103, 120].map((n): [string, Entry] => [
      `Sm${n}`,
      {
        kind: 'type',
        gives: `the architecture sm_${n}`,
        examples: [],
        run: () => ({ is: 'tag', name: `Sm${n}`, args: [] }),
      },
    ]),
  ),
  'tag::kMinComputeCapability': {
    gives: 'the compute capability of an architecture',
    examples: [],
    run: (call) => constant(capability(call)),
  },
  'tag::kSharedMemoryCapacityBytes': {
    gives: 'the bytes of shared memory of a block, of sm_100 and later',
    examples: ['cutlass::arch::Sm100::kSharedMemoryCapacityBytes // 232448'],
    run: (call) => {
      const n = capability(call);
      if (n < 100) throw refused('type')`Sm${{ n }} has no member kSharedMemoryCapacityBytes`;
      return constant(n === 120 ? 101_376 : 232_448);
    },
  },
});

/** The elements of block-scaled operands, each with the type of its scale factors. */
const scaleFactors: ReadonlyMap<string, string> = new Map([
  ['mx_float8_t', 'float_ue8m0_t'],
  ['mx_float6_t', 'float_ue8m0_t'],
  ['mx_float4_t', 'float_ue8m0_t'],
  ['nv_float4_t', 'float_ue4m3_t'],
]);

/** Block-scaled elements: an element and a scale factor for each block of them. */
const blockScaled = family('cutlass/float_subbyte.h', {
  ...Object.fromEntries(
    [...scaleFactors.keys()].map((name): [string, Entry] => [
      name,
      {
        kind: 'type',
        templateParams: ['T'],
        gives: 'an element with a scale factor for each block',
        examples: [],
        run: ({ targs }) => ({ is: 'tag', name, args: targs }),
      },
    ]),
  ),
  'tag::DataType': {
    gives: 'the element of a block-scaled type',
    examples: ['sizeof_bits_v<cutlass::nv_float4_t<cutlass::float_e2m1_t>::DataType> // 4'],
    run: (call) => ({ is: 'type', of: untype(scaled(call).args[0] ?? { is: 'static', n: 0 }) }),
  },
  'tag::ScaleFactorType': {
    gives: 'the scale factors of a block-scaled type',
    examples: ['sizeof_bits_v<cutlass::mx_float8_t<cutlass::float_e4m3_t>::ScaleFactorType> // 8'],
    run: (call) => ({
      is: 'type',
      of: scalarExample(scaleFactors.get(scaled(call).name) ?? '') ?? { is: 'static', n: 0 },
    }),
  },
});

function scaled({ args: [tag] }: BuiltinCall): Tag {
  if (isA(tag, 'tag') && scaleFactors.has(tag.name)) return tag;
  throw refused('type')`only a block-scaled type has this member`;
}

const bool = (holds: boolean): Value => ({ ...dyn(holds ? 1 : 0), narrow: 'bool' });

const constant = (n: number): Value => ({ is: 'dynamic', n, name: undefined, bits: 32, from: undefined });

function capability({ args: [tag] }: BuiltinCall): number {
  const n = isA(tag, 'tag') ? /^Sm(\d+)$/.exec(tag.name)?.[1] : undefined;
  if (n === undefined) throw refused('type')`only an architecture has a compute capability`;
  return Number(n);
}

/** CUTLASS specialises it: an epilogue without a source has `void` elements. */
function bitsOf(call: BuiltinCall): number {
  const type = of(call);
  return isA(type, 'void') ? 0 : call.ctx.sizeofBits(type);
}

/** A sparse element is a class that stores a whole one. */
const isSubbyte = (call: BuiltinCall): boolean => !isSparse(of(call)) && bitsOf(call) < 8;

export { architectures, blockScaled };

export const numericTypes = family('cute/numeric/numeric_types.hpp', {
  uint_bit_t: byWidth('uint_bit_t', 1, false),
  int_bit_t: byWidth('int_bit_t', 1, true),
  uint_byte_t: byWidth('uint_byte_t', 8, false),
  int_byte_t: byWidth('int_byte_t', 8, true),
  complex: {
    kind: 'type',
    templateParams: ['T'],
    gives: 'a complex number',
    examples: [],
    run: (call) => complexOf(of(call)),
  },
  sizeof_bits: {
    kind: 'type',
    templateParams: ['T'],
    gives: 'the size of a type in bits',
    examples: ['sizeof_bits<half_t>::value // 16', 'sizeof_bits<void>::value // 0'],
    run: (call) => ratioOfBits(bitsOf(call)),
  },
  is_subbyte: {
    kind: 'type',
    templateParams: ['T'],
    gives: 'whether an element is smaller than a byte',
    examples: ['is_subbyte<float_e2m1_t>::value // 1'],
    run: (call) => flag(isSubbyte(call)),
  },
  is_subbyte_v: {
    kind: 'value',
    templateParams: ['T'],
    gives: 'whether an element is smaller than a byte',
    examples: ['is_subbyte_v<half_t> // 0'],
    run: (call) => bool(isSubbyte(call)),
  },
  sizeof_bits_v: {
    kind: 'value',
    templateParams: ['T'],
    gives: 'the size of a type in bits',
    examples: ['sizeof_bits_v<half_t> // 16'],
    run: (call) => {
      const bits = bitsOf(call);
      return isSparse(of(call)) ? ratioOfBits(bits) : constant(bits);
    },
  },
});
