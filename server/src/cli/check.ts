// `cute-lens check`: what the checks find in files, for people, scripts (JSON) and CI (SARIF).
import { resolve } from 'node:path';
import { say } from '../../../core/src/base/say';
import type { FrontEnd } from '../../../core/src/frontends/front-end';
import { unfollowedKernels } from '../../../core/src/ide/index';
import type { Analysis, Diagnostic, FileId, Span } from '../../../core/src/index';
import type { Finding, NotFollowed, Place } from '../library/types';
import { lineAt, lineStarts } from '../lines';
import { projectFileOf } from '../project-file';
import { unreadIn } from '../unread';
import { analyzeFile } from './inspect';
import type { FileOptions } from './options';
import type { Located } from './baseline';
import { UsageError } from './usage';

/** The findings of a program, and the files that it is made of, by their absolute paths. */
export interface Checked {
  /** The absolute path of the file that was asked for. */
  readonly entry: string;
  readonly findings: readonly Located[];
  readonly read: readonly string[];
  /** Why files were not read at all, by their absolute paths. */
  readonly unread: ReadonlyMap<string, string>;
  readonly notFollowed: readonly NotFollowed[];
}

/** The findings in a file with this text, and in the local headers that it includes. */
export function checkProgram(text: string, options: FileOptions, frontEnd: FrontEnd): Checked {
  const project = projectFileOf(resolve(options.file));
  if (project && project.problems.length > 0) throw new UsageError(`${project.path}: ${project.problems.join('; ')}`);
  const { entry, analysis, close } = analyzeFile(text, options, frontEnd, project?.levels);
  const lines = new Map<FileId, readonly string[]>();
  const lineIn = (file: FileId, line: number): string => {
    const known = lines.get(file) ?? (analysis.sources.get(file)?.text ?? '').split('\n');
    lines.set(file, known);
    return known[line - 1] ?? '';
  };
  close();
  const findings = findingsOf(analysis, (file) => file).map((finding) => ({
    path: finding.file,
    text: lineIn(finding.file, finding.line),
    finding: named(finding, entry, options.file),
  }));
  const notFollowed = notFollowedIn(analysis).map((one) => (one.file === entry ? { ...one, file: options.file } : one));
  return { entry, findings, read: [...analysis.sources.keys()], unread: unreadIn(analysis), notFollowed };
}

/** The kernels of an analysis whose accesses are not checked, or not all. */
function notFollowedIn(analysis: Analysis): readonly NotFollowed[] {
  return unfollowedKernels(analysis).map(({ name, at, isLost, reasons }) => {
    const starts = lineStarts(analysis.sources.get(at.file)?.text ?? '');
    const line = lineAt(starts, at.start);
    const why = reasons.map((reason) => {
      const text = reason.at && analysis.sources.get(reason.at.file)?.text;
      return reason.at && text !== undefined
        ? say`${reason.why}, line ${lineAt(lineStarts(text), reason.at.start) + 1}`
        : reason.why;
    });
    const column = at.start - (starts[line] ?? 0) + 1;
    return { file: at.file, line: line + 1, column, kernel: name, what: isLost ? 'all' : 'some', why };
  });
}

/** The finding with the name of the entry file as it was given. */
function named(finding: Finding, entry: FileId, shown: string): Finding {
  const here = <T extends { readonly file: string }>(place: T): T =>
    place.file === entry ? { ...place, file: shown } : place;
  return {
    ...here(finding),
    related: finding.related.map(here),
    fixes: finding.fixes.map((fix) => ({ ...fix, edits: fix.edits.map(here) })),
  };
}

/** The findings of an analysis in source order, those of the entry file first. `shown` gives the displayed name of a
 *  file. */
export function findingsOf(analysis: Analysis, shown: (file: FileId) => string): readonly Finding[] {
  const lines = new Map<FileId, readonly number[]>();
  const place = ({ file, start, end }: Span): Place => {
    const starts = lines.get(file) ?? lineStarts(analysis.sources.get(file)?.text ?? '');
    lines.set(file, starts);
    const at = (offset: number): readonly [number, number] => {
      const line = lineAt(starts, offset);
      return [line + 1, offset - (starts[line] ?? 0) + 1];
    };
    const [[line, column], [endLine, endColumn]] = [at(start), at(end)];
    return { file: shown(file), line, column, endLine, endColumn };
  };
  const own = analysis.diagnostics.filter(({ span }) => span.file === analysis.entry);
  const others = analysis.diagnostics.filter(({ span }) => span.file !== analysis.entry);
  return [...own, ...others].map((diagnostic) => findingOf(diagnostic, place));
}

function findingOf({ code, level, span, message, related, fixes }: Diagnostic, place: (span: Span) => Place): Finding {
  return {
    ...place(span),
    level,
    slug: code,
    message,
    related: related.map((one) => ({ ...place(one.span), message: one.message })),
    fixes: fixes.map(({ title, edits }) => ({
      title,
      edits: edits.map((edit) => ({ ...place(edit.span), text: edit.text })),
    })),
  };
}

/** True for findings that make the command fail: errors and warnings. */
export function isSerious({ level }: Finding): boolean {
  return level === 'error' || level === 'warning';
}

/** One line for each finding, in the format of compilers. Hints are left out: they are for editors. */
export function asLines(findings: readonly Finding[]): string {
  return findings
    .filter(({ level }) => level !== 'hint')
    .map(
      ({ file, line, column, level, message, slug }) => `${file}:${line}:${column}: ${level}: ${message} [${slug}]\n`,
    )
    .join('');
}
