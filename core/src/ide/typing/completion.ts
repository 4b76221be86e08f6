// Completion where CuTe Lens knows more than a C++ extension: CuTe's functions and members with a description of the
// result, atoms, and the words of pins. Offers nothing where a C++ name is being declared, nor where CuTe is not used.
// The documentation of an item is computed when the user selects it.
import { say } from '../../base/say';
import type { Analysis, Fact } from '../../analysis';
import type { FileId } from '../../base/span';
import type { Stmt } from '../../ir/program';
import { lineEnd, lineStart } from '../../text/lines';
import { lookupBuiltins, lookupMethod } from '../../builtins/index';
import { isTuple } from '../../values/convert';
import type { Block } from '../blocks';
import { documentationOf, kindOfName, libraryOf, methodsOf, type NamedEntries, type PlaceInput } from './library';
import { cursorIn, isDeclared, nameBefore, usesCute, type OpenBracket } from '../../text/cursor';

export type CompletionKind = 'function' | 'class' | 'constant' | 'method' | 'atom' | 'pin';

export interface CompletionItem {
  readonly label: string;
  readonly kind: CompletionKind;
  /** A few words beside the label: the header, or the origin of a pin's name. */
  readonly detail: string;
  /** What `completionDocumentation` looks up; absent where there is no more to say. */
  readonly key?: string;
  /** The text to insert, where it differs from the label. */
  readonly insert?: string;
}

export interface Completions {
  readonly items: readonly CompletionItem[];
  /** True if more items match than are listed: the editor asks again at the next letter. */
  readonly incomplete: boolean;
  /** The start of the text that an item replaces. */
  readonly start: number;
}

const mostAtoms = 150;

/** The items at `offset`; undefined where CuTe Lens has nothing to offer. */
export function completions(input: PlaceInput): Completions | undefined {
  // In Rust, other tools complete cuTile's functions, which are ordinary functions.
  if (input.analysis.language !== undefined) return undefined;
  const cursor = cursorIn(input.text, input.offset);
  if (cursor.in === 'comment') return commentCompletions(input);
  if (cursor.in !== 'code') return undefined;
  const text = cursor.code;
  const { name, start, of } = nameBefore(text, input.offset);
  if (/^\d/.test(text.slice(start, start + 1)) || /\w/.test(text[start - 1] ?? '')) return undefined;
  if (of && of.how !== '::') {
    const kind = kindOfName(input, of.name, of.end);
    return kind === undefined
      ? undefined
      : filled(
          methodsOf(kind).map((one) => itemOf(one, `${kind}.${one.name}`)),
          start,
        );
  }
  if (of ? of.name !== 'cute' : !usesCute(text) || isDeclared(text, start)) return undefined;
  if (/^(?:SM\d*|G?MMA_)/.test(name) || (takesAtom(text, cursor.open.at(-1)) && name === '')) return atoms(name, start);
  if (!of && name === '') return undefined;
  // The editor filters this list while the word grows, so only the first letter decides what is in it.
  const first = name.slice(0, 1).toLowerCase();
  const fitting = libraryOf(false).filter((one) =>
    one.name
      .toLowerCase()
      .split('_')
      .some((word) => word.startsWith(first)),
  );
  return filled(
    fitting.map((one) => itemOf(one, one.name)),
    start,
  );
}

/** The documentation of an item: the result, examples, the header. */
export function completionDocumentation(key: string): readonly Block[] {
  const method = /^([a-z-]+)\.(\w+)$/.exec(key);
  if (!method) return documentationOf(lookupBuiltins(key));
  const entry = lookupMethod(method[1] ?? '', method[2] ?? '');
  return entry ? documentationOf([entry]) : [];
}

function filled(items: readonly CompletionItem[], start: number): Completions | undefined {
  return items.length > 0 ? { items, incomplete: false, start } : undefined;
}

function itemOf({ name, entries }: NamedEntries, key: string): CompletionItem {
  const [entry] = entries;
  const kinds = {
    function: 'function',
    method: 'method',
    member: 'constant',
    type: 'class',
    value: 'constant',
  } as const;
  return { label: name, kind: entry ? kinds[entry.kind] : 'function', detail: entry?.header ?? '', key };
}

// ---- Atoms ----------------------------------------------------------------------------------------------------------

const atomTakers = /^(?:Copy_Atom|MMA_Atom|Copy_Traits|MMA_Traits|make_tiled_mma)$/;

/** True where an operation is expected: the first argument of `Copy_Atom<…>`, `MMA_Atom<…>` or `make_tiled_mma(…)`. */
function takesAtom(text: string, open: OpenBracket | undefined): boolean {
  return open !== undefined && open.argument === 0 && atomTakers.test(nameBefore(text, open.nameEnd).name);
}

function atoms(prefix: string, start: number): Completions | undefined {
  const fitting = libraryOf(true).filter(({ name }) => name.startsWith(prefix));
  if (fitting.length <= mostAtoms)
    return filled(
      fitting.map((one) => ({ ...itemOf(one, one.name), kind: 'atom' as const })),
      start,
    );
  return {
    items: stems(
      fitting.map(({ name }) => name),
      prefix,
    ).map((label) => ({ label, kind: 'atom', detail: say`operations of this family` })),
    incomplete: true,
    start,
  };
}

/** If too many items match, the next words of their names instead. */
function stems(all: readonly string[], prefix: string): readonly string[] {
  return [...new Set(all.map((name) => new RegExp(`^.{${prefix.length}}[^_]*_?`).exec(name)?.[0] ?? name))].sort();
}

// ---- Comments -------------------------------------------------------------------------------------------------------

/** Completes `// cute-lens: M=512, instantiate Traits<64>`: the names that the next declaration does not determine. */
function commentCompletions({
  analysis,
  file,
  text,
  offset,
  analysed = (at) => at,
}: PlaceInput): Completions | undefined {
  const line = text.slice(lineStart(text, offset), offset);
  const pin = /\/\/\s*cute-lens:\s*(?:[^,]*,\s*)*(\w*)$/.exec(line);
  if (!pin) return undefined;
  const head = nextItem(analysis.sources.get(file)?.items ?? [], analysed(lineEnd(text, offset)) ?? offset);
  const given = new Set([...line.matchAll(/(\w+)\s*=/g)].map(([, name]) => name));
  const names = head ? openNames(analysis, file, head.span).filter((name) => !given.has(name)) : [];
  const pins = names.map((name): CompletionItem => ({
    label: name,
    kind: 'pin',
    detail: say`has no value yet`,
    insert: `${name}=`,
  }));
  const templated = head?.is === 'Struct' && head.templates.some((params) => params.length > 0) ? head.name : undefined;
  const instantiate: CompletionItem[] =
    templated === undefined
      ? []
      : [
          {
            label: `instantiate ${templated}<…>`,
            kind: 'pin',
            detail: say`evaluates the template with these arguments`,
            insert: `instantiate ${templated}<`,
          },
        ];
  return filled([...pins, ...instantiate], offset - (pin[1]?.length ?? 0));
}

/** The next function or class in the text. */
function nextItem(items: readonly Stmt[], from: number): Stmt | undefined {
  for (const item of items) {
    const found =
      item.is === 'Namespace'
        ? nextItem(item.items, from)
        : item.span.start >= from && item.is !== 'UsingNamespace'
          ? item
          : undefined;
    if (found) return found;
  }
  return undefined;
}

/** The parameters that are symbols in a function, and the names that its unknown values need. */
function openNames(
  analysis: Analysis,
  file: FileId,
  head: { readonly start: number; readonly end: number },
): readonly string[] {
  const facts = (analysis.facts.get(file) ?? []).filter(({ span }) => span.start >= head.start && span.end <= head.end);
  const isParameter = ({ role }: Fact): boolean => role === 'parameter' || role === 'template-parameter';
  const symbols = facts
    .filter(isParameter)
    .filter(({ seen }) => seen.some(({ value }) => isOpen(value)))
    .flatMap(({ name }) => name ?? []);
  const needs = facts.flatMap(({ seen }) =>
    seen.flatMap(({ value }) => (!isTuple(value) && value.is === 'unknown' ? (value.cause.needs ?? []) : [])),
  );
  return [...new Set([...symbols, ...needs])].filter((name) => /^[A-Za-z_]\w*$/.test(name));
}

function isOpen(value: Fact['seen'][number]['value']): boolean {
  const content = !isTuple(value) && value.is === 'type' ? value.of : value;
  return (
    !isTuple(content) &&
    (content.is === 'unknown' || (content.is === 'dynamic' && content.n === undefined && value === content))
  );
}
