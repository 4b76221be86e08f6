// `std::tuple` and `std::pair`, which are listed with their namespace: the names alone are CuTe's.
import { deducedTuple, madeTuple, standardTuple } from '../../values/standard-tuples';
import { family, rest, type Builtin, type Family } from '../registry';

function standardType(of: 'tuple' | 'pair', gives: string): Builtin {
  return {
    kind: 'type',
    templateParams: ['T...'],
    gives,
    examples: [],
    run: ({ targs, args }) => (args.length > 0 ? deducedTuple(of, args) : { is: 'type', of: standardTuple(of, targs) }),
  };
}

function maker(of: 'tuple' | 'pair', gives: string): Builtin {
  return { kind: 'function', params: [rest('values')], gives, examples: [], run: ({ args }) => madeTuple(of, args) };
}

const pair = standardType('pair', 'the type of a pair');
const makePair = maker('pair', 'a pair of values');

export const standardTuples: Family = {
  ...family('tuple', { pair, make_pair: makePair }),
  entries: new Map([
    ['pair', pair],
    ['std::pair', pair],
    ['std::tuple', standardType('tuple', 'the type of a tuple of the standard library')],
    ['make_pair', makePair],
    ['std::make_pair', makePair],
    ['std::make_tuple', maker('tuple', 'a tuple of values')],
  ]),
};
