// `npm run confirm:library`: compares the evaluator with the real CuTe on declarations of libraries. The trait and
// mainloop structs named in test/oracle/library-code.json are instantiated on both sides: by the host compiler from the
// user's checkouts (CUTLASS_DIR, and FLASH_ATTN_DIR and similar variables if they are set), and by the evaluator.
// Prints every difference; exit code 1 if there is one.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyze, factText } from '../core/src/index';
import { assumptionsOf } from '../server/src/assumptions';
import { Sources } from '../server/src/sources';
import { ask, findHost, headOf, type Answer, type Host } from '../test/oracle/host';
import { cutlassFolders } from '../server/src/includes';
import { cudaFrontEnd } from '../test/support/front-end';
import { ROOT } from '../test/support/fixture';

interface Group {
  readonly folder: string;
  readonly file: string;
  /** What `__CUDA_ARCH__` is while the file is read; absent where the file does not ask. */
  readonly arch?: number;
  /** Folders of the project in which its headers are looked up, beside its own. */
  readonly includes?: readonly string[];
  /** Headers that the file expects to be there. */
  readonly before: readonly string[];
  readonly classes: readonly { readonly type: string; readonly members: readonly string[] }[];
  readonly expressions: readonly string[];
}

interface Listed {
  readonly project: string;
  /** The environment variable that names a checkout of it. */
  readonly variable: string;
  readonly commit: string;
  readonly groups: readonly Group[];
}

/** `device`: what only device code has, declared so that a host compiler reads the headers; never called. */
const { device, projects } = JSON.parse(readFileSync(join(ROOT, 'test/oracle/library-code.json'), 'utf8')) as {
  readonly device: readonly string[];
  readonly projects: readonly Listed[];
};

interface Outcome {
  readonly folder: string;
  readonly equal: number;
  readonly other: readonly string[];
}

function questionsOf({ classes, expressions }: Group): readonly { readonly name: string; readonly expr: string }[] {
  const members = classes.flatMap(({ type, members: names }, i) =>
    names.map((name) => ({ name: `${type.replace(/<.*/s, '')}[${i}]::${name}`, expr: `typename ${type}::${name}{}` })),
  );
  return [...members, ...expressions.map((expr) => ({ name: expr, expr }))];
}

function includesOf(group: Group): string {
  const [open, close] =
    group.arch === undefined ? ['', ''] : [`#define __CUDA_ARCH__ ${group.arch}\n`, '#undef __CUDA_ARCH__\n'];
  const before = group.before.map((header) => `#include ${header.includes('/') ? `<${header}>` : `"${header}"`}\n`);
  return `${before.join('')}${open}#include "${group.file}"\n${close}`;
}

async function printed(host: Host, dir: string, group: Group): Promise<readonly Answer[]> {
  const prelude = `#include <cuda_runtime.h>\n#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n${device.join('\n')}\n${includesOf(group)}`;
  const folders = [group.folder, ...(group.includes ?? [])].map((folder) => `-I${join(dir, folder)}`);
  return ask(
    // The headers call functions of CUDA that nobody calls here.
    { ...host, prelude, flags: ['-fpermissive', ...folders, '-no-pie', '-Wl,--unresolved-symbols=ignore-all'] },
    questionsOf(group).map(({ expr }, i) => ({ id: String(i), expr })),
  );
}

/** What the evaluator says of the same, from the same files. */
async function evaluated(dir: string, group: Group): Promise<readonly string[]> {
  const frontEnd = await cudaFrontEnd();
  const sources = new Sources(frontEnd);
  const entry = join(dir, group.folder, 'cute_lens_questions.cu');
  const questions = questionsOf(group);
  const local = group.before
    .filter((header) => !header.includes('/'))
    .map((header) => `#include "${header}"\n`)
    .join('');
  sources.open(
    entry,
    `${local}#include "${group.file}"\nusing namespace cute;\nvoid questions() {\n${questions.map(({ expr }, i) => `  auto answer_${i} = ${expr};\n`).join('')}}\n`,
  );
  const arch = group.arch ?? 900;
  const analysis = analyze({
    entry,
    ...sources.collect(
      entry,
      {
        includePaths: (group.includes ?? []).map((folder) => join(dir, folder)),
        cutlass: cutlassFolders('', undefined),
      },
      arch,
    ),
    assumptions: assumptionsOf({ args: '', defines: {}, thread: [0, 0, 0], block: [0, 0, 0], arch }, frontEnd),
  });
  const facts = analysis.facts.get(entry) ?? [];
  return questions.map((_, i) => {
    const value = facts.find((fact) => fact.role === 'declaration' && fact.name === `answer_${i}`)?.seen[0]?.value;
    if (value === undefined) return '? not evaluated';
    const one = value as Exclude<typeof value, readonly unknown[]>;
    return !Array.isArray(value) && one.is === 'unknown' ? `? ${one.cause.message}` : factText(value);
  });
}

async function confirmGroup(host: Host, dir: string, group: Group): Promise<Outcome> {
  const [answers, ours] = [await printed(host, dir, group), await evaluated(dir, group)];
  const other = questionsOf(group).flatMap(({ name }, i): readonly string[] => {
    const answer = answers[i];
    const cute = answer && 'text' in answer ? answer.text.trim() : `not answered: ${JSON.stringify(answer)}`;
    return cute === ours[i]?.trim()
      ? []
      : [`${group.folder}/${group.file}: ${name}\n    CuTe: ${cute}\n    here: ${ours[i] ?? ''}`];
  });
  return { folder: group.folder, equal: answers.length - other.length, other };
}

const host = findHost();
const outcomes: Outcome[] = [];
for (const listed of projects) {
  const dir = process.env[listed.variable];
  if (dir === undefined || !existsSync(dir)) {
    console.log(`${listed.project}: ${listed.variable} names no checkout`);
    continue;
  }
  const commit = process.env[listed.variable.replace(/DIR$/, 'COMMIT')] ?? headOf(dir);
  if (commit !== listed.commit)
    console.log(`${listed.project} is at ${commit ?? 'an unknown commit'}; the list is for ${listed.commit}`);
  for (const group of listed.groups) outcomes.push(await confirmGroup(host, dir, group));
}
const folders = [...new Set(outcomes.map(({ folder }) => folder))];
const sum = (folder: string): { readonly equal: number; readonly other: number } => {
  const own = outcomes.filter((outcome) => outcome.folder === folder);
  return {
    equal: own.reduce((total, { equal }) => total + equal, 0),
    other: own.reduce((total, { other }) => total + other.length, 0),
  };
};
const lines = folders.map((folder) => `${folder}: ${sum(folder).equal} equal, ${sum(folder).other} not`);
console.log([...outcomes.flatMap(({ other }) => other), ...lines].join('\n'));
process.exitCode = outcomes.some(({ other }) => other.length > 0) ? 1 : 0;
