// Operators that the program defines for its own classes: member functions, and functions of the namespaces around.
import { say } from '../../base/say';
import { dyn, hole } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import type { Expr } from '../../ir/program';
import type { Value } from '../../values/value';
import { loseByConversion, loseByOperator } from '../memory/named-code';
import { loseArguments, loseLasting } from '../memory/reach';
import { associatedFunctions } from '../names/associated';
import { lookupName } from '../names/names';
import { lookupIn } from '../names/namespaces';
import { argOf } from '../names/packs';
import { categoryOf, prvalue } from '../overload/categories';
import { conversionFunctions } from '../overload/conversion-functions';
import { seenFrom } from '../overload/declared-before';
import { resolveOperator } from '../overload/operator-candidates';
import { type Picked, type Resolution, resolve } from '../overload/overloads';
import { callFunction, type Located, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { derivesFrom } from '../values/base-parts';
import { VarCell } from '../values/cells';
import {
  type Arg,
  type Category,
  type ClassInstance,
  type Entity,
  type FunctionEntity,
  type Scope,
} from '../values/entities';
import { isAuto } from '../values/declared-types';
import { enumerationOf, enumerationOfValue } from '../values/enumerations';
import { hasConstantBase } from '../values/constant-bases';
import { isUnknown } from '../values/inspect';
import { classOf } from '../values/kinds';
import { truth } from '../values/truth';
import { unknown } from '../values/unknown';
import { boolean } from './arithmetic';
import { assignmentFor } from './beside-implicit';
import { memberOf } from './classes';
import { compareParts, isDefaultedComparison, saysOf } from './defaulted-comparisons';
import { callOn } from './overriders';
import { returned } from './returned';

/** The function of the program that an operator means: `a + b`, `a += b`, `++a` where one of them is an object of the
 *  program that has such an operator; undefined where none has. */
export function operatorMeant(m: Machine, op: string, operands: readonly Arg[], scope: Scope, span: Span): Meaning {
  return ownMeant(m, op, operands, scope, span) ?? rewritten(m, op, operands, scope, span);
}

/** `a != b` by `a == b`, `a < b` by `a <=> b`, and each with its operands the other way round ([over.match.oper]/3.4).
 *  Before C++20 there is none of them: where the operator of the language may serve, or the code need not compile, it
 *  is not known, unless a comparison is defaulted, as C++20 alone has them. */
function rewritten(m: Machine, op: string, operands: readonly Arg[], scope: Scope, span: Span): Meaning {
  const [a, b] = operands;
  const by = op === '==' || op === '!=' ? '==' : /^[<>]=?$/.test(op) ? '<=>' : undefined;
  if (!a || !b || !by) return undefined;
  const direct = op === by ? undefined : ownMeant(m, by, [a, b], scope, span);
  const reverse = ownMeant(m, by, [b, a], scope, span);
  const found = direct ?? reverse;
  if (!found) return by === '==' ? impliedEquality(m, op, a, b, scope, span) : undefined;
  const isSame = classOf(a.value) !== undefined && classOf(a.value) === classOf(b.value);
  const meant = direct && reverse && !(isSame && isSymmetric(found)) ? undefined : found;
  if (!meant || meant.is === 'unclear') return unclearRewriting(op);
  const isSure = isDefaultedComparison(meant.picked.entity) || (!m.mode.unevaluated && !mayConvert(m, operands));
  // What the program's own `<=>` gives is not looked at.
  if (!isSure || (by === '<=>' && !isDefaultedComparison(meant.picked.entity))) return unclearRewriting(op);
  return { ...meant, rewrites: op };
}

/** A class that defaults `<=>` and declares no `==` has one ([class.compare.default]/4). */
function impliedEquality(m: Machine, op: string, a: Arg, b: Arg, scope: Scope, span: Span): Meaning {
  const order = ownMeant(m, '<=>', [a, b], scope, span);
  if (order === undefined) return undefined;
  if (order.is === 'unclear' || !isDefaultedComparison(order.picked.entity)) return unclearRewriting(op);
  return { ...order, rewrites: op };
}

/** Whether a comparison takes its two operands alike: of two rewritings, the one that is not reversed serves. */
function isSymmetric(meant: Meaning): boolean {
  if (!meant || meant.is === 'unclear') return false;
  const { decl } = meant.picked.entity;
  return decl.templates.flat().length === 0 && (meant.is === 'function' || decl.const);
}

function mayConvert(m: Machine, operands: readonly Arg[]): boolean {
  return operands.every(({ value }) => {
    const instance = classOf(value);
    return !instance || conversionFunctions(m, instance).length > 0;
  });
}

function unclearRewriting(op: string): Meaning {
  return { is: 'unclear', why: say`whether \`operator${op}\` is rewritten as C++20 has it is not known` };
}

function ownMeant(m: Machine, op: string, operands: readonly Arg[], scope: Scope, span: Span): Meaning {
  const isOfProgram = ({ value }: Arg): boolean => (classOf(value) ?? enumerationOfValue(value)) !== undefined;
  if (!operands.some(isOfProgram) || !/^[-+*/%^&|~!=<>,]/.test(op)) return undefined;
  const [first, ...rest] = operands;
  const instance = first && classOf(first.value);
  const object = instance && first.cell && classOf(first.cell.read());
  const member = instance && memberOperator(object ?? instance, instance, op);
  const members = member?.kind === 'functions' ? member.overloads : [];
  const category = first && categoryOf(m, first);
  const competes = operands.every(({ value }) => mayBecomeNumber(m, value));
  const found =
    op === '=' && instance && members.length > 0
      ? assignment(m, instance, members, rest, category)
      : resolve(m, defined(members), [], rest, category, competes);
  if (found.is === 'unclear') return found;
  const free = lookupName(scope, { id: `operator${op}`, span }, ({ kind }) => kind === 'functions');
  const associated = associatedFunctions(
    `operator${op}`,
    operands.map(({ value }) => value),
  );
  const candidates = new Set([...(free?.kind === 'functions' ? seenFrom(free.overloads, span) : []), ...associated]);
  const chosen = resolve(m, defined([...candidates]), [], operands, undefined, competes);
  if (chosen.is === 'unclear') return chosen;
  if (found.is === 'picked' && chosen.is === 'picked' && first && member?.kind === 'functions') {
    const steps = stepsTo(object ?? instance, `operator${op}`, member);
    const members = { overloads: defined(member.overloads), object: { ...categoryOf(m, first), steps } };
    const one = resolveOperator(m, members, defined([...candidates]), operands);
    if (one.is === 'picked' && member.overloads.includes(one.entity))
      return { is: 'member', picked: one, object: first, args: rest };
    if (one.is === 'picked') return { is: 'function', picked: one, args: operands };
    return { is: 'unclear', why: say`whether a member \`operator${op}\` is meant or a function is not known` };
  }
  if (found.is === 'picked' && first) return { is: 'member', picked: found, object: first, args: rest };
  if (chosen.is !== 'picked') return undefined;
  return mayBeBuiltIn(m, operands, chosen.entity, chosen.scope)
    ? { is: 'unclear', why: say`whether \`operator${op}\` of the language is meant or a function is not known` }
    : { is: 'function', picked: chosen, args: operands };
}

/** An operator that is a function, and what it is given. */
type Meant = (
  | { readonly is: 'member'; readonly picked: Picked; readonly object: Arg; readonly args: readonly Arg[] }
  | { readonly is: 'function'; readonly picked: Picked; readonly args: readonly Arg[] }
) & {
  /** The operator that is written, where this one stands for it. */
  readonly rewrites?: string;
};

type Meaning = Meant | { readonly is: 'unclear'; readonly why: string } | undefined;

/** What such an operator gives. `qualified`: nothing overrides it. */
export function userOperator(
  m: Machine,
  op: string,
  operands: readonly Arg[],
  scope: Scope,
  span: Span,
  qualified = false,
): Located | undefined {
  const meant = operatorMeant(m, op, operands, scope, span);
  if (!meant) {
    for (const { value } of operands) {
      loseByOperator(m, op, value, span);
      loseByConversion(m, value, span);
    }
    return undefined;
  }
  if (meant.is === 'unclear') return unclear(m, meant.why, operands, span);
  const { picked } = meant;
  if (isDefaultedComparison(picked.entity)) return comparedByDefault(m, meant.rewrites ?? op, operands, scope, span);
  if (meant.rewrites !== undefined) {
    const given = called(m, meant, span, qualified);
    return meant.rewrites === '==' ? given : { value: negated(given.value), place: undefined, category: prvalue };
  }
  return called(m, meant, span, qualified);
}

/** `!x` of what a comparison gives. */
function negated(value: Value): Value {
  const holds = truth(value);
  if (holds !== undefined) return boolean(dyn(holds ? 0 : 1));
  return isUnknown(value) ? value : boolean(hole());
}

/** A comparison that is defaulted: of two objects of the class whose parts are known. */
function comparedByDefault(m: Machine, op: string, operands: readonly Arg[], scope: Scope, span: Span): Located {
  const [a, b] = operands;
  const why = say`what a defaulted \`operator${op}\` compares is not known`;
  const ordered = op !== '==' && op !== '!=';
  const part = (x: Value, y: Value): number | undefined => {
    const by = ordered ? '<=>' : '==';
    const both = [x, y].map((value): Arg => ({ value, span, category: { is: 'lvalue', constant: true } }));
    const meant = ownMeant(m, by, both, scope, span) ?? (ordered ? undefined : rewritten(m, by, both, scope, span));
    if (!meant || meant.is === 'unclear') return undefined;
    if (isDefaultedComparison(meant.picked.entity)) return compareParts(m, x, y, { ordered, span, part });
    const holds = ordered ? undefined : truth(called(m, meant, span, false).value);
    return holds === undefined ? undefined : holds ? 0 : 1;
  };
  const order = a && b && compareParts(m, a.value, b.value, { ordered, span, part });
  if (order === undefined) return unclear(m, why, operands, span);
  // The classes of the library that say an order are not modelled.
  if (op === '<=>') return { value: unknown('unsupported', why, span), place: undefined, category: prvalue };
  return { value: boolean(saysOf(op, order)), place: undefined, category: prvalue };
}

/** What the function gives that an operator means. */
function called(m: Machine, meant: Meant, span: Span, qualified: boolean): Located {
  const { picked, args } = meant;
  if (meant.is === 'member') {
    const { object } = meant;
    const self = object.cell ?? m.temporaries.of(object.value) ?? new VarCell('', object.value);
    return callOn(m, picked, self, args, span, qualified);
  }
  const given = args.map((one) => ({ ...one, span }));
  return returned(m, picked, callFunction(m, picked.entity, picked.scope, given));
}

/** `object->` of a class with an `operator->` is what that gives, and another `->` behind it ([over.ref]). */
export function ownArrow(
  m: Machine,
  { object: e, span }: Expr & { is: 'Member' },
  object: Located,
  scope: Scope,
): Located | undefined {
  if (e.is === 'This' || !classOf(object.value)) return undefined;
  if (!m.budget.isDeep()) return userOperator(m, '->', [argOf(object, e, scope, e.span)], scope, span);
  return { value: unknown('depth', say`\`${'operator->'}\` refers to itself without end`, span), place: undefined };
}

/** The assignment that the compiler writes for a class hides those of its bases ([class.copy.assign]/8). */
function memberOperator(object: ClassInstance, as: ClassInstance, op: string): Entity | undefined {
  return op === '=' && !as.scope.own('operator=') ? undefined : memberOf(object, as, `operator${op}`);
}

/** Whether the operator of the language competes ([over.match.oper]/3): every object converts to a number, and none is
 *  of the class or the enumeration that the function asks for. */
function mayBeBuiltIn(m: Machine, operands: readonly Arg[], { decl }: FunctionEntity, scope: Scope): boolean {
  return operands.every(({ value }, i) => {
    const [instance, enumeration] = [classOf(value), enumerationOfValue(value)];
    if (!instance && !enumeration) return true;
    if (instance && conversionFunctions(m, instance).length === 0) return false;
    const { type } = decl.params[i] ?? {};
    if (type === undefined || isAuto(type)) return false;
    const asked = m.silently(() => typeExample(m, type, scope));
    if (!instance) return enumerationOf(asked) !== enumeration;
    const base = classOf(asked);
    return base === undefined || !derivesFrom(instance, base);
  });
}

const none: Resolution = { is: 'none' };

/** An operator of which nobody knows what it calls may change its operands and what lasts. */
function unclear(m: Machine, why: string, operands: readonly Arg[], span: Span): Located {
  loseLasting(m, why, span);
  return { value: loseArguments(m, unknown('unsupported', why, span), operands), place: undefined };
}

/** The assignment of a class that an operand means; none where the compiler writes it. */
function assignment(
  m: Machine,
  instance: ClassInstance,
  members: readonly FunctionEntity[],
  [operand]: readonly Arg[],
  object: Category | undefined,
): Resolution {
  return operand ? assignmentFor(m, instance, members, operand, object) : none;
}

/** Whether an operand is one of an operator of the language as well ([over.match.oper]/3). */
function mayBecomeNumber(m: Machine, value: Value): boolean {
  const instance = classOf(value);
  if (!instance) return !isUnknown(value);
  return conversionFunctions(m, instance).length > 0 || hasConstantBase(instance);
}

/** One that is defaulted does what the language does, but for comparisons, which the language has none of. */
function defined(overloads: readonly FunctionEntity[]): readonly FunctionEntity[] {
  return overloads.filter(
    (one) => one.decl.body !== undefined || one.decl.deleted || !one.decl.defaulted || isDefaultedComparison(one),
  );
}

/** The steps from a class to the one that declares a member ([over.best.ics]/6). */
function stepsTo(instance: ClassInstance | undefined, name: string, member: Entity): number {
  if (!instance || instance.scope.own(name)) return 0;
  const base = instance.bases.find((one) => lookupIn(one.scope, name) === member);
  return base ? 1 + stepsTo(base, name, member) : 0;
}
