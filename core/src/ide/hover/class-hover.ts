// The hover on an alias of a class, or on a use of one: the class with its template arguments, those of its members
// that CuTe computes with, and where it is declared. `using CollectiveMainloop = typename CollectiveBuilder<…>::Op;`
// says none of that.
import { say } from '../../base/say';
import type { Fact, NamedClass } from '../../analysis';
import { isA, isTuple, untype } from '../../values/convert';
import { shortText } from '../../values/print';
import type { Value } from '../../values/value';
import { code, named, place, plain, type Block, type Hover, type Inline } from '../blocks';
import { factsAt } from '../fact-at';
import type { HoverInput } from './hover';
import { tiledWords } from '../words/tiled-words';

export function classHover(input: HoverInput): Hover | undefined {
  const { analysis, file, offset } = input;
  for (const fact of factsAt(analysis, file, offset)) {
    const of = classIn(fact, input);
    if (of) return { span: fact.span, known: true, blocks: blocksOf(fact, of) };
  }
  return undefined;
}

const roles: ReadonlySet<Fact['role']> = new Set(['alias', 'use', 'template-parameter']);

/** What is known of the class that a fact is about, in the active instance where that has seen another. */
function classIn(fact: Fact, { analysis, active }: HoverInput): NamedClass | undefined {
  if (!roles.has(fact.role)) return undefined;
  const own = fact.seen.find(({ instance }) => instance === active?.id) ?? fact.seen[0];
  const value = own && untype(own.value);
  return value && isA(value, 'struct') ? analysis.classes.get(value.cls) : undefined;
}

function blocksOf({ name }: Fact, { name: of, key, args, at, members }: NamedClass): Block[] {
  return [
    {
      is: 'line',
      content: [
        ...(name === undefined ? [] : [named(name), plain(' ')]),
        plain(say`type: `),
        code(`${of}<${argumentsText(args)}>`),
      ],
    },
    { is: 'line', content: [plain(say`declared in `), place(fileName(at.file), at)] },
    { is: 'actions', actions: [{ title: say`Show with These Arguments`, action: 'openClass', at, of: key }] },
    { is: 'table', header: [say`member`, say`value`], rows: members.map(rowOf) },
  ];
}

const fileName = (file: string): string => file.slice(file.lastIndexOf('/') + 1);

function rowOf({ name, value }: NamedClass['members'][number]): readonly Inline[] {
  const words = tiledWords(value);
  return [code(name), words === undefined ? code(shortText(value)) : plain(words)];
}

/** The most characters of one argument, and of all of them. */
const longestArgument = 40;
const longestArguments = 200;

function argumentsText(args: readonly Value[]): string {
  const texts: string[] = [];
  let length = 0;
  for (const arg of args) {
    const text = argumentText(arg);
    if (length + text.length > longestArguments) return [...texts, '…'].join(', ');
    texts.push(text);
    length += text.length + 2;
  }
  return texts.join(', ');
}

/** A class by its name alone, since its own arguments are mostly those that stand beside it. */
function argumentText(arg: Value): string {
  const of = untype(arg);
  if (isTuple(of)) return cropped(shortText(of));
  switch (of.is) {
    case 'struct':
      return withoutArguments(of.name);
    case 'tiled-mma':
      return 'TiledMMA<…>';
    case 'tiled-copy':
      return 'TiledCopy<…>';
    default:
      return cropped(shortText(of).replace(/\s+/g, ' '));
  }
}

const withoutArguments = (name: string): string => name.replace(/<.*$/s, '<…>');

const cropped = (text: string): string =>
  text.length <= longestArgument ? text : `${text.slice(0, longestArgument - 1)}…`;
