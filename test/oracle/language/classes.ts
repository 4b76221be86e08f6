// The classes of programs about the language, each a list of idioms.
import { bindingIdioms } from './bindings';
import { closureCallIdioms } from './calls-of-closures';
import { closureIdioms } from './closures';
import { conversionIdioms } from './conversions';
import { copyIdioms } from './copies';
import { constraintIdioms } from './constraints';
import type { Idiom } from './draft';
import { aliasPools } from './alias-pools';
import { constraintPools, packPools, specialisationPools } from './generic-pools';
import { initialisationIdioms } from './initialisation';
import { integerIdioms } from './integers';
import { kernelPools } from './kernel-pools';
import { dispatchPools, flowPools } from './dispatch-pools';
import { definitionPools, floatPools, textPools, tuplePools } from './library-pools';
import { lifetimeIdioms } from './lifetime';
import { listIdioms } from './lists';
import { lookupIdioms } from './lookups';
import { memberFunctionIdioms } from './member-functions';
import { closurePools, initialisationPools, integerPools, lookupPools, sizePools, valuePools } from './object-pools';
import { overloadTypeIdioms } from './overload-types';
import { overloadIdioms } from './overloads';
import { packBranchIdioms } from './pack-branches';
import { packIdioms } from './packs';
import { constantBasePools, placePools } from './place-pools';
import { preprocessorIdioms } from './preprocessor';
import { requirementIdioms } from './requirements';
import { sizeIdioms } from './sizes';
import { specialisationIdioms } from './specialisations';
import { textIdioms } from './texts';
import { unseenPools } from './unseen-pools';
import { traitIdioms } from './traits';
import { validityIdioms } from './validity';
import { valueIdioms } from './values';
import { variableTemplateIdioms } from './variable-templates';
import { wayPools } from './way-pools';

export const languageClasses: Readonly<Record<string, Readonly<Record<string, Idiom>>>> = {
  overloads: { ...overloadIdioms, ...overloadTypeIdioms },
  constraints: { ...constraintIdioms, ...requirementIdioms, ...traitIdioms, ...constraintPools },
  lookups: { ...lookupIdioms, ...memberFunctionIdioms, ...lookupPools, ...definitionPools },
  specialisations: { ...specialisationIdioms, ...variableTemplateIdioms, ...specialisationPools },
  packs: { ...packIdioms, ...packBranchIdioms, ...packPools },
  integers: { ...integerIdioms, ...integerPools },
  initialisation: { ...initialisationIdioms, ...listIdioms, ...bindingIdioms, ...initialisationPools, ...tuplePools },
  aliases: aliasPools,
  unseen: unseenPools,
  ways: wayPools,
  lifetime: { ...lifetimeIdioms, ...dispatchPools },
  closures: { ...closureIdioms, ...closureCallIdioms, ...closurePools },
  sizes: { ...sizeIdioms, ...sizePools },
  values: { ...valueIdioms, ...textIdioms, ...valuePools, ...floatPools, ...textPools, ...flowPools },
  preprocessor: { ...preprocessorIdioms, ...placePools },
  validity: { ...validityIdioms, ...constantBasePools },
  copies: copyIdioms,
  conversions: conversionIdioms,
  kernels: kernelPools,
};
