// What a bit-field keeps of a number ([class.bit], [conv.integral]): as many bits as it has. Pure; a width that is no
// literal is not known here.
import type { Let } from '../../ir/program';
import type { Value } from '../../values/value';
import { isTuple } from '../../base/tuple';

/** A value as the member holds it. */
export function fitted({ width, name }: Pick<Let, 'width' | 'name'>, value: Value): Value {
  if (!width || isTuple(value) || (value.is !== 'dynamic' && value.is !== 'scalar')) return value;
  const { n } = value;
  const bits = width.is === 'Int' ? width.value : undefined;
  const type = value.is === 'dynamic' ? (value.unsigned ? 'unsigned' : 'int') : value.type;
  if (type === 'bool' || bits === 0) return value;
  if (n === undefined || bits === undefined || bits > 52)
    return {
      is: 'unknown',
      cause: { code: 'input', message: `what the bit-field \`${name}\` keeps is not known`, needs: [name] },
      at: undefined,
    };
  const range = 2 ** bits;
  const low = n - range * Math.floor(n / range);
  return { ...value, n: type.startsWith('u') || low < range / 2 ? low : low - range };
}
