// `cute-lens.json`: what a project says about checks, for everyone who works on it and for CI. It stands in the folder of a
// source file or above; the nearest one counts.
import { readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { nearest } from '../../core/src/base/spelling';
import { checks, type CheckLevel } from '../../core/src/checks/index';
import { checkLevels, readLevel } from './config';

export const projectFileName = 'cute-lens.json';

export interface ProjectFile {
  readonly path: string;
  readonly levels: ReadonlyMap<string, CheckLevel>;
  /** What is wrong with it; the rest still holds. */
  readonly problems: readonly string[];
}

/** The project file that holds for a source file, if there is one. */
export function projectFileOf(file: string): ProjectFile | undefined {
  if (!isAbsolute(file)) return undefined;
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const path = join(folder, projectFileName);
    if (statSync(path, { throwIfNoEntry: false })?.isFile()) return readProjectFile(path, readFileSync(path, 'utf8'));
    if (folder === dirname(folder)) return undefined;
  }
}

/** Levels of checks by source file, until something outside changes. */
export class ProjectLevels {
  private readonly known = new Map<string, ReadonlyMap<string, CheckLevel>>();

  constructor(private readonly log: (text: string) => void) {}

  /** The project's word counts before the user's. */
  of(file: string, users: ReadonlyMap<string, CheckLevel>): ReadonlyMap<string, CheckLevel> {
    const known = this.known.get(file);
    if (known) return known;
    const project = projectFileOf(file);
    project?.problems.forEach((problem) => this.log(`${project.path}: ${problem}`));
    const levels = new Map([...users, ...(project?.levels ?? [])]);
    this.known.set(file, levels);
    return levels;
  }

  forget(): void {
    this.known.clear();
  }
}

export function readProjectFile(path: string, text: string): ProjectFile {
  const given = parse(text);
  if (typeof given === 'string') return { path, levels: new Map(), problems: [given] };
  const { checks: chosen, ...others } = given;
  const problems = Object.keys(others).filter((key) => key !== '$schema').map((key) => `"${key}" means nothing here; there is only "checks"`);
  if (chosen !== undefined && !isObject(chosen)) problems.push('"checks" must be an object: { "tile-remainder": "error" }');
  const levels = new Map<string, CheckLevel>();
  for (const [slug, value] of Object.entries(isObject(chosen) ? chosen : {})) {
    const level = readLevel(value);
    const problem = problemOf(slug, level, value);
    if (problem !== undefined) problems.push(problem);
    else if (level) levels.set(slug, level);
  }
  return { path, levels, problems };
}

function problemOf(slug: string, level: CheckLevel | undefined, value: unknown): string | undefined {
  const slugs = checks.map((one) => one.slug);
  if (!slugs.includes(slug)) {
    const near = nearest(slug, slugs);
    return `there is no check "${slug}"${near === undefined ? '' : `; "${near}" is near`}`;
  }
  return level ? undefined : `the level of "${slug}" is one of ${checkLevels.join(', ')}, not ${JSON.stringify(value)}`;
}

function parse(text: string): Readonly<Record<string, unknown>> | string {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : 'it must hold one object: { "checks": { … } }';
  } catch (error) {
    return `not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON schema of the file, for editors. */
export function projectFileSchema(): unknown {
  const properties = Object.fromEntries(checks.map(({ slug, title, level }) => [slug, { enum: checkLevels, description: `${title}. Without an entry: ${level}, or what the settings say.` }]));
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'CuTe Lens: what a project says about checks',
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      checks: { type: 'object', description: 'The level of each check, by its slug. It holds for everyone, before their settings.', properties, additionalProperties: false },
    },
    additionalProperties: false,
  };
}
