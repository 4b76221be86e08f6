// An open document as the analysis thread has it: its text, what changed in it since it was analysed, and what was
// found. Which of several is analysed next is decided here; how, in session.ts.
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { FileId } from '../../../core/src/index';
import { isOurs } from '../../../protocol/src/cute-text';
import type { Config } from '../config';
import type { SourceSet } from '../sources';
import { fileOfUri } from '../paths';
import { Changes } from './changes';
import type { Held, TextChange } from './messages';
import type { Snapshot } from './snapshot';
import type { Effort } from './status';

export interface Open {
  readonly uri: string;
  readonly file: FileId;
  document: TextDocument;
  readonly changes: Changes;
  /** Absent while the settings are being asked for. */
  config: Config | undefined;
  folder: string | undefined;
  /** Grows with whatever may make another analysis of it. */
  generation: number;
  /** The last analysis, of which generation, and how long it took. */
  done: Done | undefined;
  /** What an abandoned analysis had seen, while there is no other. */
  begun: Snapshot | undefined;
  /** The generation in whose analysis a bug of ours showed. */
  failed: number;
  /** Not before this time. */
  due: number;
  /** Why its text is not analysed, until it is released. What is analysed instead stands at mark 0. */
  held: Held | undefined;
  /** Its language can be read. */
  readable: boolean;
}

export interface Done extends Snapshot, Effort {
  readonly generation: number;
  readonly files: SourceSet['files'];
  /** Some include was not found: a file that appears may be it. */
  readonly incomplete: boolean;
}

/** A document that was opened now; what of it is analysed first stands at mark 0. */
export function opened(
  { uri, languageId, version, text }: { uri: string; languageId: string; version: number; text: string },
  due: number,
  held: Held | undefined,
): Open {
  const changes = new Changes();
  if (held?.good !== undefined) changes.replace(held.good, text);
  return {
    uri,
    file: fileOfUri(uri),
    changes,
    document: TextDocument.create(uri, languageId, version, text),
    config: undefined,
    folder: undefined,
    generation: 1,
    done: undefined,
    begun: undefined,
    failed: 0,
    due,
    held,
    readable: false,
  };
}

/** Takes over what was typed. */
export function change(open: Open, version: number, changes: readonly TextChange[]): void {
  for (const one of changes) {
    const before = open.document.getText();
    if (one.range) {
      const [from, to] = [open.document.offsetAt(one.range.start), open.document.offsetAt(one.range.end)];
      open.changes.add(Math.min(from, to), Math.abs(to - from), one.text.length);
    } else open.changes.replace(before, one.text);
    open.document = TextDocument.update(open.document, [one], version);
  }
}

/** Its analysis is of what there is now. */
export const isFresh = ({ done, generation }: Open): boolean => done?.generation === generation;

/** A held text is not analysed; the one before it is. What a bug of ours met is not tried again. */
export function wantsAnalysis(open: Open): boolean {
  const { held, done, failed, generation } = open;
  if (failed === generation) return false;
  return held ? held.good !== undefined && done === undefined : !isFresh(open);
}

/** Files of other languages are none of our business until they mention CuTe or cuTile. */
export function isRelevant({ document }: Pick<Open, 'document'>): boolean {
  return isOurs(document, () => document.getText());
}

/** What decides the order of analyses. */
export interface Order {
  readonly now: number;
  /** Documents that somebody waits for. */
  readonly asked: ReadonlySet<string>;
  /** What the user looks at, nearest first. */
  readonly visible: readonly string[];
  /** What else its analysis needs has been found. */
  readonly hasRoots: (open: Open) => boolean;
}

/** The document to analyse next: the nearest of those that are due, asked ones at once. Without one, when to look
 *  again. */
export function nextOf(documents: Iterable<Open>, order: Order): { readonly uri: string } | { readonly at: number } {
  const waiting = [...documents].filter(isWaiting);
  const nearest = waiting
    .filter((open) => isDue(open, order))
    .sort((a, b) => rank(a.uri, order) - rank(b.uri, order))[0];
  return nearest
    ? { uri: nearest.uri }
    : { at: Math.min(Infinity, ...waiting.map(({ due }) => due).filter((due) => due > order.now)) };
}

/** Whether something waits that is nearer than `uri`. */
export function isOvertaken(uri: string, documents: Iterable<Open>, order: Order): boolean {
  const own = rank(uri, order);
  if (own === 0) return false;
  for (const open of documents) if (rank(open.uri, order) < own && isWaiting(open) && isDue(open, order)) return true;
  return false;
}

function isWaiting(open: Open): boolean {
  return wantsAnalysis(open) && open.config !== undefined && open.readable && isRelevant(open);
}

const isDue = (open: Open, { now, asked, hasRoots }: Order): boolean =>
  (open.due <= now || asked.has(open.uri)) && hasRoots(open);

/** 0: what the user looks at; then what somebody asked for, then what is visible, then the rest. */
function rank(uri: string, { asked, visible }: Order): number {
  const at = visible.indexOf(uri);
  if (at === 0) return 0;
  return asked.has(uri) ? 1 : at > 0 ? 2 : 3;
}
