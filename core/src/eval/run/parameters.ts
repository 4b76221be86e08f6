// Binds the parameters of a function to arguments: references share the caller's cell, the rest are converted copies.
import { isElementOf } from '../memory/loading';
import { say } from '../../base/say';
import type { Expr, Func, Param } from '../../ir/program';
import type { Qualifiers, Value } from '../../values/value';
import { pointingTo } from '../memory/arrays';
import { argOf, namesPack, packScopes } from '../names/packs';
import { categoryOf, declaredAs, isPlainNumber, prvalue } from '../overload/categories';
import { typeLeading } from '../overload/function-patterns';
import { innermost, withoutPack } from '../overload/deduced-types';
import { placedParameters } from '../overload/placed';
import { held, isHolder } from '../values/holders';
import { accessElement, loseReferred } from '../memory/accesses';
import { loseWritten } from '../memory/reach';
import { locate, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { Site } from '../state/sites';
import { boundElsewhere } from '../types/bound-references';
import { convert } from '../types/construct';
import { asBase, copied, copiedAs, isOfDerived } from '../types/copies';
import { holdTemporary } from '../types/lifetimes';
import { mayRefer, someReferent } from '../memory/references';
import { isAuto, isConst, isPointerToConst, isReference } from '../values/declared-types';
import { holdsBases, isHeld, partAt } from '../values/base-parts';
import { asArrayAddress, withoutLength } from '../values/elements';
import { type Cell, VarCell } from '../values/cells';
import { type Arg, type ClassInstance, type Entity, type Scope } from '../values/entities';
import { erase, identical, isTuple, isUnknown, sameType } from '../values/inspect';
import { classOf, retyped } from '../values/kinds';
import { unknown } from '../values/unknown';

export function bindParams(m: Machine, decl: Func, args: readonly Arg[], scope: Scope): void {
  const places = decl.params.some(({ pack }) => pack) ? placedParameters(decl, scope, args.length) : [];
  let next = 0;
  for (const param of decl.params) {
    const count = param.pack ? places.filter((place) => place.param === param).length : 1;
    if (param.pack) bindPack(m, param, args.slice(next, next + count), scope);
    else bindParam(m, param, args[next] ?? defaultArg(m, decl, param, scope), scope);
    next += count;
  }
}

function bindPack(m: Machine, param: Param, args: readonly Arg[], scope: Scope): void {
  if (param.name === undefined && !args.some(({ value }) => classOf(value))) return;
  const type = withoutPack(param.type);
  const passed = asPackSays(m, type, args, scope);
  const given = isReference(type) ? partsReferred(m, type, passed, scope) : passed;
  const cells = given.map((arg) => packCell(m, param, arg));
  const isForwarding = type.is === 'Wrap' && type.how === 'rvalue-ref';
  const written = isForwarding ? { vague: true as const } : declaredAs(m, type, scope);
  const writtenOfEach = isForwarding ? forwardedAs(m, type, args, scope) : undefined;
  if (param.name === undefined) return;
  scope.names.set(param.name, {
    kind: 'pack',
    values: given.map((arg) => arg.value),
    cells,
    ...(written && { written }),
    ...(writtenOfEach && { writtenOfEach }),
    ...(isReference(type) && basesOfEach(given, cells)),
  });
}

/** Arguments of a pack whose template arguments the call gives: a number is converted to the type that it says, and an
 *  object may be passed as one of a base. */
function asPackSays(m: Machine, type: Expr, args: readonly Arg[], scope: Scope): readonly Arg[] {
  if (isAuto(type) || !namesPack(type, scope)) return args;
  const isOfInterest = ({ value }: Arg): boolean => classOf(value) !== undefined || isPlainNumber(value);
  if (!args.some(isOfInterest)) return args;
  const scopes = packScopes(type, scope);
  return args.map((arg, i): Arg => {
    const [{ value, span }, inner] = [arg, scopes[i]];
    const example = inner && isOfInterest(arg) ? m.silently(() => typeExample(m, type, inner)) : undefined;
    if (!example || isUnknown(example)) return arg;
    const bound = isReference(type) ? boundTo(m, type, arg, inner ?? scope) : arg;
    if (bound !== arg) return bound;
    if (isPlainNumber(value))
      return isPlainNumber(example) && !sameType(erase(value), example)
        ? { span, value: convert(m, value, example) }
        : arg;
    if (!isOfDerived(value, example)) return arg;
    if (!isReference(type)) return { span, value: copiedAs(m, value, example, arg) };
    return { ...arg, value: asBase(value, classOf(example), arg.cell) };
  });
}

/** For each element the base that its reference is to, where the object is of a class derived from it. */
function basesOfEach(given: readonly Arg[], cells: readonly Cell[]): Pick<Entity & { kind: 'pack' }, 'asOfEach'> {
  const asOfEach = given.map(({ value }, i) => {
    const [as, own] = [classOf(value), cells[i]?.read()];
    return as && own !== undefined && as !== classOf(own) ? as : undefined;
  });
  return asOfEach.some((as) => as) ? { asOfEach } : {};
}

/** What the references of a pack are bound to, some of which may be references to a base. */
function partsReferred(m: Machine, type: Expr, args: readonly Arg[], scope: Scope): readonly Arg[] {
  const core = innermost(type);
  if (isAuto(type) || (core.is === 'Name' && !core.args) || !args.some(({ value }) => holdsBases(value))) return args;
  const scopes = namesPack(type, scope) ? packScopes(type, scope) : args.map(() => scope);
  return args.map((arg, i): Arg => {
    const base = classOf(m.silently(() => typeExample(m, type, scopes[i] ?? scope)));
    if (base && scopes.length === args.length) return asPart(m, arg, base);
    const why = say`to which base this reference is bound is not known`;
    return holdsBases(arg.value) ? { span: arg.span, value: unknown('unsupported', why, arg.span) } : arg;
  });
}

/** What each element of `T&&... x` or `auto&&... x` is declared as; undefined where its type is not known. */
function forwardedAs(m: Machine, type: Expr, args: readonly Arg[], scope: Scope): readonly Qualifiers[] | undefined {
  if (isAuto(type)) return args.map((arg) => declaredAs(m, type, scope, categoryOf(m, arg)) ?? { vague: true });
  const scopes = namesPack(type, scope) ? packScopes(type, scope) : [];
  if (scopes.length !== args.length) return undefined;
  return scopes.map((inner) => declaredAs(m, type, inner) ?? { vague: true });
}

function packCell(m: Machine, param: Param, arg: Arg): Cell {
  if (isByReference(param)) return arg.cell ?? m.temporaries.of(arg.value) ?? referent(m, param, arg, arg.value);
  const isToBase = arg.cell !== undefined && isOfDerived(arg.cell.read(), arg.value);
  const isWhole = arg.cell !== undefined && arg.cell.read() === arg.value;
  if (isReference(withoutPack(param.type))) return isToBase || isWhole ? arg.cell : referent(m, param, arg, arg.value);
  const cell = new VarCell(param.name ?? '', copied(m, arg.value, arg));
  endWithCall(m, cell);
  return cell;
}

/** A parameter of class type ends with the full expression of the call, as compilers have it. */
function endWithCall(m: Machine, cell: VarCell): void {
  const value = cell.read();
  m.temporaries.adopt(value);
  holdTemporary(m, value, cell);
}

function defaultArg(m: Machine, decl: Func, param: Param, scope: Scope): Arg {
  const given = param.default;
  if (!given) return { value: unknown('unsupported', say`this argument is missing`, param.span), span: param.span };
  const located = m.sites.for(given.span, siteOfCall(m, decl), () => locate(m, given, scope));
  return argOf(located, given, scope, param.span);
}

/** Where a function is called. Compilers differ on the line of an object that is made on several lines. */
function siteOfCall(m: Machine, { returns }: Func): Site | undefined {
  const { now } = m.sites;
  return now && returns === undefined ? { ...now, callee: undefined } : now;
}

/** What a reference is bound to that is given no variable. */
function referent(m: Machine, { name = '', type }: Param, arg: Arg, value: Value): Cell {
  return mayRefer(arg.value, categoryOf(m, arg))
    ? someReferent(m, name, value)
    : new VarCell(name, value, isConst(type));
}

function bindParam(m: Machine, param: Param, passed: Arg, scope: Scope): void {
  const { name = '' } = param;
  const wrapped = isDeducedParam(param, scope, passed.value) ? undefined : held(passed.value, undefined);
  const given = wrapped ? { ...passed, value: wrapped.read(), cell: wrapped } : passed;
  const written = writtenOf(m, param, given, scope);
  const isRef = isReference(param.type) || written?.ref !== undefined;
  const whole = isRef && !isDeducedParam(param, scope, given.value) ? boundTo(m, param.type, given, scope) : given;
  const base = isRef && classOf(whole.value) ? baseReferred(m, param, whole.value, scope) : undefined;
  const arg = base ? asPart(m, whole, base) : whole;
  if (isRef && !written?.constant) loseReferred(m, arg.value);
  if (isRef && !written?.constant && !arg.cell) loseWritten(m, arg.value, arg.span);
  if (!isRef && !isTuple(arg.value) && arg.value.is === 'element') accessElement(m, arg.value.pointer, false, arg.span);
  const own = isRef ? arg.value : copiedArgument(m, param, arg, scope);
  const array = isPointer(param.type) ? asArrayAddress(arg.value, arg.cell) : undefined;
  const value = converted(m, param, array ?? own, arg, scope, isRef);
  const shared =
    !isPartOf(value, arg.value) &&
    (isByReference(param) || (isRef && (!written?.constant || identical(value, arg.value))))
      ? (arg.cell ?? m.temporaries.of(value))
      : undefined;
  const cell =
    shared ??
    (isRef
      ? referent(m, param, arg, named(value, name))
      : new VarCell(name, named(withoutLength(value), name), isConst(param.type), written?.volatile === true));
  const as = classOf(value) && base;
  const isOther = as !== undefined && as !== classOf(cell.read());
  if (!shared && cell instanceof VarCell && (!isRef || value !== arg.value)) endWithCall(m, cell);
  if (param.name === undefined) return;
  const leading = typeLeading(m, cell.read(), param.type, scope);
  scope.names.set(name, {
    kind: 'variable',
    cell,
    at: param.nameSpan,
    ...(written && { written }),
    ...(isOther && { as }),
    ...(leading && { function: leading }),
  });
  if (param.nameSpan)
    m.record(param.nameSpan, 'parameter', cell.read(), { name, start: param.span.start, given: arg.span });
}

/** What a reference is bound to, where that is not the argument itself. */
function boundTo(m: Machine, type: Expr, arg: Arg, scope: Scope): Arg {
  const bound = boundElsewhere(m, arg, type, scope);
  if (!bound) return arg;
  const { value, place } = bound;
  if (place) return { value, cell: place, span: arg.span, category: { is: 'lvalue' } };
  const cell = new VarCell('', value);
  endWithCall(m, cell);
  return { value, cell, span: arg.span, category: prvalue };
}

/** What a reference to a base is bound to, where objects of the class hold that. */
function asPart(m: Machine, arg: Arg, base: ClassInstance): Arg {
  if (!isHeld(arg.value, base)) return arg;
  const cell = partAt(arg.cell ?? m.temporaries.of(arg.value) ?? new VarCell('', arg.value), base);
  return { ...arg, value: cell.read(), cell };
}

/** The class that the type of a reference says. */
function baseReferred(m: Machine, param: Param, value: Value, scope: Scope): ClassInstance | undefined {
  return classOf(isDeducedParam(param, scope, value) ? value : typeExample(m, param.type, scope));
}

/** Whether the parameter has the type of what is passed: `auto`, `T` of the function's own, unless a call gives another
 *  class for that. */
function isDeducedParam({ type }: Param, scope: Scope, value: Value): boolean {
  const core = innermost(type);
  const bound = core.is === 'Name' && !core.args ? scope.own(core.id) : undefined;
  return isAuto(type) || (bound?.kind === 'type' && classOf(bound.of) === classOf(value));
}

/** What the parameter's type says; for a forwarding reference, its template argument says it. */
function writtenOf(m: Machine, { type }: Param, arg: Arg, scope: Scope): Qualifiers | undefined {
  return declaredAs(m, type, scope, isAuto(type) ? categoryOf(m, arg) : undefined);
}

/** Whether the function may write to the caller's variable through the parameter. */
function isByReference({ type }: Param): boolean {
  return (
    type.is === 'Wrap' &&
    (type.how === 'ref' || type.how === 'rvalue-ref') &&
    !(type.of.is === 'Wrap' && type.of.how === 'const')
  );
}

function isPointer(type: Expr): boolean {
  return type.is === 'Wrap' && (type.how === 'pointer' || type.how === 'array');
}

function named(value: Value, name: string): Value {
  return !isTuple(value) &&
    value.is === 'pointer' &&
    value.base === undefined &&
    value.space !== 'counting' &&
    value.space !== 'coordinates'
    ? { ...value, base: name }
    : value;
}

function copiedArgument(m: Machine, param: Param, arg: Arg, scope: Scope): Value {
  const { value } = arg;
  if (!classOf(value) || isDeducedParam(param, scope, value)) return copied(m, value, arg);
  return copiedAs(m, value, typeExample(m, param.type, scope), arg);
}

/** The `TiledMMA` of a `ThrMMA`, which derives from it: a reference to the part is another value. */
function isPartOf(value: Value, whole: Value): boolean {
  return !isTuple(value) && value.is === 'tiled-mma' && !isTuple(whole) && whole.is === 'thr-mma';
}

/** What is read through a reference to an element of memory is read there. */
function converted(m: Machine, param: Param, value: Value, arg: Arg, scope: Scope, isRef: boolean): Value {
  if (isAuto(param.type)) return isPointerToConst(param.type) ? pointingTo(value, { constant: true }) : value;
  if (isHolder(value, 'reference_wrapper') && isDeducedParam(param, scope, value)) return value;
  const example = typeExample(m, param.type, scope);
  if (isRef && isElementOf(example, value)) return value;
  return isUnknown(example) ? retyped(value) : convert(m, value, example, false, param.name, arg);
}
