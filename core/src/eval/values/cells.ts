// The variables of an evaluated program and their parts: members of objects and elements of arrays are cells, too.
// Knows values and classes; evaluates nothing.
import { say } from '../../base/say';
import { isTuple } from '../../base/tuple';
import { likeTuple } from '../../values/standard-tuples';
import type { Struct, Unknown, Value } from '../../values/value';
import { type BitField, keptBits } from './bit-fields';
import { type ClassInstance, isClassInstance } from './entities';
import { erase } from './inspect';
import { unlessTooLarge } from './object-size';
import { OneOfCells } from './one-of-cells';
import { someObject } from './some-object';
import { membersInPlaceOf } from './unions';

/** A variable, or a part of one. Only `Machine.write` writes it, since that keeps a journal for forks. */
export interface Cell {
  read(): Value;
  /** As `read`, for code that only decides what becomes of the variable. */
  peek(): Value;
  /** Replaces the value; only the machine calls it. */
  set(value: Value): void;
  /** The name of the symbol that replaces a number that is lost. */
  readonly name: string;
  /** Increases with each new cell, so that a loop can tell its own variables from those around it. */
  readonly born: number;
  /** True for a constant, which no call can change. */
  readonly fixed: boolean;
  /** True for a variable that is declared volatile, and for its parts. */
  readonly volatile?: boolean;
  /** The object of which it is a member, or the array of which it is an element. */
  readonly whole?: Cell;
  /** The index of the element in `whole`. */
  readonly index?: number;
  /** It is an object that is a base of the one in `whole`. */
  readonly isBase?: boolean;
  /** Of a bit-field that an `int` or an `unsigned` holds: which of them it is promoted to ([conv.prom]/5). */
  readonly promotes?: 'signed' | 'unsigned' | undefined;
  /** Present where a condition chose one of several cells and is unknown: all of these cells. */
  readonly among?: readonly Cell[];
  /** Present where it is an element of what is in `among`, or a part of one, and which one is not known. */
  readonly open?: OpenPlace;
}

/** A place in an array that is not known. */
export interface OpenPlace {
  readonly part: (key: string | number) => Cell;
  /** Any other element. */
  readonly other: () => Cell;
}

let cells = 0;

/** The number that the next cell gets. */
export function nextCell(): number {
  return cells;
}

export class VarCell implements Cell {
  readonly born = cells++;
  /** Nothing has read it since this was set. */
  unread = false;
  /** Is told of each read of a variable that outlives calls. */
  watch: ((cell: VarCell, value: Value) => void) | undefined = undefined;
  constructor(
    readonly name: string,
    private value: Value,
    readonly fixed = false,
    readonly volatile = false,
  ) {}
  read(): Value {
    this.unread = false;
    this.watch?.(this, this.value);
    return this.value;
  }
  peek(): Value {
    this.watch?.(this, this.value);
    return this.value;
  }
  /** As `peek`, for code that only compares what the variable has held. */
  get held(): Value {
    return this.value;
  }
  set(value: Value): void {
    this.unread = false;
    this.value = value;
  }
}

/** A value as a member of an object holds it. */
export function asField({ cls }: Struct, name: string, value: Value): Value {
  const bits = isClassInstance(cls) ? bitFieldOf(cls, name) : undefined;
  return bits ? keptBits(value, name, bits) : unlessTooLarge(value);
}

function bitFieldOf(instance: ClassInstance, name: string): BitField | undefined {
  const own = instance.bitFields?.get(name);
  if (own) return own;
  for (const base of instance.bases) {
    const inherited = instance.heldBases?.has(base) ? undefined : bitFieldOf(base, name);
    if (inherited) return inherited;
  }
  return undefined;
}

/** To what a member of an object is promoted, if it is a bit-field that an `int` or an `unsigned` holds
 *  ([conv.prom]/5). */
export function promotionOf(object: Value, name: string): 'signed' | 'unsigned' | undefined {
  const cls = !isTuple(object) && object.is === 'struct' ? object.cls : undefined;
  const { width, sign } = (isClassInstance(cls) && bitFieldOf(cls, name)) || {};
  if (width === undefined || width > 32 || sign === 'open') return undefined;
  return width === 32 && sign === 'unsigned' ? 'unsigned' : 'signed';
}

/** Whether a member is one that a const object may change ([dcl.stc]/9). */
function isMutable(object: Value, name: string): boolean {
  const cls = !isTuple(object) && object.is === 'struct' ? object.cls : undefined;
  return isClassInstance(cls) && mutables(cls).has(name);
}

const knownMutables = new WeakMap<ClassInstance, ReadonlySet<string>>();

/** The mutable members of the objects of a class. */
function mutables(instance: ClassInstance): ReadonlySet<string> {
  const known = knownMutables.get(instance);
  if (known) return known;
  const own = instance.fields.flatMap(({ mutable, name }) => (mutable ? [name] : []));
  const members = instance.bases.filter((base) => !instance.heldBases?.has(base));
  const found = new Set([...own, ...members.flatMap((base) => [...mutables(base)])]);
  knownMutables.set(instance, found);
  return found;
}

/** Whether code may change what a variable holds though it is const. */
export function holdsMutable(value: Value): boolean {
  return someObject(value, (object) => {
    if (object.is !== 'struct') return false;
    return (isClassInstance(object.cls) && mutables(object.cls).size > 0) || object.fields.values();
  });
}

/** Whether no code can change a variable. */
export function isFixed(cell: Cell): boolean {
  return cell.fixed && !holdsMutable(cell.peek());
}

/** The members that a write to one of them overwrites. */
function overwrittenBy({ cls }: Struct, name: string): readonly string[] {
  return isClassInstance(cls) ? membersInPlaceOf(cls, name) : [];
}

/** What a union's other member `field` is after one was written, which shares its memory. Storage of which only the
 *  type is known stays what it is. */
function overwritten(field: string, held: Value): Value {
  if (!isTuple(held) && held.is === 'tag') return held;
  const lost: Unknown = {
    is: 'unknown',
    cause: { code: 'input', message: say`another member of the union than \`${field}\` was written`, needs: [field] },
    at: undefined,
  };
  if (!isTuple(held) && held.is === 'unknown') return { ...lost, ...(held.type && { type: held.type }) };
  if (!isTuple(held) && /^(?:dynamic|scalar)$/.test(held.is)) return { ...lost, type: erase(held) };
  if (isTuple(held) || held.is !== 'array') return lost;
  return { ...held, elements: held.elements.map(() => ({ ...lost, type: held.element })) };
}

/** A data member inside the struct that another cell holds. */
class FieldCell implements Cell {
  readonly name: string;
  readonly born: number;
  readonly volatile: boolean;
  readonly isBase: boolean;
  constructor(
    readonly whole: Cell,
    private readonly field: string,
  ) {
    const object = whole;
    this.isBase = field.indexOf('#') > 0;
    this.name = `${object.name}.${this.isBase ? field.slice(0, field.lastIndexOf('#')) : field}`;
    this.born = object.born;
    this.volatile = object.volatile === true;
  }
  get fixed(): boolean {
    return this.whole.fixed && !isMutable(this.whole.read(), this.field);
  }
  get promotes(): 'signed' | 'unsigned' | undefined {
    return promotionOf(this.whole.read(), this.field);
  }
  read(): Value {
    return this.in(this.whole.read());
  }
  peek(): Value {
    return this.in(this.whole.peek());
  }
  private in(held: Value): Value {
    // Where the whole object is unknown, so are its members.
    return held.is === 'struct'
      ? (held.fields.get(this.field) ?? { is: 'void' })
      : held.is === 'unknown'
        ? held
        : { is: 'void' };
  }
  set(value: Value): void {
    const object = this.whole.read();
    if (object.is !== 'struct') return;
    const fields = new Map(object.fields);
    for (const name of overwrittenBy(object, this.field)) {
      const held = fields.get(name);
      if (held !== undefined) fields.set(name, overwritten(name, held));
    }
    fields.set(this.field, asField(object, this.field, value));
    this.whole.set({ ...object, fields });
  }
}

/** An element of the array that another cell holds. */
class PartCell implements Cell {
  readonly name: string;
  readonly born: number;
  readonly fixed: boolean;
  readonly volatile: boolean;
  constructor(
    readonly whole: Cell,
    readonly index: number,
  ) {
    this.name = `${whole.name}[${index}]`;
    this.born = whole.born;
    const held = whole.read();
    // The elements of an initialiser list are const, whatever the list is.
    this.fixed = whole.fixed || (held.is === 'array' && held.of === 'list');
    this.volatile = whole.volatile === true;
  }
  read(): Value {
    return this.in(this.whole.read());
  }
  peek(): Value {
    return this.in(this.whole.peek());
  }
  private in(array: Value): Value {
    const lost: Value =
      array.is === 'unknown'
        ? elementOfUnknown(array)
        : {
            is: 'unknown',
            cause: { code: 'input', message: say`${this.name} is outside of the array` },
            at: undefined,
          };
    return elementsOf(array)?.[this.index] ?? lost;
  }
  set(value: Value): void {
    const array = this.whole.read();
    const written = (elements: readonly Value[]): readonly Value[] =>
      elements.map((part, i) => (i === this.index ? value : part));
    if (isTuple(array)) this.whole.set(likeTuple(written(array), array));
    else if (array.is === 'array' && array.shared === undefined)
      this.whole.set({ ...array, elements: written(array.elements) });
  }
}

function elementOfUnknown({ type, ...cause }: Unknown): Unknown {
  return type && !isTuple(type) && type.is === 'array' ? { ...cause, type: type.element } : cause;
}

/** The elements of an array or a tuple. */
function elementsOf(value: Value): readonly Value[] | undefined {
  if (isTuple(value)) return value;
  return value.is === 'array' ? value.elements : undefined;
}

const parts = new WeakMap<Cell, Map<string | number, Cell>>();

/** The cell of a member (by name) or element (by index) of another cell. A part has the same cell every time. That of
 *  one of several variables is one of their parts. */
export function partOf(whole: Cell, key: string | number): Cell {
  if (whole.open) return whole.open.part(key);
  if (whole.among) return new OneOfCells(whole.among.map((one) => partOf(one, key)));
  let known = parts.get(whole);
  if (!known) parts.set(whole, (known = new Map()));
  let part = known.get(key);
  if (!part) known.set(key, (part = typeof key === 'number' ? new PartCell(whole, key) : new FieldCell(whole, key)));
  return part;
}

/** The outermost array of which a cell is a part, or the cell itself. Code that writes one element may write
 *  another one the next time. */
export function outermostArray(cell: Cell): Cell {
  let found = cell;
  for (let c: Cell | undefined = cell; c?.whole; c = c.whole) if (c.index !== undefined) found = c.whole;
  return found;
}

/** The variable of which a cell is a part, or the cell itself. */
export function outermost(cell: Cell): Cell {
  let found = cell;
  while (found.whole) found = found.whole;
  return found;
}

/** Whether a cell is behind or before the elements of the array of which it would be one. */
export function isBeyond({ whole, index }: Cell): boolean {
  const elements = whole && index !== undefined ? elementsOf(whole.read()) : undefined;
  return elements !== undefined && index !== undefined && (index < 0 || index >= elements.length);
}

/** The cells that a branch has written, with the values they held before. */
export type Journal = Map<Cell, Value>;
