// How class templates that hold elements store them. Source: cute/container/array.hpp, array_aligned.hpp,
// array_subbyte.hpp, ArrayEngine of cute/tensor_impl.hpp; cutlass/array.h, array_subbyte.h.

/** Size and alignment of a type. */
export interface Size {
  readonly bits: number;
  /** Alignment in bits. */
  readonly align: number;
  /** True for a class without data, which takes no room as a base of another class. */
  readonly empty?: boolean;
  /** Of a class that is no plain old data (see eval/types/record-layout.ts). */
  readonly filled?: number;
  /** What is derived from it may or may not use its tail padding. */
  readonly open?: true;
  readonly empties?: readonly { readonly of: unknown; readonly at: number }[];
}

/** The bytes to which an array class aligns what it holds where a program asks for nothing else; undefined where it
 *  has no such parameter, or where the bits of an element are not known. */
export function alignmentUnasked(name: string, bits: number | undefined, count: number): number | undefined {
  if (name === 'array_aligned') return 16;
  return name === 'AlignedArray' && bits !== undefined ? Math.floor((bits * count + 7) / 8) : undefined;
}

/** What an array class takes that holds `count` elements. `bits` are those that `sizeof_bits` says of one, and `one` is
 *  what an object of it takes; `asked` is the alignment in bytes that the program asks for. */
export function storageOf(name: string, bits: number, one: Size, count: number, asked?: number): Size | undefined {
  const aligned = asked ?? alignmentUnasked(name, bits, count) ?? 1;
  switch (name) {
    case 'array_subbyte':
      return one.bits % 8 === 0 ? inRow(one, count) : packed(one.bits, count);
    case 'ArrayEngine':
      return one.bits % 8 === 0 ? alignedTo(16, inRow(one, count)) : packed(one.bits, count);
    case 'Array':
    case 'AlignedArray':
      return alignedTo(aligned, bits < 32 ? inRegisters(bits, count) : inRow(one, count));
    default:
      return alignedTo(aligned, inRow(one, count));
  }
}

/** Objects one behind the other. */
function inRow(one: Size, count: number): Size {
  return { bits: Math.ceil(one.bits / 8) * 8 * count, align: one.align };
}

/** Elements one behind the other in bytes, whether or not one ends with a byte. */
function packed(bits: number, count: number): Size {
  return { bits: Math.max(8, Math.ceil((bits * count) / 8) * 8), align: 8 };
}

/** The widest of three words of which all bits together are a multiple; an element lies within one word. */
function inRegisters(bits: number, count: number): Size | undefined {
  const word = [32, 16].find((one) => (bits * count) % one === 0) ?? 8;
  return word < bits ? undefined : { bits: Math.ceil(count / Math.floor(word / bits)) * word, align: word };
}

function alignedTo(bytes: number, held: Size | undefined): Size | undefined {
  if (!held) return undefined;
  const { bits, align } = held;
  const asked = Math.max(align, 8 * bytes);
  return { bits: Math.max(asked, Math.ceil(bits / asked) * asked), align: asked };
}
