// The state of the page and how it changes: one pure reducer that does not use the document. Messages to the extension
// are returned beside the new state.
import { say } from '../../protocol/src/say';
import { unlessRefused } from '../../core/src/algebra/errors';
import { cellsOf } from '../../core/src/draw/cells';
import type { ColourBy, LabelBy, ViewId, ViewModel } from '../../core/src/views/model';
import type { Element, FromPage, PageOptions, PageSelection, Shown } from '../../protocol/src/webview';
import { toWorld, type Camera, type Extent, type Point } from './canvas/camera';
import { layOut, spotAt, step, type Direction, type Scene, type Spot } from './canvas/scene';
import { colourChoices, labelChoices } from './choices';
import { edited } from './edit';
import { elementsOf, spotsOf, taken, toggled, type Pin } from './pins';
import { sliced, withPart } from './slices';
import { fitted, panned, resized, revealed, zoomed, zoomedToCell } from './looking';
import { find, mostFound, parseQuery } from './search';

/** Why there is no new picture. */
export interface Problem {
  readonly message: string;
  readonly canRetry: boolean;
  /** The program no longer has the value that is still drawn. */
  readonly isGone?: boolean | undefined;
}

export interface State {
  readonly shown: Shown | undefined;
  /** The drawn model: the received one with the reader's edits and choice of slices. */
  readonly model: ViewModel | undefined;
  readonly scene: Scene;
  readonly labelBy: LabelBy;
  readonly colourBy: ColourBy;
  /** The reader's own choices. They are kept while the same view shows other values. */
  readonly chosen: Omit<PageOptions, 'selection'>;
  readonly selection: PageSelection;
  readonly camera: Camera;
  readonly extent: Extent;
  /** Whether the reader moved or zoomed. A new picture of the same size then keeps the camera. */
  readonly isPlaced: boolean;
  readonly hover: Spot | undefined;
  readonly cursor: Spot | undefined;
  readonly pins: readonly Pin[];
  readonly search: Search;
  /** The text typed in place of the layout; undefined if the reader typed nothing. */
  readonly typed: string | undefined;
  /** Why the typed text cannot be drawn. */
  readonly typedProblem: string | undefined;
  readonly problem: Problem | undefined;
  readonly isBusy: boolean;
}

export interface Search {
  readonly text: string;
  readonly found: readonly Spot[];
  /** The index of the current result. */
  readonly at: number;
  readonly message: string;
}

export type Action =
  | { readonly type: 'show'; readonly shown: Shown; readonly options?: PageOptions | undefined }
  | ({ readonly type: 'problem' } & Problem)
  | { readonly type: 'busy' }
  | { readonly type: 'resize'; readonly extent: Extent; readonly density: number }
  | { readonly type: 'pan'; readonly dx: number; readonly dy: number }
  | { readonly type: 'zoom'; readonly factor: number; readonly at?: Point }
  | { readonly type: 'fit' }
  | { readonly type: 'zoom-to-cell' }
  | { readonly type: 'hover'; readonly at: Point | undefined }
  | { readonly type: 'click'; readonly at: Point }
  | { readonly type: 'move'; readonly direction: Direction }
  | { readonly type: 'next-picture'; readonly by: 1 | -1 }
  | { readonly type: 'pin' }
  | { readonly type: 'unpin' }
  | { readonly type: 'pins'; readonly elements: readonly Element[] }
  | { readonly type: 'label'; readonly by: LabelBy }
  | { readonly type: 'colour'; readonly by: ColourBy }
  | { readonly type: 'select'; readonly selection: PageSelection }
  | { readonly type: 'slice'; readonly picture: string; readonly mode: number; readonly at: number }
  /** Another part of a layout that is too large: the how many-th window along a mode. */
  | { readonly type: 'part'; readonly picture: string; readonly mode: number; readonly at: number }
  | { readonly type: 'search'; readonly text: string }
  | { readonly type: 'search-next'; readonly by: 1 | -1 }
  | { readonly type: 'edit'; readonly text: string }
  | { readonly type: 'view'; readonly view: ViewId }
  | { readonly type: 'follow'; readonly on: boolean };

export type Step = readonly [State, readonly FromPage[]];

const noSearch: Search = { text: '', found: [], at: 0, message: '' };
const emptyScene: Scene = { panes: [], world: { x: 0, y: 0, width: 1, height: 1 } };

export const initialState: State = {
  shown: undefined,
  model: undefined,
  scene: emptyScene,
  labelBy: 'offset',
  colourBy: 'none',
  chosen: {},
  selection: {},
  camera: { x: 0, y: 0, zoom: 32, density: 1 },
  extent: { width: 0, height: 0 },
  isPlaced: false,
  hover: undefined,
  cursor: undefined,
  pins: [],
  search: noSearch,
  typed: undefined,
  typedProblem: undefined,
  problem: undefined,
  isBusy: false,
};

export function reduce(state: State, action: Action): Step {
  switch (action.type) {
    case 'show':
      return show(state, action.shown, action.options);
    case 'problem':
      return [{ ...state, problem: problemOf(state, action), isBusy: false }, []];
    case 'busy':
      return [{ ...state, isBusy: true }, []];
    case 'resize':
      return [resized(state, action.extent, action.density), []];
    case 'pan':
      return [panned(state, action.dx, action.dy), []];
    case 'zoom':
      return [{ ...state, camera: zoomed(state, action.factor, action.at), isPlaced: true }, []];
    case 'fit':
      return [{ ...state, camera: fitted(state), isPlaced: false }, []];
    case 'zoom-to-cell':
      return [zoomedToCell(state), []];
    case 'hover':
      return [hovered(state, action.at), []];
    case 'click':
      return clicked(state, action.at);
    case 'move':
      return [moved(state, action.direction), []];
    case 'next-picture':
      return [nextPicture(state, action.by), []];
    case 'pin':
      return state.cursor ? pinned(state, toggled(state.pins, state.scene, state.cursor)) : [state, []];
    case 'unpin':
      return pinned({ ...state, search: noSearch }, []);
    case 'pins':
      return [pinnedElsewhere(state, action.elements), []];
    case 'label':
      return told({ ...state, labelBy: action.by, chosen: { ...state.chosen, labelBy: action.by } });
    case 'colour':
      return told({ ...state, colourBy: action.by, chosen: { ...state.chosen, colourBy: action.by } });
    case 'select':
      return told(selected(state, action.selection));
    case 'slice':
      return [state.model ? withModel(state, sliced(state.model, action)) : state, []];
    case 'part':
      return [state.model ? partMoved(state, withPart(state.model, action)) : state, []];
    case 'search':
      return [searched(state, action.text), []];
    case 'search-next':
      return [searchNext(state, action.by), []];
    case 'edit':
      return edit(state, action.text);
    case 'view':
      return [{ ...state, isBusy: true }, [{ type: 'view', view: action.view }]];
    case 'follow':
      return [
        state.shown ? { ...state, shown: { ...state.shown, follows: action.on } } : state,
        [{ type: 'follow', on: action.on }],
      ];
  }
}

/** The options that the panel stores for a restored window, and writes into links. */
export function optionsOf({ chosen, selection }: State): PageOptions {
  return { ...chosen, selection };
}

// ---- Models ------------------------------------------------------------------------------------------------------

function show(state: State, shown: Shown, options: PageOptions = {}): Step {
  const { model } = shown;
  const { selection: wished, ...wishes } = options;
  const chosen = { ...(state.model?.view === model.view && state.chosen), ...wishes };
  const next: State = {
    ...state,
    shown,
    chosen,
    typed: undefined,
    typedProblem: undefined,
    problem: undefined,
    isBusy: false,
    labelBy: offered(labelChoices(model), [chosen.labelBy, model.labelBy]),
    colourBy: offered(colourChoices(model), [chosen.colourBy, model.colourBy]),
    selection: wished ?? (isOwnSelection(state, model) ? state.selection : (model.selection ?? {})),
  };
  return unlessRefused(
    () => {
      const drawn = withModel(next, model);
      // A restored panel must not apply the selection of another value to this one.
      const isNews = state.shown !== undefined && JSON.stringify(optionsOf(drawn)) !== JSON.stringify(optionsOf(state));
      return isNews ? told(drawn) : [drawn, []];
    },
    (error) => [
      {
        ...state,
        isBusy: false,
        problem: problemOf(state, { message: say`This cannot be drawn: ${error.message}`, canRetry: false }),
      },
      [],
    ],
  );
}

/** The present problem where it says the same, so that its button stays and keeps the focus. */
function problemOf({ problem }: State, { message, canRetry, isGone = false }: Problem): Problem {
  const isSame = problem?.message === message && problem.canRetry === canRetry && (problem.isGone ?? false) === isGone;
  return isSame ? problem : { message, canRetry, ...(isGone && { isGone }) };
}

/** Whether the selection is the reader's own, and the same value is shown again. */
function isOwnSelection({ shown, selection }: State, model: ViewModel): boolean {
  return (
    shown?.model.title === model.title &&
    shown.model.view === model.view &&
    JSON.stringify(selection) !== JSON.stringify(shown.model.selection ?? {})
  );
}

/** The first wish that can be chosen, or else the first choice. Without choices, `none`. */
function offered<T extends string>(
  choices: readonly { readonly id: T }[],
  wishes: readonly (T | undefined)[],
): T | 'none' {
  const ids = choices.map(({ id }) => id);
  return wishes.find((wish): wish is T => wish !== undefined && ids.includes(wish)) ?? ids[0] ?? 'none';
}

/** Draws another model. Pins and the cursor are kept if their cells still exist; the camera is kept if the picture has
 *  the same size. */
function withModel(state: State, model: ViewModel, selection: PageSelection = state.selection): State {
  const scene = layOut(cellsOf(model, selection), state.extent, model.view === 'explain');
  const stays = (spot: Spot): Spot[] => {
    const id = state.model?.pictures[spot.pane]?.id;
    const pane = scene.panes.findIndex(({ cells }) => cells.picture.id === id);
    const at = pane < 0 && scene.panes.length > 0 ? 0 : pane;
    return at >= 0 && spot.index < (scene.panes[at]?.cells.grid.size ?? 0) ? [{ pane: at, index: spot.index }] : [];
  };
  const keeps = (pin: Pin): Pin[] => {
    const [spot] = pin.spot ? stays(pin.spot) : [];
    return pin.element ? [{ element: pin.element, ...(spot && { spot }) }] : spot ? [{ spot }] : [];
  };
  const { width, height } = scene.world;
  const isSameSize = width === state.scene.world.width && height === state.scene.world.height;
  const next: State = {
    ...state,
    model,
    scene,
    selection,
    hover: undefined,
    pins: state.pins.flatMap(keeps),
    cursor: state.cursor && stays(state.cursor)[0],
  };
  const camera = isSameSize && state.isPlaced ? state.camera : fitted(next);
  return withSearch({ ...next, camera, isPlaced: isSameSize && state.isPlaced });
}

function selected(state: State, selection: PageSelection): State {
  const isOtherInstruction = selection.instruction !== state.selection.instruction;
  // A selection only changes colours. Another instruction accesses other words, so the cells change too.
  return isOtherInstruction && state.model
    ? withModel({ ...state, isPlaced: true }, state.model, selection)
    : { ...state, selection };
}

/** Another part has other elements: what was pinned by its cell alone is gone. */
function partMoved(state: State, model: ViewModel): State {
  const pins = state.pins.flatMap(({ element }) => (element ? [{ element }] : []));
  return withModel({ ...state, pins, cursor: undefined }, model);
}

function edit(state: State, text: string): Step {
  const { shown } = state;
  if (!shown) return [state, []];
  if (text.trim() === shown.model.printed)
    return [withModel({ ...state, typed: undefined, typedProblem: undefined }, shown.model), []];
  const outcome = edited(shown.model, text);
  switch (outcome.is) {
    case 'wrong':
      return [{ ...state, typed: text, typedProblem: outcome.why }, []];
    case 'evaluate':
      return [{ ...state, typed: text, typedProblem: undefined }, [{ type: 'evaluate', text: text.trim() }]];
    case 'model':
      return redrawn({ ...state, typed: text, typedProblem: undefined }, outcome.model);
  }
}

function redrawn(state: State, model: ViewModel): Step {
  return unlessRefused(
    () => [withModel(state, model), []],
    (error) => [{ ...state, typedProblem: error.message }, []],
  );
}

function told(state: State): Step {
  return [state, [{ type: 'options', options: optionsOf(state) }]];
}

// ---- Cells -------------------------------------------------------------------------------------------------------

function hovered(state: State, at: Point | undefined): State {
  const hover = at && spotAt(state.scene, toWorld(state.camera, at));
  return hover?.pane === state.hover?.pane && hover?.index === state.hover?.index ? state : { ...state, hover };
}

function clicked(state: State, at: Point): Step {
  const spot = spotAt(state.scene, toWorld(state.camera, at));
  return spot ? pinned({ ...state, cursor: spot }, toggled(state.pins, state.scene, spot)) : [state, []];
}

/** Sets the pins. Other panels are told of pinned elements, which they may show too. */
function pinned(state: State, pins: readonly Pin[]): Step {
  const isNews = JSON.stringify(elementsOf(pins)) !== JSON.stringify(elementsOf(state.pins));
  return [{ ...state, pins }, isNews ? [{ type: 'pins', elements: elementsOf(pins) }] : []];
}

/** Takes over the pins of another panel, and scrolls the newest into view. */
function pinnedElsewhere(state: State, elements: readonly Element[]): State {
  const next = { ...state, pins: taken(state.pins, elements) };
  const newest = elements.length > elementsOf(state.pins).length ? elements[elements.length - 1] : undefined;
  const [spot] = newest ? spotsOf(next.scene, { element: newest }) : [];
  return spot ? revealed(next, spot) : next;
}

function moved(state: State, direction: Direction): State {
  const first = firstSpot(state, 0);
  const cursor = state.cursor
    ? step(state.scene, state.cursor, direction)
    : first && direction === 'end'
      ? step(state.scene, first, direction)
      : first;
  return cursor ? revealed({ ...state, cursor }, cursor) : state;
}

function nextPicture(state: State, by: 1 | -1): State {
  const count = state.scene.panes.length;
  if (count === 0) return state;
  const cursor = firstSpot(state, ((state.cursor?.pane ?? -by) + by + count) % count);
  return cursor ? revealed({ ...state, cursor }, cursor) : state;
}

function firstSpot({ scene }: State, pane: number): Spot | undefined {
  const index = scene.panes[pane]?.cells.grid.indexAt(0, 0) ?? -1;
  return index < 0 ? undefined : { pane, index };
}

// ---- Search ------------------------------------------------------------------------------------------------------

function searched(state: State, text: string): State {
  const next = withSearch({ ...state, search: { ...noSearch, text } });
  const [first] = next.search.found;
  return first ? revealed({ ...next, cursor: first }, first) : next;
}

function withSearch(state: State): State {
  const { text } = state.search;
  if (text.trim() === '') return state.search === noSearch ? state : { ...state, search: { ...noSearch, text } };
  const query = parseQuery(text);
  if (!query)
    return {
      ...state,
      search: { text, found: [], at: 0, message: say`Type (3,5), an offset, #index, T5, T5 V2 or B7.` },
    };
  const found = find(state.scene, query);
  const count =
    found.length === mostFound
      ? say`${mostFound} or more cells`
      : found.length === 1
        ? say`1 cell`
        : say`${found.length} cells`;
  return { ...state, search: { text, found, at: 0, message: found.length === 0 ? say`No cell.` : count } };
}

function searchNext(state: State, by: 1 | -1): State {
  const { found, at } = state.search;
  const next = (at + by + found.length) % found.length;
  const cursor = found[next];
  if (!cursor) return state;
  return revealed({ ...state, cursor, search: { ...state.search, at: next } }, cursor);
}
