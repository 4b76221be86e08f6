// The programs of test/fixtures/planted: complete programs as users of CuTe write them, correct or with one mistake.
// The first line of each says which: `// expect: none`, `// expect: CHECK line N`, or, where the mistake is not found
// yet, `// expect: CHECK line N, not found: WHY`; `// expect: none, synccheck: TEXT` names what that tool says of a
// correct program. Beside them, what a GPU and compute-sanitizer said of each
// (`scripts/judge-planted.mjs`).
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './fixture';

export interface Planted {
  readonly name: string;
  readonly text: string;
  /** The check that should find it, and the line; absent in a correct program. */
  readonly mistake?: { readonly slug: string; readonly line: number };
  /** Why it is not found yet. */
  readonly missed?: string;
  /** What synccheck says of the program though it is correct. */
  readonly unfounded?: string;
  /** What a GPU said of this very text; absent where none has judged it. */
  readonly judged?: Judged;
}

export interface Judged {
  readonly builds: boolean;
  /** The program itself ended well and printed PASS. */
  readonly passes: boolean;
  /** The tools of compute-sanitizer that reported something. */
  readonly reports: readonly string[];
  /** Those that did not end. */
  readonly hangs: readonly string[];
}

interface Records {
  /** The GPU, and the version of nvcc. */
  readonly judgedOn: readonly string[];
  readonly programs: readonly ({
    readonly name: string;
    readonly digest: string;
    /** Where this program was judged on another machine. */
    readonly judgedOn?: readonly string[];
    readonly builds: boolean;
    readonly exit?: number | string;
    readonly prints?: string;
  } & Partial<Record<Tool, { readonly found: number | string; readonly says?: string }>>)[];
}

const tools = ['memcheck', 'racecheck', 'initcheck', 'synccheck'] as const;
type Tool = (typeof tools)[number];

const records = JSON.parse(readFileSync(join(ROOT, 'test/fixtures/planted-judged.json'), 'utf8')) as Records;

/** The GPUs and compilers that judged, in words. */
export const judgedOn = [...new Set([records, ...records.programs].map((one) => (one.judgedOn ?? []).join('; ')))]
  .filter(Boolean)
  .join(', or ');

const folder = join(ROOT, 'test/fixtures/planted');
const expected = /^\/\/ expect: (?:none(?:, synccheck: (.+))?|([\w-]+) line (\d+)(?:, not found: (.+))?)\n/;

/** Throws where the first line of a program says nothing. */
export function plantedPrograms(): readonly Planted[] {
  return readdirSync(folder).map((name): Planted => {
    const text = readFileSync(join(folder, name), 'utf8');
    const match = expected.exec(text);
    if (!match) throw new Error(`the first line of ${name} does not say what is expected`);
    const [, unfounded, slug, line, missed] = match;
    return {
      name,
      text,
      ...(slug !== undefined && { mistake: { slug, line: Number(line) } }),
      ...(missed !== undefined && { missed }),
      ...(unfounded !== undefined && { unfounded }),
      ...judgedAs(name, text, unfounded),
    };
  });
}

/** Records are for a text: the first line, which says what is expected, is no part of it. */
function judgedAs(name: string, text: string, unfounded: string | undefined): Pick<Planted, 'judged'> {
  const digest = createHash('sha256')
    .update(text.slice(text.indexOf('\n')))
    .digest('hex');
  const record = records.programs.find((one) => one.name === name && digest.startsWith(one.digest));
  if (!record) return {};
  const passes = record.exit === 0 && record.prints === 'PASS';
  const hangs = tools.filter((tool) => record[tool]?.found === 'hangs');
  const isFounded = (tool: Tool): boolean =>
    tool !== 'synccheck' || unfounded === undefined || record[tool]?.says !== unfounded;
  const reports = tools.filter((tool) => (record[tool]?.found ?? 0) !== 0 && !hangs.includes(tool) && isFounded(tool));
  return { judged: { builds: record.builds, passes, reports, hangs } };
}
