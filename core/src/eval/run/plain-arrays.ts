// Arrays of the language as they are declared: their elements, as far as the initialiser gives them one by one.
import { dyn } from '../../algebra/leaf';
import type { Expr, Let } from '../../ir/program';
import type { Pointer, Value } from '../../values/value';
import { evaluate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { inTurn } from '../types/aggregates';
import { elementsOf } from '../types/lists-in-turn';
import { listOf } from '../types/tuples-of-references';
import { constructArray, elementsGiven } from '../types/construct-arrays';
import { withoutQualifiers } from '../values/declared-types';
import { heldArray } from '../values/elements';
import type { Scope } from '../values/entities';
import { isTuple } from '../values/inspect';
import { classOf, isArray } from '../values/kinds';
import { bytesOfText } from '../values/texts';
import { asNumber } from '../values/truth';
import { isUnboundPack } from '../values/unknown';
import { arrayValue } from './array-memory';
import { uninitialised } from './uninitialised';

export function isPlainArray(type: Expr, example: Value): example is Pointer {
  if (withoutQualifiers(type) !== type) return isPlainArray(withoutQualifiers(type), example);
  return !isTuple(example) && example.is === 'pointer' && type.is === 'Wrap' && type.how === 'array';
}

/** `int sizes[4] = {64, 128};`: its elements, the rest zero. */
export function plainArray(m: Machine, s: Let, scope: Scope, example: Pointer): Value {
  const { init } = s;
  const text = textGiven(init);
  if (text && example.length !== undefined && asNumber(example.length) === undefined) {
    const bytes = asNumber(bytesOfText(text));
    const length = bytes === undefined ? bytesOfText(text) : dyn(bytes / (text.width ?? 1), undefined, 64);
    return arrayValue(m, s, { ...example, length });
  }
  const made = arrayInTurn(m, s, scope, example);
  if (made !== undefined) return made;
  const given =
    init.how === 'copy'
      ? init.value.is === 'Brace' && !init.value.type && !init.value.designators
        ? elements(m, init.value.args, scope)
        : evaluate(m, init.value, scope)
      : init.how === 'brace'
        ? elements(m, init.args, scope)
        : undefined;
  const list = given !== undefined && isTuple(given) ? given : undefined;
  const unbound = (list ?? (given === undefined ? [] : [given])).find(isUnboundPack);
  if (unbound) return unbound;
  const isOpen = list !== undefined && example.length !== undefined && asNumber(example.length) === undefined;
  const length = isOpen ? (elementsGiven(m, example, list, s.span) ?? list.length) : list?.length;
  const held = s.memory === 'local' ? heldArray(s.type, example, length) : example;
  if (!isArray(held)) return arrayValue(m, s, example);
  return list
    ? constructArray(m, held, [list], s.span)
    : init.how === 'none'
      ? uninitialised(m, s, held)
      : arrayValue(m, s, example);
}

function arrayInTurn(m: Machine, s: Let, scope: Scope, example: Pointer): Value | undefined {
  const { init } = s;
  const list = init.how === 'copy' && init.value.is === 'Brace' && !init.value.type ? init.value : init;
  if (!('args' in list) || s.memory !== 'local' || init.how === 'paren') return undefined;
  const isOpen = example.length !== undefined && asNumber(example.length) === undefined;
  const hasConstructors = classOf(example.element)?.scope.names.has('#constructors') === true;
  const areWhole = hasConstructors || list.args.every((e) => e.is === 'Brace' && !e.type);
  const held = isOpen && !areWhole ? undefined : heldArray(s.type, example, isOpen ? list.args.length : undefined);
  return held && inTurn(m, held, list, scope, s.span);
}

/** The elements of a list, of which it is remembered what variables they are. */
function elements(m: Machine, args: readonly Expr[], scope: Scope): readonly Value[] {
  const given = elementsOf(m, args, scope);
  const values = given.map(({ value }) => value);
  return listOf(values, given);
}

/** `char s[] = "text";` */
function textGiven(init: Let['init']): (Expr & { is: 'String' }) | undefined {
  const e = init.how === 'copy' ? init.value : init.how === 'none' ? undefined : init.args[0];
  return e?.is === 'String' ? e : undefined;
}
