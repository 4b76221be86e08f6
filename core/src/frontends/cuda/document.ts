// One open CUDA C++ file: its text, and its readings. A file that several units include may be read in as many ways.
import { poll } from '../../base/meter';
import { say } from '../../base/say';
import { elementAt } from '../../base/assert';
import type { FileId } from '../../base/span';
import type { Program } from '../../ir/program';
import { type Document, edited, emptyProgram, type ProgramOptions, type TextEdit } from '../front-end';
import { rethrowInterruption } from '../interrupted';
import { refuseLarge, type Grammar } from '../tree';
import { runDirectives, type Run } from './directives';
import { Lexed } from './lexed';
import { LatentReading } from './latent';
import { Reading } from './reading';
import { MacroUnit } from './unit';

/** Ways in which a file is read that are kept. */
const MOST_READINGS = 6;

export class CudaDocument implements Document {
  #text: string;
  #lexed: Lexed | undefined;
  /** The one used last stands last. */
  #readings: Reading[] = [];
  #latent: readonly LatentReading[] = [];
  /** The arch of the last unit that the file was by itself. */
  #arch: number;
  /** What is said of a text that could not be read, so that it is not tried again. */
  #failed: Program | undefined;
  #disposed = false;

  constructor(
    readonly file: FileId,
    text: string,
    readonly grammar: Grammar,
    arch: number,
  ) {
    this.#text = text;
    this.#arch = arch;
  }

  get text(): string {
    return this.#text;
  }

  edit(changes: readonly TextEdit[]): void {
    this.update(edited(this.#text, changes));
  }

  update(text: string): void {
    this.#text = text;
  }

  program({ unit, follow, arch, latent = false }: ProgramOptions = {}): Program {
    if (this.#disposed) return emptyProgram(this.file, this.#text, say`This file was closed.`);
    const whole = unit instanceof MacroUnit ? unit : new MacroUnit((this.#arch = arch ?? this.#arch));
    if (this.#failed?.text === this.#text) return this.#failed;
    const isAgain = whole.has(this.file);
    try {
      if (!isAgain || !(whole.full || whole.once.has(this.file))) this.#read(whole, follow, { isAgain, latent });
      return whole.programs.get(this.file) ?? emptyProgram(this.file, this.#text, say`This file includes itself.`);
    } catch (error) {
      rethrowInterruption(error);
      // The parser ran out of memory or a bug of ours met strange text. The next edit starts afresh.
      this.#forget();
      return (this.#failed = emptyProgram(
        this.file,
        this.#text,
        say`This file could not be read: ${error instanceof Error ? error.message : String(error)}.`,
      ));
    }
  }

  /** Readings that were not used while others were are of includers, or macros, that are gone. */
  rest(): void {
    const isUsed = this.#readings.some((reading) => reading.isUsed);
    const kept = this.#readings.filter((reading) => (isUsed ? reading.isUsed : reading.text === this.#text));
    for (const reading of this.#readings) if (!kept.includes(reading)) reading.dispose();
    kept.forEach((reading) => reading.rest());
    this.#readings = kept;
    if (!isUsed && this.#latent.length === 0) this.#lexed = undefined;
  }

  dispose(): void {
    this.#forget();
    this.#disposed = true;
  }

  #forget(): void {
    for (const reading of this.#readings) reading.dispose();
    this.#readings = [];
    this.#latent = [];
    this.#lexed = undefined;
  }

  /** Runs the directives; where the unit has the file for the first time, also reads what they leave. */
  #read(
    unit: MacroUnit,
    follow: ProgramOptions['follow'],
    { isAgain, latent }: { readonly isAgain: boolean; readonly latent: boolean },
  ): void {
    poll();
    refuseLarge(this.#text);
    const lexed = this.#lexed?.text === this.#text ? this.#lexed : (this.#lexed = new Lexed(this.#text));
    const run = unit.within(this.file, () => runDirectives(lexed, this.file, unit, follow));
    if (isAgain) return;
    if (latent) {
      unit.programs.set(this.file, this.#readLatently(lexed, run, unit));
      return;
    }
    const same = this.#readings.find((reading) => reading.isOf(lexed, run, unit));
    const reading = same ?? this.#free(lexed.text);
    if (same === undefined) reading.read(lexed, run, unit);
    reading.isUsed = true;
    this.#readings = [...this.#readings.filter((other) => other !== reading), reading];
    unit.programs.set(this.file, reading.program);
  }

  #readLatently(lexed: Lexed, run: Run, unit: MacroUnit): Program {
    const same = this.#latent.find((reading) => reading.isOf(lexed, run, unit));
    const reading = same ?? new LatentReading(this.file, this.grammar, lexed, run, unit);
    lexed.release();
    const others = this.#latent.filter((other) => other !== reading && other.text === lexed.text);
    this.#latent = [reading, ...others].slice(0, MOST_READINGS);
    return reading.program;
  }

  /** The reading that is brought up to date: one of an older text, a new one while there are few, else the one not used
   *  for longest. */
  #free(text: string): Reading {
    const stale = [...this.#readings].reverse().find((reading) => reading.text !== text);
    if (stale !== undefined) return stale;
    return this.#readings.length < MOST_READINGS ? new Reading(this.file, this.grammar) : elementAt(this.#readings, 0);
  }
}
