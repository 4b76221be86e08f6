// What `npm run test:unit` runs: every *.test.ts outside the end-to-end folder.
import { configDefaults, defineConfig } from 'vitest/config';

/** Files that use the core as a library and leave nothing behind. They share its modules and the grammars, whose
 *  loading takes longer for most of them than their tests. All others have a process of their own: those that change
 *  the environment, the language or the folder, and those that measure time or memory. */
const sharing = [
  'test/laws/*.test.ts',
  'test/unit/!(memory|budget-of-examples).test.ts',
  'test/unit/{access,algebra,base,builtins,checks,client,draw,ide,ir,text,verify,views,web,webview}/*.test.ts',
  'test/unit/eval/!(hostile|interrupt).test.ts',
  'test/unit/frontend/!(hostile|interrupted|leaks).test.ts',
  'test/unit/server/!(builds|config|confirm|including|locale|pseudo|session|verify).test.ts',
];
const include = ['test/**/*.test.ts'];
const exclude = [...configDefaults.exclude, 'test/e2e/**', 'test/oracle/**'];

export default defineConfig({
  test: {
    globalSetup: ['test/support/run.ts'],
    // Every core: the default leaves one free, which is half of a machine with two.
    maxWorkers: '100%',
    // As in server/src/cli/main.ts: few processes live long enough to gain from an optimised parser.
    execArgv: ['--wasm-tiering-budget=200000000'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    allowOnly: false,
    // A test that asserts nothing, say because the list it goes through is empty, fails.
    expect: { requireAssertions: true },
    projects: [
      { extends: true, test: { name: 'sharing', include: sharing, exclude, isolate: false } },
      { extends: true, test: { name: 'alone', include, exclude: [...exclude, ...sharing] } },
    ],
  },
});
