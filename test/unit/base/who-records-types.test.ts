import { runnerOf } from '../../../src/base/source-runner';
import { whyUnrecorded } from '../../../src/base/who-records-types';

const NONE = { isVitest: false, options: [], modules: [] };

test.each([
  ['tsx server.ts', { options: ['--require', '/app/node_modules/tsx/dist/preflight.cjs'] }, 'tsx'],
  ['node --import tsx', { options: ['--import', 'tsx'] }, 'tsx'],
  ['the loader that --app takes', { modules: ['/app/node_modules/tsx/dist/cjs/index.cjs'] }, 'tsx'],
  ['tsx on Windows', { modules: ['C:\\app\\node_modules\\tsx\\dist\\cjs\\index.cjs'] }, 'tsx'],
  ['a test of vitest', { isVitest: true }, 'vitest'],
  ['plain node', {}, undefined],
  ['a project called tsx', { modules: ['/home/ada/tsx/dist/server.js'] }, undefined],
])('what runs the code is known for %s', (_, signs, runner) => {
  expect(runnerOf({ ...NONE, ...signs })).toBe(runner);
});

test('under tsx nobody is sent to the settings, which it does not heed', () => {
  const { cause, cure } = whyUnrecorded(undefined, 'tsx');
  expect(cause).toContain('whatever tsconfig.json says');
  expect(cure).toMatch(/^build with tsc/);
});

test('standard decorators are known by what they leave on a class', () => {
  class Standard {}
  Object.defineProperty(Standard, Symbol.for('Symbol.metadata'), { value: {} });
  expect(whyUnrecorded(Standard).cause).toBe('standard decorators record no types');
  expect(whyUnrecorded(class {}).cause).toContain('experimentalDecorators and emitDecoratorMetadata');
});

test('vitest is not said to record nothing', () => {
  expect(whyUnrecorded(class {}, 'vitest').cause).toContain('vitest records types from version 4 on');
});
