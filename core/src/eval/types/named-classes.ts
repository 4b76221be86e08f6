// The classes that aliases of the file name: which of their members CuTe computes with, for readers of the alias. Runs
// once everything else has, so that it changes nothing that the program does.
import type { NamedClass } from '../../analysis';
import type { Span } from '../../base/span';
import type { Value } from '../../values/value';
import { afford } from '../state/afford';
import type { Machine } from '../state/machine';
import type { ClassInstance } from '../values/entities';
import { isTuple } from '../values/inspect';
import { exampleOf } from './classes';
import { staticMember } from './user-traits';

/** More members than a reader looks through. */
const mostMembers = 24;

/** What is known of the classes that aliases of the entry stand for, by class. */
export function namedClasses(m: Machine): ReadonlyMap<unknown, NamedClass> {
  const found = new Map<unknown, NamedClass>();
  for (const instance of m.aliased) {
    const members = m.silently(() =>
      afford(
        m,
        () => membersOf(m, instance),
        () => [],
      ),
    );
    const at = placeOf(instance);
    if (at && members.length > 0)
      found.set(instance, { name: instance.entity.name, key: instance.key, args: instance.args, at, members });
  }
  return found;
}

const placeOf = ({ decl }: ClassInstance): Span | undefined => decl.nameSpan ?? decl.span;

function membersOf(m: Machine, instance: ClassInstance): NamedClass['members'] {
  const members: { readonly name: string; readonly value: Value }[] = [];
  for (const name of aliasesOf(instance)) {
    const value = staticMember(m, exampleOf(instance), name);
    const of = value && !isTuple(value) && value.is === 'type' ? value.of : undefined;
    if (of !== undefined && isLayoutValued(of)) members.push({ name, value: of });
    if (members.length === mostMembers) break;
  }
  return members;
}

/** Names of its member types, its own before those of its bases. */
function aliasesOf({ decl, bases }: ClassInstance): ReadonlySet<string> {
  const own = (decl.members ?? []).flatMap((one) =>
    one.is === 'Alias' && one.templateParams.length === 0 ? [one.name] : [],
  );
  return new Set([...own, ...bases.flatMap((base) => [...aliasesOf(base)])]);
}

const layoutValued: ReadonlySet<string> = new Set(
  'layout composed swizzle tensor tiled-mma tiled-copy mma-atom copy-atom'.split(' '),
);

function isLayoutValued(of: Value): boolean {
  return isTuple(of) ? of.length > 0 && of.every(isPart) : layoutValued.has(of.is);
}

/** Shapes, strides, and tuples of layouts; not those of arguments and types. */
function isPart(of: Value): boolean {
  if (isTuple(of)) return of.every(isPart);
  return of.is === 'static' || of.is === 'dynamic' || of.is === 'underscore' || layoutValued.has(of.is);
}
