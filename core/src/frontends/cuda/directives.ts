// The preprocessor's directives: what they say, read once for a text, and what they do where the file is included.
// Reads no include itself and expands nothing but conditions.
import { spend } from '../../base/meter';
import type { SourceLines } from '../../base/source-lines';
import type { FileId, Stretch as Place } from '../../base/span';
import type { ProgramOptions } from '../front-end';
import { holds, isDefined, type View } from './conditions';
import { firstWord, includePath, stripComments } from './directive-words';
import { hasKernels, kernelMarks, namesOf, type LeftOut } from './left-out';
import { LineRun, lineMarker } from './line-marks';
import { lex, literalsAmong, type Comment, type Token, tokenAt } from './lex';
import { builtinMacros, Expander, Growth, parseDefine, type Macro } from './macros';
import { PackingRun, type Packing } from './packing';
import { aloneIn, headsOf, sideOf, type Head, type Side } from './sides';
import { SourceMap } from './source-map';
import type { MacroUnit } from './unit';

export interface IncludeLine {
  readonly path: string;
  readonly quoted: boolean;
  readonly start: number;
  readonly end: number;
}

/** A directive that decides or defines something. `at` is the index of its token. */
type Directive = { readonly at: number; readonly start: number; readonly end: number } & (
  | { readonly is: 'if' | 'elif'; readonly test: string }
  | { readonly is: 'ifdef' | 'ifndef' | 'elifdef' | 'elifndef' | 'undef'; readonly name: string }
  | { readonly is: 'else' | 'endif' | 'once' }
  | { readonly is: 'define'; readonly macro: Macro }
  | { readonly is: 'include' | 'line'; readonly names: string }
  | { readonly is: 'pack'; readonly inside: string }
);

/** A text with what does not depend on where it is included. */
export class Lexed {
  readonly comments: readonly Comment[];
  readonly directives: readonly Directive[];
  /** The indices of tokens that are directives of any kind, and how many tokens there are. */
  readonly breaks: readonly number[];
  readonly count: number;
  /** The function around each directive, where the text asks for `__CUDA_ARCH__` at all. */
  readonly heads: ReadonlyMap<number, Head>;
  /** Each `#if` outside of functions that has no other branch: what one side has and the other has not. */
  readonly alone: ReadonlySet<number>;
  #literals: readonly Place[] | undefined;
  #kernels: readonly number[] | undefined;
  #tokens: Token[] | undefined;

  constructor(readonly text: string) {
    const { tokens, comments } = lex(text);
    const breaks: number[] = [];
    tokens.forEach(({ kind }, at) => void (kind === 'directive' && breaks.push(at)));
    this.comments = comments;
    this.breaks = breaks;
    this.count = tokens.length;
    spend(tokens.length, 'steps');
    this.directives = breaks.flatMap((at) => read(tokenAt(tokens, at), at) ?? []);
    this.heads = text.includes('__CUDA_ARCH_') ? headsOf(tokens) : new Map();
    this.alone = aloneIn(this.directives, this.heads);
    this.#tokens = tokens;
  }

  get literals(): readonly Place[] {
    return (this.#literals ??= literalsAmong(this.#now, this.comments));
  }

  /** Tokens by which code of kernels is known. */
  get kernels(): readonly number[] {
    return (this.#kernels ??= kernelMarks(this.#now));
  }

  get #now(): readonly Token[] {
    return (this.#tokens ??= lex(this.text).tokens);
  }

  /** Lets the tokens go. */
  release(): void {
    this.#tokens = undefined;
  }

  /** The tokens, which the caller may change: if they are asked for again, the text is split again. */
  take(): Token[] {
    const tokens = this.#tokens ?? lex(this.text).tokens;
    this.#tokens = undefined;
    return tokens;
  }
}

/** Tokens `[from, to)`, none of them a directive, which are read. In one epoch nothing is defined and nothing
 *  included. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly epoch: number;
}

/** A part of a text, by offsets. */
export interface Stretched {
  readonly start: number;
  readonly end: number;
}

/** What the directives of a file did. */
export interface Run {
  /** Where two runs of a text decide alike, they read the same of it. */
  readonly decisions: readonly (boolean | string)[];
  readonly stretches: readonly Stretch[];
  /** By epoch: the moment of the unit at which it began. */
  readonly moments: readonly number[];
  readonly includes: readonly IncludeLine[];
  /** Text that is another one for the host than for the device; it was read for the device. */
  readonly sided: readonly Stretched[];
  /** Conditions that ask for the architecture, and none of whose branches is read. */
  readonly unbuilt: readonly Stretched[];
  readonly leftOut: readonly LeftOut[];
  /** What `#pragma pack` says, in the order of the text. */
  readonly packings: readonly Packing[];
  /** The numbers of its lines. */
  readonly lines: SourceLines;
  /** Macros that the file itself defined and that hold at its end. */
  readonly defined: readonly Macro[];
}

function read({ text, start, end }: Token, at: number): Directive | undefined {
  const match = /^#\s*([a-z_]+)/.exec(text.includes('/') ? text.replace(/^#\s*\/\*.*?\*\//, '#') : text);
  const names = match === null ? lineMarker(text) : undefined;
  if (names !== undefined) return { is: 'line', names, at, start, end };
  if (match === null) return undefined;
  const rest = (): string => stripComments(text.slice(text.indexOf(match[1] ?? '') + (match[1] ?? '').length));
  const is = match[1] ?? '';
  switch (is) {
    case 'if':
    case 'elif':
      return { is, at, start, end, test: rest() };
    case 'ifdef':
    case 'ifndef':
    case 'elifdef':
    case 'elifndef':
    case 'undef':
      return { is, at, start, end, name: firstWord(rest()) };
    case 'else':
    case 'endif':
      return { is, at, start, end };
    case 'include':
    case 'line':
      return { is, at, start, end, names: rest() };
    case 'pragma':
      return pragma(rest(), { at, start, end });
    case 'define': {
      const macro = parseDefine(rest());
      // What CuTe defines is already known in the form that suits the grammar.
      return macro === undefined || builtinMacros.has(macro.name) ? undefined : { is, at, start, end, macro };
    }
    default:
      return undefined;
  }
}

function pragma(text: string, at: Pick<Directive, 'at' | 'start' | 'end'>): Directive | undefined {
  const inside = /^\s*pack\s*\(([^)]*)\)/.exec(text)?.[1];
  if (inside !== undefined) return { is: 'pack', inside, ...at };
  return firstWord(text) === 'once' ? { is: 'once', ...at } : undefined;
}

/** One `#if … #endif`: whether its branch is read, whether one was read already, whether all around it is read. */
interface Condition {
  active: boolean;
  taken: boolean;
  readonly outer: boolean;
  /** The directive that began it. */
  readonly from: Place & { readonly at: number };
  /** What its conditions asked for and nothing defines. */
  readonly missing: Set<string>;
  /** Its branches are others for the host than for the device. */
  sided: boolean;
  asksArch: boolean;
}

/** Runs the directives of a file where the unit includes it. */
export function runDirectives(lexed: Lexed, file: FileId, unit: MacroUnit, follow: ProgramOptions['follow']): Run {
  const runner = new Runner(lexed, file, unit, follow);
  for (const directive of lexed.directives) runner.run(directive);
  return runner.finish();
}

class Runner {
  readonly #decisions: (boolean | string)[] = [];
  readonly #stretches: Stretch[] = [];
  readonly #moments: number[];
  readonly #includes: IncludeLine[] = [];
  readonly #own = new Map<string, Macro>();
  readonly #conditions: Condition[] = [];
  readonly #sided: Stretched[] = [];
  readonly #unbuilt: Stretched[] = [];
  readonly #leftOut: LeftOut[] = [];
  readonly #packing = new PackingRun();
  readonly #lines: LineRun;
  readonly #growth = new Growth();
  #active = true;
  /** The first token that belongs to no stretch yet, and the first break behind it. */
  #done = 0;
  #break = 0;

  constructor(
    readonly lexed: Lexed,
    readonly file: FileId,
    readonly unit: MacroUnit,
    readonly follow: ProgramOptions['follow'],
  ) {
    this.#moments = [unit.now];
    this.#lines = new LineRun(lexed.text);
  }

  run(directive: Directive): void {
    spend(1, 'steps');
    this.#stretch(directive.at);
    const { unit } = this;
    switch (directive.is) {
      case 'if':
        this.#open(directive, (view) => holds(directive.test, unit, this.#growth, view));
        return;
      case 'ifdef':
        this.#open(directive, (view) => isDefined(directive.name, unit, view));
        return;
      case 'ifndef':
        this.#open(directive, (view) => !isDefined(directive.name, unit, view));
        return;
      case 'elif':
        this.#otherwise(directive, (view) => holds(directive.test, unit, this.#growth, view));
        return;
      case 'elifdef':
        this.#otherwise(directive, (view) => isDefined(directive.name, unit, view));
        return;
      case 'elifndef':
        this.#otherwise(directive, (view) => !isDefined(directive.name, unit, view));
        return;
      case 'else':
        this.#otherwise(directive, () => true);
        return;
      case 'endif':
        this.#close(this.#conditions.pop(), directive);
        this.#decide();
        return;
      default:
        if (this.#active) this.#act(directive);
    }
  }

  finish(): Run {
    this.#stretch(this.lexed.count);
    const end = { end: this.lexed.text.length, at: this.lexed.count };
    for (const open of this.#conditions) this.#close(open, end);
    return {
      decisions: this.#decisions,
      stretches: this.#stretches,
      moments: this.#moments,
      includes: this.#includes,
      sided: this.#sided,
      unbuilt: this.#unbuilt,
      leftOut: this.#leftOut,
      packings: this.#packing.packings,
      lines: this.#lines.lines,
      defined: [...this.#own.values()],
    };
  }

  /** The tokens up to `to` stand behind the last directive that did something. */
  #stretch(to: number): void {
    const { breaks } = this.lexed;
    while (this.#done < to) {
      const end = Math.min(to, breaks[this.#break] ?? to);
      if (this.#active && end > this.#done)
        this.#stretches.push({ from: this.#done, to: end, epoch: this.#moments.length - 1 });
      const isBreak = breaks[this.#break] === end;
      if (isBreak) this.#break++;
      this.#done = isBreak ? end + 1 : end;
    }
  }

  #act(directive: Directive): void {
    switch (directive.is) {
      case 'define':
        this.#set(directive.macro.name, directive.macro);
        return;
      case 'undef':
        this.#set(directive.name, undefined);
        return;
      case 'once':
        this.unit.once.add(this.file);
        return;
      case 'pack':
        this.#packing.run(directive.inside, directive.end);
        return;
      case 'include':
        this.#include(directive);
        return;
      case 'line':
        this.#decisions.push(this.#lines.run(directive.names, directive.end, () => this.#expanded(directive.names)));
        return;
      default:
        return;
    }
  }

  #set(name: string, macro: Macro | undefined): void {
    if (builtinMacros.has(name)) return;
    this.unit.set(name, macro);
    this.#moments.push(this.unit.now);
    this.#own.delete(name);
    if (macro !== undefined) this.#own.set(name, macro);
  }

  #include({ names, start, end }: Extract<Directive, { is: 'include' | 'line' }>): void {
    const path = includePath(names) ?? includePath(this.#expanded(names));
    this.#decisions.push(path === undefined ? '' : `${path.quoted}${path.path}`);
    if (path === undefined) return;
    this.#includes.push({ ...path, start, end });
    this.follow?.(path);
    this.#moments.push(this.unit.now);
  }

  /** `#include FILE`, where a macro gives the name. */
  #expanded(names: string): string {
    const expander = new Expander({ get: (name) => this.unit.find(name) }, new SourceMap(), this.#growth);
    return expander
      .expandAll(lex(names).tokens)
      .map(({ text }) => text)
      .join('');
  }

  #open(directive: Directive, test: (view: View) => boolean): void {
    const outer = this.#active;
    const condition = {
      active: false,
      taken: false,
      outer,
      from: directive,
      missing: new Set<string>(),
      sided: false,
      asksArch: false,
    };
    condition.active = condition.taken = outer && this.#holds(directive, condition, test);
    this.#conditions.push(condition);
    this.#decide();
  }

  #otherwise(directive: Directive, test: (view: View) => boolean): void {
    const last = this.#conditions[this.#conditions.length - 1];
    if (last === undefined) return;
    last.active = last.outer && !last.taken && this.#holds(directive, last, test);
    last.taken ||= last.active;
    this.#decide();
  }

  /** Code of the host is read as the host reads it, all else as the device does. */
  #holds(directive: Directive, condition: Condition, test: (view: View) => boolean): boolean {
    const line = (): number | undefined => this.#lines.lines.numberOf(directive.start, directive.end);
    const device: View = { onHost: false, asksArch: false, missing: condition.missing, line };
    const onDevice = test(device);
    if (!device.asksArch) return onDevice;
    condition.asksArch = true;
    const side: Side = sideOf(this.lexed.heads.get(directive.at), { get: (name) => this.unit.find(name) });
    if (side === 'device') return onDevice;
    const onHost = test({ onHost: true, asksArch: false, line });
    if (side === 'host') return onHost;
    if (onHost !== onDevice && this.lexed.alone.has(directive.at)) return true;
    condition.sided ||= onHost !== onDevice;
    return onDevice;
  }

  #close(condition: Condition | undefined, { end, at }: { readonly end: number; readonly at: number }): void {
    if (condition === undefined) return;
    const { from, missing, taken, outer, sided, asksArch } = condition;
    if (sided) {
      this.#sided.push({ start: from.start, end });
      this.#decisions.push('sided');
    }
    if (asksArch && outer && !taken) {
      this.#unbuilt.push({ start: from.start, end });
      this.#decisions.push('unbuilt');
    }
    const names = outer && !taken ? namesOf(missing) : [];
    if (names.length === 0 || !hasKernels(this.lexed.kernels, from.at, at)) return;
    this.#leftOut.push({ start: from.start, end: from.end, names });
    this.#decisions.push(`left out: ${names.join()}`);
  }

  #decide(): void {
    this.#active = this.#conditions[this.#conditions.length - 1]?.active ?? true;
    this.#decisions.push(this.#active);
  }
}
