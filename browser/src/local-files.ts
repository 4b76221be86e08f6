// What server/src/local-files.ts is for Node, for browsers: there is no disk, so no file is on it. What the editor can
// read comes through client-files.ts.
import type { Files } from '../../server/src/disk';
import type * as node from '../../server/src/local-files';

export const localFiles: Files = { stampOf: () => undefined, read: () => undefined };

({ localFiles }) satisfies typeof node;
