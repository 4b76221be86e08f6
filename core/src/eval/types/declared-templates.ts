// Declarations of classes and of variable templates, as they add up in a scope: the primary template, its
// specialisations, and forward declarations. Evaluates nothing.
import type { Let, StructDecl } from '../../ir/program';
import { withDefaultsFrom } from '../overload/redeclared';
import type { ClassEntity, Scope } from '../values/entities';

/** Adds a declaration of a class, a specialisation or a forward declaration to its scope. */
export function declareClass(decl: StructDecl, scope: Scope): ClassEntity {
  const name = decl.name ?? '';
  const had = scope.own(name);
  let entity = had?.kind === 'class' ? had.class : undefined;
  if (!entity) {
    entity = {
      name,
      primary: undefined,
      specialisations: [],
      scope,
      instances: new Map(),
      outOfClass: [],
      definitions: [],
      guides: [],
    };
    scope.names.set(name, { kind: 'class', class: entity });
  }
  if (decl.specialises) entity.specialisations.push(decl);
  else if (decl.members ?? !entity.primary) entity.primary = withEarlierDefaults(decl, entity.primary);
  return entity;
}

/** Default arguments may stand at any declaration of a template ([temp.param]/14). */
function withEarlierDefaults(decl: StructDecl, earlier: StructDecl | undefined): StructDecl {
  const [had, own] = [earlier?.templates.at(-1), decl.templates.at(-1)];
  if (!had?.some((param) => param.default) || !own) return decl;
  return { ...decl, templates: [...decl.templates.slice(0, -1), withDefaultsFrom(own, had)] };
}

/** Adds a variable template, or a specialisation of one, to its scope. */
export function declareVariableTemplate(s: Let, scope: Scope): void {
  const had = scope.own(s.name);
  const known = had?.kind === 'variable-template' ? had : { decl: s, specialisations: [] };
  const entity = s.specialises
    ? { decl: known.decl, specialisations: [...known.specialisations, s] }
    : { decl: s, specialisations: known.specialisations };
  scope.names.set(s.name, { kind: 'variable-template', scope, ...entity });
}
