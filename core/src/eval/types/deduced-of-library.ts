// Objects of the library's class templates whose arguments follow from what they are made of (`Layout(x)`,
// `std::span s(a)`). The program's own class templates are in guides.ts.
import { say } from '../../base/say';
import { dyn, int } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import { deducedTuple, standardTupleOf } from '../../values/standard-tuples';
import type { TypeOf, Value } from '../../values/value';
import { vectorType } from '../memory/vectors';
import { categoryOf } from '../overload/categories';
import { callBuiltin, construct, convert, type GivenArgs } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { copied } from './copies';
import { copiesByCode } from './copying-code';
import { argumentsCopied, notFollowed } from './library-elements';
import type { Arg } from '../values/entities';
import { pointedAt } from '../values/elements';
import { erase, isTuple, isUnknown } from '../values/inspect';
import { isArray, isVector } from '../values/kinds';
import { isSpan } from '../values/vectors';
import { unknown } from '../values/unknown';

/** An object of the library's class template `name`. */
export function deducedOfLibrary(
  m: Machine,
  name: string,
  args: readonly Value[],
  span: Span,
  given?: GivenArgs,
): Value {
  const only = args[0];
  const builtin = (of: string): Value =>
    callBuiltin(
      m,
      of,
      [],
      args.map((value) => ({ value, span })),
      span,
    );
  if (name === 'Layout' && !(only !== undefined && !isTuple(only) && only.is === 'layout'))
    return builtin('make_layout');
  if (name === 'span')
    return deducedSpan(
      m,
      args.map((value, i) => ({ ...given?.[i], value, span })),
      span,
    );
  if (name === 'std::tuple' || name === 'std::pair')
    return deducedStandard(m, name === 'std::pair' ? 'pair' : 'tuple', args, given);
  if (name === 'array' && only !== undefined) return deducedArray(m, only, args, given);
  if (name === 'Tensor' && args.length === 2) return builtin('make_tensor');
  if (name === 'AutoVectorizingCopyWithAssumedAlignment' && args.length === 0)
    return { is: 'tag', name, args: [int(128)] };
  return args.length === 1 && only !== undefined
    ? only
    : unknown('unsupported', say`\`${name}\` cannot be deduced here`, span);
}

function deducedStandard(m: Machine, of: 'pair' | 'tuple', args: readonly Value[], given: GivenArgs = []): Value {
  const [only] = args;
  const isCopy = args.length === 1 && only !== undefined && standardTupleOf(only) !== undefined;
  if (isCopy) return copiesByCode(only) ? notFollowed() : deducedTuple(of, args);
  const made = argumentsCopied(m, deducedTuple(of, args), args, given);
  return isTuple(made) ? deducedTuple(of, made) : made;
}

function deducedArray(m: Machine, first: Value, args: readonly Value[], given: GivenArgs = []): Value {
  if (args.length === 1 && isArray(first) && first.of === 'std') return first;
  const element = (arg: Value, i: number): Value => {
    const from = given[i];
    if (!copiesByCode(arg)) return convert(m, arg, erase(first));
    return from ? copied(m, arg, from) : notFollowed();
  };
  return { is: 'array', of: 'std', element: erase(first), elements: args.map(element) };
}

/** `std::span s(a)`, `std::span(p, n)` ([span.deduct]). */
export function deducedSpan(m: Machine, given: readonly Arg[], span: Span): Value {
  const [first] = given;
  const args = given.map(({ value }) => value);
  if (first && args.length === 1 && isSpan(first.value)) return first.value;
  const targs = first && spanArguments(m, first, args.length);
  const type = targs && vectorType('span', targs);
  if (type) return construct(m, type, args, span, undefined, given);
  return unknown('unsupported', say`\`${'std::span'}\` cannot be deduced here`, span);
}

function spanArguments(m: Machine, given: Arg, count: number): readonly Value[] | undefined {
  const { value: first } = given;
  const { constant } = categoryOf(m, given);
  const ofCategory = constant === undefined ? ({ vague: true } as const) : constant ? ({ constant } as const) : {};
  if (count === 1) {
    const array = isArray(first) ? first : pointedAt(first)?.whole?.read();
    if (array !== undefined && isArray(array) && array.of !== 'list')
      return [{ is: 'type', of: array.element, ...ofCategory }, dyn(array.elements.length)];
    const element = isVector(first) ? first.fields.get('#element') : undefined;
    return element !== undefined && !isTuple(element) && element.is === 'type'
      ? [{ ...element, ...ofCategory }]
      : undefined;
  }
  // Whether what a pointer points to is const is not followed.
  const of = pointedAt(first)?.read() ?? (!isTuple(first) && first.is === 'pointer' ? first.element : undefined);
  return of === undefined || isUnknown(of) ? undefined : [{ is: 'type', of: erase(of), vague: true } satisfies TypeOf];
}
