// Compares the `level[slug]: message` marks of a fixture with the findings of the checks: every finding must be marked,
// and every mark must be found.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findingsOf } from '../../server/src/cli/check';
import { checks, type Check } from '../../core/src/checks/index';
import { accessChecks, type Analysis, type Diagnostic, type Fix } from '../../core/src/index';
import { analyzeFiles, FOLDER, type Situation } from './engine';
import { entryText, readFixture, ROOT, type Fixture } from './fixture';

export function checkFixtures(): Fixture[] {
  const folder = join(ROOT, 'test/fixtures/checks');
  return readdirSync(folder)
    .filter((file) => /\.(?:cu|rs)$/.test(file))
    .sort()
    .map((file) => readFixture(join(folder, file)));
}

export function analyzeFixture(fixture: Fixture): Promise<Analysis> {
  return analyzeFiles(programOf(fixture), situationOf(fixture));
}

/** What a fixture's metadata says of the user's choices. */
function situationOf({ args, defines: given, thread, block }: Fixture): Situation {
  const defines = Object.fromEntries(
    given.map((define) => [define.split('=')[0] ?? '', define.replace(/^[^=]*=/, '')]),
  );
  return { args, defines, thread, block };
}

/** What the marks say and what was found, each as `file:line:column-column text`, sorted. */
export async function marksAndFindings(
  fixture: Fixture,
): Promise<{ readonly marked: readonly string[]; readonly found: readonly string[] }> {
  const analysis = await analyzeFixture(fixture);
  const found = findingsOf(analysis, (file) => file.slice(FOLDER.length + 1)).map((one) => {
    const end = one.endLine === one.line ? `${one.endColumn}` : `${one.endLine}:${one.endColumn}`;
    return `${one.file}:${one.line}:${one.column}-${end} ${one.level}[${one.slug}]: ${one.message}`;
  });
  const marked = fixture.annotations.map(({ file, start, end, text }) => {
    const before = (fixture.files.find(({ name }) => name === file)?.text ?? '').slice(0, start);
    const column = start - before.lastIndexOf('\n');
    return `${file}:${before.split('\n').length}:${column}-${column + end - start} ${text}`;
  });
  return { marked: marked.sort(), found: found.sort() };
}

/** One file of a program. */
interface ProgramFile {
  readonly name: string;
  readonly text: string;
}

/** The files of a program after a fix. Edits are in offsets of the texts before. */
export function applyFix(files: readonly ProgramFile[], fix: Fix): readonly ProgramFile[] {
  const edits = [...fix.edits].sort((a, b) => b.span.start - a.span.start);
  return files.map(({ name, text }) => {
    const mine = edits.filter(({ span }) => span.file === `${FOLDER}/${name}`);
    const after = mine.reduce(
      (before, { span, text: inserted }) => before.slice(0, span.start) + inserted + before.slice(span.end),
      text,
    );
    return { name, text: after };
  });
}

export interface Repair {
  readonly diagnostic: Diagnostic;
  readonly fix: Fix;
  /** What is wrong with the repair; nothing where it is good. */
  readonly faults: readonly string[];
}

/** Applies every fix of every finding of a program, each to the program as it was, and looks at what is left. Mistakes
 *  in accesses count for what is one itself: other repairs may leave work there. */
export async function tryFixes(files: readonly ProgramFile[], situation: Situation = {}): Promise<readonly Repair[]> {
  const repairs: Repair[] = [];
  for (const accesses of [false, true]) {
    const how = { ...situation, accesses };
    const before = await analyzeFiles(files, how);
    for (const diagnostic of before.diagnostics.filter(({ code }) => accessChecks.has(code) === accesses)) {
      for (const fix of diagnostic.fixes) {
        const after = await analyzeFiles(applyFix(files, fix), how);
        repairs.push({ diagnostic, fix, faults: faultsOf(before, after, diagnostic) });
      }
    }
  }
  return repairs;
}

/** The repairs of what is found in a fixture. */
export function repairsOf(fixture: Fixture): Promise<readonly Repair[]> {
  return tryFixes(programOf(fixture), situationOf(fixture));
}

/** The files of a fixture as they are analysed: the entry has the `main` of the metadata. */
export function programOf(fixture: Fixture): readonly ProgramFile[] {
  return fixture.files.map(({ name, text }, i) => ({ name, text: i === 0 ? entryText(fixture) : text }));
}

const mistakes: ReadonlySet<string> = new Set(
  checks.filter(({ topic }) => topic === 'accesses').map(({ slug }) => slug),
);

function faultsOf(before: Analysis, after: Analysis, { code }: Diagnostic): readonly string[] {
  const count = (analysis: Analysis, slug: string): number =>
    analysis.diagnostics.filter((one) => one.code === slug).length;
  const others = [...new Set(after.diagnostics.map((one) => one.code))].filter(
    (slug) => slug !== code && (mistakes.has(code) || !mistakes.has(slug)) && count(after, slug) > count(before, slug),
  );
  return [
    ...(count(after, code) >= count(before, code) ? ['the finding is still there'] : []),
    ...(after.refusals.length > before.refusals.length
      ? [`CuTe refuses what it makes: ${after.refusals.map(({ message }) => message).join('; ')}`]
      : []),
    ...(after.problems.length > before.problems.length ? ['it does not parse'] : []),
    ...others.map((slug) => `it brings up ${slug}`),
  ];
}

/** An example of a check as a whole program: statements stand in a function. */
export function exampleProgram(text: string, language?: Check['language']): string {
  if (language === 'cutile-rust') return `use cutile::prelude::*;\n${text}\n`;
  const head = '#include <cute/tensor.hpp>\nusing namespace cute;\n';
  return /__global__|^\s*(?:template|void|int main)\b/m.test(text)
    ? `${head}${text}\n`
    : `${head}void example() {\n${text}\n}\n`;
}

/** The fixture's text with marks for exactly what is found (`UPDATE_EXPECT=1`); to be read before it is kept. */
export async function remarked(fixture: Fixture): Promise<string> {
  const analysis = await analyzeFixture(fixture);
  const found = findingsOf(analysis, (file) => file.slice(FOLDER.length + 1));
  const rewrite = (name: string, text: string): string => {
    const lines = text.split('\n');
    return lines
      .flatMap((line, at) => {
        if (/^\s*\/\/\s*\^+\s+(error|warning|information|hint)\[/.test(line)) return [];
        const here = found
          .filter((one) => one.file === name && one.line === at + 1)
          .sort((a, b) => a.column - b.column);
        return [
          line,
          ...here.map((one) =>
            markOf(
              line,
              one.column - 1,
              (one.endLine === one.line ? one.endColumn : line.length + 1) - 1,
              `${one.level}[${one.slug}]: ${one.message}`,
            ),
          ),
        ];
      })
      .join('\n');
  };
  return fixture.files.map(({ name, text }, i) => `${i === 0 ? '' : `//- /${name}\n`}${rewrite(name, text)}`).join('');
}

/** Carets below columns; a mark cannot stand left of the comment that holds it. */
function markOf(line: string, start: number, end: number, text: string): string {
  const indent = Math.min(/^\s*/.exec(line)?.[0].length ?? 0, Math.max(0, start - 2));
  return `${' '.repeat(indent)}//${' '.repeat(Math.max(0, start - indent - 2))}${'^'.repeat(end - start)} ${text}`;
}
