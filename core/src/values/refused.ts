// Refusals of the rooms that know values: as those of the algebra, but with operands printed as values.
import {
  type AlgebraCode,
  type AlgebraError,
  type Operands,
  type RefusalData,
  refused as worded,
} from '../algebra/errors';
import { isValue } from './kind';
import { printValue } from './print';

/** A refusal whose message and data are made of the same operands (algebra/errors.ts). */
export function refused(
  code: AlgebraCode,
  data?: RefusalData,
): (words: TemplateStringsArray, ...named: readonly Operands[]) => AlgebraError {
  return worded(code, data, (value) => (isValue(value) ? printValue(value) : String(value)));
}
