// Shared memory as kernels declare it and launches provide it: the variable that a tensor lies in, and the available
// bytes.
import type { Instance, SharedVariable } from '../../analysis';
import { known } from '../../algebra/errors';
import { cosize, number, values } from '../../algebra/index';
import type { AnyLayout } from '../../algebra/types';
import { numbersOf } from '../../values/convert';
import { bitsOfStep } from '../../values/pointer';
import type { Tensor } from '../../values/value';
import type { Facts } from './facts';

/** The limit of shared memory with sizes in the source. A launch may provide more. */
export const STATIC_LIMIT_BYTES = 48 * 1024;

/** Bytes of shared memory that one block may have, by compute capability, where the kernel opts in.
 *  Source: CUDA C++ Programming Guide 13.0, Technical Specifications per Compute Capability, "Maximum amount of shared
 *  memory per thread block". */
const optInLimitKB: Readonly<Record<number, number>> = {
  700: 96,
  720: 96,
  750: 64,
  800: 163,
  860: 99,
  870: 163,
  890: 99,
  900: 227,
  1000: 227,
  1010: 227,
  1030: 227,
  1100: 227,
  1200: 99,
  1210: 99,
};

/** The limit of an architecture; undefined for one that is not in the table. */
export function optInLimitBytes(arch: number): number | undefined {
  const kilobytes = optInLimitKB[arch];
  return kilobytes === undefined ? undefined : kilobytes * 1024;
}

export function variablesOf(facts: Facts, instance: number): readonly SharedVariable[] {
  return facts.evaluation.shared.filter((variable) => variable.instance === instance);
}

/** The bytes of all variables with known sizes. */
export function staticBytes(variables: readonly SharedVariable[]): number {
  return variables.reduce((sum, { dynamic, bytes }) => sum + (dynamic ? 0 : (bytes ?? 0)), 0);
}

/** The bytes that the launch provides; undefined where they are not known. */
export function dynamicBytes({ launch }: Instance): number | undefined {
  return launch?.sharedBytes === undefined ? 0 : numbersOf([launch.sharedBytes])?.[0];
}

/** The place of a tensor in a variable of its kernel. */
export interface Place {
  readonly variable: SharedVariable;
  /** The bytes from the start of the variable to the first element. */
  readonly start: number;
}

/** The place of a tensor; undefined where the variable cannot be identified by its name. */
export function placeOf(tensor: Tensor, instance: number, facts: Facts): Place | undefined {
  const { base, space, offset } = tensor.data;
  if (space !== 'smem' || base === undefined || tensor.owning) return undefined;
  const named = variablesOf(facts, instance).filter(({ name }) => name === base);
  const [variable] = named;
  const [elements] = numbersOf([offset]) ?? [];
  const bits = known(() => bitsOfStep(tensor.data));
  if (named.length !== 1 || !variable || elements === undefined || bits === undefined) return undefined;
  return { variable, start: (elements * bits) / 8 };
}

/** The number of elements from offset 0 to the last one that a layout reaches. Throws: AlgebraError where numbers
 *  are not known. */
export function reach(layout: AnyLayout): number {
  if (layout.is === 'layout') return number(cosize(layout));
  return values(layout).reduce((most, value) => Math.max(most, value), -1) + 1;
}
