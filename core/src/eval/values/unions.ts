// Members that share memory: those of a union, and of the unnamed unions and structs in a class. Pure functions.
import type { Stmt } from '../../ir/program';
import type { ClassInstance } from './entities';

interface Sharing {
  /** For a member, the names of those that lie where it lies. */
  readonly others: ReadonlyMap<string, readonly string[]>;
  /** The members of a union but for its first one, which alone a list initialises. */
  readonly later: ReadonlySet<string>;
}

const known = new WeakMap<ClassInstance, Sharing>();

function sharingIn(instance: ClassInstance): Sharing {
  const held = known.get(instance);
  if (held) return held;
  const others = new Map<string, readonly string[]>();
  const later = new Set<string>();
  const add = (kind: string, members: readonly Stmt[]): readonly string[] => {
    const parts = members.map((s) => {
      if (s.is === 'Let') return s.static || s.name === '' ? [] : [s.name];
      return s.is === 'Struct' && s.name === undefined ? add(s.kind, s.members ?? []) : [];
    });
    const all = parts.flat();
    if (kind !== 'union') return all;
    const first = parts.find((part) => part.length > 0);
    for (const part of parts)
      for (const name of part) {
        others.set(name, [...(others.get(name) ?? []), ...all.filter((other) => !part.includes(other))]);
        if (part !== first) later.add(name);
      }
    return all;
  };
  add(instance.decl.kind, instance.decl.members ?? []);
  const found = { others, later };
  known.set(instance, found);
  return found;
}

/** The members of an object that lie where one of them lies. */
export function membersInPlaceOf(instance: ClassInstance, name: string): readonly string[] {
  return sharingIn(instance).others.get(name) ?? [];
}

/** Whether a list gives a member no element, since an earlier one of its union has it. */
export function isLaterOfUnion(instance: ClassInstance, name: string): boolean {
  return sharingIn(instance).later.has(name);
}
