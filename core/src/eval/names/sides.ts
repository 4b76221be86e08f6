// Host and device: CUDA compiles a file once for each, and `#if` may give each of them another text. Of a function
// CuTe Lens reads both; of what cannot be read for both at once it reads the text of the device, and what differs on
// the host is not known there.
import { remembered } from '../../base/remembered';
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Func, StructDecl } from '../../ir/program';
import { walk } from '../../ir/walk';
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
  if (m.mode.shared) return m.mode.shared === 'by-namespace' && (overlapsSided(m, decl.span) || isDivided(decl));
  return overlapsSided(m, decl.span) && !runsOnDevice(m, decl, options);
}

const isDivided = remembered((decl: Func): boolean =>
  walk(decl.body, (node) => (node.is === 'Sided' ? 'end' : undefined)),
);

/** The side that runs, or that a value of a class, of which there is one for both, is computed for. */
export function sideHere(m: Machine): 'host' | 'device' {
  const isDevice = m.mode.shared ? m.mode.shared === 'by-class' : m.frame.device === true;
  return isDevice ? 'device' : 'host';
}

/** The unknown value of a variable or type that the host declares differently; undefined where both sides declare the
 *  same. */
export function otherOnHost(m: Machine, entity: Entity, id: string): Value | undefined {
  if ((entity.kind !== 'variable' && entity.kind !== 'type') || entity.at === undefined) return undefined;
  if (sideHere(m) === 'device' || !overlapsSided(m, entity.at)) return undefined;
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

/** Whether the host may compile a class with other data members or bases. */
export function hasOtherData(m: Machine, { span, members = [] }: StructDecl): boolean {
  const isIn = (inner: Span, outer: Span): boolean => outer.start <= inner.start && inner.end <= outer.end;
  const data = m.files.get(span.file)?.sided?.filter((part) => part.data && isIn(part, span)) ?? [];
  return data.some((part) => !members.some((s) => (s.is === 'Func' || s.is === 'Struct') && isIn(part, s.span)));
}
