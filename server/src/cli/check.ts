// `cute-lens check`: what the checks find in files, for people, scripts (JSON) and CI (SARIF).
import { resolve } from 'node:path';
import type { FrontEnd } from '../../../core/src/frontends/front-end';
import type { Analysis, Diagnostic, FileId, Level, Span } from '../../../core/src/index';
import { lineAt, lineStarts } from '../lines';
import { projectFileOf } from '../project-file';
import { analyzeFile } from './inspect';
import type { FileOptions } from './options';
import { UsageError } from './usage';

/** A finding as the command line reports it; lines and columns count from 1. */
export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly level: Level;
  readonly slug: string;
  readonly message: string;
  readonly related: readonly (Place & { readonly message: string })[];
  readonly fixes: readonly { readonly title: string; readonly edits: readonly (Place & { readonly text: string })[] }[];
}

type Place = Pick<Finding, 'file' | 'line' | 'column' | 'endLine' | 'endColumn'>;

/** The findings in a file with this text, and in the local headers that it includes. */
export function checkFile(text: string, options: FileOptions, frontEnd: FrontEnd): readonly Finding[] {
  const project = projectFileOf(resolve(options.file));
  if (project && project.problems.length > 0) throw new UsageError(`${project.path}: ${project.problems.join('; ')}`);
  const { entry, analysis, sources } = analyzeFile(text, options, frontEnd, project?.levels);
  sources.close(entry);
  return findingsOf(analysis, (file) => (file === entry ? options.file : file));
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
