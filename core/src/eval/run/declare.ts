// Declarations: variables, aliases, functions, classes, namespaces. In a function they are evaluated where they stand;
// in a namespace or a class when first asked for. The value of a variable is determined in run/variables.ts.
import { say } from '../../base/say';
import type { Expr, Func, Let, Stmt, StructDecl } from '../../ir/program';
import { declareGlobal, declareStatic } from '../memory/statics';
import { isNumber } from '../memory/written';
import { overlapsSided } from '../names/sides';
import { isNamespace, lookupName, qualifier } from '../names/names';
import { lookupIn } from '../names/namespaces';
import { noteDeclared } from '../names/points-of-declaration';
import { withEarlierDefaults } from '../overload/redeclared';
import { affordApart } from '../state/afford';
import { evaluate, exampleOfType } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { isCompiled } from '../types/classes';
import { declareClass, declareVariableTemplate } from '../types/declared-templates';
import { addMethod, addOverload, declareOwnTemplates, defineOutOf, definitionOf } from '../types/definitions';
import { declareUsedMembers } from '../types/using-members';
import { friendName } from '../names/associated';
import { withoutArrays, keepsItsValue } from '../values/declared-types';
import { VarCell } from '../values/cells';
import { type ClassEntity, type ClassInstance, type Entity, Scope } from '../values/entities';
import { isUnknown } from '../values/inspect';
import { classOf, targetOf } from '../values/kinds';
import { qualifiersOf, typeWith, writtenOf } from '../values/qualifiers';
import { unknown } from '../values/unknown';
import { assertLater, assertStatically } from './assertions';
import { declareBindings } from './bindings';
import { declareEnum, useEnumerators } from './enums';
import { withForm } from './forms';
import { declareLet } from './variables';
import { isNumberedAgain } from './numbered-names';
import { useNamespace, declareUsing } from './using-names';

/** A declaration among statements: evaluated now. */
export function declareStatement(m: Machine, s: Stmt, scope: Scope): void {
  switch (s.is) {
    case 'Let':
      if (keepsItsValue(s)) declareStatic(m, s, scope, () => declareLet(m, zeroInitialised(s), scope));
      else declareLet(m, s, scope);
      return;
    case 'Bindings':
      declareBindings(m, s, scope);
      return;
    case 'Alias':
      declareAlias(m, s, scope);
      return;
    case 'StaticAssert':
      assertStatically(m, s, scope);
      return;
    default:
      declareItem(m, s, scope);
  }
}

/** A declaration of a namespace or file: evaluated when first asked for, or in the final sweep. */
export function declareItem(m: Machine, s: Stmt, scope: Scope): void {
  if (isNumberedAgain(m, s, scope)) return;
  noteDeclared(s, scope);
  switch (s.is) {
    case 'Let':
      if (s.qualifier) defineOutside(m, s, s.qualifier, scope);
      else if (s.templateParams) declareVariableTemplate(s, scope);
      else {
        const declare = (): Entity => declareGlobal(m, s, () => declareLet(m, zeroInitialised(s), scope));
        const global = { decl: s, settle: (): void => undefined };
        const isLater = (): boolean => m.unbegun?.has(global) === true;
        global.settle = declareLazily(m, scope, s.name, declare, isLater);
        if (!scope.owner) m.globals.push(global);
      }
      return;
    case 'Bindings':
      for (const cell of declareBindings(m, s, scope)) m.recall.declaredGlobal(cell);
      return;
    case 'Alias':
      if (s.templateParams.length > 0) scope.names.set(s.name, { kind: 'alias-template', decl: s, scope });
      else if (isOwnName(s, scope)) return;
      else if (isRedeclared(m, s, scope)) m.later.push(() => redeclareAlias(m, s, scope));
      else {
        declareLazily(m, scope, s.name, () => {
          // An alias stands for nothing before its end: `using Layout = Layout<…>` means the outer one.
          scope.names.delete(s.name);
          return declareAlias(m, s, scope);
        });
        const lazy = scope.names.get(s.name);
        if (lazy?.kind === 'lazy') scope.names.set(s.name, { ...lazy, alias: true });
      }
      return;
    case 'Func':
      return declareFunction(m, s, scope);
    case 'Struct':
      return declareStruct(m, s, scope);
    case 'Enum':
      return declareEnum(m, s, scope);
    case 'Namespace':
      declareNamespace(m, s, scope);
      return;
    case 'UsingNamespace':
      useNamespace(s.name, scope, s.span);
      return;
    case 'UsingDecl':
      declareUsing(m, s.name, scope);
      return;
    case 'UsingEnum':
      useEnumerators(m, s, scope);
      return;
    case 'StaticAssert':
      m.later.push(() => assertLater(m, s, scope));
      return;
    case 'Instantiation':
      m.instantiations.push({ target: s.target, scope, span: s.span });
      return;
    default:
  }
}

/** A number that lasts as long as the program is zero before anything else ([basic.start.static]). */
function zeroInitialised(s: Let): Let {
  const isZero = s.init.how === 'none' && s.memory === 'local' && !s.extern && isNumber(withoutArrays(s.type));
  return isZero ? { ...s, init: { how: 'brace', args: [] } } : s;
}

/** `int S::n = 3;`: kept with the class, for each of its instances. `int ns::n = 3;` goes to the namespace. */
function defineOutside(m: Machine, s: Let, by: Expr, scope: Scope): void {
  const of = outsideOf(m, by, scope);
  if (of instanceof Scope) {
    const { qualifier: _drop, templates: _heads, ...plain } = s;
    declareItem(m, plain, of);
  } else if (of) {
    defineOutOf(m, of.class, of.path, s);
    // One of a class that is no template begins in its turn among the variables of namespaces.
    if ((s.templates ?? []).length === 0 && !s.templateParams) beginInTurn(m, s, by, scope);
  }
}

/** Has a static member of a class begin among the variables of namespaces: where its turn is, it is asked for. */
function beginInTurn(m: Machine, s: Let, of: Expr, scope: Scope): void {
  const member: Expr = { is: 'Scope', of, id: s.name, idSpan: s.nameSpan, span: s.span };
  m.globals.push({ decl: s, settle: () => void evaluate(m, member, scope) });
}

/** Of what a name is a member that stands before it in a definition: of a namespace, or of a class, to which nested
 *  classes lead from the outermost one. */
function outsideOf(
  m: Machine,
  by: Expr,
  scope: Scope,
): Scope | { readonly class: ClassEntity; readonly path: readonly string[] } | undefined {
  if (by.is !== 'Name' && by.is !== 'Scope') return undefined;
  if (isNamespace(m, by, scope)) {
    const found = qualifier(m, by, scope, (e, inner) => evaluate(m, e, inner));
    return found.kind === 'scope' ? found.scope : found.kind === 'library' ? addedTo(m, found.path) : undefined;
  }
  const around = by.is === 'Scope' && by.of ? outsideOf(m, by.of, scope) : undefined;
  if (around && !(around instanceof Scope)) return { ...around, path: [...around.path, by.id] };
  if (by.is === 'Scope' && by.of && !around) return undefined;
  const entity = around ? lookupIn(around, by.id) : lookupName(scope, by);
  return entity?.kind === 'class' ? { class: entity.class, path: [] } : undefined;
}

/** What the program adds to a namespace of the library. */
function addedTo(m: Machine, path: string): Scope {
  return path.split('::').reduce((outer, name) => namespaceIn(outer, name, false), m.global);
}

/** Gives the work that is left for the final sweep. `isLater`: whether it begins after what asks for it now. */
function declareLazily(
  m: Machine,
  scope: Scope,
  id: string,
  evaluateNow: () => Entity,
  isLater: () => boolean = () => false,
): () => void {
  let busy = false;
  const force = (): Entity => {
    if (isLater()) {
      const why = say`whether \`${id}\` begins before what asks for it is up to the compiler`;
      return { kind: 'variable', cell: new VarCell(id, unknown('unsupported', why)), at: undefined };
    }
    if (busy)
      return {
        kind: 'variable',
        cell: new VarCell(id, unknown('depth', say`\`${id}\` refers to itself`)),
        at: undefined,
      };
    busy = true;
    // Who asks first may be silent (the size of a class, say); what is declared is seen this once.
    try {
      return m.within({ silent: false, shared: scope.owner ? 'by-class' : 'by-namespace' }, () =>
        affordApart(m, evaluateNow, (tooMuch) => ({
          kind: 'variable',
          cell: new VarCell(id, unknown('budget', `\`${id}\` ${tooMuch}`, undefined, [id]), true),
          at: undefined,
        })),
      );
    } finally {
      busy = false;
    }
  };
  scope.names.set(id, { kind: 'lazy', force, isLater });
  const settle = (): void => {
    const entity = scope.names.get(id);
    if (entity?.kind !== 'lazy') return;
    scope.names.set(id, scope.owner && !isCompiled(scope.owner) ? m.doubting(entity.force) : entity.force());
  };
  m.later.push(settle);
  return settle;
}

// ---- Types, functions, classes -----------------------------------------------------------------------------------

function declareAlias(m: Machine, s: Stmt & { is: 'Alias' }, scope: Scope): Entity {
  if (s.templateParams.length > 0) {
    const entity: Entity = { kind: 'alias-template', decl: s, scope };
    scope.names.set(s.name, entity);
    return entity;
  }
  const namespace = aliasedNamespace(m, s, scope);
  if (namespace) {
    scope.names.set(s.name, namespace);
    return namespace;
  }
  const type = evaluate(m, s.type, scope);
  const of = exampleOfType(type, s.type);
  const target = targetOf(of);
  const written = writtenOf(qualifiersOf(type));
  const entity: Entity =
    target && target.kind !== 'lambda' && !written
      ? { kind: 'template', value: of }
      : { kind: 'type', of, at: s.nameSpan, ...(written && { written }) };
  scope.names.set(s.name, entity);
  const named = classOf(of);
  if (named && s.nameSpan.file === m.input.entry) m.aliased.add(named);
  const shown = isUnknown(of) ? withForm(m, of, s.type, scope, entity) : typeWith(of, written);
  m.record(s.nameSpan, 'alias', shown, { name: s.name, start: s.span.start });
  return entity;
}

/** An alias that its namespace has already means the same there ([dcl.typedef]), and what stands between the two may
 *  need the first: `using Amax = float; … using Amax = typename Op::Amax;`. Which of two sides of an `#if` stands is
 *  decided where they are used. */
function isRedeclared(m: Machine, { name, span }: Stmt & { is: 'Alias' }, scope: Scope): boolean {
  const had = scope.owner ? undefined : scope.own(name);
  return (had?.kind === 'type' || (had?.kind === 'lazy' && had.alias === true)) && !overlapsSided(m, span);
}

/** `typedef struct S S;`: the class has the name already. */
function isOwnName({ name, type }: Stmt & { is: 'Alias' }, scope: Scope): boolean {
  return type.is === 'Name' && type.id === name && !type.args && scope.own(name)?.kind === 'class';
}

function redeclareAlias(m: Machine, s: Stmt & { is: 'Alias' }, scope: Scope): void {
  const first = scope.names.get(s.name);
  declareAlias(m, s, scope);
  if (first) scope.names.set(s.name, first);
}

/** `namespace c = cute;` */
function aliasedNamespace(m: Machine, { type, namespace }: Stmt & { is: 'Alias' }, scope: Scope): Entity | undefined {
  if ((type.is !== 'Name' && type.is !== 'Scope') || type.args) return undefined;
  if (!namespace && !isNamespace(m, type, scope)) return undefined;
  const found = qualifier(m, type, scope, (e, s) => evaluate(m, e, s));
  if (found.kind === 'scope') return { kind: 'namespace', scope: found.scope };
  return found.kind === 'library' ? { kind: 'library', path: found.path } : undefined;
}

function declareFunction(m: Machine, s: Func, scope: Scope): void {
  if (s.qualifier) {
    declareOutside(m, s, s.qualifier, scope);
    return;
  }
  const had = scope.own(s.name);
  // `array(T, U...) -> array<T>;` is a deduction guide.
  if (had?.kind === 'class' && !s.body) {
    had.class.guides.push(s);
    return;
  }
  const overloads = had?.kind === 'functions' ? had.overloads : [];
  const entity = { decl: withEarlierDefaults(s, overloads), scope };
  m.functions.push(entity);
  if (had?.kind === 'functions') overloads.push(entity);
  else scope.names.set(s.name, { kind: 'functions', overloads: [entity] });
}

/** `void K<D>::run() {…}`: kept with the class, for each of its instances. `void ns::f() {…}` goes to the namespace. */
function declareOutside(m: Machine, s: Func, by: Expr, scope: Scope): void {
  const of = outsideOf(m, by, scope);
  if (of instanceof Scope) {
    const { qualifier: _drop, ...plain } = s;
    declareFunction(m, plain, of);
  } else if (of) {
    defineOutOf(m, of.class, of.path, s);
  }
}

function declareStruct(m: Machine, s: StructDecl, scope: Scope): void {
  if (s.name === undefined) return;
  if (s.qualifier) {
    const of = outsideOf(m, s.qualifier, scope);
    const { qualifier: _drop, ...plain } = s;
    if (of instanceof Scope) declareStruct(m, plain, of);
    else if (of) defineOutOf(m, of.class, of.path, s);
    return;
  }
  const entity = declareClass(s, scope);
  m.declaredClasses.push(entity);
  if (s.templates.length === 0 && !scope.owner) noteStaticMembers(m, s, scope);
  if (s.templates.flat().length > 0 && scope.owner === undefined) m.classTemplates.add(entity);
  if (s.templates.length === 0 && s.members) {
    m.later.push(() => void evaluate(m, { is: 'Name', id: s.name ?? '', span: s.nameSpan ?? s.span }, scope));
  }
}

/** Static members that a class initialises itself begin in their turn among the variables of namespaces. */
function noteStaticMembers(m: Machine, { name, members = [], span }: StructDecl, scope: Scope): void {
  if (name === undefined) return;
  const of: Expr = { is: 'Name', id: name, span };
  for (const s of members) {
    if (s.is !== 'Let' || !s.static || s.constexpr || s.templateParams || s.init.how === 'none') continue;
    beginInTurn(m, s, of, scope);
  }
}

function declareNamespace(m: Machine, s: Stmt & { is: 'Namespace' }, scope: Scope): void {
  const names = (s.name ?? '').split('::');
  const at = names.reduce((outer, name) => namespaceIn(outer, name, s.inline === true), scope);
  for (const item of s.items) declareItem(m, item, at);
}

/** The namespace of a name, which may be there already. */
export function namespaceIn(scope: Scope, name: string, inline: boolean): Scope {
  const had = name === '' ? undefined : scope.own(name);
  if (had?.kind === 'namespace') return had.scope;
  const inner = new Scope(scope, name);
  if (name === '') scope.visible.push(inner);
  if (inline) (scope.inlined ??= []).push(inner);
  if (name !== '') scope.names.set(name, { kind: 'namespace', scope: inner });
  // CUTLASS's names for those of the standard library; their header is not read.
  if (name === 'cutlass' && !scope.parent) namespaceIn(inner, 'platform', false);
  return inner;
}

/** Members of a class, in its scope. Data members are not names of the class; they live in objects. */
export function declareMembers(m: Machine, instance: ClassInstance, members: readonly Stmt[]): void {
  const { scope } = instance;
  for (const s of members) {
    if (s.is === 'Func' && s.friend) {
      addMethod(instance, { decl: s, scope }, friendName(s.name));
    } else if (s.is === 'Func') {
      declareMethod(instance, s);
    } else if (s.is === 'Let') {
      if (s.static && s.init.how === 'none' && !s.templateParams) declareStaticMember(m, instance, s);
      else if (s.static || s.templateParams) declareItem(m, s, scope);
    } else if (s.is === 'Struct' && s.name === undefined) {
      for (const type of typesIn(s)) declareItem(m, type, scope);
    } else {
      declareItem(m, s, scope);
    }
  }
  declareOwnTemplates(m, instance);
  declareUsedMembers(m, instance, members);
}

/** The types of the members of an unnamed struct or union. */
function typesIn({ members = [] }: StructDecl): readonly Stmt[] {
  return members.flatMap((s) => (s.is !== 'Struct' ? [] : s.name === undefined ? typesIn(s) : [s]));
}

/** A static data member, which is defined outside of the class. */
function declareStaticMember(m: Machine, instance: ClassInstance, s: Let): void {
  const { scope } = instance;
  const isLater = (): boolean => {
    const defined = m.unbegun && definitionOf(m, instance, s.name);
    return defined !== undefined && [...(m.unbegun ?? [])].some(({ decl }) => decl === defined.decl);
  };
  const declare = (): Entity =>
    declareGlobal(m, s, () => {
      const defined = definitionOf(m, instance, s.name);
      if (!defined) return declareLet(m, s, scope);
      const { init, type, nameSpan, span } = zeroInitialised(defined.decl);
      const entity = declareLet(m, { ...s, init, type: isOpenArray(s.type) ? type : s.type }, defined.scope);
      scope.names.set(s.name, entity);
      if (entity.kind === 'variable')
        m.record(nameSpan, 'declaration', entity.cell.read(), { name: s.name, start: span.start });
      return entity;
    });
  declareLazily(m, scope, s.name, declare, isLater);
}

/** `static int table[];` */
const isOpenArray = (type: Expr): boolean => type.is === 'Wrap' && type.how === 'array' && !type.size;

function declareMethod(instance: ClassInstance, s: Func): void {
  const name = s.name === instance.entity.name ? '#constructors' : s.name;
  addOverload(instance, { decl: s, scope: instance.scope, owner: instance }, name);
}
