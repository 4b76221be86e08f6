// The tokens of a part of a C++ text, with their places in the whole text. Used for text that no node of the program's
// tree has a span for, such as the angle brackets of a launch. Knows no grammar.
import { lex, type Token } from '../frontends/cuda/lex';
import type { Stretch } from '../base/span';

export type { Token };

/** The tokens between two places. The first place must not be inside of a comment, a literal or a directive. */
export function tokensIn(text: string, { start, end }: Stretch): readonly Token[] {
  return moved(lex(text.slice(start, end)).tokens, start);
}

/** The tokens of a preprocessor directive behind its `#`, read as one line of code. */
export function tokensOfDirective(text: string, { start, end }: Stretch): readonly Token[] {
  const line = text
    .slice(start, end)
    .replace('#', ' ')
    .replace(/[\r\n]/g, ' ');
  return moved(lex(line).tokens, start);
}

/** The preprocessor directives of a text. */
export function directivesIn(text: string): readonly Token[] {
  return lex(text).tokens.filter(({ kind }) => kind === 'directive');
}

/** The first place where tokens with these texts follow each other. */
export function sequenceIn(tokens: readonly Token[], ...texts: readonly string[]): Stretch | undefined {
  const first = tokens.findIndex((_, at) => texts.every((text, i) => tokens[at + i]?.text === text));
  const [start, end] = [tokens[first]?.start, tokens[first + texts.length - 1]?.end];
  return start === undefined || end === undefined ? undefined : { start, end };
}

/** The text of each part of a list, from comma to comma. It includes parentheses and qualifiers around a part, which
 *  the span of the part leaves out. `from` is where the list opens, and `close` is the bracket that ends it. */
export function writtenList(text: string, from: number, parts: readonly Stretch[], close: string): readonly string[] {
  const ends = parts.map((part, at) => {
    const separator = parts[at + 1] ? ',' : close;
    return sequenceIn(tokensIn(text, { start: part.end, end: text.length }), separator)?.start ?? part.end;
  });
  return parts.map((_, at) => text.slice(at === 0 ? from : (ends[at - 1] ?? from) + 1, ends[at]).trim());
}

function moved(tokens: readonly Token[], by: number): readonly Token[] {
  return tokens.map((token) => ({ ...token, start: token.start + by, end: token.end + by }));
}
