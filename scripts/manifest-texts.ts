// The texts of package.json for people stand in package.nls.json, where VS Code looks them up by their keys, and in
// package.nls.LANGUAGE.json in other languages. Whoever writes a new text writes it into package.json, in English;
// `npm run docs` moves it, and gives it a key after its place.

/** The fields whose texts people read. */
const fields: ReadonlySet<string> = new Set([
  'title',
  'description',
  'markdownDescription',
  'contents',
  'altText',
  'contextualTitle',
  'displayName',
  'userDescription',
]);
/** What is read by programs, and by language models, which read English. */
const others: ReadonlySet<string> = new Set(['inputSchema', 'modelDescription', 'problemPatterns', 'default']);

export type Texts = Readonly<Record<string, string>>;

/** A part of the manifest with keys in the place of texts, and the texts by their keys. `known` has the texts of keys
 *  that stand there already. */
export function withKeys<T>(part: T, known: Texts): { readonly part: T; readonly texts: Texts } {
  const texts: Record<string, string> = {};
  const keyed = (value: unknown, field: string, path: readonly string[]): unknown => {
    if (others.has(field)) return value;
    if (Array.isArray(value))
      return value.map((one: unknown, at) => keyed(one, '', [...path, idOf(one) ?? String(at)]));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, keyed(one, name, [...path, name])]));
    if (typeof value !== 'string' || !fields.has(field)) return value;
    const key = keyFor(path);
    const text = /^%.+%$/.test(value) ? known[value.slice(1, -1)] : value;
    if (text !== undefined) texts[key] = text;
    return `%${key}%`;
  };
  return { part: keyed(part, '', []) as T, texts };
}

function idOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { id, command, name, view } = value as Readonly<Record<string, unknown>>;
  return [id, command, name, view].find((one) => typeof one === 'string');
}

/** `commands.visualize.title`: the place, without the words that every place has. */
function keyFor(path: readonly string[]): string {
  return path
    .filter((word) => word !== 'contributes' && word !== 'properties')
    .join('.')
    .replaceAll('cuteLens.', '');
}
