// A random program about the language around CuTe, while it is being written: declarations, and a `main` whose
// variables are asked for. The variables of an idiom carry its name, so that a wrong value says where it comes from.
// Lines may fail to compile: the judge takes them out.
import type { Random } from '../../support/random';

/** Writes declarations and variables of one kind into a draft. */
export type Idiom = (draft: Draft) => void;

export interface Ask {
  /** It is a constant expression, so that static integers can be made of it. */
  readonly constant?: boolean;
  /** It is not an integer, so that nothing else can be made of it. */
  readonly plain?: boolean;
}

export class Draft {
  readonly top: string[] = [];
  readonly body: string[] = [];
  #names = 0;
  #depth = 1;
  stem = 'v';

  constructor(readonly rng: Random) {}

  /** A name that nothing else in the program has. */
  name(stem: string): string {
    return `${stem}${this.#names++}`;
  }

  /** Lines outside of functions. */
  declare(...lines: readonly string[]): void {
    this.top.push(...lines.flatMap((line) => line.split('\n')));
  }

  /** Lines of `main`. */
  run(...lines: readonly string[]): void {
    for (const line of lines.flatMap((text) => text.split('\n'))) {
      if (line.startsWith('}')) this.#depth--;
      this.body.push('  '.repeat(Math.max(1, this.#depth)) + line);
      if (line.endsWith('{')) this.#depth++;
    }
  }

  /** A variable of `main` with the value of an expression; its value is asked for. */
  ask(expression: string, { constant = false, plain = false }: Ask = {}): string {
    const name = this.name(this.stem);
    const forms = [`auto ${name} = ${expression};`];
    if (constant) forms.push(`constexpr auto ${name} = ${expression};`);
    if (!plain) {
      // CuTe prints a `char` as the character.
      forms.push(`auto ${name} = make_layout(make_shape(+(${expression}), _4{}));`);
      if (constant) forms.push(`auto ${name} = Int<int(${expression})>{};`);
    }
    this.run(`${this.rng.chance(0.6) ? (forms[0] ?? '') : this.rng.pick(forms)} //? ${name}`);
    return name;
  }

  /** Some of the items, at least `least`, in any order. */
  some<T>(items: readonly T[], least = 1, most = items.length): T[] {
    return this.rng.shuffle(items).slice(0, this.rng.int(Math.min(least, items.length), Math.min(most, items.length)));
  }

  times(low: number, high: number, work: (i: number) => void): void {
    const count = this.rng.int(low, high);
    for (let i = 0; i < count; i++) work(i);
  }
}
