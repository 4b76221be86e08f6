// The cheap test that keeps CuTe Lens away from C++ files that have nothing to do with CuTe. Looks at text only.

/** True where the text includes a header of CuTe or CUTLASS, or names the namespace `cute`. */
export function mentionsCute(text: string): boolean {
  return /#[ \t]*include[ \t]*[<"](?:cute|cutlass)\/|\bcute::|\busing[ \t]+namespace[ \t]+cute\b/.test(text);
}
