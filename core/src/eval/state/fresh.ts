// Names of symbols, which stand for unknown run-time integers. Symbols of one name are one number, so each new unknown
// number needs a name of its own: `k`, `k'`, `k''`, `k'3`. A name is free again once no variable can hold its number.

export class FreshNames {
  /** How often each name is in use. */
  private counts = new Map<string, number>();
  /** The most that each ever was, of those that are free again. */
  private readonly most = new Map<string, number>();
  /** What is in use, the latest last. */
  private readonly made: string[] = [];
  /** So many of them may be held by variables that outlive calls. */
  private held = 0;

  /** The second number of the name `k` is written `k'`, the fourth `k'3`. */
  fresh(name: string): string {
    const again = this.counts.get(name) ?? 0;
    this.counts.set(name, again + 1);
    this.made.push(name);
    return again === 0 ? name : again < 3 ? name + "'".repeat(again) : `${name}'${again}`;
  }

  /** Runs code, after which no variable holds the numbers that it named: their names are free again. */
  scoped<T>(run: () => T): T {
    const mark = this.made.length;
    try {
      return run();
    } finally {
      this.free(mark);
    }
  }

  /** Runs code, and frees the names that it gave where `isOver` says so of its result. `hasNamed`: it gave some. */
  freeing<T>(run: () => T, isOver: (given: T, hasNamed: boolean) => boolean): T {
    const mark = this.made.length;
    const given = run();
    if (isOver(given, this.made.length > mark)) this.free(mark);
    return given;
  }

  /** Only variables that outlive calls hold a number any more. */
  freeAll(): void {
    this.free(0);
  }

  private free(mark: number): void {
    while (this.made.length > Math.max(mark, this.held)) {
      const name = this.made.pop() ?? '';
      const count = this.counts.get(name) ?? 0;
      this.most.set(name, Math.max(count, this.most.get(name) ?? 0));
      this.counts.set(name, count - 1);
    }
  }

  /** A variable that outlives calls was given one of the numbers. */
  hold(): void {
    this.held = this.made.length;
  }

  /** Runs code that was put aside, and may hold any number that there ever was. */
  beyond(run: () => void): void {
    const mark = this.made.length;
    const { counts } = this;
    this.counts = new Map(counts);
    for (const [name, most] of this.most) this.counts.set(name, Math.max(most, counts.get(name) ?? 0));
    try {
      this.scoped(run);
    } finally {
      if (this.held <= mark) this.counts = counts;
    }
  }
}
