import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const SIGNALS = {
  selector:
    "CallExpression[callee.object.name='process'][callee.property.name=/^(on|once|(add|prepend|prependOnce)Listener)$/]:not([arguments.0.value=/^(exit|beforeExit)$/])",
  message:
    'Only src/cli and src/app/end-on-signals.ts listen to signals; a module may clean up on `exit` and `beforeExit`.',
};

// A value of Node's, of a dependency or of an author's test may be of another realm, whose classes are others.
const REALMS = [
  {
    selector:
      "BinaryExpression[operator='instanceof'][right.name=/^(Error|(Aggregate|Eval|Range|Reference|Syntax|Type|URI)Error|DOMException|Object|Array|Function|Date|Promise|Weak(Map|Set|Ref)|Map|Set|RegExp|(Shared)?ArrayBuffer|DataView|(Big)?(Int|Uint|Float)(8|16|32|64)(Clamped)?Array)$/]",
    message: 'Ask src/base/any-realm.ts, or isPromised of src/base/awaitable.ts.',
  },
  {
    selector: "BinaryExpression > MemberExpression[object.name='Object'][property.name='prototype']",
    message: 'Ask isPlainObject of src/base/any-realm.ts.',
  },
];

// An id that begins with a dash is an option to a command, once in 64 times.
const IDS = {
  selector:
    "CallExpression[callee.property.name='toString'][arguments.0.value=/^base64/][callee.object.callee.property.name='randomBytes'], CallExpression[callee.property.name='toString'][arguments.0.value=/^base64/][callee.object.callee.name='randomBytes']",
  message: 'Ask randomWord of src/base/random-word.ts.',
};

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
      'no-restricted-syntax': ['error', SIGNALS, IDS, ...REALMS],
    },
  },
  { files: ['src/cli/**/*.ts', 'src/app/world.ts'], rules: { 'no-restricted-properties': 'off' } },
  {
    files: ['src/cli/**/*.ts', 'src/app/end-on-signals.ts'],
    rules: { 'no-restricted-syntax': ['error', IDS, ...REALMS] },
  },
  {
    // The one module that knows the realms, and the page, which is alone in its own.
    files: ['src/base/any-realm.ts', 'src/inspect/page/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', SIGNALS, IDS] },
  },
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
