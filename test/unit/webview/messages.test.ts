// Messages between the extension and its page: each kind goes through, and nothing else does. The page's policy and
// escaping.
import { describe, expect, test } from 'vitest';
import { page } from '../../../protocol/src/page';
import { fromPage, isViewModel, toPage } from '../../../protocol/src/webview';
import { model, shown } from './support';

describe('messages of a page', () => {
  const good = [
    { type: 'ready' },
    { type: 'view', view: 'banks' },
    { type: 'evaluate', text: '_4:_1' },
    { type: 'reveal' },
    { type: 'follow', on: true },
    { type: 'retry' },
    { type: 'link' },
    { type: 'compare', on: true },
    { type: 'pins', elements: [{ set: 'gmem A', number: -3 }] },
    {
      type: 'options',
      options: { labelBy: 'owner', colourBy: 'thread', selection: { thread: 3, warp: 1, tile: [1, 2] } },
    },
    { type: 'save', format: 'svg', data: '<svg/>' },
    { type: 'copy', text: 'x', what: 'text' },
    { type: 'error', message: 'x' },
  ];
  test.each(good)('$type goes through', (message) =>
    expect(fromPage(JSON.parse(JSON.stringify(message)))).toEqual(message),
  );

  const bad = [
    undefined,
    null,
    'ready',
    [],
    {},
    { type: 'open' },
    { type: 'view', view: 'toString' },
    { type: 'evaluate', text: 5 },
    { type: 'evaluate', text: 'x'.repeat(1 << 17) },
    { type: 'follow', on: 'yes' },
    { type: 'save', format: 'exe', data: '' },
    { type: 'options', options: { selection: { thread: -1 } } },
    { type: 'options', options: { labelBy: 'colour' } },
    { type: 'compare' },
    { type: 'pins', elements: [{ set: 'gmem A', number: 1.5 }] },
    { type: 'pins', elements: Array.from({ length: 65 }, () => ({ set: '', number: 0 })) },
  ];
  test.each(bad.map((message) => [JSON.stringify(message), message]))('%s does not', (_, message) =>
    expect(fromPage(message)).toBeUndefined(),
  );
});

describe('messages of the extension', () => {
  const good = [
    { type: 'show', shown: shown() },
    { type: 'show', shown: shown(), options: {} },
    { type: 'problem', message: 'x', canRetry: false },
    { type: 'busy' },
    { type: 'pins', elements: [] },
    { type: 'keep', state: { any: 1 } },
  ];
  test.each(good)('$type goes through', (message) =>
    expect(toPage(JSON.parse(JSON.stringify(message)))).toEqual(message),
  );

  const bad = [
    null,
    { type: 'show' },
    { type: 'show', shown: { ...shown(), views: [{ id: 'x', title: '' }] } },
    { type: 'show', shown: { ...shown(), model: { ...model(), pictures: [] } } },
    { type: 'problem', message: 1, canRetry: false },
  ];
  test.each(bad.map((message, at) => [at, message]))('bad message %i does not', (_, message) =>
    expect(toPage(message)).toBeUndefined(),
  );

  test('a model survives JSON', () => expect(isViewModel(JSON.parse(JSON.stringify(model())))).toBe(true));
});

describe('the page', () => {
  const html = page({
    title: 'a<b>',
    nonce: 'n0',
    source: 'https://x',
    script: { uri: 'https://x/"s.js' },
    style: { uri: 'https://x/s.css' },
  });

  test('lets in nothing but its own script and style', () => {
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'nonce-n0'");
    expect(policy).not.toMatch(/unsafe|\*|connect-src|http:/);
  });

  test('has no markup from outside', () => {
    expect(html).toContain('<title>a&lt;b&gt;</title>');
    expect(html).toContain('src="https://x/&quot;s.js"');
  });

  test('holds a model and code that cannot end their own elements', () => {
    const text = page({
      title: 't',
      nonce: 'n',
      script: { text: 'x("</script>")' },
      style: { text: '' },
      model: JSON.stringify({ title: '</script><script>alert(1)</script>' }),
    });
    expect(text.match(/<\/script>/g)).toHaveLength(2);
    expect(text).not.toContain('<script>alert');
  });
});
