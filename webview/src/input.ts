// Converts pointer, wheel and key events over the picture to actions. A drag pans, a click pins, the wheel zooms at the
// pointer, and two fingers on a touchpad pan. Every action has a key.
import { words } from '../../protocol/src/say';
import type { Point } from './canvas/camera';
import type { Direction } from './canvas/scene';
import type { Action } from './state';

/** The keys, for the list that `?` shows. */
export const keyHelp: readonly (readonly [keys: string, does: string])[] = [
  [words`Arrow keys, Home, End, Page Up, Page Down`, words`move from cell to cell`],
  ['Enter', words`pin the cell and follow its element through all pictures`],
  ['Escape', words`unpin all, clear the search and the selection`],
  [words`+ and −`, words`zoom`],
  ['0', words`fit the picture into the panel`],
  ['z', words`zoom to the cell`],
  ['p', words`next picture, with Shift the one before`],
  ['i', words`isolate the thread of the cell`],
  [words`[ and ]`, words`the thread before, the next thread`],
  ['/', words`search; then n and N for the next and the one before`],
  ['e', words`edit the layout`],
  ['c', words`compare with another value or instance; with Shift no longer`],
  ['g', words`go to source`],
  ['?', words`this list`],
];

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'row-start',
  End: 'row-end',
  PageUp: 'page-up',
  PageDown: 'page-down',
};

export type Command =
  'search' | 'edit' | 'reveal' | 'compare' | 'alone' | 'isolate' | 'previous-thread' | 'next-thread' | 'clear' | 'help';

/** What a key does, or undefined where it is left to the page. */
export function ofKey({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): Action | Command | undefined {
  if (metaKey || altKey) return undefined;
  const direction = directions[key];
  if (direction)
    return {
      type: 'move',
      direction: ctrlKey && key === 'Home' ? 'start' : ctrlKey && key === 'End' ? 'end' : direction,
    };
  if (ctrlKey) return undefined;
  switch (key) {
    case 'Enter':
    case ' ':
      return { type: 'pin' };
    case 'Escape':
      return 'clear';
    case '+':
    case '=':
      return { type: 'zoom', factor: 1.25 };
    case '-':
      return { type: 'zoom', factor: 0.8 };
    case '0':
      return { type: 'fit' };
    case 'z':
      return { type: 'zoom-to-cell' };
    case 'p':
    case 'P':
      return { type: 'next-picture', by: shiftKey ? -1 : 1 };
    case 'n':
    case 'N':
      return { type: 'search-next', by: shiftKey ? -1 : 1 };
    case 'i':
      return 'isolate';
    case '[':
      return 'previous-thread';
    case ']':
      return 'next-thread';
    case '/':
      return 'search';
    case 'e':
      return 'edit';
    case 'g':
      return 'reveal';
    case 'c':
      return 'compare';
    case 'C':
      return 'alone';
    case '?':
      return 'help';
    default:
      return undefined;
  }
}

/** A pointer that moved less than this many pixels has clicked. */
const clickRadius = 4;

export function listen(stage: HTMLElement, dispatch: (action: Action) => void): void {
  let from: Point | undefined;
  let dragged = false;
  const at = (event: MouseEvent): Point => {
    const { left, top } = stage.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  stage.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 && event.button !== 1) return;
    [from, dragged] = [at(event), false];
    stage.setPointerCapture(event.pointerId);
  });
  stage.addEventListener('pointermove', (event) => {
    const to = at(event);
    if (!from) {
      dispatch({ type: 'hover', at: to });
      return;
    }
    if (!dragged && Math.hypot(to.x - from.x, to.y - from.y) < clickRadius) return;
    dragged = true;
    stage.classList.add('dragging');
    dispatch({ type: 'pan', dx: to.x - from.x, dy: to.y - from.y });
    from = to;
  });
  stage.addEventListener('pointerup', (event) => {
    if (from && !dragged && event.button === 0) dispatch({ type: 'click', at: at(event) });
    from = undefined;
    stage.classList.remove('dragging');
  });
  stage.addEventListener('pointercancel', () => (from = undefined));
  stage.addEventListener('pointerleave', () => dispatch({ type: 'hover', at: undefined }));
  stage.addEventListener('dblclick', () => dispatch({ type: 'zoom-to-cell' }));
  stage.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      // A mouse wheel steps in lines or in hundreds of pixels and zooms; a touchpad pans, and pinches with `ctrlKey`.
      const isPan = !event.ctrlKey && event.deltaMode === 0 && (event.deltaX !== 0 || Math.abs(event.deltaY) < 50);
      if (isPan) dispatch({ type: 'pan', dx: -event.deltaX, dy: -event.deltaY });
      else
        dispatch({
          type: 'zoom',
          factor: Math.exp(
            -event.deltaY *
              (event.deltaMode === 1 ? 0.05 : event.ctrlKey && Math.abs(event.deltaY) < 50 ? 0.01 : 0.0018),
          ),
          at: at(event),
        });
    },
    { passive: false },
  );
}
