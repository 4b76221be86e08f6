// What evaluation gave, arranged for checks: calls by name, instances by id, the text of a place, facts by place.
// Built once for all checks of an analysis; what only some checks ask for is computed when first asked.
import type { Call, Evaluation, Fact, Instance } from '../../analysis';
import { spend } from '../../base/meter';
import type { FileId, Span } from '../../base/span';
import { codeOfFile, uncommented } from '../../text/code';

/** What it costs to look at one call, or at the facts of one place. */
const unitsOfCall = 32;

export class Facts {
  private byName: ReadonlyMap<string, readonly Call[]> | undefined;
  private callsByStart: ReadonlyMap<number, readonly Call[]> | undefined;
  private readonly computed = new Map<(facts: Facts) => unknown, unknown>();

  /** `slugs`: the names of all checks. */
  constructor(
    readonly evaluation: Evaluation,
    readonly slugs: readonly string[],
  ) {}

  /** What several checks ask for: computed once for an analysis. */
  once<T>(compute: (facts: Facts) => T): T {
    if (!this.computed.has(compute)) this.computed.set(compute, compute(this));
    return this.computed.get(compute) as T;
  }

  /** Calls of these functions and member functions, by CuTe's names. */
  calls(...names: readonly string[]): readonly Call[] {
    this.byName ??= groupBy(this.evaluation.calls, ({ name }) => name);
    const [only] = names;
    const found = names.length === 1 && only !== undefined ? (this.byName.get(only) ?? []) : names.flatMap((name) => this.byName?.get(name) ?? []);
    spend(unitsOfCall * found.length, 'calls');
    return found;
  }

  /** The call that is written at exactly this place. */
  callAt(span: Span, instance: number): Call | undefined {
    this.callsByStart ??= groupBy(this.evaluation.calls, (call) => call.span.start);
    return this.callsByStart.get(span.start)?.find((call) => call.span.end === span.end && call.span.file === span.file && call.instance === instance);
  }

  instance(id: number): Instance | undefined {
    return this.evaluation.instances[id];
  }

  /** The text of a place with comments blanked; empty where the file is not at hand. */
  textAt(span: Span): string {
    const source = this.evaluation.sources.get(span.file);
    return source ? uncommented(source).slice(span.start, span.end) : '';
  }

  /** The text of a place, to be written again. */
  writtenAt(span: Span): string {
    return this.evaluation.sources.get(span.file)?.text.slice(span.start, span.end) ?? '';
  }

  /** A file's text with comments and what stands in literals blanked, to look for code in; empty where the file is not at hand. */
  codeOf(file: FileId): string {
    return codeOfFile(this.evaluation.sources, file);
  }

  /** Facts of exactly this place. */
  factsAt(span: Span): readonly Fact[] {
    const facts = this.evaluation.facts.get(span.file) ?? [];
    const found: Fact[] = [];
    spend(unitsOfCall, 'facts');
    for (let i = firstFrom(facts, span.start); i < facts.length; i++) {
      const fact = facts[i];
      if (fact?.span.start !== span.start) break;
      if (fact.span.end === span.end) found.push(fact);
    }
    return found;
  }

  /** The argument that the parameter at a place is given, where all calls write the same one. */
  argumentAt(span: Span): Span | undefined {
    const declared = this.factsAt(span).find((fact) => fact.declared !== undefined)?.declared;
    const parameter = declared && this.factsAt(declared).find(({ role }) => role === 'parameter');
    return parameter?.given?.length === 1 ? parameter.given[0] : undefined;
  }

  /** The declaration of the name that stands at a place, and what it is initialised with or stands for, as written. */
  initialiserAt(span: Span): Span | undefined {
    const declared = this.factsAt(span).find((fact) => fact.declared !== undefined)?.declared;
    if (!declared) return undefined;
    const text = this.codeOf(declared.file);
    const match = /^\s*=\s*|^(?=[({])/.exec(text.slice(declared.end, declared.end + 200));
    const end = text.indexOf(';', declared.end);
    if (!match || end < 0 || changesLater(text, end, text.slice(declared.start, declared.end))) return undefined;
    return { file: declared.file, start: declared.end + match[0].length, end };
  }
}

/** The index of the first fact that starts at `start` or later. */
export function firstFrom(facts: readonly Fact[], start: number): number {
  let [low, high] = [0, facts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((facts[middle]?.span.start ?? start) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** `x = …`, `x += …`, `++x` behind `from`: the initialiser is not what it always is. Names are compared, not declarations: rather no
 *  answer. */
function changesLater(text: string, from: number, name: string): boolean {
  for (let at = text.indexOf(name, from); at >= 0; at = text.indexOf(name, at + name.length)) {
    const [before, after] = [text.slice(Math.max(0, at - nearby), at), text.slice(at + name.length, at + name.length + nearby)];
    if (/\w$/.test(before) || /^\w/.test(after)) continue;
    if (/(?:\+\+|--)\s*$/.test(before) || /^\s*(?:[-+*/%&|^]=|<<=|>>=|\+\+|--)/.test(after)) return true;
    if (/^\s*=(?!=)/.test(after) && !/\b(?:auto|int|Tensor|unsigned|size_t|const|constexpr)\s+$/.test(before)) return true;
  }
  return false;
}

/** Characters around a name in which an assignment to it is looked for. */
const nearby = 40;

function groupBy<K, V>(list: Iterable<V>, key: (one: V) => K): ReadonlyMap<K, readonly V[]> {
  const groups = new Map<K, V[]>();
  for (const one of list) {
    const k = key(one);
    const group = groups.get(k);
    if (group) group.push(one);
    else groups.set(k, [one]);
  }
  return groups;
}
