// Tensors as a user meets them: which elements a thread or a tile gets, and what is refused.
// Printed layouts are those of CuTe (CUTLASS 4.7.0).
import { describe, expect, it } from 'vitest';
import { dyn, int, underscore } from '../../../core/src/algebra/index';
import { printValue } from '../../../core/src/values/print';
import type { Tensor } from '../../../core/src/values/value';
import { call, counting, elements, method, pointer, refusal, tensorIn, text, type, typeOf, v } from './support';

describe('local_partition', () => {
  it('interleaves threads: neighbouring elements belong to neighbouring threads', () => {
    const part = call('local_partition', [counting('(_4,_4):(_1,_8)'), v('(_2,_2):(_1,_2)'), dyn(0)]);
    expect(text(part)).toBe('(_2,_2):(_2,_16)');
    expect(elements(part, 4)).toBe('0 2 16 18');
  });

  it('starts at the place of the thread', () => {
    const part = call('local_partition', [counting('(_4,_4):(_1,_8)'), v('(_2,_2):(_1,_2)'), dyn(3)]);
    expect(elements(part, 4)).toBe('9 11 25 27');
  });

  it('drops the modes that the projection marks X', () => {
    const threads = v('(_4,_2,_1):(_1,_4,_0)');
    const part = call('local_partition', [
      counting('(_4,_32):(_4,_16)'),
      threads,
      dyn(2),
      [int(1), underscore, int(1)],
    ]);
    expect(text(part)).toBe('(_1,_32):(_0,_16)');
  });

  it('takes layouts of threads only', () => {
    expect(refusal(() => call('local_partition', [counting('(_4,_4):(_1,_4)'), v('(_2,_2)'), dyn(0)]))).toBe('type');
  });
});

describe('local_tile', () => {
  it('rounds up where tiles do not divide, and keeps the modes that stay open', () => {
    const tiles = call('local_tile', [counting('(100,100):(_1,100)'), v('(_32,_32)'), [underscore, underscore]]);
    expect(text(tiles)).toBe('(_32,_32,4,4):(_1,100,_32,3200)');
  });

  it('takes a projection of a common tiler', () => {
    const tiler = v('(_128,_128,_8)');
    const crd = [dyn(1), dyn(2), underscore];
    const mA = tensorIn('gmem', 'float', '(512,256):(_1,512)');
    const mC = tensorIn('gmem', 'float', '(512,768):(_1,512)');
    expect(text(call('local_tile', [mA, tiler, crd, v('(_1,_,_1)')]))).toBe('(_128,_8,32):(_1,512,4096)');
    const gC = call('local_tile', [mC, tiler, crd, v('(_1,_1,_)')]) as Tensor;
    expect(text(gC)).toBe('(_128,_128):(_1,512)');
    expect(printValue(gC.data)).toBe('gmem_ptr[32b](A+131200)');
  });

  it('moves the coordinates of an identity tensor', () => {
    const tile = call('local_tile', [
      call('make_identity_tensor', [v('(100,100)')]),
      v('(_32,_32)'),
      [dyn(3), underscore],
    ]);
    expect(printValue(tile)).toBe('ArithTuple(96,_0) o (_32,_32,4):(_1@0,_1@1,_32@1)');
  });

  it('keeps shape and stride where the coordinate is not known', () => {
    const unknown = { is: 'unknown', cause: { code: 'input', message: 'read from a file' }, at: undefined } as const;
    const tile = call('local_tile', [
      tensorIn('gmem', 'float', '(512,256):(_1,512)'),
      v('(_128,_8)'),
      [unknown, underscore],
    ]);
    expect(text(tile)).toBe('(_128,_8,32):(_1,512,4096)');
  });
});

describe('make_tensor', () => {
  it('views memory through a shape, a shape and a stride, a shape and an order, or a layout', () => {
    const p = pointer('gmem', 'float');
    const right = { is: 'tag', name: 'GenRowMajor', args: [] } as const;
    expect(text(call('make_tensor', [p, v('(_4,8)')]))).toBe('(_4,8):(_1,_4)');
    expect(text(call('make_tensor', [p, v('(_4,8)'), v('(8,_1)')]))).toBe('(_4,8):(8,_1)');
    expect(text(call('make_tensor', [p, v('(_4,_8)'), right]))).toBe('(_4,_8):(_8,_1)');
    expect(text(call('make_tensor', [p, v('(_4,_8):(_8,_1)')]))).toBe('(_4,_8):(_8,_1)');
  });

  it('owns its elements with a type and a static layout', () => {
    const fragment = call('make_tensor', [v('(_4,_2)')], [type('half_t')]) as Tensor;
    expect(text(fragment)).toBe('(_4,_2):(_1,_4)');
    expect(fragment.owning).toBe(true);
  });

  it('refuses to own a run-time number of elements', () => {
    expect(refusal(() => call('make_tensor', [v('(_4,8)')], [type('float')]))).toBe('static');
    expect(refusal(() => call('make_tensor_like', [tensorIn('gmem', 'float', '(_4,8):(_1,_4)')]))).toBe('static');
  });

  it('refuses a layout without a pointer or a type', () => {
    expect(refusal(() => call('make_tensor', [v('(_4,_2):(_1,_4)')]))).toBe('type');
  });

  it('moves the swizzle of a tensor-core layout into a shared-memory pointer', () => {
    const atom = (typeOf('Layout_K_SW128_Atom', [type('half_t')]) as unknown as { of: never }).of;
    expect(printValue(atom)).toBe('Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)');
    expect(printValue(call('make_tensor', [pointer('smem', 'half_t', 's'), atom]))).toBe(
      'Sw<3,4,3>_smem_ptr[16b](s) o (_8,_64):(_64,_1)',
    );
    expect(refusal(() => call('make_tensor', [pointer('gmem', 'half_t'), atom]))).toBe('type');
    expect(refusal(() => call('make_tensor', [pointer('smem', 'float'), atom]))).toBe('type');
  });
});

describe('tensors like others', () => {
  it('keep the order of strides, or put mode 0 first for a fragment', () => {
    const like = tensorIn('gmem', 'half_t', '(_8,_4,_2):(_64,_1,_8)');
    expect(text(call('make_tensor_like', [like]))).toBe('(_8,_4,_2):(_8,_1,_4)');
    expect(text(call('make_fragment_like', [like]))).toBe('(_8,_4,_2):(_1,_8,_32)');
  });

  it('take the element type of the other unless one is given', () => {
    const like = tensorIn('gmem', 'half_t', '(_4,_2):(_1,_4)');
    expect((call('make_fragment_like', [like]) as Tensor).data.element).toMatchObject({ type: 'half_t' });
    expect((call('make_fragment_like', [like], [type('float')]) as Tensor).data.element).toMatchObject({
      type: 'float',
    });
  });
});

describe('slicing and reading', () => {
  it('keeps the open modes and moves the pointer', () => {
    const slice = method(counting('(_8,_16,_4):(_1,_8,_128)'), 'operator()', [dyn(7), underscore, dyn(2)]);
    expect(printValue(slice)).toBe('counting_iter(263) o (_16):(_8)');
  });

  it('reads coordinates of an identity tensor and numbers of a counting tensor', () => {
    const identity = call('make_identity_tensor', [v('((8,_4),8)')]);
    expect(printValue(method(identity, 'operator()', [[dyn(5), int(0)], int(1)]))).toBe('((5,_0),_1)');
    expect(printValue(method(counting('(_4,_2):(_1,_4)'), 'operator[]', [[dyn(3), dyn(1)]]))).toBe('7');
  });

  it('gives an element of memory its place, not a value', () => {
    const element = method(tensorIn('gmem', 'float', '(_4,_2):(_1,_4)'), 'operator()', [dyn(3), dyn(1)]);
    expect(element).toMatchObject({ is: 'element', pointer: { base: 'A' } });
  });

  it('loses the swizzle, and gets run-time strides, where a slice fixes the swizzled bits', () => {
    const swizzled = counting('Sw<3,3,3> o _0 o (_8,_64):(_64,_1)');
    expect(text(method(swizzled, 'operator()', [dyn(3), underscore]))).toBe('((_8,_2,_2,_2)):((_1,-8,-16,32))');
    expect(text(method(swizzled, 'operator()', [underscore, int(8)]))).toBe('((_2,_4)):((_56,_144))');
  });
});

describe('recast', () => {
  it('rescales the contiguous mode', () => {
    expect(printValue(call('recast', [tensorIn('smem', 'half_t', '(_4,_8):(_1,_4)')], [type('uint32_t')]))).toBe(
      'smem_ptr[32b](A) o (_2,_8):(_1,_2)',
    );
  });

  it('rescales a swizzle', () => {
    const tensor = tensorIn('smem', 'half_t', 'Sw<3,3,3> o _0 o (_8,_64):(_64,_1)');
    expect(printValue(call('recast', [tensor], [type('uint8_t')]))).toBe(
      'smem_ptr[8b](A) o Sw<3,4,3> o _0 o (_8,_128):(_128,_1)',
    );
  });
});
