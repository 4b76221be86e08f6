// Counts the cases that a law is tried on, and those that it skips: operands that the law says nothing of, and operands
// that the algebra refuses. A law that skips most of its cases holds nothing, so each says how much it may skip.
import { expect } from 'vitest';

export class Tally {
  private tried = 0;
  private skipped = 0;

  /** The law was tried on a case. */
  hit(): void {
    this.tried++;
  }

  /** The law says nothing of a case. */
  skip(): void {
    this.skipped++;
  }

  /** Fails where the law was tried on fewer than `least` cases, or skipped more than `share` of all. */
  check({ least, share }: { readonly least: number; readonly share: number }): void {
    const said = `tried ${this.tried}, skipped ${this.skipped}`;
    expect(this.tried, said).toBeGreaterThanOrEqual(least);
    expect(this.skipped / (this.tried + this.skipped), said).toBeLessThanOrEqual(share);
  }
}
