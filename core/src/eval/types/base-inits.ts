// What a constructor says of the bases of its class, and of the class itself where it delegates ([class.base.init]).
// Packs are expanded. Runs no constructor.
import { remembered } from '../../base/remembered';
import { say } from '../../base/say';
import { nowhere, type Span } from '../../base/span';
import type { Expr, MemberInit } from '../../ir/program';
import type { Unknown, Value } from '../../values/value';
import { lookup } from '../names/names';
import { packScopes } from '../names/packs';
import { typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { ClassInstance, Scope } from '../values/entities';
import { isUnknown, sameType } from '../values/inspect';
import { classOf, targetOf } from '../values/kinds';
import { unknown } from '../values/unknown';

/** The arguments of one base, and the scope in which they are evaluated. */
export interface BaseInit {
  readonly args: readonly Expr[];
  readonly braced: boolean;
  readonly scope: Scope;
  /** The type that is written, where its name alone does not say which base it is. */
  readonly type?: Value;
  readonly name: string;
}

/** What is said of the bases; unknown where it is not known which of them is meant. */
export function baseInits(
  m: Machine,
  instance: ClassInstance,
  inits: readonly MemberInit[],
  scope: Scope,
  span: Span,
): readonly BaseInit[] | Unknown {
  const found: BaseInit[] = [];
  for (const init of inits) {
    const braced = init.braced === true;
    if (instance.fields.some(({ name }) => name === init.name)) continue;
    const name = nameBefore(init.name);
    if (!init.expands && !isNameOfMany(instance, name)) {
      found.push({ args: init.args, braced, scope, name });
      continue;
    }
    const written: Expr = init.base ?? { is: 'Name', id: init.name, span };
    for (const inner of init.expands ? packScopes(patternOf(init), scope) : [scope]) {
      const type = m.silently(() => typeExample(m, written, inner));
      if (isUnknown(type)) return unknown('unsupported', say`which base \`${init.name}\` means is not known`, span);
      found.push({ args: init.args, braced, scope: inner, name, type });
    }
  }
  return found;
}

/** The base and its arguments: the packs in both are expanded together. */
const patternOf = remembered((init: MemberInit): Expr => {
  const span = init.base?.span ?? init.args[0]?.span ?? nowhere;
  return { is: 'Call', callee: init.base ?? { is: 'Name', id: init.name, span }, args: init.args, span };
});

/** `Base` of `Base<T>` and of `ns::Base<T>`. */
function nameBefore(written: string): string {
  return /(\w+)\s*(?:<[\s\S]*)?$/.exec(written.replace(/<[\s\S]*$/, ''))?.[1] ?? written;
}

/** Whether several of a class and its bases are instances of templates of one name. */
function isNameOfMany({ entity, bases }: ClassInstance, name: string): boolean {
  return [entity, ...bases.map((base) => base.entity)].filter((one) => one.name === name).length > 1;
}

/** Whether an initialiser delegates to another constructor of the class. */
export function delegates({ type, name }: BaseInit, instance: ClassInstance): boolean {
  return type === undefined ? name === instance.entity.name : classOf(type) === instance;
}

/** Whether an initialiser is that of a base, which may be written by its name or by an alias of it. */
export function isOfBase({ type, name, scope }: BaseInit, base: ClassInstance): boolean {
  if (type !== undefined) return classOf(type) === base;
  if (base.entity.name === name) return true;
  const entity = lookup(scope, name);
  return entity?.kind === 'type' && classOf(entity.of) === base;
}

export function isOfClosure({ type, name, scope }: BaseInit, closure: Value): boolean {
  if (type !== undefined) return targetOf(type)?.kind === 'lambda' && sameType(type, closure);
  const entity = lookup(scope, name);
  return entity?.kind === 'type' && sameType(entity.of, closure);
}
