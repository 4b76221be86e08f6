// The picture as pixels: the SVG that would be saved, drawn at twice its size. Knows nothing of what it shows.
import { say } from '../../protocol/src/say';

const enlarged = 2;
/** Browsers draw no larger canvas. */
const mostPixels = 16_384;

/** A canvas with the drawing. Rejects where the browser cannot draw it. */
export async function rasterOf(svg: string): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = Math.min(enlarged, mostPixels / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** The bytes of a PNG in base64. */
export function base64Of(canvas: HTMLCanvasElement): string {
  const url = canvas.toDataURL('image/png');
  return url.slice(url.indexOf(',') + 1);
}

/** Puts a canvas on the clipboard, as an image that other programs paste. */
export async function toClipboard(canvas: HTMLCanvasElement): Promise<void> {
  const blob = await new Promise<Blob>((resolve, reject) =>
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error(say`the picture is too large`))), 'image/png'),
  );
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
}
