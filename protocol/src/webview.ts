// What the extension and the page of a visualizer panel say to each other. Each side checks what it receives: a page may be
// older than the extension that restores it, and anything on a page could post a message. Data and predicates only.
import type { ColourBy, LabelBy, Selection, ViewId, ViewModel } from '../../core/src/views/model';

export type { ViewId };

/** A value as it is shown, with the other views that accept it. */
export interface Shown {
  readonly model: ViewModel;
  readonly views: readonly ViewChoice[];
  /** `gemm.cu:57`, or empty for an expression that was typed. */
  readonly place: string;
  /** The panel follows the cursor. */
  readonly follows: boolean;
  /** It stands beside something, in the view `compare` or not. */
  readonly compares: boolean;
}

export interface ViewChoice {
  readonly id: ViewId;
  readonly title: string;
}

/** What is picked out. `warp` is 32 consecutive threads. */
export interface PageSelection extends Selection {
  readonly warp?: number;
}

/** What the reader chose, kept with the panel and in links. */
export interface PageOptions {
  readonly labelBy?: LabelBy;
  readonly colourBy?: ColourBy;
  readonly selection?: PageSelection;
}

/** An element of a picture, by what `Picture.element` says of it: equal ones are the same element, in whatever panel. */
export interface Element {
  readonly set: string;
  readonly number: number;
}

/** From the extension to the page. */
export type ToPage =
  | { readonly type: 'show'; readonly shown: Shown; readonly options?: PageOptions }
  /** Nothing new can be shown; what was shown stays. */
  | { readonly type: 'problem'; readonly message: string; readonly canRetry: boolean }
  /** An answer takes longer than a moment. */
  | { readonly type: 'busy' }
  /** Elements that are pinned in another panel of the same file, oldest first. */
  | { readonly type: 'pins'; readonly elements: readonly Element[] }
  /** What the panel needs to come back after the window is reloaded; the page only keeps it. */
  | { readonly type: 'keep'; readonly state: unknown };

export type ExportFormat = 'svg' | 'png' | 'tex' | 'txt' | 'html';

/** From the page to the extension. */
export type FromPage =
  | { readonly type: 'ready' }
  | { readonly type: 'view'; readonly view: ViewId }
  /** Draw what was typed in place of the value. */
  | { readonly type: 'evaluate'; readonly text: string }
  | { readonly type: 'reveal' }
  | { readonly type: 'pins'; readonly elements: readonly Element[] }
  | { readonly type: 'follow'; readonly on: boolean }
  | { readonly type: 'retry' }
  /** Ask the reader what to compare with, or stop comparing. */
  | { readonly type: 'compare'; readonly on: boolean }
  | { readonly type: 'options'; readonly options: PageOptions }
  /** `data` is text, for a PNG base64. */
  | { readonly type: 'save'; readonly format: ExportFormat; readonly data: string }
  | { readonly type: 'copy'; readonly text: string; readonly what: string }
  | { readonly type: 'link' }
  | { readonly type: 'error'; readonly message: string };

/** A record, so that a view that is not named here does not compile. */
const views: readonly string[] = Object.keys({
  layout: true, tiles: true, partition: true, 'tiled-mma': true, 'tiled-copy': true, swizzle: true, banks: true, coalescing: true, explain: true, compare: true, 'block-grid': true, blocks: true, measured: true,
} satisfies Record<ViewId, true>);
const labels: readonly string[] = ['offset', 'index', 'coordinate', 'owner', 'tile', 'bank', 'none'] satisfies LabelBy[];
const colours: readonly string[] = ['thread', 'value', 'warp', 'bank', 'tile', 'offset', 'element', 'phase', 'difference', 'none'] satisfies ColourBy[];
const formats: readonly string[] = ['svg', 'png', 'tex', 'txt', 'html'] satisfies ExportFormat[];

/** Longer texts come from no page of ours. A PNG of a large picture is a few megabytes. */
const longestText = 1 << 16;
const longestData = 1 << 26;
const mostElements = 64;

/** A message of the extension, or undefined for anything else. */
export function toPage(message: unknown): ToPage | undefined {
  if (!isRecord(message)) return undefined;
  switch (message['type']) {
    case 'show':
      return isShown(message['shown']) && (message['options'] === undefined || isPageOptions(message['options'])) ? (message as unknown as ToPage) : undefined;
    case 'problem':
      return isText(message['message']) && typeof message['canRetry'] === 'boolean' ? (message as unknown as ToPage) : undefined;
    case 'busy':
      return { type: 'busy' };
    case 'pins':
      return areElements(message['elements']) ? (message as unknown as ToPage) : undefined;
    case 'keep':
      return { type: 'keep', state: message['state'] };
    default:
      return undefined;
  }
}

/** A message of a page, or undefined for anything else. */
export function fromPage(message: unknown): FromPage | undefined {
  return isRecord(message) && hasParts(message) ? (message as unknown as FromPage) : undefined;
}

function hasParts(message: Readonly<Record<string, unknown>>): boolean {
  switch (message['type']) {
    case 'ready': case 'reveal': case 'retry': case 'link': return true;
    case 'view': return isOneOf(views, message['view']);
    case 'evaluate': return isText(message['text']);
    case 'follow': case 'compare': return typeof message['on'] === 'boolean';
    case 'pins': return areElements(message['elements']);
    case 'options': return isPageOptions(message['options']);
    case 'save': return isOneOf(formats, message['format']) && isText(message['data'], longestData);
    case 'copy': return isText(message['text'], longestData) && isText(message['what']);
    case 'error': return isText(message['message']);
    default: return false;
  }
}

export function isPageOptions(options: unknown): options is PageOptions {
  if (!isRecord(options)) return false;
  const { labelBy, colourBy, selection } = options;
  return (labelBy === undefined || isOneOf(labels, labelBy)) && (colourBy === undefined || isOneOf(colours, colourBy)) && (selection === undefined || isSelection(selection));
}

export function isViewId(view: unknown): view is ViewId {
  return isOneOf(views, view);
}

function isSelection(selection: unknown): selection is PageSelection {
  if (!isRecord(selection)) return false;
  const { thread, warp, value, tile, instruction } = selection;
  return [thread, warp, value, instruction].every((n) => n === undefined || isCount(n)) && (tile === undefined || (Array.isArray(tile) && tile.every(isCount)));
}

function areElements(elements: unknown): elements is readonly Element[] {
  return Array.isArray(elements) && elements.length <= mostElements && elements.every((one) => isRecord(one) && isText(one['set']) && Number.isSafeInteger(one['number']));
}

function isShown(shown: unknown): shown is Shown {
  if (!isRecord(shown)) return false;
  const { model, views: choices, place, follows, compares } = shown;
  const areChoices = Array.isArray(choices) && choices.every((choice) => isRecord(choice) && isOneOf(views, choice['id']) && isText(choice['title']));
  return isViewModel(model) && areChoices && isText(place) && typeof follows === 'boolean' && typeof compares === 'boolean';
}

/** The outline of a model; what its layouts say is checked when they are read. */
export function isViewModel(model: unknown): model is ViewModel {
  if (!isRecord(model)) return false;
  const { view, title, printed, summary, pictures, labelBy, colourBy, notes } = model;
  return isOneOf(views, view) && [title, printed, summary].every((text) => isText(text, longestData)) && isOneOf(labels, labelBy) && isOneOf(colours, colourBy)
    && Array.isArray(notes) && notes.every((note) => isText(note)) && Array.isArray(pictures) && pictures.length > 0 && pictures.every(isPicture);
}

function isPicture(picture: unknown): boolean {
  if (!isRecord(picture)) return false;
  const { id, title, at, shape, axes } = picture;
  return isText(id) && isText(title) && isText(shape) && isRecord(at) && isCount(at['row']) && isCount(at['column'])
    && isRecord(axes) && [axes['rows'], axes['columns'], axes['fixed']].every((modes) => Array.isArray(modes) && modes.every(isCount));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
function isText(value: unknown, longest = longestText): value is string {
  return typeof value === 'string' && value.length <= longest;
}
function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
function isOneOf(names: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && names.includes(value);
}
