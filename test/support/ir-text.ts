// Prints IR as text close to C++, so that tests can say in one line what a piece of source lowers to.
// Every node prints differently from every other, so equal text means equal structure up to spans.
import type { Expr, Init, Param, Stmt, TemplateParam } from '../../core/src/ir/program';
import { present } from './present';

const list = (items: readonly Expr[]): string => items.map(exprText).join(', ');
const templateArgs = (args: readonly Expr[] | undefined): string => (args === undefined ? '' : `<${list(args)}>`);

export function exprText(e: Expr): string {
  switch (e.is) {
    case 'Int':
      return e.type === 'int' ? `${e.value}` : `${e.value}:${e.type}`;
    case 'Float':
      return `${e.value}:${e.type}`;
    case 'Bool':
      return `${e.value}`;
    case 'String':
      return JSON.stringify(e.value);
    case 'Char':
      return `'${e.value}'`;
    case 'Name':
      return e.id + templateArgs(e.args);
    case 'Scope':
      return `${e.of === undefined ? '' : exprText(e.of)}::${e.id}${templateArgs(e.args)}`;
    case 'Call':
      return `${exprText(e.callee)}(${list(e.args)})`;
    case 'Brace':
      return braceText(e);
    case 'Member':
      return `${exprText(e.object)}${e.arrow ? '->' : '.'}${e.id}${templateArgs(e.args)}`;
    case 'Index':
      return `${exprText(e.object)}[${list(e.args)}]`;
    case 'Unary':
      return e.op.startsWith('post') ? `(${exprText(e.arg)}${e.op.slice(4)})` : `(${e.op}${exprText(e.arg)})`;
    case 'Binary':
      return `(${exprText(e.left)} ${e.op} ${exprText(e.right)})`;
    case 'Assign':
      return `(${exprText(e.target)} ${e.op} ${exprText(e.value)})`;
    case 'Conditional':
      return `(${exprText(e.cond)} ? ${exprText(e.then)} : ${exprText(e.else)})`;
    case 'Cast':
      return `${e.how}_cast<${exprText(e.type)}>(${exprText(e.arg)})`;
    case 'Ambiguous':
      return `(${exprText(e.cast)} or ${exprText(e.operation)})`;
    case 'Decltype':
      return `decltype(${exprText(e.arg)})`;
    case 'Sizeof':
      return `${e.op}(${exprText(e.arg)})`;
    case 'Lambda':
      return lambdaText(e);
    case 'Requires':
      return `requires(${paramsText(e.params)}) {${e.requirements.map(({ of }) => exprText(of)).join('; ')}}`;
    case 'Wrap':
      return `${e.how}<${exprText(e.of)}${e.size === undefined ? '' : `; ${exprText(e.size)}`}>`;
    case 'Launch':
      return `${exprText(e.kernel)}<<<${list(e.config)}>>>(${list(e.args)})`;
    case 'Expand':
      return `${exprText(e.of)}...`;
    case 'Fold':
      return `fold(${e.left ? 'left' : 'right'} ${e.op} ${exprText(e.pack)}${e.init === undefined ? '' : `, ${exprText(e.init)}`})`;
    case 'This':
      return 'this';
    case 'Opaque':
      return '?';
  }
}

function lambdaText(e: Extract<Expr, { is: 'Lambda' }>): string {
  const copies =
    e.copies === undefined
      ? []
      : 'names' in e.copies
        ? e.copies.names
        : ['=', ...e.copies.allBut.map((name) => `&${name}`)];
  const captures = [
    ...copies,
    ...e.captures.map((c) => `${c.reference ? '&' : ''}${c.name} = ${exprText(c.init)}`),
  ].join(', ');
  const returns = e.returns === undefined ? '' : ` -> ${exprText(e.returns)}`;
  return `[${captures}]${headerText(e.templateParams)}(${paramsText(e.params)})${returns} ${stmtText(e.body)}`;
}

function braceText({ type, args, designators }: Extract<Expr, { is: 'Brace' }>): string {
  const parts = args.map((arg, i) => `${optional(designators?.[i], (name) => `.${name} = `)}${exprText(arg)}`);
  return `${optional(type, exprText)}{${parts.join(', ')}}`;
}

/** What `write` makes of a part, or nothing where there is no such part. */
function optional<T>(part: T | undefined, write: (part: T) => string): string {
  return part === undefined ? '' : write(part);
}

const nameText = (name: string): string => ` ${name}`;
const defaultText = (value: Expr): string => ` = ${exprText(value)}`;

const paramsText = (params: readonly Param[]): string => params.map(paramText).join(', ');

function paramText(p: Param): string {
  return `${exprText(p.type)}${p.pack ? '...' : ''}${optional(p.name, nameText)}${optional(p.default, defaultText)}`;
}

function headersText(headers: readonly (readonly TemplateParam[])[]): string {
  const one = (p: TemplateParam): string => {
    const kind = p.kind === 'value' ? exprText(present(p.type)) : p.kind;
    return `${kind}${p.pack ? '...' : ''}${optional(p.name, nameText)}${optional(p.default, defaultText)}`;
  };
  return headers.map((params) => `template<${params.map(one).join(', ')}> `).join('');
}

const headerText = (params: readonly TemplateParam[] | undefined): string =>
  headersText(params === undefined || params.length === 0 ? [] : [params]);

function initText(init: Init): string {
  switch (init.how) {
    case 'none':
      return '';
    case 'copy':
      return ` = ${exprText(init.value)}`;
    case 'paren':
      return `(${list(init.args)})`;
    case 'brace':
      return `{${list(init.args)}}`;
  }
}

const words = (...parts: readonly (string | false)[]): string =>
  parts
    .filter((p) => p !== false)
    .map((p) => `${p} `)
    .join('');

export function stmtsText(stmts: readonly Stmt[]): string {
  return stmts.map(stmtText).join(' ');
}

export function stmtText(s: Stmt): string {
  switch (s.is) {
    case 'Let':
      return letText(s);
    case 'Bindings':
      return `${s.reference ? '&' : ''}[${s.names.map((n) => n.name).join(', ')}] = ${exprText(s.init)};`;
    case 'Alias':
      return `${headerText(s.templateParams)}using ${s.name} = ${exprText(s.type)};`;
    case 'Func':
      return funcText(s);
    case 'Struct':
      return structText(s);
    case 'Enum':
      return enumText(s);
    case 'Namespace':
      return `namespace ${s.name ?? ''} {${stmtsText(s.items)}}`;
    case 'UsingNamespace':
      return `using namespace ${s.name};`;
    case 'UsingDecl':
      return `using ${exprText(s.name)};`;
    case 'UsingEnum':
      return `using enum ${exprText(s.name)};`;
    case 'Instantiation':
      return `instantiate ${exprText(s.target)};`;
    case 'StaticAssert':
      return `static_assert ${exprText(s.cond)};`;
    case 'Sided':
      return `${s.side}: { ${stmtsText(s.body)} }`;
    case 'Block':
      return `{${stmtsText(s.body)}}`;
    case 'Expr':
      return `${exprText(s.expr)};`;
    case 'If':
      return ifText(s);
    case 'For':
      return forText(s);
    case 'RangeFor':
      return `for (${exprText(s.variable.type)} ${s.variable.name} : ${exprText(s.range)}) ${stmtText(s.body)}`;
    case 'While':
      return s.doWhile
        ? `do ${stmtText(s.body)} while (${exprText(s.cond)});`
        : `while (${exprText(s.cond)}) ${stmtText(s.body)}`;
    case 'Switch':
      return switchText(s);
    case 'Return':
      return s.value === undefined ? 'return;' : `return ${exprText(s.value)};`;
    case 'Jump':
      return `${s.how};`;
    case 'Try':
      return `try ${stmtText(s.body)}${s.handlers.map((handler) => ` catch ${stmtText(handler)}`).join('')}`;
    case 'OpaqueStmt':
      return '?;';
  }
}

function letText(s: Extract<Stmt, { is: 'Let' }>): string {
  const flags = words(s.constexpr && 'constexpr', s.static && 'static', s.memory !== 'local' && s.memory);
  // A variable template has its header even where that has no parameters.
  const header = headersText(s.templateParams === undefined ? [] : [s.templateParams]);
  return `${flags}${header}${exprText(s.type)} ${s.name}${initText(s.init)};`;
}

function structText(s: Extract<Stmt, { is: 'Struct' }>): string {
  const bases = s.bases.length === 0 ? '' : ` : ${list(s.bases)}`;
  const members = s.members === undefined ? ';' : ` {${stmtsText(s.members)}}`;
  return `${headersText(s.templates)}${s.kind} ${s.name ?? ''}${templateArgs(s.specialises)}${bases}${members}`;
}

function enumText(s: Extract<Stmt, { is: 'Enum' }>): string {
  const members = s.members.map((m) => `${m.name}${optional(m.value, defaultText)}`);
  return `enum ${s.scoped ? 'class ' : ''}${s.name ?? ''} {${members.join(', ')}}`;
}

function ifText(s: Extract<Stmt, { is: 'If' }>): string {
  const init = optional(s.init, (statement) => `${stmtText(statement)} `);
  const otherwise = optional(s.else, (statement) => ` else ${stmtText(statement)}`);
  return `if ${s.constexpr ? 'constexpr ' : ''}(${init}${exprText(s.cond)}) ${stmtText(s.then)}${otherwise}`;
}

function forText(s: Extract<Stmt, { is: 'For' }>): string {
  const head = `${stmtsText(s.init)} ${optional(s.cond, exprText)}; ${optional(s.step, exprText)}`;
  return `for (${head}) ${stmtText(s.body)}`;
}

function switchText(s: Extract<Stmt, { is: 'Switch' }>): string {
  const label = (value: Expr | undefined): string => (value === undefined ? 'default' : `case ${exprText(value)}`);
  const cases = s.cases.map(({ value, body }) => `${label(value)}: ${stmtsText(body)}`);
  return `switch (${exprText(s.value)}) {${cases.join(' ')}}`;
}

function funcText(s: Extract<Stmt, { is: 'Func' }>): string {
  const inits =
    s.constructorInits === undefined
      ? ''
      : ` : ${s.constructorInits.map((i) => `${i.name}(${list(i.args)})${i.expands ? '...' : ''}`).join(', ')}`;
  const bounds = s.launchBounds === undefined ? '' : ` bounds(${list(s.launchBounds)})`;
  const flags = words(
    s.kernel && 'kernel',
    s.device && !s.kernel && 'device',
    s.constexpr && 'constexpr',
    s.static && 'static',
  );
  const qualifier = optional(s.qualifier, (of) => `${exprText(of)}::`);
  const name = `${qualifier}${s.name}${templateArgs(s.specialises)}`;
  const returns = s.returns === undefined ? '' : ` -> ${exprText(s.returns)}`;
  const head = `${headersText(s.templates)}${flags}${name}(${paramsText(s.params)})${s.const ? ' const' : ''}`;
  const body = s.body === undefined ? ';' : ` ${stmtText(s.body)}`;
  return `${head}${returns}${bounds}${inits}${body}`;
}
