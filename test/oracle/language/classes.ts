// The classes of programs about the language, each a list of idioms.
import { closureIdioms } from './closures';
import { constraintIdioms } from './constraints';
import type { Idiom } from './draft';
import { initialisationIdioms } from './initialisation';
import { integerIdioms } from './integers';
import { lifetimeIdioms } from './lifetime';
import { lookupIdioms } from './lookups';
import { overloadIdioms } from './overloads';
import { packIdioms } from './packs';
import { preprocessorIdioms } from './preprocessor';
import { sizeIdioms } from './sizes';
import { specialisationIdioms } from './specialisations';
import { valueIdioms } from './values';

export const languageClasses: Readonly<Record<string, Readonly<Record<string, Idiom>>>> = {
  overloads: overloadIdioms,
  constraints: constraintIdioms,
  lookups: lookupIdioms,
  specialisations: specialisationIdioms,
  packs: packIdioms,
  integers: integerIdioms,
  initialisation: initialisationIdioms,
  lifetime: lifetimeIdioms,
  closures: closureIdioms,
  sizes: sizeIdioms,
  values: valueIdioms,
  preprocessor: preprocessorIdioms,
};
