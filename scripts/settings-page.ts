// Generates files from the table of settings: the section of package.json, docs/settings.md, and the JSON schema of
// cute-lens.json. The schema library writes the JSON schemas.
import * as z from 'zod/mini';
import { projectFileContent } from '../server/src/project-file';
import { checkSettings, editorSettings, settings, verifySettings, type Setting } from '../server/src/settings';

/** Every setting, in the order of the pages. */
const all: readonly Setting[] = [
  ...Object.values(settings),
  ...Object.values(verifySettings),
  ...Object.values(editorSettings),
  ...checkSettings.values(),
];

/** The `configuration` section of package.json. */
export function configurationSection() {
  const properties = all.map((setting) => [
    `cuteLens.${setting.key}`,
    {
      ...jsonSchema(setting.schema),
      default: setting.default,
      scope: setting.scope,
      markdownDescription: setting.description,
    },
  ]);
  return { title: 'CuTe Lens', properties: Object.fromEntries(properties) as Readonly<Record<string, unknown>> };
}

/** Settings that an untrusted workspace may not change: those of the machine that a workspace may override. */
export const restrictedConfigurations = all
  .filter(({ scope }) => scope === 'machine-overridable')
  .map(({ key }) => `cuteLens.${key}`);

/** docs/settings.md. */
export function settingsPage(): string {
  const opening =
    '# Settings\n\nGenerated from `server/src/settings.ts` by `npm run docs`; edit that file, not this one.';
  const parts = all.map((setting) => {
    const facts = `Default: \`${JSON.stringify(setting.default)}\`. Scope: ${setting.scope}.`;
    return [`## \`cuteLens.${setting.key}\``, '', setting.description, '', facts].join('\n');
  });
  return `${[opening, ...parts].join('\n\n')}\n`;
}

/** The JSON schema of cute-lens.json, for editors. */
export function projectFileSchema() {
  const title = 'CuTe Lens: the levels of checks that a project sets';
  return { $schema: 'http://json-schema.org/draft-07/schema#', title, ...jsonSchema(projectFileContent) };
}

/** The schema of what a user may write. What holds of every setting (string keys, no writing) is left out. */
export function jsonSchema(schema: z.core.$ZodType): Readonly<Record<string, unknown>> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    override: ({ jsonSchema: written }) => {
      delete written.propertyNames;
      delete written.readOnly;
      // The library's way to write "an integer that JavaScript represents exactly".
      if (written.maximum === Number.MAX_SAFE_INTEGER) delete written.maximum;
      if (written.minimum === Number.MIN_SAFE_INTEGER) delete written.minimum;
    },
  });
  return rest;
}
