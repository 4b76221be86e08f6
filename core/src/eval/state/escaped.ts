// Variables that code may write, or read, otherwise than by their names: those whose addresses code has that is not
// seen, and references to what is not known, which may be one of those. Knows what was left of each once it was lost,
// and whether anything has read it since. What is lost is decided in memory/reach.ts.
import { Held } from '../../base/held';
import type { Value } from '../../values/value';
import { type Cell, VarCell, outermost } from '../values/cells';

interface Known {
  /** What code that is not seen may write, with what was left of it once it was lost. */
  readonly variables: Map<Cell, Value | undefined>;
  /** The variables of which those are parts, and those that such code may only read. */
  readonly lent: Set<Cell>;
  /** What stands for a variable that is not known, as the other map. */
  readonly references: Map<Cell, Value | undefined>;
}

const none = (): Known => ({ variables: new Map(), lent: new Set(), references: new Map() });

export class Escaped {
  private readonly known = new Held<Known>(none());
  /** No variable here has a greater number, apart from those that outlive functions. */
  private newest = -1;
  /** Variables are being lost: what is written meanwhile is written by nobody. */
  isSettling = false;

  /** All that may be lost. */
  get cells(): readonly Cell[] {
    const { variables, references } = this.known.now;
    return [...variables.keys(), ...references.keys()];
  }

  get references(): readonly Cell[] {
    return [...this.known.now.references.keys()];
  }

  get isEmpty(): boolean {
    const { variables, references } = this.known.now;
    return variables.size + references.size === 0;
  }

  get size(): number {
    return this.known.now.variables.size;
  }

  /** Code has the address of a variable, which still has its value. */
  add(cell: Cell): void {
    if (cell.among) return cell.among.forEach((one) => this.add(one));
    const { variables } = this.known.now;
    if (!variables.has(cell)) variables.set(cell, undefined);
    this.lend(cell);
  }

  /** Code has the address of a variable, and does not write it. */
  lend(cell: Cell): void {
    if (cell.among) return cell.among.forEach((one) => this.lend(one));
    const variable = outermost(cell);
    this.known.now.lent.add(variable);
    this.newest = Math.max(this.newest, cell.born, variable.born);
  }

  /** A variable stands for one that is not known. */
  refer(cell: Cell): void {
    this.known.now.references.set(cell, undefined);
    this.newest = Math.max(this.newest, cell.born);
  }

  /** Whether anything may end with a function whose first variable has this number. */
  hasSince(born: number): boolean {
    return this.newest >= born;
  }

  /** A function ends that leaves nothing behind which leads to its variables: they end with it, and its references. */
  endSince(born: number, isLasting: (cell: Cell) => boolean): void {
    for (const cells of Object.values(this.known.now))
      for (const cell of cells.keys()) if (cell.born >= born && !isLasting(cell)) cells.delete(cell);
    this.newest = born - 1;
  }

  /** A variable has lost its value. */
  lost(cell: Cell): void {
    if (cell.among) return cell.among.forEach((one) => this.lost(one));
    const { variables, references } = this.known.now;
    if (references.has(cell)) references.set(cell, cell.peek());
    else {
      this.add(cell);
      variables.set(cell, cell.peek());
    }
    // Of a part, this says nothing about the other parts.
    if (cell instanceof VarCell) cell.unread = true;
  }

  /** All parts of its variable are lost that have escaped. */
  settled(cell: Cell): void {
    const variable = outermost(cell);
    if (variable instanceof VarCell) variable.unread = true;
  }

  /** What was left of a variable when it was lost. */
  left(cell: Cell): Value | undefined {
    const { variables, references } = this.known.now;
    return references.get(cell) ?? variables.get(cell);
  }

  /** Whether a variable is as it was left when it was lost, and nothing has read it since: code that runs now leaves
   *  it so. */
  isUnread(cell: Cell): boolean {
    const variable = outermost(cell);
    return variable instanceof VarCell && variable.unread && this.left(cell) !== undefined;
  }

  /** What else may be written where a variable is: everything that a reference may refer to, or references. */
  met(cell: Cell): 'all' | 'references' | undefined {
    const { lent, references } = this.known.now;
    if (this.isSettling || references.size === 0) return undefined;
    const variable = outermost(cell);
    return references.has(variable) ? 'all' : lent.has(variable) ? 'references' : undefined;
  }

  /** Runs code that loses variables. */
  settling(run: () => void): void {
    const outer = this.isSettling;
    this.isSettling = true;
    try {
      run();
    } finally {
      this.isSettling = outer;
    }
  }

  /** Runs code that cannot reach the variables that have escaped before, but for some. */
  apart<T>(isReached: (cell: Cell) => boolean, run: () => T): T {
    const { variables, lent } = this.known.now;
    const known = {
      ...none(),
      variables: new Map([...variables].filter(([cell]) => isReached(cell))),
      lent: new Set([...lent].filter(isReached)),
    };
    return this.known.during(known, run);
  }
}
