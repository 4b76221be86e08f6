// Numbers of things, in words: `1 sector`, `1,024 threads`.
import { grouped } from './collect';
import { say } from './say';

export type Countable =
  | 'atom'
  | 'block'
  | 'element'
  | 'finding'
  | 'instance'
  | 'instruction'
  | 'kernel'
  | 'layout'
  | 'line'
  | 'phase'
  | 'record'
  | 'sector'
  | 'thread'
  | 'tile'
  | 'wavefront';

/** `1 sector`, `1,024 threads`. */
export function counted(n: number, what: Countable, number = grouped(n)): string {
  switch (what) {
    case 'atom':
      return n === 1 ? say`1 atom` : say`${number} atoms`;
    case 'block':
      return n === 1 ? say`1 block` : say`${number} blocks`;
    case 'element':
      return n === 1 ? say`1 element` : say`${number} elements`;
    case 'finding':
      return n === 1 ? say`1 finding` : say`${number} findings`;
    case 'instance':
      return n === 1 ? say`1 instance` : say`${number} instances`;
    case 'instruction':
      return n === 1 ? say`1 instruction` : say`${number} instructions`;
    case 'kernel':
      return n === 1 ? say`1 kernel` : say`${number} kernels`;
    case 'layout':
      return n === 1 ? say`1 layout` : say`${number} layouts`;
    case 'line':
      return n === 1 ? say`1 line` : say`${number} lines`;
    case 'phase':
      return n === 1 ? say`1 phase` : say`${number} phases`;
    case 'record':
      return n === 1 ? say`1 record` : say`${number} records`;
    case 'sector':
      return n === 1 ? say`1 sector` : say`${number} sectors`;
    case 'thread':
      return n === 1 ? say`1 thread` : say`${number} threads`;
    case 'tile':
      return n === 1 ? say`1 tile` : say`${number} tiles`;
    case 'wavefront':
      return n === 1 ? say`1 wavefront` : say`${number} wavefronts`;
  }
}
