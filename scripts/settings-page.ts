// Generates files from the table of settings: the section of package.json, docs/settings.md, and the JSON schema of
// cute-lens.json. The schema library writes the JSON schemas.
import * as z from 'zod/mini';
import { projectFileContent } from '../server/src/project-file';
import {
  checkSettings,
  checksSetting,
  editorSettings,
  settings,
  verifySettings,
  type Setting,
} from '../server/src/settings';

/** The groups of settings, in the order of the pages. A setting is in the first group that has the beginning of its
 *  name. */
const groups: readonly { readonly title: string; readonly begins: readonly string[] }[] = [
  { title: 'Program', begins: ['program.', 'defines', 'include', 'including', 'arch', 'sample.'] },
  { title: 'Editor', begins: ['hover.', 'inlayHints.', 'codeLens.', 'completion', 'signatureHelp.', 'playground.'] },
  { title: 'Checks', begins: ['checks', 'confirm'] },
  { title: 'Verification', begins: ['nvccPath', 'cutlassPath', 'run.', 'verify.'] },
  { title: 'Server', begins: [''] },
];

const unordered: readonly Setting[] = [
  ...Object.values(settings),
  checksSetting,
  ...Object.values(verifySettings),
  ...Object.values(editorSettings),
];

const groupOf = ({ key }: Setting): number =>
  groups.findIndex(({ begins }) => begins.some((beginning) => key.startsWith(beginning)));

/** Every setting, in the order of the pages. */
const all: readonly Setting[] = groups.flatMap((_, at) => unordered.filter((setting) => groupOf(setting) === at));

/** The `configuration` section of package.json: a page of the settings editor for each group. */
export function configurationSection() {
  return groups.map(({ title }, at) => ({
    title,
    order: at,
    properties: propertiesOf(all.filter((setting) => groupOf(setting) === at)),
  }));
}

function propertiesOf(some: readonly Setting[]): Readonly<Record<string, unknown>> {
  const properties = some.map((setting) => [
    `cuteLens.${setting.key}`,
    {
      ...jsonSchema(setting.schema),
      default: setting.default,
      scope: setting.scope,
      markdownDescription: setting.description,
    },
  ]);
  return Object.fromEntries(properties) as Readonly<Record<string, unknown>>;
}

/** Settings that an untrusted workspace may not change: those of the machine that a workspace may override. */
export const restrictedConfigurations = all
  .filter(({ scope }) => scope === 'machine-overridable')
  .map(({ key }) => `cuteLens.${key}`);

/** docs/settings.md. */
export function settingsPage(): string {
  const opening =
    '# Settings\n\nGenerated from `server/src/settings.ts` by `npm run docs`; edit that file, not this one.';
  const parts = groups.flatMap(({ title }, at) => [
    `## ${title}`,
    ...all.filter((setting) => groupOf(setting) === at).map(settingPart),
  ]);
  return `${[opening, ...parts].join('\n\n')}\n`;
}

function settingPart(setting: Setting): string {
  const facts = `Default: \`${JSON.stringify(setting.default)}\`. Scope: ${setting.scope}.`;
  const levels =
    setting === checksSetting
      ? [
          '',
          ...[...checkSettings].map(
            ([slug, { default: level, description }]) => `- \`${slug}\` (${level}): ${description}`,
          ),
        ]
      : [];
  return [`### \`cuteLens.${setting.key}\``, '', setting.description, '', facts, ...levels].join('\n');
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
