// The implementation of `Evaluator`: the functions that lower rooms call through the machine. evaluate.ts gives it to
// each machine.
import { hostConstruct } from '../library/host';
import { libraryMember, libraryName } from '../library/library';
import { callBuiltin } from '../library/library-calls';
import type { Evaluator } from '../state/evaluator';
import { writeSome } from '../memory/losing';
import { loseAgain, loseMet } from '../memory/reach';
import { mayNameAll } from '../overload/member-uses';
import { construct, convert } from '../types/construct';
import { makes } from '../types/made';
import { assigns } from '../types/type-relations';
import { beginObject } from '../types/objects';
import { callFunction, callValue } from './call';
import { declareMembers } from './declare';
import { evaluate, locate } from './expressions';
import { execute } from './statements';

export const interpreter: Evaluator = {
  evaluate,
  locate,
  execute,
  callValue,
  callFunction,
  construct,
  begin: beginObject,
  convert,
  makes,
  assigns,
  mayNameAll,
  declareMembers,
  met: loseMet,
  loseAgain,
  writeSome,
  library: { libraryName, libraryMember, hostConstruct, callBuiltin },
};
