// Templates that nothing instantiates: their lens, what hovers on their members say, and the comment that wakes them.
import { expect, test } from 'vitest';
import { awakening, codeLenses, dormantAt } from '../../../core/src/ide/index';
import { analyzeFiles, FOLDER } from '../../support/engine';
import { hoverText } from '../../support/hover-text';
import { present } from '../../support/present';

const file = `${FOLDER}/x.cu`;
const text = `#include <cute/tensor.hpp>
using namespace cute;
namespace ns {
template <class T> struct Small { using type = T; };
template <int kRows, class Element>
struct Traits {
  static constexpr int kStages = 3;
  static constexpr int kBytes = kRows * sizeof(Element);
  using Atom = Layout<Shape<Int<kRows>, _8>>;
  using SmemLayout = decltype(tile_to_shape(Atom{}, make_shape(Int<kBytes>{}, _64{})));
  using Fixed = Layout<_4>;
};
template <class Policy> struct Main;
template <int Stages>
struct Main<Small<Int<Stages>>> { using SmemLayout = Layout<Int<Stages>>; };
}
`;
const analyzed = (source = text) => analyzeFiles([{ name: 'x.cu', text: source }]);

test('each template about layouts has a lens, the helpers have none', async () => {
  const lenses = codeLenses({ analysis: await analyzed(), file, active: undefined, offers: ['instantiate'] });
  expect(lenses.map(({ span, title, action }) => [text.slice(span.start).split('\n')[0], title, action])).toEqual([
    ['template <int kRows, class Element>', 'Nothing here instantiates this: give arguments…', 'instantiate'],
    ['template <int Stages>', 'Nothing here instantiates this: give arguments…', 'instantiate'],
  ]);
});

test('members say what is known without arguments, and on which arguments the rest depends', async () => {
  const analysis = await analyzed();
  const hover = (place: string): string => hoverText(analysis, text, place);
  expect(hover('kStages')).toMatch(/^```cute-layout\n3\n```/);
  expect(hover('kStages')).toContain('compile-time constant, the same for all template arguments');
  expect(hover('SmemLayout =')).toContain(
    'not known: nothing here instantiates `ns::Traits`, and this depends on `kRows`, `Element`.',
  );
  expect(hover('Fixed')).toMatch(/^```cute-layout\n_4:_1\n```/);
  expect(hover('Fixed')).toContain('nothing instantiates `Traits`: a parameter stands for itself, or has its default');
});

test('the comment goes above `template`, with the parameters for a proposal', async () => {
  const analysis = await analyzed();
  const made = (place: string) => present(awakening(present(dormantAt(analysis, file, text.indexOf(place))), analysis));
  expect(made('kStages')).toMatchObject({ name: 'Traits', target: 'ns::Traits<kRows, Element>', indent: '' });
  const { at, target } = made('Layout<Int<Stages>>');
  expect(target).toBe('ns::Main<Small<Int<Stages>>>');
  expect(text.slice(at.start)).toMatch(/^template <int Stages>/);
});

test('with the comment there is no lens, and members have values', async () => {
  const { at } = present(
    awakening(present(dormantAt(await analyzed(), file, text.indexOf('kStages'))), await analyzed()),
  );
  const awake = `${text.slice(0, at.start)}// cute-lens: instantiate ns::Traits<16, half_t>\n${text.slice(at.start)}`;
  const analysis = await analyzed(awake);
  expect(hoverText(analysis, awake, 'SmemLayout =')).toContain('((_16,_2),(_8,_8)):((_1,_128),(_16,_256))');
  expect(codeLenses({ analysis, file, active: undefined, offers: ['instantiate'] })).toHaveLength(1);
});

const mainloop = `#include <cute/tensor.hpp>
using namespace cute;
template <class TiledMma, class TiledCopy>
__global__ void kernel(TiledMma mma, TiledCopy tiled, float* in) {
  auto frag = partition_fragment_C(mma, Shape<_64, _64>{});
  gemm(mma, frag, frag, frag);
  clear(frag);
}
template <class Policy>
struct Mainloop {
  CUTE_DEVICE void operator()(typename Policy::Tensor& accum) {
    typename Policy::TiledMma mma;
    cute::gemm(mma, accum, accum, accum);
    std::copy(accum, accum, accum);
  }
};
`;

test('a call that does work says which operands it waits for, and where nothing instantiates its template', async () => {
  const analysis = await analyzed(mainloop);
  const hover = (place: string): string => hoverText(analysis, mainloop, place);
  expect(hover('gemm(mma, frag')).toBe('**gemm** not known: it depends on `mma`, `frag`.');
  expect(hover('clear(frag')).toBe('**clear** not known: it depends on `frag`.');
  expect(hover('gemm(mma, accum')).toContain(
    '**gemm** not known: nothing here instantiates `Mainloop`, and this depends on `mma`, `accum`.',
  );
  expect(hover('copy(accum')).not.toContain('**copy**');
});

test('a function of the program that has such a name is not taken for that of CuTe', async () => {
  const own = `${mainloop}template <class T> void clear(T) {}\n`;
  expect(hoverText(await analyzed(own), own, 'clear(frag')).not.toContain('not known: it depends on');
});
