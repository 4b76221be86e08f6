// Conversions by the user's functions, templates of constructors among them, which overload resolution chooses.
import { nowhere } from '../../base/span';
import type { Value } from '../../values/value';
import type { Machine } from '../state/machine';
import type { Category, FunctionEntity } from '../values/entities';
import { numberOf } from '../values/type-key';
import type { UserConversion } from './conversions';
import { chosen } from './overloads';
import { Relations } from './remembered-relations';
import { userConversionBy } from './user-conversions';

/** Whether a value converts to a type by a function of the user, and by which; undefined where that is not known. */
export function userConversion(m: Machine): UserConversion {
  return userConversionBy(m, byTemplate);
}

/** Whether a value converts to a type by a function of the user. */
export function convertsByUser(m: Machine, from: Value, to: Value): boolean | undefined {
  const found = userConversion(m)(from, to, { constant: undefined, written: {} });
  return typeof found === 'object' ? true : found;
}

const conversions = new Relations<boolean | undefined>();

/** Whether one of the constructors is chosen for a value, without another conversion by the user
 *  ([over.best.ics]/4). */
function byTemplate(
  m: Machine,
  constructors: readonly FunctionEntity[],
  value: Value,
  category: Category,
): boolean | undefined {
  if (m.budget.isDeep()) return undefined;
  const arg = { value, span: nowhere, category };
  const ask = (): boolean | undefined => {
    const found = m.budget.deeper(() => chosen(m, constructors, [arg], undefined, () => false));
    if (found.is === 'picked') return found.entity.decl.deleted ? undefined : true;
    return found.is === 'none' ? false : undefined;
  };
  const owner = constructors[0]?.owner;
  const { is, constant, volatile } = category;
  if (!owner || is === undefined || constant === undefined) return ask();
  const from = { is: 'type', of: value, constant: constant || undefined, volatile } as const;
  const asked = [is, ...constructors.map(({ decl }) => `${numberOf(decl)}`)];
  return conversions.answer(m, owner, [...asked, from], ask);
}
