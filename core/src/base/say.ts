// What is said to people, in their language. A text is a template with operands: say`tile ${n} of ${m}`. Its English is
// the default, and its template, `tile {0} of {1}`, is its key in the catalogue of another language; what a catalogue
// lacks is English. A process speaks to one person, so the language is set once, before anything is said. Nothing may
// read what was said: codes and operands are there for that. Knows no file and no language.

/** Translations of templates, by the English template. It has the form of a bundle of `vscode.l10n`. */
export type Catalogue = Readonly<Record<string, string>>;

type Operand = string | number | bigint | undefined;
/** A translation in pieces: texts, and the numbers of the operands between them. */
type Pieces = readonly (string | number)[];

let spoken: ReadonlyMap<string, Pieces> | undefined;
/** Templates are objects that live as long as the program. */
let ofTemplate = new Map<TemplateStringsArray, Pieces | undefined>();

/** Sets the language of everything that is said from now on; without a catalogue it is English. */
export function speak(catalogue: Catalogue | undefined): void {
  ofTemplate = new Map();
  spoken = catalogue && new Map(Object.entries(catalogue).map(([key, text]) => [key, piecesOf(text)]));
}

/** Says something. */
export function say(template: TemplateStringsArray, ...operands: readonly Operand[]): string {
  const pieces = spoken && translated(template, spoken);
  if (pieces) return pieces.map((piece) => (typeof piece === 'string' ? piece : String(operands[piece]))).join('');
  let text = template[0] ?? '';
  for (let at = 1; at < template.length; at++) text += `${operands[at - 1]}${template[at]}`;
  return text;
}

/** Marks a text without operands that is said later, if at all: one of a table, which is made before the language is
 *  known, or a noun that only a refusal would name. `said` says it. */
export function words(template: TemplateStringsArray): string {
  return template[0] ?? '';
}

/** Says a text that `words` has marked. */
export function said(text: string): string {
  return spoken?.get(text)?.join('') ?? text;
}

function translated(template: TemplateStringsArray, catalogue: ReadonlyMap<string, Pieces>): Pieces | undefined {
  if (!ofTemplate.has(template)) ofTemplate.set(template, catalogue.get(keyOf(template)));
  return ofTemplate.get(template);
}

/** `tile {0} of {1}`. */
export function keyOf(template: readonly string[]): string {
  return template.map((text, at) => (at === 0 ? text : `{${at - 1}}${text}`)).join('');
}

function piecesOf(text: string): Pieces {
  return text.split(/\{(\d+)\}/).map((piece, at) => (at % 2 === 1 ? Number(piece) : piece));
}
