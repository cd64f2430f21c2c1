import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command as mtdf } from '../../../../src/cli/commands/mtdf';
import { command as create } from '../../../../src/cli/commands/new';
import type { Command } from '../../../../src/cli/command';
import { basicExample } from '../../../support/mtdf-samples';
import { temporaryDirectory } from '../../../support/temporary-directory';

let cwd: string;
beforeEach(() => {
  cwd = temporaryDirectory('mtdf');
});

async function run(command: Command, ...args: string[]): Promise<{ code: number; out: string }> {
  let out = '';
  const code = await command.run(args, {
    cwd,
    env: {},
    stdout: (text) => (out += text),
    stderr: () => undefined,
  });
  return { code, out };
}
const put = (name: string, content: object | string): void =>
  writeFileSync(join(cwd, name), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
const unmarked = {
  ...basicExample,
  subcommand: [{ name: 'a', description: 'A.', options: [{ name: 'file', type: 'string' }] }],
};

test('valid files give exit code 0, wrong ones 1 with every problem, numbered, in one go', async () => {
  put('good.json', basicExample);
  put('bad.json', { ...basicExample, comand: 1, timeout_seconds: 0 });
  expect(await run(mtdf, 'validate', 'good.json')).toEqual({
    code: 0,
    out: expect.stringContaining('good.json: valid'),
  });
  const { code, out } = await run(mtdf, 'validate', '.');
  expect(code).toBe(1);
  expect(out).toMatch(
    /bad\.json: found 2 errors:\n {2}1\. \[timeout_seconds\].*line 6.*\n.*\n {2}2\. \[comand\]/,
  );
  expect(out).toContain('2 file(s), 1 invalid, 2 error(s), 0 warning(s)');
});

test('a tool that has the name of a built-in one is reported, wherever it is in the file', async () => {
  const leaf = (name: string) => ({ name, description: 'L.' });
  put('read.json', { ...basicExample, name: 'read', subcommand: [leaf('line'), leaf('file')] });
  put('web_fetch.json', { ...basicExample, name: 'web_fetch', subcommand: [leaf('default')] });
  const { code, out } = await run(mtdf, 'validate', '.');
  expect(code).toBe(0);
  expect(out).toMatch(
    /read\.json: found 1 warning:\n {2}1\. \[subcommand\[1\]\.name\] "read_file" is the name of a built-in tool: .* pack "files" .*line 13/,
  );
  expect(out).toMatch(/\[name\] "web_fetch" is the name of a built-in tool/);
});

test('--strict turns warnings into errors, --json gives them as data', async () => {
  put('x.json', unmarked);
  expect((await run(mtdf, 'validate', 'x.json')).code).toBe(0);
  const { code, out } = await run(mtdf, 'validate', '--strict', '--json', 'x.json');
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    valid: false,
    problems: [
      {
        file: 'x.json',
        kind: 'Security',
        path: 'subcommand[0].options[0].format',
        line: 12,
        severity: 'error',
      },
    ],
  });
});

test('--guidance names the blocks; without it the file beside the definition counts', async () => {
  put('x.json', { ...basicExample, guidance_key: 'mine' });
  put('blocks.json', { guidance_blocks: { mine: 'M', async_behavior: 'A' } });
  expect((await run(mtdf, 'validate', 'x.json')).code).toBe(1);
  expect((await run(mtdf, 'validate', '--guidance', 'blocks.json', 'x.json')).code).toBe(0);
  put('tool_guidance.json', { guidance_blocks: { mine: 'M', async_behavior: 'A' } });
  expect((await run(mtdf, 'validate', 'x.json')).code).toBe(0);
});

test('a wrong call is a usage error', async () => {
  await expect(run(mtdf, 'validate', '--nonsense')).rejects.toThrow('nonsense');
  await expect(run(mtdf, 'validate', 'missing.json')).rejects.toThrow("no file or directory 'missing.json'");
  await expect(run(mtdf, 'check')).rejects.toThrow(
    "write 'toolwright mtdf validate FILE…' or 'toolwright mtdf schema'",
  );
});

test('new tool --specs writes spec, plan and a definition that is valid as it stands, pages and all', async () => {
  const { code, out } = await run(create, 'tool', 'my_tool', '--specs');
  expect([code, out]).toEqual([0, expect.stringContaining('.toolwright/tools/my_tool.json')]);
  expect((await run(mtdf, 'validate', '--strict', '--specs', '.toolwright/tools')).code).toBe(0);
  await expect(run(create, 'tool', 'my_tool')).rejects.toThrow('already exists');
  await expect(run(create, 'tool', 'await')).rejects.toThrow('built-in');
  await expect(run(create, 'tool', 'My Tool')).rejects.toThrow('snake_case');
});

test('--specs reports definitions without their pages', async () => {
  put('x.json', basicExample);
  mkdirSync(join(cwd, 'x'));
  put('x/spec.md', '# Spec');
  const { code, out } = await run(mtdf, 'validate', '--specs', 'x.json');
  expect([code, out]).toEqual([1, expect.stringContaining('plan.md is missing')]);
  expect(out).not.toContain('spec.md is missing');
});

test('schema prints the schema that is shipped', async () => {
  const { out } = await run(mtdf, 'schema');
  expect(JSON.parse(out)).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' });
});
