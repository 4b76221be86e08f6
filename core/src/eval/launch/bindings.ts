// The template arguments of a launched kernel as short texts, for lists in which a person chooses an instance. A class
// that is an argument counts by its own arguments: `Kernel_traits` says `kHeadDim = 128`. Compares nothing.
import type { Bound } from '../../analysis';
import type { TemplateParam } from '../../ir/program';
import { spellType, factText } from '../../values/print';
import type { Value } from '../../values/value';
import { lookup } from '../names/names';
import { ownTemplateParams } from '../overload/templates';
import type { Frame } from '../state/state';
import type { ClassInstance, Entity, Scope } from '../values/entities';
import { isTuple } from '../values/inspect';
import { classOf } from '../values/kinds';

/** Arguments of arguments of arguments are read by nobody. */
const deepest = 3;
const mostBindings = 48;

/** The bindings of a kernel in its scope of `matchFunction`, then those of the function that launches it: a kernel may
 *  be given tensors alone, whose types nobody reads. */
export function bindingsOf(kernel: Scope, launcher: Frame['own']): readonly Bound[] {
  const own = [...kernel.names].flatMap(([name, entity]) => ofEntity(name, entity));
  const names = new Set(own.map(({ name }) => name));
  const outer = (launcher ? ownTemplateParams(launcher.decl) : []).flatMap(({ name }) => {
    const entity = name === undefined || names.has(name) ? undefined : launcher && lookup(launcher.scope, name);
    return name !== undefined && entity ? ofEntity(name, entity) : [];
  });
  return [...own, ...outer].slice(0, mostBindings);
}

function ofEntity(name: string, entity: Entity): readonly Bound[] {
  if (entity.kind === 'type') return ofType(name, entity.of, deepest);
  return entity.kind === 'variable' ? [{ name, text: constantText(entity.cell.read()) }] : [];
}

/** The bindings of arguments that are written down. */
export function ofArguments(
  parameters: readonly TemplateParam[],
  args: readonly Value[],
  depth = deepest,
): readonly Bound[] {
  return args.flatMap((arg, at) => {
    const name = parameters[at]?.name?.replace(/_$/, '');
    if (name === undefined || parameters[at]?.pack) return [];
    return !isTuple(arg) && arg.is === 'type' ? ofType(name, arg.of, depth) : [{ name, text: constantText(arg) }];
  });
}

function ofType(name: string, type: Value, depth: number): readonly Bound[] {
  const of = isTuple(type) ? undefined : classOf(type);
  if (!of || of.args.length === 0 || depth === 0) return [{ name, text: spellType(type) }];
  return ofClass(of, depth - 1);
}

function ofClass({ entity, args }: ClassInstance, depth: number): readonly Bound[] {
  return ofArguments(entity.primary?.templates.at(-1) ?? [], args, depth);
}

function constantText(value: Value): string {
  const isFlag =
    !isTuple(value) &&
    (value.is === 'dynamic' ? value.narrow === 'bool' : value.is === 'static' && value.type === 'bool');
  const text = factText(value).replace(/^_(?=\d+$)/, '');
  return isFlag ? (text === '0' ? 'false' : 'true') : text;
}
