// The places of a program that access memory, by numbers: access/ knows them by these. Two accesses are of one place
// where they have the same key.
import type { AccessPlace } from '../../analysis';

export class Places {
  private readonly all: AccessPlace[] = [];
  private readonly numbers = new Map<string, number>();

  constructor(private readonly keyOf: (place: AccessPlace) => string) {}

  number(place: AccessPlace): number {
    const key = this.keyOf(place);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const made = this.all.push(place) - 1;
    this.numbers.set(key, made);
    return made;
  }

  at(number: number): AccessPlace | undefined {
    return this.all[number];
  }
}
