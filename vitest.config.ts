// What `npm run test:unit` runs: every *.test.ts outside the end-to-end folder.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'test/oracle/**', '**/node_modules/**'],
    // Every core: the default leaves one free, which is half of a machine with two.
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    allowOnly: false,
    // A test that asserts nothing, say because the list it goes through is empty, fails.
    expect: { requireAssertions: true },
  },
});
