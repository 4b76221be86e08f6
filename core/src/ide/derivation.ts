// The origin of a value in a few words: the expression that initialises a variable, or of a call the function and its
// operands with their values. The evaluator records this at calls; a variable is resolved to its initialiser.
import { say } from '../base/say';
import type { Analysis, Derivation, Fact } from '../analysis';
import type { FileId } from '../base/span';
import { declarationAt } from '../ir/outline';
import { factText } from '../values/print';
import { isTuple } from '../values/convert';
import type { Value } from '../values/value';
import { code, plain, type Inline } from './blocks';

const longestOperand = 60;

/** After this many characters of operands, further operands are only named, since a hover has little room. */
const roomForValues = 50;

export type TextOf = (file: FileId) => string | undefined;

/** Of a name: the expression that it comes from, as it is written. Of a call: its operands with their values. Empty
 *  where the value is not the result of a call that CuTe Lens knows. */
export function derivation(fact: Fact, value: Value, analysis: Analysis, file: FileId, textOf: TextOf): Inline[][] {
  if (fact.why) return [callText(fact, fact.why, textOf)];
  const source = initialiser(fact, value, analysis, file);
  const why = source?.why;
  if (!source || !why) return [];
  const written = textOf(source.span.file)?.slice(source.span.start, source.span.end) ?? '';
  // A function that the text does not name is called by an operator or through a macro.
  return written === ''
    ? [callText(source, why, textOf)]
    : [[plain(say`from `), code(shorten(written, longestSource))]];
}

const longestSource = 90;

/** `make_tensor of smem, layout = (_8,_8):(_1,_8)`. */
function callText({ seen }: Fact, why: Derivation, textOf: TextOf): Inline[] {
  let room = seen.length === 1 ? roomForValues : 0;
  const operands = why.operands.slice(why.method ? 1 : 0).flatMap((operand) => {
    const spelled = spell(operand, room, textOf);
    room -= spelled.flat().reduce((sum, piece) => sum + piece.text.length, 0);
    return spelled;
  });
  const listed = operands.flatMap((operand, at) => [plain(at === 0 ? say` of ` : ', '), ...operand]);
  return [code(why.by.replace(/^\w+:/, '')), ...listed];
}

/** The call that initialises a declaration: the outermost one before the semicolon, if its value is the variable's. */
export function initialiser(fact: Fact, value: Value, { facts, sources }: Analysis, file: FileId): Fact | undefined {
  const name = fact.declared ?? fact.span;
  const source = name.file === fact.span.file ? sources.get(name.file) : undefined;
  if (!source || fact.role === 'expression') return undefined;
  const declaration = declarationAt(source, name);
  const first =
    declaration &&
    facts
      .get(file)
      ?.find(({ span, why }) => why !== undefined && span.start >= name.end && span.end <= declaration.span.end);
  const wanted = factText(value);
  return first?.seen.some((seen) => gives(seen.value, wanted)) ? first : undefined;
}

/** True for a value that prints as `wanted`, and for a tuple with such an element, which a structured binding takes. */
export function gives(value: Value, wanted: string): boolean {
  return factText(value) === wanted || (isTuple(value) && value.some((part) => factText(part) === wanted));
}

/** An operand as written, with its value where that adds something and there is room. */
function spell({ text, span, value }: Derivation['operands'][number], room: number, textOf: TextOf): Inline[][] {
  const written = text !== '' ? text : span ? (textOf(span.file)?.slice(span.start, span.end) ?? '') : '';
  if (written === '') return [];
  const printed = factText(value);
  const saysMore =
    printed !== written && printed !== '?' && !printed.includes('\n') && printed.length + written.length <= room;
  return [[code(shorten(written, longestOperand)), ...(saysMore ? [plain(' = '), code(printed)] : [])]];
}

function shorten(text: string, width: number): string {
  const line = text
    .replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,)>])/g, '');
  return line.length <= width ? line : `${line.slice(0, width - 1)}…`;
}
