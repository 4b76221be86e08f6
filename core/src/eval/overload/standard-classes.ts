// Class templates of the standard library that are not taken apart into their arguments: which types are no instances
// of them. A name that is not listed may be that of an alias template, which may stand for any type.
import type { Expr } from '../../ir/program';
import type { Value } from '../../values/value';
import { isStandardName } from '../names/names';
import type { Scope } from '../values/entities';
import { isTuple, isUnknown } from '../values/inspect';
import { classOf, targetOf } from '../values/kinds';
import { hasOpenBases } from './instances';

const templates: ReadonlySet<string> = new Set(
  `atomic atomic_ref basic_string basic_string_view bitset conjunction deque disjunction expected
  forward_list function future hash is_base_of is_convertible is_floating_point is_integral is_same
  list lock_guard map mdspan multimap multiset negation numeric_limits optional packaged_task
  priority_queue promise queue ratio reference_wrapper set shared_future stack unique_lock
  unordered_map unordered_multimap unordered_multiset unordered_set valarray variant weak_ptr`.split(/\s+/),
);

/** Whether a type is certainly no instance of the template that a pattern names, and has no base that is one. */
export function isNoInstance(pattern: Expr, example: Value, scope: Scope): boolean {
  if ((pattern.is !== 'Name' && pattern.is !== 'Scope') || !templates.has(pattern.id)) return false;
  return isStandardName(pattern, scope) && isOfLanguage(example);
}

/** Whether a type may be an instance of a template of CuTe or CUTLASS that is not taken apart: what holds the elements
 *  of a tensor, pointers into a memory, and classes that are only a name. */
export function mayBeInstance(pattern: Expr, example: Value): boolean {
  if (isTuple(example) || (pattern.is !== 'Name' && pattern.is !== 'Scope')) return false;
  if (isUnknown(example) || example.is === 'tensor') return true;
  if (example.is === 'pointer') return example.space !== 'generic';
  return (example.is === 'tag' || (example.is === 'struct' && !classOf(example))) && example.name === pattern.id;
}

/** Numbers, pointers, closures, and classes of the program whose bases are known. */
export function isOfLanguage(example: Value): boolean {
  if (isTuple(example)) return true;
  switch (example.is) {
    case 'dynamic':
    case 'pointer':
    case 'void':
      return true;
    case 'scalar':
      return example.bits > 0 && !example.type.includes('<');
    case 'callable':
      return targetOf(example)?.kind === 'lambda';
    case 'struct': {
      const instance = classOf(example);
      return instance !== undefined && !hasOpenBases(instance);
    }
    default:
      return false;
  }
}
