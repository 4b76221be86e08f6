// The macros of one translation unit, from its first line to its last: what each name stands for at each moment. Files
// of the unit are read one inside the other, as the preprocessor reads them; earlier moments can still be asked about.
import { elementAt } from '../../base/assert';
import type { FileId } from '../../base/span';
import type { Program } from '../../ir/program';
import type { Given, Unit } from '../front-end';
import { predefined } from './conditions';
import { builtinMacros, parseDefine, type Macro, type MacroTable } from './macros';

/** Files are included no more often than this in one unit, the same ones again counted. */
const MOST_INCLUSIONS = 4_000;

/** As deep as compilers follow includes. */
const DEEPEST = 200;

/** What a name stood for, from a moment on. */
interface Change {
  readonly since: number;
  readonly macro: Macro | undefined;
}

export class MacroUnit implements Unit {
  readonly #changes = new Map<string, Change[]>();
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

  /** The definition of a macro at a moment. Macros of CuTe are defined in the form that the grammar can read. */
  find(name: string, at = this.#now): Macro | undefined {
    const changes = this.#changes.get(name);
    if (changes === undefined) return builtinMacros.get(name);
    let low = 0;
    let high = changes.length;
    if (elementAt(changes, high - 1).since <= at) return elementAt(changes, high - 1).macro;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (elementAt(changes, middle).since <= at) low = middle + 1;
      else high = middle;
    }
    return changes[low - 1]?.macro;
  }

  /** Defines a macro from this moment on, or undefines it. */
  set(name: string, macro: Macro | undefined): void {
    if (builtinMacros.has(name)) return;
    const change = { since: ++this.#now, macro };
    const changes = this.#changes.get(name);
    if (changes === undefined) this.#changes.set(name, [change]);
    else changes.push(change);
  }
}

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
  readonly #answers = new Map<number, Map<string, Macro | undefined>>();
  #epoch = -1;
  #at = 0;
  #now = new Map<string, Macro | undefined>();

  #unit: MacroUnit | undefined;

  constructor(unit: MacroUnit) {
    this.#unit = unit;
  }

  /** Everything is asked: the unit is let go. */
  settle(): void {
    this.#unit = undefined;
  }

  /** From here on the text is that of `epoch`, which began at a moment of the unit. */
  enter(epoch: number, at: number): void {
    if (epoch === this.#epoch) return;
    this.#epoch = epoch;
    this.#at = at;
    this.#now = new Map();
    this.#answers.set(epoch, this.#now);
  }

  get(name: string): Macro | undefined {
    const known = this.#now.get(name);
    if (known !== undefined || this.#now.has(name)) return known;
    const macro = this.#unit?.find(name, this.#at);
    this.#now.set(name, macro);
    return macro;
  }

  /** Whether `unit` gives the same answers, where its epochs began at `moments`. */
  isSameIn(unit: MacroUnit, moments: readonly number[]): boolean {
    for (const [epoch, answers] of this.#answers) {
      const at = moments[epoch] ?? 0;
      for (const [name, macro] of answers) if (!isSame(unit.find(name, at), macro)) return false;
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
