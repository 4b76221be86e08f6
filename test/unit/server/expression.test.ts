// Where an expression that a user typed is put into the text, and how it is taken out again.
import { describe, expect, test } from 'vitest';
import { declarationAfter, undoOf } from '../../../server/src/expression';

describe('where an expression is declared', () => {
  const text = 'void f() {\r\n  auto a = g(1,\r\n    2); // why\r\n  return;\r\n}\r\n';
  const inserted = (offset: number): string => {
    const { start, text: added } = declarationAfter(text, offset, 'x');
    return text.slice(0, start) + added + text.slice(start);
  };

  test('after the statement of the line, though it ends later and in a comment', () => {
    for (const offset of [text.indexOf('auto'), text.indexOf('2)')])
      expect(inserted(offset)).toContain('2); // why\nauto __cute_lens_expression = x\n;\r\n  return;');
  });

  test('behind a string with slashes in it', () => {
    const address = 'auto s = "http://x";\ng(\n1);\n';
    expect(declarationAfter(address, 0, 'x').start).toBe(address.indexOf('\n'));
  });

  test('not inside of a comment that begins behind the statement', () => {
    const long = 'auto s = f(); /* one\n two */\nauto t = g();\n';
    expect(declarationAfter(long, 0, 'x').start).toBe(long.indexOf('g();') + 4);
  });

  test('and can be undone', () => {
    const edit = declarationAfter(text, 3, 'x + y');
    const undo = undoOf(edit);
    const changed = text.slice(0, edit.start) + edit.text + text.slice(edit.start);
    expect(changed.slice(0, undo.start) + changed.slice(undo.end)).toBe(text);
  });
});
