// Where code stands ([support.srcloc]): `__builtin_LINE()` and its like, and `__func__`. Compilers differ on the lines
// of calls and of initialisers that take several lines, and on uses of macros that do: those are not known.
import { SourceLines } from '../../base/source-lines';
import { dyn, hole } from '../../algebra/leaf';
import { remembered } from '../../base/remembered';
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import { nodesAround } from '../../ir/outline';
import type { Expr, Program } from '../../ir/program';
import type { Unknown, Value } from '../../values/value';
import { isStandardName, lookup } from '../names/names';
import { contestedNumber } from '../names/source-numbers';
import { convert } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { Site } from '../state/sites';
import type { Scope } from '../values/entities';
import { erase } from '../values/inspect';
import { isText } from '../values/kinds';
import { sourceLocation } from '../values/source-location';
import { unknown } from '../values/unknown';

type Question = (m: Machine, site: Site | undefined) => Value | undefined;

const questions: ReadonlyMap<string, Question> = new Map<string, Question>([
  ['__builtin_LINE', lineOf],
  ['__builtin_COLUMN', () => undefined],
  ['__builtin_FILE', fileOf],
  ['__builtin_FUNCTION', functionOf],
]);

/** What a call asks of the place where it stands; undefined for other calls. */
export function sourcePlace(m: Machine, e: Expr & { is: 'Call' }, scope: Scope): Value | undefined {
  if (e.args.length > 0) return undefined;
  if (e.callee.is === 'Scope') return currentPlace(m, e, e.callee, scope);
  if (e.callee.is !== 'Name') return undefined;
  const { id } = e.callee;
  const question = id.startsWith('__builtin_') ? questions.get(id) : undefined;
  if (!question || lookup(scope, id)) return undefined;
  const site = m.sites.of(e.span, e.callee.span);
  return (
    (m.mode.unevaluated ? (contestedNumber(e) ?? erase({ is: 'text', text: '' })) : undefined) ??
    (e.span.start < e.span.end ? question(m, site) : undefined) ??
    notKnown(id, e.span)
  );
}

/** `std::source_location::current()`, of which the line alone is the same for all compilers. */
function currentPlace(
  m: Machine,
  e: Expr & { is: 'Call' },
  callee: Expr & { is: 'Scope' },
  scope: Scope,
): Value | undefined {
  const { of } = callee;
  if (callee.id !== 'current' || of?.is !== 'Scope' || of.id !== 'source_location' || !isStandardName(of, scope))
    return undefined;
  const line = m.mode.unevaluated ? undefined : lineOf(m, m.sites.of(e.span, callee.span));
  const fields = line && new Map<string, Value>([['#line', convert(m, line, hole(32, true))]]);
  return fields ? { ...sourceLocation, fields } : sourceLocation;
}

const linesOf = remembered(({ text, lines }: Program) => new SourceLines(text, lines?.marks, lines?.uses));

function lineOf(m: Machine, site: Site | undefined): Value | undefined {
  const program = site && m.files.get(site.span.file);
  if (!program) return undefined;
  const { span, callee } = site;
  const lines = linesOf(program);
  const head = callee && headOf(program.text, span, callee);
  const line = lines.numberOf(span.start, span.end) ?? (head && lines.numberOf(head.start, head.end));
  return line === undefined ? undefined : dyn(line);
}

/** A call up to its `(`. */
function headOf(text: string, span: Span, callee: Span): Span | undefined {
  const open = /^[ \t]*\(/.exec(text.slice(callee.end, callee.end + 80));
  return open ? { ...span, end: callee.end + open[0].length } : undefined;
}

function fileOf(m: Machine, site: Site | undefined): Value | undefined {
  const program = site && m.files.get(site.span.file);
  const literal = program && linesOf(program).fileAt(site.span.start);
  return literal === undefined ? undefined : { is: 'text', text: literal.slice(1, -1) };
}

/** g++ writes the arguments of a function template behind its name. */
function functionOf(m: Machine, site: Site | undefined): Value | undefined {
  const name = site && (site.inside ?? functionAt(m, site.span, false));
  return name === undefined ? undefined : { is: 'text', text: name };
}

/** Whether an expression asks for a place, which throws nothing. */
export function asksForPlace(e: Expr & { is: 'Call' }): boolean {
  return e.callee.is === 'Name' && questions.has(e.callee.id);
}

/** The literal of which `__func__` has the type and the text; other expressions are what they are. */
export function asLiteral(m: Machine, e: Expr): Expr {
  const value = e.is === 'Name' ? functionName(m, e) : undefined;
  const text = value && isText(value) ? value.text : undefined;
  return text === undefined ? e : { is: 'String', value: text, bytes: text.length + 1, span: e.span };
}

/** `__func__`; undefined for other names. */
export function functionName(m: Machine, e: Expr & { is: 'Name' }): Value | undefined {
  if (e.id !== '__func__' && e.id !== '__FUNCTION__') return undefined;
  const name = functionAt(m, e.span, true);
  return name === undefined || name === '' ? notKnown(e.id, e.span) : { is: 'text', text: name };
}

function notKnown(id: string, span: Span): Unknown {
  return unknown('unsupported', say`what \`${id}\` gives here is not known`, span, [id]);
}

function functionAt(m: Machine, span: Span, ofTemplates: boolean): string | undefined {
  const program = m.files.get(span.file);
  if (!program || program.latent) return undefined;
  const around = nodesAround(program, span).filter(({ is }) => is === 'Func' || is === 'Lambda' || is === 'Struct');
  const last = around.at(-1);
  if (last === undefined) return '';
  if (last.is !== 'Func' || !/^[A-Za-z_]\w*$/.test(last.name)) return undefined;
  const isTemplate = around.some((node) => node.is === 'Func' && node.templates.some((params) => params.length > 0));
  return isTemplate && !ofTemplates ? undefined : last.name;
}
