// What names stand for while a program is evaluated, and the scopes that hold them.
// Knows declarations (ir) and values; does not evaluate anything.
import type { Span } from '../base/span';
import type { Alias, Func, Lambda, Let, StructDecl } from '../ir/program';
import type { Struct, Value } from '../values/value';

/** A place that holds a value. Written only through `Machine.write`, which keeps a journal for branches. */
export interface Cell {
  read(): Value;
  /** Replaces the value; only the machine calls it. */
  set(value: Value): void;
  /** The name to show when the number in it is lost. */
  readonly name: string;
  /** Counts up: a cell made later has a greater number, so a loop can tell its own variables from those around it. */
  readonly born: number;
  /** A constant: what is called cannot change it. */
  readonly fixed: boolean;
  /** Of an element, the array: what a pointer to it reaches. */
  readonly whole?: Cell;
  /** Of a place that is one of several: all of them. */
  readonly among?: readonly Cell[];
}

let cells = 0;

/** The number that the next cell gets. */
export function nextCell(): number {
  return cells;
}

export class VarCell implements Cell {
  readonly born = cells++;
  constructor(
    readonly name: string,
    private value: Value,
    readonly fixed = false,
  ) {}
  read(): Value {
    return this.value;
  }
  set(value: Value): void {
    this.value = value;
  }
}

/** A data member inside the struct that another cell holds. */
export class FieldCell implements Cell {
  readonly name: string;
  readonly born: number;
  readonly fixed: boolean;
  constructor(
    private readonly object: Cell,
    private readonly field: string,
  ) {
    this.name = `${object.name}.${field}`;
    this.born = object.born;
    this.fixed = object.fixed;
  }
  read(): Value {
    const object = this.object.read();
    if (Array.isArray(object)) return { is: 'void' };
    const held = object as Exclude<Value, readonly Value[]>;
    // The object may have been lost to something that is not known; its members are then lost with it.
    return held.is === 'struct' ? (held.fields.get(this.field) ?? { is: 'void' }) : held.is === 'unknown' ? held : { is: 'void' };
  }
  set(value: Value): void {
    const object = this.object.read() as Struct;
    if (object.is !== 'struct') return;
    const fields = new Map(object.fields);
    fields.set(this.field, value);
    this.object.set({ ...object, fields });
  }
}

/** An element of the array that another cell holds. */
export class PartCell implements Cell {
  readonly whole: Cell;
  readonly name: string;
  readonly born: number;
  readonly fixed: boolean;
  constructor(
    private readonly array: Cell,
    private readonly index: number,
  ) {
    this.whole = array.whole ?? array;
    this.name = `${array.name}[${index}]`;
    this.born = array.born;
    this.fixed = array.fixed;
  }
  read(): Value {
    const array = this.array.read();
    return (Array.isArray(array) ? (array as readonly Value[])[this.index] : undefined) ?? { is: 'void' };
  }
  set(value: Value): void {
    const array = this.array.read();
    if (Array.isArray(array)) this.array.set((array as readonly Value[]).map((part, i) => (i === this.index ? value : part)));
  }
}

/** One of several variables: which one, a condition decides that is not known. What is written there may be in any of them. */
export class OneOfCells implements Cell {
  readonly name: string;
  readonly born: number;
  readonly fixed = false;
  constructor(readonly among: readonly Cell[]) {
    this.name = among[0]?.name ?? '?';
    this.born = Math.min(...among.map((cell) => cell.born));
  }
  read(): Value {
    const [first, ...others] = this.among.map((cell) => cell.read());
    if (first !== undefined && others.every((other) => other === first)) return first;
    return { is: 'unknown', cause: { code: 'branch', message: 'which variable this is depends on a condition that is not known', needs: [this.name] }, at: undefined };
  }
  set(): void {
    // The machine writes to each of them.
  }
}

export interface FunctionEntity {
  readonly decl: Func;
  readonly scope: Scope;
  /** The class it is a member of. */
  readonly owner?: ClassInstance;
}

/** A class or class template with the specialisations seen so far. */
export interface ClassEntity {
  readonly name: string;
  primary: StructDecl | undefined;
  readonly specialisations: StructDecl[];
  readonly scope: Scope;
  /** By the identity of the template arguments. */
  readonly instances: Map<string, ClassInstance>;
  /** Member functions defined outside of the class body. */
  readonly outOfClass: Func[];
}

/** A class with its template arguments bound. Its members live in `scope`, evaluated when first asked for. */
export interface ClassInstance {
  readonly entity: ClassEntity;
  readonly decl: StructDecl;
  readonly args: readonly Value[];
  readonly scope: Scope;
  readonly bases: readonly ClassInstance[];
  /** Non-static data members in order. */
  readonly fields: readonly Let[];
  /** Its name with the template arguments. */
  readonly key: string;
}

export type Entity =
  | { readonly kind: 'variable'; readonly cell: Cell; readonly at: Span | undefined }
  | { readonly kind: 'type'; readonly of: Value; readonly at: Span | undefined }
  | { readonly kind: 'functions'; readonly overloads: FunctionEntity[] }
  | { readonly kind: 'class'; readonly class: ClassEntity }
  | { readonly kind: 'alias-template'; readonly decl: Alias; readonly scope: Scope }
  | { readonly kind: 'variable-template'; readonly decl: Let; readonly scope: Scope }
  | { readonly kind: 'template'; readonly value: Value }
  | { readonly kind: 'namespace'; readonly scope: Scope }
  /** `namespace c = cute;` */
  | { readonly kind: 'library'; readonly path: string }
  | { readonly kind: 'pack'; readonly values: readonly Value[]; readonly cells?: readonly Cell[] }
  | Lazy;

/** A declaration that is evaluated when first asked for (namespace and class scope). */
export interface Lazy {
  readonly kind: 'lazy';
  readonly force: () => Entity;
}

export class Scope {
  #names: Map<string, Entity> | undefined;
  #visible: Scope[] | undefined;
  owner: ClassInstance | undefined;
  /** The object of a member function's body. */
  self: Cell | undefined;
  constructor(
    readonly parent: Scope | undefined,
    readonly label = '',
  ) {}

  /** Most scopes are blocks that declare nothing: what is looked up there makes no table. */
  get names(): Map<string, Entity> {
    return (this.#names ??= new Map());
  }

  own(id: string): Entity | undefined {
    return this.#names?.get(id);
  }

  /** Namespaces made visible by `using namespace`. */
  get visible(): Scope[] {
    return (this.#visible ??= []);
  }

  /** What `using namespace` makes visible here, where anything is. */
  get opened(): readonly Scope[] | undefined {
    return this.#visible;
  }
}

/** What a Callable value stands for. */
export type Target =
  | { readonly kind: 'functions'; readonly overloads: readonly FunctionEntity[]; readonly targs: readonly Value[] }
  | { readonly kind: 'method'; readonly overloads: readonly FunctionEntity[]; readonly targs: readonly Value[]; readonly self: Cell }
  /** `template`: it stands in an instance of a template, and is another type in each of them. */
  | { readonly kind: 'lambda'; readonly decl: Lambda; readonly scope: Scope; readonly template: boolean }
  | { readonly kind: 'class'; readonly class: ClassEntity }
  | { readonly kind: 'alias-template'; readonly decl: Alias; readonly scope: Scope }
  | { readonly kind: 'builtin'; readonly name: string; readonly targs: readonly Value[] }
  | { readonly kind: 'builtin-method'; readonly name: string; readonly targs: readonly Value[]; readonly object: Value; readonly cell: Cell | undefined }
  /** The address of a variable; `as` where it is none that the program asked for: a reference that an object has, an array that
   *  is passed as a pointer to its first element. */
  | { readonly kind: 'address'; readonly cell: Cell; readonly as?: 'reference' | 'array' }
  /** `cutlass::device_kernel<Kernel>`: the class whose `operator()` is the kernel. */
  | { readonly kind: 'device-kernel'; readonly of: Value }
  | { readonly kind: 'namespace'; readonly path: string; readonly scope: Scope | undefined };

/** One way a branch may change a cell: what it held before. */
export type Journal = Map<Cell, Value>;
