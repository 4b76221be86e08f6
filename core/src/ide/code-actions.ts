// What can be done about the text at a place: repairs of findings, silencing them, and whatever else is a source here.
// Gives edits in offsets; knows nothing of how an editor offers them.
import type { Analysis, Diagnostic, Fix } from '../analysis';
import type { Span } from '../base/span';
import { suppressionDirective } from '../checks/index';

/** Something an editor can offer. */
export interface CodeAction {
  readonly title: string;
  readonly kind: 'quickfix' | 'refactor';
  readonly edits: Fix['edits'];
  /** The finding that it repairs. */
  readonly repairs?: Diagnostic;
  readonly preferred?: boolean;
}

export interface CodeActionInput {
  readonly analysis: Analysis;
  /** What is selected, or the caret. */
  readonly at: Span;
  readonly textOf: (file: string) => string | undefined;
}

/** One for each kind of thing to do; in the order in which an editor lists them. */
const sources: readonly ((input: CodeActionInput) => readonly CodeAction[])[] = [fixes, silencing];

export function codeActions(input: CodeActionInput): readonly CodeAction[] {
  return sources.flatMap((source) => source(input));
}

function findingsAt({ analysis, at }: CodeActionInput): readonly Diagnostic[] {
  return analysis.diagnostics.filter(({ span }) => span.file === at.file && span.start <= at.end && at.start <= span.end);
}

function fixes(input: CodeActionInput): readonly CodeAction[] {
  return findingsAt(input).flatMap((finding) =>
    finding.fixes.map(({ title, edits, preferred }): CodeAction => ({ title, kind: 'quickfix', edits, repairs: finding, ...(preferred && { preferred }) })),
  );
}

/** A comment above the line, or one more slug in the comment that is there. */
function silencing(input: CodeActionInput): readonly CodeAction[] {
  return findingsAt(input).flatMap((finding) => {
    const text = input.textOf(finding.span.file);
    const edit = text === undefined ? undefined : silence(text, finding);
    return edit ? [{ title: `Silence ${finding.code} here`, kind: 'quickfix', edits: [edit], repairs: finding } satisfies CodeAction] : [];
  });
}

function silence(text: string, { span, code }: Diagnostic): Fix['edits'][number] | undefined {
  const start = text.lastIndexOf('\n', span.start - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(start))?.[0] ?? '';
  const above = start === 0 ? '' : text.slice(text.lastIndexOf('\n', start - 2) + 1, start - 1);
  if (above.trimEnd().endsWith('\\')) return undefined;
  const present = new RegExp(`//\\s*${suppressionDirective}(?:[ ,]+[\\w-]+)*`).exec(above);
  const at = (offset: number): Span => ({ file: span.file, start: offset, end: offset });
  if (present) return { span: at(start - 1 - above.length + present.index + present[0].length), text: `, ${code}` };
  return { span: at(start), text: `${indent}// ${suppressionDirective} ${code}\n` };
}
