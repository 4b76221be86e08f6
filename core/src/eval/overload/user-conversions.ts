// Conversions by the user's functions ([over.best.ics]/4): constructors of one argument, and conversion functions. Says
// only whether there is one; types/construct.ts chooses it.
import type { Value } from '../../values/value';
import { typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { implicitOnes } from './explicit';
import { satisfied } from './constraints';
import { conversionFunction } from './conversion-functions';
import { convertsByItself, type UserConversion } from './conversions';
import { hasConstantBase } from '../values/constant-bases';
import type { Category, ClassInstance, FunctionEntity } from '../values/entities';
import { isUnknown } from '../values/inspect';
import { classOf } from '../values/kinds';
import { isNumber } from './operand-uses';

/** Whether a value converts to a type by a function of the user, and by which; undefined where that is not known. */
export const userConversionBy =
  (m: Machine, takes: TakesByTemplate): UserConversion =>
  (from, to, { written, ...category }) => {
    const { volatile } = category;
    const [source, target] = [classOf(from), classOf(to)];
    if ((source && !source.decl.members) || (target && !target.decl.members)) return undefined;
    const found = source && conversionFunction(m, source, { type: to, written }, category);
    // Which functions take what is volatile is not looked at.
    if (volatile && found) return undefined;
    const into = target ? byConstructor(m, target, from, category, takes) : false;
    if (!found) return source && isNumber(to) && hasConstantBase(source) ? true : into;
    if (found === 'unclear' || into === undefined) return undefined;
    // Two ways are an ambiguous conversion, which is no better or worse than another ([over.best.ics]/10).
    return into ? true : { by: found.isTemplate ? found : found.entity, second: found.second };
  };

/** Whether a value converts to a type by a function of the user, as far as functions that are no templates say. */
export function mayConvertByUser(m: Machine, from: Value, to: Value): boolean {
  const found = userConversionBy(m, () => undefined)(from, to, { constant: undefined, written: {} });
  return found !== false;
}

/** Whether one of several constructors, of which some are templates, is chosen for a value. */
type TakesByTemplate = (
  m: Machine,
  constructors: readonly FunctionEntity[],
  value: Value,
  category: Category,
) => boolean | undefined;

function byConstructor(
  m: Machine,
  instance: ClassInstance,
  from: Value,
  category: Category,
  takes: TakesByTemplate,
): boolean | undefined {
  const constructors = instance.scope.own('#constructors');
  if (constructors?.kind !== 'functions') return false;
  let sure: boolean | undefined = false;
  const converting = implicitOnes(m, constructors.overloads).filter(takesOne);
  if (converting.some(({ decl }) => decl.templates.flat().length > 0)) return takes(m, converting, from, category);
  for (const { decl, scope } of converting) {
    const [first] = decl.params;
    if (!first) continue;
    const holds = satisfied(m, [], decl.requires, scope);
    if (holds === false) continue;
    if (holds === undefined) {
      sure = undefined;
      continue;
    }
    const example = typeExample(m, first.type, scope);
    if (classOf(example) === instance) continue;
    const converts = isUnknown(example) ? undefined : convertsByItself(from, example);
    if (converts) return true;
    if (converts === undefined) sure = undefined;
  }
  return sure;
}

function takesOne({
  decl: {
    params: [first, ...others],
  },
}: FunctionEntity): boolean {
  return first !== undefined && others.every((param) => param.default ?? param.pack);
}
