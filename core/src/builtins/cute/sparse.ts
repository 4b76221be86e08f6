// Builtins of cute/pointer_sparse.hpp: elements of which one is stored for several, and pointers to them; and of
// cute/numeric/integral_ratio.hpp: the fractions that their widths are. The arithmetic is in values/sparse.ts.
import { refused } from '../../values/refused';
import { dyn, int } from '../../algebra/leaf';
import { asStatic, asType, untype } from '../../values/convert';
import { isScalar } from '../../values/scalars';
import {
  fractionOf,
  isRatio,
  isSparse,
  plainRatio,
  ratioOf,
  reduced,
  sparseOf,
  sparsePointer,
} from '../../values/sparse';
import type { Scalar, Value } from '../../values/value';
import { fn, typeOf, type Entry } from '../entry';
import { asPointer } from './pointer';
import { family, type BuiltinCall } from '../registry';

const flag = (holds: boolean): Value => ({ is: 'static', n: holds ? 1 : 0, type: 'bool' });

const asksSparse = ({ targs }: BuiltinCall): boolean => isSparse(asType(targs[0], 'is_sparse'));

/** What the element of the call stores. Throws: AlgebraError 'type' for other elements. */
function sparse({ args: [element] }: BuiltinCall, member: string): NonNullable<Scalar['sparse']> {
  const found = element !== undefined && isScalar(element) ? element.sparse : undefined;
  if (!found) throw refused('type')`only a sparse element has the member ${{ member }}`;
  return found;
}

export const sparseElements = family('cute/pointer_sparse.hpp', {
  sparse_elem: typeOf('S, T', 'an element that stands for S elements of T of which one is stored', [], ({ targs }) =>
    sparseOf(asStatic(targs[0], 'sparse_elem').n, asType(targs[1], 'sparse_elem')),
  ),
  is_sparse: typeOf('T', 'whether one T stands for several elements', [], (call) => flag(asksSparse(call))),
  is_sparse_v: {
    kind: 'value',
    templateParams: ['T'],
    gives: 'whether one T stands for several elements',
    examples: ['is_sparse_v<sparse_elem<2,half_t>> // 1'],
    run: (call) => ({ ...dyn(asksSparse(call) ? 1 : 0), narrow: 'bool' }),
  },
  make_sparse_ptr: fn('<S>(pointer)', 'the pointer, which moves by one stored element for S', [], ({ targs, args }) => {
    const pointer = asPointer(args[0], 'make_sparse_ptr');
    const { sparse: factor = 1 } = sparsePointer(pointer);
    const wanted = asStatic(targs[0], 'make_sparse_ptr').n;
    if (wanted === 1) return pointer;
    if (factor !== wanted) throw refused('type')`the elements stand for ${{ factor }} each, not for ${{ wanted }}`;
    return sparsePointer(pointer);
  }),
  'scalar::sparsity': {
    gives: 'for how many elements a sparse element stands',
    examples: ['sparse_elem<2,half_t>::sparsity // 2'],
    run: (call) => dyn(sparse(call, 'sparsity').factor),
  },
  'scalar::raw_type': {
    gives: 'the type of which a sparse element stores one',
    examples: ['sizeof_bits_v<sparse_elem<2,half_t>::raw_type> // 16'],
    run: (call) => ({ is: 'type', of: sparse(call, 'raw_type').of }),
  },
});

type Fractions = (a: number, b: number, c: number, d: number) => Value;

/** A function of two constants or ratios, a/b and c/d. */
const ofTwo =
  (what: string, compute: Fractions) =>
  ({ args: [a, b] }: BuiltinCall): Value => {
    const [x, y] = [written(a), written(b)];
    if (!x || !y) throw refused('type')`${{ what }} takes constants and ratios`;
    return compute(x[0], x[1], y[0], y[1]);
  };

/** A constant or a ratio as it is written. */
const written = (value: Value | undefined): readonly [n: number, d: number] | undefined =>
  isRatio(value) ? [value.args[0].n, value.args[1].n] : fractionOf(value);

const member = (index: 0 | 1, gives: string): Entry => ({
  gives,
  examples: [],
  run: ({ args: [ratio] }) => {
    if (!isRatio(ratio)) throw refused('type')`only a ratio has this member`;
    return dyn(reduced(ratio.args[0].n, ratio.args[1].n)[index]);
  },
});

export const ratios = family('cute/numeric/integral_ratio.hpp', {
  R: typeOf('n, d', 'the fraction n/d', ['R<1,2>{} // _1/_2'], ({ targs: [n, d] }) =>
    plainRatio(asStatic(n, 'R').n, asStatic(d, 'R').n),
  ),
  is_ratio: typeOf('T', 'whether T is a fraction', [], ({ targs }) => flag(isRatio(untype(targs[0] ?? int(0))))),
  ratio: fn(
    'a, b',
    'a/b in lowest terms: an integer where it is one',
    ['ratio(_4{}, _8{}) // _1/_2', 'ratio(_8{}, _4{}) // _2'],
    ofTwo('ratio', (a, b, c, d) => ratioOf(a * d, b * c)),
  ),
  nratio: fn(
    'a, b',
    'a/b as it is',
    ['nratio(_4{}, _8{}) // _4/_8'],
    ofTwo('nratio', (a, b, c, d) => plainRatio(a * d, b * c)),
  ),
  'tag::num': member(0, 'the numerator in lowest terms'),
  'tag::den': member(1, 'the denominator in lowest terms'),
  'tag::type': {
    gives: 'the fraction in lowest terms',
    examples: [],
    run: ({ args: [ratio] }) => {
      if (!isRatio(ratio)) throw refused('type')`only a ratio has this member`;
      return { is: 'type', of: ratioOf(ratio.args[0].n, ratio.args[1].n) };
    },
  },
});
