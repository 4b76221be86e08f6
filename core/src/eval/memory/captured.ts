// Code of the program that is given to code which is not followed: functions, closures, and objects of its classes. It
// may be called there. Which variables that may change is read off its text (written.ts); what is lost with them is
// decided in reach.ts.
import { remembered } from '../../base/remembered';
import { spend } from '../../base/meter';
import type { Span } from '../../base/span';
import type { Stmt } from '../../ir/program';
import { namesOneOf, walk } from '../../ir/walk';
import type { Struct, Value } from '../../values/value';
import { namesUsed } from '../../ir/used';
import type { Machine } from '../state/machine';
import { type Cell } from '../values/cells';
import {
  type ClassInstance,
  type Entity,
  type FunctionEntity,
  isClassInstance,
  type Scope,
  type Target,
} from '../values/entities';
import { held } from '../values/holders';
import { isTuple } from '../values/inspect';
import { classOf, targetOf } from '../values/kinds';
import { fronts, namesMaybeWritten } from './written';

/** What code may change that is among values. */
export interface Changed {
  readonly cells: ReadonlySet<Cell>;
  /** Whether it may change anything that outlives calls: what it does is not seen. */
  readonly lasting: boolean;
  /** Whether there is code of the program at all. */
  readonly isCode: boolean;
}

/** What functions may change where they are called. */
export interface ChangedByFunctions extends Changed {
  /** Whether they name any variable, so that another time they may change others. */
  readonly namesVariables: boolean;
  /** Themselves, and those that they may call. */
  readonly functions: ReadonlySet<FunctionEntity>;
}

/** What code in a value, or of the classes in it, may change where it is called. */
export function changedBy(m: Machine, value: Value): Changed {
  const found = new Found(m);
  found.value(value);
  return found;
}

/** What functions of the program may change. */
export function changedByFunctions(m: Machine, functions: Iterable<FunctionEntity>): ChangedByFunctions {
  const found = new Found(m);
  for (const one of functions) found.code(one);
  return found;
}

/** Whether the program writes something: what a library declares does not know its variables. */
export function isOfProgram(m: Machine, { file }: Span): boolean {
  return m.files.get(file)?.latent === undefined;
}

export function isCodeOfProgram(m: Machine, { decl }: FunctionEntity): boolean {
  return !decl.defaulted && !decl.deleted && isOfProgram(m, decl.span);
}

/** The cost of looking at what one function may write, on the meter. */
const unitsOfBody = 64;

class Found implements ChangedByFunctions {
  readonly cells = new Set<Cell>();
  lasting = false;
  isCode = false;
  namesVariables = false;
  readonly functions = new Set<FunctionEntity>();
  private readonly seen = new Set<object>();
  constructor(private readonly m: Machine) {}

  value(value: Value): void {
    if (this.isSeen(value)) return;
    if (isTuple(value)) for (const part of value) this.value(part);
    else if (value.is === 'array') for (const part of value.elements) this.value(part);
    else if (value.is === 'callable') this.target(targetOf(value));
    else if (value.is === 'type') this.value(value.of);
    else if (value.is === 'pointer') this.value(value.element);
    else if (value.is === 'struct') this.object(value);
  }

  private target(target: Target | undefined): void {
    switch (target?.kind) {
      case 'lambda':
        return this.body(target.decl.body, target.scope);
      case 'functions':
        return target.overloads.forEach((one) => this.code(one));
      case 'method':
        target.overloads.forEach((one) => this.code(one));
        return this.cell(target.self);
      case 'address':
        return this.referred(target.cell);
      default:
    }
  }

  /** An object may be asked for what its class and its operators do. What it points to is the caller's matter. */
  private object(object: Struct): void {
    if (isClassInstance(object.cls)) this.instance(object.cls);
    const referred = held(object, undefined);
    if (referred) this.referred(referred);
    for (const part of object.fields.values()) this.value(part);
  }

  private instance(instance: ClassInstance): void {
    if (this.isSeen(instance)) return;
    if (instance.hasUnknownBase) this.lasting = true;
    for (const one of instance.scope.names.values())
      if (one.kind === 'functions') for (const func of one.overloads) this.code(func);
    for (const base of instance.bases) this.instance(base);
    const named = new Set([instance.entity.name]);
    for (const one of this.m.functions)
      if (one.decl.name.startsWith('operator') && namesOneOf(one.decl.params, named)) this.code(one);
  }

  code(one: FunctionEntity): void {
    const { decl, scope } = one;
    if (!isCodeOfProgram(this.m, one)) return;
    this.isCode = true;
    this.functions.add(one);
    if (decl.body) this.body(decl.body, scope);
    else this.lasting = true;
  }

  private referred(cell: Cell): void {
    if (cell.among) return cell.among.forEach((one) => this.referred(one));
    const whole = cell.index === undefined ? undefined : cell.whole?.read();
    this.value(whole !== undefined && !isTuple(whole) && whole.is === 'array' ? whole.element : cell.peek());
  }

  private body(body: Stmt, scope: Scope): void {
    if (this.isSeen(body)) return;
    spend(unitsOfBody, 'variables');
    const [written, iterated] = [namesMaybeWritten(body), namesIterated(body)];
    for (const id of new Set([...written, ...namesUsed([body])])) {
      const entity = entityNamed(scope, id);
      if (entity?.kind === 'functions') for (const one of entity.overloads) this.code(one);
      if (entity?.kind !== 'variable') continue;
      this.namesVariables = true;
      if (written.has(id) || (iterated.has(id) && classOf(entity.cell.peek()))) this.cell(entity.cell);
      this.value(entity.cell.peek());
    }
    for (const id of membersCalled(body))
      for (const { scope: members } of this.m.classes) {
        const member = members.own(id);
        if (member?.kind === 'functions') for (const one of member.overloads) this.code(one);
      }
    const self = objectAround(scope);
    if (self) this.namesVariables = true;
    if (self && mayWriteObject(self, written, body)) this.cell(self);
  }

  private cell(cell: Cell): void {
    if (cell.among) return cell.among.forEach((one) => this.cell(one));
    this.cells.add(cell);
    const pointed = targetOf(cell.peek());
    if (pointed?.kind === 'address' && !this.cells.has(pointed.cell)) this.cell(pointed.cell);
  }

  private isSeen(one: object): boolean {
    const isSeen = this.seen.has(one);
    this.seen.add(one);
    return isSeen;
  }
}

/** The variables that code runs through. Objects of the program may be changed by that. */
const namesIterated = remembered((code: Stmt): ReadonlySet<string> => {
  const found = new Set<string>();
  walk(code, (node) => {
    if (node.is === 'RangeFor') for (const front of fronts(node.range)) found.add(front);
    return undefined;
  });
  return found;
});

/** What a loop over a range calls of it and of its iterators ([stmt.ranged]). */
const byRanges = ['begin', 'end', 'operator!=', 'operator==', 'operator*', 'operator++'];

/** The names of the members that code calls, of whatever objects. */
const membersCalled = remembered((body: Stmt): ReadonlySet<string> => {
  const called = new Set<string>();
  walk(body, (node) => {
    if (node.is === 'Call' && node.callee.is === 'Member') called.add(node.callee.id);
    if (node.is === 'RangeFor') for (const id of byRanges) called.add(id);
    return undefined;
  });
  return called;
});

function objectAround(scope: Scope): Cell | undefined {
  for (let s: Scope | undefined = scope; s; s = s.parent) if (s.self) return s.self;
  return undefined;
}

/** Whether the body of a lambda in a member function may write the object of that function. */
function mayWriteObject(self: Cell, names: ReadonlySet<string>, body: Stmt): boolean {
  const object = self.peek();
  const instance = !isTuple(object) && object.is === 'struct' && isClassInstance(object.cls) ? object.cls : undefined;
  if (!instance || walk(body, ({ is }) => (is === 'This' ? 'end' : undefined))) return true;
  return [...names].some((id) => hasMember(instance, id));
}

function hasMember(instance: ClassInstance, id: string): boolean {
  if (instance.hasUnknownBase || instance.scope.own(id)) return true;
  return instance.fields.some(({ name }) => name === id) || instance.bases.some((base) => hasMember(base, id));
}

/** What a name means that code of the program uses; undefined for what a library declares. */
export function entityNamed(scope: Scope, id: string): Entity | undefined {
  for (let s: Scope | undefined = scope; s; s = s.parent) {
    // What a library declares does not know the program's variables.
    const own = s.ownRead(id);
    // A variable that nothing has asked for begins now.
    if (own) return own.kind === 'lazy' ? own.force() : own;
  }
  return undefined;
}
