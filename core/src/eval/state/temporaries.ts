// The temporary objects of the full expressions that are being evaluated ([class.temporary]), the latest last. Does not
// know what ends an object (run/lifetimes.ts).
import type { Value } from '../../values/value';

export class Temporaries {
  private readonly held: Value[] = [];

  /** Notes an object that an expression has made. */
  add(value: Value): void {
    if (!this.held.includes(value)) this.held.push(value);
  }

  has(value: Value): boolean {
    return this.held.includes(value);
  }

  /** The object becomes a variable, a member or what a function returns: it does not end with its expression. */
  adopt(value: Value): void {
    const i = this.held.lastIndexOf(value);
    if (i >= 0) this.held.splice(i, 1);
  }

  /** Runs code, and passes the objects that it has made and nothing has taken to `end`, the latest first. Without
   *  `end`, or where the code throws, they are forgotten. */
  within<T>(run: () => T, end?: (value: Value) => void): T {
    const before = this.held.length;
    try {
      const given = run();
      while (end && this.held.length > before) {
        const value = this.held.pop();
        if (value !== undefined) end(value);
      }
      return given;
    } finally {
      this.held.length = Math.min(this.held.length, before);
    }
  }
}
