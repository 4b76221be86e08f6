import { expect, test } from 'vitest';
import { AlgebraError, refused, spelled, unlessRefused } from '../../../core/src/algebra/errors';
import { complement, make_layout, number } from '../../../core/src/algebra/index';
import { dyn, symbol } from '../../../core/src/algebra/leaf';
import { present } from '../../../core/src/base/assert';
import { asLayout } from '../../../core/src/values/convert';
import { causeOf } from '../../../core/src/values/refused';

const dataOf = (run: () => unknown): unknown =>
  unlessRefused(
    () => void run(),
    (error) => [error.message, error.data],
  );

test('a refusal says its operands in words and has them as data', () => {
  const layout = make_layout([dyn(4), dyn(8)], [dyn(2), dyn(3)]);
  expect(dataOf(() => complement(layout))).toEqual([
    'complement of (4,8):(2,3): strides must be static where there is more than one mode',
    { is: 'operands', of: { layout } },
  ]);
});

test('an operand may be written in a way of its own; data of its own kind replaces the operands', () => {
  const list = [1, 2];
  const error = refused('rank')`${{ list: spelled((numbers) => numbers.join(' and '), list) }} of ${{ n: 3 }}`;
  expect(error).toBeInstanceOf(AlgebraError);
  expect([error.message, error.data]).toEqual(['1 and 2 of 3', { is: 'operands', of: { list, n: 3 } }]);
  const data = { is: 'tiler-rank', tiler: 3, modes: 2 } as const;
  expect(refused('rank', { data })`${{ tiler: 3 }} modes`.data).toBe(data);
});

test('what uses an unknown value is refused for the reason why that is unknown, with its operands', () => {
  const refusal = unlessRefused(
    () => number(symbol('n'), 'a size'),
    (error) => error,
  );
  const reason = present(typeof refusal === 'number' ? undefined : refusal, 'a number without a value is refused');
  const used = (): unknown => asLayout({ is: 'unknown', cause: causeOf(reason), at: undefined }, 'complement');
  const { message, needs, data } = reason;
  expect([message, needs, data]).toEqual([
    'a size is n, which is not known',
    ['n'],
    { is: 'operands', of: { what: 'a size', number: 'n' } },
  ]);
  expect(used).toThrow(expect.objectContaining({ code: 'symbolic', message, needs, data }));
});
