// What an idiom is: it writes declarations into a program, and tells the program what later code can use of them.
import { Body, type BodyOptions, type Program, type Var } from './program';

export type Idiom = (p: Program) => void;

export const int = (name: string, writable = true): Var => ({ name, kind: 'int', writable });

/** A body with room for some statements. */
export function bodyOf(p: Program, params: readonly Var[], options: BodyOptions, room: number): Body {
  const body = new Body(p, params, options, { left: room });
  for (const { name } of params) body.own.add(name);
  return body;
}
