// Blocks as plain text, for editors that show no Markdown. Links have no place in it: what they lead to is left out,
// their words stay.
import type { Block, Inline } from '../../../core/src/ide/index';

/** One block as text; empty where nothing of it can be read. */
export function toPlain(block: Block): string {
  switch (block.is) {
    case 'printed':
      return block.text.trimEnd();
    case 'line':
      return inline(block.content);
    case 'list':
      return `${unticked(block.title)} ${block.items.map(inline).join(' · ')}`;
    case 'table':
      return aligned([
        block.header.map((cell) => (typeof cell === 'string' ? unticked(cell) : inline([cell]))),
        ...block.rows.map((cells) => cells.map((cell) => inline([cell]))),
      ]);
    case 'actions':
      return '';
  }
}

/** The name that a line begins with is bold in Markdown. */
function inline(content: readonly Inline[]): string {
  return content
    .map(({ is, text }, at) => unticked(text) + (is === 'name' && at === 0 && content.length > 1 ? ':' : ''))
    .join('');
}

/** Sentences of the core mark code with backticks. */
const unticked = (text: string): string => text.replace(/`([^`]+)`/g, '$1');

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((cells) => cells[at]?.length ?? 0)));
  return rows
    .map((cells) =>
      cells
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
