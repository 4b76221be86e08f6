// Finds the documentation of each check: the line of its heading in docs/checks.md. Editors can open a text file at a
// line, but not at a heading.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** The URI of the documentation of a check; undefined if there is none. */
export type LinkOf = (slug: string) => string | undefined;

/** Links into the page at `path`; none where it cannot be read. */
export function linksInto(path: string): LinkOf {
  const lines = readPage(path).split('\n');
  const page = pathToFileURL(path).href;
  return (slug) => {
    const heading = lines.indexOf(`## ${slug}`);
    return heading < 0 ? undefined : `${page}#L${heading + 1}`;
  };
}

function readPage(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
