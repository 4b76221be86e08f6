// What a variable holds that has no initialiser ([dcl.init]/12).
import { remembered } from '../../base/remembered';
import { say } from '../../base/say';
import { dyn } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import type { Let } from '../../ir/program';
import { walk } from '../../ir/walk';
import type { Value } from '../../values/value';
import { lookup } from '../names/names';
import type { Machine } from '../state/machine';
import { construct } from '../types/construct';
import { arrayInMemory, uninitialisedArray } from '../values/elements';
import { enumerationOf } from '../values/enumerations';
import { VarCell } from '../values/cells';
import type { Scope } from '../values/entities';
import { isTuple } from '../values/inspect';
import { isList } from '../values/kinds';
import { unknown } from '../values/unknown';

/** A variable without an initialiser: objects of empty types are whole, numbers are not. */
export function uninitialised(m: Machine, s: Let, example: Value): Value {
  if (isTuple(example)) return construct(m, example, [], s.span);
  switch (example.is) {
    case 'dynamic':
    case 'scalar':
      if (s.memory === 'shared' || s.memory === 'device' || s.memory === 'constant')
        return m.unknownInt(s.name, say`${s.name} is in memory`, 'input', s.nameSpan);
      return example.is === 'dynamic' ? noValue(s.name, s.nameSpan, example) : example;
    case 'array':
      if (isList(example)) return construct(m, example, [], s.span);
      return s.memory === 'local'
        ? uninitialisedArray(example, s.name, (element, name) =>
            (!isTuple(element) && element.is === 'dynamic') || enumerationOf(element)
              ? noValue(name, s.nameSpan, element)
              : m.evaluator.begin(m, element, name, s.span),
          )
        : arrayInMemory(s.name, s.nameSpan, example);
    case 'pointer':
      return { ...example, base: s.name, offset: dyn(0) };
    case 'member-pointer':
      return noValue(s.name, s.nameSpan, example);
    case 'callable':
      return enumerationOf(example)
        ? noValue(s.name, s.nameSpan, example)
        : unknown('uninitialised', say`\`${s.name}\` has no initial value`, s.nameSpan, [s.name]);
    default:
      return m.evaluator.begin(m, example, s.name, s.span);
  }
}

/** A variable is declared before its initialiser ([basic.scope.pdecl]): one that names itself means no other one. */
export function declareAhead(s: Let, scope: Scope): void {
  if (!namesItself(s) || scope.own(s.name) || !lookup(scope, s.name)) return;
  const cell = new VarCell(s.name, noValue(s.name, s.nameSpan));
  scope.names.set(s.name, { kind: 'variable', cell, at: s.nameSpan });
}

const namesItself = remembered(({ name, init }: Let) =>
  walk(init, (node) => {
    if (node.is === 'Lambda') return 'over';
    return node.is === 'Name' && node.id === name && !node.args ? 'end' : undefined;
  }),
);

function noValue(name: string, at: Span, type?: Value): Value {
  return { ...unknown('uninitialised', say`\`${name}\` has no value yet`, at, [name]), ...(type && { type }) };
}
