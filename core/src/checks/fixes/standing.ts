// Where the code at a place runs, seen from code beside it: what is written in a lambda runs where that is called, and
// not where it is written.
import { isWithin, type Span } from '../../base/span';
import { nodesAround, type Written } from '../../ir/outline';
import type { Block, Lambda, Let } from '../../ir/program';
import { nodesIn, type Node } from '../../ir/walk';

/** Lambdas that call lambdas are followed so deep. */
const deepest = 8;

/** The places at which a place runs, seen from `beside`, of the same file: itself, or the calls of the lambda that it
 *  is written in. Undefined where they are not certain: a variable with the lambda is used for more than calls. */
export function runsAt(program: Written, place: Span, beside: Span, depth = 0): readonly Span[] | undefined {
  const around = nodesAround(program, place);
  const at = around.findIndex((node) => hasBody(node) && !isWithin(beside, node.span));
  const body = around[at];
  if (at < 0 || !body) return [place];
  if (body.is !== 'Lambda' || depth === deepest) return undefined;
  const outer = around.slice(0, at).reverse();
  const declared = outer.find((node) => node.is === 'Let' || node.is === 'Bindings');
  const block = outer.find((node) => node.is === 'Block');
  // Without a variable it is called where it stands, or given to a function that is.
  if (!declared || (block && isWithin(block.span, declared.span))) return [place];
  if (declared.is !== 'Let' || !block || !isInitialisedBy(declared, body)) return undefined;
  const calls = callsOf(block, declared)?.map((call) => runsAt(program, call, beside, depth + 1));
  return calls?.every((one) => one !== undefined) === true ? calls.flat() : undefined;
}

/** Code in it runs when somebody calls it. */
function hasBody({ is }: Node): boolean {
  return is === 'Lambda' || is === 'Func' || is === 'Struct';
}

function isInitialisedBy({ init }: Let, lambda: Lambda): boolean {
  return init.how === 'copy' ? init.value === lambda : init.how !== 'none' && init.args[0] === lambda;
}

/** The calls of a variable; undefined where it is used otherwise, or where something else has its name. */
function callsOf(block: Block, variable: Let): readonly Span[] | undefined {
  const nodes = nodesIn(block);
  if (nodes.some((node) => node !== variable && declaresName(node, variable.name))) return undefined;
  const calls = nodes.flatMap((node) =>
    node.is === 'Call' && node.callee.is === 'Name' && node.callee.id === variable.name ? [node.span] : [],
  );
  const uses = nodes.filter((node) => node.is === 'Name' && node.id === variable.name);
  return uses.length === calls.length ? calls : undefined;
}

function declaresName(node: Node, name: string): boolean {
  switch (node.is) {
    case 'Let':
      return node.name === name;
    case 'Bindings':
      return node.names.some((one) => one.name === name);
    case 'Lambda':
      return [...node.params, ...node.captures].some((one) => one.name === name);
    case 'Func':
      return node.name === name || node.params.some((one) => one.name === name);
    default:
      return false;
  }
}
