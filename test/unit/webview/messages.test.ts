// Messages between the extension and its page: each kind goes through, and nothing else does. The page's policy and
// escaping.
import { describe, expect, test } from 'vitest';
import { atLeast } from '../../support/cases';
import { page } from '../../../protocol/src/page';
import { fromPage, isViewModel, toPage, type FromPage, type ToPage } from '../../../protocol/src/webview';
import { model, shown } from './support';

/** An example of each message, by its type: the compiler asks for those that are missing. */
type Examples<Message extends { readonly type: string }> = {
  readonly [Type in Message['type']]: Omit<Extract<Message, { readonly type: Type }>, 'type'>;
};

function listed(examples: Readonly<Record<string, object>>): readonly { readonly type: string }[] {
  return Object.entries(examples).map(([type, parts]) => ({ ...parts, type }));
}

describe('messages of a page', () => {
  const good: Examples<FromPage> = {
    ready: {},
    view: { view: 'banks' },
    evaluate: { text: '_4:_1' },
    reveal: {},
    follow: { on: true },
    retry: {},
    link: {},
    compare: { on: true },
    pins: { elements: [{ set: 'gmem A', number: -3 }] },
    options: { options: { labelBy: 'owner', colourBy: 'thread', selection: { thread: 3, warp: 1, tile: [1, 2] } } },
    save: { format: 'svg', data: '<svg/>' },
    copy: { text: 'x', what: 'text' },
    error: { message: 'x' },
  };
  test.each(atLeast(13, listed(good)))('$type goes through', (message) =>
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
  const good: Examples<ToPage> = {
    show: { shown: shown(), options: {} },
    problem: { message: 'x', canRetry: false },
    busy: {},
    pins: { elements: [] },
    keep: { state: { any: 1 } },
  };
  test.each(atLeast(6, [...listed(good), { type: 'show', shown: shown() }]))('$type goes through', (message) =>
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
