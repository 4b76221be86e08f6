// Generated from the list of views (index.ts) by `npm run docs`, so that the protocol and the page, which draw nothing,
// know the ids without the views.
export const viewIds = [
  'compare',
  'tiled-mma',
  'boxes',
  'tiled-copy',
  'partition',
  'tiles',
  'layout',
  'swizzle',
  'banks',
  'coalescing',
  'explain',
  'block-grid',
  'blocks',
  'measured',
  'accesses',
] as const;
