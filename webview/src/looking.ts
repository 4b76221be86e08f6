// Where the reader looks: how the camera follows the size of the panel, the wheel, and a cell that comes into sight.
import { fit, pan, reveal, zoomAt, zoomToCell, type Camera, type Extent, type Point } from './canvas/camera';
import { rectOf, type Spot } from './canvas/scene';
import type { State } from './state';

/** A label is read from this many pixels a cell on. */
const readable = 40;

export function resized(state: State, extent: Extent, density: number): State {
  const next = { ...state, extent, camera: { ...state.camera, density } };
  return { ...next, camera: state.isPlaced ? next.camera : fitted(next) };
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
