// Finds the fact for a place in the text, and selects which of its observations comes first. Does not know how either
// is shown.
import { contains, type FileId } from '../base/span';
import { expressionAt } from '../ir/outline';
import { endOfHead } from '../ir/spelled';
import { isInComment, isInLiteral } from '../text/code';
import { wordStart } from '../text/cursor';
import type { Analysis, Fact, Instance, Observation, SourceText } from '../analysis';
import type { Unknown, Value } from '../values/value';
import { factText } from '../values/print';
import { isTuple } from '../values/convert';
import { kernelInstances } from './instances';

/** The innermost fact at `offset` of a file that a reader of layouts is interested in; undefined in a comment or a
 *  string. A name is preferred to the expression that it stands for. */
export function factAt(analysis: Analysis, file: FileId, offset: number): Fact | undefined {
  const source = analysis.sources.get(file);
  if (source && (isInComment(source, offset) || isInLiteral(source, offset))) return undefined;
  const word = source ? wordStart(source.text, offset) : undefined;
  let best: Fact | undefined;
  for (const fact of analysis.facts.get(file) ?? []) {
    if (!contains(fact.span, offset) || !fact.seen.some(({ value }) => isWorthShowing(value, fact))) continue;
    if (best && length(fact) > length(best)) continue;
    if (source && word !== undefined && !isAbout(source, fact, word)) continue;
    if (!best || length(fact) < length(best) || best.role === 'expression') best = fact;
  }
  return best;
}

/** All facts at `offset` of a file, the innermost first; none in a comment or a string. */
export function factsAt(analysis: Analysis, file: FileId, offset: number): readonly Fact[] {
  const source = analysis.sources.get(file);
  if (source && (isInComment(source, offset) || isInLiteral(source, offset))) return [];
  const around = (analysis.facts.get(file) ?? []).filter(({ span }) => contains(span, offset));
  return around.sort((a, b) => length(a) - length(b));
}

/** Inside a call the fact is that of the called function, not those of the types among its arguments; at the end of
 *  a chain of calls, and behind the last `::`, it is that of the last name. `word` is the beginning of the word. */
function isAbout(source: SourceText, { span }: Fact, word: number): boolean {
  const written = expressionAt(source, span);
  if (!written || word < endOfHead(written)) return true;
  const named = written.is === 'Call' ? written.callee : written;
  const last = named.is === 'Member' || named.is === 'Scope' ? named.idSpan : undefined;
  return last !== undefined && last.start <= word && word < last.end;
}

/** True for values that CuTe computes with. Other extensions show types, functions and plain scalars. */
function isWorthShowing(value: Value, fact: Fact): boolean {
  if (fact.name !== undefined && /^_\d+$/.test(fact.name)) return false;
  if (isTuple(value)) return true;
  switch (value.is) {
    case 'static':
    case 'dynamic':
    case 'basis':
    case 'layout':
    case 'composed':
    case 'swizzle':
    case 'mixed-bits':
    case 'smem-ptr-flag':
    case 'tensor':
    case 'tiled-mma':
    case 'tiled-copy':
    case 'thr-mma':
    case 'thr-copy':
    case 'mma-atom':
    case 'copy-atom':
    case 'tile-tensor':
    case 'tile-partition':
    case 'tile':
      return true;
    case 'array':
      return value.elements.some(
        (element) => (isTuple(element) || element.is !== 'unknown') && isWorthShowing(element, fact),
      );
    case 'pointer':
      return value.space !== 'generic';
    case 'type':
      return !isTuple(value.of) && value.of.is !== 'dynamic' && isWorthShowing(value.of, fact);
    case 'unknown':
      return (
        fact.role === 'declaration' ||
        fact.role === 'binding' ||
        fact.role === 'alias' ||
        (fact.role === 'use' && isExplained(value, fact))
      );
    case 'tile-launch':
    case 'scalar':
    case 'element':
    case 'text':
    case 'tag':
    case 'struct':
    case 'callable':
    case 'function-type':
    case 'member-pointer':
    case 'void':
    case 'underscore':
      return false;
  }
}

/** False for a name that CuTe Lens does not model at all, such as `cutlass::Status`: nothing is shown for it. */
function isExplained({ cause }: Unknown, { declared }: Fact): boolean {
  return declared !== undefined || !['undeclared', 'unsupported', 'opaque'].includes(cause.code);
}

/** The Unknown: the value itself, or the content of a type. */
export function unknownOf(value: Value): Unknown | undefined {
  const content = !isTuple(value) && value.is === 'type' ? value.of : value;
  return !isTuple(content) && content.is === 'unknown' ? content : undefined;
}

const isKnown = ({ value }: Observation): boolean => unknownOf(value) === undefined;
const length = (fact: Fact): number => fact.span.end - fact.span.start;

/** A fact from the point of view of one instance. */
export interface View {
  /** The observation that is shown first. */
  readonly lead: Observation;
  /** Different values in the same instance: from another call of the function, or another iteration. */
  readonly more: readonly Observation[];
  /** The values in other instances where they differ, by instance. */
  readonly elsewhere: readonly { readonly instance: Instance; readonly seen: Observation }[];
}

/** The active instance: the chosen one, or else the first that the program reaches, or else the first. Kernels come
 *  before the functions that are looked at on their own. `within`: a class that the user has come from. */
export function activeInstance(analysis: Analysis, label: string | undefined, within?: string): Instance | undefined {
  const offered = kernelInstances(analysis);
  const instances = offered.length > 0 ? offered : entered(analysis);
  const inside = within === undefined || label !== undefined ? undefined : instanceOf(analysis, within);
  if (inside) return inside;
  return (
    instances.find((instance) => instance.label === label) ??
    instances.find((instance) => instance.reached) ??
    instances[0]
  );
}

/** The first that is a member function of a class, or of one that has it as a template argument. */
function instanceOf({ instances }: Analysis, key: string): Instance | undefined {
  return instances.find(
    ({ of, bindings = [] }) => of?.includes(key) === true || bindings.some(({ text }) => text.includes(key)),
  );
}

/** All ways in which code is entered; 0 is the code outside of any kernel. */
const entered = ({ instances }: Analysis): readonly Instance[] => instances.filter(({ id }) => id !== 0);

/** Sorts the observations by the active instance. If that instance never reaches the fact, the observations of other
 *  instances come first. */
export function viewOf(fact: Fact, analysis: Analysis, active: Instance | undefined): View | undefined {
  const here = fact.seen.filter((seen) => seen.instance === active?.id);
  const lead = here.find(isKnown) ?? here[0] ?? fact.seen.find(isKnown) ?? fact.seen[0];
  if (!lead) return undefined;
  const texts = new Set([factText(lead.value)]);
  const isNew = (seen: Observation): boolean =>
    !texts.has(factText(seen.value)) && texts.add(factText(seen.value)) !== undefined;
  const more = fact.seen.filter((seen) => seen.instance === lead.instance && isNew(seen));
  const elsewhere = fact.seen
    .filter((seen) => seen.instance !== lead.instance && isNew(seen))
    .flatMap((seen) => {
      const instance = entered(analysis).find(({ id }) => id === seen.instance);
      return instance ? [{ instance, seen }] : [];
    });
  return { lead, more, elsewhere };
}
