// Variables whose addresses code has that is not seen: it may write them whenever it runs. Knows what was left of each
// once it was lost, and whether anything has read it since. What is lost is decided in memory/.
import { Held } from '../../base/held';
import type { Value } from '../../values/value';
import { type Cell, VarCell, outermost } from '../values/cells';

export class Escaped {
  private readonly variables = new Held<Map<Cell, Value | undefined>>(new Map());

  get cells(): Iterable<Cell> {
    return this.variables.now.keys();
  }

  get isEmpty(): boolean {
    return this.variables.now.size === 0;
  }

  /** Code has the address of a variable, which still has its value. */
  add(cell: Cell): void {
    if (!this.variables.now.has(cell)) this.variables.now.set(cell, undefined);
  }

  /** A variable has lost its value. */
  lost(cell: Cell): void {
    this.variables.now.set(cell, cell.peek());
    // Of a part, this says nothing about the other parts.
    if (cell instanceof VarCell) cell.unread = true;
  }

  /** What was left of a variable when it was lost. */
  left(cell: Cell): Value | undefined {
    return this.variables.now.get(cell);
  }

  /** Whether a variable is as it was left when it was lost, and nothing has read it since: code that runs now leaves
   *  it so. */
  isUnread(cell: Cell): boolean {
    const variable = outermost(cell);
    return variable instanceof VarCell && variable.unread && this.variables.now.get(cell) !== undefined;
  }

  /** Runs code that cannot reach the variables that have escaped before, but for some. */
  apart<T>(isReached: (cell: Cell) => boolean, run: () => T): T {
    const reached = [...this.variables.now].filter(([cell]) => isReached(cell));
    return this.variables.during(new Map(reached), run);
  }
}
