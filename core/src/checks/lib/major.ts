// What "k-major" means for a layout: the elements along the mode with that name are contiguous.
import { isTuple, type IntTuple } from '../../algebra/leaf';
import { size } from '../../algebra/index';
import type { Layout } from '../../algebra/types';
import { numbersOf } from '../../values/convert';

/** The mode that a comment calls major, and the mode that has stride 1, where they differ. `names` are the names of
 *  the modes. */
export function contradictedMajor(
  text: string,
  names: readonly string[],
  { shape, stride }: Layout,
): { readonly said: string; readonly is: string } | undefined {
  const said = /\b([A-Za-z])-major\b/.exec(text)?.[1];
  if (said === undefined || !isTuple(shape) || !isTuple(stride)) return undefined;
  const mode = names.findIndex((name) => name.toLowerCase() === said.toLowerCase());
  const extent = shape[mode];
  const unit = shape.findIndex((extent, i) => isLonger(extent) && isUnit(stride[i]));
  if (
    mode < 0 ||
    unit < 0 ||
    mode === unit ||
    extent === undefined ||
    !isLonger(extent) ||
    !isStaticStride(stride[mode])
  )
    return undefined;
  return isUnit(stride[mode]) ? undefined : { said: `${said}-major`, is: `${names[unit] ?? '?'}-major` };
}

function isLonger(extent: IntTuple): boolean {
  return (numbersOf([size(extent)])?.[0] ?? 0) > 1;
}

function isUnit(stride: IntTuple | undefined): boolean {
  return stride !== undefined && !isTuple(stride) && stride.is === 'static' && stride.n === 1;
}

function isStaticStride(stride: IntTuple | undefined): boolean {
  return stride !== undefined && !isTuple(stride) && stride.is === 'static';
}
