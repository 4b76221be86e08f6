// The programs of test/fixtures/planted: complete programs as users of CuTe write them, correct or with one mistake.
// The first line of each says which: `// expect: none`, `// expect: CHECK line N`, or, where the mistake is not found
// yet, `// expect: CHECK line N, not found: WHY`.
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
}

const folder = join(ROOT, 'test/fixtures/planted');
const expected = /^\/\/ expect: (?:none|([\w-]+) line (\d+)(?:, not found: (.+))?)\n/;

/** Throws where the first line of a program says nothing. */
export function plantedPrograms(): readonly Planted[] {
  return readdirSync(folder).map((name): Planted => {
    const text = readFileSync(join(folder, name), 'utf8');
    const match = expected.exec(text);
    if (!match) throw new Error(`the first line of ${name} does not say what is expected`);
    const [, slug, line, missed] = match;
    return {
      name,
      text,
      ...(slug !== undefined && { mistake: { slug, line: Number(line) } }),
      ...(missed !== undefined && { missed }),
    };
  });
}
