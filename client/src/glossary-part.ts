// Finds the part of docs/glossary.md about one word.

/** The part of a page below the heading that a term names: `static-integer` is `## Static integer`. */
export function partOf(text: string, term: string): string | undefined {
  const parts = text.split(/^(?=## )/m).slice(1);
  return parts.find((part) => slugOf(part) === term)?.trimEnd();
}

const slugOf = (part: string): string => part.slice(3, part.indexOf('\n')).trim().toLowerCase().replace(/ /g, '-');
