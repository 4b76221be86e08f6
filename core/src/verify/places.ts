// The places in a program where probes may stand: behind each declaration in a function, at the beginning of a body for
// its parameters, and, for classes and namespaces, as objects that are constructed before `main`. Reads the IR and the
// text; knows neither facts nor records.
import { say } from '../base/say';
import type { FileId, Span } from '../base/span';
import type { Block, Expr, Func, Let, Program, Stmt } from '../ir/program';
import { nameOf } from '../ir/spelled';
import { nodesIn, walk, type Node } from '../ir/walk';
import { uncommented } from '../text/code';
import { directivesIn, tokensIn, tokensOfDirective } from '../text/tokens';

/** How the value of a declaration is recorded. */
export type Ask =
  /** `name` is a variable, and a statement may stand at `at`. */
  | 'value'
  /** `name` is a type, and a statement may stand at `at`. */
  | 'type'
  /** A constant of a class or namespace; only declarations may stand at `at`. */
  | 'constant'
  /** A type of a class or namespace. */
  | 'constant-type'
  /** The type that an alias template stands for. It is recorded behind the declarations that use the template. */
  | 'template-type';

export interface Place {
  /** The place of the name. */
  readonly span: Span;
  readonly name: string;
  /** The offset in the file at which the probe is inserted. */
  readonly at: number;
  /** The end of a statement that needs braces, because the probe is inserted in front of it. */
  readonly close?: number;
  readonly ask: Ask;
  /** The class that the constant is a member of. */
  readonly owner?: string;
}

/** A statement that may contain launches. `braces`: it needs braces when another statement is put in front of it. */
export interface Statement {
  readonly span: Span;
  readonly braces: boolean;
}

/** Everything that the instrumentation needs to know about places in a file. */
export interface Places {
  readonly declared: readonly Place[];
  /** Names whose declarations can have no probe, and the reasons. */
  readonly refused: readonly { readonly span: Span; readonly why: string }[];
  /** Names whose values the evaluator assumes. Verification claims nothing about them. */
  readonly assumed: readonly Span[];
  readonly statements: readonly Statement[];
  /** Functions with bodies; `body` is the offset at which a probe comes first in it. */
  readonly functions: readonly { readonly func: Func; readonly body: number }[];
  readonly launches: readonly (Expr & { readonly is: 'Launch' })[];
  readonly dynamicShared: readonly Let[];
  /** Templates that declarations use with arguments. */
  readonly named: readonly Named[];
  /** True if the file contains an `#if` about `__CUDA_ARCH__`. The macro is not defined on the host, so the GPU
   *  compiles other text. */
  readonly asksArch: boolean;
}

/** A use such as `PaddedTile<32, 1>` in a declaration; a probe can stand behind it, at `at`. */
export interface Named {
  readonly id: string;
  readonly text: string;
  readonly at: number;
  readonly ask: 'type' | 'constant-type';
  readonly owner?: string;
}

const comesOutOfMacro = (): string => say`it comes from a macro`;

interface Draft {
  readonly declared: Place[];
  readonly refused: { span: Span; why: string }[];
  readonly assumed: Span[];
  readonly statements: Statement[];
  readonly functions: { func: Func; body: number }[];
  readonly launches: (Expr & { is: 'Launch' })[];
  readonly dynamicShared: Let[];
  readonly named: Named[];
  readonly asksArch: boolean;
  /** The text with comments blanked. */
  readonly text: string;
}

/** The places of one file. */
export function placesOf(program: Program): Places {
  const text = uncommented(program);
  const draft: Draft = {
    declared: [],
    refused: [],
    assumed: [],
    statements: [],
    functions: [],
    launches: [],
    dynamicShared: [],
    named: [],
    asksArch: asksArch(text),
    text,
  };
  for (const item of program.items) visitItem(item, draft);
  return draft;
}

function asksArch(text: string): boolean {
  return directivesIn(text).some((directive) => {
    const [name, ...condition] = tokensOfDirective(text, directive);
    return conditionals.has(name?.text ?? '') && condition.some((token) => token.text === '__CUDA_ARCH__');
  });
}

const conditionals = new Set(['if', 'ifdef', 'ifndef', 'elif']);

/** The places of all files of the program, in the order of the analysis. */
export function allPlaces(programs: ReadonlyMap<FileId, Program>): ReadonlyMap<FileId, Places> {
  return new Map([...programs].map(([file, program]) => [file, placesOf(program)]));
}

// ---- Classes and namespaces --------------------------------------------------------------------------------------

function visitItem(item: Stmt, d: Draft, owner?: string): void {
  switch (item.is) {
    case 'Let':
      if (!item.templateParams) nameTemplates(item, d, 'constant-type', owner);
      if (item.templateParams) refuse(d, item.nameSpan, say`it is a variable template`);
      else if (item.constexpr || isConst(item)) declare(d, item.name, item.nameSpan, item.span.end, 'constant', owner);
      else refuse(d, item.nameSpan, say`it is a variable outside any function`);
      within(item.init, d);
      return;
    case 'Alias':
      if (item.templateParams.length > 0) declare(d, item.name, item.nameSpan, item.span.end, 'template-type', owner);
      else {
        nameTemplates(item, d, 'constant-type', owner);
        declare(d, item.name, item.nameSpan, item.span.end, 'constant-type', owner);
      }
      return;
    case 'Func':
      visitFunction(item, d);
      return;
    case 'Struct':
      item.members?.forEach((member) => visitItem(member, d, item.name));
      return;
    case 'Namespace':
      item.items.forEach((inner) => visitItem(inner, d));
      return;
    default:
  }
}

const isConst = ({ type, static: isStatic }: Let): boolean => isStatic && type.is === 'Wrap' && type.how === 'const';

// ---- Functions ---------------------------------------------------------------------------------------------------

function visitFunction(func: Func, d: Draft): void {
  if (!func.body) return;
  const body = bodyStart(func.body, d);
  if (body === undefined) return;
  d.functions.push({ func, body });
  for (const { name, nameSpan, pack } of func.params) {
    if (name === undefined || nameSpan === undefined) continue;
    if (pack) refuse(d, nameSpan, say`it is a parameter pack`);
    else declare(d, name, nameSpan, body, 'value');
  }
  visitList(func.body.body, d);
}

/** The offset behind the `{` of a block; undefined where the text at the block's place comes from a macro. */
function bodyStart(block: Block, d: Draft): number | undefined {
  return d.text[block.span.start] === '{' ? block.span.start + 1 : undefined;
}

function visitList(body: readonly Stmt[], d: Draft): void {
  for (const s of body) visitStatement(s, d, true);
}

/** `inList`: another statement may stand beside this one. */
function visitStatement(s: Stmt, d: Draft, inList: boolean): void {
  switch (s.is) {
    case 'Block':
      visitList(s.body, d);
      return;
    case 'Let':
    case 'Bindings':
    case 'Alias':
      visitLocal(s, d, inList);
      return;
    case 'Expr':
    case 'Return':
      d.statements.push({ span: s.span, braces: !inList });
      within(s, d);
      return;
    case 'If':
      if (s.init) visitHead([s.init], s.then, d);
      within(s.cond, d);
      visitStatement(s.then, d, false);
      if (s.else) visitStatement(s.else, d, false);
      return;
    case 'For':
      visitHead(s.init, s.body, d, s.cond);
      visitStatement(s.body, d, false);
      return;
    case 'RangeFor':
      visitHead([s.variable], s.body, d);
      visitStatement(s.body, d, false);
      return;
    case 'While':
      visitStatement(s.body, d, false);
      return;
    case 'Switch':
      for (const { body } of s.cases) visitList(body, d);
      return;
    case 'Struct':
      refuseMembers(s.members ?? [], d);
      return;
    default:
  }
}

/** Return codes of the CUDA runtime are not predicted: the evaluator assumes success. */
function isStatus(s: Stmt): boolean {
  if (s.is !== 'Let') return false;
  const { type, init } = s;
  const called =
    init.how === 'copy' && init.value.is === 'Call' && init.value.callee.is === 'Name' ? init.value.callee.id : '';
  return (type.is === 'Name' && /^(cuda|CU)[A-Z]?\w*$/.test(type.id)) || /^(cuda|cu)[A-Z]/.test(called);
}

function visitLocal(s: Stmt & { is: 'Let' | 'Bindings' | 'Alias' }, d: Draft, inList: boolean): void {
  d.statements.push({ span: s.span, braces: false });
  if (s.is === 'Let' && s.memory === 'extern-shared') d.dynamicShared.push(s);
  if (inList) nameTemplates(s, d, 'type');
  const names = s.is === 'Bindings' ? s.names : [{ name: s.name, span: s.nameSpan }];
  for (const { name, span } of names) {
    if (isStatus(s)) d.assumed.push(span);
    else if (!inList) refuse(d, span, say`no statement can stand after it`);
    else declare(d, name, span, s.span.end, s.is === 'Alias' ? 'type' : 'value');
  }
  if (s.is !== 'Alias') within(s.init, d);
}

/** Variables that the head of a loop or condition declares are recorded at the beginning of the body. */
function visitHead(head: readonly Stmt[], body: Stmt, d: Draft, cond?: Expr): void {
  // `i-- > 0`
  const counts = nodesIn(cond).some(isWrite);
  const at = body.is === 'Block' ? bodyStart(body, d) : undefined;
  const isOwn = at !== undefined || (body.is !== 'Block' && /[;}]/.test(d.text[body.span.end - 1] ?? ''));
  for (const s of head) {
    const names = s.is === 'Bindings' ? s.names : s.is === 'Let' ? [{ name: s.name, span: s.nameSpan }] : [];
    for (const { name, span } of names) {
      if (d.text.slice(span.start, span.end) !== name || !isOwn) refuse(d, span, comesOutOfMacro());
      else if (counts) refuse(d, span, say`the condition changes it before a probe can see it`);
      else
        d.declared.push({
          span,
          name,
          at: at ?? body.span.start,
          ...(at === undefined ? { close: body.span.end } : {}),
          ask: 'value',
        });
    }
  }
}

/** True for an expression that changes a variable. */
function isWrite(node: Node): boolean {
  return node.is === 'Assign' || (node.is === 'Unary' && /\+\+|--/.test(node.op));
}

/** A class in a function has no static members, so nothing would construct a probe. */
function refuseMembers(members: readonly Stmt[], d: Draft): void {
  for (const member of members) {
    if (member.is === 'Let' || member.is === 'Alias') refuse(d, member.nameSpan, say`its class is local to a function`);
    else if (member.is === 'Func') visitFunction(member, d);
  }
}

// ---- Expressions -------------------------------------------------------------------------------------------------

/** Collects lambdas and launches anywhere in a part of the program. */
function within(part: unknown, d: Draft): void {
  walk(part, (node) => {
    if (node.is === 'Launch') d.launches.push(node);
    if (node.is !== 'Lambda') return undefined;
    const at = bodyStart(node.body, d);
    for (const { name, nameSpan, pack } of node.params) {
      if (name !== undefined && nameSpan !== undefined && at !== undefined && !pack)
        declare(d, name, nameSpan, at, 'value');
    }
    visitList(node.body.body, d);
    return 'over';
  });
}

// ---- What is found -----------------------------------------------------------------------------------------------

/** A name that comes out of a macro has no place behind which a probe could stand. */
function declare(d: Draft, name: string, span: Span, at: number, ask: Ask, owner?: string): void {
  const isOwn = d.text.slice(span.start, span.end) === name && /[;{]/.test(d.text[at - 1] ?? '');
  if (isOwn) d.declared.push({ span, name, at, ask, ...(owner === undefined ? {} : { owner }) });
  else refuse(d, span, comesOutOfMacro());
}

/** Collects templates with arguments anywhere in a declaration, except in the bodies of its lambdas. */
function nameTemplates(declaration: Stmt, d: Draft, ask: Named['ask'], owner?: string): void {
  const at = declaration.span.end;
  if (d.text[at - 1] !== ';') return;
  walk(declaration, (node) => {
    if (node.is === 'Lambda') return 'over';
    if ((node.is === 'Name' || node.is === 'Scope') && isTemplateId(node, d)) {
      const text = d.text.slice(node.span.start, node.span.end);
      d.named.push({
        id: node.id,
        text: node.is === 'Scope' ? `typename ${text}` : text,
        at,
        ask,
        ...(owner === undefined ? {} : { owner }),
      });
    }
    return undefined;
  });
}

/** True for `Tile<32, 1>` and `ns::Tile<32, 1>` that stand in the text like that, and come from no macro. */
function isTemplateId(e: Expr & { is: 'Name' | 'Scope' }, { text }: Draft): boolean {
  const id = nameOf(e)?.span;
  if (e.args === undefined || !id || text.slice(id.start, id.end) !== e.id || text[e.span.end - 1] !== '>')
    return false;
  if (e.is === 'Name') return true;
  const qualifier = tokensIn(text, { start: e.span.start, end: id.start });
  return qualifier.at(0)?.kind === 'ident' && qualifier.at(-1)?.text === '::';
}

function refuse(d: Draft, span: Span, why: string): void {
  d.refused.push({ span, why });
}
