// The index of a load, axis by axis, as its text and the facts of its names tell it.
import type { Analysis, Derivation } from '../../analysis';
import type { FileId } from '../../base/span';
import { indexAxes, indexOperand, type IndexAxis } from '../../checks/lib/counted';

/** Undefined for what is no load, and where the index is written as anything but a list. */
export function loadedAxes(why: Derivation, { facts, assumptions }: Analysis, textOf: (file: FileId) => string | undefined): readonly IndexAxis[] | undefined {
  const operand = why.operands[indexOperand(why.by) ?? -1];
  const text = operand?.span && textOf(operand.span.file)?.slice(operand.span.start, operand.span.end);
  if (!operand?.span || text === undefined) return undefined;
  const here = facts.get(operand.span.file) ?? [];
  return indexAxes(operand.span, text, operand.value, assumptions, (at) => here.find(({ span, declared }) => declared && span.start === at.start && span.end === at.end)?.declared);
}
