// Finds the documentation of each check: the line of its heading in docs/checks.md. Editors can open a text file at a
// line, but not at a heading.
import { pathToFileURL } from 'node:url';
import { textOfFile } from './reading';

/** The URI of the documentation of a check; undefined if there is none. */
export type LinkOf = (slug: string) => string | undefined;

/** Links into the page at `path`; none where it cannot be read. */
export function linksInto(path: string): LinkOf {
  const lines = textOfFile(path).split('\n');
  const page = pathToFileURL(path).href;
  return (slug) => {
    const heading = lines.indexOf(`## ${slug}`);
    return heading < 0 ? undefined : `${page}#L${heading + 1}`;
  };
}
