// From which place on the names of namespaces are declared ([basic.scope.pdecl]). In blocks names are declared in the
// order in which they run, and in a class all members are seen.
import { elementAt } from '../../base/assert';
import type { Span } from '../../base/span';
import type { Stmt } from '../../ir/program';
import type { Scope } from '../values/entities';

/** A declaration of a namespace or a file declares its names from where it stands on. */
export function noteDeclared(s: Stmt, scope: Scope): void {
  if (scope.owner) return;
  switch (s.is) {
    case 'Let':
    case 'Func':
      scope.declaredFrom(s.name, s.nameSpan);
      return;
    case 'Struct':
      if (s.name !== undefined) scope.declaredFrom(s.name, s.nameSpan ?? s.span);
      return;
    case 'Bindings':
      for (const { name } of s.names) scope.declaredFrom(name, endOf(s.span));
      return;
    case 'Alias':
      scope.declaredFrom(s.name, endOf(s.span));
      return;
    case 'UsingDecl':
      if (s.name.is === 'Scope') scope.declaredFrom(s.name.id, endOf(s.span));
      return;
    case 'Namespace':
      if (s.name) scope.declaredFrom(elementAt(s.name.split('::'), 0), s.span);
      return;
    case 'Enum':
      if (s.name !== undefined) scope.declaredFrom(s.name, s.span);
      if (s.scoped) return;
      for (const { name, span, value } of s.members) scope.declaredFrom(name, endOf(value?.span ?? span));
      return;
    default:
  }
}

const endOf = ({ file, end }: Span): Span => ({ file, start: end, end });
