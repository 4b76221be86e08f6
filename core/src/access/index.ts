// What memory does with the addresses of a warp: numbers in, numbers out. Checks and views ask here; nothing here knows
// a program.
export {
  bankOf,
  BANKS,
  BANK_BYTES,
  bytesPerAddress,
  isAccessWidth,
  sharedCost,
  WARP_THREADS,
  type AccessWidth,
  type Phase,
  type SharedAccess,
  type SharedCost,
  type WarpAddresses,
  type WarpOperation,
} from './shared';
export { asyncCost, bypassSectors, type AsyncAccess } from './async';
export { globalCost, LINE_BYTES, SECTOR_BYTES, type GlobalAccess, type GlobalCost } from './global';
export { absent } from './hazards';
