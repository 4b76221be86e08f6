// The classes of programs about the language, each a list of idioms.
import { bindingIdioms } from './bindings';
import { closureCallIdioms } from './calls-of-closures';
import { closureIdioms } from './closures';
import { constraintIdioms } from './constraints';
import type { Idiom } from './draft';
import { initialisationIdioms } from './initialisation';
import { integerIdioms } from './integers';
import { lifetimeIdioms } from './lifetime';
import { lookupIdioms } from './lookups';
import { memberFunctionIdioms } from './member-functions';
import { overloadTypeIdioms } from './overload-types';
import { overloadIdioms } from './overloads';
import { packBranchIdioms } from './pack-branches';
import { packIdioms } from './packs';
import { preprocessorIdioms } from './preprocessor';
import { requirementIdioms } from './requirements';
import { sizeIdioms } from './sizes';
import { specialisationIdioms } from './specialisations';
import { textIdioms } from './texts';
import { valueIdioms } from './values';
import { variableTemplateIdioms } from './variable-templates';

export const languageClasses: Readonly<Record<string, Readonly<Record<string, Idiom>>>> = {
  overloads: { ...overloadIdioms, ...overloadTypeIdioms },
  constraints: { ...constraintIdioms, ...requirementIdioms },
  lookups: { ...lookupIdioms, ...memberFunctionIdioms },
  specialisations: { ...specialisationIdioms, ...variableTemplateIdioms },
  packs: { ...packIdioms, ...packBranchIdioms },
  integers: integerIdioms,
  initialisation: { ...initialisationIdioms, ...bindingIdioms },
  lifetime: lifetimeIdioms,
  closures: { ...closureIdioms, ...closureCallIdioms },
  sizes: sizeIdioms,
  values: { ...valueIdioms, ...textIdioms },
  preprocessor: preprocessorIdioms,
};
