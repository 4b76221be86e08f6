// Shows another slice, or another part, of one picture of a model.
import { movedTo } from '../../core/src/draw/part';
import type { Picture, ViewModel } from '../../core/src/views/model';

/** A mode of a picture, and which of its coordinates or windows is wanted. */
interface Wanted {
  readonly picture: string;
  readonly mode: number;
  readonly at: number;
}

/** The slice at a coordinate of a mode that is not drawn. */
export function sliced(model: ViewModel, { picture: id, mode, at }: Wanted): ViewModel {
  return changed(model, id, (picture) => {
    const { fixed } = picture.axes;
    const there = Array.from({ length: Math.max(fixed.length, mode + 1) }, (_, i) =>
      i === mode ? at : (fixed[i] ?? 0),
    );
    return { ...picture, axes: { ...picture.axes, fixed: there } };
  });
}

/** The part in another window along a mode. */
export function withPart(model: ViewModel, { picture: id, mode, at }: Wanted): ViewModel {
  return changed(model, id, (picture) => movedTo(picture, mode, at));
}

function changed(model: ViewModel, id: string, change: (picture: Picture) => Picture): ViewModel {
  return { ...model, pictures: model.pictures.map((picture) => (picture.id === id ? change(picture) : picture)) };
}
