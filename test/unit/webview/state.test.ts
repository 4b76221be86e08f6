// The page's reducer: how each action of the reader changes the state, and which messages it sends to the extension.
import { describe, expect, test } from 'vitest';
import type { Picture } from '../../../core/src/views/model';
import { rectOf } from '../../../webview/src/canvas/scene';
import { scaleOf, toPixels } from '../../../webview/src/canvas/camera';
import { spotsOf } from '../../../webview/src/pins';
import { reduce, type Action, type State } from '../../../webview/src/state';
import { extent, model, owners, page, picture, shown } from './support';

/** The middle of a cell on the canvas. */
function middle(state: State, index: number, pane = 0): { x: number; y: number } {
  const rect = rectOf(state.scene, { pane, index });
  if (!rect) throw new Error(`no cell ${index}`);
  return toPixels(state.camera, { x: rect.x + 0.5, y: rect.y + 0.5 });
}

const after = (state: State, ...actions: readonly Action[]): State =>
  actions.reduce((before, action) => reduce(before, action)[0], state);
const sent = (state: State, action: Action): unknown => reduce(state, action)[1];

describe('a model that arrives', () => {
  test('fits into the page with whole pixels for a cell', () => {
    const state = page();
    expect(state.scene.panes).toHaveLength(1);
    expect(Number.isInteger(scaleOf(state.camera))).toBe(true);
    for (const index of [0, 31]) {
      const { x, y } = middle(state, index);
      expect(x).toBeGreaterThan(0);
      expect(y).toBeGreaterThan(0);
      expect(x).toBeLessThan(extent.width);
      expect(y).toBeLessThan(extent.height);
    }
  });

  test('keeps what the reader chose for the same view, where it is still offered', () => {
    const chosen = page({}, { type: 'label', by: 'coordinate' });
    expect(after(chosen, { type: 'show', shown: shown() }).labelBy).toBe('coordinate');
    const tiled = page(
      { pictures: [picture({ tiles: { is: 'extents', extents: [2, 2], name: 'tile' } })] },
      { type: 'colour', by: 'tile' },
    );
    expect(after(tiled, { type: 'show', shown: shown() }).colourBy).toBe('offset');
  });

  test('of another value starts with its own look, except for what the reader chose', () => {
    const first = page(
      { pictures: [picture({ owners })], labelBy: 'owner', colourBy: 'thread', selection: { thread: 3 } },
      { type: 'label', by: 'index' },
    );
    const other = after(first, { type: 'show', shown: shown({ title: 'gB' }) });
    expect(other).toMatchObject({ labelBy: 'index', colourBy: 'offset', selection: {} });
  });

  test('of the same value keeps what the reader picked out, and follows the sample thread where nothing was picked', () => {
    const mine = (thread: number) => ({ pictures: [picture({ owners })], selection: { thread } });
    const picked = page(mine(3), { type: 'select', selection: {} });
    expect(after(picked, { type: 'show', shown: shown(mine(3)) }).selection).toEqual({});
    expect(after(page(mine(3)), { type: 'show', shown: shown(mine(5)) }).selection).toEqual({ thread: 5 });
  });

  test('takes the options of a restored panel', () => {
    const state = after(page(), { type: 'show', shown: shown(), options: { labelBy: 'index', colourBy: 'none' } });
    expect(state).toMatchObject({ labelBy: 'index', colourBy: 'none' });
  });

  test('moves the reader only where the picture has another size', () => {
    const zoomed = page({}, { type: 'zoom', factor: 2, at: { x: 10, y: 10 } });
    expect(after(zoomed, { type: 'show', shown: shown() }).camera).toBe(zoomed.camera);
    const larger = shown({ pictures: [picture({ shape: '(_16,_16)', layout: '(_16,_16):(_16,_1)' })] });
    expect(after(zoomed, { type: 'show', shown: larger }).camera).not.toEqual(zoomed.camera);
  });

  test('that cannot be read leaves the last picture, and says why', () => {
    const state = page();
    const broken = after(state, { type: 'show', shown: shown({ pictures: [picture({ layout: 'nonsense' })] }) });
    expect(broken.scene).toBe(state.scene);
    expect(broken.problem?.message).toContain('cannot be drawn');
  });

  test('keeps a problem that is reported again, and with it the focus of its button', () => {
    const once = page({}, { type: 'problem', message: 'gone', canRetry: true });
    expect(after(once, { type: 'problem', message: 'gone', canRetry: true }).problem).toBe(once.problem);
    expect(after(once, { type: 'problem', message: 'gone', canRetry: false }).problem).not.toBe(once.problem);
  });

  test('of a value that is gone says so', () => {
    const state = page({}, { type: 'problem', message: 'gone', canRetry: false, isGone: true });
    expect(state.problem).toEqual({ message: 'gone', canRetry: false, isGone: true });
    expect(state.model).toBeDefined();
  });

  test('clears a problem', () => {
    const state = page({}, { type: 'problem', message: 'gone', canRetry: true });
    expect(state.problem).toEqual({ message: 'gone', canRetry: true });
    expect(state.model).toBeDefined();
    expect(after(state, { type: 'show', shown: shown() }).problem).toBeUndefined();
  });
});

describe('cells', () => {
  test('the pointer finds the cell below it, and nothing between pictures', () => {
    const state = page();
    expect(after(state, { type: 'hover', at: middle(state, 13) }).hover).toEqual({ pane: 0, index: 13 });
    expect(after(state, { type: 'hover', at: { x: 1, y: 1 } }).hover).toBeUndefined();
  });

  test('a click pins a cell, another click lets it go', () => {
    const state = page();
    const pinned = after(state, { type: 'click', at: middle(state, 6) });
    expect(pinned).toMatchObject({ pins: [{ spot: { pane: 0, index: 6 } }], cursor: { pane: 0, index: 6 } });
    expect(after(pinned, { type: 'click', at: middle(pinned, 6) }).pins).toEqual([]);
  });

  test('arrow keys move along rows and columns, and stop at borders', () => {
    const steps = (...directions: readonly ('left' | 'right' | 'up' | 'down' | 'end')[]): Action[] =>
      directions.map((direction) => ({ type: 'move', direction }));
    const start = page({}, { type: 'move', direction: 'start' });
    expect(start.cursor).toEqual({ pane: 0, index: 0 });
    expect(after(start, ...steps('right', 'down')).cursor).toEqual({ pane: 0, index: 5 });
    expect(after(start, ...steps('left', 'up')).cursor).toEqual({ pane: 0, index: 0 });
    expect(after(start, ...steps('end', 'right')).cursor).toEqual({ pane: 0, index: 31 });
  });

  test('a cell that the cursor reaches comes into sight', () => {
    const state = page(
      {},
      { type: 'move', direction: 'start' },
      { type: 'zoom-to-cell' },
      { type: 'zoom', factor: 4, at: { x: 400, y: 300 } },
      { type: 'move', direction: 'end' },
    );
    const { x, y } = middle(state, 31);
    expect(x).toBeGreaterThan(0);
    expect(y).toBeGreaterThan(0);
    expect(x).toBeLessThan(extent.width);
    expect(y).toBeLessThan(extent.height);
  });

  test('pins stay on their picture when the model changes, and go with their cell', () => {
    const state = page();
    const pinned = after(state, { type: 'click', at: middle(state, 3) }, { type: 'click', at: middle(state, 30) });
    const smaller = shown({ pictures: [picture({ shape: '(_4,_4)', layout: '(_4,_4):(_4,_1)' })] });
    expect(after(pinned, { type: 'show', shown: smaller }).pins).toEqual([{ spot: { pane: 0, index: 3 } }]);
  });
});

describe('pinned elements', () => {
  const inMemory = (over: Partial<Picture> = {}) => ({
    pictures: [picture({ element: { set: 'gmem A', by: 'offset' }, ...over })],
  });
  const offsetsPinned = (state: State): readonly (number | undefined)[] =>
    state.pins.flatMap((pin) =>
      spotsOf(state.scene, pin).map(({ pane, index }) => state.scene.panes[pane]?.cells.offsetAt(index)),
    );

  test('are told to other panels, which show them where they have them', () => {
    const state = page(inMemory());
    const [pinned, messages] = reduce(state, { type: 'click', at: middle(state, 6) });
    expect(messages).toEqual([{ type: 'pins', elements: [{ set: 'gmem A', number: 17 }] }]);
    expect(offsetsPinned(pinned)).toEqual([17]);
    const other = page(inMemory({ layout: '(_4,_8):(_1,_4)' }), {
      type: 'pins',
      elements: [{ set: 'gmem A', number: 17 }],
    });
    expect(other.pins.flatMap((pin) => spotsOf(other.scene, pin))).toEqual([{ pane: 0, index: 17 }]);
    const elsewhere = page(inMemory({ element: { set: 'gmem B', by: 'offset' } }), {
      type: 'pins',
      elements: [{ set: 'gmem A', number: 17 }],
    });
    expect(offsetsPinned(elsewhere)).toEqual([]);
  });

  test('stay the same element when another view is shown', () => {
    const state = page(inMemory());
    const pinned = after(state, { type: 'click', at: middle(state, 6) });
    expect(
      offsetsPinned(
        after(pinned, {
          type: 'show',
          shown: shown({ ...inMemory({ id: 'b', layout: '(_4,_8):(_1,_4)' }), view: 'tiles' }),
        }),
      ),
    ).toEqual([17]);
  });

  test('come into sight where another panel pins them', () => {
    const zoomed = page(
      inMemory(),
      { type: 'move', direction: 'start' },
      { type: 'zoom-to-cell' },
      { type: 'zoom', factor: 4, at: { x: 400, y: 300 } },
    );
    const { x, y } = middle(after(zoomed, { type: 'pins', elements: [{ set: 'gmem A', number: 31 }] }), 31);
    expect([x > 0, y > 0, x < extent.width, y < extent.height]).toEqual([true, true, true, true]);
  });

  test('are found in the words of memory that hold them', () => {
    const words = picture({
      id: 'words',
      shape: '(_32,_2)',
      axes: { rows: [1], columns: [0], fixed: [0, 0] },
      layout: undefined as never,
      memory: { space: 'smem', widthBits: 16, element: 'half_t' },
      element: { set: 'smem s', by: 'offset' },
      accesses: { op: 'load', bytesPerThread: 4, addresses: [[0, 256]], lines: [0, 2], firstThread: 0, unit: 'bank' },
    });
    const state = page({ pictures: [words] }, { type: 'pins', elements: [{ set: 'smem s', number: 130 }] });
    // Element 130 is at byte 260: line 2, word 1.
    expect(state.pins.flatMap((pin) => spotsOf(state.scene, pin))).toEqual([{ pane: 0, index: 33 }]);
  });
});

describe('the camera', () => {
  test('zooms where the pointer is', () => {
    const state = page();
    const at = middle(state, 9);
    const zoomed = after(state, { type: 'zoom', factor: 1.7, at });
    const moved = middle(zoomed, 9);
    expect(Math.hypot(moved.x - at.x, moved.y - at.y)).toBeLessThan(1);
    expect(scaleOf(zoomed.camera)).toBeGreaterThan(scaleOf(state.camera));
  });

  test('small steps of a touchpad add up, though drawn cells take whole pixels', () => {
    const steps = Array.from({ length: 20 }, (): Action => ({ type: 'zoom', factor: 1.02, at: { x: 400, y: 300 } }));
    const state = page();
    expect(scaleOf(after(state, ...steps).camera)).toBeGreaterThan(scaleOf(state.camera) * 1.3);
  });

  test('never loses the picture', () => {
    const state = page({}, { type: 'pan', dx: 1e6, dy: -1e6 });
    const { x, y } = toPixels(state.camera, { x: 0, y: 0 });
    expect(x).toBeLessThan(extent.width);
    expect(y + 4 * scaleOf(state.camera)).toBeGreaterThan(0);
  });

  test('fits again', () => {
    const state = page();
    expect(after(state, { type: 'pan', dx: 50, dy: 50 }, { type: 'fit' }).camera).toEqual(state.camera);
  });
});

describe('editing the layout in place', () => {
  test('draws what was typed without asking anybody', () => {
    const [state, messages] = reduce(page(), { type: 'edit', text: '(_4,_8):(_1,_4)' });
    expect(messages).toEqual([]);
    expect(state.scene.panes[0]?.cells.offsetAt(4)).toBe(4);
    expect(state.typedProblem).toBeUndefined();
  });

  test('another rank gets other axes', () => {
    const { scene } = after(page(), { type: 'edit', text: '_12:_2' });
    expect(scene.panes[0]?.cells.grid).toMatchObject({ rows: 1, columns: 12 });
  });

  test('leaves expressions to the evaluator', () => {
    expect(sent(page(), { type: 'edit', text: 'zipped_divide(a, b)' })).toEqual([
      { type: 'evaluate', text: 'zipped_divide(a, b)' },
    ]);
  });

  test('leaves a view that needs more than a layout to the evaluator', () => {
    const tiled = page({ view: 'tiles' });
    expect(sent(tiled, { type: 'edit', text: '(_4,_8):(_1,_4)' })).toEqual([
      { type: 'evaluate', text: '(_4,_8):(_1,_4)' },
    ]);
  });

  test('says what is wrong and keeps the picture', () => {
    const before = page();
    const state = after(before, { type: 'edit', text: '(_4,_8' });
    expect(state.typedProblem).toContain('(_4,_8');
    expect(state.scene).toBe(before.scene);
  });

  test('the value itself comes back when its own text does', () => {
    const state = after(page(), { type: 'edit', text: '(_2,_2):(_2,_1)' }, { type: 'edit', text: '(_4,_8):(_8,_1)' });
    expect(state.model).toEqual(model());
    expect(state.typed).toBeUndefined();
  });
});

describe('searching', () => {
  const found = (text: string, over = {}): readonly number[] =>
    page({ pictures: [picture({ owners, ...over })] }, { type: 'search', text }).search.found.map(({ index }) => index);

  test.each([
    ['a coordinate', '(1,2)', [9]],
    ['a coordinate without parentheses', '1, 2', [9]],
    ['an offset', '10', [9]],
    ['an index', '#10', [10]],
    ['a thread', 'T2', [8, 9, 10, 11]],
    ['a value of a thread', 't2 v3', [11]],
    ['nothing', '99', []],
  ])('finds %s', (_, text, expected) => expect(found(text)).toEqual(expected));

  test('says how many there are, and walks through them', () => {
    const state = page({ pictures: [picture({ owners })] }, { type: 'search', text: 'T1' });
    expect(state.search.message).toBe('4 cells');
    expect(state.cursor?.index).toBe(4);
    expect(after(state, { type: 'search-next', by: 1 }).cursor?.index).toBe(5);
    expect(after(state, { type: 'search-next', by: -1 }).cursor?.index).toBe(7);
  });

  test('says what can be typed where it understands nothing', () => {
    expect(page({}, { type: 'search', text: 'hello' }).search.message).toContain('T5');
  });
});

describe('messages to the extension', () => {
  test('another view is asked for', () =>
    expect(sent(page(), { type: 'view', view: 'banks' })).toEqual([{ type: 'view', view: 'banks' }]));
  test('choices are remembered', () => {
    expect(sent(page(), { type: 'select', selection: { thread: 3 } })).toEqual([
      { type: 'options', options: { selection: { thread: 3 } } },
    ]);
    expect(sent(page(), { type: 'label', by: 'index' })).toEqual([
      { type: 'options', options: { labelBy: 'index', selection: {} } },
    ]);
  });
  test('what moves the reader is nobody else’s business', () => {
    for (const action of [
      { type: 'zoom', factor: 2 },
      { type: 'pan', dx: 1, dy: 1 },
      { type: 'move', direction: 'left' },
      { type: 'pin' },
    ] as const)
      expect(sent(page(), action)).toEqual([]);
  });
});

test('a mode that is not drawn is walked through', () => {
  const cube = picture({
    shape: '(_2,_2,_3)',
    layout: '(_2,_2,_3):(_1,_2,_4)',
    axes: { rows: [0], columns: [1], fixed: [0, 0, 0] },
  });
  const state = page({ pictures: [cube] }, { type: 'slice', picture: 'a', mode: 2, at: 2 });
  expect(state.scene.panes[0]?.cells.grid.indexAt(1, 1)).toBe(11);
});

test('a pinned element is followed into the other pictures of its set', async () => {
  const { sameElement } = await import('../../../webview/src/canvas/scene');
  const one = picture({ element: { set: 'x', by: 'offset' } });
  const other = picture({
    id: 'b',
    at: { row: 0, column: 1 },
    layout: '(_4,_8):(_1,_4)',
    element: { set: 'x', by: 'offset' },
  });
  const state = page({ pictures: [one, other] });
  // Offset 1 is (0,1) in the first picture, (1,0) in the second.
  expect(sameElement(state.scene, { pane: 0, index: 4 })).toEqual([
    { pane: 0, index: 4 },
    { pane: 1, index: 1 },
  ]);
});

describe('several pictures', () => {
  const two = {
    pictures: [
      picture({ id: 'a', shape: '(_4,_32)', layout: '(_4,_32):(_32,_1)' }),
      picture({ id: 'b', shape: '(_4,_32)', layout: '(_4,_32):(_32,_1)', at: { row: 0, column: 1 } }),
    ],
  };
  const resized = (width: number, height: number): Action => ({
    type: 'resize',
    extent: { width, height },
    density: 1,
  });
  const isColumn = (state: State): boolean => state.scene.panes[1]?.x === 0;

  test('stand in the direction in which they are larger, also after the panel is resized', () => {
    expect(isColumn(page(two))).toBe(true);
    expect(isColumn(page(two, resized(2400, 200)))).toBe(false);
    expect(isColumn(page(two, resized(2400, 200), resized(400, 900)))).toBe(true);
  });

  test('stay where the reader looks at them', () => {
    expect(isColumn(page(two, { type: 'zoom', factor: 2 }, resized(2400, 200)))).toBe(true);
  });

  test('of a table with rows and columns keep their places', () => {
    const table = { pictures: [...two.pictures, picture({ id: 'c', at: { row: 1, column: 1 } })] };
    expect(isColumn(page(table, resized(400, 900)))).toBe(false);
  });
});
