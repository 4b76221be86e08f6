// Traits that compilers have under names of their own, `__is_base_of(A, B)`: what the trait of <type_traits> says; and
// the older `__has_trivial_copy(T)`, which asks of all special member functions of a kind. Knows those of the latter
// only where g++ and clang++ agree: of numbers, pointers, and classes that declare at most one of the kind.
import { COMPILER_TRAITS, TRIVIAL_PARTS } from '../../base/compiler-traits';
import { present } from '../../base/assert';
import type { Entry } from '../entry';
import { family, type TypeQuestions } from '../registry';
import { type Ask, decide, isVoid, truthOf, typeRelations } from './type_relations';
import { typePromises } from './type_promises';
import { typeTraits } from './type_traits';

function ofLibrary(): Record<string, Entry> {
  const all = new Map([typeTraits, typeRelations, typePromises].flatMap(({ entries }) => [...entries]));
  return Object.fromEntries(
    [...COMPILER_TRAITS].map(([name, trait]) => [name, present(all.get(`${trait}_v`), `${trait} is a trait`)]),
  );
}

type Special = Parameters<TypeQuestions['special']>[0];
const specials: Readonly<Record<(typeof TRIVIAL_PARTS)[number], Special>> = {
  assign: 'copy-assign',
  constructor: 'default',
  copy: 'copy',
  destructor: 'destroy',
};

function hasTrivial(special: Special): Ask {
  return (types, a) => {
    if (a.ref ?? (a.constant || a.volatile || isVoid(a))) return undefined;
    if (types.isScalar(a.of)) return true;
    const kind = types.hasOne(special, a.of) ? types.special(special, a.of) : undefined;
    return kind === undefined || kind === 'deleted' ? undefined : kind === 'trivial';
  };
}

function ofParts(): Record<string, Entry> {
  return Object.fromEntries(
    TRIVIAL_PARTS.map((part): [string, Entry] => {
      const name = `__has_trivial_${part}`;
      const gives = `whether the type has a trivial ${part}`;
      const run: Entry['run'] = (call) => truthOf(decide(name, call, hasTrivial(specials[part])));
      return [name, { kind: 'value', templateParams: ['T'], gives, examples: [], run }];
    }),
  );
}

export const compilerTraits = family('the compilers', { ...ofLibrary(), ...ofParts() });
