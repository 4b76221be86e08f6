// Conditions inside of a function that host and device answer differently and whose branches are whole statements: both
// branches are read, each as a block under a label that names its side. Works on tokens; knows no macros.
import { type Token, tokenAt } from './lex';
import { listEnd, type Side } from './sides';

/** A side of the compilation. */
export type OneSide = Exclude<Side, 'both'>;

/** The labels of both sides: letters that no program names a label with, and short enough for the place of `#else`. */
const LABELS: Readonly<Record<OneSide, string>> = { host: 'ꓧ', device: 'ꓓ' };

/** What stands in the place of a directive that ends the branch of one side and begins that of another. */
export function divisionText(ended: OneSide | undefined, begun: OneSide | undefined): string {
  return `${ended ? '}' : ''}${begun ? `${LABELS[begun]}:{` : ''}`;
}

/** The side that a label stands for. */
export function sideOfLabel(label: string): OneSide | undefined {
  return label === LABELS.host ? 'host' : label === LABELS.device ? 'device' : undefined;
}

interface Open {
  readonly at: number;
  /** The brackets that are open around it. */
  readonly around: readonly Bracket[];
  readonly before: string;
  isWhole: boolean;
  /** The branch that is read has no token yet. */
  isEmpty: boolean;
}

type Bracket = '(' | '[' | 'block' | 'type';

/** How a statement does not begin. `while` may end another one. */
const NO_BEGIN = /^(?:else|case|default|catch|while|public|private|protected)$/;
const BEGIN_OF_PUNCTUATION = new Set([';', '{', '(', '*', '++', '--', '::']);
const TYPES = new Set(['struct', 'class', 'union', 'enum']);
/** What changes more than the statements of its branch. */
const ACTS = new Set(['define', 'undef', 'include', 'once', 'pack', 'line', 'push', 'pop']);

/** The indices of the directives `#if …` each of whose branches holds whole statements of one block, and nothing that
 *  the preprocessor does beside reading them. */
export function divisibleIn(
  tokens: readonly Token[],
  directives: readonly { readonly is: string; readonly at: number }[],
): ReadonlySet<number> {
  const found = new Set<number>();
  const kinds = new Map(directives.map(({ is, at }) => [at, is]));
  const open: Open[] = [];
  let brackets: Bracket[] = [];
  let last = '{';
  let start = 0;
  const refuseAll = (): void => void open.forEach((one) => (one.isWhole = false));
  const endBranch = (one: Open): void => {
    const isClosed = brackets.length === one.around.length && brackets.every((b, i) => b === one.around[i]);
    if (!isClosed) refuseAll();
    else if (!one.isEmpty && last !== ';' && last !== '}') one.isWhole = false;
    brackets = [...one.around];
  };
  const directive = (is: string | undefined, at: number): void => {
    const one = open.at(-1);
    if (is === undefined) return;
    if (is.startsWith('if')) {
      const isInBlock = brackets.at(-1) === 'block' && !brackets.includes('(') && !brackets.includes('[');
      const isWhole = isInBlock && (last === ';' || last === '{' || last === '}');
      open.push({ at, around: [...brackets], before: last, isWhole, isEmpty: true });
      start = at + 1;
    } else if (one && (is.startsWith('el') || is === 'endif')) {
      endBranch(one);
      if (is !== 'endif') {
        [last, one.isEmpty] = [one.before, true];
        start = at + 1;
        return;
      }
      open.pop();
      if (one.isWhole) found.add(one.at);
      if (one.isEmpty) last = one.before;
    } else if (ACTS.has(is)) refuseAll();
  };
  tokens.forEach(({ kind, text }, at) => {
    if (kind === 'directive') {
      directive(kinds.get(at), at);
      return;
    }
    for (const one of open) {
      if (one.isEmpty && !begins(kind, text, one.before)) one.isWhole = false;
      one.isEmpty = false;
    }
    last = text;
    if (kind !== 'punct') return;
    if (text === '(' || text === '[') brackets.push(text);
    else if (text === '{') brackets.push(opensType(tokens, start, at) ? 'type' : 'block');
    else if (text === ')' || text === ']') brackets.pop();
    // An object may follow a class: `struct { … } x;`.
    else if (text === '}' && brackets.pop() === 'type') last = 'class';
    if (text === ';' || text === '{' || text === '}') start = at + 1;
  });
  return found;
}

/** Whether a statement may begin with a token, behind `before`. */
function begins(kind: Token['kind'], text: string, before: string): boolean {
  if (NO_BEGIN.test(text)) return false;
  if (kind !== 'punct') return true;
  return before === '}' ? text === ';' || text === '{' : BEGIN_OF_PUNCTUATION.has(text);
}

function opensType(tokens: readonly Token[], start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const { text } = tokenAt(tokens, i);
    if (text === 'template' && tokens[i + 1]?.text === '<') i = listEnd(tokens, i + 1, end);
    else if (text === '(') return false;
    else if (TYPES.has(text)) return true;
  }
  return false;
}

/** Whether a branch of a condition outside of functions may declare more than functions, types and constants. */
export function mayDeclareData(tokens: readonly Token[]): boolean {
  let depth = 0;
  let statement: string[] = [];
  for (const { kind, text } of tokens) {
    if (text === '{') depth++;
    if (text === '}') depth--;
    const isEnd = kind === 'directive' || text === ';' || text === '}';
    if (depth <= 0 && isEnd && isDeclarationOfData(statement)) return true;
    if (depth <= 0 && isEnd) statement = [];
    else if (depth <= 0 && !(text === ':' && ACCESS.test(statement.join(' ')))) statement.push(text);
    else if (depth <= 0) statement = [];
  }
  return false;
}

const ACCESS = /^(?:public|private|protected)$/;
const NO_DATA = /^(?:using|typedef|static|template|friend|struct|class|enum|union|namespace)$/;

const isDeclarationOfData = (statement: readonly string[]): boolean =>
  statement.length > 0 && !statement.includes('(') && !NO_DATA.test(statement[0] ?? '');
