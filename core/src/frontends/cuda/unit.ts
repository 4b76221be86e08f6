// The macros of one translation unit, from its first line to its last: what each name stands for at each moment. Files
// of the unit are read one inside the other, as the preprocessor reads them; earlier moments can still be asked about.
import { elementAt } from '../../base/assert';
import type { FileId, Stretch } from '../../base/span';
import type { Program } from '../../ir/program';
import type { Given, Unit } from '../front-end';
import { predefined } from './conditions';
import type { OneSide } from './divisions';
import type { Token } from './lex';
import { builtinMacros, parseDefine, type Macro, type MacroTable } from './macros';
import { sideOf, type Head } from './sides';

/** Files are included no more often than this in one unit, the same ones again counted. */
const MOST_INCLUSIONS = 4_000;

/** As deep as compilers follow includes. */
const DEEPEST = 200;

/** What a name stands for in code that the device compiles, and in code that the host does. */
export interface Meant {
  readonly device: Macro | undefined;
  /** The same object, unless the host compiles with another definition. */
  readonly host: Macro | undefined;
}

/** What a name stood for, from a moment on. */
interface Change extends Meant {
  readonly since: number;
}

export class MacroUnit implements Unit {
  readonly #changes = new Map<string, Change[]>();
  /** What `#pragma push_macro` keeps of each name, the last one on top. */
  readonly #kept = new Map<string, Meant[]>();
  #now = 0;
  #inclusions = 0;
  /** Files that are being read, each included by the one before it. */
  readonly #open: FileId[] = [];
  /** Files as they were read first. */
  readonly programs = new Map<FileId, Program>();
  /** Files that said `#pragma once`. */
  readonly once = new Set<FileId>();
  /** What the compiler defines, for conditions only: the text of a program is not rewritten by it. */
  readonly compiler: MacroTable;

  /** What conditions find for a name that nothing defines. */
  readonly values: MacroTable;

  constructor(
    readonly arch: number,
    { flags = [], values = {} }: Given = {},
  ) {
    const undefinedOnes = flags.filter((flag) => flag.startsWith('-U')).map((flag) => flag.slice('-U'.length));
    this.compiler = without(compilerMacros(arch), undefinedOnes);
    for (const flag of flags) this.#give(flag);
    this.values = tableOf(Object.entries(values).map(([name, value]) => `${name} ${value}`));
  }

  /** A flag of a command: `-DNAME` stands for 1, and `-DNAME=TEXT` for what `#define NAME TEXT` says. */
  #give(flag: string): void {
    const body = flag.slice(2);
    if (flag.startsWith('-U')) this.set(body, undefined);
    const macro = flag.startsWith('-D')
      ? parseDefine(body.includes('=') ? body.replace('=', ' ') : `${body} 1`)
      : undefined;
    if (macro !== undefined) this.set(macro.name, macro);
  }

  get now(): number {
    return this.#now;
  }

  get full(): boolean {
    return this.#inclusions >= MOST_INCLUSIONS || this.#open.length >= DEEPEST;
  }

  /** Whether the file was read, or is being read. */
  has(file: FileId): boolean {
    return this.programs.has(file) || this.#open.includes(file);
  }

  /** Does `work` while `file` is being read. */
  within<T>(file: FileId, work: () => T): T {
    this.#inclusions++;
    this.#open.push(file);
    try {
      return work();
    } finally {
      this.#open.pop();
    }
  }

  /** The definition of a macro at a moment, as the device sees it. Macros of CuTe are defined in the form that the
   *  grammar can read. */
  find(name: string, at = this.#now): Macro | undefined {
    return this.meaning(name, at).device;
  }

  /** The definitions of a macro at a moment. */
  meaning(name: string, at = this.#now): Meant {
    const changes = this.#changes.get(name);
    if (changes === undefined) {
      const builtin = builtinMacros.get(name);
      return builtin === undefined ? UNDEFINED : { device: builtin, host: builtin };
    }
    let low = 0;
    let high = changes.length;
    if (elementAt(changes, high - 1).since <= at) return elementAt(changes, high - 1);
    while (low < high) {
      const middle = (low + high) >> 1;
      if (elementAt(changes, middle).since <= at) low = middle + 1;
      else high = middle;
    }
    return changes[low - 1] ?? UNDEFINED;
  }

  /** Keeps what a macro stands for. */
  push(name: string): void {
    const kept = this.#kept.get(name);
    const meant = this.meaning(name);
    if (kept === undefined) this.#kept.set(name, [meant]);
    else kept.push(meant);
  }

  /** A macro stands for what it stood for when it was kept last; false where nothing was kept. */
  pop(name: string, side?: OneSide): boolean {
    const meant = this.#kept.get(name)?.pop();
    if (meant === undefined) return false;
    if (side !== 'host') this.set(name, meant.device, 'device');
    if (side !== 'device') this.set(name, meant.host, 'host');
    return true;
  }

  /** Defines a macro from this moment on, or undefines it; where `side` is given, for that side alone. */
  set(name: string, macro: Macro | undefined, side?: OneSide): void {
    if (builtinMacros.has(name)) return;
    const before = side && this.meaning(name);
    const device = side === 'host' ? before?.device : macro;
    const host = side === 'device' ? before?.host : macro;
    const change = { since: ++this.#now, device, host: isSame(device, host) ? device : host };
    const changes = this.#changes.get(name);
    if (changes === undefined) this.#changes.set(name, [change]);
    else changes.push(change);
  }
}

const UNDEFINED: Meant = { device: undefined, host: undefined };

const compilers = new Map<number, MacroTable>();

function compilerMacros(arch: number): MacroTable {
  let table = compilers.get(arch);
  if (table === undefined) {
    table = tableOf(predefined(arch));
    compilers.set(arch, table);
  }
  return table;
}

/** Object-like macros, each as it stands behind `#define`. What is no macro is left out. */
function tableOf(lines: readonly string[]): MacroTable {
  return new Map(lines.flatMap((line) => asEntry(parseDefine(line))));
}

const asEntry = (macro: Macro | undefined): [string, Macro][] => (macro === undefined ? [] : [[macro.name, macro]]);

function without(table: MacroTable, names: readonly string[]): MacroTable {
  return names.length === 0 ? table : { get: (name) => (names.includes(name) ? undefined : table.get(name)) };
}

/** What a file asked of the macros around it, so that it can be told whether others would have made another program of
 *  it. An epoch is a stretch of the file in which nothing is defined and nothing included. */
export class Asked implements MacroTable {
  readonly #answers = new Map<number, Map<string, Meant>>();
  #epoch = -1;
  #at = 0;
  #now = new Map<string, Meant>();
  /** The side that the text is read for, where it is one. */
  #side: OneSide | undefined;
  /** The use that is expanded. */
  #use: Token | undefined;
  #headAt: ((offset: number) => Head) | undefined;
  readonly #sided: Token[] = [];

  #unit: MacroUnit | undefined;

  constructor(unit: MacroUnit) {
    this.#unit = unit;
  }

  /** Everything is asked: the unit is let go. */
  settle(): void {
    this.#unit = undefined;
    this.#headAt = undefined;
  }

  /** From here on the text is that of `epoch`, which began at a moment of the unit. */
  enter(epoch: number, at: number, side?: OneSide): void {
    this.#side = side;
    if (epoch === this.#epoch) return;
    this.#epoch = epoch;
    this.#at = at;
    this.#now = new Map();
    this.#answers.set(epoch, this.#now);
  }

  /** From here on `use` is expanded, in a function that `headAt` tells by its offset. */
  expanding(use: Token, headAt: (offset: number) => Head): void {
    this.#use = use;
    this.#headAt = headAt;
  }

  get(name: string): Macro | undefined {
    let meant = this.#now.get(name);
    if (meant === undefined) {
      meant = this.#unit?.meaning(name, this.#at) ?? UNDEFINED;
      this.#now.set(name, meant);
    }
    return meant.host === meant.device || this.#sideHere() === 'device' ? meant.device : meant.host;
  }

  /** Uses of macros in code for both sides that the host expands to another text. */
  get sided(): readonly Stretch[] {
    return this.#sided.map(({ start, end }) => ({ start, end }));
  }

  /** The side whose macros are used. */
  #sideHere(): OneSide {
    const use = this.#use;
    if (this.#side !== undefined || use === undefined || this.#headAt === undefined) return this.#side ?? 'device';
    this.#side = 'device';
    const side = sideOf(this.#headAt(use.start), this);
    this.#side = undefined;
    if (side === 'both' && this.#sided.at(-1) !== use) this.#sided.push(use);
    return side === 'host' ? 'host' : 'device';
  }

  /** Whether `unit` gives the same answers, where its epochs began at `moments`. */
  isSameIn(unit: MacroUnit, moments: readonly number[]): boolean {
    for (const [epoch, answers] of this.#answers) {
      const at = moments[epoch] ?? 0;
      for (const [name, { device, host }] of answers) {
        const now = unit.meaning(name, at);
        if (!isSame(now.device, device) || (!(now.host === now.device && host === device) && !isSame(now.host, host)))
          return false;
      }
    }
    return true;
  }
}

function isSame(a: Macro | undefined, b: Macro | undefined): boolean {
  return (
    a === b ||
    (a !== undefined &&
      b !== undefined &&
      a.text === b.text &&
      a.params?.join() === b.params?.join() &&
      (a.params === undefined) === (b.params === undefined))
  );
}
