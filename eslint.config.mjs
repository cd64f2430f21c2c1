import js from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/**', 'dist-scripts/**', 'node_modules/**', 'coverage/**', 'bench/node_modules/**', 'test/fixtures/**'] },
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
    files: ['src/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only src/cli and scripts read the environment.' },
        { object: 'process', property: 'argv', message: 'Only src/cli and scripts read arguments.' },
      ],
    },
  },
  { files: ['src/cli/**/*.ts'], rules: { 'no-restricted-properties': 'off' } },
  {
    files: ['**/*.cjs', '**/*.mjs', '**/*.js', 'scripts/**', 'bench/**', 'test/**', 'examples/**'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', module: 'writable', require: 'readonly', __dirname: 'readonly', Buffer: 'readonly', URL: 'readonly', setTimeout: 'readonly', clearTimeout: 'readonly', setInterval: 'readonly', clearInterval: 'readonly', setImmediate: 'readonly', performance: 'readonly', fetch: 'readonly', AbortController: 'readonly', TextDecoder: 'readonly' } },
    rules: { 'no-console': 'off', '@typescript-eslint/no-require-imports': 'off' },
  },
);
