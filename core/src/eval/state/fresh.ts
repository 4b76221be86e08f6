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

  /** How many are in use, for `free`. */
  mark(): number {
    return this.made.length;
  }

  /** Nothing holds a number that was named after the mark. */
  free(mark: number): void {
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
    const mark = this.mark();
    const { counts } = this;
    this.counts = new Map(counts);
    for (const [name, most] of this.most) this.counts.set(name, Math.max(most, counts.get(name) ?? 0));
    run();
    this.free(mark);
    if (this.held <= mark) this.counts = counts;
  }
}
