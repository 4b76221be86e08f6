// What a release would publish: its version, its channel, and its notes from CHANGELOG.md. Fails where the tag is not
// the version of package.json, or where there are no notes.
// `node scripts/release-notes.mjs [TAG]` prints the notes; `--channel` prints `stable` or `pre-release` instead.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values: flags, positionals } = parseArgs({ options: { channel: { type: 'boolean' } }, allowPositionals: true });
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const [tag] = positionals;

try {
  if (tag !== undefined && tag !== `v${version}`) throw new Error(`the tag is ${tag}, the version ${version}`);
  console.log(flags.channel ? channelOf(version) : notesOf(version, readFileSync(join(root, 'CHANGELOG.md'), 'utf8')));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

/** Odd minor versions are pre-releases. */
function channelOf(of) {
  return Number(of.split('.')[1]) % 2 === 1 ? 'pre-release' : 'stable';
}

function notesOf(of, changelog) {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((one) => one.split('\n')[0].trim() === of);
  const notes = section?.slice(section.indexOf('\n')).trim() ?? '';
  if (notes === '') throw new Error(`CHANGELOG.md has no notes for ${of}`);
  return notes;
}
