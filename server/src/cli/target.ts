// Resolves the subject of `explain` and `draw`: analyses an expression, or finds a declaration in a file.
import { say } from '../../../core/src/base/say';
import type { FrontEnd } from '../../../core/src/frontends/front-end';
import type { Analysis, Fact } from '../../../core/src/index';
import { analyzeText, programOf, resultOf } from '../lone-expression';
import { lineAt, lineStarts } from '../lines';
import { unreadIn } from '../unread';
import { analyzeFile } from './inspect';
import type { Declared, TargetOptions } from './options';
import { UsageError } from './usage';

export interface Target {
  /** Undefined if the expression could not be parsed. */
  readonly fact: Fact | undefined;
  readonly analysis: Analysis;
  textOf(file: string): string | undefined;
}

/** Calls `use` with the target while its sources are open. For a declaration, `text` is the text of the file. */
export function onTarget<T>(text: string, options: TargetOptions, frontEnd: FrontEnd, use: (target: Target) => T): T {
  const { target, setup, defines } = options;
  if (typeof target === 'string') {
    const program = programOf(setup.join('\n'), target);
    const analysis = analyzeText(program, defines, frontEnd, options.interrupt);
    return use({ fact: resultOf(analysis), analysis, textOf: () => program });
  }
  const { entry, analysis, sources, close } = analyzeFile(text, options, frontEnd);
  const unread = unreadIn(analysis).get(entry);
  if (unread !== undefined) throw new UsageError(`${options.file}: ${unread}`);
  const used = use({
    fact: declarationAt(analysis.facts.get(entry) ?? [], target, text, options.file),
    analysis,
    textOf: (file) => sources.textOf(file),
  });
  close();
  return used;
}

/** The declaration that starts on the line, or whose name stands there. */
function declarationAt(facts: readonly Fact[], { line, name }: Declared, text: string, file: string): Fact {
  const starts = lineStarts(text);
  const declared = facts.filter((fact) => fact.name === name && declaring.has(fact.role));
  const linesOf = (fact: Fact): readonly number[] => [
    lineAt(starts, fact.start) + 1,
    lineAt(starts, fact.span.start) + 1,
  ];
  const found = declared.find((fact) => linesOf(fact).includes(line));
  if (found) return found;
  const elsewhere = [...new Set(declared.map((fact) => linesOf(fact)[0]))];
  throw new UsageError(
    say`${file}:${line} declares no ${name}${elsewhere.length > 0 ? say`; line ${elsewhere.join(', ')} does` : ''}`,
  );
}

const declaring: ReadonlySet<string> = new Set(['declaration', 'binding', 'alias', 'parameter']);
