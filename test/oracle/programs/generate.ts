// A random program: what it declares, and a `main` that uses it.
import { random } from '../../support/random';
import { integer } from './expressions';
import { bodyOf } from './idiom';
import { idioms } from './idioms';
import { Program } from './program';
import { observe, statements } from './statements';

export interface Source {
  readonly id: string;
  readonly text: string;
}

/** The program of a seed. `id` is a part of the names of its macros. */
export function programOf(seed: number): Source {
  const rng = random(seed);
  const id = `P${seed}`;
  const p = new Program(rng, id, rng.chance(0.35));
  if (p.opaque) p.line('int opaque(int v);');
  for (let i = rng.int(1, 5); i > 0; i--) rng.pick(idioms)(p);
  p.line('int main() {');
  const body = bodyOf(p, [], {}, rng.int(14, 40));
  for (let i = 0; i < 2; i++) {
    const name = body.newName();
    body.line(`int ${name} = ${integer(body, 1)}; //? ${name}`);
    body.declare({ name, kind: 'int', writable: true });
  }
  statements(body, 60);
  observe(body);
  observe(body);
  for (const { name } of p.globals)
    body.line(`auto ${p.fresh('o')} = ${name};`.replace(/^auto (\w+)(.*)$/, 'auto $1$2 //? $1'));
  p.line('  return 0;');
  p.line('}');
  return { id, text: ['#include <cute/tensor.hpp>', 'using namespace cute;', ...p.lines, ''].join('\n') };
}
