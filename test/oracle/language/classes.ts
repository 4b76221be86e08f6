// The classes of programs about the language, each a list of idioms.
import { overloadIdioms } from './overloads';
import type { Idiom } from './draft';

export const languageClasses: Readonly<Record<string, Readonly<Record<string, Idiom>>>> = {
  overloads: overloadIdioms,
};
