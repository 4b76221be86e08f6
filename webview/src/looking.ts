// Moves the camera: when the panel is resized, when the reader zooms or pans, and when a cell must come into view.
import { fit, pan, reveal, zoomAt, zoomToCell, type Camera, type Extent, type Point } from './canvas/camera';
import { layOut, rectOf, type Scene, type Spot } from './canvas/scene';
import type { State } from './state';

/** The number of pixels of a cell at which its label can be read. */
const readable = 40;

export function resized(state: State, extent: Extent, density: number): State {
  const next = { ...state, extent, camera: { ...state.camera, density } };
  if (state.isPlaced) return next;
  const arranged = { ...next, scene: rearranged(next) };
  return { ...arranged, camera: fitted(arranged) };
}

/** The same panes where they are largest in the panel as it is now. */
function rearranged({ scene, extent, model }: State): Scene {
  if (!model) return scene;
  const again = layOut(
    scene.panes.map(({ cells }) => cells),
    extent,
    model.view === 'explain',
  );
  const isSame = again.panes.every(({ x, y }, at) => x === scene.panes[at]?.x && y === scene.panes[at].y);
  return isSame ? scene : again;
}

export function fitted({ scene, extent, camera }: State): Camera {
  return fit(scene.world, extent, camera.density);
}

export function zoomed(
  { camera, scene, extent }: State,
  factor: number,
  at: Point = { x: extent.width / 2, y: extent.height / 2 },
): Camera {
  return zoomAt(camera, at, factor, scene.world, extent);
}

export function zoomedToCell(state: State): State {
  const rect = state.cursor && rectOf(state.scene, state.cursor);
  return rect ? { ...state, camera: zoomToCell(state.camera, rect, state.extent, readable), isPlaced: true } : state;
}

export function revealed(state: State, spot: Spot): State {
  const rect = rectOf(state.scene, spot);
  const camera = rect ? reveal(state.camera, rect, state.extent) : state.camera;
  const isMoved = camera.x !== state.camera.x || camera.y !== state.camera.y;
  return isMoved ? { ...state, camera, isPlaced: true } : state;
}

export function panned(state: State, dx: number, dy: number): State {
  const camera = pan(state.camera, dx, dy, state.scene.world, state.extent);
  return { ...state, camera, isPlaced: true, hover: undefined };
}
