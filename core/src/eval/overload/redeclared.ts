// Declarations of one function that are written alike ([basic.def]): a declaration and its definition, and what broken
// text has many times over. Only one of them is judged in overload resolution. Declarations that mean one function and
// are written differently, overloads.ts finds among the candidates.
import { remembered } from '../../base/remembered';
import type { Expr, Func, Param, TemplateParam } from '../../ir/program';
import type { FunctionEntity } from '../values/entities';

/** With fewer functions, judging each costs less than looking for those that are written alike. */
const fewFunctions = 8;

/** What of a declaration says nothing of which calls it takes, and where it is written. */
const elsewhere: ReadonlySet<string> = new Set([
  'body',
  'span',
  'nameSpan',
  'idSpan',
  'constructorInits',
  'launchBounds',
  'clusterDims',
]);

/** The functions, of those that are written alike in one scope only the definition, or the first of them. */
export function writtenOnce(functions: readonly FunctionEntity[]): readonly FunctionEntity[] {
  if (functions.length <= fewFunctions) return functions;
  const once: FunctionEntity[] = [];
  const byHead = new Map<string, number[]>();
  for (const entity of functions) {
    const head = headOf(entity.decl);
    const alike = byHead.get(head) ?? [];
    if (alike.length === 0) byHead.set(head, alike);
    const had = alike.find((at) => isBeside(once[at], entity));
    if (had === undefined) alike.push(once.push(entity) - 1);
    else if (entity.decl.body && !once[had]?.decl.body) once[had] = entity;
  }
  return once;
}

function isBeside(one: FunctionEntity | undefined, other: FunctionEntity): boolean {
  return one?.scope === other.scope && one.owner === other.owner && one.implicitGuide === other.implicitGuide;
}

/** The declaration without its body and without its places. */
const headOf = remembered((decl: Func) =>
  JSON.stringify(decl, (key, part: unknown) => (elsewhere.has(key) ? undefined : part)),
);

/** A definition, with the shape of clusters that declarations before it name, and with their default arguments, of its
 *  parameters and its template parameters ([dcl.fct.default]/4, [temp.param]/14). `earlier`: what its scope declares
 *  under its name. */
export function withEarlierDefaults(decl: Func, earlier: readonly FunctionEntity[]): Func {
  const one = earlier.find(({ decl: had }) => had !== decl && addsToLater(had) && isSameFunction(had, decl));
  return one ? withDefaultsOf(decl, one.decl) : decl;
}

/** The declaration of which a member function that is defined outside its class is the definition, by its place in
 *  `declared`: the only one that has as many parameters, or the one whose parameters are written alike. -1: none. */
export function declarationOf(definition: Func, declared: readonly FunctionEntity[]): number {
  const alike = [...declared.entries()].filter(([, { decl }]) => awaitsBody(decl) && mayDefine(definition, decl));
  const [first, ...others] = alike;
  if (!first) return -1;
  return (others.length === 0 ? first : (alike.find(([, { decl }]) => isSameFunction(decl, definition)) ?? first))[0];
}

const awaitsBody = ({ body, defaulted, deleted }: Func): boolean => !body && !defaulted && !deleted;

/** The member function that `template <> int A<int>::f(int) {…}` is for: by its place in `declared`, -1 where none is
 *  it. `heads` of the definition are those of classes; `params` are those of the class, which stand in the declaration
 *  for the arguments in the definition. */
export function specialisedBy(
  definition: Func,
  heads: number,
  params: readonly TemplateParam[] | undefined,
  declared: readonly FunctionEntity[],
): number {
  const own = { ...definition, templates: definition.templates.slice(heads) };
  const alike = [...declared.entries()].filter(([, { decl }]) => mayDefine(own, decl) && haveSameHeads(own, decl));
  if (alike.length < 2) return alike[0]?.[0] ?? -1;
  const { qualifier } = definition;
  const args = qualifier?.is === 'Name' || qualifier?.is === 'Scope' ? (qualifier.args ?? []) : [];
  const given = new Map((params ?? []).flatMap(({ name }, i) => (name && args[i] ? [[name, args[i]] as const] : [])));
  return alike.find(([, { decl }]) => textOf(own, new Map()) === textOf(decl, given))?.[0] ?? -1;
}

/** Whether both are templates: a specialisation of a member template does not define it. */
function haveSameHeads({ templates: own }: Func, { templates }: Func): boolean {
  return (
    own.length === templates.length && own.every((list, i) => (list.length === 0) === (templates[i]?.length === 0))
  );
}

/** The definition with the default arguments of its declaration. */
export function withDefaultsOf(definition: Func, declared: Func): Func {
  if (!addsToLater(declared)) return definition;
  return {
    ...(declared.clusterDims && { clusterDims: declared.clusterDims }),
    ...definition,
    params: withDefaultsFrom(definition.params, declared.params),
    templates: definition.templates.map((list, i) => withDefaultsFrom(list, declared.templates[i] ?? [])),
  };
}

/** Parameters, each with its default argument or that of an earlier declaration. */
export function withDefaultsFrom<P extends Pick<Param, 'default'>>(
  params: readonly P[],
  earlier: readonly P[],
): readonly P[] {
  return params.map((param, i) => {
    const given = earlier[i]?.default;
    return param.default || !given ? param : { ...param, default: given };
  });
}

/** Whether a declaration says what holds for later ones, too. */
function addsToLater({ params, templates, clusterDims }: Func): boolean {
  return clusterDims !== undefined || [...params, ...templates.flat()].some((param) => param.default);
}

export function mayDefine(definition: Func, declared: Func): boolean {
  if (definition.params.length !== declared.params.length || definition.const !== declared.const) return false;
  return definition.volatile === declared.volatile && definition.refQualifier === declared.refQualifier;
}

/** Whether two declarations have the same parameters and template parameters, as they are written. */
export function isSameFunction(a: Func, b: Func): boolean {
  return mayDefine(a, b) && parametersOf(a) === parametersOf(b);
}

/** The parameters without their names, defaults and places; template parameters with their names. */
const parametersOf = remembered((decl: Func) => textOf(decl, new Map()));

function textOf({ params, templates, requires }: Func, given: ReadonlyMap<string, Expr>): string {
  return JSON.stringify([params.map(({ type, pack }) => [type, pack]), templates, requires], (key, part: unknown) =>
    elsewhere.has(key) || key === 'default' ? undefined : (replacement(part, given) ?? part),
  );
}

/** What stands for a name alone. */
function replacement(part: unknown, given: ReadonlyMap<string, Expr>): Expr | undefined {
  if (given.size === 0 || typeof part !== 'object' || part === null) return undefined;
  const isName = 'is' in part && part.is === 'Name' && !('args' in part);
  return isName && 'id' in part && typeof part.id === 'string' ? given.get(part.id) : undefined;
}
