// Writes findings as SARIF 2.1.0, which code hosts display beside the changed lines.
import { pathToFileURL } from 'node:url';
import { isAbsolute } from 'node:path';
import { checks } from '../../../core/src/checks/index';
import type { Level } from '../../../core/src/index';
import type { Finding } from '../library/types';

/** The three levels of SARIF. */
const levels: Readonly<Record<Level, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'note',
};

type Place = Pick<Finding, 'file' | 'line' | 'column' | 'endLine' | 'endColumn'>;

export function sarif(findings: readonly Finding[], version: string): unknown {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'cute-lens',
            ...(/^\d/.test(version) && { semanticVersion: version }),
            rules: checks.map(rule),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: findings.map(result),
      },
    ],
  };
}

function rule({ slug, title, explains, level, topic }: (typeof checks)[number]): unknown {
  return {
    id: slug,
    shortDescription: { text: `${title}.` },
    fullDescription: { text: explains.replace(/`/g, ''), markdown: explains },
    help: { text: explains.replace(/`/g, ''), markdown: explains },
    defaultConfiguration: { level: levels[level] },
    properties: { tags: [topic] },
  };
}

function result(finding: Finding): unknown {
  const { slug, level, message, related, fixes } = finding;
  return {
    ruleId: slug,
    ruleIndex: checks.findIndex((check) => check.slug === slug),
    level: levels[level],
    message: { text: message },
    locations: [{ physicalLocation: location(finding) }],
    ...(related.length > 0 && {
      relatedLocations: related.map((one, id) => ({
        id,
        message: { text: one.message },
        physicalLocation: location(one),
      })),
    }),
    ...(fixes.length > 0 && { fixes: fixes.map(fix) }),
  };
}

function fix({ title, edits }: Finding['fixes'][number]): unknown {
  const artifactChanges = edits.map((edit) => {
    const { artifactLocation, region } = location(edit);
    return { artifactLocation, replacements: [{ deletedRegion: region, insertedContent: { text: edit.text } }] };
  });
  return { description: { text: title }, artifactChanges };
}

function location({ file, line, column, endLine, endColumn }: Place) {
  const uri = isAbsolute(file) ? pathToFileURL(file).href : encodeURI(file.replaceAll('\\', '/'));
  return { artifactLocation: { uri }, region: { startLine: line, startColumn: column, endLine, endColumn } };
}
