// Decides which `<` open template arguments and which compare, before the grammar sees them, and finds `<<<…>>>`.
// C++ asks whether the name is a template; here the name's spelling, the file's own templates and the brackets answer.
import { elementAt, present } from '../../base/assert';
import { pollAt } from '../../base/meter';
import { type Token, tokenAt } from './lex';

export type AngleRole = 'open' | 'close' | 'less' | 'launch-open' | 'launch-close';

export interface Angles {
  /** By index of the token. A launch's role stands on the first of its tokens. */
  readonly roles: ReadonlyMap<number, AngleRole>;
  /** From a template's `<` to its `>`. */
  readonly closes: ReadonlyMap<number, number>;
  /** From a template's `<` to the number of lists that are nested in it, itself included. */
  readonly heights: ReadonlyMap<number, number>;
  /** Indices of tokens that stand directly in template arguments, without a bracket between: `>=` there confuses the
   *  grammar. */
  readonly inTemplate: ReadonlySet<number>;
}

interface Open {
  readonly text: '(' | '[' | '{' | '<' | '<<<';
  readonly at: number;
  readonly certain: boolean;
  /** For `<`: written against the name before it, as templates are and comparisons mostly are not. */
  readonly tight?: boolean;
  /** For `<`: a logical operator stands directly inside. */
  logical?: boolean;
  /** How many lists of template arguments are nested in it. */
  height: number;
}

/** Templates of CuTe and the standard library whose names do not show it. */
const KNOWN = new Set(
  (
    'size rank depth shape stride cosize get select append prepend coalesce composition complement group_modes take front back local_tile local_partition ' +
    'logical_divide zipped_divide tiled_divide flat_divide make_tensor make_tensor_like make_fragment_like make_smem_ptr make_gmem_ptr make_rmem_ptr recast ' +
    'recast_ptr recast_layout make_layout tile_to_shape is_same is_same_v conditional enable_if tuple vector array array_aligned array_subbyte pair integral_constant min max ' +
    'make_tma_copy make_tma_atom make_ordered_layout static_cast reinterpret_cast const_cast dynamic_cast partition_fragment_A partition_fragment_B ' +
    'partition_fragment_C partition_A partition_B partition_C make_tiled_copy make_tiled_mma make_cotiled_copy cast_smem_ptr_to_uint raw_pointer_cast ' +
    'bool_constant conjunction disjunction negation device_vector host_vector unique_ptr shared_ptr optional function decay remove_cvref numeric_limits make_int_sequence seq make_seq unwrap tuple_element'
  ).split(' '),
);

const NOT_NAMES = new Set([
  'return',
  'case',
  'else',
  'sizeof',
  'operator',
  'and',
  'or',
  'not',
  'goto',
  'throw',
  'const',
  'volatile',
  'constexpr',
  'static',
  'this',
  'nullptr',
  'true',
  'false',
]);

/** Words after `template <…>` that come before the declared name. */
const CLASS_WORDS = new Set(['struct', 'class', 'union', 'using', 'concept']);

export function findAngles(tokens: readonly Token[]): Angles {
  return new Finder(tokens, declaredTemplates(tokens)).run();
}

class Finder {
  readonly roles = new Map<number, AngleRole>();
  readonly closes = new Map<number, number>();
  readonly heights = new Map<number, number>();
  readonly inTemplate = new Set<number>();
  readonly #stack: Open[] = [];
  /** Where brackets stand in the stack, among the `<`; and how many of them are braces. */
  readonly #brackets: number[] = [];
  #braces = 0;
  readonly #pending: { index: number; open: number }[] = [];

  constructor(
    readonly tokens: readonly Token[],
    readonly templates: ReadonlySet<string>,
  ) {}

  run(): Angles {
    for (let i = 0; i < this.tokens.length; i++) {
      pollAt(i);
      const token = tokenAt(this.tokens, i);
      if (token.kind === 'punct') this.#punct(token.text, i);
    }
    for (const { index, open } of this.#pending) if (this.roles.get(open) === 'open') this.inTemplate.add(index);
    return this;
  }

  #punct(text: string, i: number): void {
    switch (text) {
      case '(':
      case '[':
      case '{':
        this.#open(text, i);
        return;
      case ')':
        this.#close('(');
        return;
      case ']':
        this.#close('[');
        return;
      case '}':
        this.#close('{');
        return;
      case ';':
        this.#dropAngles();
        return;
      case '<<':
        this.#launch(i);
        return;
      case '<':
        this.#less(i);
        return;
      case '>':
        this.#greater(i);
        return;
      case '>=':
      case '<=':
        this.#note(i);
        return;
      case '&&':
      case '||':
      case '?':
        this.#logical();
        return;
      default:
        return;
    }
  }

  #top(): Open | undefined {
    return this.#stack[this.#stack.length - 1];
  }

  #dropAngles(): void {
    while (this.#top()?.text === '<' || this.#top()?.text === '<<<') this.#drop();
  }

  #drop(): void {
    const open = this.#pop();
    if (open.text === '<') this.#compares(open.at);
  }

  /** Takes the innermost bracket. What is nested in it, is nested in the one around it too. */
  #pop(lists = 0): Open {
    const open = present(this.#stack.pop(), 'a bracket is open');
    const around = this.#top();
    if (around) around.height = Math.max(around.height, open.height + lists);
    return open;
  }

  #compares(at: number): void {
    this.roles.set(at, 'less');
    this.#note(at);
  }

  /** Remembers that the token stands directly inside whatever `<` is open. */
  #note(at: number): void {
    const top = this.#top();
    if (top?.text === '<') this.#pending.push({ index: at, open: top.at });
  }

  #open(text: '(' | '[' | '{', at: number): void {
    this.#brackets.push(this.#stack.length);
    if (text === '{') this.#braces++;
    this.#stack.push({ text, at, certain: true, height: 0 });
  }

  #close(bracket: '(' | '[' | '{'): void {
    const last = this.#brackets[this.#brackets.length - 1];
    if (last === undefined) return;
    if (elementAt(this.#stack, last).text === bracket) {
      this.#closeLast(last);
      return;
    }
    // An unbalanced brace closes everything inside its own pair, so that damage stays local.
    if (bracket !== '{' || this.#braces === 0) return;
    for (let at = last; ; at = elementAt(this.#brackets, this.#brackets.length - 1)) {
      const isBrace = elementAt(this.#stack, at).text === '{';
      this.#closeLast(at);
      if (isBrace) return;
    }
  }

  /** Takes the innermost bracket, which stands at `at` in the stack, and all that it holds. */
  #closeLast(at: number): void {
    while (this.#stack.length - 1 > at) this.#drop();
    if (this.#pop().text === '{') this.#braces--;
    this.#brackets.pop();
  }

  #launch(at: number): void {
    const next = this.tokens[at + 1];
    const token = tokenAt(this.tokens, at);
    if (next?.text === '<' && next.start === token.end && next.piece === token.piece)
      this.#stack.push({ text: '<<<', at, certain: true, height: 0 });
  }

  #less(at: number): void {
    const top = this.#top();
    if (top?.text === '<<<' && top.at === at - 1) return;
    const before = this.tokens[at - 1];
    if (before?.text === 'template') {
      this.#stack.push({ text: '<', at, certain: true, height: 0 });
      return;
    }
    if (before?.text === ')' && this.tokens[at - 2]?.text === '(' && this.tokens[at - 3]?.text === 'operator') {
      this.#stack.push({ text: '<', at, certain: true, height: 0 });
      return;
    }
    // `[] <class T> (…)`: the template parameters of a lambda.
    if (before?.text === ']' && /^(?:class|typename|int|auto|bool)$/.test(this.tokens[at + 1]?.text ?? '')) {
      this.#stack.push({ text: '<', at, certain: true, height: 0 });
      return;
    }
    if (before?.kind !== 'ident' || NOT_NAMES.has(before.text)) {
      if (before?.text !== 'operator') this.#compares(at);
      return;
    }
    this.#stack.push({
      text: '<',
      at,
      certain: this.#isTemplate(before.text, at),
      tight: this.#isTight(at),
      height: 0,
    });
  }

  #isTemplate(name: string, at: number): boolean {
    if (this.tokens[at - 2]?.text === 'template' || /(?:_t|_v)$/.test(name)) return true;
    // `max < a && b > c` compares, `max<a>(b)` does not: these names may be variables too.
    if (!this.#isTight(at)) return false;
    return (
      this.templates.has(name) ||
      KNOWN.has(name) ||
      /^[A-Z].*[a-z]/.test(name) ||
      /^(?:(?:__)?is|make|(?:__)?has|SM\d+)_/.test(name)
    );
  }

  /** Whether no space stands before the token, where it was written. */
  #isTight(at: number): boolean {
    const token = tokenAt(this.tokens, at);
    return token.glued === true || tokenAt(this.tokens, at - 1).end === token.start;
  }

  /** A logical operator hardly stands in the template arguments of a name that does not look like a template. */
  #logical(): void {
    for (let top = this.#top(); top?.text === '<' && !top.certain; top = this.#top()) {
      if (top.tight === true) {
        top.logical = true;
        return;
      }
      this.#drop();
    }
  }

  #greater(at: number): void {
    const ends = /^(?:[;,(){}>]|::|\.\.\.|)$/.test(this.tokens[at + 1]?.text ?? '');
    let top = this.#top();
    for (; top?.text === '<' && top.logical === true && !ends; top = this.#top()) this.#drop();
    if (top?.text === '<<<') {
      this.#closeLaunch(at);
      return;
    }
    if (top?.text !== '<') return;
    const below = this.#stack[this.#stack.length - 2];
    if (!top.certain && below?.text === '<' && below.certain && !this.#endsNested(at)) this.#drop();
    const open = this.#pop(1);
    this.roles.set(open.at, 'open');
    this.roles.set(at, 'close');
    this.closes.set(open.at, at);
    this.heights.set(open.at, open.height + 1);
  }

  /** Whether this `>` closes a template nested in another's arguments: another `>` must follow for the outer one,
   *  and what comes next must fit after a template rather than after a comparison. */
  #endsNested(at: number): boolean {
    const next = this.tokens[at + 1];
    if (!this.#closesLater(at + 1)) return false;
    return next === undefined || /^(?:[>,({&*.]|::|\.\.\.|&&|\|\||const|==|!=|[+\-/?:)])$/.test(next.text);
  }

  #closesLater(from: number): boolean {
    let depth = 0;
    for (let i = from; i < this.tokens.length && i < from + 400; i++) {
      const { text, kind } = tokenAt(this.tokens, i);
      if (kind !== 'punct') continue;
      if (text === '>' && depth === 0) return true;
      if (text === '(' || text === '[' || text === '{') depth++;
      else if (text === ')' || text === ']' || text === '}') depth--;
      if (depth < 0 || (text === ';' && depth === 0)) return false;
    }
    return false;
  }

  #closeLaunch(at: number): void {
    const [a, b, c] = [this.tokens[at], this.tokens[at + 1], this.tokens[at + 2]];
    if (a === undefined || b?.text !== '>' || c?.text !== '>' || a.end !== b.start || b.end !== c.start) return;
    const open = this.#pop();
    if (this.tokens[at + 3]?.text !== '(') return;
    this.roles.set(open.at, 'launch-open');
    this.roles.set(at, 'launch-close');
  }
}

/** The names that the file declares with `template <…>`. */
function declaredTemplates(tokens: readonly Token[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (let i = 0; i + 1 < tokens.length; i++) {
    if (tokenAt(tokens, i).text !== 'template' || tokenAt(tokens, i + 1).text !== '<') continue;
    const name = nameAfterHeader(tokens, i + 2);
    if (name !== undefined) names.add(name);
  }
  return names;
}

function nameAfterHeader(tokens: readonly Token[], from: number): string | undefined {
  let depth = 1;
  let at = from;
  for (; at < tokens.length && depth > 0 && at < from + 400; at++) {
    const text = tokenAt(tokens, at).text;
    depth += text === '<' ? 1 : text === '>' ? -1 : 0;
  }
  for (const end = at + 40; at < end && at + 1 < tokens.length; at++) {
    const token = tokenAt(tokens, at);
    const next = tokenAt(tokens, at + 1);
    if (CLASS_WORDS.has(token.text) && next.kind === 'ident') return next.text === 'alignas' ? undefined : next.text;
    if (token.text === 'template' || token.text === ';' || token.text === '{') return undefined;
    if (
      token.kind === 'ident' &&
      (next.text === '(' || next.text === '=') &&
      !/^(?:__\w+__|alignas|decltype|requires|noexcept|operator)$/.test(token.text)
    )
      return token.text;
  }
  return undefined;
}
