// The code actions for a place in the text: repairs of findings, comments that silence findings, pins. Returns edits in
// offsets; does not know how an editor offers them.
import { say } from '../../base/say';
import type { Analysis, Diagnostic, Fix, Instance, SourceText } from '../../analysis';
import type { Span } from '../../base/span';
import { suppressionDirective, suppressionsIn } from '../../checks/index';
import { isInComment, isInLiteral } from '../../text/code';
import { indentOf, lineStart } from '../../text/lines';
import { dormantAround } from '../dormant';
import { factAt, viewOf } from '../fact-at';
import { hasAccesses } from '../pictures/accesses';
import { instantiateEdit, openNames, pinEdit } from '../pins';

/** An action that an editor can offer. */
export interface CodeAction {
  readonly title: string;
  /** `quickfix.pin`: it gives names a value. */
  readonly kind: 'quickfix' | 'quickfix.pin' | 'refactor';
  readonly edits: Fix['edits'];
  /** It changes nothing, and shows the picture of a finding. */
  readonly shows?: Diagnostic;
  /** The finding that it repairs. */
  readonly repairs?: Diagnostic;
  readonly preferred?: boolean;
}

export interface CodeActionInput {
  readonly analysis: Analysis;
  /** The selection, or the caret. */
  readonly at: Span;
  readonly textOf: (file: string) => string | undefined;
  /** The active instance. */
  readonly active: Instance | undefined;
}

/** One source for each kind of action, in the order in which an editor lists them. */
const sources: readonly ((input: CodeActionInput) => readonly CodeAction[])[] = [
  fixes,
  showing,
  pinning,
  instantiating,
  silencing,
];

export function codeActions(input: CodeActionInput): readonly CodeAction[] {
  return sources.flatMap((source) => source(input));
}

function findingsAt({ analysis, at }: CodeActionInput): readonly Diagnostic[] {
  return analysis.diagnostics.filter(
    ({ span }) => span.file === at.file && span.start <= at.end && at.start <= span.end,
  );
}

function fixes(input: CodeActionInput): readonly CodeAction[] {
  return findingsAt(input).flatMap((finding) =>
    finding.fixes.map(({ title, edits, preferred }): CodeAction => ({
      title,
      kind: 'quickfix',
      edits,
      repairs: finding,
      ...(preferred && { preferred }),
    })),
  );
}

/** The accesses of all threads around a finding. */
function showing(input: CodeActionInput): readonly CodeAction[] {
  return findingsAt(input)
    .filter((finding) => hasAccesses(finding, input.analysis))
    .map((finding): CodeAction => ({
      title: say`Show in the visualizer`,
      kind: 'quickfix',
      edits: [],
      shows: finding,
      repairs: finding,
    }));
}

/** Gives a value, by a comment above the function, to the names that the value under the caret depends on. The
 *  number is an example. Parameters of a class template get theirs where it is instantiated. */
function pinning({ analysis, at, active }: CodeActionInput): readonly CodeAction[] {
  const facts = analysis.facts.get(at.file) ?? [];
  const fact = factAt(analysis, at.file, at.start);
  const view = fact && viewOf(fact, analysis, active);
  const ofClasses = dormantAround(analysis, at.file, at.start).flatMap(({ named }) => named);
  const names = view ? openNames(view.lead, analysis).filter((name) => !ofClasses.includes(name)) : [];
  const sets = names.length > 1 ? [names, ...names.map((name) => [name])] : names.length === 1 ? [names] : [];
  return sets.flatMap((set): readonly CodeAction[] => {
    const edit = pinEdit(set, at, analysis, facts);
    const what = set.length > 3 ? say`${set.slice(0, 3).join(', ')} and ${set.length - 3} more` : set.join(', ');
    return edit
      ? [{ title: say`Give ${what} a value here, to see layouts with it`, kind: 'quickfix.pin', edits: [edit] }]
      : [];
  });
}

/** Instantiates a class template by a comment, if nothing else does. */
function instantiating({ analysis, at }: CodeActionInput): readonly CodeAction[] {
  return analysis.dormant
    .filter(({ span }) => span.file === at.file && span.start <= at.start && at.start <= span.end)
    .flatMap((template): readonly CodeAction[] => {
      const made = instantiateEdit(template, analysis);
      return made ? [{ title: say`Look at ${made.target}`, kind: 'quickfix', edits: [made.edit] }] : [];
    });
}

/** Adds a comment above the line, or a slug to the comment that is there. */
function silencing(input: CodeActionInput): readonly CodeAction[] {
  return findingsAt(input).flatMap((finding) => {
    const source = input.analysis.sources.get(finding.span.file);
    const edit = source && silence(source, finding);
    return edit
      ? [
          {
            title: say`Silence ${finding.code} here`,
            kind: 'quickfix',
            edits: [edit],
            repairs: finding,
          } satisfies CodeAction,
        ]
      : [];
  });
}

function silence(source: SourceText, { span, code }: Diagnostic): Fix['edits'][number] | undefined {
  const { text } = source;
  const start = lineStart(text, span.start);
  // A comment cannot stand before a line that begins inside of a literal or comment.
  if (isInComment(source, start) || isInLiteral(source, start)) return undefined;
  const above = lineStart(text, start - 1);
  if (text.slice(above, start).trimEnd().endsWith('\\')) return undefined;
  const present = suppressionsIn(span.file, source)
    .filter((one) => one.slug !== '' && one.span.start >= above && one.span.end <= start)
    .at(-1);
  const at = (offset: number): Span => ({ file: span.file, start: offset, end: offset });
  if (present) return { span: at(present.span.end), text: `, ${code}` };
  return { span: at(start), text: `${indentOf(text, start)}// ${suppressionDirective} ${code}\n` };
}
