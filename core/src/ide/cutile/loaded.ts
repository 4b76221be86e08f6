// The index of a load by axis: as it is written, and with the facts of the names in it.
import type { Analysis, Derivation } from '../../analysis';
import { expressionAt } from '../../ir/outline';
import { indexAxes, indexOperand, type IndexAxis } from '../../checks/lib/counted';

/** Undefined for a call that is no load, and where the index is not written as a list. */
export function loadedAxes(
  why: Derivation,
  { facts, assumptions, sources }: Analysis,
): readonly IndexAxis[] | undefined {
  const operand = why.operands[indexOperand(why.by) ?? -1];
  const source = operand?.span && sources.get(operand.span.file);
  if (!operand?.span || !source) return undefined;
  const here = facts.get(operand.span.file) ?? [];
  return indexAxes(
    source,
    expressionAt(source, operand.span),
    operand.value,
    assumptions,
    (at) => here.find(({ span, declared }) => declared && span.start === at.start && span.end === at.end)?.declared,
  );
}
