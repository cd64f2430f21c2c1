import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from '../../../src/cli/command';
import { command as doctor } from '../../../src/cli/commands/doctor';
import { command as generate } from '../../../src/cli/commands/generate';
import { command as verify } from '../../../src/cli/commands/verify';
import { temporaryDirectory } from '../../support/temporary-directory';

const INDEX = JSON.stringify(join(__dirname, '../../../src/index.ts'));

const SOURCE = `declare class ToolArguments {}
declare const Arg: (text: string) => PropertyDecorator;
declare const Tool: (options: object) => ClassDecorator;
export interface Address { street: string }
export class OrderArgs extends ToolArguments {
  @Arg('Sizes') sizes!: ('s' | 'm')[];
  @Arg('Where to') address!: Address;
  @Arg('How many') count!: number;
}
@Tool({ args: OrderArgs, description: 'Order.' })
export class Order { run(): string { return 'x'; } }
`;

// What the compiler would make of it, with the types that it records.
const COMPILED = `const { Arg, defineApp, Tool, ToolArguments } = require(${INDEX});
class OrderArgs extends ToolArguments {}
const types = { sizes: [Array, 'Sizes'], address: [Object, 'Where to'], count: [Number, 'How many'] };
for (const [key, [type, text]] of Object.entries(types)) {
  Reflect.defineMetadata('design:type', type, OrderArgs.prototype, key);
  Arg(text)(OrderArgs.prototype, key);
}
class Order { run() { return 'x'; } }
Tool({ args: OrderArgs, description: 'Order.' })(Order);
const read = () => { try { return JSON.parse(require('node:fs').readFileSync(__dirname + '/manifest.json', 'utf8')); } catch { return undefined; } };
module.exports = defineApp({ name: 'shop', version: '1.0.0', tools: [Order], manifest: read() });
`;

function project(): string {
  const folder = temporaryDirectory('toolwright-stale');
  const compilerOptions = {
    target: 'es2022',
    module: 'node16',
    strict: true,
    experimentalDecorators: true,
    types: [],
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, emitDecoratorMetadata: true } }),
  );
  writeFileSync(join(folder, 'package.json'), '{}');
  writeFileSync(join(folder, 'server.ts'), SOURCE);
  writeFileSync(join(folder, 'server.cjs'), COMPILED);
  return folder;
}

async function run(
  command: Command,
  cwd: string,
  ...args: string[]
): Promise<{ code: number; text: string }> {
  let text = '';
  const write = (more: string): void => void (text += more);
  // Each command is a process of its own.
  jest.resetModules();
  delete require.cache[join(cwd, 'server.cjs')];
  const env = { PATH: process.env['PATH'], HOME: cwd, XDG_CONFIG_HOME: cwd };
  const io = { cwd, env, stdout: write, stderr: write };
  const code = await Promise.resolve(command.run(['--app', 'server.cjs', ...args], io)).catch(
    (error: Error) => {
      text += error.message;
      return 2;
    },
  );
  return { code: code as number, text };
}

test('a manifest that types in the sources contradict is reported with class and field', async () => {
  const cwd = project();
  const made = await run(generate, cwd, '--sources', 'server.ts', '--out', 'manifest.json');
  expect(made).toMatchObject({ code: 0, text: expect.stringContaining('1 tool') });
  expect((await run(doctor, cwd)).text).toMatch(/✓ manifest +has the tool\n/);
  expect((await run(verify, cwd)).text).toContain('no mistakes in their classes.\n');
  const changed = SOURCE.replace("'s' | 'm'", "'s' | 'm' | 'l'").replace(
    '{ street: string }',
    '{ street: string; floor: number }',
  );
  writeFileSync(join(cwd, 'server.ts'), changed);
  const said = 'is older than the sources, which say otherwise about OrderArgs.sizes, OrderArgs.address';
  const looked = await run(doctor, cwd);
  expect(looked.text).toContain(said);
  expect(looked.code).toBe(1);
  expect((await run(verify, cwd)).text).toContain(`The manifest ${said}. Run toolwright generate`);
  expect((await run(generate, cwd, '--sources', 'server.ts', '--out', 'manifest.json')).code).toBe(0);
  expect((await run(doctor, cwd)).text).not.toContain('is older than');
});

test('what can’t be compared is said', async () => {
  const cwd = project();
  await run(generate, cwd, '--sources', 'server.ts', '--out', 'manifest.json');
  expect(readFileSync(join(cwd, 'manifest.json'), 'utf8')).toContain('OrderArgs');
  rmSync(join(cwd, 'server.ts'));
  rmSync(join(cwd, 'tsconfig.json'));
  expect((await run(doctor, cwd)).text).toContain(
    'could not be compared with the types in the sources: its sources are not here, or no compiler is',
  );
});
