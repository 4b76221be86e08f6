// The hover on a call that does work (`copy`, `gemm`, `clear` …) with operands that are not known, as in a template
// that nothing instantiates: which operands its instruction and counts depend on, and how they get values. Says nothing
// of calls that evaluation knows; those are in `work.ts`.
import type { Analysis } from '../../analysis';
import { say } from '../../base/say';
import { type FileId, isSamePlace } from '../../base/span';
import { nodesAround } from '../../ir/outline';
import type { Expr, Stmt } from '../../ir/program';
import { endOfHead } from '../../ir/spelled';
import { walk } from '../../ir/walk';
import { isA } from '../../values/convert';
import { code, named, plain, type Block, type Hover, type Inline } from '../blocks';
import { dormantAt, listed } from '../dormant';
import { isWork } from './work';

interface Input {
  readonly analysis: Analysis;
  readonly file: FileId;
  readonly offset: number;
}

type Call = Expr & { readonly is: 'Call' };

/** The hover on the name of the called function; undefined elsewhere, and where every operand is known. */
export function openWorkHover(input: Input): Hover | undefined {
  const call = callNamedAt(input);
  if (!call) return undefined;
  const template = dormantAt(input.analysis, input.file, input.offset);
  const open = [...new Set(call.args.filter((arg) => isOpen(arg, input)).map(({ span }) => written(span, input)))];
  if (open.length === 0 && !template) return undefined;
  const why: Inline[] = template
    ? [plain(` ${say`not known: nothing here instantiates`} `), code(template.name), ...dependsOn(open)]
    : [plain(say` not known: it depends on `), ...listed(open)];
  const blocks: Block[] = [{ is: 'line', content: [named(nameOf(call)), ...why, plain('.')] }];
  if (template)
    blocks.push({
      is: 'actions',
      actions: [{ title: say`Give Arguments…`, action: 'instantiate', at: template.span }],
    });
  return { span: call.callee.span, known: false, blocks };
}

/** The innermost call whose name is at the place, where it is of a function of CuTe that does work. */
function callNamedAt({ analysis, file, offset }: Input): Call | undefined {
  const source = analysis.sources.get(file);
  const around = source ? nodesAround(source, { start: offset, end: offset }) : [];
  const call = around.filter((node): node is Call => node.is === 'Call').at(-1);
  if (!call || offset >= endOfHead(call) || !isWork(nameOf(call))) return undefined;
  return [...analysis.sources.values()].some(({ items }) => declares(items, nameOf(call))) ? undefined : call;
}

/** The name of a function that may be one of CuTe: `copy`, `cute::copy`, but not `std::copy` or `stream.copy`. */
function nameOf({ callee }: Call): string {
  if (callee.is === 'Name') return callee.id;
  return callee.is === 'Scope' && callee.of?.is === 'Name' && callee.of.id === 'cute' ? callee.id : '';
}

/** Whether the program has a function of its own with that name, which is no member of a class. */
function declares(items: readonly Stmt[], name: string): boolean {
  return walk(items, (node) => {
    if (node.is === 'Func' && node.name === name) return 'end';
    return node.is === 'Func' || node.is === 'Struct' ? 'over' : undefined;
  });
}

/** Whether nothing, or only a reason, is known of an operand. A literal says itself what it is. */
function isOpen({ is, span }: Expr, { analysis, file }: Input): boolean {
  if (is === 'Int' || is === 'Float' || is === 'Bool') return false;
  const seen = (analysis.facts.get(file) ?? []).flatMap((fact) => (isSamePlace(fact.span, span) ? fact.seen : []));
  return seen.every(({ value }) => isA(value, 'unknown'));
}

const mostCharacters = 40;

function written({ start, end }: Expr['span'], { analysis, file }: Input): string {
  const text = (analysis.sources.get(file)?.text.slice(start, end) ?? '').replace(/\s+/g, ' ');
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
}

const dependsOn = (open: readonly string[]): Inline[] =>
  open.length === 0 ? [] : [plain(say`, and this depends on `), ...listed(open)];
