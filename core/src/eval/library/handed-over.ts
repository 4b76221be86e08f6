// Objects whose construction, copies or destruction run code of the program, and that are passed to the library. How
// often the library copies them, and when it destroys them, is not modelled: from such a call on, no variable that
// outlives calls is known.
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Value } from '../../values/value';
import { loseArguments, loseLasting } from '../memory/reach';
import type { Machine } from '../state/machine';
import { isMovedByCode, isSwappedByCode } from '../types/assignments';
import { leaveMoved } from '../types/moved-from';
import { copiesOf } from '../types/copied-elements';
import { holdsProgram, runsCodeByItself } from '../types/handed-arguments';
import { isObserved } from '../types/lifetimes';
import { outermostArray } from '../values/cells';
import type { Arg } from '../values/entities';
import { isVector, targetOf } from '../values/kinds';
import { unknown } from '../values/unknown';

/** Functions that hand on what they are given, or that are followed. */
const followed = new Set(
  'move forward as_const ref cref addressof get declval exchange invoke apply for_each for_each_n printf data size begin end cbegin cend front back at operator[] empty max_size has_value value reset emplace'.split(
    ' ',
  ),
);

/** Functions that move nothing from what they are given. */
const keeping = new Set(
  'move forward as_const ref cref addressof get declval invoke apply data size begin end empty swap tie forward_as_tuple move_if_noexcept'.split(
    ' ',
  ),
);

/** Functions that copy, move or assign objects that they are given, or elements of a range. */
const movers = new Set(
  'swap exchange iter_swap swap_ranges reverse rotate copy copy_n copy_if copy_backward move_backward fill fill_n transform sort stable_sort partition remove remove_if replace replace_if unique'.split(
    ' ',
  ),
);

/** Whether an argument names or points to a variable, and what moves that runs code of the program. A function object
 *  is copied. */
function leadsToMoved({ value, cell }: Arg): boolean {
  const target = targetOf(value);
  const held = (target?.kind === 'address' ? outermostArray(target.cell) : cell)?.read();
  return held !== undefined && !targetOf(held) && (isMovedByCode(held) || isSwappedByCode(held));
}

/** What a function of the library gives that is handed objects: not known where it may copy or keep them. */
export function handedOver(
  m: Machine,
  name: string,
  targs: readonly Value[],
  args: readonly Arg[],
  span: Span,
  run: (args: readonly Arg[]) => Value,
): Value {
  const isMover = !m.mode.unevaluated && movers.has(name.replace(/^.*::/, ''));
  if (isMover && args.some(leadsToMoved)) {
    const why = say`what \`${name}\` does with objects that run code of the program is not followed`;
    loseLasting(m, why, span);
    m.lasting.loose ??= { why, at: span };
    return loseArguments(m, unknown('unsupported', why, span, [name]), args);
  }
  const isHanded =
    !followed.has(name) &&
    !m.mode.unevaluated &&
    (args.some(({ value }) => isObserved(value)) || targs.some((targ) => runsCodeByItself(m, targ)));
  if (!isHanded) {
    const given = run(args);
    if (!keeping.has(name.replace(/^.*::/, ''))) for (const arg of args) leaveMoved(m, arg.value, arg, false);
    return given;
  }
  const why = say`what \`${name}\` does with objects that run code of the program is not followed`;
  const copies = /^std::make_(?:tuple|pair)$/.test(name) ? copiesOf(m, args, why, span) : undefined;
  if (copies) return run(copies);
  const given = run(args);
  const isOfProgram =
    args.some(({ value }) => holdsProgram(m, value)) || targs.some((targ) => runsCodeByItself(m, targ));
  if (isOfProgram) {
    loseLasting(m, why, span);
    m.lasting.loose ??= { why, at: span };
  }
  return isObserved(given) ? unknown('unsupported', why, span, [name]) : given;
}

/** A vector is changed or made: when its elements begin and end is not followed, where that runs code of the
 *  program. */
export function loseByElements(m: Machine, vector: Value, at: Span): void {
  const element = isVector(vector) ? vector.fields.get('#element') : undefined;
  if (element === undefined || m.mode.unevaluated || !runsCodeByItself(m, element)) return;
  const why = say`when the elements of a vector begin and end is not followed`;
  loseLasting(m, why, at);
  m.lasting.loose ??= { why, at };
}
