// What a run of random programs about the language found, as text: a table of counts, why values are not known, and the
// list of what is wrong.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { LanguageReport, LanguageTally } from '../language';
import { ROOT } from '../../support/fixture';

const columns = ['programs', 'refused', 'disputed', 'values', 'equal', 'unknown', 'wrong'] as const;

function table(tallies: readonly LanguageTally[]): string {
  const sum = (column: (typeof columns)[number]): number => tallies.reduce((n, one) => n + one[column], 0);
  const row = (name: string, of: (column: (typeof columns)[number]) => number): string =>
    `| ${name} | ${columns.map((column) => String(of(column))).join(' | ')} |`;
  return [
    `| class | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '---:|').join('')}`,
    ...tallies.map((one) => row(one.class, (column) => one[column])),
    row('all', sum),
  ].join('\n');
}

const reasons = (report: LanguageReport, most: number): string[] =>
  [...report.reasons]
    .sort((a, b) => b[1] - a[1])
    .slice(0, most)
    .map(([why, n]) => `not known, ${n}: ${why}`);

const wrong = (report: LanguageReport): string[] =>
  report.wrong.flatMap(({ idiom, count, text, said }) => [
    `#### ${idiom} (${count} wrong in this run)`,
    '```cpp',
    text.trimEnd(),
    '```',
    `- real → shown, ${said}`,
    '',
  ]);

export function printLanguage(report: LanguageReport, seed: number): void {
  console.log([...wrong(report), `seed ${seed}`, table(report.tallies), ...reasons(report, 40)].join('\n'));
}

/** Writes what is wrong on top of what the file says now; each report takes the place of the one before it. */
export function wrongList(path: string, seed: number): (report: LanguageReport) => void {
  const older = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const when = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const title = `## Run of ${when} UTC, seed ${seed}, commit ${commit()}`;
  return (report) => {
    const parts = [title, '', table(report.tallies), '', ...wrong(report), '### Not known', ...reasons(report, 60), ''];
    writeFileSync(path, `${parts.join('\n')}\n${older}`);
  };
}

const commit = (): string =>
  execFileSync('git', ['describe', '--always', '--dirty'], { cwd: ROOT, encoding: 'utf8' }).trim();
