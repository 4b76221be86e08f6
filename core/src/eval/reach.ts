// What code that is left out may have changed: every variable that it can name, or come to from what it is given, through pointers,
// references, objects and what lambdas close over. All of them are forgotten; what their types say stands.
import { spend } from '../base/meter';
import type { Span } from '../base/span';
import type { Value } from '../values/value';
import type { Arg } from './call';
import { outermostArray, type Cell, type Scope, type Target } from './entities';
import { isList } from './inspect';
import type { Machine } from './machine';
import { loseCell } from './operators';
import { unknown } from './unknown';

/** Where code that is left out begins. */
export interface Roots {
  /** What it can name. */
  readonly scope?: Scope | undefined;
  readonly args?: readonly Arg[];
  /** What it has written so far. */
  readonly written?: Iterable<Cell>;
}

/** Code is left out: whatever it may have changed is not known any more, nor what it may have launched. */
export function loseReachable(m: Machine, { scope, args = [], written = [] }: Roots, why: string, at: Span): void {
  const reach = new Reach();
  if (scope) reach.scope(scope);
  for (const { value, cell } of args) {
    reach.value(value);
    if (cell) reach.cell(cell);
  }
  for (const cell of m.lasting.cells) reach.cell(cell);
  for (const cell of written) reach.cell(cell);
  for (const cell of reach.cells) loseWhole(m, cell, why, at);
  m.lasting.lost ??= { why, at };
  m.recorder.leaveOutLaunches();
}

/** What it held is not known, except where its type says all. */
export function loseWhole(m: Machine, cell: Cell, why: string, at: Span): void {
  if (cell.fixed) return;
  const held = cell.read();
  loseCell(m, cell, why, at);
  if (cell.read() === held && !isAllType(held)) m.write(cell, unknown('budget', why, at, [cell.name]));
}

/** What was found of values that have parts: what is given up loses the same ones again and again. */
const allType = new WeakMap<object, boolean>();

/** Whether every object of its type is the same. Parts that values share are looked at once. */
function isAllType(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  const known = allType.get(value);
  if (known !== undefined) return known;
  allType.set(value, true);
  const found = isOneOfItsType(value);
  allType.set(value, found);
  return found;
}

function isOneOfItsType(value: object): boolean {
  if (Array.isArray(value)) return value.every(isAllType);
  if (value instanceof Map) return false;
  const { is } = value as { is?: string };
  switch (is) {
    case 'static': case 'type': case 'void': case 'unknown': case 'element': return true;
    case 'dynamic': case 'pointer': case 'struct': case 'array': case 'text': return false;
    case 'callable': return (value as { target: Target }).target.kind !== 'address';
    default: return Object.values(value).every(isAllType);
  }
}

/** What it costs to come to a variable. */
const unitsOfCell = 16;

/** Variables that can be come to. */
class Reach {
  readonly cells = new Set<Cell>();
  private readonly seen = new Set<object>();

  scope(from: Scope): void {
    for (let s: Scope | undefined = from; s && !this.seen.has(s); s = s.parent) {
      this.seen.add(s);
      for (const entity of s.names.values()) {
        if (entity.kind === 'variable') this.cell(entity.cell);
        else if (entity.kind === 'pack') for (const cell of entity.cells ?? []) this.cell(cell);
      }
      if (s.self) this.cell(s.self);
    }
  }

  cell(from: Cell): void {
    for (const one of from.among ?? []) this.cell(one);
    const cell = outermostArray(from);
    if (this.cells.has(cell)) return;
    spend(unitsOfCell, 'variables');
    this.cells.add(cell);
    this.value(cell.read());
  }

  value(value: Value): void {
    if (isList(value)) {
      this.values(value, value);
      return;
    }
    switch (value.is) {
      case 'struct': return this.values(value, value.fields.values());
      case 'array': return this.values(value, value.elements);
      case 'callable': return this.target(value.target as Target);
      default:
    }
  }

  private values(whole: object, parts: Iterable<Value>): void {
    if (this.seen.has(whole)) return;
    this.seen.add(whole);
    for (const part of parts) this.value(part);
  }

  private target(target: Target): void {
    switch (target.kind) {
      case 'address': return this.cell(target.cell);
      case 'method': return this.cell(target.self);
      case 'lambda': return this.scope(target.scope);
      case 'builtin-method':
        if (target.cell) this.cell(target.cell);
        return this.value(target.object);
      default:
    }
  }
}
