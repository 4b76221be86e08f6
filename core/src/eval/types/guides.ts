// Class template argument deduction ([over.match.class.deduct]): the template arguments of `P p{…}`, by overload
// resolution among the guides that the program writes and those that constructors and members stand for. Constructs
// nothing.
import { nowhere } from '../../base/span';
import type { Expr, Func, Let, Param, TemplateParam } from '../../ir/program';
import type { Value } from '../../values/value';
import { resolve } from '../overload/overloads';
import { implicitOnes } from '../overload/explicit';
import { typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { Arg, ClassEntity, ClassInstance, FunctionEntity } from '../values/entities';
import { classOf } from '../values/kinds';
import { exampleOf, instanceOf, primaryParams } from './classes';

/** The class that arguments deduce; undefined where none is, 'unclear' where that is not known. `implicit`: for
 *  `P x = value`, without explicit guides ([over.match.class.deduct]/4). */
export function deducedInstance(
  m: Machine,
  entity: ClassEntity,
  args: readonly Value[],
  implicit = false,
): ClassInstance | 'unclear' | undefined {
  const params = primaryParams(entity);
  if (params.length === 0) return instanceOf(m, entity, []);
  const [only, ...others] = args;
  const same = only !== undefined && others.length === 0 ? classOf(only) : undefined;
  // The copy deduction candidate.
  if (same?.entity === entity) return same;
  const { scope } = entity;
  const guides = [
    ...entity.guides.map((decl): FunctionEntity => ({ decl, scope })),
    ...implicitGuides(entity, params, args.length).map((decl): FunctionEntity => ({
      decl,
      scope,
      implicitGuide: true,
    })),
  ];
  const operands = args.map((value): Arg => ({ value, span: nowhere, category: { is: 'prvalue', constant: false } }));
  const guided = resolve(m, implicit ? implicitOnes(m, guides) : guides, [], operands);
  if (guided.is !== 'picked') return guided.is === 'none' ? undefined : 'unclear';
  const { returns } = guided.entity.decl;
  return (returns && classOf(m.silently(() => typeExample(m, returns, guided.scope)))) ?? 'unclear';
}

/** The type of `P x = value`, or of `P x(value)`; undefined where it is not known. */
export function deducedBy(m: Machine, entity: ClassEntity, value: Value, implicit: boolean): Value | undefined {
  const instance = deducedInstance(m, entity, [value], implicit);
  return instance === undefined || instance === 'unclear' ? undefined : exampleOf(instance);
}

/** A guide for each constructor; for an aggregate one with the types of its first members. */
function implicitGuides(entity: ClassEntity, params: readonly TemplateParam[], count: number): readonly Func[] {
  const { primary } = entity;
  const members = primary?.members ?? [];
  const constructors = members.filter((s): s is Func => s.is === 'Func' && s.name === entity.name);
  const guide = (of: readonly Param[], from?: Func): Func => ({
    is: 'Func',
    name: entity.name,
    nameSpan: primary?.nameSpan ?? nowhere,
    templates: [[...params, ...(from?.templates.flat() ?? [])]],
    params: of,
    returns: classWith(entity.name, params),
    kernel: false,
    device: false,
    constexpr: true,
    static: false,
    const: false,
    ...(from?.variadic && { variadic: true as const }),
    ...(from?.explicit && { explicit: true as const }),
    ...(from?.explicitIf && { explicitIf: from.explicitIf }),
    requires: [...(primary?.requires ?? []), ...(from?.requires ?? [])],
    span: from?.span ?? nowhere,
  });
  if (constructors.length > 0) return constructors.map((one) => guide(one.params, one));
  const fields = members.filter((s): s is Let => s.is === 'Let' && !s.static);
  if (count === 0 || fields.length < count || (primary?.bases.length ?? 0) > 0) return [guide([])];
  return [guide(fields.slice(0, count).map(({ type, span }): Param => ({ type, pack: false, span })))];
}

/** `P<T, U...>`. */
function classWith(id: string, params: readonly TemplateParam[]): Expr {
  const args = params.map(({ name = '', pack }): Expr => {
    const own: Expr = { is: 'Name', id: name, span: nowhere };
    return pack ? { is: 'Expand', of: own, span: nowhere } : own;
  });
  return { is: 'Name', id, args, span: nowhere };
}
