// Refusals of the rooms that know values: as those of the algebra, but with operands printed as values.
import { type AlgebraCode, type AlgebraError, type Operands, type Refused, refused as worded } from '../algebra/errors';
import { isValue } from './kind';
import { printValue } from './print';
import type { Cause } from './value';

/** A refusal whose message and data are made of the same operands (algebra/errors.ts). */
export function refused(
  code: AlgebraCode,
  beside?: Refused,
): (words: TemplateStringsArray, ...named: readonly Operands[]) => AlgebraError {
  return worded(code, beside, (value) => (isValue(value) ? printValue(value) : String(value)));
}

/** Why the value of an operation that is refused is not known. */
export function causeOf({ code: rule, message, needs, data }: AlgebraError): Cause {
  return { code: rule === 'symbolic' ? 'symbol' : 'algebra', message, rule, needs, ...(data && { data }) };
}
