// Argument-dependent lookup ([basic.lookup.argdep]): functions that a call finds since its arguments are objects of
// classes: those of the namespaces around the classes, and friends that the classes define. Does not choose among them.
import type { Name } from '../../ir/program';
import type { Value } from '../../values/value';
import { isAuto } from '../values/declared-types';
import type { Arg, ClassInstance, FunctionEntity, Scope } from '../values/entities';
import { enumerationOfValue } from '../values/enumerations';
import { isTuple, isUnknown } from '../values/inspect';
import { callable, classOf, targetOf } from '../values/kinds';
import { declaredIn } from './namespaces';

/** The key under which a class keeps a friend that it defines. Only argument-dependent lookup uses it. */
export function friendName(name: string): string {
  return `friend ${name}`;
}

/** The functions of a name that the arguments of a call bring with them. */
export function associatedFunctions(name: string, args: readonly Value[]): readonly FunctionEntity[] {
  const classes = new Set<ClassInstance>();
  const scopes = new Set<Scope>();
  for (const arg of args) addClasses(arg, classes, 0);
  for (const arg of args) addNamespace(arg, scopes);
  const found = new Set<FunctionEntity>();
  for (const instance of classes) {
    const friends = declaredIn(instance.scope, friendName(name));
    if (friends?.kind === 'functions') for (const one of friends.overloads) found.add(one);
    const around = namespaceAround(instance.entity.scope);
    if (around) scopes.add(around);
  }
  for (const scope of scopes) {
    const functions = declaredIn(scope, name);
    if (functions?.kind === 'functions') for (const one of functions.overloads) if (!one.owner) found.add(one);
  }
  return [...found];
}

/** What an unqualified name means that is called: the functions that lookup finds, and those of the arguments. */
export function withAssociated(e: Name, callee: Value, args: readonly Arg[]): Value {
  const target = targetOf(callee);
  const isFound = target?.kind === 'functions';
  const isOfLibrary = target?.kind === 'builtin';
  // A member, a variable or a function of the block hides what the arguments would bring.
  if (!isFound && !isOfLibrary && !(isUnknown(callee) && callee.cause.code === 'undeclared')) return callee;
  if (isFound && target.overloads.some(({ owner }) => owner !== undefined)) return callee;
  const values = args.map(({ value }) => value);
  const associated = associatedFunctions(e.id, values).filter((one) => !isOfLibrary || asksForClass(one));
  const found = isFound ? target.overloads : [];
  const added = associated.filter((one) => !found.some((other) => other.decl === one.decl));
  if (added.length === 0) return callee;
  return callable(e.id, {
    kind: 'functions',
    overloads: [...found, ...added],
    targs: isFound || isOfLibrary ? target.targs : [],
  });
}

/** Whether a function takes not just anything, so that it is better than one of the library. */
function asksForClass({ decl }: FunctionEntity): boolean {
  const own = new Set(decl.templates.flat().flatMap(({ name }) => name ?? []));
  return decl.params.some(({ type }) => {
    let core = type;
    while (core.is === 'Wrap') core = core.of;
    return !isAuto(core) && !(core.is === 'Name' && own.has(core.id));
  });
}

/** The namespace around the enumeration of an argument. */
function addNamespace(arg: Value, found: Set<Scope>): void {
  const target = targetOf(enumerationOfValue(arg) ?? arg);
  const values = target?.kind === 'namespace' && target.scope?.underlying ? target.scope : undefined;
  const around = values?.parent && namespaceAround(values.parent);
  if (around) found.add(around);
}

/** Associated classes: that of an argument, its bases, and those among its template arguments. */
function addClasses(value: Value, found: Set<ClassInstance>, depth: number): void {
  if (depth > 6) return;
  if (isTuple(value)) {
    for (const part of value) addClasses(part, found, depth + 1);
    return;
  }
  if (value.is === 'type') addClasses(value.of, found, depth + 1);
  else if (value.is === 'pointer') addClasses(value.element, found, depth + 1);
  const instance = classOf(value);
  if (instance) addClass(instance, found, depth);
}

function addClass(instance: ClassInstance, found: Set<ClassInstance>, depth: number): void {
  if (found.has(instance)) return;
  found.add(instance);
  for (const base of instance.bases) addClass(base, found, depth);
  for (const arg of instance.args) addClasses(arg, found, depth + 1);
}

/** The innermost namespace around a class. */
function namespaceAround(scope: Scope): Scope | undefined {
  let at: Scope | undefined = scope;
  while (at?.owner) at = at.owner.entity.scope;
  return at;
}
