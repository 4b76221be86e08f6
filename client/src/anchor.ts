// Keeps a position in a text valid while the user edits the text before it. Knows no editor.

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface TextChange {
  readonly range: { readonly start: Position; readonly end: Position };
  readonly text: string;
}

/** The position after a list of changes, which are ordered from the end of the text to its start, as VS Code orders
 *  them. A position inside a replaced range moves to the start of the range. */
export function moved(place: Position, changes: readonly TextChange[]): Position {
  return changes.reduce(movedBy, place);
}

function movedBy(place: Position, { range: { start, end }, text }: TextChange): Position {
  // A name is replaced as a whole when it is renamed: its start stays its start.
  if (!isBefore(start, place)) return place;
  if (isBefore(place, end)) return start;
  const lines = text.split('\n');
  const last = lines[lines.length - 1] ?? '';
  const line = place.line - (end.line - start.line) + lines.length - 1;
  if (place.line !== end.line) return { line, character: place.character };
  return {
    line,
    character: place.character - end.character + last.length + (lines.length === 1 ? start.character : 0),
  };
}

function isBefore(one: Position, other: Position): boolean {
  return one.line < other.line || (one.line === other.line && one.character < other.character);
}
