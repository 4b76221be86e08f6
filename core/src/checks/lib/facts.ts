// The results of evaluation in the form that checks use: calls by name, instances by id, the expression at a place,
// facts by place. It is built once for all checks of an analysis.
import type { Call, Evaluation, Fact, Instance, Observation, SourceText } from '../../analysis';
import { groupBy } from '../../base/collect';
import { spend } from '../../base/meter';
import { remembered } from '../../base/remembered';
import type { Span } from '../../base/span';
import { declarationAt, expressionAt, isAssignedAfter, type Declaration } from '../../ir/outline';
import type { Expr } from '../../ir/program';
import { uncommentedAt } from '../../text/code';

/** The cost of one call, or of the facts of one place. */
const unitsOfCall = 32;

export class Facts {
  private byName: ReadonlyMap<string, readonly Call[]> | undefined;
  private callsByStart: ReadonlyMap<number, readonly Call[]> | undefined;

  /** `slugs` are the names of all checks. */
  constructor(
    readonly evaluation: Evaluation,
    readonly slugs: readonly string[],
  ) {}

  /** The calls that the program may run, in the order of evaluation. */
  allCalls(): readonly Call[] {
    spend(this.evaluation.calls.length, 'calls');
    return this.evaluation.calls.filter(({ idle }) => !idle);
  }

  /** The calls of these functions and member functions that the program may run, by CuTe's names. */
  calls(...names: readonly string[]): readonly Call[] {
    this.byName ??= groupBy(this.allCalls(), ({ name }) => name);
    const [only] = names;
    const found =
      names.length === 1 && only !== undefined
        ? (this.byName.get(only) ?? [])
        : names.flatMap((name) => this.byName?.get(name) ?? []);
    spend(unitsOfCall * found.length, 'calls');
    return found;
  }

  /** The call at exactly this place. */
  callAt(span: Span, instance: number): Call | undefined {
    return this.callsAt(span, instance)[0];
  }

  /** The same, each with other operands. */
  callsAt({ start, end, file }: Span, instance: number): readonly Call[] {
    this.callsByStart ??= groupBy(this.evaluation.calls, (call) => call.span.start);
    const here = this.callsByStart.get(start) ?? [];
    return here.filter(({ span, instance: of }) => span.end === end && span.file === file && of === instance);
  }

  instance(id: number): Instance | undefined {
    return this.evaluation.instances[id];
  }

  /** The text at a place, with comments blanked; empty where the file is not available. */
  textAt(span: Span): string {
    const source = this.evaluation.sources.get(span.file);
    return source ? uncommentedAt(source, span) : '';
  }

  /** The text at a place, for insertion elsewhere. */
  writtenAt(span: Span): string {
    return this.evaluation.sources.get(span.file)?.text.slice(span.start, span.end) ?? '';
  }

  /** A source file, for looking up places. */
  sourceOf({ file }: Span): SourceText {
    return this.evaluation.sources.get(file) ?? noSource;
  }

  /** The expression at exactly this place. */
  expressionAt(span: Span | undefined): Expr | undefined {
    return span && expressionAt(this.sourceOf(span), span);
  }

  /** The facts of exactly this place. */
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

  /** The argument for the parameter at a place, if all calls pass the same expression. */
  argumentAt(span: Span): Span | undefined {
    const declared = this.factsAt(span).find((fact) => fact.declared !== undefined)?.declared;
    const parameter = declared && this.factsAt(declared).find(({ role }) => role === 'parameter');
    return parameter?.given?.length === 1 ? parameter.given[0] : undefined;
  }

  /** The declaration of the name at exactly this place. */
  declarationAt(name: Span): Declaration | undefined {
    return declarationAt(this.sourceOf(name), name);
  }

  /** The initialiser of the variable, or the type of the alias, whose name is at a place; undefined where the
   *  variable is assigned later. */
  initialiserAt(span: Span): Expr | undefined {
    const declared = this.factsAt(span).find((fact) => fact.declared !== undefined)?.declared;
    if (!declared) return undefined;
    const declaration = this.declarationAt(declared);
    const isFixed = declaration?.value && !isAssignedAfter(this.sourceOf(declared), declaration.name, declared.end);
    return isFixed ? declaration.value : undefined;
  }
}

const noSource: SourceText = { text: '', comments: [], items: [], pins: [] };

/** The observations that the program reaches, or all of them if it reaches none, but for those in functions that no
 *  compiler accepts with these template arguments: nothing uses them. None where there are more than are kept. */
export function reachedOf(facts: Facts, { seen }: Fact): readonly Observation[] {
  if (seen.some(({ instance }) => facts.instance(instance)?.crowded)) return [];
  const reached = seen.filter(({ instance }) => facts.instance(instance)?.reached ?? true);
  if (reached.length > 0) return reached;
  const refused = instancesRefused(facts.evaluation);
  return refused.size === 0 ? seen : seen.filter(({ instance }) => !refused.has(instance));
}

/** The instances in which a static assertion does not hold. */
const instancesRefused = remembered(
  ({ assertions }: Evaluation): ReadonlySet<number> =>
    new Set(assertions.flatMap(({ holds, instance }) => (holds === false ? [instance] : []))),
);

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
