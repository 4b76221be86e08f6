// Code that conditions leave out since they ask for a macro that nothing defines: neither the program, nor the command
// that compiles it, nor the compiler. Only code of kernels counts; branches for debugging are not reported.
import { type Token, tokenAt } from './lex';

/** A condition none of whose branches is read. */
export interface LeftOut {
  /** The directive that begins it. */
  readonly start: number;
  readonly end: number;
  /** The macros that it asks for and that nothing defines. */
  readonly names: readonly string[];
}

/** Names that belong to compilers: a program asks for them to find out which one reads it. */
const RESERVED = /^(?:__|_[A-Z])/;
const OF_KERNELS = new Set([
  ...['__global__', '__device__', 'CUTE_DEVICE', 'CUTE_HOST_DEVICE'],
  ...['CUTLASS_DEVICE', 'CUTLASS_HOST_DEVICE', 'CUTLASS_GLOBAL'],
]);
const TEMPLATES = new Set([
  ...['Shape', 'Stride', 'Layout', 'Tile', 'ComposedLayout'],
  ...['TiledMMA', 'TiledCopy', 'MMA_Atom', 'Copy_Atom'],
]);

/** Indices of the tokens by which code of kernels is known, in order. */
export function kernelMarks(tokens: readonly Token[]): readonly number[] {
  const marks: number[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const { kind, text } = tokenAt(tokens, i);
    if (kind === 'ident' && isMark(text, tokens[i + 1]?.text)) marks.push(i);
  }
  return marks;
}

function isMark(text: string, next: string | undefined): boolean {
  return OF_KERNELS.has(text) || (next === '<' && TEMPLATES.has(text));
}

/** Whether a mark stands between two tokens. */
export function hasKernels(marks: readonly number[], from: number, to: number): boolean {
  return marks.some((at) => at > from && at < to);
}

/** The macros of which a user would want to know. */
export function namesOf(missing: ReadonlySet<string>): readonly string[] {
  return [...missing].filter((name) => !RESERVED.test(name));
}
