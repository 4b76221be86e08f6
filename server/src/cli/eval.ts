// `cute-lens eval`: expressions, each evaluated as the last line of a small program.
import { say } from '../../../core/src/base/say';
import type { FrontEnd } from '../../../core/src/frontends/front-end';
import { exactText, isA, valuesOf } from '../../../core/src/ide/index';
import { printValue, type Interrupt, type Value } from '../../../core/src/index';
import { analyzeText, programOf, resultOf } from '../lone-expression';
import { UsageError } from './usage';
import { messageOf, propertyOf } from '../unknown';

export interface Case {
  readonly id: string;
  readonly setup: string;
  readonly expr: string;
  /** `value` prints a tensor as `cute::print` does, with its iterator first. Without it, the text of a tensor is its
   *  layout, as in `inspect`. */
  readonly kind?: string;
}

export type Outcome =
  | { readonly id: string; readonly text: string; readonly values?: readonly (number | string)[] }
  | { readonly id: string; readonly error: { readonly code: string; readonly message: string } };

export interface EvalSettings {
  readonly defines: Readonly<Record<string, string>>;
  readonly values: boolean;
  readonly interrupt?: Interrupt | undefined;
}

/** The text that `cute::print` writes for the expression of a case, or the reason why there is none. A type is printed
 *  through an example value of the type. */
export function evaluateCase({ id, setup, expr, kind }: Case, settings: EvalSettings, frontEnd: FrontEnd): Outcome {
  const value = valueOf(programOf(setup, expr), settings, frontEnd);
  if (!value) return { id, error: { code: 'syntax', message: say`the expression could not be read` } };
  const found = isA(value, 'type') ? value.of : value;
  if (isA(found, 'unknown'))
    return { id, error: { code: found.cause.rule ?? found.cause.code, message: found.cause.message } };
  const values = settings.values ? valuesOf(found) : undefined;
  return {
    id,
    text: kind === 'value' && !isA(value, 'type') ? printValue(found) : exactText(found),
    ...(values ? { values } : {}),
  };
}

function valueOf(text: string, settings: EvalSettings, frontEnd: FrontEnd): Value | undefined {
  return resultOf(analyzeText(text, settings.defines, frontEnd, settings.interrupt))?.seen[0]?.value;
}

/** The cases of a batch file: `{ "cases": [ … ] }`, or a bare list. */
export function readCases(text: string, from: string): readonly Case[] {
  const parsed = parseJson(text, from);
  const cases = Array.isArray(parsed) ? parsed : propertyOf(parsed, 'cases');
  if (!Array.isArray(cases)) throw new UsageError(say`${from}: expected { "cases": [ … ] }`);
  return cases.map((item: unknown, at) => readCase(item, at, from));
}

function readCase(item: unknown, at: number, from: string): Case {
  const [id, setup, expr, kind] = ['id', 'setup', 'expr', 'kind'].map((key) => propertyOf(item, key));
  if (typeof expr !== 'string') throw new UsageError(say`${from}: case ${at} has no "expr"`);
  const statements = Array.isArray(setup) ? setup.join('\n') : (setup ?? '');
  if (typeof statements !== 'string')
    throw new UsageError(say`${from}: "setup" of case ${at} is neither a string nor a list of strings`);
  return {
    id: typeof id === 'string' || typeof id === 'number' ? String(id) : String(at),
    setup: statements,
    expr,
    ...(typeof kind === 'string' && { kind }),
  };
}

function parseJson(text: string, from: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(say`${from}: not JSON: ${messageOf(error)}`);
  }
}
