import js from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'dist-scripts/**',
      'node_modules/**',
      'coverage/**',
      'bench/node_modules/**',
      'bench/**/dist/**',
      'conformance/dist/**',
      'test/fixtures/**',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-control-regex': 'off',
      'no-console': 'error',
    },
  },
  {
    // The rules that need types, for what ships.
    files: ['src/**/*.ts'],
    extends: [tseslint.configs.recommendedTypeCheckedOnly],
    languageOptions: {
      parserOptions: {
        project: ['tsconfig.json', 'src/inspect/page/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // A method whose interface is asynchronous is `async` whether or not it awaits: it then rejects instead of throwing.
      '@typescript-eslint/require-await': 'off',
      // What is destructured here are closures behind an interface in method syntax; none of them reads `this`.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Only src/cli, src/app/world.ts and scripts read the environment.',
        },
        {
          object: 'process',
          property: 'argv',
          message: 'Only src/cli, src/app/world.ts and scripts read arguments.',
        },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "CallExpression[callee.object.name='process'][callee.property.name=/^(on|once|(add|prepend|prependOnce)Listener)$/]:not([arguments.0.value='exit'])",
          message:
            'Only src/cli and src/app/end-on-signals.ts listen to signals; a module may clean up on `exit`.',
        },
      ],
    },
  },
  { files: ['src/cli/**/*.ts', 'src/app/world.ts'], rules: { 'no-restricted-properties': 'off' } },
  { files: ['src/cli/**/*.ts', 'src/app/end-on-signals.ts'], rules: { 'no-restricted-syntax': 'off' } },
  {
    // The places that load a module late, and so by `require`.
    files: [
      'src/base/lazy-require.ts',
      'src/serve/connection.ts',
      'src/serve/checked-result.ts',
      'src/serve/legacy/handle-legacy.ts',
      'src/serve/index.ts',
      'src/serve/stdio/connect-stdio.ts',
      'src/app/package-version.ts',
      'src/cli/commands/generate.ts',
    ],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    files: ['**/*.cjs', '**/*.mjs', '**/*.js', 'scripts/**', 'bench/**', 'test/**', 'examples/**'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        module: 'writable',
        exports: 'writable',
        WebAssembly: 'readonly',
        require: 'readonly',
        __dirname: 'readonly',
        Buffer: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        setImmediate: 'readonly',
        performance: 'readonly',
        fetch: 'readonly',
        AbortController: 'readonly',
        TextDecoder: 'readonly',
      },
    },
    rules: {
      'no-console': 'off',
      '@typescript-eslint/no-require-imports': 'off',
      '@typescript-eslint/no-unused-expressions': ['error', { allowShortCircuit: true, allowTernary: true }],
    },
  },
  {
    files: ['test/**/*.test.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['test', 'it', 'describe'].flatMap((object) => [
          { object, property: 'skip', message: 'Say what is missing with `needs` of test/support/needs.ts.' },
          { object, property: 'only', message: 'Every test runs.' },
        ]),
      ],
    },
  },
);
