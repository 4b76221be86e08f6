// Which parameter takes which argument where there are parameter packs ([temp.variadic]/8). A pack of the class around
// a function has as many parameters as elements; one that is deduced takes what is left ([temp.deduct.call]/1).
import type { Func, Param } from '../../ir/program';
import { namesOneOf } from '../../ir/walk';
import { namesPack, packScopes } from '../names/packs';
import type { Scope } from '../values/entities';
import { withoutPack } from './deduced-types';
import { ownTemplateParams } from './templates';

/** The parameter of one argument. */
export interface Place {
  readonly param: Param;
  /** Of an element of a pack whose elements are known: where the names of the packs mean that element. */
  readonly element?: Scope;
}

/** The scopes of the elements of a parameter pack; undefined for a pack that is deduced from what is passed. */
export function elementScopes(decl: Func, param: Param, scope: Scope): readonly Scope[] | undefined {
  const type = withoutPack(param.type);
  const own = new Set(ownTemplateParams(decl).flatMap(({ pack, name }) => (pack && name !== undefined ? [name] : [])));
  return namesOneOf(type, own) || !namesPack(type, scope) ? undefined : packScopes(type, scope);
}

/** The parameters of a function for a number of arguments, packs as often as they have elements. */
export function placedParameters(decl: Func, scope: Scope, count: number): readonly Place[] {
  if (!decl.params.some(({ pack }) => pack)) return decl.params.map((param) => ({ param }));
  const places: Place[] = [];
  for (const [i, param] of decl.params.entries()) {
    const elements = param.pack ? elementScopes(decl, param, scope) : undefined;
    if (elements) for (const element of elements) places.push({ param, element });
    else if (!param.pack) places.push({ param });
    else for (let left = count - places.length - (decl.params.length - 1 - i); left > 0; left--) places.push({ param });
  }
  return places;
}
