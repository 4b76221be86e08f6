// A link to the playground: the text and what is drawn of it, compressed into the fragment of the address, which no
// server sees. A link comes from anybody, so what it holds is validated and bounded when it is read.
import * as z from 'zod/mini';
import { pageOptions, viewId } from './webview';

/** In characters, before compression. */
export const longestText = 200_000;
/** In bytes, before compression. */
const longestState = 1 << 20;

const count = z.int().check(z.gte(0));

const playgroundState = z.readonly(
  z.object({
    text: z.string().check(z.maxLength(longestText)),
    /** The value that is drawn: the one at a place, or an expression. */
    at: z.optional(z.readonly(z.object({ line: count, character: count }))),
    expression: z.optional(z.string().check(z.maxLength(longestText))),
    view: z.optional(viewId),
    options: z.optional(pageOptions),
  }),
);
export type PlaygroundState = z.output<typeof playgroundState>;

/** Of signs that nothing escapes on its way through an editor and a browser. */
const key = 'state.';

/** The link that opens the playground at `page` in a state. */
export async function playgroundLink(page: string, state: PlaygroundState): Promise<string> {
  const packed = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = await upTo(packed.getReader(), Infinity);
  const text = Array.from(bytes ?? [], (byte) => String.fromCharCode(byte)).join('');
  return `${page.replace(/#.*$/, '')}#${key}${btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

/** The state in the fragment of a link; undefined where there is none that can be read. */
export async function playgroundStateIn(fragment: string): Promise<PlaygroundState | undefined> {
  const [, packed] = fragment.split(key);
  if (packed === undefined) return undefined;
  try {
    const text = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const stream = new Blob([Uint8Array.from(text, (character) => character.charCodeAt(0))]).stream();
    const bytes = await upTo(stream.pipeThrough(new DecompressionStream('deflate-raw')).getReader(), longestState);
    return bytes && z.safeParse(playgroundState, JSON.parse(new TextDecoder().decode(bytes))).data;
  } catch {
    return undefined; // It was cut off, or is no link of ours.
  }
}

interface Reader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/** All bytes, or undefined if there are more than `most`. */
async function upTo(reader: Reader, most: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let next = await reader.read(); next.value; next = await reader.read()) {
    length += next.value.length;
    if (length > most) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(next.value);
  }
  const all = new Uint8Array(length);
  chunks.reduce((at, chunk) => (all.set(chunk, at), at + chunk.length), 0);
  return all;
}
