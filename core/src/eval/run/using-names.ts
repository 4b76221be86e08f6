// Directives and declarations by which names of another namespace are seen ([namespace.udecl], [namespace.udir]).
import type { Span } from '../../base/span';
import type { Expr } from '../../ir/program';
import { isNamespace, isStandardName, lookup, qualifier, spelled } from '../names/names';
import { lookupIn } from '../names/namespaces';
import { evaluate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { Entity, FunctionEntity, Scope } from '../values/entities';

/** `using namespace a::b;`, which ends at a place. */
export function useNamespace(path: string, scope: Scope, at: Span): void {
  const [first = '', ...inner] = path.replace(/^::/, '').split('::');
  if (inner.length === 0) (scope.libraries ??= new Set()).add(first);
  let entity = lookup(scope, first, { wanted: (one) => one.kind === 'namespace' });
  for (const name of inner) entity = entity?.kind === 'namespace' ? lookupIn(entity.scope, name) : undefined;
  if (entity?.kind !== 'namespace' || scope.opened?.includes(entity.scope)) return;
  scope.visible.push(entity.scope);
  (scope.directives ??= new Map<Scope, Span>()).set(entity.scope, at);
}

/** `using cute::Layout;`: names of the library are found anyway, where the program has none of that name. */
export function declareUsing(m: Machine, name: Expr, scope: Scope): void {
  if (name.is !== 'Scope') return;
  if (!name.of) return addUsed(scope, name, m.global.own(name.id));
  if (name.of.is !== 'Name' && name.of.is !== 'Scope') return;
  if (!isNamespace(m, name.of, scope)) return;
  const of = qualifier(m, name.of, scope, (e, s) => evaluate(m, e, s));
  const hides = of.kind === 'library' && (lookup(scope, name.id) ?? (isStandardName(name, scope) || undefined));
  if (hides) scope.names.set(name.id, { kind: 'library-name', path: spelled(name.of) });
  addUsed(scope, name, of.kind === 'scope' ? lookupIn(of.scope, name.id) : undefined);
}

/** Functions of several namespaces are overloads of each other; those of this scope do not become theirs. */
function addUsed(scope: Scope, { id, span }: Expr & { is: 'Scope' }, entity: Entity | undefined): void {
  if (entity?.kind !== 'functions') return void (entity && scope.names.set(id, entity));
  const own = scope.own(id);
  const had = own?.kind === 'functions' ? own.overloads : [];
  const more = entity.overloads.filter((one) => !had.some((other) => isOne(one, other)));
  // The name itself is seen from its first declaration on.
  const used = had.length === 0 ? more : more.map((one) => ({ ...one, usedBy: span }));
  scope.names.set(id, { kind: 'functions', overloads: [...had, ...used] });
}

const isOne = (one: FunctionEntity, other: FunctionEntity): boolean =>
  one.decl === other.decl && one.scope === other.scope;
