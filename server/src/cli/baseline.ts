// A baseline: findings that a project had when it began to be checked, and that do not fail it. A finding is known by
// its file, its check and the text of its line, so that it stays known where lines move, in every language, and where
// a later version words it differently. Its message is there for people.
import { say } from '../../../core/src/base/say';
import { writeFileSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import * as z from 'zod/mini';
import type { Finding } from '../library/types';
import { readText } from '../reading';
import { messageOf } from '../unknown';
import { UsageError } from './usage';

const entry = z.object({ file: z.string(), slug: z.string(), message: z.string(), line: z.string() });
const content = z.object({ version: z.literal(1), findings: z.array(entry) });

/** A finding with the text of the line that it is on. */
export interface Located {
  /** The absolute path of the file. */
  readonly path: string;
  readonly text: string;
  readonly finding: Finding;
}

type Entry = z.output<typeof entry>;

/** The findings that are not in the baseline, in their order. Of findings that are the same, as many are known as the
 *  baseline has. */
export function newFindings(found: readonly Located[], baseline: string): readonly Located[] {
  const known = new Map<string, number>();
  for (const one of readBaseline(baseline)) known.set(keyOf(one), (known.get(keyOf(one)) ?? 0) + 1);
  return found.filter((located) => {
    const key = keyOf(entryOf(located, baseline));
    const left = known.get(key) ?? 0;
    known.set(key, left - 1);
    return left <= 0;
  });
}

/** Writes the findings as the new baseline. */
export function writeBaseline(found: readonly Located[], baseline: string): void {
  const findings = found.map((located) => entryOf(located, baseline));
  const lines = findings.map((one) => `    ${JSON.stringify(one)}`).join(',\n');
  const text = `{\n  "version": 1,\n  "findings": [${lines === '' ? '' : `\n${lines}\n  `}]\n}\n`;
  try {
    writeFileSync(baseline, text);
  } catch (error) {
    throw new UsageError(`${baseline}: ${messageOf(error)}`);
  }
}

function entryOf({ path, text, finding: { slug, message } }: Located, baseline: string): Entry {
  const file = relative(dirname(resolve(baseline)), path)
    .split(sep)
    .join('/');
  return { file, slug, message, line: text.trim() };
}

const keyOf = ({ file, slug, line }: Entry): string => JSON.stringify([file, slug, line]);

function readBaseline(file: string): readonly Entry[] {
  try {
    return z.parse(content, JSON.parse(readText(file))).findings;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new UsageError(
      isMissing
        ? say`--baseline ${file}: no such file; --write-baseline ${file} writes it`
        : say`--baseline ${file}: not a baseline of cute-lens`,
    );
  }
}
