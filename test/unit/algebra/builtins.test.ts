// Builtins of the algebra: named constants, operators on values, and the types of CuTe by example.
import { describe, expect, it } from 'vitest';
import { AlgebraError, refused } from '../../../core/src/algebra/errors';
import { dyn, hole, int, parse, underscore } from '../../../core/src/algebra/index';
import { namedConstant } from '../../../core/src/builtins/cute/integral_constant';
import { lookupBuiltins, lookupMember, lookupMethod } from '../../../core/src/builtins/index';
import { binary, unary } from '../../../core/src/builtins/operators';
import type { BuiltinContext } from '../../../core/src/builtins/registry';
import { printValue } from '../../../core/src/values/print';
import type { Value } from '../../../core/src/values/value';

const ctx: BuiltinContext = {
  call: () => {
    throw refused('type')`no lambdas here`;
  },
  sizeofBits: () => 32,
  step: () => undefined,
};
const type = (of: Value): Value => ({ is: 'type', of });
const v = (text: string): Value => parse(text) as Value;

function call(name: string, targs: readonly Value[], ...args: readonly Value[]): string {
  const [entry] = lookupBuiltins(name);
  if (!entry) throw new Error(`no builtin ${name}`);
  return printValue(entry.run({ targs, args, ctx }));
}

describe('named constants', () => {
  it('exist where CuTe defines them, and nowhere else', () => {
    const shown = (name: string): string | undefined => {
      const value = namedConstant(name);
      if (value === undefined) return undefined;
      return printValue(value.is === 'type' ? value.of : value);
    };
    expect(['_', 'X', '_0', '_8', '_m1', '_m32', '_264', '_524288', 'true_type', 'false_type'].map(shown)).toEqual([
      '_',
      '_',
      '_0',
      '_8',
      '_-1',
      '_-32',
      undefined,
      '_524288',
      '_1',
      '_0',
    ]);
    for (const name of ['_11', '_13', '_20', '_m11', '_01', '_1000', '__', 'M', '_8x'])
      expect(shown(name), name).toBeUndefined();
    for (let n = 16; n <= 256; n += 8) expect(shown(`_${n}`)).toBe(`_${n}`);
  });
});

describe('operators', () => {
  it('compare tuples and layouts, statically where the types decide', () => {
    expect(printValue(binary('==', v('(1,_2)'), v('(_1,_2)')))).toBe('1');
    expect(printValue(binary('==', v('(_1,_2)'), v('(_1,_2)')))).toBe('_1');
    expect(printValue(binary('==', v('(_1,_2)'), v('(_1,_2,_3)')))).toBe('_0');
    expect(printValue(binary('==', v('(_1,_2)'), v('_1')))).toBe('_0');
    expect(printValue(binary('==', v('(_4,_2):(_1,_4)'), v('(_4,_2):(_1,_4)')))).toBe('_1');
    expect(printValue(binary('!=', v('(1,2)'), v('(1,3)')))).toBe('1');
    expect(printValue(binary('==', v('Sw<3,3,3> o _0 o _8:_1'), v('Sw<3,3,3> o _0 o _8:_1')))).toBe('_1');
  });

  it('add bases and arithmetic tuples', () => {
    expect(printValue(binary('*', v('_1@0'), v('3')))).toBe('3@0');
    expect(printValue(binary('+', v('_9@2@2@0'), v('_5@0@1')))).toBe('((_0,_0,(_0,_0,_9)),(_5))');
    expect(printValue(binary('+', v('_0'), v('(_1,2)')))).toBe('(_1,2)');
    expect(printValue(unary('-', v('(_1,2)')))).toBe('(_-1,-2)');
  });

  it('keep mixed bits apart under bit operations, and see their number elsewhere', () => {
    const m = v('M_4|(8&8)=12');
    expect(['&', '|', '^'].map((op) => printValue(binary(op, m, int(8))))).toEqual([
      'M_0|(8&8)=8',
      '_12',
      'M_4|(0&8)=4',
    ]);
    expect(printValue(binary('+', m, int(1)))).toBe('13');
    expect(printValue(binary('>>', m, int(2)))).toBe('M_1|(2&2)=3');
    expect(printValue(binary('==', m, int(12)))).toBe('1');
  });

  it('refuse what CuTe has no operator for', () => {
    for (const [op, a, b] of [
      ['<', '(1,2)', '(1,3)'],
      ['+', '_8:_1', '_1'],
      ['!=', '_8:_1', '_8:_1'],
      ['-', '_1@0', '_1@0'],
      ['/', '(1,2)', '2'],
    ] as const) {
      expect(() => binary(op, v(a), v(b)), `${a} ${op} ${b}`).toThrow(AlgebraError);
    }
  });
});

describe('types', () => {
  it('are examples: run-time integers are holes', () => {
    expect(call('Shape', [type(hole()), type(int(4))])).toBe('(int,_4)');
    expect(call('Layout', [type([hole(), int(4)])])).toBe('(int,_4):(_1,int)');
    expect(call('Layout', [type(int(8)), type(int(2))])).toBe('_8:_2');
    expect(call('Int', [int(5)])).toBe('_5');
    expect(call('integral_constant', [type(hole()), int(5)])).toBe('_5');
    expect(call('E', [int(1), int(0)])).toBe('_1@0@1');
    expect(call('Swizzle', [int(2), int(3)])).toBe('Sw<2,3,2>');
  });

  it('have members and methods', () => {
    const layout = v('(_4,_2):(_1,_4)');
    expect(printValue(lookupMember('layout', 'rank')?.run({ targs: [], args: [layout], ctx }) as Value)).toBe('_2');
    expect(
      printValue(
        lookupMethod('layout', 'compose')?.run({ targs: [], args: [layout, int(2), underscore], ctx }) as Value,
      ),
    ).toBe('(_2,_2):(_1,_4)');
    expect(
      printValue(
        lookupMethod('layout', 'operator()')?.run({ targs: [], args: [layout, dyn(1), dyn(1)], ctx }) as Value,
      ),
    ).toBe('5');
  });

  it('properties tell static types apart', () => {
    expect(call('is_static', [type(v('(_4,_2):(_1,_4)'))])).toBe('_1');
    expect(call('is_static', [type([hole(), int(4)])])).toBe('_0');
    expect(call('is_constant', [int(4), type(int(4))])).toBe('_1');
    expect(call('rank_v', [type([hole(), int(4)])])).toBe('2');
    expect(call('cosize_v', [type(v('(_4,_2):(_1,_8)'))])).toBe('12');
  });
});
