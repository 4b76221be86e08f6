// `cute-lens.json`: the levels of checks that a project sets for everyone who works on it and for CI. The nearest one
// counts: in the folder of a source file, or in a folder above it.
import { say } from '../../core/src/base/say';
import { dirname, isAbsolute, join } from 'node:path';
import * as z from 'zod/mini';
import { nearest } from '../../core/src/base/spelling';
import { checks, type CheckLevel } from '../../core/src/checks/index';
import type { Files } from './disk';
import { localFiles } from './local-files';
import { checkLevel, checkLevels } from './settings';
import { isObject, messageOf } from './unknown';

export const projectFileName = 'cute-lens.json';

export interface ProjectFile {
  readonly path: string;
  readonly levels: ReadonlyMap<string, CheckLevel>;
  /** What `check` leaves out of folders, in the form of a .gitignore. */
  readonly ignore: readonly string[];
  /** What is wrong with the file, as sentences. Its other entries hold. */
  readonly problems: readonly string[];
}

const levelsOfChecks = z.strictObject(
  Object.fromEntries(
    checks.map(({ slug, title, level }) => {
      const description = say`${title}. Without an entry: ${level}, or the level of the settings.`;
      return [slug, z.optional(checkLevel.check(z.describe(description)))];
    }),
  ),
);

/** What the file may hold. The JSON schema that editors read is generated from this. */
export const projectFileContent = z.strictObject({
  $schema: z.optional(z.string()),
  checks: z.optional(
    levelsOfChecks.check(
      z.describe('The level of each check, by its slug. It holds for everyone and overrides their settings.'),
    ),
  ),
  ignore: z.optional(
    z
      .array(z.string())
      .check(
        z.describe(
          'What `cute-lens check` leaves out of folders, one pattern for each entry, in the form of a .gitignore. A file that is named itself is checked.',
        ),
      ),
  ),
});

/** The project file that holds for a source file, if there is one. */
export function projectFileOf(file: string, files: Files = localFiles): ProjectFile | undefined {
  if (!isAbsolute(file)) return undefined;
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const path = join(folder, projectFileName);
    const text = files.stampOf(path) === undefined ? undefined : files.read(path);
    if (text !== undefined) return readProjectFile(path, text);
    if (folder === dirname(folder)) return undefined;
  }
}

/** Levels of checks by source file. They are kept until something outside changes. */
export class ProjectLevels {
  private readonly known = new Map<string, ReadonlyMap<string, CheckLevel>>();

  constructor(
    private readonly log: (text: string) => void,
    private readonly files: Files,
  ) {}

  /** The levels of the project override those of the user. */
  of(file: string, users: ReadonlyMap<string, CheckLevel>): ReadonlyMap<string, CheckLevel> {
    const known = this.known.get(file);
    if (known) return known;
    const project = projectFileOf(file, this.files);
    project?.problems.forEach((problem) => this.log(`${project.path}: ${problem}`));
    const levels = new Map([...users, ...(project?.levels ?? [])]);
    this.known.set(file, levels);
    return levels;
  }

  forget(): void {
    this.known.clear();
  }
}

/** Reads the text of a project file. An entry that is wrong is a problem and has no effect; the others hold. */
export function readProjectFile(path: string, text: string): ProjectFile {
  const given = parse(text);
  if (typeof given === 'string') return { path, levels: new Map(), ignore: [], problems: [given] };
  const { error } = z.safeParse(projectFileContent, given);
  const problems = (error?.issues ?? []).flatMap((issue) => problemsOf(issue, given));
  return { path, levels: levelsIn(given['checks']), ignore: ignoredIn(given['ignore']), problems };
}

function levelsIn(given: unknown): ReadonlyMap<string, CheckLevel> {
  const levels = new Map<string, CheckLevel>();
  for (const [slug, value] of Object.entries(isObject(given) ? given : {})) {
    const level = z.safeParse(checkLevel, value);
    if (slug in levelsOfChecks.shape && level.success) levels.set(slug, level.data);
  }
  return levels;
}

function ignoredIn(given: unknown): readonly string[] {
  return Array.isArray(given) ? given.filter((one) => typeof one === 'string') : [];
}

/** What the schema refuses, as sentences about the file. */
function problemsOf(issue: z.core.$ZodIssue, given: Readonly<Record<string, unknown>>): readonly string[] {
  const [section, slug] = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => (section === undefined ? noSuchSection(key) : noSuchCheck(key)));
  }
  if (section === 'ignore') return [say`"ignore" must be a list of patterns: ["third_party/"]`];
  // The editor that follows "$schema" says itself what is wrong with it.
  if (section !== 'checks') return [];
  if (slug === undefined) return [say`"checks" must be an object: { "tile-remainder": "error" }`];
  const value = isObject(given['checks']) ? given['checks'][slug] : undefined;
  return [say`the level of "${slug}" is one of ${checkLevels.join(', ')}, not ${JSON.stringify(value)}`];
}

function noSuchSection(key: string): string {
  return say`"${key}" means nothing here; there are only "checks" and "ignore"`;
}

function noSuchCheck(slug: string): string {
  const near = nearest(slug, Object.keys(levelsOfChecks.shape));
  return say`there is no check "${slug}"${near === undefined ? '' : say`; did you mean "${near}"?`}`;
}

function parse(text: string): Readonly<Record<string, unknown>> | string {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : say`it must hold one object: { "checks": { … } }`;
  } catch (error) {
    return say`not JSON: ${messageOf(error)}`;
  }
}
