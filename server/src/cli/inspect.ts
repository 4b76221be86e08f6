// `cute-lens inspect`: the declarations of a file with their values, as a table or as JSON.
import { say } from '../../../core/src/base/say';
import { resolve } from 'node:path';
import type { FrontEnd } from '../../../core/src/frontends/front-end';
import { activeInstance, exactText, isA, numbersOf, viewOf } from '../../../core/src/ide/index';
import { tagOf, untype } from '../../../core/src/values/convert';
import {
  analyze,
  factText,
  kindOf,
  type Analysis,
  type AnalyzeInput,
  type Fact,
  type Unknown,
  type Value,
} from '../../../core/src/index';
import { pointerText, spellType } from '../../../core/src/values/print';
import { assumptionsOf } from '../assumptions';
import { lineAt, lineStarts } from '../lines';
import { projectFileOf } from '../project-file';
import { Sources } from '../sources';
import type { FactRow, Report } from '../library/types';
import { unreadIn } from '../unread';
import { findingsOf } from './check';
import type { FileOptions, InspectOptions } from './options';
import { archFor } from '../includes';
import { projectFolder, surroundingsOf } from './project';

/** A file with the local headers it includes, analysed. */
export interface Inspected {
  readonly entry: string;
  readonly analysis: Analysis;
  readonly sources: Sources;
  /** Gives back what the parser holds. */
  readonly close: () => void;
}

/** Analyses a file that is on disk as `text`. The sources stay open. */
export function analyzeFile(
  text: string,
  options: FileOptions,
  frontEnd: FrontEnd,
  levels: AnalyzeInput['levels'] = new Map(),
): Inspected {
  const entry = resolve(options.file);
  const sources = new Sources(frontEnd);
  const texts = new Map([...(options.unsaved ?? []), [entry, text]]);
  for (const [file, content] of texts) sources.open(file, content);
  const workspace = projectFolder(entry);
  const folders = surroundingsOf(options, workspace);
  const roots = options.from?.map((path) => resolve(path)) ?? [];
  const arch = archFor(options.arch, [entry, ...roots], folders.flagsOf);
  const collected = sources.collect(entry, folders, arch, roots);
  return {
    entry,
    sources,
    close: () => [...texts.keys()].forEach((file) => sources.close(file)),
    analysis: analyze({
      entry,
      ...collected,
      assumptions: assumptionsOf({ ...options, arch }, frontEnd),
      levels,
      ...(options.accesses === true && { accesses: true }),
      ...(options.interrupt && { interrupt: options.interrupt }),
    }),
  };
}

/** The report on a file that is on disk as `text`. */
export function inspect(text: string, options: InspectOptions, frontEnd: FrontEnd): Report {
  const { entry, sources, analysis, close } = analyzeFile(
    text,
    { ...options, accesses: true },
    frontEnd,
    projectFileOf(resolve(options.file))?.levels,
  );
  const files = options.allFiles ? [...analysis.facts.keys()] : [entry];
  const ordered = [entry, ...files.filter((file) => file !== entry)];
  const facts = ordered.flatMap((file) =>
    factsOf(analysis, file, sources.textOf(file) ?? '', file === entry ? options.file : file),
  );
  close();
  const diagnostics = findingsOf(analysis, (file) => (file === entry ? options.file : file));
  const unread = unreadIn(analysis).get(entry);
  return {
    file: options.file,
    ...(unread !== undefined && { unread }),
    facts,
    diagnostics: options.allFiles ? diagnostics : diagnostics.filter(({ file }) => file === options.file),
  };
}

function factsOf(analysis: Analysis, file: string, text: string, shownAs: string): FactRow[] {
  const lines = lineStarts(text);
  const declared = (analysis.facts.get(file) ?? []).filter(
    ({ role }) => role === 'declaration' || role === 'binding' || role === 'alias',
  );
  return declared.flatMap((fact) => factRow(fact, analysis, lines, shownAs) ?? []);
}

/** The row of a declaration; undefined where its value has no printed form. */
export function factRow(fact: Fact, analysis: Analysis, lines: readonly number[], file: string): FactRow | undefined {
  const view = viewOf(fact, analysis, activeInstance(analysis, undefined));
  if (!view || fact.name === undefined || !isReported(view.lead.value)) return undefined;
  const { lead } = view;
  const value = untype(lead.value);
  const isKnown = !isA(value, 'unknown');
  const line = lineAt(lines, fact.start);
  const instance = analysis.instances.find(({ id }) => id === lead.instance);
  const assumes = analysis.assumptions
    .filter(({ id }) => lead.assumes.includes(id))
    .map((assumption) => assumption.text);
  return {
    file,
    line: line + 1,
    column: fact.start - (lines[line] ?? 0) + 1,
    name: fact.name,
    kind: kindOf(value),
    text: isKnown ? factText(value) : null,
    texts: textsOf(fact, analysis),
    ...tensorFields(value),
    instance: instance && lead.instance !== 0 ? instance.label : null,
    assumes,
    ...(isA(value, 'unknown') ? { unknown: unknownRow(value) } : {}),
  };
}

function unknownRow({ cause, form }: Unknown): NonNullable<FactRow['unknown']> {
  return {
    reason: cause.message,
    needs: cause.needs ?? [],
    ...(form && { form: factText(form.shown), unlikeOne: form.unlikeOne, strides: form.strides }),
  };
}

/** The texts of a declaration, one for each distinct value. If the program reaches the declaration, values from
 *  unreached instances (with symbols) are left out. */
function textsOf(fact: Fact, analysis: Analysis): readonly string[] {
  const reached = fact.seen.filter(({ instance }) => analysis.instances[instance]?.reached ?? true);
  const known = (reached.length > 0 ? reached : fact.seen)
    .map(({ value }) => untype(value))
    .filter((value) => !isA(value, 'unknown'));
  return [...new Set(known.map(factText))];
}

/** Whether a value gets a row. Functions, structs and plain scalar types have no useful printed form. */
function isReported(value: Value): boolean {
  if (isA(value, 'type'))
    return !['scalar', 'dynamic', 'struct', 'callable', 'tag', 'type', 'void', 'text', 'pointer'].includes(
      tagOf(value.of),
    );
  return !['struct', 'callable', 'void', 'tag', 'text'].includes(tagOf(value));
}

function tensorFields(value: Value): Partial<FactRow> {
  if (!isA(value, 'tensor')) return {};
  const { data, owning } = value;
  const offset: Value = data.offset;
  const pointer = pointerText(data);
  return {
    space: owning ? 'rmem' : data.space,
    ...(data.space === 'coordinates' ? {} : { element: spellType(data.element) }),
    ...(pointer !== undefined && { pointer }),
    ...(owning || isA(offset, 'unknown') ? {} : { offset: numbersOf([offset])?.[0] ?? exactText(offset) }),
  };
}

/** The report as text for people: one line a declaration, aligned. */
export function asTable({ facts }: Report): string {
  const rows = facts.map((fact) => {
    const text = fact.unknown ? unknownText(fact.unknown) : oneLine(fact.text ?? '');
    const details = [fact.space, fact.element].filter(Boolean).join(' ');
    const more = fact.texts.length > 1 ? `  (${say`${fact.texts.length} values`})` : '';
    return [`${fact.file}:${fact.line}`, fact.name, `${text}${details ? `  ${details}` : ''}${more}`] as const;
  });
  const width = (at: 0 | 1): number => Math.min(40, Math.max(0, ...rows.map((row) => row[at].length)));
  return rows.map(([place, name, text]) => `${place.padEnd(width(0))}  ${name.padEnd(width(1))}  ${text}\n`).join('');
}

/** The form of what is not known, where there is one, and the reason. */
function unknownText({ form, reason }: NonNullable<FactRow['unknown']>): string {
  return form === undefined ? `? ${reason}` : `? ${oneLine(form)}: ${reason}`;
}

/** The first line. Tiled operations are printed in several lines, and a table has room for one. */
function oneLine(text: string): string {
  const line = text.trimEnd().replace(/\n\s*/g, '; ').replace(/ +/g, ' ');
  return line.length <= widestText || !text.includes('\n') ? line : `${line.slice(0, widestText - 1)}…`;
}

const widestText = 100;
