// The first phase of initialisation by a list ([over.match.list]): the constructor that takes all of the list as one
// `std::initializer_list`.
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Func } from '../../ir/program';
import { writtenList } from '../overload/deduced-types';
import { chosen, judged, type Picked, type Resolution, resolve } from '../overload/overloads';
import { ownTemplateParams } from '../overload/templates';
import { isInitialiserList } from '../overload/viable';
import { typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { Arg, FunctionEntity } from '../values/entities';
import { isTuple } from '../values/inspect';
import { isList } from '../values/kinds';
import { stored } from './copies';

/** The constructor that is chosen, and the list that it is given; undefined where none takes the elements. */
export type ListConstructor =
  (Picked & { readonly is: 'picked'; readonly operands: readonly Arg[] }) | (Resolution & { readonly is: 'unclear' });

export function listConstructor(
  m: Machine,
  constructors: readonly FunctionEntity[],
  elements: readonly Arg[],
  span: Span,
): ListConstructor | undefined {
  if (elements.length === 0 && constructors.some(({ decl }) => isDefault(decl))) return undefined;
  const lists = constructors.filter((entity) => takesList(m, entity));
  const [{ scope } = { scope: undefined }] = lists;
  if (!scope) return undefined;
  const value = elements.map((one) => one.value);
  const written = { expr: { is: 'Brace', args: [], span } as const, scope };
  const found = chosen(m, lists, [{ value, span, written }], undefined);
  if (found.is === 'none') return undefined;
  if (found.is === 'unclear') return { ...found, why: notKnown() };
  const [first] = found.entity.decl.params;
  const type = first && typeExample(m, first.type, found.scope);
  if (!type || !isList(type)) return undefined;
  const { element } = type;
  const list = { ...type, elements: elements.map((one) => stored(m, one.value, element, one, one.span, 'value')) };
  return { ...found, operands: [{ value: list, span, category: { is: 'prvalue', constant: false } }] };
}

/** The constructor of `T({…})`: the list may also make another object of the class, which is copied or moved. A
 *  constructor that takes the list by a function of the user is no better than that. */
export function besideCopies(
  m: Machine,
  constructors: readonly FunctionEntity[],
  found: Resolution,
  [only, ...others]: readonly Arg[],
  span: Span,
): Resolution {
  if (found.is !== 'picked' || !only || others.length > 0 || !isInitialiserList(only) || !isTuple(only.value))
    return found;
  const [own] = judged(m, [found.entity], [], [only]);
  const [sequence] = own?.sequences ?? [];
  if (sequence && !own?.doubt && sequence.rank !== 'user') return found;
  const elements = only.value.map((value): Arg => ({ value, span }));
  const isMade =
    listConstructor(m, constructors, elements, span) !== undefined ||
    m.silently(() => resolve(m, constructors, [], elements)).is !== 'none';
  return isMade ? { is: 'unclear', why: notKnown(), among: [found.entity] } : found;
}

const notKnown = (): string => say`which constructor takes this list is not known`;

/** A constructor without arguments. */
function isDefault({ params }: Func): boolean {
  return params.every((param) => param.default ?? param.pack);
}

/** Whether the one parameter that needs an argument is a list ([dcl.init.list]/2). */
function takesList(m: Machine, { decl, scope }: FunctionEntity): boolean {
  const [first, ...others] = decl.params;
  if (!first || others.some((param) => !param.default)) return false;
  if (writtenList(first.type)) return true;
  return ownTemplateParams(decl).length === 0 && isList(m.silently(() => typeExample(m, first.type, scope)));
}
