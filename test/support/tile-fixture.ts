// Fixtures of cuTile Rust: marks under names and expressions say `value | grid, region and edges`, or a finding.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { tileLines } from '../../core/src/ide/cutile/describe';
import { factText, type Value } from '../../core/src/index';
import { isTileValue } from '../../core/src/values/tile';
import { analyzeFixture, marksAndFindings } from './check-fixture';
import { FOLDER } from './engine';
import { readFixture, ROOT, type Annotation, type Fixture } from './fixture';

export function tileFixtures(): Fixture[] {
  const folder = join(ROOT, 'test/fixtures/cutile');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.rs'))
    .sort()
    .map((file) => readFixture(join(folder, file)));
}

export function tileText(value: Value): string {
  const lines = isTileValue(value) ? tileLines(value) : [];
  return [factText(value), ...lines].join(' | ');
}

const isFinding = ({ text }: Annotation): boolean => /^(?:error|warning|information|hint)\[/.test(text);

/** What the marks say and what was found at the marked places, the findings of the checks, and bugs of ours; sorted. */
export async function marksAndValues(
  fixture: Fixture,
): Promise<{ readonly marked: readonly string[]; readonly found: readonly string[] }> {
  const analysis = await analyzeFixture(fixture);
  const places = fixture.annotations.filter((one) => !isFinding(one));
  const at = ({ file, start, end }: Pick<Annotation, 'file' | 'start' | 'end'>): string => `${file}:${start}-${end}`;
  const wanted = new Set(places.map(at));
  const facts = [...analysis.facts].flatMap(([file, all]) =>
    all.map((fact) => ({
      fact,
      place: at({ file: file.slice(FOLDER.length + 1), start: fact.span.start, end: fact.span.end }),
    })),
  );
  const values = facts
    .filter(({ place }) => wanted.has(place))
    .flatMap(({ fact, place }) => [...new Set(fact.seen.map(({ value }) => `${place} ${tileText(value)}`))]);
  const findings = await marksAndFindings({ ...fixture, annotations: fixture.annotations.filter(isFinding) });
  return {
    marked: [...places.map((one) => `${at(one)} ${one.text}`), ...findings.marked].sort(),
    found: [...new Set(values), ...findings.found, ...analysis.bugs].sort(),
  };
}
