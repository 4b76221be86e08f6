// Declarations of variables: what a variable holds first, by its type and its initialiser, and which declarations give
// another name to a variable that exists. Knows no other kind of declaration, nor when one is evaluated
// (run/declare.ts).
import { isElementOf, readElement } from '../memory/loading';
import { say } from '../../base/say';
import { dyn } from '../../algebra/leaf';
import { exactOf } from '../../algebra/wide';
import type { Expr, Let } from '../../ir/program';
import { isWrittenReference } from '../../ir/spelled';
import type { Pointer, Qualifiers, Value } from '../../values/value';
import { accessElement, followed, loseReferred } from '../memory/accesses';
import { heldInRegister, isProxy } from '../memory/registers';
import { someReferent } from '../memory/references';
import { bracedArguments, keepsReferences } from '../memory/vectors';
import { isRepeatable } from '../names/effects';
import { pointingTo } from '../memory/arrays';
import { argOf } from '../names/packs';
import { namedPlace } from '../names/places';
import { contestedNumber } from '../names/source-numbers';
import { declaredAs } from '../overload/categories';
import { typeLeading } from '../overload/function-patterns';
import { nullptr } from '../overload/viable';
import { memberNamed } from '../overload/member-declarations';
import { locate, type Located, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { instanceAt } from '../memory/statics';
import type { Simt } from '../state/simt';
import { inTurn } from '../types/aggregates';
import { boundElsewhere } from '../types/bound-references';
import { construct, convert } from '../types/construct';
import { copied, copiedAs } from '../types/copies';
import { deducedBy } from '../types/guides';
import { elementsOf, writtenList } from '../types/lists-in-turn';
import { deducedList } from '../types/construct-arrays';
import { objectAt } from '../types/placed';
import { sizeOfField } from '../types/sizes';
import { noteInitialiser } from '../values/choices';
import { isPointerToConst, isReference, isVolatile, mayChange } from '../values/declared-types';
import { asArrayAddress, withoutLength } from '../values/elements';
import { type Cell, VarCell } from '../values/cells';
import { OneOfCells } from '../values/one-of-cells';
import type { Arg, Category, ClassInstance, Entity, Scope, Source } from '../values/entities';
import { asReference } from '../types/object-conversions';
import { anyReference, held } from '../values/holders';
import { isTuple, isUnknown } from '../values/inspect';
import { classOf, targetOf } from '../values/kinds';
import { isUnboundPack, unknown } from '../values/unknown';
import { holdTemporary, ownedBy } from '../types/lifetimes';
import { initialExpression, withForm } from './forms';
import {
  categoryOfInitial,
  initialiserOf,
  isMemberOfTemporary,
  isToConstant,
  liesWithin,
  loseReferent,
} from './referents';
import { mayReferTo, partReferred, valueReferred } from './referents';
import { isResult } from './returns';
import { declareAhead, uninitialised } from './uninitialised';
import { loseNamed, operandsOf, untyped } from './untyped';
import { isPlainArray, plainArray } from './plain-arrays';

/** Declares a variable in `scope`, with its initial value. */
export function declareLet(m: Machine, s: Let, scope: Scope): Entity {
  return m.sites.at(m.sites.of(s.span), () => declared(m, s, scope));
}

function declared(m: Machine, s: Let, scope: Scope): Entity {
  // Without a `&` the type says the same before and after the initialiser, and may take long to find.
  const early = isReference(s.type) || !initialiserOf(s) ? undefined : { written: declaredAs(m, s.type, scope) };
  declareAhead(s, scope);
  const before = m.temporaries.count;
  const alias = aliased(m, s, scope, early?.written);
  const cell = alias?.cell ?? ownCell(m, s, scope);
  if (!alias) own(m, s, cell, scope);
  else if (!m.temporaries.has(cell)) extend(m, s, cell, scope, alias.isMade ? undefined : before);
  const { written } = early ?? { written: declaredAs(m, s.type, scope, categoryGiven(m, s, cell, scope, alias)) };
  const as = written?.ref ? declaredClass(m, s, cell, scope, alias?.as) : undefined;
  const leading = typeLeading(m, cell.read(), s.type, scope);
  const entity: Entity = {
    kind: 'variable',
    cell,
    at: s.nameSpan,
    ...(written && { written }),
    ...(as && { as }),
    ...(leading && { function: leading }),
  };
  scope.names.set(s.name, entity);
  if (s.memory === 'extern-shared') m.externShared.add(s.name);
  const memory = s.memory === 'shared' || s.memory === 'extern-shared' ? s.memory : undefined;
  const shown = withForm(m, cell.read(), initialExpression(s), scope, cell);
  m.record(s.nameSpan, 'declaration', shown, { name: s.name, start: s.span.start, memory });
  if (memory) noteShared(m, s, cell, scope);
  if (memory && m.simt) allocate(m, m.simt, s, cell, scope);
  return entity;
}

/** The category of what a variable is initialised with. Of prvalues only objects are const ([expr.type]/2). */
function categoryGiven(m: Machine, s: Let, cell: Cell, scope: Scope, alias: Alias | undefined): Category {
  const category = alias?.category ?? categoryOfInitial(m, s, scope) ?? {};
  return category.is === 'prvalue' && !classOf(cell.read()) ? { ...category, constant: false } : category;
}

/** A variable of its own, or what a reference is bound to that has no place. */
function ownCell(m: Machine, s: Let, scope: Scope): Cell {
  const value = initialValue(m, s, scope);
  loseReferent(m, s, scope, value);
  return isReference(s.type) && mayReferTo(m, s, scope, valueReferred(m, s, scope) ?? value)
    ? someReferent(m, s.name, value)
    : new VarCell(s.name, value, !mayChange(s), isVolatile(s.type));
}

/** The class that a reference is declared with, where its object is of another one; `given`: that of what it is made
 *  of. */
function declaredClass(m: Machine, s: Let, cell: Cell, scope: Scope, given?: ClassInstance): ClassInstance | undefined {
  const instance = classOf(cell.read());
  if (!instance) return undefined;
  const as = isDeduced(s.type) ? (given ?? initialClass(m, s, scope)) : classOf(typeExample(m, s.type, scope));
  return as === instance ? undefined : as;
}

function initialClass(m: Machine, s: Let, scope: Scope): ClassInstance | undefined {
  const e = s.init.how === 'copy' ? s.init.value : undefined;
  return e && isRepeatable(e) ? m.silently(() => locate(m, e, scope).as) : undefined;
}

function own(m: Machine, s: Let, cell: Cell, scope: Scope): void {
  if (s.static) m.temporaries.adopt(cell.read());
  else ownedBy(m, scope, cell, { type: s.type, isTaken: () => isResult(m, s, cell) });
}

/** A reference that is bound to a temporary object, or to a member of one, has it live on ([class.temporary]/6). */
function extend(m: Machine, s: Let, cell: Cell, scope: Scope, before: number | undefined): void {
  const value = cell.read();
  const isMember = before !== undefined && isMemberOfTemporary(s.init);
  const latest = isMember ? m.temporaries.latest(before) : undefined;
  const whole = m.temporaries.of(value) ?? (latest && liesWithin(s.init, latest.read()) ? latest : undefined);
  if (!whole) return;
  if (s.static) m.temporaries.adopt(whole.read());
  else ownedBy(m, scope, whole.read() === value ? cell : whole);
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
    ...(size && !dynamic && { bytes: Math.ceil(size.bits / 8) }),
  });
}

/** Gives a variable in shared memory its memory, the same for each execution of the declaration. */
function allocate(m: Machine, simt: Simt, s: Let, cell: Cell, scope: Scope): void {
  const value = cell.read();
  const isPointer = !isTuple(value) && value.is === 'pointer';
  if (isPointer && s.memory !== 'shared') return cell.set({ ...value, allocation: simt.dynamic });
  const instance = instanceAt(m, scope);
  if (instance === undefined || s.memory !== 'shared')
    return simt.lose(say`which instance declares \`${s.name}\` is not known`);
  const size = m.silently(() => sizeOfField(m, s, scope));
  const allocation = simt.allocationOf(s, instance, s.name, size && Math.ceil(size.bits / 8));
  if (isPointer) return cell.set({ ...value, allocation });
  const element = m.silently(() => typeExample(m, s.type, scope));
  if (isUnknown(element)) return simt.lose(say`the type of \`${s.name}\` is not known`);
  const at: Pointer = { is: 'pointer', space: 'generic', element, offset: dyn(0), base: s.name, allocation };
  cell.set(m.silently(() => objectAt(m, at, s.name, s.nameSpan)));
}

/** `isMade`: a temporary of the type of the reference. */
type Alias = { readonly cell: Cell; readonly isMade?: true } & Partial<Pick<Located, 'category' | 'as'>>;

/** `T& x = y;`: x is another name of the variable y. `written`: what a type without a `&` stands for. */
function aliased(m: Machine, s: Let, scope: Scope, written: Qualifiers | undefined): Alias | undefined {
  const init = initialiserOf(s);
  const perhaps = written?.vague === true && s.type.is === 'Decltype' && init?.is === 'Call';
  if (!init || !(isReference(s.type) || written?.ref || perhaps)) return undefined;
  // Without a place it is a value, which is converted to the type (`initialValue`).
  if (isRepeatable(init) && !namedPlace(m, init, scope)) return undefined;
  const located = locate(m, init, scope);
  const { value, place, category, as } = located;
  if (perhaps && place) {
    const why = say`whether \`${s.name}\` is a reference is not known here`;
    const other = new VarCell(s.name, unknown('unsupported', why, s.nameSpan, [s.name]));
    return { cell: new OneOfCells([place, other], why) };
  }
  // A reference to a bit-field is one to a copy ([dcl.init.ref]/5): only a reference to a constant takes it.
  if (init.is === 'Member' && memberNamed(m, init, scope)?.field?.width) return { cell: new VarCell(s.name, value) };
  const wrapped = isDeduced(s.type) ? undefined : held(value, undefined);
  const whole = wrapped ?? place;
  const other = boundTo(m, s, argOf({ ...located, place: whole }, init, scope, s.span), scope);
  if (other) return other;
  if (whole) return { cell: isDeduced(s.type) ? whole : partReferred(m, s, whole, scope), category, as };
  loseReferent(m, s, scope, value);
  const bound = anchored(m, s, referred(m, s, loaded(m, value, s), scope));
  const isOpen = mayReferTo(m, s, scope, value);
  return { cell: isOpen ? someReferent(m, s.name, bound) : new VarCell(s.name, bound), category };
}

/** What a reference is bound to that is given another type. */
function boundTo(m: Machine, s: Let, given: Arg, scope: Scope): Alias | undefined {
  const bound = isDeduced(s.type) ? undefined : boundElsewhere(m, given, s.type, scope, s.name);
  if (!bound || bound.place) return bound?.place && { cell: partReferred(m, s, bound.place, scope) };
  holdTemporary(m, bound.value);
  return { cell: new VarCell(s.name, anchored(m, s, bound.value)), isMade: true };
}

/** A reference to a type that the initialiser does not have is bound to a temporary of that type. */
function referred(m: Machine, s: Let, value: Value, scope: Scope): Value {
  if (isDeduced(s.type)) return listGiven(m, s, value) ?? value;
  const example = typeExample(m, s.type, scope);
  const made = isUnknown(example) ? value : initialised(m, example, value, s);
  if (made !== value) holdTemporary(m, made);
  return made;
}

function initialValue(m: Machine, s: Let, scope: Scope): Value {
  noteInitialiser(s.init.how === 'copy' ? s.init.value : s.init.how === 'none' ? undefined : s.init.args[0], s.name);
  const deduced = isDeduced(s.type);
  const value = deduced ? deducedValue(m, s, scope) : typedValue(m, s, scope);
  const held = anchored(m, s, value);
  return s.constexpr ? asConstant(held, s) : held;
}

/** A constant is no number of the run, where it is not known. */
function asConstant(value: Value, { name, nameSpan }: Let): Value {
  if (isTuple(value) || value.is !== 'dynamic' || value.name === undefined || exactOf(value) !== undefined)
    return value;
  const { name: _symbol, from: _from, ...type } = value;
  return {
    ...unknown('symbol', say`the value of the constant \`${name}\`, ${value.name}, is not known`, nameSpan, [name]),
    type: { ...type, name: undefined, from: undefined },
  };
}

function isDeduced(type: Expr): boolean {
  if (type.is === 'Wrap')
    return type.how !== 'pointer' && type.how !== 'array'
      ? isDeduced(type.of)
      : type.how === 'pointer' && isDeduced(type.of);
  return (type.is === 'Name' && type.id === 'auto') || (type.is === 'Decltype' && isDeduced(type.arg));
}

function deducedValue(m: Machine, s: Let, scope: Scope): Value {
  const { init } = s;
  if (init.how === 'none')
    return unknown('uninitialised', say`\`${s.name}\` has no initial value`, s.nameSpan, [s.name]);
  const e = init.how === 'copy' ? init.value : init.args[0];
  if (!e) return unknown('uninitialised', say`\`${s.name}\` has no initial value`, s.nameSpan, [s.name]);
  if (e.is === 'Name' && e.id === 'nullptr')
    return { ...unknown('unsupported', say`a null pointer without a type is not followed`, e.span), type: nullptr };
  const located = locate(m, e, scope);
  const { value } = located;
  const contested = contestedNumber(e);
  if (contested) return contested;
  const list = listGiven(m, s, value);
  if (list) return list;
  const held = isWrittenReference(s.type) ? value : copied(m, withoutLength(value), argOf(located, e, scope, s.span));
  return loaded(m, isPointerToConst(s.type) ? pointingTo(held, { constant: true }) : held, s);
}

/** `auto x = {1, 2}`. */
function listGiven(m: Machine, { init, span }: Let, value: Value): Value | undefined {
  const isList = init.how === 'copy' && init.value.is === 'Brace' && !init.value.type && !init.value.tuple;
  if (!isList || !isTuple(value)) return undefined;
  return value.find(isUnboundPack) ?? deducedList(m, value, span);
}

/** The value of a variable that is read from memory: its type is known, its value is not. */
function loaded(m: Machine, value: Value, s: Let): Value {
  if (isTuple(value) || value.is !== 'element') return value;
  if (m.simt && isProxy(value.pointer) && isDeduced(s.type) && !isWrittenReference(s.type)) return value;
  // What is read through a reference is read there.
  if (isWrittenReference(s.type)) {
    if (!isToConstant(s.type)) loseReferred(m, value);
    return value;
  }
  accessElement(m, value.pointer, false, s.span);
  const held = heldInRegister(followed(m), value.pointer);
  if (held) return held;
  return readElement(m, value.pointer, s.name, s.nameSpan);
}

function typedValue(m: Machine, s: Let, scope: Scope): Value {
  const example = typeExample(m, s.type, scope);
  if (isUnknown(example)) return untyped(m, s, scope, example);
  const value = valueOfType(m, s, scope, example);
  if (keepsReferences(example)) loseNamed(m, operandsOf(s.init), scope, s.span);
  return value;
}

function valueOfType(m: Machine, s: Let, scope: Scope, example: Value): Value {
  const { init } = s;
  if (isPlainArray(s.type, example)) return plainArray(m, s, scope, example);
  if (init.how === 'none') return uninitialised(m, s, example);
  const list = writtenList(init);
  const made = list && inTurn(m, example, list, scope, s.span);
  if (made !== undefined) return made;
  if (init.how === 'copy') {
    if (init.value.is === 'Brace' && !init.value.type) {
      const { args, given } = initialisers(m, init.value.args, s, scope);
      const unbound = args.find(isUnboundPack);
      if (unbound) return unbound;
      return construct(m, example, bracedArguments(example, args), s.span, init.value.designators ?? [], given);
    }
    const given = locate(m, init.value, scope);
    if (example === anyReference && given.place) return asReference(given.value, { cell: given.place, span: s.span });
    const isCopy = !isWrittenReference(s.type);
    const from = argOf(given, init.value, scope, s.span);
    const object = isCopy ? copiedAs(m, given.value, example, from) : given.value;
    const value = loaded(m, object, s);
    if (isElementOf(example, value)) return value;
    const array = s.type.is !== 'Wrap' || s.type.how !== 'pointer' ? undefined : asArrayAddress(value, given.place);
    if (array) return convert(m, array, example);
    return s.constexpr && isUnknown(value) ? { ...value, type: example } : initialised(m, example, value, s, from);
  }
  const { args, given } = initialisers(m, init.args, s, scope);
  const unbound = args.find(isUnboundPack);
  if (unbound) return unbound;
  const [only] = args;
  const isCopy = args.length === 1 && only !== undefined && classOf(only) && classOf(only) === classOf(example);
  if (isCopy && init.how !== 'brace') return copied(m, only, { ...given[0], span: s.span }, true);
  const parts = init.how === 'brace' ? bracedArguments(example, args) : args;
  const designators = init.how === 'brace' ? (init.designators ?? []) : undefined;
  return construct(m, example, parts, s.span, designators, given);
}

/** Values, and the variables that they are, for references that an object keeps. */
function initialisers(
  m: Machine,
  given: readonly Expr[],
  s: Let,
  scope: Scope,
): { readonly args: readonly Value[]; readonly given: readonly Arg[] } {
  const args = elementsOf(m, given, scope);
  return { args: args.map(({ value }) => loaded(m, value, s)), given: args };
}

/** A class template without arguments, as in `Tensor x = e`, keeps the type of e (CTAD); any other type converts it. */
function initialised(m: Machine, example: Value, value: Value, s: Let, from?: Source): Value {
  const target = targetOf(example);
  if (target?.kind === 'class') {
    if (isUnknown(value) || classOf(value)?.entity === target.class) return value;
    const deduced = deducedBy(m, target.class, value, s.init.how === 'copy');
    return deduced ? convert(m, value, deduced, false, s.name, from) : construct(m, example, [value], s.span);
  }
  if (target?.kind === 'builtin' && target.name === 'std::span' && !isUnknown(value))
    return construct(m, example, [value], s.span, undefined, from && [{ ...from, value }]);
  return target ? value : convert(m, value, example, false, s.name, from);
}

/** A pointer is named after the variable that it initialises; a number that `main` starts with is noted as an
 *  assumption. */
function anchored(m: Machine, s: Let, value: Value): Value {
  if (isTuple(value)) return value;
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
    text: say`${s.name} = ${value.n}, default of \`${s.name}\``,
    at: s.nameSpan,
  });
  return { ...value, from: [id] };
}
