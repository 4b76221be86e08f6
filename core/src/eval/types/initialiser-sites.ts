// Where initialisers of members count as standing ([support.srcloc.cons]/2): at the constructor that runs them, or at
// the braces of an aggregate. A constructor that nobody writes stands where the class does.
import type { Func } from '../../ir/program';
import type { Machine } from '../state/machine';
import type { Site } from '../state/sites';
import type { ClassInstance } from '../values/entities';
import { saysExplicit } from '../overload/explicit';
import type { Beginning } from './members';
import { constructorsOf, isPolymorphic } from './special-members';

/** A constructor up to the `{` of its body: compilers differ on one that takes several lines up to there. */
export function siteOfConstructor({ name, nameSpan, body, defaulted }: Func): Site {
  return { span: { ...nameSpan, end: defaulted || !body ? nameSpan.end : body.span.start + 1 }, inside: name };
}

/** For an object that no constructor of the program makes. */
export function siteOfInitialisers(m: Machine, instance: ClassInstance, begin: Beginning): Site | undefined {
  const isAggregate = begin.how === 'default' ? false : isAggregateAnyway(instance);
  if (begin.how === 'value' && isAggregate !== false) return isAggregate && begin.braced ? m.sites.now : undefined;
  const own = constructorsOf(instance).find(({ params }) => params.length === 0);
  if (own) return siteOfConstructor(own);
  const { name, nameSpan } = instance.decl;
  return name === undefined || nameSpan === undefined ? undefined : { span: nameSpan, inside: name };
}

/** Whether a class is an aggregate since C++17; undefined where the version of C++ decides. */
export function isAggregateAnyway(instance: ClassInstance): boolean | undefined {
  const { hidden, hiddenBases, virtualBases } = instance.decl;
  if (hidden ?? hiddenBases ?? virtualBases ?? isPolymorphic(instance)) return false;
  const constructors = constructorsOf(instance);
  if (constructors.length === 0) return instance.scope.names.has('#constructors') ? false : true;
  return constructors.some((decl) => !(decl.defaulted ?? decl.deleted) || saysExplicit(decl)) ? false : undefined;
}
