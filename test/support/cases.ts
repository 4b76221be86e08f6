// Checks the length of lists of test cases. A list that is read from files, or computed, could be empty without anyone
// noticing, so each states the least number of cases.

/** The cases, which must be `least` or more. */
export function atLeast<T>(least: number, cases: readonly T[]): readonly T[] {
  if (cases.length < least) throw new Error(`There are ${cases.length} cases where there should be ${least} or more.`);
  return cases;
}
