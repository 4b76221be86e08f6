// Parses the C++ spelling of an operation, and writes the traits of our atoms in the form of the recorded answers. The
// layouts come from core/src/atoms.
import { int } from '../../core/src/algebra/index';
import { copyTraits } from '../../core/src/atoms/traits';
import { mmaAtom } from '../../core/src/atoms/mma_atom';
import { tmemValIds } from '../../core/src/atoms/tables/tmem_val_ids_sm100';
import { printValue, spellType } from '../../core/src/values/print';
import { complexOf, scalarExample } from '../../core/src/values/scalars';
import type { Tag, Value } from '../../core/src/values/value';

const enumerators: Readonly<Record<string, number>> = {
  'Major::K': 0,
  'Major::MN': 1,
  'ScaleIn::One': 1,
  'SparseSel::Zero': 0,
  'Saturate::False': 0,
};

/** Splits at commas that stand in no angle brackets. */
function splitArguments(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const c of text) {
    if (c === '<') depth++;
    if (c === '>') depth--;
    if (c === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += c;
  }
  return parts.map((part) => part.trim());
}

function argument(text: string): Value {
  const integer = /^(?:Int<)?(-?\d+)>?$/.exec(text);
  if (integer) return int(Number(integer[1]));
  const last = text.split('::').slice(-2).join('::');
  const enumerator = enumerators[last];
  if (enumerator !== undefined) return int(enumerator);
  const complex = /complex<(\w+)>$/.exec(text);
  const of = complex ? complexOf(scalarExample(complex[1] ?? '') ?? int(0)) : scalarExample(text);
  if (!of) throw new Error(`no argument ${text}`);
  return { is: 'type', of };
}

/** `SM100_MMA_F16BF16_SS<half_t,…>`, or the arguments of traits: `SM90_TMA_LOAD, Int<4096>`. */
export function tagOf(text: string): Tag {
  const [op = '', bits] = splitArguments(text);
  const open = op.indexOf('<');
  if (open < 0)
    return {
      is: 'tag',
      name: op.endsWith('::PREFETCH') ? op : (op.split('::').pop() ?? ''),
      args: bits === undefined ? [] : [argument(bits)],
    };
  return {
    is: 'tag',
    name: op.slice(0, open).split('::').pop() ?? '',
    args: splitArguments(op.slice(open + 1, -1)).map(argument),
  };
}

/** One type as the records spell it. */
function typeText(of: Value): string {
  return spellType(of).replace(/^int$/, 'int32_t');
}

/** Value types, shape, ThrID, layouts of A, B and C, fragment types, further members: in the order of the records. */
export function mmaColumns(text: string): string[] {
  const { types, shapeMNK, thrId, layoutA, layoutB, layoutC, fragments, extra } = mmaAtom(tagOf(text));
  const frg = [fragments?.a ?? '', fragments?.b ?? '', fragments?.c ?? ''].join(' ');
  const members = Object.entries(extra ?? {})
    .map(([name, value]) => `${name}=${memberText(value)};`)
    .sort()
    .join('');
  return [
    types.map(typeText).join(','),
    ...[shapeMNK, thrId, layoutA, layoutB, layoutC].map((v) => printValue(v as Value)),
    frg.trim() === '' ? '' : frg,
    members,
  ];
}

function memberText(value: Value): string {
  if (value.is === 'static') return String(value.n);
  return value.is === 'scalar' || value.is === 'dynamic' ? typeText(value) : printValue(value);
}

const valIds = new Map(tmemValIds);

/** ThrID, source, destination and reference in bits, values of tensor memory. Throws where the operation is not
 *  known. */
export function copyColumns(text: string): string[] {
  const tag = tagOf(text);
  const traits = copyTraits(tag);
  if (!traits) throw new Error(`${text} is not a copy operation that is known here`);
  return [...[traits.thrId, traits.src, traits.dst, traits.ref].map((v) => printValue(v)), valIds.get(tag.name) ?? ''];
}

/** A recorded column in our spelling: CuTe and CUTLASS have two names for the narrow integers. */
export function ourSpelling(column: string): string {
  const members = column.endsWith(';')
    ? column
        .split(';')
        .filter((part) => part !== '')
        .sort()
        .map((part) => `${part};`)
        .join('')
    : column;
  return members.replace(/\b(u?int\d)b_t\b/g, '$1_t');
}
