// Classes of the library whose only member is `type` (`std::enable_if<b, T>`), where the class itself is meant: as a
// base, or without that member.
import type { Tag, TypeOf, Unknown, Value } from '../../values/value';
import type { ClassInstance } from './entities';
import { isTuple } from './inspect';

const name = 'type-holder';

/** The class whose member `type` is a type, or that has none, for the reason given. */
export function typeHolder(member: TypeOf | Unknown): Tag {
  return { is: 'tag', name, args: [member] };
}

/** What the member `type` of such a class is; undefined for other values. */
export function heldType(value: Value): Value | undefined {
  return !isTuple(value) && value.is === 'tag' && value.name === name ? value.args[0] : undefined;
}

/** Whether such a class is a base of a class, or of a base of it. */
export function hasTypeHolder({ bases, libraryBases = [] }: ClassInstance): boolean {
  return libraryBases.some(({ of }) => heldType(of) !== undefined) || bases.some(hasTypeHolder);
}
