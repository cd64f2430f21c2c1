import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { temporaryDirectory } from '../../support/temporary-directory';

const BUILT = resolve(__dirname, '../../../dist-scripts/src/config/index.js');
const PROGRAM = `
  const { loadConfig } = require(${JSON.stringify(BUILT)});
  loadConfig({ cwd: process.argv[1], env: { MCP_TOOL_PREFIX: 'x', TOOLWRIGHT_CONFIG: process.argv[2] } }).then(({ config }) => {
    const packages = Object.keys(require.cache).map((name) => /node_modules[\\\\/]([^\\\\/]+)/.exec(name)?.[1]);
    console.log(JSON.stringify([config.prefix, ...new Set(packages.filter(Boolean))]));
  });
`;

const loadedBy = (...args: string[]): string[] =>
  JSON.parse(spawnSync(process.execPath, ['-e', PROGRAM, ...args], { encoding: 'utf8' }).stdout) as string[];

test('a start without a file loads neither the YAML library nor a validator', () => {
  const cwd = temporaryDirectory('tw-start');
  expect(loadedBy(cwd)).toEqual(['x', 'reflect-metadata']);
  writeFileSync(join(cwd, 'toolwright.yaml'), 'page_size: 5\n');
  expect(loadedBy(cwd, 'toolwright.yaml')).toEqual(['x', 'reflect-metadata', 'yaml']);
});
