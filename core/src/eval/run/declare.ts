// Declarations: variables, aliases, functions, classes, namespaces. In a function they are evaluated where they stand;
// in a namespace or a class when first asked for.
import { dyn } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import { binary } from '../../builtins/operators';
import type { Enum, Expr, Func, Let, Stmt, StructDecl } from '../../ir/program';
import type { Pointer, Value } from '../../values/value';
import { declareGlobal, declareStatic } from '../memory/statics';
import { bracedArguments } from '../memory/vectors';
import { isRepeatable } from '../names/effects';
import { isNamespace, lookup, qualifier, spelled } from '../names/names';
import { argsOf } from '../names/packs';
import { namedPlace } from '../names/places';
import { affordApart } from '../state/afford';
import { guarded } from '../state/algebra-guard';
import { evaluate, locate, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { addMethod, declareClass, isCompiled } from '../types/classes';
import { construct, convert } from '../types/construct';
import { constructArray } from '../types/construct-arrays';
import { sizeOfField } from '../types/sizes';
import { keepsItsValue, mayChange } from '../values/declared-types';
import { arrayInMemory, asArrayAddress, heldArray, uninitialisedArray } from '../values/elements';
import { type Cell, type ClassInstance, type Entity, Scope, VarCell } from '../values/entities';
import { isList, isUnknown } from '../values/inspect';
import { classOf, isArray, targetOf } from '../values/kinds';
import { unknown } from '../values/unknown';
import { declareBindings } from './bindings';

/** A declaration among statements: evaluated now. */
export function declareStatement(m: Machine, s: Stmt, scope: Scope): void {
  switch (s.is) {
    case 'Let':
      if (keepsItsValue(s)) declareStatic(m, s, scope, () => declareLet(m, s, scope));
      else declareLet(m, s, scope);
      return;
    case 'Bindings':
      declareBindings(m, s, scope);
      return;
    case 'Alias':
      declareAlias(m, s, scope);
      return;
    case 'StaticAssert':
      evaluate(m, s.cond, scope);
      return;
    default:
      declareItem(m, s, scope);
  }
}

/** A declaration of a namespace or file: evaluated when first asked for, or in the final sweep. */
export function declareItem(m: Machine, s: Stmt, scope: Scope): void {
  switch (s.is) {
    case 'Let':
      if (s.templateParams) scope.names.set(s.name, { kind: 'variable-template', decl: s, scope });
      else declareLazily(m, scope, s.name, () => declareGlobal(m, s, () => declareLet(m, s, scope)));
      return;
    case 'Bindings':
      for (const cell of declareBindings(m, s, scope)) m.recall.declaredGlobal(cell);
      return;
    case 'Alias':
      if (s.templateParams.length > 0) scope.names.set(s.name, { kind: 'alias-template', decl: s, scope });
      else {
        declareLazily(m, scope, s.name, () => {
          // An alias stands for nothing before its end: `using Layout = Layout<…>` means the outer one.
          scope.names.delete(s.name);
          return declareAlias(m, s, scope);
        });
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
    case 'UsingNamespace': {
      const entity = lookup(scope, s.name.split('::').pop() ?? s.name);
      if (entity?.kind === 'namespace') scope.visible.push(entity.scope);
      return;
    }
    case 'UsingDecl':
      declareUsing(s.name, scope);
      return;
    case 'StaticAssert':
      m.later.push(() => void evaluate(m, s.cond, scope));
      return;
    case 'Instantiation':
      m.instantiations.push({ target: s.target, scope, span: s.span });
      return;
    default:
  }
}

function declareLazily(m: Machine, scope: Scope, id: string, evaluateNow: () => Entity): void {
  let busy = false;
  const force = (): Entity => {
    if (busy)
      return { kind: 'variable', cell: new VarCell(id, unknown('depth', `\`${id}\` refers to itself`)), at: undefined };
    busy = true;
    // Who asks first may be silent (the size of a class, say); what is declared is seen this once.
    try {
      return m.within({ silent: false }, () =>
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
  scope.names.set(id, { kind: 'lazy', force });
  m.later.push(() => {
    const entity = scope.names.get(id);
    if (entity?.kind !== 'lazy') return;
    scope.names.set(id, scope.owner && !isCompiled(scope.owner) ? m.doubting(entity.force) : entity.force());
  });
}

// ---- Variables ---------------------------------------------------------------------------------------------------

export function declareLet(m: Machine, s: Let, scope: Scope): Entity {
  const cell = aliased(m, s, scope) ?? new VarCell(s.name, initialValue(m, s, scope), !mayChange(s));
  const entity: Entity = { kind: 'variable', cell, at: s.nameSpan };
  scope.names.set(s.name, entity);
  if (s.memory === 'extern-shared') m.externShared.add(s.name);
  const memory = s.memory === 'shared' || s.memory === 'extern-shared' ? s.memory : undefined;
  m.record(s.nameSpan, 'declaration', cell.read(), { name: s.name, start: s.span.start, memory });
  if (memory) noteShared(m, s, cell, scope);
  return entity;
}

/** A variable in shared memory: other threads see it, and checks count its bytes. */
function noteShared(m: Machine, s: Let, cell: Cell, scope: Scope): void {
  m.shared.add(cell.born);
  const size = m.silently(() => sizeOfField(m, s, scope));
  const dynamic = s.memory === 'extern-shared';
  m.recorder.sharedVariable({
    name: s.name,
    span: s.nameSpan,
    dynamic,
    ...(size && { alignBytes: size.align / 8 }),
    ...(size && !dynamic && { bytes: size.bits / 8 }),
  });
}

/** `T& x = y;`: x is another name of the variable y. */
function aliased(m: Machine, s: Let, scope: Scope): Cell | undefined {
  const init = s.init.how === 'none' ? undefined : s.init.how === 'copy' ? s.init.value : s.init.args[0];
  if (s.type.is !== 'Wrap' || (s.type.how !== 'ref' && s.type.how !== 'rvalue-ref') || !init) return undefined;
  // Without a place it is a value, which is converted to the type (`initialValue`).
  if (isRepeatable(init) && !namedPlace(m, init, scope)) return undefined;
  const { value, place } = locate(m, init, scope);
  return place ?? new VarCell(s.name, anchored(m, s, loaded(m, value, s)));
}

function initialValue(m: Machine, s: Let, scope: Scope): Value {
  const deduced = isDeduced(s.type);
  const value = deduced ? deducedValue(m, s, scope) : typedValue(m, s, scope);
  return anchored(m, s, value);
}

function isDeduced(type: Expr): boolean {
  if (type.is === 'Wrap')
    return type.how !== 'pointer' && type.how !== 'array'
      ? isDeduced(type.of)
      : type.how === 'pointer' && isDeduced(type.of);
  return type.is === 'Name' && type.id === 'auto';
}

function deducedValue(m: Machine, s: Let, scope: Scope): Value {
  const { init } = s;
  if (init.how === 'none') return unknown('uninitialised', `\`${s.name}\` has no initial value`, s.nameSpan, [s.name]);
  const e = init.how === 'copy' ? init.value : init.args[0];
  if (!e) return unknown('uninitialised', `\`${s.name}\` has no initial value`, s.nameSpan, [s.name]);
  return loaded(m, evaluate(m, e, scope), s);
}

/** Reading memory gives a value of its type that nobody knows. */
function loaded(m: Machine, value: Value, s: Let): Value {
  if (isList(value) || value.is !== 'element') return value;
  const element = value.pointer.element;
  if (!isList(element) && element.is === 'dynamic')
    return m.unknownInt(s.name, `${s.name} is read from memory`, 'input', s.nameSpan, element.bits);
  return element;
}

function typedValue(m: Machine, s: Let, scope: Scope): Value {
  const example = typeExample(m, s.type, scope);
  if (isUnknown(example)) return untyped(m, s, scope, example);
  const { init } = s;
  if (isPlainArray(s.type, example)) return plainArray(m, s, scope, example);
  if (init.how === 'none') return uninitialised(m, s, example);
  if (init.how === 'copy') {
    if (init.value.is === 'Brace' && !init.value.type) {
      const { args, cells } = initialisers(m, init.value.args, s, scope);
      return construct(m, example, bracedArguments(example, args), s.span, init.value.designators, cells);
    }
    const given = locate(m, init.value, scope);
    const value = loaded(m, given.value, s);
    const array = s.type.is !== 'Wrap' || s.type.how !== 'pointer' ? undefined : asArrayAddress(value, given.place);
    if (array) return array;
    return s.constexpr && isUnknown(value) ? value : initialised(m, example, value, s);
  }
  const { args, cells } = initialisers(m, init.args, s, scope);
  return construct(m, example, init.how === 'brace' ? bracedArguments(example, args) : args, s.span, undefined, cells);
}

/** The type is unknown: the initialiser is evaluated all the same, so that its parts are shown. */
function untyped(m: Machine, s: Let, scope: Scope, example: Value): Value {
  const { init } = s;
  const operands = init.how === 'copy' ? [init.value] : init.how === 'none' ? [] : init.args;
  const values = operands.map((e) => evaluate(m, e, scope));
  const only = values[0];
  if (init.how === 'copy' && only !== undefined && isUnknown(only)) return only;
  return init.how === 'copy' &&
    only !== undefined &&
    !isUnknown(only) &&
    !isList(only) &&
    only.is !== 'struct' &&
    only.is !== 'dynamic'
    ? only
    : example;
}

/** Values, and the variables that they are, for references that an object keeps. */
function initialisers(
  m: Machine,
  given: readonly Expr[],
  s: Let,
  scope: Scope,
): { readonly args: readonly Value[]; readonly cells: readonly (Cell | undefined)[] } {
  const args = argsOf(m, given, scope);
  return { args: args.map(({ value }) => loaded(m, value, s)), cells: args.map(({ cell }) => cell) };
}

/** `Tensor x = e` takes e as it is (CTAD); a full type converts it. */
function initialised(m: Machine, example: Value, value: Value, s: Let): Value {
  const target = targetOf(example);
  if (target?.kind === 'class')
    return isUnknown(value) || classOf(value)?.entity === target.class ? value : construct(m, example, [value], s.span);
  return target ? value : convert(m, value, example, false, s.name);
}

function isPlainArray(type: Expr, example: Value): example is Pointer {
  if (type.is === 'Wrap' && type.how === 'const') return isPlainArray(type.of, example);
  return !isList(example) && example.is === 'pointer' && type.is === 'Wrap' && type.how === 'array';
}

/** `int sizes[4] = {64, 128};`: its elements, the rest zero. */
function plainArray(m: Machine, s: Let, scope: Scope, example: Pointer): Value {
  const { init } = s;
  const given =
    init.how === 'copy'
      ? evaluate(m, init.value, scope)
      : init.how === 'brace'
        ? init.args.map((e) => evaluate(m, e, scope))
        : undefined;
  const list = given !== undefined && isList(given) ? given : undefined;
  const held = s.memory === 'local' ? heldArray(s.type, example, list?.length) : example;
  if (!isArray(held)) return arrayValue(s, example);
  return list
    ? constructArray(m, held, [list], s.span)
    : init.how === 'none'
      ? uninitialised(m, s, held)
      : arrayValue(s, example);
}

function arrayValue(s: Let, example: Pointer): Value {
  const space = s.memory === 'shared' || s.memory === 'extern-shared' ? 'generic' : example.space;
  return { ...example, space, offset: dyn(0), base: s.name };
}

/** A variable without an initialiser: objects of empty types are whole, numbers are not. */
function uninitialised(m: Machine, s: Let, example: Value): Value {
  if (isList(example)) return construct(m, example, [], s.span);
  switch (example.is) {
    case 'dynamic':
    case 'scalar':
      if (s.memory === 'shared' || s.memory === 'device' || s.memory === 'constant')
        return m.unknownInt(s.name, `${s.name} is in memory`, 'input', s.nameSpan);
      return example.is === 'dynamic' ? noValue(s.name, s.nameSpan, example) : example;
    case 'array':
      return s.memory === 'local'
        ? uninitialisedArray(example, s.name, (element, name) =>
            !isList(element) && element.is === 'dynamic'
              ? noValue(name, s.nameSpan, element)
              : construct(m, element, [], s.span),
          )
        : arrayInMemory(s.name, s.nameSpan, example);
    case 'pointer':
      return { ...example, base: s.name, offset: dyn(0) };
    case 'callable':
      return unknown('uninitialised', `\`${s.name}\` has no initial value`, s.nameSpan, [s.name]);
    default:
      return construct(m, example, [], s.span);
  }
}

function noValue(name: string, at: Span, type: Value): Value {
  return { ...unknown('uninitialised', `\`${name}\` has no value yet`, at, [name]), type };
}

/** A pointer is named after the variable that it initialises; a number that `main` starts with is noted as an
 *  assumption. */
function anchored(m: Machine, s: Let, value: Value): Value {
  if (isList(value)) return value;
  if (value.is === 'pointer' && value.base === undefined && value.space !== 'counting' && value.space !== 'coordinates')
    return { ...value, base: s.name };
  if (value.is === 'struct' && value.fields.get('#base'))
    return { ...value, fields: new Map([...value.fields, ['#base', { is: 'text', text: s.name }]]) };
  if (
    !m.frame.entry ||
    s.constexpr ||
    value.is !== 'dynamic' ||
    value.n === undefined ||
    value.from ||
    s.init.how !== 'copy' ||
    s.init.value.is !== 'Int'
  )
    return value;
  const id = m.recorder.assume({
    kind: 'default',
    text: `${s.name} = ${value.n}, default of \`${s.name}\``,
    at: s.nameSpan,
  });
  return { ...value, from: [id] };
}

// ---- Types, functions, classes -----------------------------------------------------------------------------------

export function declareAlias(m: Machine, s: Stmt & { is: 'Alias' }, scope: Scope): Entity {
  if (s.templateParams.length > 0) {
    const entity: Entity = { kind: 'alias-template', decl: s, scope };
    scope.names.set(s.name, entity);
    return entity;
  }
  const namespace = aliasedNamespace(m, s.type, scope);
  if (namespace) {
    scope.names.set(s.name, namespace);
    return namespace;
  }
  const of = typeExample(m, s.type, scope);
  const target = targetOf(of);
  const entity: Entity = target ? { kind: 'template', value: of } : { kind: 'type', of, at: s.nameSpan };
  scope.names.set(s.name, entity);
  m.record(s.nameSpan, 'alias', isUnknown(of) ? of : { is: 'type', of }, { name: s.name, start: s.span.start });
  return entity;
}

/** `namespace c = cute;` */
function aliasedNamespace(m: Machine, type: Expr, scope: Scope): Entity | undefined {
  if ((type.is !== 'Name' && type.is !== 'Scope') || type.args) return undefined;
  if (!isNamespace(m, type, scope)) return undefined;
  const found = qualifier(m, type, scope, (e, s) => evaluate(m, e, s));
  if (found.kind === 'scope') return { kind: 'namespace', scope: found.scope };
  return found.kind === 'library' ? { kind: 'library', path: found.path } : undefined;
}

function declareFunction(m: Machine, s: Func, scope: Scope): void {
  if (s.qualifier) {
    declareOutside(m, s, s.qualifier, scope);
    return;
  }
  m.functions.push({ decl: s, scope });
  const had = scope.names.get(s.name);
  if (had?.kind === 'functions') had.overloads.push({ decl: s, scope });
  else scope.names.set(s.name, { kind: 'functions', overloads: [{ decl: s, scope }] });
}

/** `void K<D>::run() {…}`: kept with the class, for each of its instances. `void ns::f() {…}` goes to the namespace. */
function declareOutside(m: Machine, s: Func, qualifier: Expr, scope: Scope): void {
  const id = qualifier.is === 'Name' || qualifier.is === 'Scope' ? qualifier.id : '';
  const entity = lookup(scope, id);
  if (entity?.kind === 'class') {
    entity.class.outOfClass.push(s);
    for (const instance of entity.class.instances.values())
      addMethod(instance, { decl: s, scope: instance.scope, owner: instance });
  } else if (entity?.kind === 'namespace') {
    const { qualifier: _drop, ...plain } = s;
    declareFunction(m, plain, entity.scope);
  }
}

function declareStruct(m: Machine, s: StructDecl, scope: Scope): void {
  if (s.name === undefined) return;
  const entity = declareClass(s, scope);
  if (s.templates.flat().length > 0 && scope.owner === undefined) m.classTemplates.add(entity);
  if (s.templates.length === 0 && s.members) {
    m.later.push(() => void evaluate(m, { is: 'Name', id: s.name ?? '', span: s.nameSpan ?? s.span }, scope));
  }
}

function declareEnum(m: Machine, s: Enum, scope: Scope): void {
  const inner = new Scope(scope, s.name);
  let next: Value = dyn(0);
  for (const member of s.members) {
    const value: Value = member.value ? evaluate(m, member.value, inner) : next;
    const entity: Entity = { kind: 'variable', cell: new VarCell(member.name, value, true), at: member.span };
    inner.names.set(member.name, entity);
    if (!s.scoped) scope.names.set(member.name, entity);
    next = isUnknown(value) ? value : guarded(m, member.span, () => binary('+', value, dyn(1)));
  }
  if (s.name !== undefined) scope.names.set(s.name, { kind: 'namespace', scope: inner });
}

function declareNamespace(m: Machine, s: Stmt & { is: 'Namespace' }, scope: Scope): void {
  let at = scope;
  for (const name of (s.name ?? '').split('::')) {
    const had = name === '' ? undefined : at.names.get(name);
    if (had?.kind === 'namespace') {
      at = had.scope;
      continue;
    }
    const inner = new Scope(at, name);
    if (name === '') at.visible.push(inner);
    else at.names.set(name, { kind: 'namespace', scope: inner });
    at = inner;
  }
  for (const item of s.items) declareItem(m, item, at);
}

/** `using cute::Layout;`: names of the library are found anyway, where the program has none of that name. */
function declareUsing(name: Expr, scope: Scope): void {
  if (name.is !== 'Scope' || !name.of) return;
  const path = name.of.is === 'Name' || name.of.is === 'Scope' ? lookup(scope, name.of.id) : undefined;
  if (path === undefined && (name.of.is === 'Name' || name.of.is === 'Scope') && lookup(scope, name.id))
    scope.names.set(name.id, { kind: 'library-name', path: spelled(name.of) });
  if (path?.kind !== 'namespace') return;
  const entity = path.scope.names.get(name.id);
  if (entity) scope.names.set(name.id, entity);
}

/** Members of a class, in its scope. Data members are not names of the class; they live in objects. */
export function declareMembers(m: Machine, instance: ClassInstance, members: readonly Stmt[]): void {
  const { scope } = instance;
  for (const s of members) {
    if (s.is === 'Func') {
      declareMethod(instance, s);
    } else if (s.is === 'Let') {
      if (s.static || s.templateParams) declareItem(m, s, scope);
    } else if (s.is === 'Struct' && s.name === undefined) {
      continue;
    } else {
      declareItem(m, s, scope);
    }
  }
}

function declareMethod(instance: ClassInstance, s: Func): void {
  const { scope } = instance;
  if (s.name !== instance.entity.name) {
    addMethod(instance, { decl: s, scope, owner: instance });
    return;
  }
  const had = scope.names.get('#constructors');
  const entity = { decl: s, scope, owner: instance };
  if (had?.kind === 'functions') had.overloads.push(entity);
  else scope.names.set('#constructors', { kind: 'functions', overloads: [entity] });
}
