// Where the documentation says more of a check: docs/checks.md, at the line of its heading. Editors open a link into a
// file of text at a line; they know no headings there.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** The URI of what is said of a check; undefined where there is nothing. */
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
