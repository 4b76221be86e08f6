// A variable that is one of several, chosen by a condition that is not known, and an element whose index is not known.
// Only reads: what a write to it changes is decided in memory/losing.ts.
import { say } from '../../base/say';
import { isTuple } from '../../base/tuple';
import type { Value } from '../../values/value';
import type { Cell } from './cells';
import { erase } from './inspect';

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

/** An element of an array, or a part of one, where the index is not known. A write may change any of the elements. */
export class SomeElement implements Cell {
  readonly name: string;
  readonly born: number;
  readonly fixed: boolean;
  readonly volatile: boolean;
  private seen: readonly Value[];
  /** `value` is what is known of it while nothing is written to the arrays. */
  constructor(
    readonly among: readonly Cell[],
    private value: Value,
    private readonly isPart = false,
  ) {
    this.name = `${among[0]?.name ?? '?'}[]`;
    this.born = Math.min(...among.map((cell) => cell.born));
    this.fixed = among.every((cell) => cell.fixed);
    this.volatile = among.some((cell) => cell.volatile === true);
    this.seen = among.map((cell) => cell.peek());
  }
  read(): Value {
    return this.among.every((cell, i) => cell.peek() === this.seen[i]) ? this.value : this.unknown();
  }
  private unknown(): Value {
    const message = say`an element of \`${this.among[0]?.name ?? '?'}\` whose index is not known`;
    return { is: 'unknown', cause: { code: 'input', message }, at: undefined, type: erase(this.value) };
  }
  peek(): Value {
    return this.read();
  }
  readonly open = {
    part: (key: string | number): Cell => new SomeElement(this.among, partIn(this.read(), key), true),
    other: (): Cell => new SomeElement(this.among, this.unknown()),
  };
  /** It was written, and with it what it may be. */
  set(value: Value): void {
    if (this.isPart) return;
    this.value = value;
    this.seen = this.among.map((cell) => cell.peek());
  }
}

function partIn(value: Value, key: string | number): Value {
  const part = typeof key === 'string' ? fieldIn(value, key) : (isTuple(value) ? value : elementsIn(value))?.[key];
  if (part !== undefined) return part;
  return { is: 'unknown', cause: { code: 'input', message: say`this is a part of what is not known` }, at: undefined };
}

const fieldIn = (value: Value, key: string): Value | undefined =>
  !isTuple(value) && value.is === 'struct' ? value.fields.get(key) : undefined;

const elementsIn = (value: Value): readonly Value[] | undefined =>
  !isTuple(value) && value.is === 'array' ? value.elements : undefined;

/** The variable that one of several expressions names: any of them. */
export function oneOf(places: readonly (Cell | undefined)[]): Cell | undefined {
  const [first, ...others] = new Set(places.filter((place) => place !== undefined));
  return first && others.length > 0 ? new OneOfCells([first, ...others]) : first;
}

/** A part of one of several objects; undefined where one of them has none. */
export function ofEach(among: readonly Cell[], part: (of: Cell) => Cell | undefined): Cell | undefined {
  const found = among.map(part);
  return found.includes(undefined) ? undefined : oneOf(found);
}
