// Lists of cases that tests go through. A list that is read from files, or computed, may come out empty without anybody
// noticing; so each says how many cases there are at least.

/** The cases, which must be `least` or more. */
export function atLeast<T>(least: number, cases: readonly T[]): readonly T[] {
  if (cases.length < least) throw new Error(`There are ${cases.length} cases where there should be ${least} or more.`);
  return cases;
}
