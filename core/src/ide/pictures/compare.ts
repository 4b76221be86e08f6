// The values that a value can be compared with: itself in other kernel instances, and the other values of its file. As
// plain data.
import { say } from '../../base/say';
import type { Analysis, Fact, Instance } from '../../analysis';
import type { FileId } from '../../base/span';
import { isTuple } from '../../values/convert';
import { factText } from '../../values/print';
import type { Value } from '../../values/value';
import { canBeCompared } from '../../views/compare';
import type { Comparison } from '../../views/model';
import { factAt, unknownOf, viewOf } from '../fact-at';

export interface Comparable {
  /** `in gemm_kernel from gemm_nt`, or a name. */
  readonly title: string;
  /** One line. */
  readonly printed: string;
  readonly comparison: Comparison;
}

const roles = new Set(['declaration', 'binding', 'alias', 'parameter']);

/** Other instances first, then the values declared in the file, in the order of the text. */
export function comparables(
  analysis: Analysis,
  active: Instance | undefined,
  file: FileId,
  offset: number | undefined,
): readonly Comparable[] {
  const facts = analysis.facts.get(file) ?? [];
  const fact = offset === undefined ? undefined : factAt(analysis, file, offset);
  const elsewhere = (fact && viewOf(fact, analysis, active)?.elsewhere) ?? [];
  const instances = elsewhere
    .filter(({ seen }) => !unknownOf(seen.value))
    .map(({ instance, seen }): Comparable => ({
      title: say`in ${instance.label}`,
      printed: lineOf(seen.value),
      comparison: { instance: instance.label },
    }));
  const named = new Map<string, Comparable>();
  for (const one of facts) {
    const value = one.name === undefined || one.name === fact?.name ? undefined : valueOf(one, analysis, active);
    if (one.name !== undefined && value && canBeCompared(value) && !named.has(one.name))
      named.set(one.name, { title: one.name, printed: lineOf(value), comparison: { expression: one.name } });
  }
  return [...instances, ...named.values()];
}

/** The value of a name declared anywhere in a file, even behind the place in question. */
export function valueNamed(
  analysis: Analysis,
  active: Instance | undefined,
  file: FileId,
  name: string,
): Value | undefined {
  const fact = (analysis.facts.get(file) ?? []).find(
    (one) => one.name === name && roles.has(one.role) && valueOf(one, analysis, active) !== undefined,
  );
  return fact && valueOf(fact, analysis, active);
}

function valueOf(fact: Fact, analysis: Analysis, active: Instance | undefined): Value | undefined {
  const seen = roles.has(fact.role) ? viewOf(fact, analysis, active)?.lead.value : undefined;
  const value = seen && !isTuple(seen) && seen.is === 'type' ? seen.of : seen;
  return value && !unknownOf(value) ? value : undefined;
}

function lineOf(value: Value): string {
  return factText(!isTuple(value) && value.is === 'type' ? value.of : value).split('\n')[0] ?? '';
}
