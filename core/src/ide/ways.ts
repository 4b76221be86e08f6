// How a program comes to launch a kernel that it does not reach now: the conditions around the calls on the way from
// `main`, and program arguments that may meet them. The arguments are a proposal for the user to look at; nothing is
// said to follow from them.
import type { Analysis, Instance, SourceText } from '../analysis';
import { isWithin, type Span } from '../base/span';
import type { Call, Expr, Func, If } from '../ir/program';
import { nodesAround } from '../ir/outline';
import { nameOf } from '../ir/spelled';
import { isNode, nodesIn, type Node } from '../ir/walk';
import { isA, isTuple, numbersOf } from '../values/convert';
import type { Value } from '../values/value';

export interface Way {
  /** `transA == 'T' && transB == 'N'`. */
  readonly when: string;
  /** The innermost of the conditions. */
  readonly at: Span;
  /** Program arguments that may meet it. */
  readonly args?: string;
}

/** No program calls deeper than this on the way to a launch that a person follows. */
const deepest = 6;
const longest = 120;

/** What has to hold for an instance to be reached; undefined where the program has no `main`, or no condition is
 *  written on the way. `args` are the present arguments. */
export function wayTo({ at, reached }: Instance, analysis: Analysis, args: string): Way | undefined {
  const main = mainOf(analysis);
  if (reached || !at || !main) return undefined;
  const found: Condition[] = [];
  let place = at;
  for (let depth = 0; depth < deepest; depth++) {
    const step = outwards(place, analysis);
    if (!step) return undefined;
    found.unshift(...step.conditions);
    if (step.function === main.func) return wayOf(found, main, analysis, args);
    if (!step.call) return undefined;
    place = step.call.span;
    for (const one of found) one.names = passed(one.names, step.function, step.call);
  }
  return undefined;
}

interface Condition {
  readonly text: string;
  readonly at: Span;
  /** What it compares with literals, by the names at the present depth. */
  names: ReadonlyMap<string, string>;
}

interface Step {
  readonly function: Func;
  readonly conditions: readonly Condition[];
  /** Where the function is called. */
  readonly call?: Call;
}

/** The conditions around a place in its function, and the first call of that function. */
function outwards(place: Span, analysis: Analysis): Step | undefined {
  const source = analysis.sources.get(place.file);
  const around = source ? nodesAround(source, place) : [];
  const own = around.filter((node) => node.is === 'Func').at(-1);
  if (!source || !own) return undefined;
  const conditions = around
    .slice(around.indexOf(own))
    .flatMap((node) => (node.is === 'If' ? conditionOf(node, place, source) : []));
  const call = own.name === 'main' ? undefined : callOf(own, analysis);
  return { function: own, conditions, ...(call && { call }) };
}

function conditionOf({ cond, then, else: other }: If, place: Span, { text }: SourceText): Condition[] {
  const written = text.slice(cond.span.start, cond.span.end).replace(/\s+/g, ' ');
  if (isWithin(place, then.span)) return [{ text: written, at: cond.span, names: comparisons(cond) }];
  // In a chain of `else if` the last condition says enough.
  const isOther = other !== undefined && other.is !== 'If' && isWithin(place, other.span);
  return isOther ? [{ text: `!(${written})`, at: cond.span, names: new Map() }] : [];
}

/** The names that a condition compares with literals: `transA == 'T' && n == 4`. */
function comparisons(cond: Expr): ReadonlyMap<string, string> {
  if (cond.is !== 'Binary') return new Map();
  if (cond.op === '&&') return new Map([...comparisons(cond.left), ...comparisons(cond.right)]);
  const literal = cond.op === '==' && cond.left.is === 'Name' ? literalText(cond.right) : undefined;
  return literal !== undefined && cond.left.is === 'Name' ? new Map([[cond.left.id, literal]]) : new Map();
}

function literalText(e: Expr): string | undefined {
  if (e.is === 'Int') return String(e.value);
  return (e.is === 'Char' || e.is === 'String') && /^[\w./-]+$/.test(e.value) ? e.value : undefined;
}

/** The first call of a function by its name, outside of itself. */
function callOf({ name, span }: Func, analysis: Analysis): Call | undefined {
  for (const { items } of analysis.sources.values()) {
    const call = nodesIn(items).find(
      (node): node is Call =>
        node.is === 'Call' &&
        nameOf(node.callee)?.id === name &&
        !(node.span.file === span.file && isWithin(node.span, span)),
    );
    if (call) return call;
  }
  return undefined;
}

/** The comparisons by the names of the caller. */
function passed(names: ReadonlyMap<string, string>, { params }: Func, { args }: Call): ReadonlyMap<string, string> {
  return new Map(
    [...names].flatMap(([name, text]): [string, string][] => {
      const arg = args[params.findIndex((one) => one.name === name)];
      return arg?.is === 'Name' ? [[arg.id, text]] : [];
    }),
  );
}

function wayOf(found: readonly Condition[], main: Main, analysis: Analysis, args: string): Way | undefined {
  const innermost = found.at(-1);
  const when = found.map(({ text }) => (found.length > 1 && text.includes('||') ? `(${text})` : text)).join(' && ');
  if (!innermost || when.length > longest) return undefined;
  const wanted = new Map(found.flatMap(({ names }) => [...names]));
  const proposed = proposal(wanted, main, analysis, args);
  return { when, at: innermost.at, ...(proposed !== undefined && { args: proposed }) };
}

// ---- Program arguments ---------------------------------------------------------------------------------------------

interface Main {
  readonly func: Func;
  /** The variable that is read from each argument of the program. */
  readonly read: ReadonlyMap<number, string>;
}

function mainOf(analysis: Analysis): Main | undefined {
  const items = analysis.sources.get(analysis.entry)?.items ?? [];
  const func = items.find(
    (item): item is Func => item.is === 'Func' && item.name === 'main' && item.body !== undefined,
  );
  return func && { func, read: new Map(nodesIn(func.body).flatMap(readBy)) };
}

/** `sscanf(argv[4], "%c", &transA)`, `int m = atoi(argv[1])`. */
function readBy(node: Node): [number, string][] {
  const at = indicesOf(node);
  const [index] = at;
  if (index === undefined || at.length > 1) return [];
  if (node.is === 'Let') return [[index, node.name]];
  if (node.is === 'Assign') return node.target.is === 'Name' ? [[index, node.target.id]] : [];
  const target = node.is === 'Call' && /scanf$/.test(nameOf(node.callee)?.id ?? '') ? node.args.at(-1) : undefined;
  return target?.is === 'Unary' && target.op === '&' && target.arg.is === 'Name' ? [[index, target.arg.id]] : [];
}

/** The indices of `argv` in a declaration, an assignment or a call. */
function indicesOf(node: Node): readonly number[] {
  if (node.is !== 'Let' && node.is !== 'Assign' && node.is !== 'Call') return [];
  return nodesIn(node).flatMap((one) =>
    isNode(one) &&
    one.is === 'Index' &&
    one.object.is === 'Name' &&
    one.object.id === 'argv' &&
    one.args[0]?.is === 'Int'
      ? [one.args[0].value]
      : [],
  );
}

/** Arguments with what is wanted, the present ones, and the program's defaults for the rest; undefined where one of
 *  them is not known. */
function proposal(
  wanted: ReadonlyMap<string, string>,
  { func, read }: Main,
  analysis: Analysis,
  args: string,
): string | undefined {
  const present = args.split(/\s+/).filter(Boolean);
  const positions = [...read].filter(([, name]) => wanted.has(name)).map(([at]) => at);
  const last = Math.max(present.length, ...positions);
  const met = [...wanted.keys()].every((name) => [...read.values()].includes(name));
  if (positions.length === 0 || !met || last > 32) return undefined;
  const words = Array.from({ length: last }, (_, i) => {
    const name = read.get(i + 1);
    return (name === undefined ? undefined : wanted.get(name)) ?? present[i] ?? defaultOf(name, func, analysis);
  });
  return words.includes(undefined) ? undefined : words.join(' ');
}

/** The value of a variable of `main`, as one writes it on a command line. */
function defaultOf(name: string | undefined, { span }: Func, analysis: Analysis): string | undefined {
  const fact = analysis.facts
    .get(span.file)
    ?.find((one) => one.role === 'declaration' && one.name === name && isWithin(one.span, span));
  const value: Value | undefined = fact?.seen[0]?.value;
  if (value === undefined || isTuple(value)) return undefined;
  if (isA(value, 'scalar') && value.type === 'char')
    return value.n === undefined ? undefined : String.fromCharCode(value.n);
  const n = numbersOf([value])?.[0];
  return n === undefined ? undefined : String(n);
}
