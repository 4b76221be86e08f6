// The one implementation of what rooms ask of each other (`Evaluator`).
import type { Evaluator } from '../state/evaluator';
import { callFunction, callValue } from './call';
import { construct, convert } from '../types/construct';
import { declareMembers } from './declare';
import { evaluate } from './expressions';
import { hostConstruct } from '../library/host';
import { libraryMember, libraryName } from '../library/library';
import { callBuiltin } from '../library/library-calls';
import { execute } from './statements';

export const interpreter: Evaluator = {
  evaluate, execute, callValue, callFunction, construct, convert, declareMembers,
  library: { libraryName, libraryMember, hostConstruct, callBuiltin },
};
