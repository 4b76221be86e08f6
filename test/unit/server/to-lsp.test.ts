// Blocks become Markdown that shows every character as it is.
import { expect, test } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { code, place, plain } from '../../../core/src/ide/blocks';
import { toMarkdown } from '../../../server/src/lsp/to-lsp';

const text = TextDocument.create('', '', 0, 'line one\nline two\n');
const rendering = {
  uri: 'file:///a.cu',
  shows: { commands: ['cuteLens.selectThread'], layouts: 'cute-layout' },
  rangeOf: ({ start, end }: { start: number; end: number }) => ({
    start: text.positionAt(start),
    end: text.positionAt(end),
  }),
};

test('printed text stands in a fence of its own language', () => {
  expect(toMarkdown({ is: 'printed', text: '(_8,4):(_1,_8)' }, rendering)).toBe('```cute-layout\n(_8,4):(_1,_8)\n```');
});

test('text is escaped, code is not, and a code span survives backticks', () => {
  expect(toMarkdown({ is: 'line', content: [plain('a_b *c* [d]'), code('_8_'), code('a`b')] }, rendering)).toBe(
    'a\\_b \\*c\\* \\[d\\]`_8_``` a`b ``',
  );
});

test('code in a sentence of the core stays code', () => {
  expect(toMarkdown({ is: 'line', content: [plain('M = 5120, default of `m_rows`')] }, rendering)).toBe(
    'M = 5120, default of `m_rows`',
  );
});

test('a table has a row for each mode, and a bar does not end a cell', () => {
  const table = { is: 'table', header: ['mode', 'shape'], rows: [[plain('0'), code('a|b')]] } as const;
  expect(toMarkdown(table, rendering)).toBe('| mode | shape |\n| --- | --- |\n| 0 | `a\\|b` |');
});

test('a place is a link to its line', () => {
  expect(toMarkdown({ is: 'line', content: [place('there', { file: '/b.cu', start: 14, end: 17 })] }, rendering)).toBe(
    '[there](file:///b.cu#L2,6)',
  );
});

test('actions are links to commands, with the document as argument', () => {
  const actions = { is: 'actions', actions: [{ title: 'Sample Thread', action: 'selectThread' }] } as const;
  expect(toMarkdown(actions, rendering)).toBe(
    `[Sample Thread](command:cuteLens.selectThread?${encodeURIComponent('["file:///a.cu"]')})`,
  );
});

test('short items of a list share a line, long ones have their own', () => {
  expect(toMarkdown({ is: 'list', title: 'assumes', items: [[plain('m = 1')], [plain('n = 2')]] }, rendering)).toBe(
    '_assumes_ m = 1 · n = 2',
  );
  const long = 'x'.repeat(200);
  expect(toMarkdown({ is: 'list', title: 'assumes', items: [[plain(long)], [plain(long)]] }, rendering)).toBe(
    `_assumes_ \n- ${long}\n- ${long}`,
  );
});
