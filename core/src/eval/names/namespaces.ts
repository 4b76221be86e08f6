// What names stand for in one scope, and in the namespaces that are used there ([namespace.udir], [namespace.qual]):
// their functions are overloads of each other, and what is not the same thing everywhere is not known.
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import { VarCell } from '../values/cells';
import type { ClassInstance, Entity, FunctionEntity, Scope, Used } from '../values/entities';
import { identityKey } from '../values/type-key';
import { unknown } from '../values/unknown';

/** What a name is looked up for: other things of that name are not seen. */
export type Wanted = (entity: Entity) => boolean;

/** `at`: where the name is written. What a namespace declares later is not seen there. */
export interface Sought {
  readonly wanted?: Wanted;
  readonly at?: Span;
}

/** The entity that a name refers to. A lazy declaration is evaluated first. */
export function force(scope: Scope, id: string, entity: Entity): Entity {
  if (entity.kind !== 'lazy') return entity;
  const forced = entity.force();
  if (entity.isLater?.() !== true) scope.names.set(id, forced);
  return forced;
}

/** What a scope declares itself: in its inline namespaces, too, and in the bases of a class. Of a namespace, where `at`
 *  is given, only what is declared before that place. */
export function declaredIn(scope: Scope, id: string, at?: Span): Entity | undefined {
  const own = at && scope.isBefore(at, id) ? undefined : scope.own(id);
  const entity = own && force(scope, id, own);
  if (scope.inlined) return together(id, [entity, ...scope.inlined.map((inner) => declaredIn(inner, id, at))]);
  return entity ?? (scope.owner && inBases(scope.owner, id));
}

/** What an unqualified name finds in a class: bases that template parameters decide are not looked into
 *  ([temp.dep.type]/10). */
export function declaredApart(scope: Scope, id: string): Entity | undefined {
  const own = scope.own(id);
  if (own) return force(scope, id, own);
  return scope.owner && inBases(scope.owner, id, scope.owner.dependentBases);
}

function inBases(instance: ClassInstance, id: string, but?: ReadonlySet<ClassInstance>): Entity | undefined {
  for (const base of instance.bases) {
    if (but?.has(base)) continue;
    const found = declaredIn(base.scope, id);
    if (found) return found;
  }
  return undefined;
}

/** A qualified name in a namespace: what it declares, or else what the namespaces have that it uses. */
export function lookupIn(scope: Scope, id: string, wanted?: Wanted, seen = new Set<Scope>()): Entity | undefined {
  const own = fitting(declaredIn(scope, id), wanted);
  if (own) return own;
  seen.add(scope);
  const others = directives(scope).filter((one) => !seen.has(one));
  return together(
    id,
    others.map((one) => lookupIn(one, id, wanted, seen)),
  );
}

/** The namespaces that a scope and its inline namespaces use. */
function directives({ opened = [], inlined }: Scope): readonly Scope[] {
  return inlined ? [...opened, ...inlined.flatMap(directives)] : opened;
}

export function fitting(entity: Entity | undefined, wanted: Wanted | undefined): Entity | undefined {
  return entity && (!wanted || wanted(entity)) ? entity : undefined;
}

/** The namespaces that are used in a scope, by others that are used there, too. They are found anew where one of these
 *  has come to use another. */
export function usedIn(scope: Scope): readonly Used[] {
  if (scope.used?.from.every(([one, count]) => countOf(one) === count)) return scope.used.list;
  const found = new Set([scope]);
  for (const one of found) for (const namespace of directives(one)) found.add(namespace);
  const inner = (one: Scope): readonly Scope[] => [one, ...(one.inlined ?? []).flatMap(inner)];
  const from = [...found].flatMap(inner).map((one) => [one, countOf(one)] as const);
  found.delete(scope);
  const list = [...found].map((namespace) => {
    const since = scope.directives?.get(namespace);
    return { namespace, at: aroundBoth(scope, namespace), ...(since && { since }) };
  });
  scope.used = { list, from };
  return list;
}

const countOf = ({ opened, inlined }: Scope): number => (opened?.length ?? 0) + (inlined?.length ?? 0);

/** The nearest namespace that contains a scope and a namespace. */
function aroundBoth(scope: Scope, namespace: Scope): Scope | undefined {
  const around = new Set<Scope>();
  for (let s = namespace.parent; s; s = s.parent) around.add(s);
  let s: Scope | undefined = scope;
  while (s && !around.has(s)) s = s.parent;
  return s;
}

/** What a scope declares, and what is seen in it of namespaces that are used. */
export function withUsed(
  scope: Scope,
  id: string,
  used: readonly Used[],
  { wanted, at: place }: Sought = {},
): Entity | undefined {
  const own = declaredIn(scope, id, place);
  if (!used.some(({ at }) => at === scope)) return own;
  const isSeen = ({ at, since }: Used): boolean => at === scope && !(place && since && scope.areInOrder(place, since));
  const others = used.filter(isSeen);
  const all = [own, ...others.map(({ namespace }) => declaredIn(namespace, id, place))];
  return together(
    id,
    all.map((entity) => fitting(entity, wanted)),
  );
}

/** Several declarations of one name: functions are overloads, and others have to be the same. */
function together(id: string, entities: readonly (Entity | undefined)[]): Entity | undefined {
  const found = entities.filter((entity) => entity !== undefined);
  const [first, ...others] = found;
  if (!first || others.every((one) => one === first || isSame(one, first))) return first;
  const overloads = new Set<FunctionEntity>();
  for (const entity of found) {
    if (entity.kind !== 'functions') return severalOf(id, found);
    for (const one of entity.overloads) overloads.add(one);
  }
  return { kind: 'functions', overloads: [...overloads] };
}

function isSame(one: Entity, other: Entity): boolean {
  if (one.kind === 'class') return other.kind === 'class' && one.class === other.class;
  if (one.kind === 'namespace') return other.kind === 'namespace' && one.scope === other.scope;
  if (one.kind === 'variable') return other.kind === 'variable' && one.cell === other.cell;
  if (one.kind === 'alias-template' || one.kind === 'variable-template')
    return other.kind === one.kind && one.decl === other.decl;
  if (one.kind === 'library' || one.kind === 'library-name') return other.kind === one.kind && one.path === other.path;
  if (one.kind !== 'type' || other.kind !== 'type' || one.written !== other.written) return false;
  return identityKey(one.of) === identityKey(other.of);
}

/** Which of them is meant is not known: the program compiles, so that they are one thing that is not recognised. */
function severalOf(id: string, found: readonly Entity[]): Entity {
  const of = unknown('unsupported', say`\`${id}\` is declared in several namespaces that are used here`);
  if (found.some(({ kind }) => kind === 'variable' || kind === 'functions'))
    return { kind: 'variable', cell: new VarCell(id, of), at: undefined };
  return { kind: 'type', of, at: undefined };
}
