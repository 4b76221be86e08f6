// Names of unknown numbers, as a reader sees them: without the evaluator's marks where those tell nothing apart.
import { expect, test } from 'vitest';
import { code } from '../../../core/src/ide/blocks';
import { plainNames, withPlainNames } from '../../../core/src/ide/words/plain-names';

test.each([
  ["seqlen_q'16", 'seqlen_q'],
  ["(seqlen_q'3,params.h,_1):(seqlen_q'3,_1,_0)", '(seqlen_q,params.h,_1):(seqlen_q,_1,_0)'],
  ["(n'3,n'7):(n'7,_1)", "(n,n'):(n',_1)"],
  ["(n,n'7):(_1,n)", "(n,n'):(_1,n)"],
  ["n'4-n''+n'4*n'3-n'8", "n-n'+n*n''-n'3"],
  ["work.n''+n'3+wn'5", 'work.n+n+wn'],
  ["ceil_div(either[a|lengths[i]-1]'3,128)", 'ceil_div(either[a|lengths[i]-1],128)'],
  ['(_8,_4):(_4,_1)', '(_8,_4):(_4,_1)'],
])('%s is read as %s', (text, read) => {
  expect(plainNames(text)).toBe(read);
});

test('a name means one number in all blocks of a hover', () => {
  const blocks = withPlainNames(
    [{ is: 'line', content: [code("n'7"), code("'n'"), code("n''")] }],
    ["(n'',n'7):(_1,n'')"],
  );
  expect(blocks).toEqual([{ is: 'line', content: [code("n'"), code("'n'"), code('n')] }]);
});
