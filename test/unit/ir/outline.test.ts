// What is written at a place: found in the tree, with what macros and front ends add left out.
import { describe, expect, test } from 'vitest';
import {
  arrayExtent,
  declarationAt,
  endOf,
  expressionAt,
  functionAround,
  isAssignedAfter,
  statementAround,
} from '../../../core/src/ir/outline';
import { endOfHead, makerOf, partsOf } from '../../../core/src/ir/spelled';
import type { Expr, Program } from '../../../core/src/ir/program';
import { lower, lowerBody } from '../../support/front-end';

const at = (text: string, piece: string, from = 0): { readonly start: number; readonly end: number } => {
  const start = text.indexOf(piece, from);
  return { start, end: start + piece.length };
};

/** The expression that is written as `piece` in a function with these statements. */
async function written(
  statements: string,
  piece: string,
): Promise<{ readonly program: Program; readonly text: string; readonly found: Expr | undefined }> {
  const { program, text } = await lowerBody(statements);
  return { program, text, found: expressionAt(program, at(text, piece)) };
}

describe('parts that are written out', () => {
  test.each([
    ['auto s = make_shape(_8{}, n);', 'make_shape(_8{}, n)', ['_8{}', 'n']],
    ['auto s = cute::Shape<_8, Int<4>>{};', 'cute::Shape<_8, Int<4>>{}', ['_8', 'Int<4>']],
    ['auto s = f({a, b});', '{a, b}', ['a', 'b']],
    ['kernel<<<dim3(x, y), 4>>>();', 'dim3(x, y)', ['x', 'y']],
  ])('%s', async (statements, piece, parts) => {
    const { found, text } = await written(statements, piece);
    expect(found && partsOf(found)?.map(({ span }) => text.slice(span.start, span.end))).toEqual(parts);
  });

  test('none inside of a macro, which stands at one place', async () => {
    const text = '#define TILE make_shape(_8{}, _4{})\nauto tile = TILE;\n';
    const found = expressionAt(await lower(text), at(text, 'TILE', 20));
    expect(found && makerOf(found)?.id).toBe('make_shape');
    expect(found && partsOf(found)).toBeUndefined();
  });
});

describe('declarations', () => {
  test('have a value and an end', async () => {
    const { program, text } = await lowerBody('int a = 1, b(2), c; // (M,N)');
    const of = (name: string) => declarationAt(program, at(text, name, text.indexOf('int')));
    const end = text.indexOf(';') + 1;
    expect([of('a'), of('b'), of('c')].map((one) => [one?.name, one?.value?.is, one && endOf(program, one)])).toEqual([
      ['a', 'Int', end],
      ['b', 'Brace', end],
      ['c', undefined, end],
    ]);
  });

  test('in the head of a loop have no end of their own', async () => {
    const { program, text } = await lowerBody('for (auto x : xs) { use(x); }');
    const found = declarationAt(program, at(text, 'x'));
    expect(found?.name).toBe('x');
    expect(found && endOf(program, found)).toBeUndefined();
  });

  test('of arrays have an extent, unless they are initialised', async () => {
    const { program, text } = await lowerBody('float a[64]; float b[2] = {1, 2};');
    const extent = (array: string) =>
      arrayExtent(declarationAt(program, { start: text.indexOf(array), end: text.indexOf(array) + 1 }));
    expect([extent('a[64]')?.is, extent('b[2]')?.is]).toEqual(['Int', undefined]);
  });
});

test.each([
  ['int x = 1; x = 2;', true],
  ['int x = 1; if (c) { ++x; }', true],
  ['int x = 1; auto f = [&] { x += 2; };', true],
  ['x = 0; int x = 1;', false],
  ['int x = 1; y = x;', false],
  ['int x = 1; int y = x == 2;', false],
  ['int x = 1; throw x;', true],
])('whether %s assigns x behind its declaration: %s', async (statements, expected) => {
  const { program, text } = await lowerBody(statements);
  expect(isAssignedAfter(program, 'x', text.indexOf('int x') + 5)).toBe(expected);
});

test('an assignment in another function is none', async () => {
  const text = 'void f() { int x = 1; use(x); }\nvoid g() { int x; x = 2; }\n';
  const program = await lower(text);
  expect(isAssignedAfter(program, 'x', text.indexOf('x') + 1)).toBe(false);
  expect(functionAround(program, at(text, 'x = 2'))?.name).toBe('g');
  expect(statementAround(program, at(text, 'x = 2'))?.is).toBe('Expr');
});

test.each([
  ['auto v = cute::size<0>(t);', 'cute::size<0>(t)', 'cute::size'],
  ['auto v = a.b(x).c(y);', 'a.b(x).c(y)', 'a.b'],
  ['auto v = n + f(x);', 'n + f(x)', 'n + f'],
  ['auto v = n < 4;', 'n < 4', 'n '],
  ['auto v = Layout<Shape<_4, _8>>{};', 'Layout<Shape<_4, _8>>{}', 'Layout'],
])('the head of the value of %s', async (statements, piece, head) => {
  const { found, text } = await written(statements, piece);
  expect(found && text.slice(found.span.start, endOfHead(found)).trimEnd()).toBe(head.trimEnd());
});
