// The rooms of core/src and the one-way doors between them, as a table, and how it is read. Knows no file system;
// tidy.mjs applies it to every import.
//
// A room is a folder or a single file, named by its path below core/src without `.ts`. Folders may have rooms of their
// own: a folder of which the table names one entry is divided, and then each of its folders and files is a room and
// needs a row. A row lists the rooms that its files may import from:
// - the row of a top-level room (`checks`) says what all its files may import from other top-level rooms;
// - the row of an inner room (`checks/cuda`) says what its files may import from the other rooms of that folder.
// `views/model` in a row allows only that part of a room. `type:analysis` allows only `import type`. `*` allows
// everything.

const ideBasics = [
  'ide/blocks',
  'ide/fact-at',
  'ide/instances',
  'ide/unfollowed',
  'ide/ways',
  'ide/dormant',
  'ide/derivation',
  'ide/explain',
  'ide/pins',
  'ide/describe',
  'ide/cutile',
  'ide/words',
];

export const rooms = {
  index: '*',
  base: [],
  algebra: ['base'],
  access: ['base'],
  values: ['base', 'algebra'],
  atoms: ['base', 'algebra', 'values'],

  builtins: ['base', 'algebra', 'values', 'atoms'],
  'builtins/registry': [],
  'builtins/entry': ['builtins/registry'],
  'builtins/cutile': ['builtins/registry', 'builtins/entry'],
  'builtins/operators': ['builtins/cutile'],
  'builtins/cute': ['builtins/registry', 'builtins/entry', 'builtins/operators'],
  'builtins/cutlass': ['builtins/registry', 'builtins/entry', 'builtins/cute'],
  'builtins/index': '*',

  ir: ['base'],

  frontends: ['base', 'ir'],
  'frontends/front-end': [],
  'frontends/interrupted': [],
  'frontends/tree': ['frontends/front-end', 'frontends/interrupted'],
  'frontends/cuda': ['frontends/front-end', 'frontends/interrupted', 'frontends/tree'],
  'frontends/cutile-rust': ['frontends/front-end', 'frontends/interrupted', 'frontends/tree', 'frontends/cuda/touched'],
  'frontends/by-language': '*',

  text: ['base', 'frontends/cuda/lex'],
  eval: ['base', 'algebra', 'access', 'values', 'atoms', 'builtins', 'ir', 'type:analysis'],
  'eval/values': [],
  'eval/state': ['eval/values'],
  'eval/memory': ['eval/values', 'eval/state'],
  'eval/names': ['eval/values', 'eval/state', 'eval/memory'],
  'eval/overload': ['eval/values', 'eval/state', 'eval/names'],
  'eval/types': ['eval/values', 'eval/state', 'eval/memory', 'eval/names', 'eval/overload'],
  'eval/tile': ['eval/values', 'eval/state', 'eval/overload'],
  'eval/launch': ['eval/values', 'eval/state', 'eval/names', 'eval/overload', 'eval/types', 'eval/tile'],
  'eval/library': ['eval/values', 'eval/state', 'eval/memory', 'eval/names', 'eval/types', 'eval/tile', 'eval/launch'],
  'eval/run': [
    'eval/values',
    'eval/state',
    'eval/memory',
    'eval/names',
    'eval/overload',
    'eval/types',
    'eval/launch',
    'eval/library',
  ],
  'eval/entries': '*',
  'eval/evaluate': '*',

  accesses: ['base', 'access', 'values'],
  analysis: ['base', 'algebra', 'access', 'accesses', 'values', 'builtins', 'ir', 'eval'],

  checks: ['base', 'ir', 'text', 'algebra', 'access', 'values', 'atoms', 'type:analysis'],
  'checks/lib': [],
  'checks/fixes': ['checks/lib'],
  'checks/cuda': ['checks/lib', 'checks/fixes'],
  'checks/cutile': ['checks/lib', 'checks/fixes'],
  'checks/any': ['checks/lib'],
  'checks/index': '*',

  views: ['base', 'algebra', 'access', 'values', 'atoms', 'type:analysis'],
  'views/view-ids': [],
  'views/model': ['views/view-ids'],
  'views/view': ['views/model'],
  'views/parts': ['views/model'],
  'views/layout': ['views/model', 'views/view', 'views/parts'],
  'views/explain': ['views/model', 'views/view', 'views/parts', 'views/layout'],
  'views/cute': ['views/model', 'views/view', 'views/parts', 'views/layout'],
  'views/cutile': ['views/model', 'views/view', 'views/parts', 'views/layout'],
  'views/compare': ['views/model', 'views/view', 'views/layout', 'views/cute'],
  'views/measured': ['views/model', 'views/view', 'views/parts', 'views/layout', 'views/cute'],
  'views/accesses': ['views/model', 'views/view', 'views/layout'],
  'views/index': '*',

  draw: ['base', 'algebra', 'access', 'views/model'],
  verify: ['base', 'text', 'algebra', 'values', 'ir', 'type:analysis', 'checks/lib'],

  ide: [
    'base',
    'ir',
    'text',
    'algebra',
    'access',
    'values',
    'atoms',
    'builtins',
    'analysis',
    'checks/lib',
    'checks/index',
    'views',
    'draw',
  ],
  'ide/blocks': [],
  'ide/fact-at': ['ide/instances'],
  'ide/instances': [],
  'ide/unfollowed': [],
  'ide/ways': ['ide/instances'],
  'ide/dormant': ['ide/blocks'],
  'ide/values': [],
  'ide/derivation': ['ide/blocks'],
  'ide/explain': ['ide/derivation'],
  'ide/pins': ['ide/fact-at'],
  'ide/cutile': ['ide/blocks', 'ide/explain'],
  'ide/describe': ['ide/blocks', 'ide/cutile'],
  'ide/words': ['ide/blocks'],
  'ide/pictures': ideBasics,
  'ide/hover': [...ideBasics, 'ide/pictures'],
  'ide/typing': ['ide/blocks'],
  'ide/marks': [...ideBasics, 'ide/pictures'],
  'ide/asked': '*',
  'ide/index': '*',
};

/** Says what is wrong with an import, or nothing. `from` and `to` are paths below core/src without `.ts`. */
export function offenceOf(from, to, isTypeOnly, table = rooms) {
  const [here, there] = divergence(from.split('/'), to.split('/'));
  if (!isDivided(here.parent, table)) return undefined;
  for (const room of [here.room, there.room]) {
    if (!(room in table)) return `core/src/${room} is not a room that scripts/rooms.mjs knows`;
  }
  const row = table[here.room];
  if (row === '*' || row.some((entry) => allows(entry, to, isTypeOnly))) return undefined;
  return `${here.room} must not import ${there.room} (core/src/${to})`;
}

/** The doors that would lead back to where they came from: `a → b → a`. Rows of `*` and doors for types are no such. */
export function circles(table = rooms) {
  const found = [];
  const done = new Set();
  const visit = (room, way) => {
    const at = way.indexOf(room);
    if (at >= 0) found.push([...way.slice(at), room].join(' → '));
    if (at >= 0 || done.has(room)) return;
    const row = table[room] ?? [];
    for (const entry of row === '*' ? [] : row)
      if (!entry.startsWith('type:')) visit(levelOf(entry, room), [...way, room]);
    done.add(room);
  };
  for (const room of Object.keys(table)) visit(room, []);
  return found;
}

/** Where two paths part: the folder that they have in common, and the room of each in it. */
function divergence(from, to) {
  let depth = 0;
  while (depth < from.length - 1 && depth < to.length - 1 && from[depth] === to[depth]) depth++;
  const parent = from.slice(0, depth).join('/');
  return [from, to].map((path) => ({ parent, room: path.slice(0, depth + 1).join('/') }));
}

function isDivided(parent, table) {
  return parent === '' || Object.keys(table).some((room) => room.startsWith(`${parent}/`));
}

function allows(entry, to, isTypeOnly) {
  const path = entry.replace(/^type:/, '');
  return (to === path || to.startsWith(`${path}/`)) && (isTypeOnly || path === entry);
}

/** What a row names, at the level of the room whose row it is: `views/model` is `views` for `draw`. */
function levelOf(entry, room) {
  return entry.split('/').slice(0, room.split('/').length).join('/');
}
