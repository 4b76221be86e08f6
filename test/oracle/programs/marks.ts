// The marks of random programs: which names of a line are asked for, and the text with probes in their place.
import { instrument } from '../instrument';
import type { Source } from './generate';

export interface Mark {
  readonly id: number;
  /** From 0. */
  readonly line: number;
  readonly name: string;
}

/** `//? x y` at the end of a line. */
export function marksOf({ text }: Source): Mark[] {
  const found = text.split('\n').flatMap((line, at) => {
    const [, names = ''] = / \/\/\? ?([\w ]*)$/.exec(line) ?? [];
    return names
      .split(' ')
      .filter(Boolean)
      .map((name) => ({ line: at, name }));
  });
  return found.map((mark, id) => ({ ...mark, id }));
}

/** The program as a part of a unit for the host: in a namespace of its own, with probes. */
export function probed(source: Source): string {
  const marks = marksOf(source);
  const probes = (line: number): string =>
    marks
      .filter((mark) => mark.line === line)
      .map(({ id, name }) => ` ::cute_lens_seen(${id}, ${/^T\d/.test(name) ? `${name}{}` : name});`)
      .join('');
  const lines = source.text.split('\n').map((line, at) => {
    if (line.startsWith('#include')) return '';
    if (line === 'int opaque(int v);') return 'inline int opaque(int v) { return v; }';
    return line.replace(/ \/\/\?.*$/, '').replace(/^int main\(\)/, 'int run()') + probes(at);
  });
  return instrument(lines.join('\n'), []);
}
