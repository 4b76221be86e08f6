// Lint: only rules that find mistakes. Layout is prettier's and .editorconfig's business.
import js from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', '.tsbuild/', 'node_modules/', 'test/e2e/out/', 'test/e2e/screenshots/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'off' } },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts'],
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['vitest.config.ts'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'No default exports: a name means the same in every file.' },
        {
          selector: 'NewExpression[callee.name="AlgebraError"]',
          message: 'A refusal is made by `refused`, which gives it its operands as data.',
        },
      ],
      eqeqeq: ['error', 'smart'],
      'no-undef': 'off',
      'no-control-regex': 'off',
    },
  },
  {
    // What may be missing is asked for: `present` in tests, a branch elsewhere.
    files: ['{browser,client,core,playground,protocol,scripts,server,test,webview}/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'error' },
  },
  {
    // A type is proved, not claimed. Each exception is named where it stands: a door for text or JSON, or a copy.
    files: ['{browser,client,core,playground,protocol,server,webview}/**/*.ts'],
    rules: { '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }] },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: {
      globals: { console: 'readonly', process: 'readonly', performance: 'readonly', URL: 'readonly' },
    },
  },
  {
    files: ['**/*.config.ts', '**/vitest.config.ts', 'core/src/algebra/errors.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
);
