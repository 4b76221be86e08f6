// Evaluates an expression that belongs to no file, as the last line of a small program.
import type { FrontEnd } from '../../core/src/frontends/front-end';
import { analyze, type Analysis, type Fact, type Interrupt } from '../../core/src/index';
import { assumptionsOf } from './assumptions';
import type { Evaluated } from './worker/job';

const resultName = '__result';
const file = '/eval.cu';

/** The small program whose last declaration holds the expression. */
export function programOf(setup: string, expr: string): string {
  return `#include <cute/tensor.hpp>\nusing namespace cute;\nint main() {\n${setup}\nauto ${resultName} = ${expr}\n;\n}\n`;
}

export function analyzeText(
  text: string,
  defines: Readonly<Record<string, string>>,
  frontEnd: FrontEnd,
  interrupt?: Interrupt,
): Analysis {
  const document = frontEnd.open(file, text);
  try {
    const given = { args: '', defines, thread: [0, 0, 0], block: [0, 0, 0], arch: 900 } as const;
    const program = document.program();
    return analyze({
      entry: file,
      files: new Map([[file, program]]),
      includes: new Map(),
      assumptions: assumptionsOf(given, frontEnd),
      ...(interrupt && { interrupt }),
    });
  } finally {
    document.dispose();
  }
}

/** The declaration that holds the value of the expression. */
export function resultOf(analysis: Analysis): Fact | undefined {
  return analysis.facts.get(file)?.find(({ role, name }) => role === 'declaration' && name === resultName);
}

/** An expression, evaluated in a program of its own. */
export function evaluatedAlone(frontEnd: FrontEnd, expression: string, interrupt: Interrupt): Evaluated {
  const text = programOf('', expression);
  const analysis = analyzeText(text, {}, frontEnd, interrupt);
  return { analysis, textOf: () => text, active: undefined, fact: resultOf(analysis) };
}
