// Calls of what is not seen: functions that nobody knows, and those whose body is in another file. What they are given to write to
// is not known after them.
import type { Func, Param } from '../ir/program';
import type { Unknown, Value } from '../values/value';
import type { Arg } from './call';
import type { Cell, FunctionEntity, Scope } from './entities';
import { outermostArray } from './entities';
import { isArray } from './arrays';
import { isList, isUnknown } from './inspect';
import { unknown } from './unknown';
import type { Machine } from './machine';
import { targetOf } from './names';
import { loseCell } from './operators';
import { mayChange } from './skips';
import { loseLasting } from './statics';
import { isAuto, typeExample } from './types';

/** A call of something unknown may change the variables it is given. */
export function loseArguments(m: Machine, callee: Unknown, args: readonly Arg[]): Value {
  const name = callee.cause.needs?.[0] ?? 'a function';
  for (const arg of args) {
    const cell = addressed(arg.value) ?? (isCLibrary(name) ? undefined : arg.cell);
    if (cell) loseCell(m, cell, `${cell.name} is passed to \`${name}\`, which is not known here`, arg.span);
  }
  return callee;
}

/** Functions of NVIDIA's libraries in C, which take by reference only what they are given the address of. */
function isCLibrary(name: string): boolean {
  return /^(cublas|cudnn|cufft|cusparse|cusolver|curand|nccl|nvml|nvtx)[A-Z]/.test(name);
}

/** What a pointer reaches: an element's neighbours too. */
function addressed(value: Value): Cell | undefined {
  const target = targetOf(value);
  return target?.kind === 'address' ? outermostArray(target.cell) : undefined;
}

/** A call of a function that is only declared: what its parameters, its object and its file let it write to is lost, and of its
 *  result nothing is known but a type that says all. */
export function callDeclared(m: Machine, { decl }: FunctionEntity, scope: Scope, args: readonly Arg[]): Value {
  if (m.unevaluated > 0) return declaredType(m, decl, scope);
  const why = `the body of \`${decl.name}\` is not in this file or the headers it includes`;
  for (const [i, arg] of args.entries()) {
    const param = decl.params[i] ?? decl.params[decl.params.length - 1];
    const cell = param && writable(param, arg);
    if (cell) loseCell(m, cell, `${cell.name} is passed to \`${decl.name}\`: ${why}`, arg.span);
  }
  if (scope.self && !decl.const && !decl.static) loseCell(m, scope.self, `${scope.self.name || 'the object'} is changed by \`${decl.name}\`: ${why}`, decl.nameSpan);
  if (!decl.device && !decl.kernel && !decl.constexpr) loseLasting(m, why, decl.nameSpan);
  const example = decl.returns && !isAuto(decl.returns) ? typeExample(m, decl.returns, scope) : undefined;
  if (example !== undefined && !isUnknown(example) && isStaticType(example)) return example;
  return unknown('include', why, decl.nameSpan, [decl.name]);
}

/** Where only its type counts, a function says enough without a body. */
function declaredType(m: Machine, decl: Func, scope: Scope): Value {
  const deduced = unknown('include', `what \`${decl.name}\` returns follows from its body, which is not here`, decl.nameSpan, [decl.name]);
  return decl.returns && !isAuto(decl.returns) ? typeExample(m, decl.returns, scope) : deduced;
}

/** What a parameter lets the function write to: by reference, or through a pointer. */
function writable({ type }: Param, arg: Arg): Cell | undefined {
  if (type.is !== 'Wrap') return addressed(arg.value);
  const isConst = type.of.is === 'Wrap' && type.of.how === 'const';
  if (isConst) return undefined;
  if (type.how === 'ref' || type.how === 'rvalue-ref') return arg.cell;
  const decays = (type.how === 'pointer' || type.how === 'array') && isList(arg.value);
  return decays ? arg.cell : addressed(arg.value);
}

function isStaticType(example: Value): boolean {
  return !isList(example) && (example.is === 'static' || example.is === 'void');
}

/** A lambda that is given elements by reference and may set them (`for_each(a, [](auto& x) { x = 0; })`). */
export function setsElements(callee: Value): boolean {
  const target = targetOf(callee);
  if (target?.kind !== 'lambda') return false;
  const { params, body } = target.decl;
  return params.some(({ type }) => type.is === 'Wrap' && /ref$/.test(type.how) && !(type.of.is === 'Wrap' && type.of.how === 'const')) && mayChange(body, target.scope);
}

export function loseTuples(m: Machine, name: string, args: readonly Arg[]): void {
  for (const { cell, span } of args) {
    const held = cell?.read();
    if (cell && held !== undefined && (isList(held) || isArray(held))) loseCell(m, cell, `the function given to \`${name}\` may set elements of ${cell.name}`, span);
  }
}
