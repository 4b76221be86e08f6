// Binds the parameters of a function to arguments: references share the caller's cell, the rest are converted copies.
import type { Expr, Param } from '../../ir/program';
import type { Value } from '../../values/value';
import { held } from '../values/holders';
import { evaluate, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { convert } from '../types/construct';
import { copied } from '../types/copies';
import { isAuto, isConst, isReference } from '../values/declared-types';
import { asArrayAddress } from '../values/elements';
import { type Arg, type Scope, VarCell } from '../values/entities';
import { identical, isList, isUnknown } from '../values/inspect';
import { unknown } from '../values/unknown';

export function bindParams(m: Machine, params: readonly Param[], args: readonly Arg[], scope: Scope): void {
  for (const [i, param] of params.entries()) {
    if (param.pack) {
      bindPack(param, args.slice(i), scope);
      return;
    }
    const arg = args[i] ?? defaultArg(m, param, scope);
    bindParam(m, param, arg, scope);
  }
}

function bindPack(param: Param, args: readonly Arg[], scope: Scope): void {
  if (param.name === undefined) return;
  const cells = args.map((arg) =>
    isByReference(param) && arg.cell ? arg.cell : new VarCell(param.name ?? '', arg.value),
  );
  scope.names.set(param.name, { kind: 'pack', values: args.map((arg) => arg.value), cells });
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
  const cell =
    arg.cell && (isByReference(param) || (isReference(param.type) && identical(value, arg.value)))
      ? arg.cell
      : new VarCell(param.name, named(value, param.name), isConst(param.type));
  scope.names.set(param.name, { kind: 'variable', cell, at: param.nameSpan });
  if (param.nameSpan)
    m.record(param.nameSpan, 'parameter', cell.read(), { name: param.name, start: param.span.start, given: arg.span });
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
  return !isList(value) &&
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
