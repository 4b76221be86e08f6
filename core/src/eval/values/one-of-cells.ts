// A variable that is one of several, chosen by a condition that is not known. Only reads: the machine writes to each of
// them.
import { say } from '../../base/say';
import type { Value } from '../../values/value';
import type { Cell } from './cells';

/** One of several variables, chosen by a condition that is not known. A write may change any of them. */
export class OneOfCells implements Cell {
  readonly name: string;
  readonly born: number;
  readonly fixed = false;
  /** `why` says why it is not known which of them. */
  constructor(
    readonly among: readonly Cell[],
    private readonly why?: string,
  ) {
    this.name = among[0]?.name ?? '?';
    this.born = Math.min(...among.map((cell) => cell.born));
  }
  read(): Value {
    return this.one(this.among.map((cell) => cell.read()));
  }
  peek(): Value {
    return this.one(this.among.map((cell) => cell.peek()));
  }
  private one([first, ...others]: readonly Value[]): Value {
    if (first !== undefined && others.every((other) => other === first)) return first;
    return {
      is: 'unknown',
      cause: {
        code: 'branch',
        message: this.why ?? say`which variable this is depends on a condition that is not known`,
        needs: [this.name],
      },
      at: undefined,
    };
  }
  set(): void {
    // The machine writes to each of them.
  }
}
