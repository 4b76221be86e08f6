// Calls of functions that are declared but whose body is in another file: what they may write to is unknown after the
// call.
import { say } from '../../base/say';
import type { Expr, Func, Param } from '../../ir/program';
import type { Span } from '../../base/span';
import type { Unknown, Value } from '../../values/value';
import { noteEffects } from '../library/effects';
import { loseAccesses } from '../memory/accesses';
import { loseCell } from '../memory/losing';
import { loseByName, mayBeObject } from '../memory/named-code';
import { addressed, loseArguments, loseKept, loseLasting, loseThrough } from '../memory/reach';
import { losePlace, variableNamed } from '../names/places';
import { withTypedParameters } from '../overload/viable';
import { typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { isAuto } from '../values/declared-types';
import { type Cell, holdsMutable } from '../values/cells';
import type { Arg, FunctionEntity, Scope } from '../values/entities';
import { isTuple, isUnknown } from '../values/inspect';
import { unknown } from '../values/unknown';

/** A call of a function that is only declared: what its parameters, its object and its file let it write to is lost,
 *  and of its result nothing is known but a type that says all. */
export function callDeclared(m: Machine, { decl }: FunctionEntity, scope: Scope, args: readonly Arg[]): Value {
  if (m.mode.unevaluated) return declaredType(m, decl, scope);
  const why = say`the body of \`${decl.name}\` is not in this file or the headers it includes`;
  loseAccesses(m, why, undefined);
  for (const [i, arg] of args.entries()) {
    const param = decl.params[i] ?? decl.params[decl.params.length - 1];
    const cell = param && writable(param, arg);
    if (cell) loseKept(m, cell, say`${cell.name} is passed to \`${decl.name}\`: ${why}`, arg.span);
  }
  loseThrough(m, decl.name, args, why);
  if (scope.self && !decl.static && (!decl.const || holdsMutable(scope.self.read())))
    loseCell(
      m,
      scope.self,
      say`${scope.self.name || say`the object`} is changed by \`${decl.name}\`: ${why}`,
      decl.nameSpan,
    );
  const isDevice = m.frame.launch !== undefined || (decl.device && decl.host !== true);
  if (!decl.kernel && !decl.constexpr) loseLasting(m, why, decl.nameSpan, isDevice);
  const { returns } = decl;
  const example =
    returns && !isAuto(returns) ? typeExample(m, returns, withTypedParameters(m, decl, scope)) : undefined;
  if (example !== undefined && !isUnknown(example) && isStaticType(example)) return example;
  return unknown('include', why, decl.nameSpan, [decl.name]);
}

/** Where only its type counts, a function says enough without a body. */
function declaredType(m: Machine, decl: Func, scope: Scope): Value {
  const deduced = unknown(
    'include',
    say`what \`${decl.name}\` returns follows from its body, which is not here`,
    decl.nameSpan,
    [decl.name],
  );
  const { returns } = decl;
  return returns && !isAuto(returns) ? typeExample(m, returns, withTypedParameters(m, decl, scope)) : deduced;
}

/** What a parameter lets the function write to: by reference, or through a pointer. */
function writable({ type }: Param, arg: Arg): Cell | undefined {
  if (type.is !== 'Wrap') return addressed(arg.value);
  const isConst = type.of.is === 'Wrap' && type.of.how === 'const';
  if (isConst) {
    const cell = type.how === 'pointer' ? addressed(arg.value) : arg.cell;
    return cell && holdsMutable(cell.read()) ? cell : undefined;
  }
  if (type.how === 'ref' || type.how === 'rvalue-ref') return arg.cell;
  const decays = (type.how === 'pointer' || type.how === 'array') && isTuple(arg.value);
  return decays ? arg.cell : addressed(arg.value);
}

function isStaticType(example: Value): boolean {
  return !isTuple(example) && (example.is === 'static' || example.is === 'void');
}

/** A call of something that is not known. */
export function callUnknown(m: Machine, callee: Unknown, args: readonly Arg[], span: Span): Value {
  noteEffects(m, callee.cause.needs?.[0] ?? '', [], args, span, undefined);
  return loseArguments(m, callee, args);
}

/** What is called is not known: a member function of the program, a function to which a pointer leads, or an object
 *  with `operator()`. A name that nothing declares is none of these. */
export function loseByUnknown(
  m: Machine,
  { callee: e, span }: Expr & { is: 'Call' },
  callee: Value,
  scope: Scope,
): void {
  const isPointer = !isTuple(callee) && callee.is === 'pointer';
  if (m.mode.unevaluated || (!isPointer && !mayBeObject(callee))) return;
  const why = say`what is called here is not known`;
  losePlace(m, e.is === 'Member' ? e.object : e, scope, span, 'called');
  if (e.is === 'Member') loseByName(m, e.id, why, span);
  else if (e.is !== 'Scope' && (e.is !== 'Name' || variableNamed(e, scope))) loseLasting(m, why, span);
}
