// Templates that nothing instantiates: what is said of them and of their members, and where the comment goes that gives
// them arguments. Evaluates nothing: without arguments a member is known only where it is a literal.
import type { Analysis, DormantTemplate, SourceText } from '../analysis';
import { say } from '../base/say';
import { contains, type FileId, type Span } from '../base/span';
import type { BoolLit, Expr, IntLit, Let, Stmt, StructDecl } from '../ir/program';
import { nodesAround } from '../ir/outline';
import { namesOf } from '../ir/walk';
import { indentOf, lineStart } from '../text/lines';
import { code, named, plain, type Block, type Hover, type Inline } from './blocks';

/** The templates around a place that nothing instantiates. */
export function dormantAround({ dormant }: Analysis, file: FileId, offset: number): readonly DormantTemplate[] {
  return dormant.filter(({ span }) => span.file === file && contains(span, offset));
}

/** The innermost template around a place that nothing instantiates. */
export function dormantAt(analysis: Analysis, file: FileId, offset: number): DormantTemplate | undefined {
  return dormantAround(analysis, file, offset).reduce<DormantTemplate | undefined>(
    (best, one) => (best && one.span.start < best.span.start ? best : one),
    undefined,
  );
}

/** What the comment that gives a template arguments needs. */
export interface Awakening {
  /** Without namespaces, as other files write it. */
  readonly name: string;
  /** A first text for the user to change: `ns::Traits<kHeadDim, Element>`. */
  readonly target: string;
  /** The start of the line before which the comment goes, and what it is indented by. */
  readonly at: Span;
  readonly indent: string;
}

export function awakening(template: DormantTemplate, { sources }: Analysis): Awakening | undefined {
  const source = sources.get(template.span.file);
  if (!source) return undefined;
  const { name, span, named: parameters, pattern } = template;
  const given = pattern ? source.text.slice(pattern.start, pattern.end).replace(/\s+/g, ' ') : parameters.join(', ');
  const outer = nodesAround(source, span).find((node) => node.is === 'Struct')?.span ?? span;
  const start = lineStart(source.text, headStart(source, outer));
  return {
    name: name.split('::').at(-1) ?? name,
    target: `${name}<${given}>`,
    at: { file: span.file, start, end: start },
    indent: indentOf(source.text, start),
  };
}

/** Where the declaration begins, which may be at `template`. */
function headStart({ text }: SourceText, { start }: Span): number {
  const before = text.slice(Math.max(0, start - 2000), start);
  const head = /template\s*<[^;{}]*>\s*$/.exec(before);
  return head ? start - (before.length - head.index) : start;
}

/** True for a template whose members mention layouts; a lens over every helper would say nothing. */
export function isAboutLayouts({ span }: DormantTemplate, { sources }: Analysis): boolean {
  const text = sources.get(span.file)?.text.slice(span.start, span.end) ?? '';
  return /\b(Layout|Shape|Stride|Tensor|Tiled(MMA|Mma|Copy)|\w*Layout(Atom)?\w*|make_(layout|tensor|tiled_\w+))\b/.test(
    text,
  );
}

/** The hover on a member of a template that nothing instantiates. */
export function dormantHover(analysis: Analysis, file: FileId, offset: number): Hover | undefined {
  const template = dormantAt(analysis, file, offset);
  const source = analysis.sources.get(file);
  const decl = source && template && declarationOf(source, template);
  const member = decl?.members?.find((one) => isNamedAt(one, offset)) ?? (source && variableAt(source, offset));
  if (!template || !decl || !member || !('nameSpan' in member) || !member.nameSpan) return undefined;
  const init = contentOf(member);
  const span = member.nameSpan;
  if (member.is === 'Let' && init && isLiteral(member, init))
    return {
      span,
      known: true,
      blocks: [
        { is: 'printed', text: String(init.value) },
        line([named(nameIn(member)), plain(` ${say`compile-time constant, the same for all template arguments`}`)]),
      ],
    };
  const needs = init ? parametersIn(init, decl, template.named) : [];
  const why = [
    plain(` ${say`not known: nothing here instantiates`} `),
    code(template.name),
    ...(needs.length === 0 ? [] : [plain(say`, and this depends on `), ...listed(needs)]),
    plain('.'),
  ];
  return {
    span,
    known: false,
    blocks: [
      line([named(nameIn(member)), ...why]),
      { is: 'actions', actions: [{ title: say`Give Arguments…`, action: 'instantiate', at: template.span }] },
    ],
  };
}

const line = (content: readonly Inline[]): Block => ({ is: 'line', content });

function declarationOf(source: SourceText, { span }: DormantTemplate): StructDecl | undefined {
  return nodesAround(source, span)
    .filter((node): node is StructDecl => node.is === 'Struct')
    .find((node) => node.span.start === span.start);
}

const integers: ReadonlySet<string> = new Set(['auto', 'int', 'unsigned', 'size_t', 'int32_t', 'uint32_t', 'int64_t']);

/** True for a constant that is written as the literal of its own type. */
function isLiteral({ constexpr, type }: Let, init: Expr): init is IntLit | BoolLit {
  const of = type.is === 'Name' ? type.id : '';
  return constexpr && ((init.is === 'Int' && integers.has(of)) || (init.is === 'Bool' && of === 'bool'));
}

/** A type or a constant that is declared at a place. Functions are evaluated, or not, as a whole. */
function isNamedAt(member: Stmt, offset: number): boolean {
  return (
    (member.is === 'Alias' || (member.is === 'Let' && member.init.how !== 'none')) && contains(member.nameSpan, offset)
  );
}

/** The variable of a member function that is declared at a place. */
function variableAt(source: SourceText, offset: number): Stmt | undefined {
  return nodesAround(source, { start: offset, end: offset }).find(
    (node): node is Let => node.is === 'Let' && isNamedAt(node, offset),
  );
}

const nameIn = (member: Stmt): string => ('name' in member && typeof member.name === 'string' ? member.name : '');

function contentOf(member: Stmt): Expr | undefined {
  if (member.is === 'Alias') return member.type;
  return member.is === 'Let' && member.init.how === 'copy' ? member.init.value : undefined;
}

/** The template parameters behind an expression: those that it names, and those behind the members that it names. */
function parametersIn(of: Expr, { members = [] }: StructDecl, parameters: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const found = new Set<string>();
  const visit = (part: unknown): void => {
    for (const name of namesOf(part)) {
      if (parameters.includes(name)) found.add(name);
      else if (!seen.has(name)) {
        seen.add(name);
        const member = members.find((one) => nameIn(one) === name && (one.is === 'Alias' || one.is === 'Let'));
        if (member) visit(member);
      }
    }
  };
  visit(of);
  return [...found];
}

const mostNames = 4;

/** The first few names, and how many more there are. */
export function listed(names: readonly string[]): Inline[] {
  const shown = names.slice(0, mostNames).flatMap((name, i) => [plain(i === 0 ? '' : ', '), code(name)]);
  return names.length > mostNames ? [...shown, plain(say` and ${names.length - mostNames} more`)] : shown;
}
