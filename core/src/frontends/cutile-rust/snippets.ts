// Reads pieces of Rust that are not files: expressions and statements.
import { say } from '../../base/say';
import type { FileId } from '../../base/span';
import type { Expr, Stmt } from '../../ir/program';
import { child, childOfType, parseText, type Grammar } from '../tree';
import type { Context } from './context';
import { lowerExpression } from './expressions';
import { lowerBlock } from './statements';

function snippet(grammar: Grammar, text: string, file: FileId, shift: number): Context {
  return { file, text, grammar, shift, kernels: new Map(), own: new Set() };
}

/** One expression that stands at `at` of its file, as in a pin. */
export function readExpression(grammar: Grammar, text: string, file: FileId, at = 0): Expr {
  const head = 'const X: A = ';
  const whole = `${head}${text};`;
  const root = parseText(whole, grammar);
  const item = root.children[0];
  const value = item?.type === 'const_item' && root.children.length === 1 ? child(item, 'value') : undefined;
  return value
    ? lowerExpression(snippet(grammar, whole, file, at - head.length), value)
    : {
        is: 'Opaque',
        why: say`"${text.trim()}" could not be read as Rust.`,
        span: { file, start: at, end: at + text.length },
      };
}

export function readStatements(grammar: Grammar, text: string, file: FileId): readonly Stmt[] {
  const head = 'fn f() {\n';
  const whole = `${head}${text}\n}`;
  const root = parseText(whole, grammar);
  const body = root.children[0] && childOfType(root.children[0], 'block');
  return body
    ? lowerBlock(snippet(grammar, whole, file, -head.length), body, false).body
    : [
        {
          is: 'OpaqueStmt',
          why: say`These statements could not be read as Rust.`,
          span: { file, start: 0, end: text.length },
        },
      ];
}
