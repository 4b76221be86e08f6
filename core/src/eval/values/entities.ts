// What names stand for while a program is evaluated, and the scopes that hold them.
// Knows declarations (ir) and values; does not evaluate anything.
import type { Span } from '../../base/span';
import type { Alias, Func, Lambda, Let, StructDecl } from '../../ir/program';
import type { Struct, Value } from '../../values/value';

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
  /** The object that it is a member of, the array that it is an element of. */
  readonly whole?: Cell;
  /** Which element of `whole` it is. */
  readonly index?: number;
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
function isUnion({ cls }: Struct): boolean {
  return (cls as ClassInstance | undefined)?.decl.kind === 'union';
}

/** Members of a union lie over each other. */
function overwritten(field: string): Value {
  return {
    is: 'unknown',
    cause: { code: 'input', message: `another member of the union than \`${field}\` was written`, needs: [field] },
    at: undefined,
  };
}

class FieldCell implements Cell {
  readonly name: string;
  readonly born: number;
  readonly fixed: boolean;
  constructor(
    readonly whole: Cell,
    private readonly field: string,
  ) {
    const object = whole;
    this.name = `${object.name}.${field}`;
    this.born = object.born;
    this.fixed = object.fixed;
  }
  read(): Value {
    const object = this.whole.read();
    if (Array.isArray(object)) return { is: 'void' };
    const held = object as Exclude<Value, readonly Value[]>;
    // The object may have been lost to something that is not known; its members are then lost with it.
    return held.is === 'struct'
      ? (held.fields.get(this.field) ?? { is: 'void' })
      : held.is === 'unknown'
        ? held
        : { is: 'void' };
  }
  set(value: Value): void {
    const object = this.whole.read() as Struct;
    if (object.is !== 'struct') return;
    const fields = new Map(object.fields);
    if (isUnion(object)) for (const field of fields.keys()) fields.set(field, overwritten(field));
    fields.set(this.field, value);
    this.whole.set({ ...object, fields });
  }
}

/** An element of the array that another cell holds. */
class PartCell implements Cell {
  readonly name: string;
  readonly born: number;
  readonly fixed: boolean;
  constructor(
    readonly whole: Cell,
    readonly index: number,
  ) {
    this.name = `${whole.name}[${index}]`;
    this.born = whole.born;
    this.fixed = whole.fixed;
  }
  read(): Value {
    const array = this.whole.read();
    const lost: Value =
      'is' in array && array.is === 'unknown'
        ? array
        : { is: 'unknown', cause: { code: 'input', message: `${this.name} is outside of the array` }, at: undefined };
    return elementsOf(array)?.[this.index] ?? lost;
  }
  set(value: Value): void {
    const array = this.whole.read();
    const isShared = 'is' in array && array.is === 'array' && array.shared !== undefined;
    const elements = isShared ? undefined : elementsOf(array)?.map((part, i) => (i === this.index ? value : part));
    if (elements) this.whole.set('is' in array ? ({ ...array, elements } as Value) : elements);
  }
}

/** The elements of an array or a tuple. */
function elementsOf(value: Value): readonly Value[] | undefined {
  if (Array.isArray(value)) return value as readonly Value[];
  const one = value as Exclude<Value, readonly Value[]>;
  return one.is === 'array' ? one.elements : undefined;
}

const parts = new WeakMap<Cell, Map<string | number, Cell>>();

/** The part of a cell, which is one cell however often it is named: a member, or an element by its index. */
export function partOf(whole: Cell, key: string | number): Cell {
  let known = parts.get(whole);
  if (!known) parts.set(whole, (known = new Map()));
  let part = known.get(key);
  if (!part) known.set(key, (part = typeof key === 'number' ? new PartCell(whole, key) : new FieldCell(whole, key)));
  return part;
}

/** The outermost array that a cell is a part of, else the cell: where one element is written, another may be the next
 *  time. */
export function outermostArray(cell: Cell): Cell {
  let found = cell;
  for (let c: Cell | undefined = cell; c?.whole; c = c.whole) if (c.index !== undefined) found = c.whole;
  return found;
}

/** One of several variables: which one, a condition decides that is not known. What is written there may be in any of
 *  them. */
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
    return {
      is: 'unknown',
      cause: {
        code: 'branch',
        message: 'which variable this is depends on a condition that is not known',
        needs: [this.name],
      },
      at: undefined,
    };
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
  /** The compiler instantiates it: something asks for a member, or for an object. One that is only named may not even
   *  compile. */
  needed?: true;
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
  /** `using cute::Shape;` where the program has a `Shape` of its own. */
  | { readonly kind: 'library-name'; readonly path: string }
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
  /** Variables whose objects end with this block, in the order in which they began. */
  ends: Cell[] | undefined;
  /** Of an enumeration: the type of its values, by example. */
  underlying: Value | undefined;
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
  | {
      readonly kind: 'method';
      readonly overloads: readonly FunctionEntity[];
      readonly targs: readonly Value[];
      readonly self: Cell;
    }
  /** `template`: it stands in an instance of a template, and is another type in each of them. */
  | { readonly kind: 'lambda'; readonly decl: Lambda; readonly scope: Scope; readonly template: boolean }
  | { readonly kind: 'class'; readonly class: ClassEntity }
  | { readonly kind: 'alias-template'; readonly decl: Alias; readonly scope: Scope }
  | { readonly kind: 'builtin'; readonly name: string; readonly targs: readonly Value[] }
  | {
      readonly kind: 'builtin-method';
      readonly name: string;
      readonly targs: readonly Value[];
      readonly object: Value;
      readonly cell: Cell | undefined;
    }
  /** The address of a variable; `as` where it is none that the program asked for: a reference that an object has, an
   *  array that is passed as a pointer to its first element. */
  | { readonly kind: 'address'; readonly cell: Cell; readonly as?: 'reference' | 'array' }
  /** `cutlass::device_kernel<Kernel>`: the class whose `operator()` is the kernel. */
  | { readonly kind: 'device-kernel'; readonly of: Value }
  | { readonly kind: 'namespace'; readonly path: string; readonly scope: Scope | undefined };

/** One way a branch may change a cell: what it held before. */
export type Journal = Map<Cell, Value>;

/** An argument: its value, and the variable it names where it names one (for reference parameters and `&x`). */
export interface Arg {
  readonly value: Value;
  readonly cell?: Cell | undefined;
  readonly span: Span;
  /** It is given away: `std::move(x)`. */
  readonly moved?: true;
}
