// Lambdas that are given to code which is not followed: it may call them, so that what their bodies can write is not
// known any more. Which variables those are is read off the text of the body (written.ts).
import { say } from '../../base/say';
import type { Lambda } from '../../ir/program';
import { walk } from '../../ir/walk';
import type { Value } from '../../values/value';
import type { Machine } from '../state/machine';
import { type Cell } from '../values/cells';
import {
  isClassInstance,
  type Arg,
  type ClassInstance,
  type Entity,
  type Scope,
  type Target,
} from '../values/entities';
import { isTuple } from '../values/inspect';
import { targetOf } from '../values/kinds';
import { loseCell } from './losing';
import { namesMaybeWritten } from './written';

/** The arguments of a call of `name`, which is not followed, may be lambdas: the variables that these can write lose
 *  their values. */
export function loseCaptured(m: Machine, name: string, args: readonly Arg[]): void {
  for (const { value, span } of args) {
    for (const { scope, decl } of lambdasIn(value)) {
      const why = (cell: Cell): string => say`${cell.name} may be set by a lambda that is given to \`${name}\``;
      const names = namesMaybeWritten(decl.body);
      for (const id of names) {
        const entity = entityNamed(scope, id);
        if (entity?.kind === 'variable') loseCell(m, entity.cell, why(entity.cell), span);
      }
      const self = objectAround(scope);
      if (self && mayWriteObject(self, names, decl)) loseCell(m, self, why(self), span);
    }
  }
}

/** The lambda that a value is, or those that an object holds. */
function lambdasIn(value: Value): readonly (Target & { kind: 'lambda' })[] {
  if (isTuple(value)) return [];
  if (value.is === 'struct') return [...value.fields.values()].flatMap(lambdasIn);
  const target = value.is === 'callable' ? targetOf(value) : undefined;
  return target?.kind === 'lambda' ? [target] : [];
}

function objectAround(scope: Scope): Cell | undefined {
  for (let s: Scope | undefined = scope; s; s = s.parent) if (s.self) return s.self;
  return undefined;
}

/** Whether the body of a lambda in a member function may write the object of that function. */
function mayWriteObject(self: Cell, names: ReadonlySet<string>, lambda: Lambda): boolean {
  const object = self.read();
  const instance = !isTuple(object) && object.is === 'struct' && isClassInstance(object.cls) ? object.cls : undefined;
  if (!instance || walk(lambda.body, ({ is }) => (is === 'This' ? 'end' : undefined))) return true;
  return [...names].some((id) => isMember(instance, id));
}

function isMember(instance: ClassInstance, id: string): boolean {
  if (instance.hasUnknownBase || instance.scope.own(id)) return true;
  return instance.fields.some(({ name }) => name === id) || instance.bases.some((base) => isMember(base, id));
}

function entityNamed(scope: Scope, id: string): Entity | undefined {
  for (let s: Scope | undefined = scope; s; s = s.parent) {
    const own = s.own(id);
    if (own) return own;
  }
  return undefined;
}
