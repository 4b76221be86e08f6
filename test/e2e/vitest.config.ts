// What `npm run test:e2e` runs once the extension is packed: tests in the real VS Code, one after the other, since two
// editors at once starve each other, and of what is in the package.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/{e2e,package}/**/*.e2e.ts'],
    testTimeout: 120_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 15_000 } },
    // One process for all of them: what they import is read once.
    pool: 'forks',
    isolate: false,
    fileParallelism: false,
    allowOnly: false,
  },
});
