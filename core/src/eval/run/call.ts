// What a call means: a function of the program is entered, a builtin is computed, an object with operator() is applied.
// Kernels are entered at their launches. Does not know how a body runs, nor what it returns (run/enter.ts).
import { withEntry } from '../../base/held';
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import { lookupBuiltins } from '../../builtins/index';
import type { Expr, Param, Stmt } from '../../ir/program';
import type { Value } from '../../values/value';
import { derivation } from '../library/builtin-call';
import { hostMethod } from '../library/host';
import { callObject } from '../library/library-calls';
import { loseAccesses } from '../memory/accesses';
import { loseArguments, loseLasting, loseReachable } from '../memory/reach';
import { symbolic } from '../memory/symbolic';
import { argsOf, unboundAmong } from '../names/packs';
import { isOtherThere, noteUnbuilt } from '../names/sides';
import { prvalue } from '../overload/categories';
import { isNumber } from '../overload/operand-uses';
import { type Picked, resolve } from '../overload/overloads';
import { isOneOfMany } from '../overload/ways';
import { afford } from '../state/afford';
import type { CallOptions, Located } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { givenBy } from '../memory/tensor-elements';
import { isWhollyKnown, memberOf } from '../types/classes';
import { construct } from '../types/construct';
import { passes } from '../types/made';
import type { Arg, Category, ClassInstance, FunctionEntity, Scope, Target } from '../values/entities';
import { isStaticIntValue, numberOfConstant } from '../values/template-args';
import { type Cell, type Journal, VarCell, nextCell } from '../values/cells';
import { closuresOf } from '../values/base-closures';
import { partAt } from '../values/base-parts';
import { held } from '../values/holders';
import { isStandardOperation } from '../values/standard-operations';
import { erase, isTuple, isUnknown, unknownIn } from '../values/inspect';
import { callable, classOf, hasNoMembers, targetOf } from '../values/kinds';
import { contested, illFormed, isSubstitutionFailure, unknown } from '../values/unknown';
import { callOn } from '../types/overriders';
import { returned } from '../types/returned';
import { sourcePlace } from '../types/source-places';
import { argumentsOf } from './call-arguments';
import { callLibraryAt, callMethodAt, categoryOfCallee, convertedCall } from './call-results';
import { extremeGiven, handedOn, recordCall } from './call-results';
import { callClosures, callLambda } from './closures';
import { calleeOf, hasCategory } from './callees';
import { callBound, isEndless } from './enter';
import { noteUnreached } from './left-out';
import { callOperation } from './standard-operations';
import { callDeclared, callUnknown, loseByUnknown } from './unseen';
import { convertsToFunction } from '../overload/conversion-functions';
import { meantBy } from './meant-functions';

export function callAt(m: Machine, e: Expr & { is: 'Call' }, scope: Scope): Located {
  const asked = sourcePlace(m, e, scope);
  if (asked !== undefined) return prvalueOf(asked);
  const { value: callee, place: self, as: declared, category: own } = calleeOf(m, e.callee, scope);
  const args = argumentsOf(m, e, scope);
  loseByUnknown(m, e, callee, scope);
  const unbound = unboundAmong(args);
  if (unbound) return temporary(loseArguments(m, unbound, args));
  const failed = m.mode.unevaluated ? args.find(({ value }) => isSubstitutionFailure(value)) : undefined;
  if (failed) return temporary(failed.value);
  const called = meantBy(m, e.callee, callee, args);
  const {
    value,
    place: given,
    category,
    as,
    by,
  } = m.sites.at(m.sites.of(e.span, e.callee.span), () =>
    callValue(
      m,
      called,
      args,
      e.span,
      e.callee.is === 'Name' ? e.callee.id : undefined,
      self,
      hasCategory(callee) ? categoryOfCallee(m, e.callee, scope, self, own) : undefined,
      declared,
    ),
  );
  const extreme = extremeGiven(e.callee, scope, targetOf(called), args);
  const place = extreme ? extreme.place : (handedOn(targetOf(called), args) ?? given);
  const isReferred = !isTuple(value) && place !== undefined && held(value, undefined) === place;
  const located: Located = {
    value: isReferred ? place.read() : value,
    place,
    as,
    category: extreme?.category ?? category,
  };
  if (m.mode.silent) return located;
  const why = derivation(by ?? targetOf(called), args, e.callee.is === 'Member' ? e.callee.object.span : undefined);
  recordCall(m, e, called, args, why, value);
  if (isTuple(value) || (value.is !== 'void' && value.is !== 'callable')) m.recorder.result(e.span, value, why);
  return located;
}

/** The function of the program that a call means; undefined where that is not known, or where it means none. */
export function functionCalled(m: Machine, e: Expr & { is: 'Call' }, scope: Scope): Picked | undefined {
  const callee = calleeOf(m, e.callee, scope).value;
  const args = argsOf(m, e.args, scope);
  const target = targetOf(meantBy(m, e.callee, callee, args));
  if (target?.kind !== 'functions' && target?.kind !== 'method') return undefined;
  const object = target.kind === 'method' ? (target.category ?? {}) : undefined;
  const found = resolve(m, target.overloads, target.targs, args, object);
  return found.is === 'picked' ? found : undefined;
}

/** Applies a value to arguments. `name` is how it was written, to try the library where no overload of the program
 *  fits; `self` is the variable that holds an object with `operator()`, and `as` the base that its reference is to. */
export function callValue(
  m: Machine,
  callee: Value,
  args: readonly Arg[],
  span: Span,
  name?: string,
  self?: Cell,
  category?: Category,
  as?: ClassInstance,
): Located {
  const target = targetOf(callee);
  if (target) return callTarget(m, target, args, span, name);
  const referred = held(callee, undefined);
  if (referred) return callValue(m, referred.read(), args, span, name, referred);
  const instance = classOf(callee);
  if (instance && convertsToFunction(m, instance)) return temporary(loseArguments(m, convertedCall(span), args));
  if (instance) return callMember(m, callee, 'operator()', args, span, self, category, as);
  if (isStandardOperation(callee)) return callOperation(m, callee, args, span);
  const isMade = !isTuple(callee) && (callee.is === 'type' || isStaticIntValue(callee));
  return (isMade ? prvalueOf : givenBy(callee, category))(applied(m, callee, args, span));
}

/** A value that no variable holds. */
function temporary(value: Value): Located {
  return { value, place: undefined };
}

function prvalueOf(value: Value): Located {
  return { value, place: undefined, category: prvalue };
}

/** Calls something that is neither a function nor an object of the program: constructs a type, or calls an object of
 *  the library. */
function applied(m: Machine, callee: Value, args: readonly Arg[], span: Span): Value {
  if (isTuple(callee)) return unknown('unsupported', say`a tuple cannot be called`, span);
  if (callee.is === 'member-pointer') {
    const why = say`what a pointer to a member leads to is not followed`;
    loseLasting(m, why, span);
    return loseArguments(m, unknown('unsupported', why, span), args);
  }
  if (hasNoMembers(callee) && callee.is !== 'pointer')
    return illFormed('unsupported', say`a number cannot be called`, span);
  if (callee.is === 'unknown')
    return callee.type && isNumber(callee.type)
      ? illFormed('unsupported', say`a number cannot be called`, span)
      : callUnknown(m, callee, args, span);
  if (isStaticIntValue(callee) && args.length === 0) return numberOfConstant(callee);
  const values = args.map((arg) => arg.value);
  if (callee.is === 'type') return construct(m, callee.of, values, span, undefined, args);
  const value = m.sites.at(
    undefined,
    () => hostMethod(m, callee, 'operator()', args, span) ?? callObject(m, callee, values, span),
  );
  // An object of the library may hold what writes to variables.
  return callee.is === 'struct' && isUnknown(value)
    ? loseArguments(m, value, [...args, { value: callee, span }])
    : value;
}

function callTarget(m: Machine, target: Target, args: readonly Arg[], span: Span, name: string | undefined): Located {
  switch (target.kind) {
    case 'functions':
      return callFunctions(m, target, args, span, name);
    case 'method': {
      const picked = resolve(m, target.overloads, target.targs, args, target.category ?? {});
      if (picked.is !== 'picked') {
        const why =
          picked.is === 'unclear' ? picked.why : say`no overload of this member function takes these arguments`;
        const self = { value: target.self.read(), cell: target.self, span };
        return temporary(unclear(m, why, [...args, self], span, picked.is === 'none' ? illFormed : unknown));
      }
      return callOn(m, picked, target.self, args, span, target.qualified);
    }
    case 'lambda':
      return callLambda(m, target, args, span);
    case 'class':
      return prvalueOf(construct(m, callable('', target), values(args), span, undefined, args));
    case 'builtin':
      return callLibraryAt(m, target, args, span);
    case 'builtin-method':
      return callMethodAt(m, target, args, span);
    case 'address':
      return callValue(m, target.cell.read(), args, span, name);
    case 'namespace':
      // `Color(1)` is a conversion ([expr.type.conv]).
      if (target.scope?.underlying)
        return prvalueOf(construct(m, callable('', target), values(args), span, undefined, args));
      return temporary(unknown('unsupported', say`this cannot be called`, span));
    case 'alias-template':
    case 'device-kernel':
      return temporary(unknown('unsupported', say`this cannot be called`, span));
  }
}

const values = (args: readonly Arg[]): readonly Value[] => args.map((arg) => arg.value);

// ---- Functions of the program ------------------------------------------------------------------------------------

function callFunctions(
  m: Machine,
  target: Target & { kind: 'functions' },
  args: readonly Arg[],
  span: Span,
  name: string | undefined,
): Located {
  const picked = resolve(m, target.overloads, target.targs, args);
  if (picked.is === 'picked' && isOneOfMany(m, picked)) {
    // What a call that is not entered may have changed is not known after it.
    const { name: skipped, nameSpan } = picked.entity.decl;
    const why = say`\`${skipped}\` is looked at with other template arguments`;
    loseLasting(m, why, nameSpan);
    loseArguments(m, unknown('branch', why, nameSpan, [skipped]), args);
    return temporary({ is: 'void' });
  }
  if (picked.is === 'picked') return returned(m, picked, callFunction(m, picked.entity, picked.scope, args));
  const id = name ?? target.overloads[0]?.decl.name ?? '';
  if (picked.is === 'unclear') return temporary(unclear(m, picked.why, args, span));
  if (lookupBuiltins(id).length > 0) {
    const by = { kind: 'builtin', name: id, targs: target.targs } as const;
    return { ...callLibraryAt(m, by, args, span), by };
  }
  const why = illFormed('unsupported', say`no overload of \`${id}\` takes these arguments`, span, [id]);
  if (!m.mode.unevaluated && !m.mode.speculative) loseLasting(m, why.cause.message, span);
  loseAccesses(m, why.cause.message, undefined);
  loseArguments(m, why, args);
  return temporary(unknownIn(args.map((arg) => arg.value)) ?? why);
}

/** A call whose function cannot be determined: every variable that it may change loses its value. */
function unclear(m: Machine, why: string, args: readonly Arg[], span: Span, fail = unknown): Value {
  loseLasting(m, why, span);
  loseAccesses(m, why, undefined);
  return loseArguments(m, fail('unsupported', why, span), args);
}

/** Enters a function whose template parameters `scope` has bound. */
export function callFunction(
  m: Machine,
  entity: FunctionEntity,
  scope: Scope,
  args: readonly Arg[],
  options: CallOptions = {},
): Located {
  const { decl, owner } = entity;
  if (owner && scope.self) scope.self = partAt(scope.self, owner);
  const isPassed = !(m.mode.unevaluated && m.mode.silent) || passes(m, decl, scope, args);
  if (decl.deleted || isPassed === false) {
    const why = say`\`${decl.name}\` is deleted for these arguments`;
    return temporary(loseArguments(m, illFormed('unsupported', why, decl.nameSpan), args));
  }
  if (isPassed === undefined) {
    const why = say`whether \`${decl.name}\` takes copies of these objects is not known`;
    return temporary(loseArguments(m, contested(why, decl.nameSpan), args));
  }
  const { body } = decl;
  if (!body) return temporary(callDeclared(m, entity, scope, args));
  if (isOtherThere(m, decl, options))
    return leaveOut(
      m,
      entity,
      scope,
      args,
      say`\`${decl.name}\` asks \`__CUDA_ARCH__\`: on the host it is another function`,
    );
  noteUnbuilt(m, decl);
  if (m.budget.isDeep()) return leaveOut(m, entity, scope, args, say`\`${decl.name}\` calls itself too deeply`);
  if (isEndless(m, entity))
    return leaveOut(
      m,
      entity,
      scope,
      args,
      say`how often \`${decl.name}\` calls itself depends on a condition that is not known`,
    );
  if (m.mode.symbolic) return callSymbolically(m, entity, scope, args, options);
  const running = m.running.get(body);
  const journal: Journal = new Map();
  if (running) {
    m.budget.recurse(running);
    return callBound(m, entity, scope, args, { ...options, again: true }, journal);
  }
  const own = nextCell();
  return afford(
    m,
    () => runningOnce(m, body, () => callBound(m, entity, scope, args, options, journal)),
    (tooMuch) => {
      const written = [...journal.keys()].filter((cell) => cell.born < own);
      noteUnreached(m, body, `\`${decl.name}\` ${tooMuch}`);
      return leaveOut(m, entity, scope, args, `\`${decl.name}\` ${tooMuch}`, written);
    },
  );
}

/** Runs the outermost call of a function. */
function runningOnce<T>(m: Machine, body: Stmt, run: () => T): T {
  return withEntry(m.running, body, { part: m.budget.meter.part, from: m.budget.meter.spent }, run);
}

/** The body of a function is not evaluated: every variable that it can reach loses its value. */
function leaveOut(
  m: Machine,
  { decl }: FunctionEntity,
  scope: Scope,
  args: readonly Arg[],
  why: string,
  written: readonly Cell[] = [],
): Located {
  loseReachable(m, { scope, args, written }, why, decl.nameSpan);
  return temporary(unknown('budget', why, decl.nameSpan, [decl.name]));
}

/** A call in a branch that the program's numbers rule out: the function is shown with symbols for run-time numbers, if
 *  nothing else has entered it. */
function callSymbolically(
  m: Machine,
  entity: FunctionEntity,
  scope: Scope,
  args: readonly Arg[],
  options: CallOptions,
): Located {
  const { decl } = entity;
  if (m.evaluated.has(decl) || decl.constexpr)
    return temporary(unknown('branch', say`\`${decl.name}\` is not called with these arguments`, decl.nameSpan));
  const symbols = args.map((arg, i) => ({ value: asSymbol(m, arg, decl.params[i]), span: arg.span }));
  const instance = m.recorder.addInstance({
    label: say`${decl.name} (not called with these arguments)`,
    kernel: decl.kernel ? decl.name : '',
    at: decl.nameSpan,
    reached: false,
    ruledOut: true,
  });
  return m.within({ instance, silent: false, symbolic: false }, () =>
    callFunction(m, entity, scope, symbols, { ...options, entry: true }),
  );
}

function asSymbol(m: Machine, arg: Arg, param: Param | undefined): Value {
  return isUnknown(arg.value)
    ? arg.value
    : symbolic(m, erase(arg.value), param?.name ?? '_', param?.nameSpan ?? arg.span);
}

export function callMember(
  m: Machine,
  object: Value,
  name: string,
  args: readonly Arg[],
  span: Span,
  self?: Cell,
  category?: Category,
  as?: ClassInstance,
): Located {
  const instance = classOf(object);
  const entity = instance && memberOf((as && self && classOf(self.read())) ?? instance, as, name);
  const fail = instance && isWhollyKnown(instance) ? illFormed : unknown;
  const closures = instance && name === 'operator()' && entity?.kind !== 'functions' ? closuresOf(instance) : [];
  if (closures.length > 0) return callClosures(m, object, closures, entity === undefined, args, span);
  if (entity?.kind !== 'functions')
    return temporary(fail('undeclared', say`it has no member \`${name}\``, span, [name]));
  return callTarget(
    m,
    {
      kind: 'method',
      overloads: entity.overloads,
      targs: [],
      self: self ?? m.temporaries.of(object) ?? new VarCell('', object),
      category: category ?? (self ? {} : prvalue),
    },
    args,
    span,
    name,
  );
}
