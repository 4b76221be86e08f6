// What idioms of overload sets share.
import type { Draft } from './draft';

/** Declares some of the functions `f(…)`, each with a number of its own; gives their name. */
export function overloads(draft: Draft, parameters: readonly string[], least = 2, most = 5): string {
  const f = draft.name('f');
  draft.some(parameters, least, most).forEach((parameter, i) => {
    const [, head = '', list = parameter] = /^(template <.*?> (?:requires .*? )?)(\(.*)$/.exec(parameter) ?? [];
    const params = list.startsWith('(') ? list : `(${list})`;
    draft.declare(`${head}${draft.rng.chance(0.3) ? 'inline ' : ''}auto ${f}${params} { return Int<${i + 1}>{}; }`);
  });
  return f;
}

/** Asks for some of the calls. */
export function calls(draft: Draft, f: string, args: readonly string[], least = 2, most = 6): void {
  for (const arg of draft.some(args, least, most)) draft.ask(`${f}(${arg})`);
}
