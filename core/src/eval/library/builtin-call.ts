// A builtin and its operands: which entry answers, what the derivation keeps of a call, and how one is run again to be
// explained. Knows no program: a derivation holds values alone.
import { say } from '../../base/say';
import type { AlgebraError } from '../../algebra/errors';
import { raise, unlessRefused } from '../../algebra/errors';
import type { Derivation } from '../../analysis';
import type { Span } from '../../base/span';
import { lookupBuiltins, lookupMethod } from '../../builtins/index';
import type { Builtin, BuiltinCall, BuiltinContext, Step } from '../../builtins/registry';
import { asLeaf, isIntegerType, sizeofBits } from '../../values/scalars';
import type { Element, Value } from '../../values/value';
import { pointerTo } from '../values/elements';
import type { Cell } from '../values/cells';
import type { Target } from '../values/entities';
import { isTuple, sameValue } from '../values/inspect';
import { kindOfValue, targetOf } from '../values/kinds';
import { refused } from '../../values/refused';

/** An argument as builtins see it: integers promoted, arrays as tuples, elements of memory as unknown values. */
export function settled(value: Value): Value {
  if (isTuple(value)) return value;
  if (value.is === 'element') return elementValue(value);
  // Integers narrower than int are promoted by whatever CuTe computes from them, and keep their type elsewhere.
  if (value.is === 'scalar' && value.n !== undefined && isIntegerType(value)) return asLeaf(value);
  // CuTe's functions take an array as a tuple.
  if (value.is === 'array') return value.of === 'c' ? value : value.elements.map(settled);
  const target = targetOf(value);
  return target?.kind === 'address' ? addressValue(value, target.cell) : value;
}

/** The address of a variable as builtins take it: a pointer to the type of the variable. */
function addressValue(address: Value, cell: Cell): Value {
  const held = cell.read();
  if (
    cell.index === undefined &&
    !isTuple(held) &&
    (held.is === 'unknown' || (held.is === 'pointer' && held.length !== undefined))
  )
    return held;
  return pointerTo(address) ?? held;
}

function elementValue(value: Element): Value {
  const element = value.pointer.element;
  if (!isTuple(element) && element.is === 'scalar') return element;
  return {
    is: 'unknown',
    cause: { code: 'input', message: say`the contents of memory are not known before the program runs` },
    at: undefined,
  };
}

/** The value of the first entry that has an overload for the operands. Throws: AlgebraError 'type' of the first entry
 *  where none has one; any other refusal at once. */
export function firstFitting(entries: readonly Builtin[], call: BuiltinCall): Value {
  let first: AlgebraError | undefined;
  for (const entry of entries) {
    const value = unlessRefused(
      () => entry.run(call),
      (error) => {
        if (error.code !== 'type') throw error;
        first ??= error;
        return undefined;
      },
    );
    if (value) return value;
  }
  throw first ?? refused('type')`no such function`;
}

/** The derivation of a value: the builtin that was called, and its operands. Undefined for calls of anything else. */
export function derivation(
  target: Target | undefined,
  args: readonly { readonly value: Value; readonly span: Span }[],
  object: Span | undefined,
): Derivation | undefined {
  if (target?.kind !== 'builtin' && target?.kind !== 'builtin-method') return undefined;
  const isMethod = target.kind === 'builtin-method';
  const operands: Operand[] = isMethod
    ? [object ? { text: '', value: target.object, span: object } : { text: '', value: target.object }]
    : [];
  for (const { span, value } of args) operands.push({ text: '', span, value });
  const entry = isMethod ? lookupMethod(kindOfValue(target.object), target.name) : lookupBuiltins(target.name)[0];
  const made: { -readonly [K in keyof Derivation]: Derivation[K] } = { by: target.name, operands };
  if (target.targs.length > 0) made.targs = target.targs;
  if (isMethod) made.method = true;
  if (entry) made.source = entry.header;
  return made;
}

type Operand = Derivation['operands'][number];

/** The steps in which CuTe computes `result`. The builtin runs again, this time with a listener. Empty where CuTe does
 *  not define the function in terms of others, and where the builtin now gives another result, because it calls
 *  functions of the program. */
export function explain(why: Derivation, result: Value): readonly Step[] {
  const steps: Step[] = [];
  const ctx: BuiltinContext = {
    call: () => raise(refused('type')`calls a function of the program`),
    sizeofBits,
    step: (op, value, text = '', by) => void steps.push({ op, text, value, ...(by !== undefined && { by }) }),
  };
  return unlessRefused(
    () => (sameValue(runAgain(why, ctx), result) ? steps : []),
    () => [],
  );
}

function runAgain({ by, targs = [], method, operands }: Derivation, ctx: BuiltinContext): Value {
  const args = operands.map(({ value }) => settled(value));
  if (!method) return firstFitting(lookupBuiltins(by), { targs, args, ctx });
  const [object] = args;
  const entry = object === undefined ? undefined : lookupMethod(kindOfValue(object), by);
  return entry ? entry.run({ targs, args, ctx }) : raise(refused('type')`is no member function of CuTe`);
}
