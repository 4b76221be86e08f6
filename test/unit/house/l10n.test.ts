// Every text that people read has a translation in each language that there is, and no translation is left over.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { atLeast } from '../../support/cases';
import { catalogue, textsOfSources } from '../../../scripts/texts';

const root = join(import.meta.dirname, '..', '..', '..');
const { keys, early, unsaid } = textsOfSources();
const languages = readdirSync(join(root, 'l10n')).map((name) => name.split('.')[2] ?? '');
const textsBelow = (...folders: readonly string[]): readonly (readonly [string, string])[] =>
  folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((name) => name.endsWith('.ts'))
    .map((name) => [name, readFileSync(join(root, name), 'utf8')]);
const operandsOf = (text: string): readonly string[] => [...new Set(text.match(/\{\d+\}/g))].sort();

test('nothing is said while a module loads, before the language is known', () => {
  expect(early).toEqual([]);
});

test('a sentence for readers is said', () => {
  expect(unsaid).toEqual([]);
});

test('what a step of a derivation or a usage error says is said', () => {
  const written = /new UsageError\(\s*(?:'|`[^`$]*[a-z]{3})|\b(?:note|step)\?\.\([^,;]+,[^,;]+,\s*['`]/;
  const english = textsBelow('core/src', 'server/src').filter(([, text]) => written.test(text));
  expect(english.map(([file, text]) => `${file}: ${written.exec(text)?.[0] ?? ''}`)).toEqual([]);
});

describe.each(atLeast(1, languages))('%s', (language) => {
  const said = catalogue(`l10n/bundle.l10n.${language}.json`);

  test('has every text that the sources say, and no other', () => {
    expect([...keys].filter(([key]) => said[key] === undefined).map(([key, file]) => `${file}: ${key}`)).toEqual([]);
    expect(Object.keys(said).filter((key) => !keys.has(key))).toEqual([]);
  });

  test('names the operands of each text', () => {
    const differing = Object.entries(said).filter(
      ([key, text]) => operandsOf(key).join() !== operandsOf(text).join() || text.trim() === '',
    );
    expect(differing).toEqual([]);
  });

  test('has every text of the manifest, and no other', () => {
    const english = catalogue('package.nls.json');
    const translated = catalogue(`package.nls.${language}.json`);
    expect(Object.keys(translated)).toEqual(Object.keys(english));
    // Links and code are those of the English text.
    const codeOf = (text: string | undefined): readonly string[] => text?.match(/\(command:[\w.]+\)|`[^`]*`/g) ?? [];
    for (const [key, text] of Object.entries(english))
      expect([...codeOf(translated[key])].sort(), key).toEqual([...codeOf(text)].sort());
  });
});
