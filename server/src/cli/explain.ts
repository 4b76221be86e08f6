// `cute-lens explain`: the derivation of an expression, or of a declaration in a file, as text or as JSON.
import { say } from '../../../core/src/base/say';
import type { FrontEnd } from '../../../core/src/frontends/front-end';
import { activeInstance, explanation, isA, viewOf, type Explanation } from '../../../core/src/ide/index';
import { explain, type Analysis, type Fact } from '../../../core/src/index';
import { untype } from '../../../core/src/values/convert';
import type { ExplainOptions } from './options';
import { onTarget } from './target';

export type Explained =
  Omit<Explanation, 'span'> | { readonly error: { readonly code: string; readonly message: string } };

/** `text` is that of the file, where the target is a declaration. */
export function explainTarget(text: string, options: ExplainOptions, frontEnd: FrontEnd): Explained {
  return onTarget(text, options, frontEnd, ({ fact, analysis, textOf }) =>
    fact ? explainFact(fact, analysis, textOf) : failed('syntax', say`the expression could not be read`),
  );
}

function explainFact(fact: Fact, analysis: Analysis, textOf: (file: string) => string | undefined): Explained {
  const view = viewOf(fact, analysis, activeInstance(analysis, undefined));
  if (!view) return failed('syntax', say`it has no value`);
  const value = untype(view.lead.value);
  if (isA(value, 'unknown')) return failed(value.cause.rule ?? value.cause.code, value.cause.message);
  const found = explanation(fact, view.lead, analysis, textOf, explain);
  if (!found) return failed('definition', say`it is not the result of a function that CuTe defines by other functions`);
  const { span: _, ...explained } = found;
  return explained;
}

function failed(code: string, message: string): Explained {
  return { error: { code, message } };
}

/** The derivation for people: the call, what it was given, then each step with what it gives below it. */
export function asSteps({ expression, by, source, given, steps }: Omit<Explanation, 'span'>): string {
  const head = [
    expression,
    `  ${say`by ${by}`}${source === undefined ? '' : ` (${source})`}`,
    ...given.map(({ written, value }) => `  ${written === value ? value : `${written} = ${value}`}`),
  ];
  const numbered = steps.flatMap(({ op, text, operand, value, offset }, at) => [
    [`${at + 1}. ${op}:`, text, operand].filter(Boolean).join(' '),
    ...value
      .trimEnd()
      .split('\n')
      .map((line) => `   ${line}`),
    ...(offset === undefined ? [] : [`   ${say`starts at ${offset}`}`]),
  ]);
  return `${[...head, '', ...numbered].join('\n')}\n`;
}
