// docs/checks.md, from the list of checks: one section for each slug, with its examples.
import { checks, suppressionDirective, type Check, type Topic } from '../core/src/checks/index';

const topics: Readonly<Record<Topic, string>> = {
  tiling: 'Tiling',
  launch: 'Launch',
  ownership: 'Ownership',
  memory: 'Memory',
  performance: 'Performance',
  rules: "CuTe's own rules",
  silent: 'Where CuTe itself is silent',
  comments: 'Comments',
  cutile: 'cuTile Rust',
};

const opening = `# Checks

Generated from \`core/src/checks\` by \`npm run docs\`; edit those files, not this one.

A check says what it knows: where a value is not known, it is silent.
Its level is a setting, \`cuteLens.checks.<slug>\`: \`error\`, \`warning\`, \`information\`, \`hint\` or \`off\`.
A \`cute-lens.json\` beside the source or in a folder above says the same for everyone who works on a project, and for \`cute-lens check\`; it counts before the settings:

\`\`\`json
{ "checks": { "tile-remainder": "error" } }
\`\`\`

A comment silences one line of code:

\`\`\`cpp
// ${suppressionDirective} tile-remainder -- the last tile is padded
\`\`\`

In CI, \`cute-lens check FILE… --sarif\` writes what code hosts show beside a change; without it, one line for each finding:

\`\`\`
kernel.cu:41:24: warning: the tile of 48 does not divide mode 0 of (_128,_64):(_1,_128), which is 128 [tile-remainder]
\`\`\`

A problem matcher for a task of VS Code that runs it:

\`\`\`json
"problemMatcher": {
  "owner": "cute-lens",
  "fileLocation": ["relative", "\${workspaceFolder}"],
  "pattern": {
    "regexp": "^(.*):(\\\\d+):(\\\\d+): (error|warning|information): (.*) \\\\[([\\\\w-]+)\\\\]$",
    "file": 1, "line": 2, "column": 3, "severity": 4, "message": 5, "code": 6
  }
}
\`\`\``;

/** `performance`: what stands before the checks of performance. */
export function checksPage(performance: string): string {
  const groups = Object.entries(topics).map(([topic, title]) => ({ topic, title, members: checks.filter((check) => check.topic === topic) })).filter(({ members }) => members.length > 0);
  const contents = groups.map(({ title, members }) => `- ${title}: ${members.map(({ slug }) => `[${slug}](#${slug})`).join(', ')}`).join('\n');
  const sections = groups.flatMap(({ topic, title, members }) => [`# ${title}`, ...(topic === 'performance' ? [performance] : []), ...members.map(section)]);
  return `${[opening, contents, ...sections].join('\n\n')}\n`;
}

function section({ slug, title, level, explains, bad, good, language }: Check): string {
  return [`## ${slug}`, `**${title}.** Level: ${level}.`, explains, 'Found:', code(bad, language), 'Right:', code(good, language)].join('\n\n');
}

function code(text: string, language: Check['language']): string {
  return `\`\`\`${language ? 'rust' : 'cpp'}\n${text}\n\`\`\``;
}
