// The functions that an operator may mean ([over.match.oper]): members of the class of its first operand, and functions
// of the namespaces around. They are one set of candidates, of which the best is chosen.
import type { Machine } from '../state/machine';
import type { Arg, Category, FunctionEntity } from '../values/entities';
import { type Candidate, best, matched, type Resolution, sequenced } from './overloads';

/** Members of a class, and the object whose members they are. `steps`: from its class to the one that declares them. */
export interface Members {
  readonly overloads: readonly FunctionEntity[];
  readonly object: Category & { readonly steps: number };
}

/** Chooses among members, which are given the other operands, and functions, which are given all. */
export function resolveOperator(
  m: Machine,
  { overloads, object }: Members,
  functions: readonly FunctionEntity[],
  operands: readonly Arg[],
): Resolution {
  const others = operands.slice(1);
  return m.silently(() => {
    const candidates: readonly Candidate[] = [
      ...sequenced(m, matched(m, overloads, others), others, object),
      ...sequenced(m, matched(m, functions, operands), operands, undefined),
    ];
    return best(m, candidates);
  });
}
