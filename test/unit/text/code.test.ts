// What is code in a text: comments and literals blanked, whatever they hold, and every offset where it was.
import { describe, expect, test } from 'vitest';
import { codeOf, isInComment, isInLiteral, sourceOf, statementsOf, surroundings } from '../../../core/src/text/code';
import { allLanguages } from '../../support/front-end';
import { random } from '../../support/random';

const code = (text: string): string => codeOf(sourceOf(text));

describe('C++', () => {
  test.each([
    ['a; // kernels/*.cu\nb;', 'a;                \nb;'],
    ['f("data/*.bin"); b;', 'f("          "); b;'],
    ['f("a//b", \'"\', b);', 'f("    ", \' \', b);'],
    ['a /* "x */ b "*/"', 'a          b "  "'],
    ['R"(a" // )" b; // c', 'R"        " b;     '],
    ['u8R"x(a)" /*)x" b;', 'u8R"          " b;'],
    ["1'000'000 + b; // c", "1'000'000 + b;     "],
    ['a; // b \\" c\nd;', 'a;          \nd;'],
    ['#include "x/*.h"\nb; #', '#include "     "\nb; #'],
    ['#define S "/* ;" // y\nb;', '#define S "    "     \nb;'],
    ["#error don't\nb;", "#error don' \nb;"],
    ['"a\\"b" c', '"    " c'],
    ['"a\\\\" c', '"   " c'],
    ['"unclosed\nb;', '"        \nb;'],
    ['/* unclosed "\nb;', '             \n  '],
    ['// \r\nb;', '   \r\nb;'],
    ['', ''],
  ])('%j', (text, expected) => {
    const [got, wanted] = [code(text), expected];
    expect(got.length).toBe(text.length);
    expect(got).toBe(wanted);
  });

  test('tells what a cursor stands in', () => {
    const at = (marked: string) => surroundings(sourceOf(marked.replace('|', '')), marked.indexOf('|'));
    expect(
      [
        'f(|',
        '// a|',
        '//|',
        '/|/ a',
        '/* a */|',
        '/* a *|/',
        '/* a|',
        '"a|"',
        '"a"|',
        '|"a"',
        '"a|',
        '#inc|lude <a>',
        '#define A f(|',
        "'|a'",
        'R"(|)"',
        'a; // x\n|',
      ].map(at),
    ).toEqual([
      'code',
      'comment',
      'comment',
      'comment',
      'code',
      'comment',
      'comment',
      'string',
      'code',
      'code',
      'string',
      'directive',
      'code',
      'string',
      'string',
      'code',
    ]);
  });

  test('leaves directives out of statements, but for what they define', () => {
    expect(statementsOf(sourceOf('#if A(\nx;\n#define B(\n#endif'))).toBe('      \nx;\n#define B(\n      ');
  });
});

test('whatever the text is, it keeps its length and its lines, and that takes no time to speak of', () => {
  const source = random(7);
  const parts = [
    '"',
    "'",
    '\\',
    '\n',
    '#',
    '//',
    '/*',
    '*/',
    'R"(',
    ')"',
    'u8',
    'a',
    '1',
    ' ',
    '\r\n',
    '#define A \\\n',
    '\u2028',
    'é',
  ];
  for (let round = 0; round < 500; round++) {
    const text = Array.from({ length: source.int(1, 30) }, () => source.pick(parts)).join('');
    for (const made of [code(text), statementsOf(sourceOf(text))]) {
      expect(made.length, JSON.stringify(text)).toBe(text.length);
      expect(made.replace(/[^\r\n]/g, '.'), JSON.stringify(text)).toBe(text.replace(/[^\r\n]/g, '.'));
    }
    for (let at = 0; at <= text.length; at++) surroundings(sourceOf(text), at);
  }
  for (const part of parts) expect(code(part.repeat(20_000)).length).toBe(part.length * 20_000);
});

test('Rust: lifetimes are no characters, comments nest, raw strings end where they end', async () => {
  const text = `fn f<'a>(x: &'a str) { /* a /* b */ " */ let c = '"'; let d = '\\''; let r = r#"a " // b"#; let s = "// x"; } // 'end'`;
  const languages = await allLanguages();
  await languages.ready('x.rs');
  const program = languages.open('x.rs', text).program();
  expect(codeOf(program)).toBe(
    `fn f<'a>(x: &'a str) {                   let c = ' '; let d = '  '; let r = r#"        "#; let s = "    "; }         `,
  );
  expect(isInComment(program, text.indexOf('b */'))).toBe(true);
  expect(isInLiteral(program, text.indexOf('// x') + 1)).toBe(true);
  expect(isInLiteral(program, text.indexOf('str'))).toBe(false);
});
