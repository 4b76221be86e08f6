// Binds the parameters of a function to arguments: references share the caller's cell, the rest are converted copies.
import type { Expr, Param } from '../../ir/program';
import type { Qualifiers, Value } from '../../values/value';
import { categoryOf, declaredAs } from '../overload/categories';
import { held } from '../values/holders';
import { evaluate, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { convert } from '../types/construct';
import { copied } from '../types/copies';
import { ownedBy } from './lifetimes';
import { isAuto, isConst, isReference } from '../values/declared-types';
import { asArrayAddress } from '../values/elements';
import { type Arg, type Scope, VarCell } from '../values/entities';
import { identical, isTuple, isUnknown } from '../values/inspect';
import { unknown } from '../values/unknown';

export function bindParams(m: Machine, params: readonly Param[], args: readonly Arg[], scope: Scope): void {
  for (const [i, param] of params.entries()) {
    if (param.pack) {
      bindPack(m, param, args.slice(i), scope);
      return;
    }
    const arg = args[i] ?? defaultArg(m, param, scope);
    bindParam(m, param, arg, scope);
  }
}

function bindPack(m: Machine, param: Param, args: readonly Arg[], scope: Scope): void {
  if (param.name === undefined) return;
  const cells = args.map((arg) =>
    isByReference(param) && arg.cell ? arg.cell : new VarCell(param.name ?? '', arg.value),
  );
  const type = param.type.is === 'Expand' ? param.type.of : param.type;
  const isForwarding = type.is === 'Wrap' && type.how === 'rvalue-ref';
  const written = isForwarding ? { vague: true as const } : declaredAs(m, type, scope);
  scope.names.set(param.name, {
    kind: 'pack',
    values: args.map((arg) => arg.value),
    cells,
    ...(written && { written }),
  });
}

function defaultArg(m: Machine, param: Param, scope: Scope): Arg {
  const value = param.default
    ? evaluate(m, param.default, scope)
    : unknown('unsupported', 'this argument is missing', param.span);
  return { value, span: param.span };
}

function bindParam(m: Machine, param: Param, passed: Arg, scope: Scope): void {
  if (param.name === undefined) return;
  const wrapped = isAuto(param.type) ? undefined : held(passed.value, undefined);
  const arg = wrapped ? { ...passed, value: wrapped.read(), cell: wrapped } : passed;
  const given = isReference(param.type) ? arg.value : copied(m, arg.value, arg.cell, arg.moved === true, arg.span);
  const value =
    (isPointer(param.type) ? asArrayAddress(arg.value, arg.cell) : undefined) ?? converted(m, param, given, scope);
  const kept = isReference(param.type) ? value : withoutLength(value);
  const cell =
    arg.cell && (isByReference(param) || (isReference(param.type) && identical(value, arg.value)))
      ? arg.cell
      : new VarCell(param.name, named(kept, param.name), isConst(param.type));
  const written = writtenOf(m, param, arg, scope);
  scope.names.set(param.name, { kind: 'variable', cell, at: param.nameSpan, ...(written && { written }) });
  if (cell !== arg.cell) ownedBy(m, scope, cell);
  if (param.nameSpan)
    m.record(param.nameSpan, 'parameter', cell.read(), { name: param.name, start: param.span.start, given: arg.span });
}

/** An array that is passed by value is a pointer. */
function withoutLength(value: Value): Value {
  if (isTuple(value) || value.is !== 'pointer' || value.space !== 'generic' || value.length === undefined) return value;
  const { length: _length, ...pointer } = value;
  return pointer;
}

/** What the parameter's type says; for a forwarding reference, its template argument says it. */
function writtenOf(m: Machine, { type }: Param, arg: Arg, scope: Scope): Qualifiers | undefined {
  return type.is === 'Name' && !type.args && scope.own(type.id) === undefined
    ? undefined
    : declaredAs(m, type, scope, isAuto(type) ? categoryOf(m, arg) : undefined);
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

function converted(m: Machine, param: Param, value: Value, scope: Scope): Value {
  if (isAuto(param.type)) return value;
  const example = typeExample(m, param.type, scope);
  return isUnknown(example) ? value : convert(m, value, example, false, param.name);
}
