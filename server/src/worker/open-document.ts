// An open document in the analysis thread: its text, its changes since the last analysis, and the result of that
// analysis. Also decides which of the open documents is analysed next; session.ts does the analysis.
import { TextDocument, type Range } from 'vscode-languageserver-textdocument';
import type { Analysis, Begun, FileId, Span } from '../../../core/src/index';
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
  /** Undefined until the editor has sent the settings. */
  config: Config | undefined;
  folder: string | undefined;
  /** Incremented by everything that may change the analysis of the document. */
  generation: number;
  /** The last complete analysis, its generation, and how long it took. */
  done: Done | undefined;
  /** What an abandoned analysis has found, if there is no complete one. */
  begun: Snapshot | undefined;
  /** What the last analysis has kept to follow its kernels with all their threads; until that begins, and as long as
   *  nothing changes. */
  follow: Begun['follow'] | undefined;
  /** The generation whose kernels were followed with all their threads. */
  followed: number;
  /** The labels of those of its kernels that were followed to their end. */
  kernels: ReadonlySet<string>;
  /** The generation whose analysis ran into a bug. */
  failed: number;
  /** The earliest time of the next analysis. */
  due: number;
  /** Why the text is not analysed, until it is released. The text that is analysed instead has mark 0. */
  held: Held | undefined;
  /** Whether the grammar of its language is loaded. */
  readable: boolean;
}

export interface Done extends Snapshot, Effort {
  readonly generation: number;
  readonly files: SourceSet['files'];
  /** Whether an include was not found. A new file may then change the analysis. */
  readonly incomplete: boolean;
}

/** A newly opened document. Its first analysed text has mark 0. */
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
    follow: undefined,
    followed: 0,
    kernels: new Set(),
    failed: 0,
    due,
    held,
    readable: false,
  };
}

/** A range of the present text as a span. */
export function spanIn({ file, document }: Open, { start, end }: Range): Span {
  return { file, start: document.offsetAt(start), end: document.offsetAt(end) };
}

/** Applies the changes of an edit. */
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

/** Whether the last analysis is of the present generation. */
export const isFresh = ({ done, generation }: Open): boolean => done?.generation === generation;

/** Whether the document needs an analysis. A held text is not analysed; the text before it is. A generation that ran
 *  into a bug is not tried again. */
export function wantsAnalysis(open: Open): boolean {
  const { held, done, failed, generation } = open;
  if (failed === generation) return false;
  return held ? held.good !== undefined && done === undefined : !isFresh(open);
}

/** Whether the kernels that the last analysis saw launched are still to be followed with all their threads. */
export function wantsFollowing(open: Open): boolean {
  if (!isFresh(open) || open.held || open.followed === open.generation) return false;
  return open.done !== undefined && hasLaunches(open.done.analysis);
}

/** Whether there are kernels to follow with all their threads. */
export function hasLaunches({ instances }: Analysis): boolean {
  return instances.some(({ launch }) => launch !== undefined);
}

/** Whether CuTe Lens handles the document. Files of other languages count only if they mention CuTe or cuTile. */
export function isRelevant({ document }: Pick<Open, 'document'>): boolean {
  return isOurs(document, () => document.getText());
}

/** What determines the order of analyses. */
export interface Order {
  readonly now: number;
  /** Documents with a waiting question. */
  readonly asked: ReadonlySet<string>;
  /** The visible documents, the most important first. */
  readonly visible: readonly string[];
  /** Whether everything can be read that the document is evaluated with. */
  readonly isAtHand: (open: Open) => boolean;
}

/** The pause in typing after which kernels are followed with all their threads. */
const followingPauseMs = 600;

/** What to do next, and for which document. */
export interface Next {
  readonly uri: string;
  /** Follow its kernels with all their threads. */
  readonly follows?: true;
}

/** The document to analyse next: the most important of those that are due; one with a waiting question is due at once.
 *  If there is none, the one whose kernels are to be followed, or the time to look again. */
export function nextOf(documents: Iterable<Open>, order: Order): Next | { readonly at: number } {
  const all = [...documents];
  const waiting = all.filter(isWaiting);
  const nearest = waiting
    .filter((open) => isDue(open, order))
    .sort((a, b) => rank(a.uri, order) - rank(b.uri, order))[0];
  if (nearest) return { uri: nearest.uri };
  const later = all.filter((open) => isRelevant(open) && open.config !== undefined && wantsFollowing(open));
  const dueAt = ({ uri, due }: Open): number => (order.asked.has(uri) ? 0 : due + followingPauseMs);
  const [first] = later
    .filter((open) => dueAt(open) <= order.now)
    .sort((a, b) => rank(a.uri, order) - rank(b.uri, order));
  if (first) return { uri: first.uri, follows: true };
  const times = [...waiting.map(({ due }) => due), ...later.map(dueAt)];
  return { at: Math.min(Infinity, ...times.filter((time) => time > order.now)) };
}

/** Whether a more important document than `uri` waits for an analysis. */
export function isOvertaken(uri: string, documents: Iterable<Open>, order: Order): boolean {
  const own = rank(uri, order);
  if (own === 0) return false;
  for (const open of documents) if (rank(open.uri, order) < own && isWaiting(open) && isDue(open, order)) return true;
  return false;
}

function isWaiting(open: Open): boolean {
  return wantsAnalysis(open) && open.config !== undefined && open.readable && isRelevant(open);
}

const isDue = (open: Open, { now, asked, isAtHand }: Order): boolean =>
  (open.due <= now || asked.has(open.uri)) && isAtHand(open);

/** The priority of a document, 0 first: the active one, then those with a waiting question, then the visible ones, then
 *  the others. */
function rank(uri: string, { asked, visible }: Order): number {
  const at = visible.indexOf(uri);
  if (at === 0) return 0;
  return asked.has(uri) ? 1 : at > 0 ? 2 : 3;
}
