// Text that the front end could not read, or does not lower (`new`, `delete`, `throw`): what it says of variables is
// still there. Variables that it sets, hands on or takes the address of lose their values.
import type { Span } from '../../base/span';
import { loseCell } from '../memory/losing';
import { loseLasting } from '../memory/reach';
import { lookup } from '../names/names';
import type { Machine } from '../state/machine';
import { outermostArray, type Scope } from '../values/entities';
import { targetOf } from '../values/kinds';

const word = '([A-Za-z_]\\w*)';
/** Names that an operator sets, that have their address taken, or that are given to something in parentheses. */
const written = [
  `${word}\\s*(?:\\[[^\\]]*\\]|(?:\\.|->)\\w+)*\\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)`,
  `${word}\\s*(?:\\[[^\\]]*\\]|(?:\\.|->)\\w+)*\\s*(?:\\+\\+|--)`,
  `(?:\\+\\+|--|&|>>|\\bdelete(?:\\s*\\[\\s*\\])?)\\s*${word}`,
].map((pattern) => new RegExp(pattern, 'g'));
const given = new RegExp(`[(,{]\\s*${word}\\s*(?=[,)}])`, 'g');

/** Code is there that nothing is known of but its text. */
export function loseWritten(m: Machine, at: Span, scope: Scope): void {
  const text = m.files.get(at.file)?.text.slice(at.start, at.end) ?? '';
  const names = new Set<string>();
  const patterns = /\bnew\b/.test(text) ? [...written, given] : written;
  for (const pattern of patterns)
    for (const [, name] of text.matchAll(pattern)) if (name !== undefined) names.add(name);
  for (const name of names) {
    const entity = lookup(scope, name);
    if (entity?.kind !== 'variable') continue;
    const target = targetOf(entity.cell.read());
    const cells = target?.kind === 'address' ? [outermostArray(target.cell), entity.cell] : [entity.cell];
    for (const cell of cells) loseCell(m, cell, `${cell.name} is used in code that is not followed`, at);
  }
  if (/\b(new|delete)\b/.test(text)) loseLasting(m, 'objects begin or end here that are not followed', at);
}
