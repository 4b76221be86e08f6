// The rules by which tokens are blanked or respelled for the grammar. They know tokens and brackets, not syntax.
import { present } from '../../base/assert';
import { pollAt } from '../../base/meter';
import type { Angles } from './angles';
import { SIZE_TEMPLATE } from './type-words';
import { assemblyAt } from './assembly';
import { ATTRIBUTE_CALLS, ATTRIBUTES, SPELLINGS } from './attribute-words';
import { tokenAt } from './lex';
import {
  CASE_RANGE,
  DECLTYPE_BRACE,
  LAUNCH,
  MEMBER_OF,
  NESTED_REQUIREMENT,
  NO_NAME,
  NO_TYPE,
  NOT_EXPANDED,
  OF_TYPE,
} from './mask-words';
import { STAND_IN, type Mark, type Seen, type Writer } from './mask-writer';
import {
  arrayOrFunctionDefault,
  declaratorDefault,
  type PlainArgument,
  plainArguments,
  sizedCast,
} from './plain-arguments';
import {
  declaringBody,
  hasComma,
  isBase,
  isConjunction,
  isGuide,
  isInLabel,
  isPackOfPointers,
  looksLikeShift,
  matchBrackets,
  qualifierStart,
  requiresAt,
  specifiersOfConversion,
} from './brackets';

/** Applies the rules in one walk over the tokens. */
export class Rules {
  readonly #out: Seen[];
  #closes: Int32Array | undefined;

  constructor(
    readonly tokens: Seen[],
    readonly angles: Angles,
    readonly writer: Writer,
  ) {
    this.#out = tokens;
  }

  run(): readonly Seen[] {
    const out = this.#out;
    for (let i = 0; i < out.length; i++) {
      pollAt(i);
      const token = tokenAt(out, i);
      if (token.absorbed === true || token.whole !== undefined) continue;
      if (token.kind === 'ident') i = this.#ident(token, i);
      else if (token.kind === 'punct') i = this.#gnuAttribute(i) ?? this.#punct(token, i);
    }
    return out;
  }

  #text(at: number): string {
    return this.tokens[at]?.text ?? '';
  }

  #drop(at: number): void {
    tokenAt(this.#out, at).emit = '';
  }

  /** Returns the index of the last token it settled. */
  #ident(token: Seen, i: number): number {
    const text = token.text;
    if (token.cut === true) {
      token.emit = NOT_EXPANDED;
      return i;
    }
    if (ATTRIBUTES.has(text)) {
      this.#attribute(i, i);
      return i;
    }
    if (ATTRIBUTE_CALLS.has(text)) return this.#attributeCall(i);
    token.emit ??= SPELLINGS.get(text);
    switch (text) {
      case 'using':
        this.#usingList(i);
        return i;
      case 'enum':
        if (this.#text(i + 1) === ':') token.emit = `enum ${NO_NAME}`;
        return i;
      case 'if':
      case 'else':
      case 'for':
      case 'while':
        this.#declaringBody(i);
        return i;
      case 'typename':
        this.#typename(i);
        return i;
      case 'template':
        this.#template(i);
        return i;
      case 'delete':
        this.#deleted(i);
        return i;
      case 'extern':
        if (this.#text(i + 1) === 'template') this.#attribute(i, i);
        return i;
      case 'decltype':
        this.#decltypeBrace(i);
        this.#decltypeComma(i);
        return i;
      case 'asm':
      case '__asm__':
      case '__asm':
        return this.#assembly(i);
      case 'requires':
        return this.#requires(i);
      case 'operator':
        for (const at of specifiersOfConversion(this.tokens, this.angles, i)) this.#attribute(at, at);
        return this.#operatorCall(token, i);
      default:
        break;
    }
    if (text === 'size_t' && this.angles.roles.get(i + 1) === 'open') token.emit = SIZE_TEMPLATE;
    token.emit ??= sizedCast(this.tokens, this.angles, i, this.#closing);
    if (isGuide(this.tokens, this.angles, i, this.#closing)) this.#guide(i);
    else if (this.angles.roles.get(i + 1) === 'open') this.#memberTemplate(token, i);
    else if (/^[A-Z][A-Z0-9_]{2,}$/.test(text)) this.#shouting(i);
    return i;
  }

  /** A deduction guide is shown as a function. The grammar knows no `explicit` one. */
  #guide(i: number): void {
    const token = tokenAt(this.tokens, i);
    token.emit = `auto ${token.text}`;
    if (this.tokens[i - 1]?.text === 'explicit') this.#attribute(i - 1, i - 1);
  }

  #attribute(from: number, to: number, argument?: Mark['argument'], what?: string): void {
    const first = tokenAt(this.tokens, from);
    const mark = { what: what ?? first.text, start: first.start, end: tokenAt(this.tokens, to).end };
    this.writer.mark(from, argument === undefined ? mark : { ...mark, argument });
    for (let i = from; i <= to; i++) this.#drop(i);
  }

  #attributeCall(i: number): number {
    const close = this.#text(i + 1) === '(' ? this.#closing(i + 1) : undefined;
    if (close === undefined) {
      this.#attribute(i, i);
      return i;
    }
    this.#attribute(i, close, this.#argument(i + 2, close));
    return close;
  }

  /** `[[gnu::packed]]` says what `__attribute__((packed))` says. */
  #gnuAttribute(i: number): number | undefined {
    if (this.#text(i) !== '[' || this.#text(i + 1) !== '[') return undefined;
    const close = this.#closing(i);
    const isGnu = ({ text }: Seen): boolean => text === 'gnu' || text === '__gnu__';
    if (close === undefined || !this.tokens.slice(i, close).some(isGnu)) return undefined;
    this.#attribute(i, close, this.#argument(i + 2, close - 1), '__attribute__');
    return close;
  }

  /** What stands in the parentheses of an attribute; where macros gave some of it, as it reads when they are
   *  expanded. */
  #argument(from: number, to: number): Mark['argument'] {
    const [start, end] = [tokenAt(this.tokens, from - 1).end, tokenAt(this.tokens, to).start];
    const isOwn = tokenAt(this.tokens, from - 1).piece === 0 && tokenAt(this.tokens, to).piece === 0;
    return this.#spelled(from, to, start, end, isOwn);
  }

  #spelled(from: number, to: number, start: number, end: number, isOwn: boolean): Mark['argument'] {
    const between = this.tokens.slice(from, to);
    if (isOwn && between.every(({ piece }) => piece === 0)) return { start, end };
    const spelled = between.map((token) => (token.cut === true ? NOT_EXPANDED : token.text)).join(' ');
    return { start: Math.min(start, end), end: Math.max(start, end), spelled };
  }

  /** `using A::f, B::g;`: the grammar knows one name for each declaration. */
  #usingList(i: number): void {
    for (let at = i + 1; at < this.tokens.length && !/^[=;{}]$/.test(this.#text(at)); at++) {
      if (this.angles.roles.get(at) === 'open') at = this.angles.closes.get(at) ?? at;
      else if (this.#text(at) === '(') at = this.#closing(at) ?? at;
      else if (this.#text(at) === ',') tokenAt(this.#out, at).emit = ';using ';
    }
  }

  /** The grammar is shown braces around a body that declares something. */
  #declaringBody(i: number): void {
    const body = declaringBody(this.tokens, this.angles, i, this.#closing);
    if (!body) return;
    tokenAt(this.#out, body.before).emit = `${this.#text(body.before)} {`;
    tokenAt(this.#out, body.end).emit = ';}';
  }

  /** `A::template f<1>`, and `template struct S<1>;`, where the grammar wants a variable. */
  #template(i: number): void {
    if (this.#text(i - 1) === '::') this.#drop(i);
    else if (/^(?:struct|class|union)$/.test(this.#text(i + 1))) this.#attribute(i, i);
  }

  /** `void f() = delete;`, and `delete[] (T*)p`, where the grammar takes the brackets for a closure's. */
  #deleted(i: number): void {
    if (this.#text(i + 1) === '[' && this.#text(i + 2) === ']' && this.#text(i - 1) !== 'operator') {
      this.#drop(i + 1);
      this.#drop(i + 2);
    }
    if (this.#text(i - 1) !== '=' || this.#text(i + 1) !== ';') return;
    this.#attribute(i, i);
    this.#drop(i - 1);
  }

  #typename(i: number): void {
    const next = this.#text(i + 2);
    const angle = this.angles.roles.get(i + 2);
    if (this.#text(i + 1) === '::' || next === '::' || angle === 'open' || this.#text(i + 1) === 'decltype')
      this.#drop(i);
  }

  /** `x.f<1>(s)` needs `template` for the grammar to see template arguments. `-> T<1> {` is a return type. */
  #memberTemplate(token: Seen, i: number): void {
    const before = this.#text(i - 1);
    const after = this.#text(present(this.angles.closes.get(i + 1), 'a template list that opens is closed') + 1);
    if (before === '.' || (before === '->' && after === '(')) token.emit = `template ${token.text}`;
  }

  /** Of assembly, which is not followed, what it writes is kept. */
  #assembly(i: number): number {
    const found = assemblyAt(this.tokens, i, this.#closing);
    if (!found) return i;
    for (let at = i; at <= found.close; at++) if (!found.kept.has(at)) this.#drop(at);
    tokenAt(this.#out, i).emit = found.stands;
    for (const at of found.commas ?? []) tokenAt(this.#out, at).emit = ',';
    return found.close;
  }

  /** `f.operator()<1>(x)` and `operator()(x);`: in an expression the grammar is shown a plain name. */
  #operatorCall(token: Seen, i: number): number {
    const [open, close] = [this.tokens[i + 1], this.tokens[i + 2]];
    if (open?.text !== '(' || close?.text !== ')' || open.start !== token.end || close.start !== open.end) return i;
    const before = this.#text(i - 1);
    const member = before === '.' || before === '->';
    if (!member && !/^(?:[;{}=(,]|template|return|else)$/.test(before)) return i;
    if (member && this.angles.roles.get(i + 3) === 'open') token.emit = `template ${token.text}`;
    for (const at of [i + 1, i + 2]) tokenAt(this.#out, at).emit = '_';
    return i + 2;
  }

  #requires(i: number): number {
    const asked = requiresAt(this.tokens, this.angles, i, this.#closing);
    if (!asked) return i;
    const { end, isNested } = asked;
    this.#attribute(i, end - 1, this.#argument(i + 1, end), isNested ? NESTED_REQUIREMENT : 'requires');
    if (isNested) tokenAt(this.#out, i).emit = '0';
    return end - 1;
  }

  /** `decltype(a, b)`: the grammar wants parentheses around a comma. */
  #decltypeComma(i: number): void {
    const close = tokenAt(this.#out, i).emit === DECLTYPE_BRACE ? undefined : this.#closing(i + 1);
    if (close === undefined || !hasComma(this.tokens, this.angles, i + 2, close)) return;
    tokenAt(this.#out, i + 1).emit = '((';
    tokenAt(this.#out, close).emit = '))';
  }

  #decltypeBrace(i: number): void {
    const close = this.#text(i + 1) === '(' ? this.#closing(i + 1) : undefined;
    if (close === undefined || this.#text(close + 1) !== '{') return;
    const end = this.#closing(close + 1);
    if (
      end === undefined ||
      isBase(this.tokens, i) ||
      /^(?:->|\)|noexcept|const|override)$/.test(this.#text(i - 1)) ||
      this.#text(i + 2) === 'auto'
    )
      return;
    tokenAt(this.#out, i).emit = DECLTYPE_BRACE;
    tokenAt(this.#out, close).emit = ',';
    tokenAt(this.#out, end).emit = '})';
  }

  /** Names in capitals that no macro explains: attributes before a declaration, and statements without their `;`. */
  #shouting(i: number): void {
    const before = this.tokens[i - 1];
    if (before !== undefined && !/^[;{}>]$/.test(before.text) && !/^(?:static|inline)$/.test(before.text)) return;
    if (
      /^(?:for|while|do|void|auto|static|constexpr|template|inline|if|struct|class|__global__|__device__|__host__)$/.test(
        this.#text(i + 1),
      )
    ) {
      this.#drop(i);
      return;
    }
    if (this.#text(i + 1) !== '(') return;
    const close = this.#closing(i + 1);
    const next = close === undefined ? undefined : this.tokens[close + 1];
    if (close === undefined || (next !== undefined && next.kind !== 'ident' && next.text !== '}')) return;
    if (next === undefined || /^(?:const|noexcept|override|final|try|requires)$/.test(next.text)) return;
    tokenAt(this.#out, close).emit = ');';
  }

  /** Returns the index of the last token it settled. */
  #punct(token: Seen, i: number): number {
    switch (this.angles.roles.get(i)) {
      case 'open':
        this.#plainArguments(i);
        return i;
      case 'close':
        if (token.emit === undefined && looksLikeShift(this.tokens, this.angles, i)) token.emit = ' >';
        return i;
      case 'less':
        token.emit = this.angles.inTemplate.has(i) ? '-' : '>';
        return i;
      case 'launch-open':
        this.#launchOpen(i);
        return i;
      case 'launch-close':
        this.#launchClose(i);
        return i;
      default:
        break;
    }
    if (token.text === '=') this.#default(i);
    else if (token.text === '&&' && isConjunction(this.tokens, i)) token.emit = ' and ';
    else if (token.text === '*' && this.#text(i - 1) === '::') this.#memberPointer(token, i);
    else if (token.text === '...' && isInLabel(this.tokens, i)) token.emit = CASE_RANGE;
    else if (token.text === '*' && isPackOfPointers(this.tokens, this.angles, i)) token.emit = '&';
    else if (/^[<>]=$/.test(token.text) && this.angles.inTemplate.has(i)) token.emit = '==';
    return i;
  }

  /** `C::*`: the grammar is shown the star alone. */
  #memberPointer(star: Seen, i: number): void {
    const from = qualifierStart(this.tokens, this.angles, i - 1);
    if (from === undefined) return;
    const [{ start }, { end }] = [tokenAt(this.tokens, from), tokenAt(this.tokens, i - 1)];
    const argument = this.#spelled(from, i - 1, start, tokenAt(this.tokens, i - 2).end, true);
    this.writer.mark(i, { what: MEMBER_OF, start, end, argument });
    for (let at = from; at < i; at++) this.#drop(at);
    star.emit = star.text;
  }

  #plainArguments(open: number): void {
    if (tokenAt(this.#out, open).absorbed === true) return;
    const plain = plainArguments(this.tokens, this.angles, open);
    const long = plain.filter(
      ({ from, to }) => tokenAt(this.tokens, to - 1).end - tokenAt(this.tokens, from).start >= STAND_IN.length,
    );
    for (const argument of long) this.#absorb(argument);
    // `A::B<T> x(3);`, `A::B<3>::C` and `A::B<3> - 1` read as comparisons unless one argument can only be a type.
    const after = this.tokens[present(this.angles.closes.get(open), 'a template list that opens is closed') + 1];
    const isFollowed = after?.kind === 'ident' || /^(?:[&*+-]|::)$/.test(after?.text ?? '');
    if (long.length === 0 && plain[0] && isFollowed) this.#absorb(plain[0]);
  }

  #absorb({ from, to, isUnread }: PlainArgument): void {
    const first = tokenAt(this.#out, from);
    first.whole = this.tokens.slice(from, to);
    if (isUnread) first.isUnread = true;
    for (let i = from + 1; i < to; i++) tokenAt(this.#out, i).absorbed = true;
  }

  /** `T x = {…}` as a default argument: the grammar wants a type before the brace. */
  #default(i: number): void {
    const type = declaratorDefault(this.tokens, this.angles, i);
    if (type) this.#absorb(type);
    const to = type ? undefined : arrayOrFunctionDefault(this.tokens, this.angles, i, this.#closing);
    if (to !== undefined) {
      tokenAt(this.#out, i).emit = `= ${OF_TYPE}<`;
      tokenAt(this.#out, to).emit = `> ${this.#text(to)}`;
    }
    const close = this.#text(i + 1) === '{' ? this.#closing(i + 1) : undefined;
    if (close !== undefined && /^[,)]$/.test(this.#text(close + 1))) tokenAt(this.#out, i + 1).emit = `${NO_TYPE}{`;
  }

  #launchOpen(i: number): void {
    tokenAt(this.#out, i).emit = `(${LAUNCH}(`;
    this.#drop(i + 1);
  }

  #launchClose(i: number): void {
    tokenAt(this.#out, i).emit = this.#text(i + 4) === ')' ? ')' : '),';
    for (const behind of [1, 2, 3]) this.#drop(i + behind);
  }

  /** The index of the bracket that closes the one at `open`. */
  readonly #closing = (open: number): number | undefined => {
    this.#closes ??= matchBrackets(this.tokens);
    const close = this.#closes[open];
    return close === 0 ? undefined : close;
  };
}
