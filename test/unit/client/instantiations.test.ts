// The arguments that files give a template, as they are found by their text.
import { expect, test } from 'vitest';
import { argumentsIn, inOrder } from '../../../client/src/instantiations';

test('arguments are found over lines and brackets, each once', () => {
  const text = `
    using A = Traits<128, Shape<_64, Int<(3 > 2)>>>;
    auto b = ns::Traits< 64,   // columns
                         half_t >{};
    Traits<64, half_t> again;`;
  expect(argumentsIn(text, 'Traits')).toEqual(['<128, Shape<_64, Int<(3 > 2)>>>', '<64, half_t>']);
});

test('declarations, packs, comparisons and other names are no arguments', () => {
  expect(argumentsIn('struct Traits<T, 4> {}; template <class T> class Traits<T*>;', 'Traits')).toEqual([]);
  expect(
    argumentsIn('MyTraits<4> a; Traits<Args...> b; if (Traits < 3) return; Traits<typename T::x> c;', 'Traits'),
  ).toEqual([]);
});

test('those that need no names of another file come first', () => {
  expect(inOrder(['<Headdim, T>', '<128, cutlass::half_t>', '<kRows, float>'])).toEqual([
    '<128, cutlass::half_t>',
    '<kRows, float>',
    '<Headdim, T>',
  ]);
});
