// Class templates of the entry file, and partial specialisations of them, that no unit instantiates: those of classes
// that are instantiated too. Evaluates nothing.
import type { StructDecl } from '../../ir/program';
import type { Machine } from '../state/machine';
import type { ClassEntity } from '../values/entities';

export interface DormantClass {
  readonly m: Machine;
  readonly entity: ClassEntity;
  readonly decl: StructDecl;
}

/** Each of them once, in the unit that declares it first. A full specialisation is evaluated as it stands. */
export function dormantClasses(units: readonly Machine[]): readonly DormantClass[] {
  const awake = new Set(units.flatMap(({ classes }) => classes.map(({ decl }) => decl)));
  const found = new Map<StructDecl, DormantClass>();
  for (const m of units)
    for (const entity of templatesOf(m))
      for (const decl of [...(entity.primary ? [entity.primary] : []), ...entity.specialisations])
        if (isOpen(decl, m) && !awake.has(decl) && !found.has(decl)) found.set(decl, { m, entity, decl });
  return [...found.values()];
}

/** Of a header of CUTLASS, members and parameters are read when they are asked for: the file comes first. */
function isOpen(decl: StructDecl, { input: { entry } }: Machine): boolean {
  return decl.span.file === entry && decl.members !== undefined && (decl.templates.at(-1)?.length ?? 0) > 0;
}

function templatesOf({ classTemplates, classes, input: { entry } }: Machine): readonly ClassEntity[] {
  const members = classes
    .filter(({ decl }) => decl.span.file === entry)
    .flatMap(({ scope }) => [...scope.names.values()].flatMap((one) => (one.kind === 'class' ? [one.class] : [])));
  return [...classTemplates, ...members];
}
