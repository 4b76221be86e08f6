// What `npm run test:e2e` runs: tests in the real VS Code, one after the other, since two editors at once starve each
// other.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/e2e/**/*.e2e.ts'],
    testTimeout: 120_000,
    hookTimeout: 600_000,
    fileParallelism: false,
    allowOnly: false,
  },
});
