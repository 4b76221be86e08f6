// What a macro's body becomes with arguments in it ([cpp.subst]): parameters, `#`, `##` and `__VA_OPT__`. Looks up no
// name: its caller passes the function that expands arguments.
import { elementAt } from '../../base/assert';
import { lex, type Token, tokenAt } from './lex';
import type { Growth, Macro } from './macros';
import type { SourceMap } from './source-map';

/** The arguments of a use, and the commas between them. */
export interface Arguments {
  readonly list: readonly (readonly Token[])[];
  readonly commas: readonly Token[];
}

export const NO_ARGUMENTS: Arguments = { list: [], commas: [] };

/** What substitution asks of the caller that expands the macro. */
export interface Surroundings {
  readonly map: SourceMap;
  readonly growth: Growth;
  /** Expands an argument by itself. */
  readonly expand: (tokens: readonly Token[]) => readonly Token[];
  /** A token of the body, at the place of the use. */
  readonly own: (token: Token) => Token;
  /** The piece of the body. */
  readonly body: number;
}

/** A part of a macro body, its replacement, and the index of the token behind it. */
interface Operand {
  readonly tokens: readonly Token[];
  readonly after: number;
  /** It is the variable arguments, which may be nothing. */
  readonly rest?: boolean;
}

/** Puts a macro's arguments into its body. */
export class Substitution {
  readonly #args = new Map<string, readonly Token[]>();
  readonly #expanded = new Map<readonly Token[], readonly Token[]>();
  /** The name of the variable arguments, where the macro has some. */
  #rest: string | undefined;

  constructor(
    readonly macro: Macro,
    { list, commas }: Arguments,
    readonly around: Surroundings,
  ) {
    macro.params?.forEach((param, index) => {
      const isRest = param.endsWith('...');
      const name = isRest ? param.slice(0, -3).trim() || '__VA_ARGS__' : param;
      if (isRest) this.#rest = name;
      this.#args.set(name, isRest ? joined(list, commas, index) : (list[index] ?? []));
    });
  }

  run(): Token[] {
    return this.#fill(this.macro.body);
  }

  #fill(tokens: readonly Token[]): Token[] {
    const out: Token[] = [];
    for (let i = 0; i < tokens.length && !this.around.growth.spent;) {
      let { tokens: left, after } = this.#operand(tokens, i, false);
      while (tokens[after]?.text === '##' && after + 1 < tokens.length) {
        const right = this.#operand(tokens, after + 1, true);
        left = this.#paste(left, right);
        after = right.after;
      }
      out.push(...left);
      i = after;
    }
    return out;
  }

  #operand(tokens: readonly Token[], at: number, isPasted: boolean): Operand {
    const token = tokenAt(tokens, at);
    const next = tokens[at + 1];
    if (token.text === '#' && next !== undefined && this.macro.params !== undefined) {
      const named = this.#args.get(next.text);
      if (named !== undefined) return { tokens: [this.#string(token, named)], after: at + 2 };
      const optional = this.#optional(tokens, at + 1);
      if (optional) return { tokens: [this.#string(token, optional.tokens)], after: optional.after };
    }
    const optional = this.#optional(tokens, at);
    if (optional) return optional;
    const arg = this.#args.get(token.text);
    if (arg === undefined) return { tokens: [this.around.own(token)], after: at + 1 };
    const isRaw = isPasted || next?.text === '##';
    return {
      tokens: this.#land(isRaw ? arg : this.#expand(arg), token.glued),
      after: at + 1,
      rest: token.text === this.#rest,
    };
  }

  /** `__VA_OPT__(…)`: its content where variable arguments are given, else nothing. */
  #optional(tokens: readonly Token[], at: number): Operand | undefined {
    if (this.#rest === undefined || tokens[at]?.text !== '__VA_OPT__' || tokens[at + 1]?.text !== '(') return undefined;
    let end = at + 1;
    for (let depth = 0; end < tokens.length; end++) {
      const { text } = tokenAt(tokens, end);
      depth += text === '(' ? 1 : text === ')' ? -1 : 0;
      if (depth === 0) break;
    }
    const isGiven = this.#expand(this.#args.get(this.#rest) ?? []).length > 0;
    return { tokens: isGiven ? this.#fill(tokens.slice(at + 2, end)) : [], after: end + 1 };
  }

  /** `a ## b`. A comma before variable arguments is no part of a name: it goes where there are none. */
  #paste(left: readonly Token[], { tokens: right, rest }: Operand): readonly Token[] {
    const last = left.at(-1);
    const first = right.at(0);
    if (rest === true && last?.text === ',') return first ? [...left, ...right] : left.slice(0, -1);
    if (last === undefined || first === undefined) return last === undefined ? right : left;
    const text = last.text + first.text;
    this.around.growth.grow(0, text.length);
    const made = text.startsWith('#') ? [{ ...last, text }] : lex(text).tokens;
    return [
      ...left.slice(0, -1),
      ...made.map((token, i) => this.around.own({ ...token, glued: i > 0 || last.glued === true })),
      ...right.slice(1),
    ];
  }

  #string(hash: Token, tokens: readonly Token[]): Token {
    const text = tokens
      .map((token, i) => (i > 0 && !isNear(tokenAt(tokens, i - 1), token) ? ' ' : '') + escaped(token))
      .join('');
    this.around.growth.grow(0, text.length);
    return this.around.own({ ...hash, kind: 'string', text: `"${text}"` });
  }

  /** An argument is expanded once, however often it lands. */
  #expand(arg: readonly Token[]): readonly Token[] {
    let expanded = this.#expanded.get(arg);
    if (expanded === undefined) this.#expanded.set(arg, (expanded = this.around.expand(arg)));
    return expanded;
  }

  /** Text of the file that lands in a body keeps its place, in a piece of its own for this landing. */
  #land(tokens: readonly Token[], glued: boolean | undefined): Token[] {
    const { map, growth, body } = this.around;
    const landed = new Map<number, number>();
    const out: Token[] = [];
    for (const token of tokens) {
      if (growth.spent) break;
      growth.grow(0, 1);
      if (!elementAt(map.pieces, token.piece).exact) {
        out.push({ ...token });
        continue;
      }
      let piece = landed.get(token.piece);
      if (piece === undefined) {
        piece = map.addPiece({ parent: body, start: token.start, end: token.end, exact: true });
        landed.set(token.piece, piece);
      }
      out.push({ ...token, piece });
    }
    if (out[0] && glued !== undefined) out[0].near = glued;
    return out;
  }
}

/** True where no white space stands between the two. */
export function isNear(before: Token | undefined, token: Token): boolean {
  return token.near ?? token.glued ?? before?.end === token.start;
}

/** As `#` writes it. */
function escaped({ kind, text }: Token): string {
  return kind === 'string' || kind === 'char' ? text.replace(/["\\]/g, '\\$&') : text;
}

/** The arguments from `index` on, with the commas between them. */
function joined(list: Arguments['list'], commas: readonly Token[], index: number): readonly Token[] {
  return list.slice(index).flatMap((arg, i) => {
    const comma = i === 0 ? undefined : commas[index + i - 1];
    return comma === undefined ? arg : [comma, ...arg];
  });
}
