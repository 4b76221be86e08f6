// The preprocessor's directives: what they say, read once for a text, and what they do where the file is included.
// Reads no include itself and expands nothing but conditions.
import { spend } from '../../base/meter';
import type { SourceLines } from '../../base/source-lines';
import type { FileId, Stretch as Place } from '../../base/span';
import type { ProgramOptions } from '../front-end';
import { holds, isDefined, type View } from './conditions';
import { divisionText, mayDeclareData, type OneSide } from './divisions';
import { includePath } from './directive-words';
import { hasKernels, namesOf, type LeftOut } from './left-out';
import { LineRun } from './line-marks';
import { lex } from './lex';
import type { Directive, Lexed } from './lexed';
import { builtinMacros, Expander, Growth, type Macro } from './macros';
import { PackingRun, type Packing } from './packing';
import { sideOf } from './sides';
import { SourceMap } from './source-map';
import type { MacroUnit } from './unit';

export interface IncludeLine {
  readonly path: string;
  readonly quoted: boolean;
  readonly start: number;
  readonly end: number;
}

/** Tokens `[from, to)`, none of them a directive, which are read. In one epoch nothing is defined and nothing
 *  included. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly epoch: number;
  /** The side for which alone they are read. */
  readonly side?: OneSide;
  /** Is read in place of the one token, a directive, at which the code of one side begins or ends. */
  readonly division?: string;
}

/** A part of a text, by offsets. */
export interface Stretched {
  readonly start: number;
  readonly end: number;
}

/** `data`: a branch of it may declare variables of a class or a namespace. */
export interface Sided extends Stretched {
  readonly data?: true;
}

/** What the directives of a file did. */
export interface Run {
  /** Where two runs of a text decide alike, they read the same of it. */
  readonly decisions: readonly string[];
  readonly stretches: readonly Stretch[];
  /** By epoch: the moment of the unit at which it began. */
  readonly moments: readonly number[];
  readonly includes: readonly IncludeLine[];
  /** Text that is another one for the host than for the device, and that was read for the device alone. */
  readonly sided: readonly Sided[];
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

/** Whether something holds for each side of the compilation. */
type Sides = Readonly<Record<OneSide, boolean>>;

/** One `#if … #endif`. */
interface Condition {
  /** For whom the branch at hand is compiled, and whether it is read. */
  on: Sides;
  isRead: boolean;
  /** The same of all around it. */
  readonly around: Sides;
  readonly isAroundRead: boolean;
  /** For whom a branch has been. */
  readonly taken: Record<OneSide, boolean>;
  /** Where its branch is read as the code of one side beside that of the other. */
  division: OneSide | undefined;
  /** The directive that began it. */
  readonly from: Place & { readonly at: number };
  /** What its conditions asked for and nothing defines. */
  readonly missing: Set<string>;
  /** Its branches are others for the host than for the device, and were read for the device alone. */
  sided: boolean;
  asksArch: boolean;
}

const BOTH: Sides = { host: true, device: true };

/** What changes macros for whom it is compiled, read or not. */
const MACROS: ReadonlySet<string> = new Set(['define', 'undef']);

/** Runs the directives of a file where the unit includes it. */
export function runDirectives(lexed: Lexed, file: FileId, unit: MacroUnit, follow: ProgramOptions['follow']): Run {
  const runner = new Runner(lexed, file, unit, follow);
  for (const directive of lexed.directives) runner.run(directive);
  return runner.finish();
}

class Runner {
  readonly #decisions: string[] = [];
  readonly #stretches: Stretch[] = [];
  readonly #moments: number[];
  readonly #includes: IncludeLine[] = [];
  readonly #own = new Map<string, Macro>();
  readonly #conditions: Condition[] = [];
  readonly #sided: Sided[] = [];
  readonly #unbuilt: Stretched[] = [];
  readonly #leftOut: LeftOut[] = [];
  readonly #packing = new PackingRun();
  readonly #lines: LineRun;
  readonly #growth = new Growth();
  #isRead = true;
  #on = BOTH;
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
        this.#divide(directive, this.#conditions.at(-1)?.division, undefined);
        this.#close(this.#conditions.pop(), directive);
        this.#decide();
        return;
      default:
        if (this.#isRead || MACROS.has(directive.is)) this.#act(directive);
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
      if (this.#isRead && end > this.#done) this.#push({ from: this.#done, to: end });
      const isBreak = breaks[this.#break] === end;
      if (isBreak) this.#break++;
      this.#done = isBreak ? end + 1 : end;
    }
  }

  #push(stretch: Pick<Stretch, 'from' | 'to' | 'division'>): void {
    const side = this.#onlySide;
    this.#stretches.push({ ...stretch, epoch: this.#moments.length - 1, ...(side && { side }) });
  }

  /** The side for which alone the text is compiled. */
  get #onlySide(): OneSide | undefined {
    const { host, device } = this.#on;
    return host === device ? undefined : host ? 'host' : 'device';
  }

  #act(directive: Directive): void {
    switch (directive.is) {
      case 'define':
        this.#set(directive.macro.name, directive.macro);
        return;
      case 'undef':
        this.#set(directive.name, undefined);
        return;
      case 'push':
        this.unit.push(directive.name);
        return;
      case 'pop':
        this.#pop(directive.name);
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
    if (builtinMacros.has(name) || !(this.#on.host || this.#on.device)) return;
    this.unit.set(name, macro, this.#onlySide);
    this.#moments.push(this.unit.now);
    if (!this.#isRead && !this.#on.device) return;
    this.#own.delete(name);
    if (macro !== undefined) this.#own.set(name, macro);
  }

  #pop(name: string): void {
    if (!this.unit.pop(name, this.#onlySide)) return;
    this.#moments.push(this.unit.now);
    const macro = this.unit.find(name);
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
    const condition: Condition = {
      on: this.#on,
      isRead: this.#isRead,
      around: this.#on,
      isAroundRead: this.#isRead,
      taken: { host: false, device: false },
      division: undefined,
      from: directive,
      missing: new Set<string>(),
      sided: false,
      asksArch: false,
    };
    this.#conditions.push(condition);
    this.#branch(directive, condition, test);
  }

  #otherwise(directive: Directive, test: (view: View) => boolean): void {
    const last = this.#conditions[this.#conditions.length - 1];
    if (last !== undefined) this.#branch(directive, last, test);
  }

  #branch(directive: Directive, condition: Condition, test: (view: View) => boolean): void {
    const { taken, division } = condition;
    const on = this.#holds(directive, condition, test);
    taken.host ||= on.host;
    taken.device ||= on.device;
    condition.on = on;
    this.#read(directive, condition);
    this.#divide(directive, division, condition.division);
    this.#decide();
  }

  /** For whom a branch is compiled. */
  #holds(directive: Directive, condition: Condition, test: (view: View) => boolean): Sides {
    const { around, taken, missing } = condition;
    const line = (): number | undefined => this.#lines.lines.numberOf(directive.start, directive.end);
    const view: View = { onHost: false, asksArch: false, missing, line };
    const isDeviceAsked = around.device && !taken.device;
    const device = isDeviceAsked && test(view);
    if (view.asksArch) condition.asksArch = true;
    if (!around.host || taken.host) return { host: false, device };
    const isSame = isDeviceAsked && !view.asksArch;
    return { host: isSame ? device : test({ onHost: true, asksArch: false, line }), device };
  }

  /** Whether a branch is read. Code of the host is read as the host compiles it, code of the device as the device does.
   *  What both compile is read for both, or, where its branches cannot stand beside each other, for the device. */
  #read(directive: Directive, condition: Condition): void {
    const { on, around, isAroundRead, from } = condition;
    condition.division = undefined;
    condition.isRead = isAroundRead && (on.host || on.device);
    if (!condition.isRead || on.host === on.device || around.host !== around.device) return;
    const side = sideOf(this.lexed.headAt(directive.start), { get: (name) => this.unit.find(name) });
    if (side !== 'both') condition.isRead = on[side];
    else if (this.lexed.isDivisible(from)) condition.division = on.host ? 'host' : 'device';
    else if (!this.lexed.isAlone(directive.at)) {
      condition.sided = true;
      condition.isRead = on.device;
    }
  }

  /** The code of one side ends or begins at a directive. */
  #divide({ at }: Directive, ended: OneSide | undefined, begun: OneSide | undefined): void {
    if (ended !== undefined || begun !== undefined)
      this.#push({ from: at, to: at + 1, division: divisionText(ended, begun) });
  }

  #close(condition: Condition | undefined, { end, at }: { readonly end: number; readonly at: number }): void {
    if (condition === undefined) return;
    const { from, missing, taken, around, isAroundRead, sided, asksArch } = condition;
    const isUnread = isAroundRead && around.device && !taken.device;
    if (sided) {
      const isInFunction = this.lexed.headAt(from.start) !== undefined;
      const data = !isInFunction && mayDeclareData(lex(this.lexed.text.slice(from.start, end)).tokens);
      this.#sided.push({ start: from.start, end, ...(data && { data }) });
      this.#decisions.push('sided');
    }
    if (asksArch && isUnread) {
      this.#unbuilt.push({ start: from.start, end });
      this.#decisions.push('unbuilt');
    }
    const names = isUnread ? namesOf(missing) : [];
    if (names.length === 0 || !hasKernels(this.lexed.kernels, from.at, at)) return;
    this.#leftOut.push({ start: from.start, end: from.end, names });
    this.#decisions.push(`left out: ${names.join()}`);
  }

  #decide(): void {
    const last = this.#conditions[this.#conditions.length - 1];
    this.#isRead = last?.isRead ?? true;
    this.#on = last?.on ?? BOTH;
    this.#decisions.push(`${this.#isRead ? 'read' : 'unread'} ${this.#onlySide ?? this.#on.device}`);
  }
}
