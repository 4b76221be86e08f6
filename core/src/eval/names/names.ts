// Finds what a name stands for: in the scopes of the program first, then among the builtins.
// A name of the program hides the library's, as it does in C++ where both are visible.
import { say } from '../../base/say';
import type { Expr, Func, Name, Scope as ScopeExpr } from '../../ir/program';
import type { TypeOf, Value } from '../../values/value';
import { libraryName } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { hasDataMember, holdsBases, memberIn } from '../values/base-parts';
import { type Cell, partOf } from '../values/cells';
import { type ClassInstance, type Entity, type Scope, type Used } from '../values/entities';
import { isOfStandard } from '../values/declared-types';
import { isTuple } from '../values/inspect';
import { ofEach } from '../values/one-of-cells';
import { classOf, targetOf } from '../values/kinds';
import { declaredApart, declaredIn, fitting, lookupIn, usedIn, withUsed, type Sought, type Wanted } from './namespaces';
import { unknown } from '../values/unknown';

/** Namespaces whose contents are builtins, not source. */
const libraries = new Set([
  'cute',
  'cutlass',
  'std',
  'thrust',
  'cuda',
  'cub',
  'GMMA',
  'UMMA',
  'SM90',
  'SM100',
  'SM103',
  'SM120',
  'BLOCKSCALED',
  'SPARSE',
  'LOAD',
  'STORE',
  'TMEM',
  'TMA',
  'arch',
  'lazy',
  'detail',
  'cooperative_groups',
  'tuple_algorithms',
  'nvcuda',
  'chrono',
  'this_thread',
]);

/** True for what may stand before `::`. Variables and functions of the same name are skipped there. */
function leads(entity: Entity): boolean {
  return entity.kind !== 'variable' && entity.kind !== 'functions';
}

/** What an unqualified name means where it is written. A class may be declared where it is named first (`struct S* p`),
 *  which is not told. */
export function lookupName(scope: Scope, { id, span }: Pick<Name, 'id' | 'span'>, wanted?: Wanted): Entity | undefined {
  const found = lookup(scope, id, { wanted, at: span });
  if (found || !scope.maySeeLater(id)) return found;
  return lookup(scope, id, { wanted: (entity) => entity.kind === 'class' && (wanted?.(entity) ?? true) });
}

/** Looks a name up from `scope` outwards. Members of the current object come before what encloses the class. */
export function lookup(scope: Scope, id: string, { wanted, at }: Sought = {}): Entity | undefined {
  let used: readonly Used[] | undefined;
  // What only a base has that template parameters decide comes last.
  let left: Entity | undefined;
  for (let s: Scope | undefined = scope; s; s = s.parent) {
    if (s.opened || s.inlined) used = used ? [...used, ...usedIn(s)] : usedIn(s);
    const isApart = s.owner?.dependentBases !== undefined;
    const declared = isApart
      ? declaredApart(s, id)
      : used
        ? withUsed(s, id, used, { wanted, at })
        : declaredIn(s, id, at);
    const found = fitting(declared, wanted);
    if (found) return found;
    if (isApart) left ??= fitting(declaredIn(s, id), wanted);
    if (s.self) {
      const member = wanted === leads ? undefined : memberCell(s.self, id, s);
      const as = member && referredAs(s.self, id, classAround(s));
      const entity: Entity | undefined = member && { kind: 'variable', cell: member, at: undefined, ...(as && { as }) };
      if (entity && !isOfDependentBase(classAround(s), id)) return entity;
      left ??= entity;
    }
  }
  return left;
}

/** Whether a class has a data member from a base alone that template parameters decide. */
function isOfDependentBase(instance: ClassInstance | undefined, id: string): boolean {
  const { dependentBases, fields, usedData, bases } = instance ?? {};
  if (!dependentBases || fields?.some(({ name }) => name === id) || usedData?.has(id)) return false;
  return !bases?.some((base) => !dependentBases.has(base) && hasDataMember(base, id));
}

/** The namespace of a library in which a name is looked up that the program does not declare: `std` where that is
 *  visible, and CuTe, which has names of its own for the same, is not. */
export function libraryAround(scope: Scope): '' | 'std' {
  let isStandard = false;
  for (let s: Scope | undefined = scope; s; s = s.parent) {
    if (s.label === 'cute' || s.libraries?.has('cute')) return '';
    if (s.label === 'std' || s.libraries?.has('std')) isStandard = true;
  }
  return isStandard ? 'std' : '';
}

/** Whether a name with or without a qualifier is one of the standard library: `std::id`, `::std::id`, with another name
 *  for the namespace, by `using std::id` and `using namespace std`. */
export function isStandardName(e: Expr, scope: Scope): boolean {
  if (e.is === 'Name') {
    const entity = lookupName(scope, e);
    return entity ? entity.kind === 'library-name' && isStandard(entity.path) : libraryAround(scope) === 'std';
  }
  if (e.is !== 'Scope' || e.of?.is !== 'Name') return isOfStandard(e);
  const entity = lookupName(scope, e.of, leads);
  if (entity?.kind === 'library') return isStandard(entity.path);
  if (entity?.kind === 'namespace') return entity.scope.label === 'std' && entity.scope.parent?.parent === undefined;
  return isOfStandard(e);
}

function isStandard(path: string): boolean {
  return path === 'std' || path === '::std';
}

/** A member of a class (its own or inherited), as `T::id` and `object.id` find it. */
export function lookupMemberOf(instance: ClassInstance, id: string): Entity | undefined {
  return declaredIn(instance.scope, id);
}

/** A data member of an object, as a function of the class around `scope` sees it: the object may be one of a class that
 *  is derived from that. */
export function memberCell(self: Cell, id: string, scope?: Scope): Cell | undefined {
  if (self.among && !self.open) return ofEach(self.among, (one) => memberCell(one, id, scope));
  const value = self.read();
  if (isTuple(value) || value.is !== 'struct' || !(value.fields.has(id) || holdsBases(value))) return undefined;
  return memberAs(self, id, scope && classAround(scope));
}

/** A data member of an object, as a class sees it that is a base of the object. */
export function memberAs(self: Cell, id: string, as: ClassInstance | undefined): Cell | undefined {
  if (self.among && !self.open) return ofEach(self.among, (one) => memberAs(one, id, as));
  const owner = memberIn(self, id, as);
  const object = owner?.read();
  const field = object && !isTuple(object) && object.is === 'struct' ? object.fields.get(id) : undefined;
  return owner && field && (referenceIn(field) ?? partOf(owner, id));
}

/** The class that the type of a data member says, where it is a reference to an object of a class derived from that. */
export function referredAs(self: Cell, id: string, as: ClassInstance | undefined): ClassInstance | undefined {
  if (self.among && !self.open) return undefined;
  const object = memberIn(self, id, as)?.read();
  const field = object && !isTuple(object) && object.is === 'struct' ? object.fields.get(id) : undefined;
  const target = field && targetOf(field);
  return target?.kind === 'address' && target.as === 'reference' && target.element
    ? classOf(target.element)
    : undefined;
}

/** The variable that a data member refers to. */
export function referenceIn(field: Value): Cell | undefined {
  const target = targetOf(field);
  return target?.kind === 'address' && target.as === 'reference' ? target.cell : undefined;
}

/** The cell of the object whose member function is running. */
export function selfOf(scope: Scope): Cell | undefined {
  for (let s: Scope | undefined = scope; s; s = s.parent) if (s.self) return s.self;
  return undefined;
}

/** The class of that function, or of the function around that closure: the object may be of one derived from it. */
export function classOfSelf(scope: Scope): ClassInstance | undefined {
  let s: Scope | undefined = scope;
  while (s && !s.self) s = s.parent;
  return s && classAround(s);
}

/** The class in which something is declared. */
export function classAround(scope: Scope): ClassInstance | undefined {
  let s: Scope | undefined = scope;
  while (s && !s.owner) s = s.parent;
  return s?.owner;
}

/** A member function runs on an object. */
export function actOn(scope: Scope, self: Cell, { const: isConst, volatile }: Func): void {
  scope.self = self;
  scope.selfConstant = isConst;
  scope.selfVolatile = volatile === true;
}

/** Whether that member function is const, volatile: the object is in it. */
export function selfQualifiers(scope: Scope): { readonly constant: boolean; readonly volatile: true | undefined } {
  for (let s: Scope | undefined = scope; s; s = s.parent)
    if (s.self) return { constant: s.selfConstant === true, volatile: s.selfVolatile || undefined };
  return { constant: false, volatile: undefined };
}

/** What the qualifier of `a::b` names: a namespace of the program, one of the library, a class, or another value. */
export type Qualifier =
  | { readonly kind: 'scope'; readonly scope: Scope; readonly path: string }
  | { readonly kind: 'library'; readonly path: string }
  | { readonly kind: 'class'; readonly instance: ClassInstance }
  /** `holds`: the type that is the member `type` of a class of the library (`enable_if<b, T>`). */
  | { readonly kind: 'type'; readonly example: Value; readonly holds?: TypeOf }
  | { readonly kind: 'unknown'; readonly value: Value };

export function qualifier(
  m: Machine,
  e: Expr | undefined,
  scope: Scope,
  evaluate: (e: Expr, scope: Scope) => Value,
): Qualifier {
  if (!e) return { kind: 'scope', scope: m.global, path: '' };
  if (e.is === 'Name' && !e.args) {
    const entity = lookupName(scope, e, leads);
    if (entity?.kind === 'namespace') return { kind: 'scope', scope: entity.scope, path: e.id };
    if (entity?.kind === 'library') return { kind: 'library', path: entity.path };
    if (!entity && libraries.has(e.id)) return { kind: 'library', path: e.id };
  }
  if (e.is === 'Scope' && !e.args) {
    const outer = qualifier(m, e.of, scope, evaluate);
    if (outer.kind === 'scope') {
      const entity = lookupIn(outer.scope, e.id, leads);
      if (entity?.kind === 'namespace') return { kind: 'scope', scope: entity.scope, path: `${outer.path}::${e.id}` };
      if (!entity && libraries.has(e.id)) return { kind: 'library', path: e.id };
      // The program may add to a namespace of the library.
      const root = outer.path.split('::')[0] ?? '';
      if (!entity && libraries.has(root) && leadsOn(libraryName(m, outer.path, e.id, undefined), e.id))
        return { kind: 'library', path: `${outer.path}::${e.id}` };
    }
    if (outer.kind === 'class') {
      const entity = lookupMemberOf(outer.instance, e.id);
      if (entity?.kind === 'namespace') return { kind: 'scope', scope: entity.scope, path: e.id };
    }
    if (outer.kind === 'library' && leadsOn(libraryName(m, outer.path, e.id, undefined), e.id))
      return { kind: 'library', path: `${outer.path}::${e.id}` };
  }
  return qualifierOfValue(evaluate(e, scope), e);
}

/** Enumerations of the library, whose members are found by the name in front of them. */
const enumerations = new Set(['Major', 'ScaleOut', 'ScaleIn']);

/** Whether `a::id::…` goes on in a namespace: functions of the name do not stand in the way (`cutlass::gemm::…`). */
function leadsOn(value: Value | undefined, id: string): boolean {
  if (value === undefined || enumerations.has(id)) return true;
  return targetOf(value)?.kind === 'builtin';
}

function qualifierOfValue(value: Value, e: Expr): Qualifier {
  if (isTuple(value)) return { kind: 'type', example: value };
  if (value.is === 'unknown') return { kind: 'unknown', value };
  const example = value.is === 'type' ? value.of : value;
  if (value.is === 'type' && value.holds) return { kind: 'type', example, holds: value };
  const instance = classOf(example);
  if (instance) return { kind: 'class', instance };
  const target = targetOf(example);
  if (target?.kind === 'namespace' && target.scope?.enumeration)
    return { kind: 'scope', scope: target.scope, path: target.path };
  if (value.is === 'callable')
    return { kind: 'unknown', value: unknown('unsupported', say`\`${value.name}\` is not a class here`, e.span) };
  return { kind: 'type', example };
}

/** Whether a name without template arguments is a namespace, of the program or of the library. */
export function isNamespace(m: Machine, e: Name | ScopeExpr, scope: Scope): boolean {
  const entity = e.is === 'Name' || !e.of ? lookupName(e.is === 'Name' ? scope : m.global, e) : undefined;
  if (entity) return entity.kind === 'namespace' || entity.kind === 'library';
  if (e.is === 'Name' || !e.of) return libraries.has(e.id);
  if ((e.of.is !== 'Name' && e.of.is !== 'Scope') || !isNamespace(m, e.of, scope)) return false;
  const outer = qualifier(m, e.of, scope, () => unknown('unsupported', say`not a namespace`));
  return outer.kind === 'scope' ? lookupIn(outer.scope, e.id)?.kind === 'namespace' : libraries.has(e.id);
}

export function spelled(e: Name | ScopeExpr): string {
  if (e.is === 'Name') return e.id;
  const of = e.of && (e.of.is === 'Name' || e.of.is === 'Scope') ? `${spelled(e.of)}::` : '';
  return `${of}${e.id}`;
}
