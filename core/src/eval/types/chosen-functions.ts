// Which of several functions of a name a pointer or a reference to a function leads to: the one whose type it asks for
// ([over.over]). Templates are not looked at, since nothing deduces their arguments here.
import { say } from '../../base/say';
import type { FunctionType, Value } from '../../values/value';
import { typeOfFunction } from '../overload/function-patterns';
import type { Machine } from '../state/machine';
import type { FunctionEntity } from '../values/entities';
import { isTuple, sameType } from '../values/inspect';
import { callable, targetOf } from '../values/kinds';
import { unknown } from '../values/unknown';

/** Functions as what a pointer of the type of `example` leads to; undefined for anything else. */
export function chosenFunction(m: Machine, value: Value, example: Value): Value | undefined {
  const target = targetOf(value);
  if (target?.kind !== 'functions') return undefined;
  const { overloads, targs } = target;
  const [only] = overloads;
  const isOne = overloads.length === 1 && (targs.length > 0 || only?.decl.templates.flat().length === 0);
  const asked = isOne ? undefined : typeAsked(m, example);
  if (!asked) return undefined;
  const name = only?.decl.name ?? '';
  const fitting = overloads.filter((one) => {
    const type = targs.length > 0 ? undefined : typeOf(m, one);
    return type && sameType(plain(type), plain(asked));
  });
  const chosen = fitting.find(({ decl }) => decl.body) ?? fitting[0];
  if (chosen) return callable(name, { ...target, overloads: [chosen] });
  return unknown('unsupported', say`which function \`${name}\` means here is not known`, only?.decl.nameSpan, [name]);
}

/** The type of the function that a pointer leads to, or one that is held already. */
function typeAsked(m: Machine, example: Value): FunctionType | undefined {
  if (isTuple(example)) return undefined;
  if (example.is === 'function-type') return example;
  const of = example.is === 'pointer' ? example.element : typeOfFunction(m, example)?.of;
  return of !== undefined && !isTuple(of) && of.is === 'function-type' ? of : undefined;
}

function typeOf(m: Machine, one: FunctionEntity): FunctionType | undefined {
  return typeAsked(m, callable(one.decl.name, { kind: 'functions', overloads: [one], targs: [] }));
}

/** One that throws nothing converts to one that may throw ([conv.fctptr]). */
function plain({ noexcept: _noexcept, ...type }: FunctionType): FunctionType {
  return type;
}
