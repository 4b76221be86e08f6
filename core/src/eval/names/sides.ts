// Host and device: CUDA compiles a file once for each, and `#if` may give each of them another text. CuTe Lens reads
// the text of the device, so what differs on the host is not known there.
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Func } from '../../ir/program';
import type { Value } from '../../values/value';
import type { CallOptions } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { isLibraryHeader } from '../state/simt';
import type { Entity } from '../values/entities';
import { unknown } from '../values/unknown';

/** Whether the body of a function runs on the device. One for both sides runs where its caller does; where nobody calls
 *  it, it is looked at as the device sees it. */
export function runsOnDevice(m: Machine, decl: Func, { launch, entry }: CallOptions): boolean {
  if (decl.kernel || launch !== undefined || m.frame.launch !== undefined) return true;
  if (decl.device && decl.host !== true) return true;
  return entry === true ? decl.device : m.frame.device === true;
}

/** True where the function on this side is another one than the text that was read. */
export function isOtherThere(m: Machine, decl: Func, options: CallOptions): boolean {
  if (!overlapsSided(m, decl.span)) return false;
  return m.mode.shared ? m.mode.shared === 'by-namespace' : !runsOnDevice(m, decl, options);
}

/** The unknown value of a variable or type that the host declares differently; undefined where both sides declare the
 *  same. */
export function otherOnHost(m: Machine, entity: Entity, id: string): Value | undefined {
  if ((entity.kind !== 'variable' && entity.kind !== 'type') || entity.at === undefined) return undefined;
  const isDevice = m.mode.shared ? m.mode.shared === 'by-class' : m.frame.device === true;
  if (isDevice || !overlapsSided(m, entity.at)) return undefined;
  const why = say`\`${id}\` is declared by \`__CUDA_ARCH__\`: on the host it is another one`;
  return unknown('unsupported', why, entity.at, [id]);
}

/** Says of a function that all threads enter that its code, or some of it, is left out for the architecture that is
 *  compiled for: that it does less than one reads is no reason to say nothing. */
export function noteUnbuilt(m: Machine, { name, nameSpan, span, body }: Func): void {
  const { simt } = m;
  if (!simt || isLibraryHeader(span.file)) return;
  const parts = m.files.get(span.file)?.unbuilt ?? [];
  if (!parts.some((part) => span.start <= part.start && part.end <= span.end)) return;
  const arch = Math.floor(m.input.assumptions.arch / 10);
  const isEmpty = body?.is === 'Block' && body.body.length === 0;
  simt.note(
    isEmpty
      ? say`all code of \`${name}\` is left out for sm_${arch}`
      : say`some code of \`${name}\` is left out for sm_${arch}`,
    nameSpan,
  );
}

/** Whether a place is in code that only one of the sides compiles. */
export function overlapsSided(m: Machine, { file, start, end }: Span): boolean {
  return m.files.get(file)?.sided?.some((part) => start < part.end && part.start < end) ?? false;
}
