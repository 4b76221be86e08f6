// Reports mismatches between a run and the predictions as diagnostics, each with a code action that copies a bug
// report. A mismatch is a bug of CuTe Lens, not of the program. The diagnostics disappear with the verdict, when a text
// changes.
import { allOf } from '../../../core/src/base/collect';
import { say } from '../../../core/src/base/say';
import {
  CodeActionKind,
  DiagnosticSeverity,
  type CodeAction,
  type CodeActionParams,
  type Diagnostic,
  type Range,
} from 'vscode-languageserver-protocol';
import { bugReport, deviceText, otherValue } from '../../../core/src/verify/report';
import { commands, type BugReportParams } from '../../../protocol/src/requests';
import { fileOfUri } from '../paths';
import type { Session } from '../worker/session';
import type { Refuted } from '../verdicts';
import { version } from '../version';

export function refutedDiagnostics(session: Session, uri: string): readonly Diagnostic[] {
  return session.verdicts.refutedIn(fileOfUri(uri)).map(({ row, report }) => ({
    range: rangeOf({ row, report }),
    // The mistake is not the program's. Somebody who runs it on a GPU wants to know; a compiler in the background does
    // not interrupt.
    severity: report.machine.mode === 'gpu' ? DiagnosticSeverity.Warning : DiagnosticSeverity.Information,
    source: 'cute-lens',
    code: 'refuted',
    message: mismatchText({ row, report }),
  }));
}

function mismatchText({ row, report: { machine } }: Refuted): string {
  const [by, instead] = [deviceText(machine), otherValue(row)];
  return machine.mode === 'gpu' || instead === undefined
    ? say`what CuTe Lens predicts for ${row.name} is refuted by ${by}: ${row.why ?? ''}`
    : say`${row.name} is ${instead}, says ${by}; CuTe Lens showed ${allOf(row.predicted)}`;
}

export function bugReportActions(
  session: Session,
  { textDocument: { uri }, range }: CodeActionParams,
): readonly CodeAction[] {
  return refutedDiagnostics(session, uri)
    .filter((diagnostic) => overlaps(diagnostic.range, range))
    .map((diagnostic): CodeAction => {
      const title = say`Copy Bug Report`;
      const { line, character } = diagnostic.range.start;
      return {
        title,
        kind: CodeActionKind.QuickFix,
        diagnostics: [diagnostic],
        command: { title, command: commands.copyBugReport, arguments: [uri, line, character] },
      };
    });
}

/** The bug report about the mismatches at the place, or, if there are none, about all mismatches in the file. */
export function handleBugReport(session: Session, { uri, position }: BugReportParams): string | null {
  const all = session.verdicts.refutedIn(fileOfUri(uri));
  const here = position ? all.filter((one) => overlaps(rangeOf(one), { start: position, end: position })) : [];
  const lines = session.document(uri)?.getText().split('\n') ?? [];
  const texts = (here.length > 0 ? here : all).map(({ row, report }) =>
    bugReport(row, report, version, lines[row.line - 1] ?? ''),
  );
  return texts.length > 0 ? texts.join('\n\n') : null;
}

function rangeOf({ row: { line, column, name } }: Refuted): Range {
  return {
    start: { line: line - 1, character: column - 1 },
    end: { line: line - 1, character: column - 1 + name.length },
  };
}

function overlaps(a: Range, b: Range): boolean {
  const isBefore = (one: Range, other: Range): boolean =>
    one.end.line < other.start.line || (one.end.line === other.start.line && one.end.character < other.start.character);
  return !isBefore(a, b) && !isBefore(b, a);
}
