// What a panel remembers: a place that moves with the text, a state that survives reloads and links.
import { describe, expect, test } from 'vitest';
import { moved } from '../../../client/src/anchor';
import { linkQuery, readLink, readState, type PanelState } from '../../../client/src/panel-state';

const change = (from: [number, number], to: [number, number], text: string) => ({
  range: { start: { line: from[0], character: from[1] }, end: { line: to[0], character: to[1] } },
  text,
});

describe('a place', () => {
  const place = { line: 5, character: 10 };
  test.each([
    ['stays for a change below', change([6, 0], [6, 3], 'x\ny'), place],
    ['stays for a change behind it on its line', change([5, 11], [5, 12], ''), place],
    ['stays where it is itself replaced', change([5, 10], [5, 14], 'other'), place],
    ['moves along its line', change([5, 2], [5, 4], 'abcd'), { line: 5, character: 12 }],
    ['moves down with new lines', change([1, 0], [1, 0], 'a\nb\n'), { line: 7, character: 10 }],
    ['moves up with deleted lines', change([1, 0], [3, 0], ''), { line: 3, character: 10 }],
    ['moves to a new line with what follows a break', change([5, 4], [5, 4], '\n  '), { line: 6, character: 8 }],
    ['joins the line before', change([4, 7], [5, 0], ''), { line: 4, character: 17 }],
    ['goes to the start of what is replaced around it', change([5, 8], [5, 20], 'x'), { line: 5, character: 8 }],
  ] as const)('%s', (_, one, expected) => expect(moved(place, [one])).toEqual(expected));

  test('follows several changes, given from the end', () => {
    expect(moved(place, [change([5, 0], [5, 0], '  '), change([2, 0], [2, 0], '\n')])).toEqual({
      line: 6,
      character: 12,
    });
  });
});

describe('a state', () => {
  const state: PanelState = {
    target: { uri: 'file:///w/a.cu', position: { line: 4, character: 2 } },
    view: 'banks',
    options: { selection: { thread: 3 } },
    follows: true,
    compare: { instance: 'gemm from gemm_nt' },
  };

  test('survives a reload', () => expect(readState(JSON.parse(JSON.stringify(state)))).toEqual(state));
  test.each([
    undefined,
    null,
    5,
    {},
    { target: {} },
    { target: { uri: 'x' } },
    { target: { expression: 'x' }, view: 'nope' },
    { target: { expression: 'x' }, options: { labelBy: 1 } },
  ])('is none: %j', (kept) => {
    expect(readState(kept)).toBeUndefined();
  });

  test('comes back from a link, in the workspace of whoever opens it', () => {
    const query = linkQuery(state, (uri) => uri.replace('file:///w/', ''));
    expect(query).not.toContain('w%2F');
    expect(readLink(query, (path) => `file:///elsewhere/${path}`)).toEqual({
      ...state,
      target: { ...state.target, uri: 'file:///elsewhere/a.cu' },
      follows: false,
    });
  });

  test('of a finding comes back as one', () => {
    const target = { uri: 'file:///w/a.cu', position: { line: 4, character: 2 }, finding: 'shared-race' };
    const query = linkQuery({ target, follows: false }, (uri) => uri.replace('file:///w/', ''));
    expect(readLink(query, (path) => `file:///w/${path}`)?.target).toEqual(target);
  });

  test('of an expression comes back too', () => {
    const expression = 'composition(Swizzle<3,4,3>{}, make_layout(_8{} + _1{}))';
    expect(readLink(linkQuery({ target: { expression }, follows: false }, String), () => undefined)).toEqual({
      target: { expression },
      follows: false,
    });
  });

  test.each([
    'file=../../etc/passwd&at=1:1',
    'file=a.cu&at=x',
    'view=layout',
    'expression=x&options=%7B',
    'expression=x&view=constructor',
  ])('a bad link is none: %s', (query) => {
    expect(readLink(query, (path) => `file:///w/${path}`)).toBeUndefined();
  });
});
