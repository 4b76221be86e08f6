// The temporary objects of the full expressions that are being evaluated ([class.temporary]), the latest last, each in
// a variable of its own. Does not know what ends an object (types/lifetimes.ts).
import type { Value } from '../../values/value';
import type { Cell } from '../values/cells';

export class Temporaries {
  private readonly held: Cell[] = [];

  /** An expression has made an object that nothing has taken. */
  add(cell: Cell): void {
    this.held.push(cell);
  }

  has(cell: Cell): boolean {
    return this.held.includes(cell);
  }

  get count(): number {
    return this.held.length;
  }

  /** The variable that an object is in. */
  of(value: Value): Cell | undefined {
    return this.held.length === 0 ? undefined : this.held.find((cell) => cell.read() === value);
  }

  /** The variable that the object is in of which a value is a part. */
  with(part: Value): Cell | undefined {
    const holds = (whole: Value): boolean =>
      'fields' in whole && [...whole.fields.values()].some((held) => held === part || holds(held));
    return this.held.find((cell) => holds(cell.read()));
  }

  /** The variable of the object that was made last, since there were `before` of them. */
  latest(before: number): Cell | undefined {
    return this.held.length > before ? this.held[this.held.length - 1] : undefined;
  }

  /** The object becomes a variable, a member or what a function returns: it does not end with its expression. */
  adopt(value: Value): void {
    const cell = this.of(value);
    if (cell) this.held.splice(this.held.indexOf(cell), 1);
  }

  /** Forgets all but the first objects. */
  forget(from: number): void {
    if (this.held.length > from) this.held.length = from;
  }

  /** The latest of the objects, which its end is left to; undefined where there are no more than `before`. */
  take(before: number): Cell | undefined {
    return this.held.length > before ? this.held.pop() : undefined;
  }

  /** Runs code, and forgets the objects that it has made and nothing has taken. */
  within<T>(run: () => T): T {
    const before = this.held.length;
    try {
      return run();
    } finally {
      this.forget(before);
    }
  }
}
