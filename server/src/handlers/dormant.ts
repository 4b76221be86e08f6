// Handles cuteLens/dormant: a template that nothing instantiates, for the command that gives it arguments.
import { awakening, dormantAt } from '../../../core/src/ide/index';
import type { DormantParams, DormantResult } from '../../../protocol/src/requests';
import { fileOfUri } from '../paths';
import type { Session } from '../worker/session';

export function handleDormant(session: Session, { uri, position }: DormantParams): DormantResult | null {
  const found = session.look(uri);
  const file = fileOfUri(uri);
  const at = session.document(uri)?.offsetAt(position);
  const offset = at === undefined ? undefined : found?.before(file, at);
  const template = found && offset !== undefined ? dormantAt(found.analysis, file, offset) : undefined;
  const made = found && template ? awakening(template, found.analysis) : undefined;
  const range = made && found?.rangeOf(made.at);
  return made && range ? { name: made.name, target: made.target, line: range.start.line, indent: made.indent } : null;
}
