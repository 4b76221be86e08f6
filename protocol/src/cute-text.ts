// The cheap tests that keep CuTe Lens away from files that have nothing to do with it. They look at text only.

/** True where the text includes a header of CuTe or CUTLASS, or names the namespace `cute`. */
export function mentionsCute(text: string): boolean {
  return /#[ \t]*include[ \t]*[<"](?:cute|cutlass)\/|\bcute::|\busing[ \t]+namespace[ \t]+cute\b/.test(text);
}

/** Languages whose files may be ours. CUDA C++ always is; the others once they mention CuTe, or cuTile for Rust. */
export const languages = ['cuda-cpp', 'cpp', 'c', 'rust'] as const;

/** Whether a document is one that CuTe Lens has something to say about. */
export function isOurs(languageId: string, text: () => string): boolean {
  switch (languageId) {
    case 'cuda-cpp': return true;
    case 'cpp': case 'c': return mentionsCute(text());
    case 'rust': return /\bcutile\b/.test(text());
    default: return false;
  }
}
