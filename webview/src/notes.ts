// The sentences below a picture. Of one that shows a part of a layout they say which part, wherever its window stands.
import { partNote } from '../../core/src/draw/part';
import type { ViewModel } from '../../core/src/views/model';

export function notesOf({ notes, pictures }: ViewModel): readonly string[] {
  const parts = pictures.flatMap((picture) => {
    const { part } = picture;
    return part && part.first.some((from) => from > 0) ? [{ ...picture, part }] : [];
  });
  const first = new Set(parts.map(({ part }) => part.note));
  return [...parts.map(partNote), ...notes.filter((note) => !first.has(note))];
}
