// Reads the text of Rust literals. Knows nothing of trees.
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Expr } from '../../ir/program';

const integerTypes: Readonly<Record<string, string>> = {
  i64: 'int64_t',
  isize: 'int64_t',
  u64: 'size_t',
  usize: 'size_t',
  u32: 'unsigned',
};

/** `128`, `0x10u32`, `1_000i64`. */
export function readInteger(text: string, span: Span): Expr {
  const match = /^(0x[\da-f_]+?|0b[01_]+|0o[0-7_]+|\d[\d_]*)((?:[iu](?:8|16|32|64|128|size))|f32|f64)?$/i.exec(text);
  const value = match ? Number(match[1]?.replaceAll('_', '')) : NaN;
  if (!match || !Number.isSafeInteger(value))
    return { is: 'Opaque', why: say`The number ${text} needs more than 53 bits.`, span };
  const suffix = match[2] ?? '';
  if (suffix.startsWith('f')) return { is: 'Float', value, type: suffix === 'f32' ? 'float' : 'double', span };
  return { is: 'Int', value, type: integerTypes[suffix] ?? (value > 0x7fffffff ? 'int64_t' : 'int'), span };
}

/** `1.0e30f32`. */
export function readFloat(text: string, span: Span): Expr {
  const value = Number(text.replaceAll('_', '').replace(/f(?:16|32|64)$/, ''));
  return { is: 'Float', value, type: text.endsWith('f64') ? 'double' : 'float', span };
}
