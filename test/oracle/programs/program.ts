// What a random program is while it is written: lines, the names in sight, and what may be called.
// A line that ends in `//? x y` is asked for the values of x and y, which it declares or receives. Every call whose
// order C++ leaves open is free of effects.
import type { Random } from '../../support/random';

export type Kind = 'int' | 'array' | 'pointer' | 'object' | 'tuple' | 'layout' | 'lambda';

export interface Var {
  readonly name: string;
  readonly kind: Kind;
  readonly writable: boolean;
  /** Of an array or tuple, how many; of an object, its class. */
  readonly length?: number;
  readonly of?: ClassModel;
  /** It is a member of the class around, or of a namespace: lambdas do not capture it by name. */
  readonly outside?: true;
  /** Of a lambda, a call of it; undefined arguments are made by who calls. */
  readonly call?: Callable;
}

/** A class of the program, with what its objects can do. */
export interface ClassModel {
  readonly name: string;
  readonly fields: readonly string[];
  /** Its data cannot be bound to names: some of it is a base's. */
  readonly derived?: true;
  readonly make: (p: Body) => string;
  /** Members that change nothing, and those that do, given the object. */
  readonly reads: readonly ((p: Body, object: string) => string)[];
  readonly changes: readonly ((p: Body, object: string) => string)[];
}

/** Something that can be called for an int. `effect`: it changes what others see, so it stands alone in its
 *  statement. */
export interface Callable {
  readonly name: string;
  readonly effect: boolean;
  /** The call; undefined where nothing in sight can be passed. */
  readonly call: (p: Body) => string | undefined;
}

/** The program so far. */
export class Program {
  readonly lines: string[] = [];
  readonly callables: Callable[] = [];
  readonly classes: ClassModel[] = [];
  readonly globals: Var[] = [];
  /** Statements that anyone may write: launches, macros. */
  readonly statements: ((p: Body) => string | undefined)[] = [];
  /** Writes an expression that makes a layout. */
  readonly layouts: ((p: Body) => string)[] = [];
  private names = 0;

  constructor(
    readonly rng: Random,
    readonly id: string,
    readonly opaque: boolean,
  ) {}

  /** A name that nothing else in the program has. */
  fresh(stem: string): string {
    return `${stem}${this.names++}`;
  }

  line(text: string): void {
    this.lines.push(text);
  }
}

const pool = ['x', 'y', 'n', 'k', 'm', 'a', 'b', 'w'] as const;

export interface BodyOptions {
  /** Changes nothing but its own variables. */
  readonly pure?: boolean;
  /** Whether `return` gives an int here. */
  readonly returns?: boolean;
  readonly depth?: number;
}

/** A block that is being written. */
export class Body {
  readonly own = new Set<string>();
  constructor(
    readonly program: Program,
    readonly vars: readonly Var[],
    readonly options: BodyOptions,
    private readonly room: { left: number },
  ) {}

  get rng(): Random {
    return this.program.rng;
  }

  private declared: Var[] = [];
  /** Names that the statement being written must not read. */
  private readonly hidden: string[] = [];

  /** What is in sight, each name once. */
  seen(kind: Kind, writable = false): readonly Var[] {
    const found = new Map<string, Var>();
    for (const one of [...this.program.globals, ...this.vars, ...this.declared]) {
      found.delete(one.name);
      found.set(one.name, one);
    }
    const all = [...found.values()].filter((one) => one.kind === kind && !this.hidden.includes(one.name));
    if (!writable) return all;
    const outer = new Set(this.program.globals);
    return all.filter((one) => one.writable && !(this.options.pure === true && outer.has(one)));
  }

  all(): readonly Var[] {
    return [...this.vars, ...this.declared];
  }

  declare(one: Var): void {
    this.declared = [...this.declared.filter(({ name }) => name !== one.name), one];
    this.own.add(one.name);
  }

  /** A name for a variable of this block; it may hide an outer one. */
  newName(): string {
    const free = pool.filter((name) => !this.own.has(name));
    return free.length > 0 && this.rng.chance(0.8) ? this.rng.pick(free) : this.program.fresh('v');
  }

  hiding<T>(names: readonly string[], write: () => T): T {
    this.hidden.push(...names);
    try {
      return write();
    } finally {
      this.hidden.splice(this.hidden.length - names.length);
    }
  }

  /** A block inside this one. */
  inner(more: readonly Var[] = [], options: BodyOptions = {}, around: readonly Var[] = this.all()): Body {
    const body = new Body(
      this.program,
      [...around, ...more],
      { ...this.options, depth: (this.options.depth ?? 0) + 1, ...options },
      this.room,
    );
    for (const { name } of more) body.own.add(name);
    return body;
  }

  /** False once enough was written. */
  take(): boolean {
    return this.room.left-- > 0;
  }

  line(text: string): void {
    this.program.line('  '.repeat((this.options.depth ?? 0) + 1) + text);
  }
}
