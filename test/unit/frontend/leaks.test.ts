// The parser's memory: whatever happens to a file, no more syntax trees are alive than are needed, and none after it is
// closed.
import { afterEach, expect, test, vi } from 'vitest';
import { Parser, Tree } from 'web-tree-sitter';
import { Abandoned, Meter, metered } from '../../../core/src/base/meter';
import type { FrontEnd } from '../../../core/src/frontends/front-end';
import { cudaFrontEnd, rustFrontEnd } from '../../support/front-end';

/** How many trees are alive of those made from now on. */
function trees(): { alive: number } {
  const count = { alive: 0 };
  const { parse } = Parser.prototype;
  vi.spyOn(Parser.prototype, 'parse').mockImplementation(function (this: Parser, ...args: Parameters<typeof parse>) {
    const tree = parse.apply(this, args);
    if (tree) count.alive++;
    return tree;
  });
  const { copy, delete: free } = Tree.prototype;
  vi.spyOn(Tree.prototype, 'copy').mockImplementation(function (this: Tree) {
    count.alive++;
    return copy.call(this);
  });
  vi.spyOn(Tree.prototype, 'delete').mockImplementation(function (this: Tree) {
    count.alive--;
    free.call(this);
  });
  return count;
}

afterEach(() => void vi.restoreAllMocks());

const texts = [
  '#define N 4\nint a = N;\nvoid f() { int b = a; }\n',
  'struct S { int a; };\nint x = (1;\n',
  'fn f() { let x = 1; }\n',
  '}}}(((',
  '',
  'int a = A<B<C<1>>>::x;\n__global__ void __launch_bounds__(N) k() {}\n',
];

test.each(['a.cu', 'a.rs'])('%s: edited hundreds of times, broken and whole, and closed', async (file) => {
  const frontEnd: FrontEnd = file.endsWith('.rs') ? await rustFrontEnd() : await cudaFrontEnd();
  const count = trees();
  const document = frontEnd.open(file, '');
  for (let i = 0; i < 300; i++) {
    document.update(`${texts[i % texts.length] ?? ''}// ${i}\n`);
    document.program();
    expect(count.alive).toBeLessThanOrEqual(1);
  }
  document.dispose();
  expect(count.alive).toBe(0);
});

test('read by units with ever other macros, abandoned and closed', async () => {
  const frontEnd = await cudaFrontEnd();
  const count = trees();
  const document = frontEnd.open('a.h', 'int a = N;\n'.repeat(2_000));
  for (let n = 0; n < 40; n++) {
    const unit = frontEnd.unit(900);
    const includer = frontEnd.open('a.cu', `#define N ${n}\n#include "a.h"\n`);
    let polls = 0;
    const meter = new Meter(Infinity, () => (n % 4 === 3 && ++polls > 2 ? 'abandon' : 'go on'));
    const read = (): unknown =>
      metered(meter, () => includer.program({ unit, follow: () => void document.program({ unit }) }));
    if (n % 4 === 3) expect(read).toThrow(Abandoned);
    else read();
    includer.dispose();
    expect(count.alive).toBeLessThanOrEqual(6);
  }
  document.dispose();
  expect(count.alive).toBe(0);
});

test.each(['a.cu', 'a.rs'])(
  '%s: while it rests it keeps no tree; what it reads afterwards is the same',
  async (file) => {
    const frontEnd: FrontEnd = file.endsWith('.rs') ? await rustFrontEnd() : await cudaFrontEnd();
    const count = trees();
    const document = frontEnd.open(file, texts[0] ?? '');
    const first = document.program();
    document.rest();
    expect(count.alive).toBe(1);
    document.rest();
    expect(count.alive).toBe(0);
    expect(document.program()).toBe(first);
    for (const text of texts) {
      document.update(text);
      document.rest();
      document.rest();
      const fresh = frontEnd.open(file, text);
      expect(JSON.stringify(document.program())).toBe(JSON.stringify(fresh.program()));
      fresh.dispose();
    }
    document.dispose();
    expect(count.alive).toBe(0);
  },
);

test('readings for macros that nobody defines any more are let go', async () => {
  const frontEnd = await cudaFrontEnd();
  const count = trees();
  const document = frontEnd.open('a.h', 'int a = N;\n');
  const read = (n: number) => {
    const unit = frontEnd.unit(900);
    const includer = frontEnd.open('a.cu', `#define N ${n}\n#include "a.h"\n`);
    includer.program({ unit, follow: () => void document.program({ unit }) });
    includer.dispose();
    return document.program({ unit });
  };
  for (let n = 0; n < 6; n++) read(n);
  expect(count.alive).toBe(6);
  document.rest();
  const last = read(5);
  document.rest();
  expect(count.alive).toBe(0);
  expect(read(5)).toBe(last);
  document.dispose();
});
