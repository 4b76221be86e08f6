// Signature help: the parameters of the CuTe function whose argument is being written, and a description of its result.
// Gives no answer for other functions, so that other extensions do.
import { lookupBuiltins, lookupMethod, type Listed } from '../../builtins/index';
import type { Block } from '../blocks';
import { documentationOf, kindOfName, signatureOf, type PlaceInput, type Signature } from './library';
import { cursorIn, isDefinedHere, nameBefore, usesCute, type OpenBracket } from '../../text/cursor';

export interface SignatureHelp {
  readonly signatures: readonly (Signature & { readonly documentation: readonly Block[] })[];
  /** The index of the overload that fits the arguments written so far. */
  readonly active: number;
  /** The index of the parameter being written; one past the last if there are too many arguments. */
  readonly parameter: number;
}

/** The call around the cursor, if it is a call of a CuTe function. */
export function signatureHelp(input: PlaceInput): SignatureHelp | undefined {
  if (input.analysis.language !== undefined) return undefined;
  const cursor = cursorIn(input.text, input.offset);
  if (cursor.in !== 'code') return undefined;
  const place = { ...input, text: cursor.code };
  for (const open of [...cursor.open].reverse()) {
    if (open.bracket === '{') return undefined;
    if (open.bracket === '[') continue;
    const found = calledAt(place, open);
    if (found) return helpFor(found.name, found.entries, open);
    // A parenthesis without a name before it only groups; a call of an unknown function ends the search.
    if (open.bracket === '(' && nameBefore(place.text, open.nameEnd).name !== '') return undefined;
  }
  return undefined;
}

/** What is called, or given template arguments, at a bracket. The text consists of code only. */
export function calledAt(
  input: PlaceInput,
  { nameEnd, bracket }: OpenBracket,
): { readonly name: string; readonly entries: readonly Listed[] } | undefined {
  const { text } = input;
  const { name, of, start } = nameBefore(text, nameEnd);
  if (name === '') return undefined;
  if (of && of.how !== '::') {
    const kind = kindOfName(input, of.name, of.end);
    const entry = kind === undefined ? undefined : lookupMethod(kind, name);
    return entry ? { name, entries: [entry] } : undefined;
  }
  if (of ? of.name !== 'cute' : !usesCute(text) || isDefinedHere(text, name, start)) return undefined;
  const entries = lookupBuiltins(name).filter((entry) =>
    bracket === '<' ? (entry.templateParams ?? []).length > 0 : entry.params !== undefined,
  );
  return entries.length > 0 ? { name, entries } : undefined;
}

function helpFor(name: string, entries: readonly Listed[], { bracket, argument }: OpenBracket): SignatureHelp {
  const list = bracket === '<' ? 'template-parameters' : 'parameters';
  const signatures = entries.map((entry) => ({
    ...signatureOf(name, entry, list),
    documentation: documentationOf([entry]),
  }));
  const last = (entry: Listed): { readonly count: number; readonly rest: boolean } => {
    const written =
      bracket === '<' ? (entry.templateParams ?? []) : (entry.params ?? []).map((one) => (one.rest ? '...' : one.name));
    return { count: written.length, rest: written.at(-1)?.endsWith('...') ?? false };
  };
  const fits = entries.findIndex((entry) => argument < last(entry).count || last(entry).rest);
  const active = Math.max(0, fits);
  const chosen = entries[active];
  const { count, rest } = chosen ? last(chosen) : { count: 0, rest: false };
  return { signatures, active, parameter: rest ? Math.min(argument, count - 1) : argument };
}
