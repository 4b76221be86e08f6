// The messages between the extension and the page of a visualizer panel. Each message is stated once, as a schema; its
// type follows from it. Each side validates what it receives: a page may be older than the extension that restores it,
// and anything on a page can post a message. This file sends nothing.
import * as z from 'zod/mini';
import { colourIds, labelIds, viewIds, type ViewModel } from '../../core/src/views/model';

// Without this the library compiles validators with `new Function`, which the page's content security policy forbids.
z.config({ jitless: true });

/** Longer texts come from no page of ours. A PNG of a large picture is a few megabytes. */
const longestText = 1 << 16;
const longestData = 1 << 26;
const mostElements = 64;

const text = z.string().check(z.maxLength(longestText));
const data = z.string().check(z.maxLength(longestData));
const count = z.int().check(z.gte(0));
const counts = z.readonly(z.array(count));

export const viewId = z.enum(viewIds);
const labelBy = z.enum(labelIds);
const colourBy = z.enum(colourIds);

/** The selection in a picture: `Selection` of the view model, and a warp, which is 32 consecutive threads. */
const pageSelection = z.readonly(
  z.object({
    thread: z.optional(count),
    warp: z.optional(count),
    value: z.optional(count),
    tile: z.optional(counts),
    instruction: z.optional(count),
  }),
);
export type PageSelection = z.output<typeof pageSelection>;

/** The choices of the reader. They are stored with the panel and written into links. */
export const pageOptions = z.readonly(
  z.object({ labelBy: z.optional(labelBy), colourBy: z.optional(colourBy), selection: z.optional(pageSelection) }),
);
export type PageOptions = z.output<typeof pageOptions>;

/** An element of a picture, as `Picture.element` identifies it. Equal elements are the same element, in any panel. */
const element = z.readonly(z.object({ set: text, number: z.int() }));
export type Element = z.output<typeof element>;
const elements = z.readonly(z.array(element).check(z.maxLength(mostElements)));

/** The outline of a picture. Its layouts are checked when they are read. */
const pictureOutline = z.looseObject({
  id: text,
  title: text,
  shape: text,
  at: z.looseObject({ row: count, column: count }),
  axes: z.looseObject({ rows: counts, columns: counts, fixed: counts }),
});
const viewModelOutline = z.looseObject({
  view: viewId,
  title: data,
  printed: data,
  summary: data,
  labelBy,
  colourBy,
  notes: z.array(text),
  pictures: z.array(pictureOutline).check(z.minLength(1)),
});

/** The model is passed on unchanged: only its outline is checked, and nothing is copied. */
const viewModel = z.custom<ViewModel>(isViewModel);

const viewChoice = z.readonly(z.object({ id: viewId, title: text }));
export type ViewChoice = z.output<typeof viewChoice>;

/** A value with its picture, and the other views that accept it. */
const shown = z.readonly(
  z.object({
    model: viewModel,
    views: z.readonly(z.array(viewChoice)),
    /** `gemm.cu:57`, or empty for an expression that was typed. */
    place: text,
    /** The panel follows the cursor. */
    follows: z.boolean(),
    /** The value stands beside another one. */
    compares: z.boolean(),
  }),
);
export type Shown = z.output<typeof shown>;

const exportFormat = z.enum(['svg', 'png', 'tex', 'txt', 'html']);
export type ExportFormat = z.output<typeof exportFormat>;

function message<const Type extends string, Parts extends Readonly<Record<string, z.ZodMiniType>>>(
  type: Type,
  parts: Parts,
) {
  return z.object({ type: z.literal(type), ...parts });
}

/** From the extension to the page. */
const messageToPage = z.discriminatedUnion('type', [
  message('show', { shown, options: z.optional(pageOptions) }),
  /** There is no new picture, for this reason. The page keeps showing the previous one, dimmed where the program no
   *  longer has its value. */
  message('problem', { message: text, canRetry: z.boolean(), isGone: z.optional(z.boolean()) }),
  /** The answer takes some time. */
  message('busy', {}),
  /** Elements that are pinned in another panel of the same file, oldest first. */
  message('pins', { elements }),
  /** The state that the panel needs after the window is reloaded. The page only stores it. */
  message('keep', { state: z.unknown() }),
]);
export type ToPage = Readonly<z.output<typeof messageToPage>>;

/** From the page to the extension. */
const messageFromPage = z.discriminatedUnion('type', [
  message('ready', {}),
  message('view', { view: viewId }),
  /** Draw the typed expression instead of the value. */
  message('evaluate', { text }),
  message('reveal', {}),
  message('pins', { elements }),
  message('follow', { on: z.boolean() }),
  message('retry', {}),
  /** Ask the reader what to compare with (`on`), or stop comparing. */
  message('compare', { on: z.boolean() }),
  message('options', { options: pageOptions }),
  /** `data` is text; the bytes of a PNG are in base64. */
  message('save', { format: exportFormat, data }),
  message('copy', { text: data, what: text }),
  message('link', {}),
  message('error', { message: text }),
]);
export type FromPage = Readonly<z.output<typeof messageFromPage>>;

/** A message of the extension, or undefined for anything else. */
export function toPage(received: unknown): ToPage | undefined {
  return z.safeParse(messageToPage, received).data;
}

/** A message of a page, or undefined for anything else. */
export function fromPage(received: unknown): FromPage | undefined {
  return z.safeParse(messageFromPage, received).data;
}

/** Whether a page that stands alone holds a model. Only its outline is checked. */
export function isViewModel(model: unknown): model is ViewModel {
  return z.safeParse(viewModelOutline, model).success;
}
