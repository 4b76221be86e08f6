// Macros: their definitions, those that CuTe, CUTLASS and GoogleTest define, and their expansion in a list of tokens.
// Knows nothing of conditions and of C++; an expansion that grows without end is cut off.
import { elementAt, present } from '../../base/assert';
import { Held } from '../../base/held';
import { spend } from '../../base/meter';
import { lex, type Token, tokenAt } from './lex';
import type { SourceLines } from '../../base/source-lines';
import type { Stretch } from '../../base/span';
import type { SourceMap } from './source-map';
import { isNear, NO_ARGUMENTS, Substitution, type Arguments } from './substitution';

export interface Macro {
  readonly name: string;
  readonly params?: readonly string[];
  readonly body: readonly Token[];
  readonly text: string;
}

/** Looks up macros by name. */
export interface MacroTable {
  get(name: string): Macro | undefined;
}

const MAX_DEPTH = 60;
/** Macros with more parameters are not expanded. */
const MAX_PARAMS = 250;

/** How far the macros of one file may grow: in tokens, and in characters that are spelled together. More is a macro
 *  bomb. */
export class Growth {
  #tokens = 80_000;
  #characters = 1_000_000;

  get spent(): boolean {
    return this.#tokens <= 0 || this.#characters <= 0;
  }

  grow(tokens: number, characters: number): void {
    spend(tokens, 'steps');
    this.#tokens -= tokens;
    this.#characters -= characters;
  }
}

/** What cute/config.hpp, cutlass/cutlass.h and gtest define, as far as it bears on reading a program. */
const BUILTIN: readonly string[] = [
  'CUTE_HOST_DEVICE __forceinline__ __host__ __device__',
  'CUTE_DEVICE __forceinline__ __device__',
  'CUTE_HOST __forceinline__ __host__',
  'CUTLASS_HOST_DEVICE __forceinline__ __host__ __device__',
  'CUTLASS_DEVICE __forceinline__ __device__',
  'CUTLASS_HOST __host__',
  'CUTLASS_GLOBAL __global__ static',
  'CUTE_GRID_CONSTANT __grid_constant__',
  'CUTLASS_GRID_CONSTANT __grid_constant__',
  'CUTE_UNROLL',
  'CUTE_NO_UNROLL',
  'CUTLASS_PRAGMA_UNROLL',
  'CUTLASS_PRAGMA_NO_UNROLL',
  'CUTLASS_GEMM_LOOP',
  'CUTE_RESTRICT',
  'CUTLASS_LAMBDA_FUNC_INLINE',
  'CUTLASS_FORCE_INLINE_LAMBDA',
  'CUTLASS_ATTRIBUTE_ALIGNED',
  'CUTE_GCC_UNREACHABLE',
  'CUTE_INLINE_CONSTANT static constexpr',
  'CUTLASS_CONSTEXPR_IF_CXX17 constexpr',
  'CUTE_CONSTEXPR constexpr',
  'CUTE_STATIC constexpr static',
  'CUTE_ALIGNAS(n) alignas(n)',
  'CUTLASS_ALIGNAS(n) alignas(n)',
  'CUTLASS_ALIGN(n) alignas(n)',
  'CUTLASS_ALIGNED(n) alignas(n)',
  'CUTE_STATIC_V(x) decltype(x)::value',
  'CUTE_STL_NAMESPACE std',
  'CUTLASS_STL_NAMESPACE std',
  'CUTE_UNREACHABLE ',
  'CUTE_STATIC_ASSERT_V(x, ...) static_assert(x)',
  'CUTE_STATIC_ASSERT(...) static_assert(__VA_ARGS__)',
  '__CUTE_REQUIRES(...) class = enable_if_t<(__VA_ARGS__)>',
  '__CUTE_REQUIRES_V(...) class = enable_if_t<decltype((__VA_ARGS__))::value>',
  'CUTE_STRINGIFY(x) #x',
  'TEST(suite, name) void suite##_##name()',
  'TEST_F(suite, name) void suite##_##name()',
  'FLASH_NAMESPACE flash',
  'CUTLASS_NAMESPACE cutlass',
];

export const builtinMacros: ReadonlyMap<string, Macro> = new Map(
  BUILTIN.map((line) => {
    const macro = present(parseDefine(line), 'a built-in macro is well formed');
    return [macro.name, macro];
  }),
);

/** Macros that stand for a place in the text. */
export const PLACES = new Set(['__LINE__', '__FILE__', '__COUNTER__']);

/** Where text stands. Nothing is known of the lines of a text that has no place in a file. */
export type Lines = Pick<SourceLines, 'numberOf' | 'fileAt'> & Partial<Pick<SourceLines, 'noteUse'>>;

/** Reads what follows `#define`. */
export function parseDefine(text: string): Macro | undefined {
  const clean = text.replace(/\\\r?\n/g, ' ');
  const head = /^\s*([\p{ID_Start}_$][\p{ID_Continue}$]*)(\(([^()]*)\))?/u.exec(clean);
  if (head === null) return undefined;
  const name = head[1] ?? '';
  const body = clean.slice(head[0].length);
  const tokens = lex(body.replace(/^\s+/, '').startsWith('#') ? ` x${body}` : body).tokens;
  if (body.replace(/^\s+/, '').startsWith('#')) tokens.shift();
  for (let i = 1; i < tokens.length; i++)
    tokenAt(tokens, i).glued = tokenAt(tokens, i).start === tokenAt(tokens, i - 1).end;
  const params = head[3]
    ?.split(',')
    .map((p) => p.trim())
    .filter((p) => p !== '');
  return head[2] === undefined
    ? { name, body: tokens, text: body.trim() }
    : { name, params: params ?? [], body: tokens, text: body.trim() };
}

/** The arguments of a use, the commas between them, and the index of the token after it. */
interface Call {
  readonly args: Arguments;
  readonly after: number;
}

/** Expands macros in lists of tokens of one file. */
export class Expander {
  /** The outermost use that is being expanded. */
  readonly #outermost = new Held<Stretch | undefined>(undefined);

  constructor(
    readonly table: MacroTable,
    readonly map: SourceMap,
    readonly growth: Growth,
    readonly lines?: Lines,
  ) {}

  /** Expands the use that starts at `tokens[at]`, where there is one, into `out`. Returns the index after it. */
  expandAt(tokens: readonly Token[], at: number, out: Token[], depth = 0): number {
    const token = tokenAt(tokens, at);
    const macro = token.kind === 'ident' ? this.#lookUp(token) : undefined;
    if (macro === undefined) {
      out.push(token);
      return at + 1;
    }
    if (depth > MAX_DEPTH || this.growth.spent || (macro.params?.length ?? 0) > MAX_PARAMS) {
      out.push({ ...token, cut: true });
      return at + 1;
    }
    if (macro.params === undefined) {
      if (macro.body.length === 0) return at + 1;
      const before = out.length;
      this.#replace(macro, used(tokens, at), token.end, NO_ARGUMENTS, out, depth);
      return out.length > before ? this.#callThrough(tokens, at + 1, out, depth) : at + 1;
    }
    const call = this.#arguments(tokens, at + 1);
    if (call === undefined) {
      out.push(token);
      return at + 1;
    }
    const before = out.length;
    this.#replace(macro, used(tokens, at), tokenAt(tokens, call.after - 1).end, call.args, out, depth);
    return out.length > before ? this.#callThrough(tokens, call.after, out, depth) : call.after;
  }

  /** Where what a macro became ends in the name of a function-like macro, the arguments that follow are that one's. */
  #callThrough(tokens: readonly Token[], at: number, out: Token[], depth: number): number {
    const last = out.at(-1);
    const macro = last?.kind === 'ident' && last.cut !== true ? this.#lookUp(last) : undefined;
    const call = macro?.params === undefined || this.growth.spent ? undefined : this.#arguments(tokens, at);
    if (last === undefined || macro === undefined || call === undefined) return at;
    out.pop();
    const before = out.length;
    this.#replace(macro, last, tokenAt(tokens, call.after - 1).end, call.args, out, depth);
    return out.length > before ? this.#callThrough(tokens, call.after, out, depth) : call.after;
  }

  /** The arguments that follow, each time they are read: they are copied. */
  #arguments(tokens: readonly Token[], at: number): Call | undefined {
    const call = readArguments(tokens, at);
    if (call !== undefined) this.growth.grow(0, call.after - at);
    return call;
  }

  expandAll(tokens: readonly Token[], depth = 0): Token[] {
    const out: Token[] = [];
    for (let at = 0; at < tokens.length;) at = this.expandAt(tokens, at, out, depth);
    return out;
  }

  #lookUp(token: Token): Macro | undefined {
    const macro = this.table.get(token.text) ?? this.#placeOf(token);
    return macro === undefined || token.hide?.has(token.text) === true ? undefined : macro;
  }

  /** `__LINE__` and `__FILE__`: where the use of a macro around them stands, if there is one. Compilers differ on a use
   *  that takes several lines, so that it is left as it is; the name of a file is known where `#line` gives it. */
  #placeOf(token: Token): Macro | undefined {
    const { text } = token;
    if (text !== '__LINE__' && text !== '__FILE__') return undefined;
    const { start, end } = this.#outermost.now ?? token;
    return text === '__LINE__'
      ? placeMacro(text, 'number', this.lines?.numberOf(start, end)?.toString())
      : placeMacro(text, 'string', this.lines?.fileAt(start));
  }

  #replace(macro: Macro, use: Token, end: number, args: Arguments, out: Token[], depth: number): void {
    const outermost = this.#outermost.now ?? { start: use.start, end };
    if (outermost !== this.#outermost.now) this.lines?.noteUse?.(outermost);
    this.#outermost.during(outermost, () => this.#replaceIn(macro, use, end, args, out, depth));
  }

  #replaceIn(macro: Macro, use: Token, end: number, args: Arguments, out: Token[], depth: number): void {
    const parent = elementAt(this.map.pieces, use.piece);
    const body = parent.exact
      ? this.map.addPiece({ parent: use.piece, start: use.start, end, exact: false })
      : use.piece;
    const span = elementAt(this.map.pieces, body);
    const hide = use.hide === undefined ? new Set([macro.name]) : new Set([...use.hide, macro.name]);
    const filled = new Substitution(macro, args, {
      map: this.map,
      growth: this.growth,
      expand: (tokens) => this.expandAll(tokens, depth + 1),
      own: (token) => ({ ...token, start: span.start, end: span.end, piece: body, hide }),
      body,
    }).run();
    this.growth.grow(Math.max(filled.length, macro.body.length), 0);
    if (this.growth.spent) {
      out.push({ ...use, cut: true });
      return;
    }
    for (const token of filled)
      if (token.hide === undefined) token.hide = hide;
      else if (!token.hide.has(macro.name)) token.hide = new Set([...token.hide, macro.name]);
    if (filled[0]) filled[0].near = use.near;
    for (let at = 0; at < filled.length;) at = this.expandAt(filled, at, out, depth + 1);
  }
}

function placeMacro(name: string, kind: 'number' | 'string', text: string | undefined): Macro | undefined {
  if (text === undefined) return undefined;
  return { name, body: [{ kind, text, start: 0, end: text.length, piece: 0 }], text };
}

/** The name of a macro where it is used, which says whether white space stands before it. */
function used(tokens: readonly Token[], at: number): Token {
  const token = tokenAt(tokens, at);
  return { ...token, near: isNear(tokens[at - 1], token) };
}

/** Lists with a `(` that nothing closes: from each of its `(` to what closes it. Looking for it each time would be
 *  slow. */
const closings = new WeakMap<readonly Token[], ReadonlyMap<number, number>>();

function closingsOf(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const closes = new Map<number, number>();
  const open: number[] = [];
  tokens.forEach(({ kind, text }, i) => {
    if (kind !== 'punct') return;
    if (text === '(') open.push(i);
    else if (text === ')') {
      const at = open.pop();
      if (at !== undefined) closes.set(at, i);
    }
  });
  return closes;
}

/** The arguments of the call whose `(` stands at `at`, split at commas outside brackets. */
function readArguments(tokens: readonly Token[], at: number): Call | undefined {
  if (tokens[at]?.text !== '(' || closings.get(tokens)?.has(at) === false) return undefined;
  const list: Token[][] = [[]];
  const commas: Token[] = [];
  let depth = 0;
  for (let i = at; i < tokens.length; i++) {
    const token = tokenAt(tokens, i);
    if (token.kind === 'punct') {
      if (token.text === '(') {
        if (depth++ === 0) continue;
      } else if (token.text === ')') {
        if (--depth === 0) return { args: { list, commas }, after: i + 1 };
      } else if (token.text === ',' && depth === 1) {
        list.push([]);
        commas.push(token);
        continue;
      }
    }
    elementAt(list, list.length - 1).push(token);
  }
  closings.set(tokens, closingsOf(tokens));
  return undefined;
}
