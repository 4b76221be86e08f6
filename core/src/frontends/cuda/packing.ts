// `#pragma pack`: the largest alignment of the members of classes declared after it. Its rules are those of GCC.

/** From an offset on, members have at most this alignment in bytes; undefined where nothing is said. */
export interface Packing {
  readonly from: number;
  readonly pack: number | undefined;
}

const alignments = ['1', '2', '4', '8', '16'];

/** Runs the pragmas of a text in their order. */
export class PackingRun {
  readonly packings: Packing[] = [];
  readonly #stack: { readonly name: string | undefined; readonly pack: number | undefined }[] = [];
  #now: number | undefined;

  /** `inside` is the text between the parentheses: `push`, `push, 1`, `push, name, 1`, `pop`, `pop, name`, `4` or
   *  nothing. A pragma with another alignment is ignored, as GCC does. */
  run(inside: string, from: number): void {
    const words = inside.split(',').map((word) => word.trim());
    const number = words.find((word) => /^\d/.test(word));
    if (number !== undefined && !alignments.includes(number)) return;
    const name = words.slice(1).find((word) => /^[A-Za-z_]/.test(word));
    if (words[0] === 'push') this.#stack.push({ name, pack: this.#now });
    if (words[0] === 'pop') this.#pop(name);
    else if (words[0] === '') this.#now = undefined;
    if (number !== undefined) this.#now = Number(number);
    this.packings.push({ from, pack: this.#now });
  }

  #pop(name: string | undefined): void {
    const at = name === undefined ? this.#stack.length - 1 : this.#stack.map((one) => one.name).lastIndexOf(name);
    if (at < 0) return;
    this.#now = this.#stack[at]?.pack;
    this.#stack.length = at;
  }
}

/** What holds at an offset of the text. */
export function packAt(packings: readonly Packing[], at: number): number | undefined {
  return packings.filter(({ from }) => from <= at).at(-1)?.pack;
}
