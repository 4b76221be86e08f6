// Builtins of cute/arch/mma*.hpp: the names of the MMA operations, and the constants that are their template
// arguments (`GMMA::Major::K`). The layouts of threads and values of an operation are in atoms/.
import { unlessRefused } from '../../algebra/errors';
import { int } from '../../algebra/index';
import { gmmaName, gmmaNames, gmmaParams } from '../../atoms/mma_traits_sm90_gmma';
import { ummaNames, ummaParams } from '../../atoms/mma_traits_sm100';
import { sm120Operations } from '../../atoms/mma_traits_sm120';
import { tabledMmaOps } from '../../atoms/traits';
import { asStatic, asType } from '../../values/convert';
import type { Tag, Value } from '../../values/value';
import type { Entry } from '../entry';
import { family, type BuiltinCall } from '../registry';
import { same } from './type_traits';

/** A value that consists of a name and template arguments. */
export const tag = (name: string, args: readonly Value[] = []): Tag => ({ is: 'tag', name, args });

/** Declares an operation as a type. Its value is a tag, which MMA_Atom and Copy_Atom look up in atoms/. */
export function operation(name: string, templateParams?: readonly string[], what = 'an MMA operation'): Entry {
  return {
    kind: 'type',
    ...(templateParams && { templateParams }),
    gives: what,
    examples: [],
    run: ({ targs }) => tag(name, targs),
  };
}

/** An operation on types, each of which is another one unless it is written: `UniversalCopy<S, D = S>`. `defaults` are
 *  the positions of those others. Both spellings are one tag. */
export function operationOnTypes(
  name: string,
  templateParams: readonly string[],
  what: string,
  defaults: readonly (number | undefined)[],
): Entry {
  const isDefault = (call: BuiltinCall, at: number): boolean => {
    const [type, other] = [call.targs[at], call.targs[defaults[at] ?? at]];
    if (defaults[at] === undefined || type === undefined || other === undefined) return false;
    return unlessRefused(
      () => same({ ...call, targs: [type, other] }),
      () => false,
    );
  };
  const written = (call: BuiltinCall, count: number): number =>
    count > 1 && isDefault(call, count - 1) ? written(call, count - 1) : count;
  return {
    ...operation(name, templateParams, what),
    run: (call) => tag(name, call.targs.slice(0, written(call, call.targs.length))),
  };
}

/** A warpgroup MMA operation with all its template arguments. `SM90_64x…` is an alias of `SM90::GMMA::MMA_64x…`, so
 *  both are one tag. */
export function gmmaOperation(name: string, args: readonly Value[]): Tag {
  const more = gmmaParams(name).slice(args.length);
  const defaults = more.flatMap((param) => (param === 'spsel' ? int(0) : param.startsWith('scale') ? int(1) : []));
  return tag(gmmaName(name), defaults.length === more.length ? [...args, ...defaults] : args);
}

function gmmaEntry(name: string): Entry {
  const entry = operation(name, gmmaParams(name), 'a warpgroup MMA operation');
  return { ...entry, run: ({ targs }) => gmmaOperation(name, targs) };
}

export const mmaOperations = family('cute/arch/mma.hpp', {
  UniversalFMA: operationOnTypes('UniversalFMA', ['D', 'A', 'B', 'C'], 'one multiply-add by one thread', [
    undefined,
    0,
    1,
    0,
  ]),
  ...Object.fromEntries(tabledMmaOps().map((name) => [name, operation(name)])),
  ...Object.fromEntries(gmmaNames().map((name) => [name, gmmaEntry(name)])),
  ...Object.fromEntries(
    ummaNames.map((name) => [name, operation(name, ummaParams(name), 'a tensor-core operation of sm_100')]),
  ),
  ...Object.fromEntries(
    sm120Operations.map(([name, params]) => [name, operation(name, params, 'an MMA operation of sm_120')]),
  ),
  rr_op_selector_sm120: selector(() => 'SM120_16x8x32_TN'),
  rr_blockscaled_op_selector_sm120: selector((isF8) => (isF8 ? 'SM120_16x8x32_TN_VS' : 'SM120_16x8x64_TN_VS')),
  rr_sparse_op_selector_sm120: selector(() => 'SM120_SPARSE_16x8x64_TN'),
  rr_blockscaled_sparse_op_selector_sm120: selector((isF8) =>
    isF8 ? 'SM120_SPARSE_16x8x64_TN_VS' : 'SM120_SPARSE_16x8x128_TN_VS',
  ),
  'Major::K': constant(0, 'rows of the operand are contiguous along K'),
  'Major::MN': constant(1, 'rows of the operand are contiguous along M or N'),
  'ScaleIn::One': constant(1, 'the operand as it is'),
  'ScaleIn::Neg': constant(-1, 'the operand negated'),
  'Saturate::False': constant(0, 'results beyond the range of the accumulator wrap'),
  'Saturate::True': constant(1, 'results are limited to the range of the accumulator'),
  'ScaleOut::Zero': constant(0, 'the accumulator starts from zero'),
  'ScaleOut::One': constant(1, 'the accumulator is added to'),
});

function constant(n: number, gives: string): Entry {
  return { kind: 'value', gives, examples: [], run: () => int(n) };
}

/** `rr_op_selector_sm120<A, B, C>()`, `rr_blockscaled_op_selector_sm120<A, B, C, SF, SFVecSize, UseF8F6F4>()`.
 *  Source: cute/arch/mma_sm120.hpp, mma_sm120_sparse.hpp. */
function selector(nameFor: (isF8F6F4: boolean) => string): Entry {
  const isScaled = nameFor(true) !== nameFor(false);
  const params = ['ElementA', 'ElementB', 'ElementC', ...(isScaled ? ['ElementSF', 'SFVecSize', 'UseF8F6F4'] : [])];
  return {
    templateParams: params,
    gives: 'the operation of sm_120 for these types',
    examples: [],
    run: ({ targs }) => {
      const isF8 = isScaled && asStatic(targs[5], 'UseF8F6F4').n !== 0;
      const types = [0, 1, 2].map((i) => asType(targs[i], params[i] ?? ''));
      return tag(nameFor(isF8), [...types, ...targs.slice(3, params.length - (isScaled ? 1 : 0))]);
    },
  };
}
