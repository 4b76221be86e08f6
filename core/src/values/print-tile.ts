// The text of cuTile's values. cuTile itself does not print them, so this is the notation of its book. It is the same
// in every language, as what CuTe prints is.
import { spellExtents, spellInt, type TileValue } from './tile';
import { isA } from './kind';
import type { Value } from './value';

type Spell = (example: Value) => string;

/** `Tensor<f32> [1024, 1000]`, `Partition<Tensor<f32>> [64, 64] of [1024, 1000], grid (16, 16)`,
 *  `Tile<f32, [64, 32]>`. */
export function printTile(value: TileValue, spell: Spell): string {
  switch (value.is) {
    case 'tile-tensor':
      return `Tensor<${element(value.element, spell)}, ${spellExtents(value.shape)}>`;
    case 'tile-partition': {
      const type = `Partition<${element(value.tensor.element, spell)}, ${spellExtents(value.tile)}>`;
      const counted = value.where !== 'host' ? 'index space' : value.map ? 'tiles' : 'grid';
      return `${type} of ${spellExtents(value.tensor.shape)}, ${counted} (${value.grid.map(spellInt).join(', ')})`;
    }
    case 'tile':
      return `Tile<${element(value.element, spell)}, ${spellExtents(value.shape)}>`;
    case 'tile-launch':
      return `launch of ${value.name}`;
  }
}

/** The element type as Rust spells it. */
export function element(example: Value, spell: Spell): string {
  if (isA(example, 'unknown')) return '_';
  return rust.get(spell(example)) ?? spell(example);
}

const rust: ReadonlyMap<string, string> = new Map([
  ['int', 'i32'],
  ['int64_t', 'i64'],
  ['float', 'f32'],
  ['double', 'f64'],
  ['unsigned', 'u32'],
  ['size_t', 'u64'],
  ['int8_t', 'i8'],
  ['uint8_t', 'u8'],
  ['int16_t', 'i16'],
  ['uint16_t', 'u16'],
]);
