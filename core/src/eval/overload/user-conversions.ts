// Conversions by the user's functions ([over.best.ics]/4): constructors of one argument, and conversion functions. Says
// only whether there is one; types/construct.ts chooses it.
import type { Value } from '../../values/value';
import { typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { satisfied } from './constraints';
import { conversionFunction } from './conversion-functions';
import { convertsByItself, type UserConversion } from './conversions';
import { hasConstantBase } from '../values/constant-bases';
import type { ClassInstance } from '../values/entities';
import { isUnknown } from '../values/inspect';
import { classOf } from '../values/kinds';
import { isNumber } from './operand-uses';

/** Whether a value converts to a type by a function of the user, and by which; undefined where that is not known. */
export const userConversion =
  (m: Machine): UserConversion =>
  (from, to, { constant, volatile, written }) => {
    const [source, target] = [classOf(from), classOf(to)];
    if ((source && !source.decl.members) || (target && !target.decl.members)) return undefined;
    const found = source && conversionFunction(m, source, { type: to, written }, constant);
    // Which functions take what is volatile is not looked at.
    if (volatile && found) return undefined;
    const into = target ? byConstructor(m, target, from) : false;
    if (!found) return source && isNumber(to) && hasConstantBase(source) ? true : into;
    if (found === 'unclear' || into === undefined) return undefined;
    // Two ways are an ambiguous conversion, which is no better or worse than another ([over.best.ics]/10).
    return into ? true : { by: found.isTemplate ? found : found.entity, second: found.second };
  };

/** Whether a value converts to a type by a function of the user. */
export function convertsByUser(m: Machine, from: Value, to: Value): boolean | undefined {
  const found = userConversion(m)(from, to, { constant: undefined, written: {} });
  return typeof found === 'object' ? true : found;
}

function byConstructor(m: Machine, instance: ClassInstance, from: Value): boolean | undefined {
  const constructors = instance.scope.own('#constructors');
  if (constructors?.kind !== 'functions') return false;
  let sure: boolean | undefined = false;
  for (const { decl, scope } of constructors.overloads) {
    const [first, ...others] = decl.params;
    if (!first || decl.explicit || others.some((param) => !param.default && !param.pack)) continue;
    if (decl.templates.flat().length > 0) {
      sure = undefined;
      continue;
    }
    const holds = satisfied(m, [], decl.requires, scope);
    if (holds === false) continue;
    if (holds === undefined) {
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
