// The outline of a file: its functions, and the layouts, tensors and tiled operations that each declares, with their
// values in the active instance. The editor's outline and the tree of layouts show it. Values that are not known are in
// it, since a reader looks for their names too.
import { say } from '../../base/say';
import type { Analysis, Fact, Instance } from '../../analysis';
import { within } from '../../base/meter';
import type { FileId, Span } from '../../base/span';
import { functionAround } from '../../ir/outline';
import { untype } from '../../values/convert';
import { factText, shortText } from '../../values/print';
import type { Value } from '../../values/value';
import { plainNames } from '../words/plain-names';
import { tiledWords } from '../words/tiled-words';
import { hasPicture } from './visualize';
import { briefLabels } from '../instances';
import { unknownOf, viewOf, type View } from '../fact-at';

/** A declared value. */
export interface OutlineRow {
  readonly name: string;
  /** The value in one line, or why it is not known. */
  readonly text: string;
  readonly known: boolean;
  /** What CuTe prints, where that is several lines and the text is a sentence. */
  readonly printed?: string;
  readonly span: Span;
  /** The values of other instances, where they differ. */
  readonly elsewhere: readonly OutlineElsewhere[];
}

export interface OutlineElsewhere {
  readonly instance: string;
  /** What tells the instance from others of its kernel. */
  readonly brief: string;
  readonly text: string;
}

/** A function with the values that it declares; those outside of functions have a group without a name. */
export interface OutlineGroup {
  readonly name: string;
  /** The instance of a kernel that the values are shown for. */
  readonly detail: string;
  readonly span: Span;
  readonly nameSpan: Span;
  readonly rows: readonly OutlineRow[];
}

export interface OutlineInput {
  readonly analysis: Analysis;
  readonly file: FileId;
  readonly active: Instance | undefined;
}

const roles: ReadonlySet<Fact['role']> = new Set(['declaration', 'binding', 'alias']);
const longestText = 200;
/** The number of elements that the text of one value may examine. */
const unitsOfRow = 1 << 14;

/** The groups in the order of the text. */
export function layoutOutline({ analysis, file, active }: OutlineInput): readonly OutlineGroup[] {
  const source = analysis.sources.get(file);
  if (!source) return [];
  const groups = new Map<number, { group: Omit<OutlineGroup, 'rows'>; rows: OutlineRow[] }>();
  for (const fact of analysis.facts.get(file) ?? []) {
    const row = roles.has(fact.role) ? rowOf(fact, analysis, active) : undefined;
    if (!row) continue;
    const around = functionAround(source, fact.span);
    const found = groups.get(around?.nameSpan.start ?? -1);
    if (found) found.rows.push(row);
    else
      groups.set(around?.nameSpan.start ?? -1, {
        group: {
          name: around?.name ?? '',
          detail: active && around?.name === active.kernel ? instanceText(active, analysis) : '',
          span: around?.span ?? fact.span,
          nameSpan: around?.nameSpan ?? fact.span,
        },
        rows: [row],
      });
  }
  return [...groups.values()].map(({ group, rows }) => ({ ...group, rows }));
}

/** What tells the instance from others of its kernel; empty where there are none. */
function instanceText({ id, kernel }: Instance, analysis: Analysis): string {
  const label = briefLabels(analysis).get(id) ?? '';
  return label === kernel ? '' : label;
}

function rowOf(fact: Fact, analysis: Analysis, active: Instance | undefined): OutlineRow | undefined {
  const view = viewOf(fact, analysis, active);
  if (!view || fact.name === undefined) return undefined;
  const value = untype(view.lead.value);
  const unknown = unknownOf(value);
  const { name, span } = fact;
  if (unknown) return { name, text: unknown.cause.message, known: false, span, elsewhere: [] };
  if (!hasPicture(value)) return undefined;
  const printed = tiledWords(value) === undefined ? undefined : factText(value);
  const row = { name, text: lineOf(value), known: true, span, elsewhere: elsewhereOf(view, analysis) };
  return { ...row, ...(printed !== undefined && { printed }) };
}

/** No row lists more instances. */
const mostInstances = 8;

function elsewhereOf({ elsewhere }: View, analysis: Analysis): readonly OutlineElsewhere[] {
  const labels = briefLabels(analysis);
  return elsewhere
    .filter(({ seen }) => unknownOf(seen.value) === undefined)
    .slice(0, mostInstances)
    .map(({ instance: { id, label }, seen }) => ({
      instance: label,
      brief: labels.get(id) ?? label,
      text: lineOf(untype(seen.value)),
    }));
}

function lineOf(value: Value): string {
  const line = within(
    unitsOfRow,
    () => tiledWords(value) ?? plainNames(shortText(value)),
    () => say`too large to show`,
  ).replace(/\s+/g, ' ');
  return line.length <= longestText ? line : `${line.slice(0, longestText - 1)}…`;
}
