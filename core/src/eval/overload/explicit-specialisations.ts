// Explicit specialisations of function templates: they do not take part in overload resolution. Each is what one
// template declared before it gives for some arguments, and is called where that template is chosen ([temp.expl.spec],
// [temp.func.order]).
import { evaluate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { Scope } from '../values/entities';
import { isTuple, isUnknown, sameType } from '../values/inspect';
import { qualifiersOf, sameQualifiers } from '../values/qualifiers';
import { isSpecialisation } from './declared-before';
import type { Candidate, Resolution } from './overloads';
import { ownTemplateParams } from './templates';

/** Chooses among candidates of which some are specialisations, by `choose` among all others; undefined where it is not
 *  known which template they belong to. `isOne`: whether two declare the same function. */
export function chooseBeside(
  m: Machine,
  candidates: readonly Candidate[],
  choose: (among: readonly Candidate[]) => Resolution,
  isOne: (a: Candidate, b: Candidate) => boolean,
): Resolution | undefined {
  const specialisations = candidates.filter(({ entity }) => isSpecialisation(entity.decl));
  if (specialisations.length === 0) return undefined;
  const others = candidates.filter(({ entity }) => !isSpecialisation(entity.decl));
  if (others.length === 0 || candidates.some(isOpen)) return undefined;
  const primaries = specialisations.map((one) => primaryOf(m, one, others, choose));
  const found = choose(others);
  if (found.is !== 'picked') return found;
  const chosen = others.find(({ entity }) => entity === found.entity);
  const own = specialisations.filter((_, i) => {
    const primary = primaries[i];
    return primary !== undefined && chosen !== undefined && (primary === chosen || isOne(primary, chosen));
  });
  const last = own.at(-1);
  return last ? { is: 'picked', entity: last.entity, scope: last.scope } : found;
}

const isOpen = ({ parameters }: Candidate): boolean => parameters.some((one) => one && isUnknown(one.type));

/** The template that a specialisation is one of: the most specialised of those before it that have its parameters.
 *  Undefined where it is one for other arguments than those of the call. */
function primaryOf(
  m: Machine,
  one: Candidate,
  others: readonly Candidate[],
  choose: (among: readonly Candidate[]) => Resolution,
): Candidate | undefined {
  const before = others.filter(
    (other) => isBefore(other, one) && hasParametersOf(other, one) && isGiven(m, other, one),
  );
  const found = choose(before);
  return found.is === 'picked' ? before.find(({ entity }) => entity === found.entity) : undefined;
}

function isBefore({ entity: { decl } }: Candidate, { entity: { decl: other } }: Candidate): boolean {
  const isTemplate = decl.templates.some((params) => params.length > 0);
  return isTemplate && (decl.span.file !== other.span.file || decl.span.start < other.span.start);
}

function hasParametersOf(template: Candidate, one: Candidate): boolean {
  return one.parameters.every((wanted, i) => {
    const own = template.parameters[i];
    if (!own || !wanted) return own === wanted;
    return sameType(own.type, wanted.type) && sameQualifiers(own.written, wanted.written);
  });
}

/** Whether the template arguments that the specialisation writes are those of the template. */
function isGiven(m: Machine, template: Candidate, { entity }: Candidate): boolean {
  const params = ownTemplateParams(template.entity.decl);
  return (entity.decl.specialises ?? []).every((pattern, i) => {
    const name = params[i]?.name;
    const bound = name === undefined ? undefined : typeBound(template.scope, name);
    if (!bound) return true;
    const wanted = m.silently(() => evaluate(m, pattern, entity.scope));
    if (isTuple(wanted) || wanted.is !== 'type') return true;
    return sameType(bound.of, wanted.of) && sameQualifiers(bound.written ?? {}, qualifiersOf(wanted));
  });
}

function typeBound(scope: Scope, name: string): Extract<ReturnType<Scope['own']>, { kind: 'type' }> | undefined {
  const entity = scope.own(name);
  return entity?.kind === 'type' ? entity : undefined;
}
