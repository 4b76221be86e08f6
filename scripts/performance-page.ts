// The page docs/performance.md, which several measurements write: each replaces its section.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../test/support/fixture';

const file = join(ROOT, 'docs/performance.md');

/** The commit that is measured. */
export function commit(): string {
  return execFileSync('git', ['-C', ROOT, 'rev-parse', '--short=9', 'HEAD'], { encoding: 'utf8' }).trim();
}

/** What it is measured on. */
export function machine(): string {
  const model =
    /model name\s*:\s*(.*)/.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1] ?? cpus()[0]?.model ?? 'unknown';
  return `${cpus().length} virtual CPUs of ${model}, Node ${process.version}`;
}

/** `text` begins with its heading. A section that is not there yet comes last. */
export function replaceSection(text: string): void {
  const before = readFileSync(file, 'utf8');
  const at = before.indexOf(text.slice(0, text.indexOf('\n') + 1));
  const end = at < 0 ? -1 : before.indexOf('\n## ', at + 1);
  const rest = end < 0 ? '' : before.slice(end);
  writeFileSync(file, `${(at < 0 ? before : before.slice(0, at)).trimEnd()}\n\n${text}${rest}`);
}
