// Bases that are constants: `struct S : std::true_type`. Such an object converts to the number. Pure functions.
import type { Static } from '../../algebra/leaf';
import type { ClassInstance } from './entities';
import { isStaticIntValue } from './template-args';

/** The constant that is a base of a class; undefined where none is, or several are. */
export function constantBase(instance: ClassInstance): Static | undefined {
  const [only, ...others] = constantsBelow(instance);
  return others.length === 0 ? only : undefined;
}

export function hasConstantBase(instance: ClassInstance): boolean {
  return constantsBelow(instance).length > 0;
}

function constantsBelow({ bases, libraryBases = [] }: ClassInstance): readonly Static[] {
  const own = libraryBases.flatMap(({ of }) => (isStaticIntValue(of) ? of : []));
  return [...own, ...bases.flatMap(constantsBelow)];
}

/** Whether all bases of a class are known, constants among them. */
export function isKnownWithConstants(instance: ClassInstance): boolean {
  const { hasUnknownBase, libraryBases = [], bases, decl } = instance;
  return (
    !hasUnknownBase &&
    decl.members !== undefined &&
    libraryBases.every(({ of }) => isStaticIntValue(of)) &&
    bases.every(isKnownWithConstants)
  );
}
