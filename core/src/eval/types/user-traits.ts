// Specialisations of a library template that the program writes itself: `template <> struct MMA_Traits<MyOp> { … }`.
// Gives their members to builtins; knows nothing of what the members mean.
import { nowhere } from '../../base/span';
import type { Members } from '../../builtins/registry';
import type { Value } from '../../values/value';
import { lookupIn } from '../names/namespaces';
import type { Machine } from '../state/machine';
import type { ClassEntity, ClassInstance, Scope } from '../values/entities';
import { isTuple, isUnknown } from '../values/inspect';
import { classOf } from '../values/kinds';
import { instantiateClass } from './classes';
import { memberOfClass } from './name-values';

/** The members of the program's own `template<of>`, or of `of` where it is such a class already. */
export function userTraits(m: Machine, template: string, of: Value): Members | undefined {
  const instance = classOf(of);
  if (instance && isOf(instance, template)) return membersOf(m, instance);
  for (const entity of entitiesOf(m, template)) {
    const made = instantiateClass(m, entity, [{ is: 'type', of }], nowhere);
    const found = !isTuple(made) && made.is === 'type' ? classOf(made.of) : undefined;
    if (found) return membersOf(m, found);
  }
  return undefined;
}

/** The member of a class, such as `value` of a trait that the program writes itself. */
export function staticMember(m: Machine, type: Value, id: string): Value | undefined {
  const instance = classOf(type);
  const value = instance && membersOf(m, instance)(id);
  return value === undefined || isUnknown(value) ? undefined : value;
}

/** The class itself, or one that it derives from. */
function isOf(instance: ClassInstance, template: string): boolean {
  return instance.entity.name === template || instance.bases.some((base) => isOf(base, template));
}

/** Where a program can specialise a template of CuTe: in namespace cute, or at the top with `cute::` before the
 *  name. */
function entitiesOf(m: Machine, template: string): ClassEntity[] {
  const cute = lookupIn(m.global, 'cute');
  const scopes: Scope[] = [m.global, ...(cute?.kind === 'namespace' ? [cute.scope] : [])];
  return scopes.flatMap((scope) => {
    const entity = lookupIn(scope, template);
    return entity?.kind === 'class' ? [entity.class] : [];
  });
}

function membersOf(m: Machine, instance: ClassInstance): Members {
  return (id) => {
    const value = memberOfClass(m, instance, id, undefined, { is: 'Name', id, span: nowhere });
    return isUnknown(value) && value.cause.code === 'undeclared' ? undefined : value;
  };
}
