// The hover as plain data, for analyses written by hand: its first lines, its table, its assumptions, and differences
// between instances.
import { describe, expect, test } from 'vitest';
import { dyn, int, symbol, type IntTuple } from '../../../core/src/algebra/leaf';
import type { Layout } from '../../../core/src/algebra/types';
import { mmaAtom } from '../../../core/src/atoms/mma_atom';
import type { Analysis, Fact, Instance, Observation } from '../../../core/src/analysis';
import type { Block, Inline } from '../../../core/src/ide/blocks';
import { activeInstance, hover } from '../../../core/src/ide/index';
import type { Unknown, Value } from '../../../core/src/values/value';
import { lower } from '../../support/front-end';

const file = 'kernel.cu';
const text = `void f() {
  auto sA = make_tensor(smem, layout); // (BLK_M,BLK_K,k)
  use(sA);
}
`;

const source = await lower(text);

const layout = (shape: IntTuple, stride: IntTuple): Layout => ({ is: 'layout', shape, stride });
const tile = layout([int(128), int(8), int(3)], [int(1), int(128), int(1024)]);

const half: Value = { is: 'scalar', type: 'half_t', bits: 16 };
const tensor: Value = {
  is: 'tensor',
  data: { is: 'pointer', space: 'smem', element: half, offset: dyn(256), base: 'smemA' },
  layout: tile,
  owning: false,
};

const at = (value: Value, instance = 0, assumes: readonly number[] = []): Observation => ({ instance, value, assumes });
const spanOf = (name: string, nth = 0): { file: string; start: number; end: number } => {
  let start = text.indexOf(name);
  for (let i = 0; i < nth; i++) start = text.indexOf(name, start + 1);
  return { file, start, end: start + name.length };
};

function declaration(...seen: readonly Observation[]): Fact {
  return { span: spanOf('sA'), role: 'declaration', name: 'sA', start: spanOf('auto').start, seen };
}

function analysis(facts: readonly Fact[], more: Partial<Analysis> = {}): Analysis {
  return {
    entry: file,
    arch: 900,
    facts: new Map([[file, facts]]),
    instances: [],
    assumptions: [],
    wants: [],
    missing: [],
    problems: [],
    calls: [],
    refusals: [],
    guards: [],
    shared: [],
    sharedLayouts: [],
    assertions: [],
    sources: new Map([[file, source]]),
    diagnostics: [],
    bugs: [],
    dormant: [],
    classes: new Map(),
    stats: { steps: 1, layouts: 1, exhausted: false },
    ...more,
  };
}

const spell = (content: readonly Inline[]): string => content.map((piece) => piece.text).join('');

/** Blocks as lines of text, the way they read. */
function lines(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    switch (block.is) {
      case 'printed':
        return [`| ${block.text}`];
      case 'line':
        return [spell(block.content)];
      case 'list':
        return block.items.map((item) => `${block.title}: ${spell(item)}`);
      case 'table':
        return [
          block.header.map((cell) => (typeof cell === 'string' ? cell : cell.text)).join(' '),
          ...block.rows.map((row) =>
            spell(row.flatMap((cell, i) => (i === 0 ? [cell] : [{ is: 'text', text: ' ' }, cell]))),
          ),
        ];
      case 'actions':
        return block.actions.map(({ title, action }) => `[${title}](${action})`);
    }
  });
}

function read(input: Analysis, offset = spanOf('sA').start, label?: string): string[] {
  return lines(
    hover({ analysis: input, file, offset, active: activeInstance(input, label), textOf: () => text })?.blocks ?? [],
  );
}

describe('a known value', () => {
  test('leads with the layout as CuTe prints it, then kind, sizes and modes with their meaning', () => {
    expect(read(analysis([declaration(at(tensor))]))).toEqual([
      '| smem_ptr[16b] o (_128,_8,_3):(_1,_128,_1024)',
      'sA shared memory, half_t, 128 × 8 × 3 (6 KiB)',
      '[Visualize](visualize)',
      'mode size shape stride',
      '0 BLK_M 128 _128 _1',
      '1 BLK_K 8 _8 _128',
      '2 k 3 _3 _1024',
      'starts at element 256 of smemA',
    ]);
  });

  test('shows the beginning of what is very long', () => {
    const list: Value = Array.from({ length: 5000 }, (_, i) => dyn(i));
    const [printed = ''] = read(analysis([declaration(at(list))]));
    expect(printed.startsWith('| (0,1,2,3,')).toBe(true);
    expect(printed.endsWith('… 13,891 more characters')).toBe(true);
    expect(printed.length).toBeLessThan(10_100);
  });

  test('a use takes the meaning of its modes from the declaration', () => {
    const use: Fact = { ...declaration(at(tensor)), span: spanOf('sA', 1), role: 'use', declared: spanOf('sA') };
    expect(read(analysis([use]), spanOf('sA', 1).start)).toContain('0 BLK_M 128 _128 _1');
  });

  test('a size that depends on a name stays readable', () => {
    const byM = layout([symbol('M'), int(4)], [int(1), symbol('M')]);
    expect(read(analysis([declaration(at(byM))]))[0]).toBe('| (M,_4):(_1,M)');
  });

  describe('the derivation', () => {
    const call = spanOf('make_tensor(smem, layout)');
    const operands = [
      { text: '', span: spanOf('smem'), value: int(3) },
      { text: '', span: spanOf('layout'), value: tile },
    ];
    const initialiser: Fact = {
      span: call,
      role: 'expression',
      start: call.start,
      seen: [at(tensor)],
      why: { by: 'make_tensor', source: 'cute/tensor_impl.hpp', operands },
    };
    const written = 'from make_tensor(smem, layout)';

    test('of a call names the function and its operands with their values', () => {
      expect(read(analysis([initialiser]), call.start).at(-1)).toContain(
        'make_tensor of smem = _3, layout = (_128,_8,_3):(_1,_128,_1024)',
      );
    });

    test('of a variable is what it is initialised with, at its uses too', () => {
      const use: Fact = { ...declaration(at(tensor)), span: spanOf('sA', 1), role: 'use', declared: spanOf('sA') };
      const both = analysis([declaration(at(tensor)), initialiser, use]);
      expect(read(both).at(-1)).toContain(written);
      expect(read(both, use.span.start).at(-1)).toContain(written);
    });

    test('is not guessed where the initialiser has another value', () => {
      expect(read(analysis([declaration(at(int(5))), initialiser])).join('\n')).not.toContain('make_tensor');
    });
  });

  test('the sample thread is named beside the offset, and can be changed', () => {
    const assumptions = [{ id: 7, kind: 'thread' as const, text: 'thread (0,0,0)' }];
    const found = read(analysis([declaration(at(tensor, 0, [7]))], { assumptions }));
    expect(found).toContain('starts at element 256 of smemA for thread (0,0,0)');
    expect(found.join('\n')).not.toContain('assumes');
    expect(found).toContain('[Sample Thread ▾](selectThread)');
  });

  test('an assumption that the value does not rest on is not shown', () => {
    const assumptions = [{ id: 7, kind: 'default' as const, text: 'M = 5120, default of `m`, line 578' }];
    expect(read(analysis([declaration(at(tile))], { assumptions })).join('\n')).not.toContain('5120');
    expect(read(analysis([declaration(at(tile, 0, [7]))], { assumptions }))).toContain(
      'M = 5120, default of `m`, line 578',
    );
  });
});

describe('several instances', () => {
  const instance = (id: number, from: string, reached = true): Instance => ({
    id,
    label: `gemm from ${from}`,
    kernel: 'gemm',
    from,
    reached,
  });
  const instances = [instance(1, 'gemm_nt', false), instance(2, 'gemm_tn')];
  const other = layout(int(4), int(1));
  const fact = declaration(at(tile, 1), at(other, 2));

  test('the one that the program reaches leads, and the other is listed', () => {
    const found = read(analysis([fact], { instances }));
    expect(found[0]).toBe('| _4:_1');
    expect(found).toContain('differs in: gemm_nt: (_128,_8,_3):(_1,_128,_1024)');
    expect(found).toContain('[Instance 2 of 2: gemm_tn ▾](selectInstance)');
  });

  test('the chosen one leads', () => {
    expect(read(analysis([fact], { instances }), undefined, 'gemm from gemm_nt')[0]).toBe(
      '| (_128,_8,_3):(_1,_128,_1024)',
    );
  });

  test('equal values are not listed twice', () => {
    const same = declaration(at(tile, 1), at(tile, 2));
    expect(read(analysis([same], { instances })).join('\n')).not.toContain('differs');
  });

  test('a known value leads an unknown one of the same instance', () => {
    const unknown: Unknown = { is: 'unknown', cause: { code: 'budget', message: 'too many steps' }, at: undefined };
    expect(read(analysis([declaration(at(unknown, 2), at(other, 2))], { instances }))[0]).toBe('| _4:_1');
  });
});

describe('a value that is not known', () => {
  const unknown: Unknown = {
    is: 'unknown',
    cause: { code: 'symbol', message: 'the size of mode 0 depends on M', needs: ['M'] },
    at: undefined,
  };

  test('says so, why, and what to pin', () => {
    expect(read(analysis([declaration(at(unknown))]))).toEqual([
      'sA not known: the size of mode 0 depends on M',
      'Give it a value: // cute-lens: M=… above the function, or for all files in cuteLens.defines',
      '[Insert the Comment](insertPin)',
    ]);
  });
});

describe('what a place is about', () => {
  const call = spanOf('make_tensor(smem, layout)');
  const initialiser: Fact = { span: call, role: 'expression', start: call.start, seen: [at(tile)] };
  const hoverAt = (offset: number): string | undefined => read(analysis([initialiser]), offset)[0];

  test('a call is about the function it calls and its brackets, not about a word among its arguments', () => {
    expect(hoverAt(call.start + 3)).toBe('| (_128,_8,_3):(_1,_128,_1024)');
    expect(hoverAt(call.end)).toBe('| (_128,_8,_3):(_1,_128,_1024)');
    expect(hoverAt(spanOf('smem').start + 2)).toBeUndefined();
  });

  test('a comment is about nothing', () => {
    const everything: Fact = { ...initialiser, span: { file, start: 0, end: text.length } };
    expect(read(analysis([everything]), spanOf('BLK_M').start)).toEqual([]);
  });

  test('a static integer explains itself', () => {
    expect(read(analysis([{ ...declaration(at(int(8))), name: '_8', role: 'use' }]))).toEqual([]);
  });
});

describe('what is left to other extensions', () => {
  test('functions, plain types and places without facts have no hover', () => {
    const callable: Value = { is: 'callable', name: 'f', target: undefined };
    expect(read(analysis([declaration(at(callable))]))).toEqual([]);
    expect(read(analysis([declaration(at({ is: 'type', of: half }))]))).toEqual([]);
    expect(read(analysis([declaration(at(tile))]), 0)).toEqual([]);
  });
});

test('the traits of an operation are no atom: CuTe does not print them, their members are listed', () => {
  const traits: Value = {
    ...mmaAtom({ is: 'tag', name: 'SM80_16x8x8_F32F16F16F32_TN', args: [] }),
    traits: true as const,
  };
  expect(read(analysis([{ ...declaration(at({ is: 'type', of: traits })), name: 'Traits', role: 'alias' }]))).toEqual([
    '| MMA_Traits<SM80_16x8x8_F32F16F16F32_TN>',
    'Traits type: MMA traits: 16 × 8 × 8, half_t × half_t → float, by a warp, SM80_16x8x8_F32F16F16F32_TN',
    '[Visualize](visualize)',
    'CuTe does not print it; its members: Shape_MNK (_16,_8,_8)',
    'CuTe does not print it; its members: ThrID _32:_1',
    'CuTe does not print it; its members: ALayout ((_4,_8),(_2,_2)):((_32,_1),(_16,_8))',
    'CuTe does not print it; its members: BLayout ((_4,_8),_2):((_16,_1),_8)',
    'CuTe does not print it; its members: CLayout ((_4,_8),(_2,_2)):((_32,_1),(_16,_8))',
  ]);
});
