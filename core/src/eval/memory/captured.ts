// Code of the program that is given to code which is not followed: functions, closures, and objects of its classes. It
// may be called there. Which variables that may change is read off its text (written.ts); what is lost with them is
// decided in reach.ts.
import type { Expr, Stmt } from '../../ir/program';
import { namesOneOf, walk } from '../../ir/walk';
import type { Struct, Value } from '../../values/value';
import { namesUsed } from '../../ir/used';
import type { Machine } from '../state/machine';
import { type Cell } from '../values/cells';
import { type ClassInstance, type Entity, isClassInstance, type Scope, type Target } from '../values/entities';
import { held } from '../values/holders';
import { isTuple } from '../values/inspect';
import { targetOf } from '../values/kinds';
import { namesMaybeWritten } from './written';

/** What code may change that is among values. */
export interface Changed {
  readonly cells: ReadonlySet<Cell>;
  /** Whether it may change what outlives calls: it is a function, or it calls one. */
  readonly lasting: boolean;
}

/** What code in a value, or of the classes in it, may change where it is called. */
export function changedBy(m: Machine, value: Value): Changed {
  const found = new Found(m);
  found.value(value);
  return found;
}

class Found implements Changed {
  readonly cells = new Set<Cell>();
  lasting = false;
  private readonly seen = new Set<object>();
  constructor(private readonly m: Machine) {}

  value(value: Value): void {
    if (this.isSeen(value)) return;
    if (isTuple(value)) for (const part of value) this.value(part);
    else if (value.is === 'array') for (const part of value.elements) this.value(part);
    else if (value.is === 'callable') this.target(targetOf(value));
    else if (value.is === 'type') this.value(value.of);
    else if (value.is === 'struct') this.object(value);
  }

  private target(target: Target | undefined): void {
    switch (target?.kind) {
      case 'lambda':
        return this.body(target.decl.body, target.scope);
      case 'functions':
        this.lasting = true;
        return;
      case 'method':
        this.lasting = true;
        return this.cell(target.self);
      case 'address':
        return this.referred(target.cell);
      default:
    }
  }

  /** An object may be asked for what its class and its operators do. What it points to is the caller's matter. */
  private object(object: Struct): void {
    if (isClassInstance(object.cls) && runsCode(this.m, object.cls)) this.lasting = true;
    const referred = held(object, undefined);
    if (referred) this.referred(referred);
    for (const part of object.fields.values()) this.value(part);
  }

  private referred(cell: Cell): void {
    const whole = cell.index === undefined ? undefined : cell.whole?.read();
    this.value(whole !== undefined && !isTuple(whole) && whole.is === 'array' ? whole.element : cell.read());
  }

  private body(body: Stmt, scope: Scope): void {
    if (this.isSeen(body)) return;
    const written = namesMaybeWritten(body);
    const used = namesUsed([body]);
    for (const id of new Set([...written, ...used])) {
      const entity = entityNamed(scope, id);
      if (entity?.kind === 'functions') this.lasting = true;
      if (entity?.kind !== 'variable') continue;
      if (written.has(id)) this.cell(entity.cell);
      this.value(entity.cell.read());
    }
    if (callsMembers(body)) this.lasting = true;
    const self = objectAround(scope);
    if (self && mayWriteObject(self, written, body)) this.cell(self);
  }

  private cell(cell: Cell): void {
    this.cells.add(cell);
    const pointed = targetOf(cell.read());
    if (pointed?.kind === 'address' && !this.cells.has(pointed.cell)) this.cell(pointed.cell);
  }

  private isSeen(one: object): boolean {
    const isSeen = this.seen.has(one);
    this.seen.add(one);
    return isSeen;
  }
}

/** Whether there are functions of a class: members, or operators that the program declares elsewhere. */
function runsCode(m: Machine, instance: ClassInstance): boolean {
  const { scope, entity, bases, hasUnknownBase } = instance;
  const isCode = (one: Entity): boolean =>
    one.kind === 'functions' && one.overloads.some(({ decl }) => !decl.defaulted);
  if (hasUnknownBase || [...scope.names.values()].some(isCode) || bases.some((base) => runsCode(m, base))) return true;
  const named = new Set([entity.name]);
  return m.functions.some(({ decl }) => decl.name.startsWith('operator') && namesOneOf(decl.params, named));
}

/** Whether code calls functions of objects, whose bodies nobody looks for. */
function callsMembers(body: Stmt): boolean {
  return walk(body, (node) => (node.is === 'Call' && isMember(node.callee) ? 'end' : undefined));
}

const isMember = ({ is }: Expr): boolean => is === 'Member';

function objectAround(scope: Scope): Cell | undefined {
  for (let s: Scope | undefined = scope; s; s = s.parent) if (s.self) return s.self;
  return undefined;
}

/** Whether the body of a lambda in a member function may write the object of that function. */
function mayWriteObject(self: Cell, names: ReadonlySet<string>, body: Stmt): boolean {
  const object = self.read();
  const instance = !isTuple(object) && object.is === 'struct' && isClassInstance(object.cls) ? object.cls : undefined;
  if (!instance || walk(body, ({ is }) => (is === 'This' ? 'end' : undefined))) return true;
  return [...names].some((id) => hasMember(instance, id));
}

function hasMember(instance: ClassInstance, id: string): boolean {
  if (instance.hasUnknownBase || instance.scope.own(id)) return true;
  return instance.fields.some(({ name }) => name === id) || instance.bases.some((base) => hasMember(base, id));
}

function entityNamed(scope: Scope, id: string): Entity | undefined {
  for (let s: Scope | undefined = scope; s; s = s.parent) {
    const own = s.own(id);
    if (own) return own;
  }
  return undefined;
}
