// Remembers what types are to one another, as a compiler remembers the instances of a class template: constructors of a
// tuple ask whether each element is made of each other one, and those of its elements ask again.
import type { TypeOf, Value } from '../../values/value';
import type { Machine } from '../state/machine';
import type { ClassInstance } from '../values/entities';
import { isTuple } from '../values/inspect';
import { classOf } from '../values/kinds';
import { spelledQualifiers } from '../values/qualifiers';
import { identityKey } from '../values/type-key';

/** Answers about a class and the types and words in `asked`. An answer is kept where all classes are complete, and
 *  where nothing was left out. */
export class Relations<T> {
  private readonly answers = new WeakMap<ClassInstance, Map<string, { readonly answer: T }>>();

  answer(m: Machine, instance: ClassInstance, asked: readonly (TypeOf | string)[], ask: () => T): T {
    const key = instance.whole ? keyOf(asked) : undefined;
    if (key === undefined) return ask();
    let known = this.answers.get(instance);
    if (!known) this.answers.set(instance, (known = new Map()));
    const had = known.get(key);
    if (had) return had.answer;
    const { cuts } = m.budget;
    const answer = ask();
    if (m.budget.cuts === cuts) known.set(key, { answer });
    return answer;
  }
}

function keyOf(asked: readonly (TypeOf | string)[]): string | undefined {
  const keys: string[] = [];
  for (const one of asked) {
    if (typeof one !== 'string' && !hasKey(one.of)) return undefined;
    keys.push(typeof one === 'string' ? one : identityKey(one.of) + spelledQualifiers(one));
  }
  return keys.join();
}

/** Classes of the program, and numbers of which only the type is known. */
function hasKey(of: Value): boolean {
  const instance = classOf(of);
  if (instance) return instance.whole === true;
  return (
    !isTuple(of) &&
    (of.is === 'dynamic' ? of.n === undefined && of.name === undefined : of.is === 'scalar' && of.n === undefined)
  );
}
