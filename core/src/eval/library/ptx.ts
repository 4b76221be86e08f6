// Reads assembly: instructions of PTX with their operands, as text. Knows no values. Source: PTX ISA.

export interface Instruction {
  /** The predicate that it runs under, and whether it runs where that does not hold. */
  readonly guard?: { readonly of: string; readonly isNegated: boolean };
  /** `ld.shared.v4.f32` in parts. */
  readonly parts: readonly string[];
  readonly operands: readonly string[];
}

/** The instructions of assembly in order, without declarations of registers; labels and branches are instructions. */
export function instructionsOf(text: string): readonly Instruction[] {
  return text.split(/[;\n]/).flatMap((line) => {
    const [, label] = /^[\s{]*([\w%=$]+):(?!:)/.exec(line) ?? [];
    const plain = line.replace(/^[\s{]*(?:[\w%=$]+:(?!:))?/, '').trim();
    const isClosed = plain.endsWith('}') && plain.split('{').length < plain.split('}').length;
    const one = instructionIn((isClosed ? plain.slice(0, -1) : plain).trim());
    return [...(label === undefined ? [] : [{ parts: ['label'], operands: [label] }]), ...(one ? [one] : [])];
  });
}

function instructionIn(text: string): Instruction | undefined {
  const [, negated, of, name = '', rest = ''] = /^(?:@(!?)(\w+)\s+)?([\w.:]+)\s*(.*)$/s.exec(text) ?? [];
  if (name === '' || name.startsWith('.')) return undefined;
  const guard = of === undefined ? undefined : { of, isNegated: negated === '!' };
  return { ...(guard && { guard }), parts: name.split('.'), operands: operandsIn(rest) };
}

/** Operands between commas, but for those within brackets. */
function operandsIn(text: string): readonly string[] {
  return text
    .split(/,(?![^{]*\})/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** `[%4 + 16]`: a register and what is added to it; undefined for other operands. */
export function addressIn(operand: string | undefined): { readonly of: string; readonly plus: number } | undefined {
  const [, of, sign, n = '0'] = /^\[\s*([%\w]+)\s*(?:([+-])\s*(\d+)\s*)?\]$/.exec(operand ?? '') ?? [];
  return of === undefined ? undefined : { of, plus: sign === '-' ? -Number(n) : Number(n) };
}

/** The bytes that an instruction moves for a thread: `.v4.f32`, `.b128`. */
export function bytesMoved(
  parts: readonly string[],
): { readonly bytes: number; readonly elements: number } | undefined {
  const bits = parts.map((part) => /^[bfsu](8|16|32|64|128)$/.exec(part)?.[1]).find((one) => one !== undefined);
  const elements = Number(parts.map((part) => /^v([24])$/.exec(part)?.[1]).find((one) => one !== undefined) ?? 1);
  return bits === undefined ? undefined : { bytes: Number(bits) / 8, elements };
}
