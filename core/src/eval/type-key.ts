// A text that is the same for the same C++ type: the key of class instances, and what hovers show as a type's name.
import { printValue } from '../values/print';
import type { Value } from '../values/value';
import { isList } from './inspect';

export function typeKey(value: Value): string {
  if (isList(value)) return `(${value.map(typeKey).join(',')})`;
  switch (value.is) {
    case 'static': return `${value.n}`;
    case 'dynamic': return value.n === undefined ? (value.name ?? (value.bits === 64 ? 'int64_t' : 'int')) : `${value.n}`;
    case 'scalar': return value.type;
    case 'type': return typeKey(value.of);
    case 'struct': return value.name;
    case 'callable': return value.name;
    case 'pointer': return `${typeKey(value.element)}*`;
    case 'tag': return value.args.length > 0 ? `${value.name}<${value.args.map(typeKey).join(',')}>` : value.name;
    case 'void': return 'void';
    case 'unknown': return '?';
    default: return printValue(value).replace(/\s+/g, ' ').trim();
  }
}
