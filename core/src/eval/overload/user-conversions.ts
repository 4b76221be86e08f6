// Conversions by the user's functions ([over.best.ics]/4): constructors of one argument, and conversion functions.
// Says only whether there is one; which one, construction decides (types/construct.ts).
import type { Value } from '../../values/value';
import { lookupIn } from '../names/names';
import { typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { convertible } from '../values/convertible';
import { convertsByItself } from './conversions';
import type { ClassInstance } from '../values/entities';
import { isTuple, isUnknown } from '../values/inspect';
import { classOf } from '../values/kinds';

/** Whether a value converts to a type by a function of the user; undefined where that is not known. */
export function userConversion(m: Machine, from: Value, to: Value): boolean | undefined {
  const [source, target] = [classOf(from), classOf(to)];
  const outOf = source ? byConversionFunction(m, source, to) : false;
  const into = target ? byConstructor(m, target, from) : false;
  if (outOf === true || into === true) return true;
  return outOf === undefined || into === undefined ? undefined : false;
}

function byConversionFunction(m: Machine, instance: ClassInstance, to: Value): boolean | undefined {
  let sure: boolean | undefined = false;
  for (const [name, entity] of instance.scope.names) {
    if (!name.startsWith('operator ') || entity.kind !== 'functions') continue;
    for (const { decl, scope } of entity.overloads) {
      if (decl.explicit) continue;
      const example = decl.returns ? typeExample(m, decl.returns, scope) : undefined;
      if (example === undefined || isUnknown(example) || isDeduced(example)) sure = undefined;
      else if (convertible(example, to) > 0) return true;
    }
  }
  for (const base of instance.bases) {
    const inherited = byConversionFunction(m, base, to);
    if (inherited === true) return true;
    if (inherited === undefined) sure = undefined;
  }
  return sure;
}

function isDeduced(example: Value): boolean {
  return !isTuple(example) && example.is === 'callable';
}

function byConstructor(m: Machine, instance: ClassInstance, from: Value): boolean | undefined {
  const constructors = lookupIn(instance.scope, '#constructors');
  if (constructors?.kind !== 'functions') return false;
  let sure: boolean | undefined = false;
  for (const { decl, scope, owner } of constructors.overloads) {
    const [first, ...others] = decl.params;
    if (!first || decl.explicit || owner !== instance || others.some((param) => !param.default && !param.pack))
      continue;
    if (decl.templates.flat().length > 0) {
      sure = undefined;
      continue;
    }
    const example = typeExample(m, first.type, scope);
    if (classOf(example) === instance) continue;
    const takes = isUnknown(example) ? undefined : convertsByItself(from, example);
    if (takes) return true;
    if (takes === undefined) sure = undefined;
  }
  return sure;
}
