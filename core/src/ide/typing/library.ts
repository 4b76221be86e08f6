// CuTe's functions, classes and atoms for editors: found by name, or by the kind of value that they are a member of,
// and spelled with their parameters. Nothing is evaluated here.
import { said, say } from '../../base/say';
import type { Analysis } from '../../analysis';
import type { FileId } from '../../base/span';
import { families, lookupBuiltins, lookupMethod, type Listed } from '../../builtins/index';
import type { BuiltinParam } from '../../builtins/registry';
import { isTuple } from '../../values/convert';
import type { Value } from '../../values/value';
import { code, plain, type Block } from '../blocks';

/** The operations of architectures, of which there are thousands. */
export const atomName = /^(?:SM\d+_|G?MMA_(?=\d))/;

/** The traits of C++ itself, which every C++ extension offers, and functions of another language. */
const elsewhere = /type_traits|functional|^cutile\//;

export interface NamedEntries {
  readonly name: string;
  readonly entries: readonly Listed[];
}

function names(atoms: boolean): Set<string> {
  const listed = families.filter(({ header }) => !elsewhere.test(header)).flatMap(({ entries }) => [...entries.keys()]);
  return new Set(listed.filter((name) => !name.includes('::') && atomName.test(name) === atoms));
}

/** The entries by name. */
export function libraryOf(atoms: boolean): readonly NamedEntries[] {
  return [...names(atoms)].map((name) => ({ name, entries: lookupBuiltins(name) }));
}

/** The member functions of a kind of values. */
export function methodsOf(kind: string): readonly NamedEntries[] {
  const own = families
    .filter(({ header }) => !elsewhere.test(header))
    .flatMap(({ methods }) => [...(methods.get(kind)?.keys() ?? [])]);
  const called = [...new Set(own)].filter((name) => /^[A-Za-z]\w*[A-Za-z0-9]$/.test(name));
  return called.flatMap((name) => {
    const entry = lookupMethod(kind, name);
    return entry ? [{ name, entries: [entry] }] : [];
  });
}

/** A place in a text, and the analysis that is known there. */
export interface PlaceInput {
  readonly analysis: Analysis;
  readonly file: FileId;
  readonly offset: number;
  readonly text: string;
  /** Maps an offset of `text` to the offset in the analysed text, which may be older; undefined for text written
   *  since. */
  readonly analysed?: (offset: number) => number | undefined;
}

/** The kind of value of the variable with this name at its last use or declaration before `offset`. */
export function kindOfName(
  { analysis, file, analysed }: Omit<PlaceInput, 'offset' | 'text'>,
  name: string,
  end: number,
): string | undefined {
  const offset = analysed ? analysed(end) : end;
  if (offset === undefined) return undefined;
  const named = (analysis.facts.get(file) ?? []).filter(
    (fact) =>
      fact.name === name && fact.span.start <= offset && fact.role !== 'alias' && fact.role !== 'template-parameter',
  );
  for (const fact of named.reverse()) {
    const known = fact.seen.find(({ value }) => isTuple(value) || value.is !== 'unknown');
    if (known) return kindOf(known.value);
  }
  return undefined;
}

const kindOf = (value: Value): string => (isTuple(value) ? 'tuple' : value.is);

// ---- How an entry is spelled ----------------------------------------------------------------------------------------

export interface Signature {
  readonly label: string;
  /** The place of each parameter in the label. */
  readonly parameters: readonly (readonly [start: number, end: number])[];
}

/** `composition(layout, tiler)`, or `size<I...>` for a list of template arguments. */
export function signatureOf(name: string, entry: Listed, list: 'parameters' | 'template-parameters'): Signature {
  const written = list === 'parameters' ? (entry.params ?? []).map(spellParameter) : (entry.templateParams ?? []);
  const template =
    entry.templateParams && entry.templateParams.length > 0 && list === 'parameters'
      ? `<${entry.templateParams.join(', ')}>`
      : '';
  const [open, close] = list === 'parameters' ? ['(', ')'] : ['<', '>'];
  let label = `${name}${template}${open}`;
  const parameters = written.map((one, at): readonly [number, number] => {
    if (at > 0) label += ', ';
    label += one;
    return [label.length - one.length, label.length];
  });
  return { label: label + close, parameters };
}

/** A parameter as lists of functions write it: `idx?`, `modes…`. */
export function spellParameter({ name, optional, rest }: BuiltinParam): string {
  return `${name}${rest ? '…' : ''}${optional ? '?' : ''}`;
}

/** The result, examples with what CuTe prints for them, and the header. */
export function documentationOf(entries: readonly Listed[]): readonly Block[] {
  return entries.flatMap(({ gives, acts, examples, header }): Block[] => [
    { is: 'line', content: [plain(acts ? say`It ${said(gives)}.` : say`Gives ${said(gives)}.`)] },
    ...(examples.length > 0 ? [{ is: 'printed' as const, text: examples.map(shown).join('\n') }] : []),
    { is: 'line', content: [code(header)] },
  ]);
}

/** `expression // printed`; the result gets a line of its own where both are long. */
function shown(example: string): string {
  const at = example.lastIndexOf(' // ');
  return at > 0 && example.length > 80 ? `${example.slice(0, at)}\n// ${example.slice(at + 4)}` : example;
}
