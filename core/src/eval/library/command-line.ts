// `cutlass::CommandLine`, with which CUTLASS's examples read arguments such as `--m=512`: what it reads is known where
// the program's arguments are.
import { say } from '../../base/say';
import { dyn } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import type { Struct, Value } from '../../values/value';
import { loseArguments } from '../memory/reach';
import type { Machine } from '../state/machine';
import { convert } from '../types/construct';
import { arrayAt } from '../values/elements';
import type { Cell } from '../values/cells';
import type { Arg } from '../values/entities';
import { erase, fromOf, isTuple } from '../values/inspect';
import { isText } from '../values/kinds';
import { unknown } from '../values/unknown';

/** `CommandLine(argc, argv)`: the texts, and what their number rests on. */
export function commandLine(example: Struct, [count, argv]: readonly Value[]): Struct {
  const texts = argv && (arrayAt(argv)?.read() ?? argv);
  if (
    count === undefined ||
    isTuple(count) ||
    count.is !== 'dynamic' ||
    texts === undefined ||
    !isTuple(texts) ||
    !texts.every(isText)
  )
    return example;
  return {
    ...example,
    fields: new Map<string, Value>([
      ['#texts', texts],
      ['#count', count],
    ]),
  };
}

interface Found {
  readonly text: string;
  readonly arg: number | undefined;
}

/** The text after `--name=`, empty for `--name`; undefined where it is not given. */
function given(line: Struct, name: string): Found | undefined {
  const texts = line.fields.get('#texts');
  for (const one of texts !== undefined && isTuple(texts) ? texts : []) {
    const [, key, text] = isText(one) ? (/^--([^=]*)=?([\s\S]*)$/.exec(one.text) ?? []) : [];
    if (key === name && isText(one)) return { text: text ?? '', arg: one.arg };
  }
  return undefined;
}

/** The result of a member function of `CommandLine`, which also writes the variables that it reads into. */
export function readCommandLine(m: Machine, line: Struct, name: string, args: readonly Arg[], span: Span): Value {
  const [key, output, otherwise] = args;
  const count = line.fields.get('#count');
  const isKnown = count !== undefined && key !== undefined && isText(key.value);
  if (isKnown && name === 'check_cmd_line_flag') return dyn(given(line, key.value.text) ? 1 : 0, fromOf(count));
  if (isKnown && name === 'get_cmd_line_argument' && output?.cell) {
    const found = given(line, key.value.text);
    const usual = otherwise?.value ?? output.cell.read();
    write(m, output.cell, found ? read(m, output.cell, found, span) : resting(usual, fromOf(count)));
    return { is: 'void' };
  }
  if (isKnown && name === 'get_cmd_line_arguments' && !given(line, key.value.text)) return { is: 'void' };
  return loseArguments(
    m,
    unknown('input', say`\`${name}\` reads what is not known before the program runs`, span, [name]),
    args,
  );
}

function write(m: Machine, cell: Cell, value: Value): void {
  const held = cell.read();
  const hasType = isTuple(held) || held.is !== 'unknown';
  m.write(cell, hasType ? convert(m, value, erase(held), false, cell.name) : value);
}

/** The value of an option as the type of the variable reads it. */
function read(m: Machine, cell: Cell, { text, arg }: Found, span: Span): Value {
  const held = cell.read();
  if (!isTuple(held) && held.is === 'text') return { ...held, text };
  const n = /^\s*[-+]?\d+/.test(text) ? Number.parseInt(text, 10) : undefined;
  const isNumber =
    !isTuple(held) && (held.is === 'dynamic' || (held.is === 'unknown' && held.cause.code === 'uninitialised'));
  if (n === undefined || !isNumber)
    return unknown('input', say`${cell.name} is read from the command line`, span, [cell.name]);
  const from = m.recorder.assume({
    kind: 'argument',
    text: `${cell.name} = ${n}${arg === undefined ? '' : say`, program argument ${arg}`}`,
    at: span,
  });
  return dyn(n, [from], held.is === 'dynamic' ? held.bits : 32);
}

/** The default of an option that is not given: the number rests on the assumption about the arguments. */
function resting(value: Value, from: readonly number[] | undefined): Value {
  if (isTuple(value) || value.is !== 'dynamic' || value.n === undefined || !from) return value;
  return { ...value, from: [...new Set([...(value.from ?? []), ...from])].sort((a, b) => a - b) };
}
