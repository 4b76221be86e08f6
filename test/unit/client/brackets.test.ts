// Which bracket is missing while an expression is typed.
import { expect, test } from 'vitest';
import { bracketProblem } from '../../../client/src/brackets';

test.each([
  ['make_layout(_8{})', undefined],
  ['Layout<Shape<_8, _4>>{}', undefined],
  ['(_8,_4):(_1,_8)', undefined],
  ['i < n', undefined],
  ['size<0>(l)', undefined],
  ['a->b(1)', undefined],
  ['1 << 3', undefined],
  ['make_layout(_8{}', { is: 'expected', bracket: ')' }],
  ['Layout<Shape<_8, _4>', { is: 'expected', bracket: '>' }],
  ['Layout<Shape<_8, _4>{}', { is: 'expected', bracket: '>' }],
  ['size<0', { is: 'expected', bracket: '>' }],
  ['make_shape(_8{}, _4{]', { is: 'expected', bracket: '}' }],
  ['_8{})', { is: 'unopened', bracket: ')' }],
])('%s', (text, problem) => {
  expect(bracketProblem(text)).toEqual(problem);
});
